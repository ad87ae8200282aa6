/**
 * Names of variables on their way into a chain: most stay as they are, and those that a chain cannot have
 * (`{{my token}}`, `{{1}}`) get the nearest valid name, the same one everywhere.
 */
import { isReservedName } from './chainConstraints';
import type { RenamedVariable } from './imported';

/** The names of one collection. */
export interface VariableNames {
  /** The name that a variable has in the chain. */
  nameFor(written: string): string;
  /** Those that had to change, in order of their first use. */
  renamed(): readonly RenamedVariable[];
}

/** Names that more than one of some sets defines, so that in one scope they would hide each other. */
export function clashingNames(sets: readonly (readonly string[])[]): ReadonlySet<string> {
  const names = sets.flatMap((set) => [...new Set(set)]);
  const seen = new Set<string>();
  return new Set(names.filter((name) => seen.size === seen.add(name).size));
}

const POSSIBLE = /^[A-Za-z_][\w.-]*$/;

/** Begins with no names; `known` are those that the source defines, which keep theirs. */
export function createVariableNames(known: Iterable<string>): VariableNames {
  const taken = new Set([...known].filter(isPossible));
  const changed = new Map<string, string>();
  return {
    nameFor(written) {
      if (isPossible(written)) {
        taken.add(written);
        return written;
      }
      const earlier = changed.get(written);
      if (earlier !== undefined) {
        return earlier;
      }
      const name = free(possibleName(written), taken);
      taken.add(name);
      changed.set(written, name);
      return name;
    },
    renamed: () => [...changed].map(([from, to]) => ({ from, to })),
  };
}

function isPossible(name: string): boolean {
  return POSSIBLE.test(name) && !isReservedName(name);
}

function possibleName(written: string): string {
  const name = written.replace(/[^\w.-]+/g, '_').replace(/^(?![A-Za-z_])/, '_');
  return isReservedName(name) ? `${name}_` : name === '_' ? '_variable' : name.slice(0, MAX_LENGTH);
}

const MAX_LENGTH = 100;

function free(name: string, taken: ReadonlySet<string>): string {
  for (let count = 2; ; count += 1) {
    const candidate = count === 2 ? name : `${name}_${count - 1}`;
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}
