/**
 * Placeholders in an exported file for values that are kept outside of chains: secrets and environment
 * variables. Each becomes a variable of the other tool, named in the report, and its value is never written.
 */
import type { Reference } from '../../core/prepare/template';
import type { ExportedChain } from './exportedChain';
import type { Remark } from './exportLog';

/** The placeholders of one export. */
export interface Placeholders {
  /** The variable in place of a reference; absent for references to other values. */
  readonly nameFor: (reference: Reference) => string | undefined;
  /** Names so far, in order of their first use. */
  readonly names: () => readonly string[];
  /** The references that they replace, in the same order. */
  readonly references: () => ReadonlyMap<string, Reference>;
}

const OUTSIDE: ReadonlySet<string> = new Set(['$secret', '$processEnv', '$dotenv']);

/** Starts with none. `onName` is called once for each name; names in `reserved` are not used. */
export function createPlaceholders(
  chain: ExportedChain,
  onName: Remark,
  reserved: readonly string[] = [],
): Placeholders {
  const names = new Map<string, string>();
  const references = new Map<string, Reference>();
  const isTaken = (name: string): boolean =>
    reserved.includes(name) ||
    chain.constants.has(name) ||
    chain.columns.has(name) ||
    chain.extracted.has(name) ||
    chain.undefinedVariables.includes(name) ||
    [...names.values()].includes(name);
  return {
    nameFor(reference) {
      const { name, args } = reference;
      const [only, ...more] = args;
      const written = only?.replace(/^(["'])(.*)\1$/, '$2');
      if (!OUTSIDE.has(name) || written === undefined || more.length > 0) {
        return undefined;
      }
      const known = names.get(written);
      if (known !== undefined) {
        return known;
      }
      const free = freeName(written, isTaken);
      names.set(written, free);
      references.set(free, reference);
      onName(free);
      return free;
    },
    names: () => [...names.values()],
    references: () => references,
  };
}

/** The name, as far as it can be one of a variable, with an addition where it means something else already. */
function freeName(written: string, isTaken: (name: string) => boolean): string {
  const name = written.replace(/\W+/g, '_').replace(/^(?![A-Za-z_])/, '_');
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}_secret${count === 2 ? '' : count - 1}`;
    if (!isTaken(candidate)) {
      return candidate;
    }
  }
}
