/**
 * Members of answers that a specification does not list. Where a schema leaves open what else an object may have, by a
 * word such as `additionalProperties` or because it names no property at all, nothing of it is unlisted.
 */
import { createOperationMatcher, type ApiOperation } from '../../../../core/openapi/matchOperation';
import type {
  DescribedAnswers,
  MemberComparison,
  ShownAnswer,
  UnlistedMember,
} from '../../../../core/authz/model/describedAnswers';
import { isArray, isObject, type JsonValue } from '../../../../core/json/json';
import { escapePointer } from '../../../../core/prepare/references';
import { isTrue, memberOf, textOf, type Foreign } from '../../shape/externalJson';
import { bestMediaType, JSON_TYPE } from './describedBody';
import { documentedResponse, listOperations, type Operation } from './operations';
import { documentedSuccess } from './responseExample';
import { serverUrls } from './servers';
import type { Place, Spec } from './spec';

/** Reads what a specification says of answers; `name` is what people call it. */
export function describeAnswers(name: string, spec: Spec): DescribedAnswers {
  const match = createOperationMatcher(listOperations(spec), serverUrls(spec));
  const find = ({ method, path: url }: ApiOperation): Operation | undefined =>
    match({ method, url })?.operation;
  return {
    name,
    lists(asked) {
      const operation = find(asked);
      const responses = operation === undefined ? [] : documentedSuccess(spec, operation).responses;
      return responses.some((response) => {
        const schema = schemaOf(spec, response, undefined);
        return schema !== undefined && listsMembers(spec, schema);
      });
    },
    compare(asked, answer) {
      const operation = find(asked);
      const response = operation === undefined ? undefined : responseOf(spec, operation, answer);
      const schema = response === undefined ? undefined : schemaOf(spec, response, answer.mediaType);
      return schema === undefined || !listsMembers(spec, schema)
        ? undefined
        : comparison(membersIn(spec, answer.body, [schema], ''));
    },
  };
}

/** What is documented for a status; `default` only where no success is, because it mostly describes errors. */
function responseOf(
  spec: Spec,
  operation: Operation,
  { status }: Pick<ShownAnswer, 'status'>,
): Place | undefined {
  const [key, response] = documentedResponse(spec, operation, status) ?? [];
  const isOther = key !== undefined && !/^\d/.test(key);
  return isOther && hasSuccess(spec, operation) ? undefined : response;
}

function hasSuccess(spec: Spec, { operation }: Operation): boolean {
  return spec.members(spec.at(operation, 'responses')).some(([name]) => name.startsWith('2'));
}

/** The schema of a JSON body: `content` in OpenAPI 3, `schema` in Swagger 2. */
function schemaOf(spec: Spec, response: Place, sent: string | undefined): Place | undefined {
  const ofSwagger = spec.at(response, 'schema');
  if (ofSwagger.value !== undefined) {
    return ofSwagger;
  }
  const content = spec
    .members(spec.at(response, 'content'))
    .filter(([type]) => JSON_TYPE.test(type) || type === '*/*');
  const best = bestMediaType(content.map(([type]) => type));
  const media =
    content.find(([type]) => type.toLowerCase() === sent) ?? content.find(([type]) => type === best);
  return media === undefined ? undefined : schemaAt(spec, media[1], 'schema');
}

/** A schema below another place. One that has words besides its reference says more than what that leads to: it is left open. */
function schemaAt(spec: Spec, place: Place, name: string): Place {
  return asOneSchema(memberOf(place.value, name), spec.at(place, name));
}

function asOneSchema(written: Foreign, found: Place): Place {
  const isMore =
    memberOf(written, '$ref') !== undefined &&
    SCHEMA_WORDS.some((word) => memberOf(written, word) !== undefined);
  return isMore ? { value: undefined, file: found.file } : found;
}

const SCHEMA_WORDS = ['properties', 'allOf', 'oneOf', 'anyOf', 'additionalProperties', 'required', 'items'];

/** The schemas that a schema is put together from by a word. */
function partsOf(spec: Spec, schema: Place, word: string): readonly Place[] {
  const list = spec.at(schema, word);
  const written = list.value !== undefined && isArray(list.value) ? list.value : [];
  return spec.items(list).map((part, index) => asOneSchema(written[index], part));
}

/** Items in items that are looked into: a schema may be that of its own items. */
const MAX_DEPTH = 5;

/** Whether a schema, or that of its items, lists members. */
function listsMembers(spec: Spec, schema: Place, depth = 0): boolean {
  const listing = listingOf(spec, schema, new Set());
  return listing === undefined || listing.size > 0
    ? listing !== undefined
    : depth < MAX_DEPTH && itemsOf(spec, schema).some((items) => listsMembers(spec, items, depth + 1));
}

/** Schemas by the names of members; those that a name alone is known of have none. */
type Listing = ReadonlyMap<string, readonly Place[]>;

/** Words by which an object may have members that are not listed, or which need more than a look at the schema. */
const OPEN_WORDS =
  'patternProperties unevaluatedProperties if then else dependentSchemas dependencies $dynamicRef $recursiveRef'.split(
    ' ',
  );

/**
 * The members that a schema lists, parts that it is put together from included; undefined where it leaves open which
 * there are, and empty where it says nothing.
 */
function listingOf(spec: Spec, schema: Place, within: ReadonlySet<JsonValue>): Listing | undefined {
  const { value } = schema;
  if (value === undefined || !isObject(value) || isOpen(value)) {
    return undefined;
  }
  if (within.has(value)) {
    return new Map();
  }
  const inside = new Set([...within, value]);
  const listings = (word: string): readonly (Listing | undefined)[] =>
    partsOf(spec, schema, word)
      .filter(mayBeObject)
      .map((part) => listingOf(spec, part, inside));
  const whole = merged([ownListing(spec, schema), ...listings('allOf')]);
  const choices = [...listings('oneOf'), ...listings('anyOf')];
  const saysNothing = choices.some((choice) => choice?.size === 0);
  return whole === undefined || (whole.size === 0 && saysNothing) ? undefined : merged([whole, ...choices]);
}

function isOpen(schema: JsonValue): boolean {
  const further = memberOf(schema, 'additionalProperties');
  const hasChoices = memberOf(schema, 'oneOf') !== undefined || memberOf(schema, 'anyOf') !== undefined;
  return (
    (further !== undefined && further !== false) ||
    OPEN_WORDS.some((word) => memberOf(schema, word) !== undefined && memberOf(schema, word) !== false) ||
    // Which schemas build on this one, and what they add, is not said here.
    (memberOf(schema, 'discriminator') !== undefined && !hasChoices)
  );
}

/** Whether a schema can be that of an object: it says so, or it says nothing about types. */
function mayBeObject({ value }: Place): boolean {
  const type = memberOf(value, 'type');
  return type === undefined || type === 'object' || (isArray(type) && type.includes('object'));
}

/** What only requests have (`writeOnly`) is not listed for answers. What is only required is listed by its name. */
function ownListing(spec: Spec, schema: Place): Listing {
  const written = spec.at(schema, 'properties');
  const properties = spec.members(written);
  const known = new Set(properties.map(([name]) => name));
  const named = [
    ...spec.items(spec.at(schema, 'required')).map(({ value }) => textOf(value)),
    textOf(spec.at(schema, 'discriminator', 'propertyName').value),
  ];
  return new Map<string, readonly Place[]>([
    ...named.flatMap((name) => (name === undefined || known.has(name) ? [] : [[name, []] as const])),
    ...properties
      .filter(([, { value }]) => !isTrue(value, 'writeOnly'))
      .map(([name, place]) => [name, [asOneSchema(memberOf(written.value, name), place)]] as const),
  ]);
}

function merged(listings: readonly (Listing | undefined)[]): Listing | undefined {
  const all = new Map<string, readonly Place[]>();
  for (const listing of listings) {
    if (listing === undefined) {
      return undefined;
    }
    listing.forEach((places, name) => all.set(name, [...(all.get(name) ?? []), ...places]));
  }
  return all;
}

/** The schemas of the items of an array, parts that the schema is put together from included. */
function itemsOf(spec: Spec, schema: Place): readonly Place[] {
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((word) => partsOf(spec, schema, word));
  return [schema, ...parts].flatMap((part) => {
    const items = schemaAt(spec, part, 'items');
    return items.value === undefined ? [] : [items];
  });
}

interface FoundMember extends UnlistedMember {
  readonly isListed: boolean;
  readonly isEmptyList: boolean;
}

function comparison(members: Iterable<FoundMember>): MemberComparison {
  const all = [...members];
  const unlisted = all.filter(({ isListed }) => !isListed);
  return {
    listed: all.length - unlisted.length,
    hasEmptyList: all.some(({ isEmptyList }) => isEmptyList),
    unlisted: unlisted.map(({ pointer, value }) => ({ pointer, value })),
  };
}

/** The members of a value and of what is in it, as far as the description says anything about them. */
function* membersIn(
  spec: Spec,
  value: JsonValue,
  schemas: readonly Place[],
  pointer: string,
): Generator<FoundMember> {
  if (isArray(value)) {
    const items = schemas.flatMap((schema) => itemsOf(spec, schema));
    for (const [index, item] of value.entries()) {
      yield* membersIn(spec, item, items, `${pointer}/${index}`);
    }
    return;
  }
  const listing = isObject(value)
    ? merged(schemas.map((schema) => listingOf(spec, schema, new Set())))
    : undefined;
  if (!isObject(value) || listing === undefined || listing.size === 0) {
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const listed = listing.get(name);
    const place = `${pointer}/${escapePointer(name)}`;
    const inside = listed ?? [];
    yield {
      pointer: place,
      value: member,
      isListed: listed !== undefined,
      isEmptyList:
        isArray(member) && member.length === 0 && inside.some((schema) => listsMembers(spec, schema)),
    };
    yield* membersIn(spec, member, inside, place);
  }
}
