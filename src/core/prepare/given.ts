/** What a call gives to the chain that it runs as a step. */
import { defined } from '../defined';
import type { ChainRequest } from '../model';
import type { Substitution } from '../result/result';
import { createFiller, type MissingReference } from './fill';
import type { Scope } from './scope';
import type { ScopedValue } from './scopedValue';

/** What a call gives, and what it lacks. */
export interface Given {
  readonly values: ReadonlyMap<string, ScopedValue>;
  readonly substitutions: readonly Substitution[];
  readonly missing: readonly MissingReference[];
}

/** Replaces a value that is not known yet; a space makes a URL invalid. */
export const UNKNOWN = ' ';

/** The values of a call in the scope of its caller; one that lacks something is {@link UNKNOWN}. */
export function givenBy({ call }: Pick<ChainRequest, 'call'>, scope: Scope): Given {
  const filled = Object.entries(call?.with ?? {}).map(([name, written]) => {
    // One for each, so that a value is as sensitive as what is in it, and no more.
    const filler = createFiller(scope);
    const value = filler.operand(written, { in: 'variables', name });
    return { name, value: filler.missing.length === 0 ? value : UNKNOWN, filler };
  });
  return {
    values: new Map(
      filled.map(({ name, value, filler: { substitutions, sensitive } }) => {
        const producer = substitutions.find((one) => one.producer !== undefined)?.producer;
        return [name, { value, source: 'call', sensitive, ...defined({ producer }) }];
      }),
    ),
    substitutions: filled.flatMap(({ filler }) => filler.substitutions),
    missing: filled.flatMap(({ filler }) => filler.missing),
  };
}
