/**
 * Texts of a creation that can carry a planted text: its owner reads them back, and nothing tells that they have to
 * have a form, as keys, words of a fixed list, addresses and times do.
 */
import { isArray, isObject, type JsonValue } from '../../json/json';
import { bodyJson } from '../../language/bodyJson';
import type { Body } from '../../model';
import type { RecordedResponse } from '../../result/result';
import { jsonBody } from '../response/responseBody';

/** Paths of such texts as `canary` of a matrix has them, the most likely first. */
export function echoedTexts(body: Body, view: RecordedResponse): readonly string[] {
  const seen = seenIn(view);
  return carriers(body)
    .filter(({ text }) => seen(text))
    .map(({ path }) => path);
}

/** Paths of the texts of a body that could carry another text, whether or not anybody reads them. */
export function textPaths(body: Body): readonly string[] {
  return carriers(body).map(({ path }) => path);
}

/** Where a text is in a body. */
export interface TextPlace {
  /** JSONPath; of a form the name of the field. */
  readonly path: string;
  /** Of the member or field. */
  readonly name: string;
}

/** Where a body holds a text. */
export function placesOf(body: Body, text: string): readonly TextPlace[] {
  return textsOf(body).filter((carrier) => carrier.text.includes(text));
}

/** A text of a body. */
interface Carrier extends TextPlace {
  readonly text: string;
}

/** Sentences first, then longer words; a short word may be one of a fixed list. */
function carriers(body: Body): readonly Carrier[] {
  const rank = ({ text }: Carrier): number => (/\s/.test(text) ? 0 : text.length > MAX_SHORT ? 1 : 2);
  return textsOf(body)
    .filter(mayCarry)
    .toSorted((one, other) => rank(one) - rank(other));
}

const MAX_SHORT = 5;

function textsOf(body: Body): readonly Carrier[] {
  switch (body.kind) {
    case 'json':
      return textsIn(body.value);
    case 'graphql':
      return textsIn(body.variables ?? {});
    case 'text':
      return textsIn(bodyJson(body.text) ?? null);
    case 'form':
      return body.fields.map(({ name, value }) => ({ path: name, name, text: value }));
    case 'multipart':
      return body.parts.flatMap(({ name, value }) =>
        value === undefined ? [] : [{ path: name, name, text: value }],
      );
    case 'file':
      return [];
  }
}

function textsIn(value: JsonValue, path = '$', name = ''): readonly Carrier[] {
  if (typeof value === 'string') {
    return path === '$' ? [] : [{ path, name, text: value }];
  }
  if (isArray(value)) {
    return value.flatMap((item, index) => textsIn(item, `${path}[${index}]`, name));
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([key, member]: [string, JsonValue]) =>
        textsIn(member, `${path}${memberPath(key)}`, key),
      )
    : [];
}

/** A member as JSONPath names it: `.note`, `["the note"]`. */
export function memberPath(key: string): string {
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** What references give may identify something or be needed by later requests. */
function mayCarry({ name, text }: Carrier): boolean {
  return (
    text.trim() !== '' &&
    !text.includes('{{') &&
    !FORMED_NAME.test(name) &&
    !FORMED.some((form) => form.test(text))
  );
}

const FORMED_NAME =
  /(?:^|[_-]|[a-z](?=[A-Z]))(?:ids?|uuid|guid|keys?|tokens?|secrets?|passwords?|passwd|pin|code|slug|sku|e-?mail|phone|url|uri|href|link|date|time|status|state|type|kind|roles?|category|level|scope|gender|currency|country|language|locale|timezone|method|visibility|priority|color|colour)$/i;

/** Codes, numbers, addresses, links, times and colours. */
const FORMED = [
  /^[A-Z0-9_-]+$/,
  /^[\s\d.,:+()/-]+$/,
  /^[^\s@]+@[^\s@]+$/,
  /^(?:[a-z][a-z0-9+.-]*:|\/)\S*$/i,
  /^\d{4}-\d\d-\d\d/,
  /^[0-9a-f]{8}-[0-9a-f-]{27}$/i,
  /^#[0-9a-f]{3,8}$/i,
  /^(?:true|false|null|yes|no|on|off)$/i,
];

/** Whether a view holds a text: as one of its texts, or, where it is not JSON, anywhere. */
function seenIn(view: RecordedResponse): (text: string) => boolean {
  const json = jsonBody(view);
  if (json === undefined) {
    return (text) => text.length > MAX_SHORT && view.body.content.includes(text);
  }
  const texts = new Set(stringsIn(json));
  return (text) => texts.has(text);
}

function stringsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  if (isArray(value)) {
    return value.flatMap(stringsIn);
  }
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : [];
}
