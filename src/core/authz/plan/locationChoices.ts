/**
 * Which identifiers of a request are the owner's: all of them first, then each mix that a check could miss,
 * such as the owner's order under the caller's own user id, or the owner's id in the body alone.
 */
import type { IdPlace } from '../model/cell';
import { placeKey } from '../request/idLocations';

/** Every choice of places that is worth a question, the first with all of them; each has the order of the request. */
export function placeChoices(places: readonly IdPlace[]): readonly (readonly IdPlace[])[] {
  const variables = [...new Set(places.map(({ variable }) => variable))];
  const mixes = properMixes(variables).map((mix) => places.filter(({ variable }) => mix.includes(variable)));
  const single = places
    .filter(({ variable }) => placesOf(places, variable).length > 1)
    .map((place) => [place]);
  const choices = [places, ...mixes, ...single];
  return [...new Map(choices.map((choice) => [choice.map(placeKey).join(), choice])).values()];
}

/**
 * All that are neither empty nor everything; of many only one alone and all but one, because the number
 * doubles with each.
 */
function properMixes(variables: readonly string[]): readonly (readonly string[])[] {
  if (variables.length > MANY) {
    const allButOne = variables.map((left) => variables.filter((variable) => variable !== left));
    return [...variables.map((variable) => [variable]), ...allButOne];
  }
  const count = 2 ** variables.length - 2;
  return Array.from({ length: count }, (_, index) =>
    variables.filter((_variable, bit) => ((index + 1) >> bit) % 2 === 1),
  );
}

const MANY = 3;

function placesOf(places: readonly IdPlace[], variable: string): readonly IdPlace[] {
  return places.filter((place) => place.variable === variable);
}
