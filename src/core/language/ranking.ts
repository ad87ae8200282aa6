/**
 * Which of the available variables belongs at a place, best match first: one whose last value is the one
 * there, then one whose name is like the parameter's, then credentials where credentials go, then
 * the one that was produced last.
 */
import { isCredentialName } from '../masking/credentialNames';
import { isCredentialPlace } from '../masking/credentialPlaces';
import type { AvailableVariable } from './available';
import { hasValue } from './insertReference';
import type { InsertionPlace } from './insertionPlace';
import { nameSimilarity, nameWords } from './nameWords';

/** The variables in order; those that are alike stay as they come, produced last first. */
export function rankVariables(
  variables: readonly AvailableVariable[],
  place: InsertionPlace,
): readonly AvailableVariable[] {
  const wanted = nameWords(place.parameter);
  const takesCredential = isCredentialPlace(place.location);
  const rank = (variable: AvailableVariable): readonly number[] => [
    hasValue(variable, place) ? 1 : 0,
    nameSimilarity(nameWords(variable.name), wanted),
    isCredentialName(variable.name) === takesCredential ? 1 : 0,
  ];
  return variables
    .map((variable) => ({ variable, rank: rank(variable) }))
    .toSorted((one, other) => compare(other.rank, one.rank))
    .map(({ variable }) => variable);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const difference = one.findIndex((part, index) => part !== other[index]);
  return difference === -1 ? 0 : (one[difference] ?? 0) - (other[difference] ?? 0);
}
