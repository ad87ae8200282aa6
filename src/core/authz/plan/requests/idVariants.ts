/**
 * Identifiers that are none, that are several, and global ones: a check that compares one identifier may let them
 * pass, and a server may take them for every object, the first one, or the one inside. They are for reading alone:
 * what a change by them would hit, nobody knows.
 */
import type { JsonObject, JsonValue } from '../../../json/json';
import type { ChainRequest } from '../../../model';
import type { IdPlace, VariantName } from '../../model/cell';
import { ownerReference, swapIds } from './swapIds';
import type { VariantSource, Vary } from './variantSource';

/** By name. */
export const idVariants = {
  'id-wildcard': constant('*'),
  'id-null': constant(null),
  'id-zero': constant(0),
  'id-negative': constant(-1),
  'id-list': several,
  'id-global': global,
} as const satisfies Partial<Record<VariantName, Vary>>;

/** The variable of an object in a request: that of its last place, those of parents being before it. */
function idOf({ places }: VariantSource): string | undefined {
  return places.at(-1)?.variable;
}

function constant(value: JsonValue): Vary {
  return (source) => {
    const id = idOf(source);
    return id === undefined
      ? undefined
      : written(source, { [guessed(id)]: value }, ({ variable }) =>
          variable === id ? reference(guessed(id)) : ownerReference(variable),
        );
  };
}

/** The caller's identifier and then the owner's: a list in JSON, a text with a comma anywhere else. */
function several(source: VariantSource): ReturnType<Vary> {
  const id = idOf(source);
  if (id === undefined) {
    return undefined;
  }
  const isJson = source.own.body?.kind === 'json' || source.own.body?.kind === 'graphql';
  const both = [reference(id), ownerReference(id)];
  const values = { [guessed(id)]: both, [`${guessed(id)}.text`]: both.join(',') };
  return written(source, values, (place) => {
    if (place.variable !== id) {
      return reference(place.variable);
    }
    return reference(isJson && place.in === 'body' ? guessed(id) : `${guessed(id)}.text`);
  });
}

/** `Order:7` in base64, as GraphQL servers name objects; the type is read from the name of the variable. */
function global(source: VariantSource): ReturnType<Vary> {
  const id = idOf(source);
  const type = id === undefined ? '' : typeNamed(id);
  if (id === undefined || type === '') {
    return undefined;
  }
  const inside = `${guessed(id)}.text`;
  const values = {
    [inside]: `${type}:${ownerReference(id)}`,
    [guessed(id)]: `{{$base64 ${inside}}}`,
  };
  return written(source, values, ({ variable }) =>
    variable === id ? reference(guessed(id)) : ownerReference(variable),
  );
}

/** `orderId` and `order_id` are of an `Order`; a text without a word before the identifier is of nothing. */
function typeNamed(variable: string): string {
  const words = variable.replace(/[_.-]?(?:id|uuid|guid|key)$/i, '').split(/[_.-]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

function written(
  { own, chain, places }: VariantSource,
  values: JsonObject,
  write: (place: IdPlace) => string,
): ChainRequest {
  const request = swapIds(own, chain, places, write);
  return { ...request, variables: { ...request.variables, ...values } };
}

function guessed(id: string): string {
  return `guessed.${id}`;
}

function reference(variable: string): string {
  return `{{${variable}}}`;
}
