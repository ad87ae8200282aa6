/** A body as a specification describes it, and which of its media types a chain can state best. */
import type { JsonValue } from '../../../../core/json/json';
import { memberOf } from '../../shape/externalJson';
import type { Operation } from './operations';
import { readExample } from './schemaSample';
import type { Place, Spec } from './spec';

/** A body as a specification describes it. */
export interface DescribedBody {
  readonly mediaType: string;
  /** Media types that it can have as well. */
  readonly others: readonly string[];
  readonly schema: Place;
  /** A value that is stated; absent where it has to be made from the schema. */
  readonly example?: JsonValue;
  /** Names of further examples. */
  readonly moreExamples: readonly string[];
  /** How single fields are written (`encoding`). */
  readonly encoding: Place;
}

/** The media type of a list that a chain can state best. */
export function bestMediaType(types: readonly string[]): string | undefined {
  const rank = (type: string): number => {
    const index = PREFERRED.findIndex((pattern) => pattern.test(type));
    return index === -1 ? PREFERRED.length : index;
  };
  const sound = types.filter((type) => /^[^\s/]+\/\S/.test(type));
  return sound.sort((one, other) => rank(one) - rank(other))[0];
}

export const JSON_TYPE = /^application\/json\b|[/+]json\b/i;
export const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
export const XML_TYPE = /[/+]xml\b/i;
const PREFERRED: readonly RegExp[] = [
  /^application\/json$/i,
  JSON_TYPE,
  FORM_TYPE,
  /^multipart\/form-data\b/i,
  /^multipart\//i,
  /^text\/plain\b/i,
  /^text\//i,
  XML_TYPE,
  /^\*\/\*$/,
];

/** The body of an operation in OpenAPI 3; absent when it describes none. */
export function describedBody(spec: Spec, { operation }: Operation): DescribedBody | undefined {
  const content = spec.members(spec.at(operation, 'requestBody', 'content'));
  const mediaType = bestMediaType(content.map(([type]) => type));
  const media = content.find(([type]) => type === mediaType)?.[1];
  if (mediaType === undefined || media === undefined) {
    return undefined;
  }
  const [named, ...more] = spec.members(spec.at(media, 'examples'));
  const schema = spec.at(media, 'schema');
  const example = memberOf(media.value, 'example') ?? memberOf(named?.[1].value, 'value');
  return {
    mediaType,
    others: content.map(([type]) => type).filter((type) => type !== mediaType),
    schema: memberOf(media.value, 'schema') === undefined ? schema : unresolved(media, 'schema'),
    ...(example === undefined ? {} : { example: readExample(example, schema.value) }),
    moreExamples: more.map(([name]) => JSON.stringify(name)),
    encoding: spec.at(media, 'encoding'),
  };
}

/** A member as written: text next to a reference counts. */
function unresolved({ value, file }: Place, name: string): Place {
  return { value: memberOf(value, name), file };
}
