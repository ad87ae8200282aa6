/**
 * Where a chain states what a slot of a recorded request held, and what it says there once a reference takes
 * the value's place.
 *
 * The chain was made of the recording, or ran as recorded: its text holds the value, or a secret in its
 * place. A place that refers to a variable already is left alone: somebody has decided.
 */
import { isNumber, isObject, type JsonValue } from '../../json/json';
import { nodeAt, type JsonPath } from '../../json/jsonDocument';
import { parseTree } from '../../json/jsonTree';
import { valueAtSteps } from '../../extraction/responsePart';
import { plainText, splitUrl } from '../../prepare/template';
import { elementKey, type Slot } from '../read/slots';
import { multipartTexts } from '../read/multipartText';
import { readXml, xmlValues } from '../read/xmlTree';
import { replaceValue, SPELLINGS, textOf, type Spelling } from './spelledText';

/** A place of a request, and the text it gets. */
export interface PlaceChange {
  /** From the request. */
  readonly path: JsonPath;
  readonly text: string;
}

/** What a slot is to refer to. */
export interface SlotReference {
  readonly slot: Pick<Slot, 'location' | 'key' | 'value' | 'steps' | 'following'>;
  /** All of the slot's value, or a part. */
  readonly value: string;
  readonly variable: string;
}

/** The change of a request, as a file states it, by which a slot refers to a variable; absent when it has no such place. */
export function referAt(request: JsonValue, reference: SlotReference): PlaceChange | undefined {
  switch (reference.slot.location) {
    case 'path':
      return changeSegment(request, reference);
    case 'query':
      return changeRow(request, ['query'], reference) ?? changeUrlQuery(request, reference);
    case 'header':
      return changeRow(request, ['headers'], reference);
    case 'auth':
      return changeAuth(request, reference);
    case 'body':
      return changeBody(request, reference);
  }
}

const SECRET_ONLY = /^\{\{\s*\$secret [^{}]*\}\}$/;

/** The text with the value replaced; absent where it is not there, or something else is referred to. */
function withReference(
  text: string,
  { slot, value, variable }: SlotReference,
  spelling: Spelling = SPELLINGS.plain,
): string | undefined {
  const reference = `{{${variable}}}`;
  if (slot.value === value && SECRET_ONLY.test(text)) {
    return reference;
  }
  // `Scheme {{$secret TOKEN}}`: the import put a secret in the place of what proves.
  const before = slot.value.endsWith(value) ? slot.value.slice(0, slot.value.length - value.length) : '';
  if (before !== '' && text.startsWith(before) && SECRET_ONLY.test(text.slice(before.length))) {
    return before + reference;
  }
  return replaceValue(text, { value, replacement: reference }, spelling);
}

function changeAt(request: JsonValue, path: JsonPath, reference: SlotReference): PlaceChange | undefined {
  const value = valueAtSteps(request, path);
  const isScalar = typeof value === 'string' || (value !== undefined && isNumber(value));
  const text = isScalar ? withReference(plainText(value), reference) : undefined;
  return text === undefined ? undefined : { path, text };
}

function changeSegment(request: JsonValue, reference: SlotReference): PlaceChange | undefined {
  const url = valueAtSteps(request, ['url']);
  if (typeof url !== 'string') {
    return undefined;
  }
  const { pathStart, queryStart } = splitUrl(url);
  const parts = url.slice(pathStart, queryStart).split('/');
  const filled = parts.flatMap((part, index) => (part === '' ? [] : [index]));
  const index = filled.at(-1 - (reference.slot.following ?? 0));
  const part = index === undefined ? '' : (parts[index] ?? '');
  // A part may be one of several, of which some are references already.
  const isStated =
    reference.value !== reference.slot.value || reference.value === textOf(part, SPELLINGS.path);
  const text = isStated ? withReference(part, reference, SPELLINGS.path) : undefined;
  if (index === undefined || text === undefined) {
    return undefined;
  }
  const path = parts.with(index, text).join('/');
  return { path: ['url'], text: url.slice(0, pathStart) + path + url.slice(queryStart) };
}

function changeUrlQuery(request: JsonValue, reference: SlotReference): PlaceChange | undefined {
  const url = valueAtSteps(request, ['url']);
  if (typeof url !== 'string') {
    return undefined;
  }
  const { queryStart } = splitUrl(url);
  const start = url.charAt(queryStart) === '?' ? queryStart + 1 : queryStart;
  const query = changeFields(url.slice(start), reference, SPELLINGS.query);
  return query === undefined ? undefined : { path: ['url'], text: url.slice(0, start) + query };
}

/** A urlencoded text with a reference in the first field of that name that says the value. */
function changeFields(text: string, reference: SlotReference, spelling: Spelling): string | undefined {
  const fields = text.split('&');
  for (const [index, field] of fields.entries()) {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(field) ?? [];
    const isWanted = name !== '' && textOf(name, spelling) === reference.slot.key;
    const changed = isWanted ? withReference(value, reference, spelling) : undefined;
    if (changed !== undefined) {
      return fields.with(index, `${name}=${changed}`).join('&');
    }
  }
  return undefined;
}

/** A row of a list of fields, by its name. */
function changeRow(request: JsonValue, list: JsonPath, reference: SlotReference): PlaceChange | undefined {
  const rows = valueAtSteps(request, list);
  if (!Array.isArray(rows)) {
    return undefined;
  }
  const wanted = String(reference.slot.key);
  const isHeader = list[0] === 'headers';
  const changes = rows.flatMap((row: JsonValue, index): readonly PlaceChange[] => {
    const name = isObject(row) ? row['name'] : undefined;
    const isWanted =
      typeof name === 'string' && (isHeader ? name.toLowerCase() === wanted.toLowerCase() : name === wanted);
    const change = isWanted ? changeAt(request, [...list, index, 'value'], reference) : undefined;
    return change === undefined ? [] : [change];
  });
  return changes[0];
}

function changeAuth(request: JsonValue, reference: SlotReference): PlaceChange | undefined {
  const type = valueAtSteps(request, ['auth', 'type']);
  const member = typeof type === 'string' ? AUTH_MEMBERS.get(type) : undefined;
  const proof = { ...reference, slot: { ...reference.slot, value: reference.value } };
  return member === undefined
    ? changeRow(request, ['headers'], reference)
    : changeAt(request, ['auth', member], proof);
}

/** Members that hold what proves. */
const AUTH_MEMBERS: ReadonlyMap<string, string> = new Map([
  ['bearer', 'token'],
  ['apiKey', 'value'],
]);

function changeBody(request: JsonValue, reference: SlotReference): PlaceChange | undefined {
  const { steps } = reference.slot;
  if (steps !== undefined) {
    return (
      changeAt(request, ['body', 'json', ...steps], reference) ??
      changeAt(request, ['body', 'graphql', ...steps], reference) ??
      changeText(request, (body) => changeMember(body, steps, reference))
    );
  }
  return (
    changeRow(request, ['body', 'form'], reference) ??
    changeRow(request, ['body', 'multipart'], reference) ??
    changeText(request, (body, type) => {
      switch (type) {
        case 'application/x-www-form-urlencoded':
          return changeFields(body, reference, SPELLINGS.form);
        case 'multipart/form-data':
          return changePart(body, reference);
        default:
          return changeElement(body, reference);
      }
    })
  );
}

/** A body that the chain states as text, and sends verbatim. `change` gets the body and its media type. */
function changeText(
  request: JsonValue,
  change: (body: string, type: string) => string | undefined,
): PlaceChange | undefined {
  const path = ['body', 'text'];
  const body = valueAtSteps(request, path);
  const stated = valueAtSteps(request, ['body', 'contentType']);
  const [type = ''] = typeof stated === 'string' ? (/^[^;\s]+/.exec(stated.toLowerCase()) ?? []) : [];
  const text = typeof body === 'string' ? change(body, type) : undefined;
  return text === undefined ? undefined : { path, text };
}

/** The first field of that name that says the value, in a multipart body. */
function changePart(body: string, reference: SlotReference): string | undefined {
  for (const { name, value, start, end } of multipartTexts(body)) {
    const changed = name === reference.slot.key ? withReference(value, reference) : undefined;
    if (changed !== undefined) {
      return body.slice(0, start) + changed + body.slice(end);
    }
  }
  return undefined;
}

/** A text or number of JSON that is stated as text, as it is where it contains braces in pairs. */
function changeMember(body: string, steps: JsonPath, reference: SlotReference): string | undefined {
  const node = nodeAt(parseTree(readableJson(body)).root, steps);
  const isText = node?.kind === 'scalar' && typeof node.value === 'string';
  if (node === undefined || !(isText || node.kind === 'number')) {
    return undefined;
  }
  const quote = isText ? 1 : 0;
  const [start, end] = [node.start + quote, node.end - quote];
  const text = withReference(body.slice(start, end), reference, SPELLINGS.json);
  return text === undefined ? undefined : body.slice(0, start) + text + body.slice(end);
}

/** The text, of the same length, as the JSON that it becomes: a reference can be a number or part of a text. */
function readableJson(body: string): string {
  return body.replace(/\\\{\{|\{\{[^{}]*\}\}/g, (mark) => '1'.repeat(mark.length));
}

/** A text in an XML body, which is written verbatim; one with character references is left alone. */
function changeElement(body: string, reference: SlotReference): string | undefined {
  const document = readXml(body);
  const found =
    document === undefined
      ? undefined
      : xmlValues(document).find(({ path }) => elementKey(path) === reference.slot.key);
  if (found === undefined) {
    return undefined;
  }
  const { start, end } = found.text;
  const text = withReference(body.slice(start, end), reference);
  return text === undefined ? undefined : body.slice(0, start) + text + body.slice(end);
}
