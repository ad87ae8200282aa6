/**
 * What a request has other than the description says, as far as that is certain: what only a run knows, such as the value of
 * a reference, is never refused, and of a schema only the words count that hold whatever else it says.
 */
import { isArray, isObject, jsonEquals, jsonType, stringifyJson, type JsonValue } from '../../core/json/json';
import type { JsonPath } from '../../core/json/jsonDocument';
import { isCredentialName } from '../../core/masking/credentialNames';
import type { Field } from '../../core/model';
import { decodedSegment } from '../../core/openapi/matchOperation';
import type {
  ComparedCall,
  Comparison,
  RequestDifference,
  SentCall,
} from '../../core/openapi/namedDescription';
import { splitUrl } from '../../core/prepare/template';
import { JSON_TYPE } from '../importers/read/openapi/describedBody';
import { isUsable } from '../importers/read/openapi/parameter';
import { readExample, valueText } from '../importers/read/openapi/schemaSample';
import type { Operation } from '../importers/read/openapi/operations';
import { operationBody } from '../importers/read/openapi/requestBody';
import type { Place, Spec } from '../importers/read/openapi/spec';
import { isTrue, itemsOf, memberOf, textOf } from '../importers/shape/externalJson';
import { isNullable, markedMembers, propertiesOf } from './bundledSchema';
import type { OpenedDescription } from './describedResponse';

/** Compares requests with a description. */
export function comparisonWith(
  { spec, match }: Pick<OpenedDescription, 'spec' | 'match'>,
  operations: readonly Operation[],
): (request: ComparedCall) => Comparison {
  const mayBeOperation = mayBeOneOf(operations);
  return (request) => {
    const operation = match(request)?.operation;
    return operation === undefined
      ? { kind: mayBeOperation(request) ? 'unclear' : 'no-operation' }
      : {
          kind: 'described',
          differences: [
            ...parameterDifferences(spec, operation, request),
            ...bodyDifferences(spec, operation, request),
          ],
        };
  };
}

/** Tells whether a request may be one of these operations, whatever values its references have. */
function mayBeOneOf(operations: readonly Operation[]): (request: SentCall) => boolean {
  const described = operations.map(({ method, path }) => ({
    method: method.toUpperCase(),
    segments: literalSegments(path.replace(/\?.*$/s, '')),
  }));
  return ({ method, url }) => {
    const { pathStart, queryStart } = splitUrl(url);
    const sent = literalSegments(url.slice(pathStart, queryStart));
    return (
      method.includes('{{') ||
      sent.every((segment) => segment === undefined) ||
      described.some(
        ({ method: own, segments }) => own === method.toUpperCase() && mayEndWith(sent, segments),
      )
    );
  };
}

function mayEndWith(sent: Segments, segments: Segments): boolean {
  const before = sent.length - segments.length;
  return (
    before >= 0 &&
    segments.every((segment, index) => {
      const own = sent[before + index];
      return segment === undefined || own === undefined || segment === own;
    })
  );
}

type Segments = readonly (string | undefined)[];

/** The segments of a path; undefined for one that has a parameter or a reference in it. */
function literalSegments(path: string): Segments {
  return path
    .replace(/\{\{[^{}]*\}\}/g, '{}')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => (segment.includes('{') ? undefined : decodedSegment(segment)));
}

/** Headers that OpenAPI describes elsewhere: a parameter of that name is ignored. */
export const NOT_PARAMETERS = /^(?:accept|content-type|authorization)$/i;

/** Values that a description states at a place. They are never refused: a description may contradict itself. */
function statedAt({ value }: Place): readonly JsonValue[] {
  const examples = memberOf(value, 'examples');
  const named = Object.values(examples !== undefined && isObject(examples) ? examples : {});
  return [
    ...['example', 'x-example', 'default'].map((word) => memberOf(value, word)),
    ...itemsOf(examples),
    ...named.map((one) => memberOf(one, 'value')),
  ].filter((one) => one !== undefined);
}

/** Types of which a value has the name of its parameter, and no other. */
const NAMED_TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'array'];

function* parameterDifferences(
  spec: Spec,
  { parameters }: Operation,
  request: ComparedCall,
): Generator<RequestDifference> {
  for (const place of parameters) {
    const name = textOf(memberOf(place.value, 'name')) ?? '';
    const schema = memberOf(place.value, 'schema') === undefined ? place : spec.at(place, 'schema');
    const where = WHERE.find((one) => one === memberOf(place.value, 'in'));
    const isPlain = NAMED_TYPES.includes(memberOf(schema.value, 'type')) && !isCredentialName(name);
    if (where === undefined || !isUsable(where, name) || !isPlain || NOT_PARAMETERS.test(name)) {
      continue;
    }
    const member = where === 'query' ? 'query' : 'headers';
    const sent = request[member]
      .map((field, index) => ({ ...field, index }))
      .filter(({ disabled }) => !disabled);
    const found = sent.filter((field) => isNamed(field, name, where));
    if (found.length === 0 && isTrue(place.value, 'required') && !mayHave(request, sent, name, where)) {
      const message = `The description requires the ${where} parameter ${JSON.stringify(name)}. Add it.`;
      yield { code: 'openapi-missing', path: [member], missing: name, message };
    }
    for (const { value, index } of found) {
      const isStated = [...statedAt(place), ...statedAt(schema)].some((one) => valueText(one) === value);
      if (!isStated && !isTextOf(schema.value ?? null, value)) {
        const message = refused(name, value, schema.value ?? null);
        yield { code: 'openapi-type', path: [member, index, 'value'], message };
      }
    }
  }
}

const WHERE = ['query', 'header'] as const;

function isNamed({ name: sent }: Field, name: string, where: (typeof WHERE)[number]): boolean {
  return where === 'query'
    ? sent === name || sent.startsWith(`${name}[`)
    : sent.toLowerCase() === name.toLowerCase();
}

/** Whether a parameter may be sent under a name that only a run knows, or in the URL. */
function mayHave({ url }: ComparedCall, sent: readonly Field[], name: string, where: string): boolean {
  const query = where === 'query' ? url.slice(splitUrl(url).queryStart) : '';
  return (
    sent.some((field) => field.name.includes('{{')) ||
    query.includes('{{') ||
    query.split(/[?&#]/).some((one) => decodedSegment(one.split('=', 1)[0] ?? '') === name)
  );
}

/** Whether a text in a query or a header can be a value of a schema. */
function isTextOf(schema: JsonValue, text: string): boolean {
  if (text.includes('{{')) {
    return true;
  }
  const values = itemsOf(memberOf(schema, 'enum'));
  const isKnown = values.length === 0 || values.some((value) => valueText(value) === text);
  switch (memberOf(schema, 'type')) {
    case 'integer':
      return isKnown && /^[+-]?\d+(?:\.0*)?$/.test(text);
    case 'number':
      return isKnown && text.trim() !== '' && !Number.isNaN(Number(text));
    case 'boolean':
      return isKnown && /^(?:true|false)$/i.test(text);
    case 'string':
      return isKnown;
    default:
      return true;
  }
}

function refused(name: string, value: JsonValue, schema: JsonValue): string {
  const values = itemsOf(memberOf(schema, 'enum'));
  const named = JSON.stringify(name);
  const shown = isArray(value) ? '[…]' : isObject(value) ? '{…}' : stringifyJson(value);
  if (values.length === 0) {
    return `The description has ${named} of type ${typesOf(schema).join(' | ')}, not ${shown}. Change it.`;
  }
  return values.length > MOST_NAMED
    ? `The description has ${named} one of the values that it lists, not ${shown}. Change it.`
    : `The description has ${named} one of ${values.map((one) => stringifyJson(one)).join(', ')}, not ${shown}. Change it.`;
}

/** Values that are listed in a message. */
const MOST_NAMED = 10;

function* bodyDifferences(
  spec: Spec,
  operation: Operation,
  { body }: ComparedCall,
): Generator<RequestDifference> {
  const described = operationBody(spec, operation);
  if (described === undefined) {
    return;
  }
  if (body === undefined) {
    const inSwagger = operation.parameters.filter(({ value }) => memberOf(value, 'in') === 'body');
    if (
      [...inSwagger, spec.at(operation.operation, 'requestBody')].some(({ value }) =>
        isTrue(value, 'required'),
      )
    ) {
      yield { code: 'openapi-missing', path: [], message: 'The description requires a body. Add it.' };
    }
  } else if (body.kind === 'json' && JSON_TYPE.test(described.mediaType)) {
    const stated = [described.example].filter((one) => one !== undefined);
    const whole = { value: body.value, path: ['body', 'json'], name: 'body', stated };
    yield* valueDifferences(spec, whole, described.schema);
  }
}

/** A value in a body, its place in the request, and what messages call it. */
interface SentValue {
  readonly value: JsonValue;
  readonly path: JsonPath;
  readonly name: string;
  /** What the description states there. */
  readonly stated: readonly JsonValue[];
}

/** Values in values that are compared, and items of each list. */
const MAX_DEPTH = 30;
const MAX_ITEMS = 100;

function* valueDifferences(spec: Spec, sent: SentValue, place: Place): Generator<RequestDifference> {
  const { value, path, name } = sent;
  const schema = spec.resolve(place);
  const stated = [...sent.stated, ...statedAt(schema).map((one) => readExample(one, schema.value))];
  const isReference = typeof value === 'string' && value.includes('{{');
  const isStated = stated.some((one) => jsonEquals(one, value));
  if (schema.value === undefined || isReference || isStated || path.length > MAX_DEPTH) {
    return;
  }
  if (!isValueOf(schema.value, value)) {
    yield { code: 'openapi-type', path, message: refused(name, value, schema.value) };
    return;
  }
  // A part may say that a member is only in responses which another part requires.
  const parts = [schema, ...spec.items(spec.at(schema, 'allOf'))];
  if (isObject(value)) {
    const described = parts.flatMap((part) => propertiesOf(spec, part));
    const inResponses = new Set(parts.flatMap((part) => markedMembers(spec, part, 'readOnly')));
    const isOpen = Object.keys(value).some((own) => own.includes('{{'));
    // Descriptions require by mistake what they do not describe.
    const names = isOpen
      ? []
      : described.map(([member]) => member).filter((member) => !inResponses.has(member));
    const required = new Set(parts.flatMap((part) => itemsOf(spec.at(part, 'required').value)));
    for (const member of new Set(names.filter((one) => required.has(one) && !Object.hasOwn(value, one)))) {
      if (stated.every((one) => !isObject(one) || Object.hasOwn(one, member))) {
        const message = `The description requires ${JSON.stringify(member)} in ${name}. Add it.`;
        yield { code: 'openapi-missing', path, missing: member, message };
      }
    }
    for (const [member, inner] of described) {
      if (Object.hasOwn(value, member)) {
        const ofMember = stated.flatMap((one) =>
          isObject(one) && one[member] !== undefined ? [one[member]] : [],
        );
        const own = { value: value[member] ?? null, path: [...path, member], name: member, stated: ofMember };
        yield* valueDifferences(spec, own, inner);
      }
    }
  } else if (isArray(value)) {
    const ofItems = stated.filter(isArray).flat();
    for (const [index, item] of value.slice(0, MAX_ITEMS).entries()) {
      const own = { value: item, path: [...path, index], name: `${name}[${index}]`, stated: ofItems };
      for (const part of parts) {
        yield* valueDifferences(spec, own, spec.at(part, 'items'));
      }
    }
  }
}

function isValueOf(schema: JsonValue, value: JsonValue): boolean {
  const types = typesOf(schema);
  const type = jsonType(value);
  const values = itemsOf(memberOf(schema, 'enum'));
  return (
    (value === null && isNullable(schema)) ||
    ((types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))) &&
      (values.length === 0 || values.some((one) => jsonEquals(one, value))))
  );
}

function typesOf(schema: JsonValue): readonly string[] {
  const type = memberOf(schema, 'type');
  return typeof type === 'string' ? [type] : itemsOf(type).filter((one) => typeof one === 'string');
}
