/**
 * Planting: an unmistakable text in the body that creates or changes an object. Found again in an answer, it
 * proves whose object that shows. It goes where a person said, or else into members that plainly hold free
 * text; never into keys, enumerations or values that references give.
 */
import { isArray, isObject, type JsonValue } from '../../json/json';
import type { Body, ChainRequest, Field } from '../../model';
import { escapeReferences } from '../../prepare/template';
import { replaceMember, setMember } from './bodyMember';

/** Where texts are planted in the body of a request. */
export interface PlantedAt {
  /** JSONPaths (JSON bodies) or names of fields (forms); those that a body does not have are left out. */
  readonly paths: readonly string[];
  /** Whether members such as `note` and `description` take it as well. */
  readonly free: boolean;
}

/** A text and where it is planted. */
export interface Planted extends PlantedAt {
  readonly text: string;
}

/** Where a matrix says, or else where names suggest free text. */
export function plantedAt(paths: readonly string[]): PlantedAt {
  return { paths, free: paths.length === 0 };
}

/** The request with a text planted in its body. */
export function plantText(request: ChainRequest, { paths, free, text }: Planted): ChainRequest {
  const { body } = request;
  if (body === undefined) {
    return request;
  }
  const planted = escapeReferences(text);
  const first = free ? plantFreely(body, planted) : body;
  return { ...request, body: paths.reduce((whole, path) => replaceMember(whole, path, planted), first) };
}

/** The request with a property of its body set, added if it is missing; a request without body gets one. */
export function setProperty(request: ChainRequest, path: string, value: JsonValue): ChainRequest {
  return { ...request, body: setMember(request.body ?? { kind: 'json', value: {} }, path, value) };
}

function plantFreely(body: Body, text: string): Body {
  switch (body.kind) {
    case 'json':
      return { ...body, value: plantInJson(body.value, text) };
    case 'form':
      return { ...body, fields: body.fields.map((field) => plantInField(field, text)) };
    case 'multipart':
      return {
        ...body,
        parts: body.parts.map(({ value, ...part }) =>
          value === undefined ? part : plantInField({ ...part, value }, text),
        ),
      };
    case 'graphql':
      return body.variables === undefined ? body : { ...body, variables: plantInJson(body.variables, text) };
    case 'text':
    case 'file':
      return body;
  }
}

function plantInField<F extends Field>(field: F, text: string): F {
  return isFreeText(field.name, field.value) ? { ...field, value: text } : field;
}

function plantInJson(value: JsonValue, text: string): JsonValue {
  if (isArray(value)) {
    return value.map((item) => plantInJson(item, text));
  }
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isFreeText(name, member) ? text : plantInJson(member, text),
    ]),
  );
}

const FREE_TEXT_NAME =
  /^(?:note|description|comment|message|remark|summary|memo|bio|about|instruction|caption|feedback|review)s?$|(?:note|description|comment|message|remark|instruction)s?$|^title$/i;

/** A word of capitals (`URGENT`) or a short one (`Mr`, `low`) may be one of a fixed list. */
const MAYBE_FIXED = /^(?:[A-Z0-9_-]+|\S{1,5})$/;

function isFreeText(name: string, value: JsonValue): boolean {
  return (
    typeof value === 'string' &&
    !value.includes('{{') &&
    !MAYBE_FIXED.test(value) &&
    FREE_TEXT_NAME.test(name)
  );
}
