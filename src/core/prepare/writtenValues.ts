/**
 * Values of variables that people wrote: constants of chains and variables of environments. They may refer
 * to other variables, so a use of one needs those as well, and so on.
 */
import type { JsonObject } from '../json/json';
import type { Chain, Environment } from '../model';
import { jsonTexts, referencedVariables } from './references';

/** Written values, the innermost first: it hides those of the same name behind it. */
export type WrittenValues = readonly JsonObject[];

/** The written values that a chain sees besides its own; of required chains the one run last hides the others. */
export function outerValues(required: readonly Chain[], environment: Environment | undefined): WrittenValues {
  const chains = required.map(({ variables }) => variables).toReversed();
  return environment === undefined ? chains : [...chains, environment.variables];
}

/** The given names and those that they need through written values. */
export function neededVariables(values: WrittenValues, names: Iterable<string>): ReadonlySet<string> {
  return reachableNames(names, (name) => {
    const written = values.find((layer) => Object.hasOwn(layer, name))?.[name];
    return written === undefined ? [] : jsonTexts(written).flatMap(({ text }) => referencedVariables(text));
  });
}

/** The given names and all that they lead to, in the order they are reached. */
export function reachableNames(
  names: Iterable<string>,
  innerOf: (name: string) => readonly string[],
): ReadonlySet<string> {
  const reached = new Set(names);
  for (const name of reached) {
    // Iterating a Set also visits members added during the iteration.
    innerOf(name).forEach((inner) => reached.add(inner));
  }
  return reached;
}
