/**
 * Values of an answer that a later request could take: members of JSON, fields, metas and links of a page,
 * headers, cookies, and the parts of addresses among them.
 *
 * An answer may hold a million values of which three are asked for. So the reader tells what it wants, and a
 * place is described only where its value is wanted.
 */
import { isArray, isObject } from '../json';
import type { JsonValue } from '../json';
import type { RecordedAnswer, RecordedStep } from './recordedSession';
import type { HeaderLine } from '../model';
import { pageValues } from './pageValues';
import { namePlace, nameSegment, resourceOf } from './placeName';
import type { PlaceName } from './placeName';
import { decoded, formFields, memberName, readJson, segmentsOf } from './slots';
import { parsedUrl } from '../parsedUrl';
import { plainText } from '../template';

/** Where in an answer. */
export type LeafPlace =
  | { readonly source: 'body'; readonly steps: readonly (string | number)[] }
  | { readonly source: 'html'; readonly css: string; readonly attribute: string; readonly name: string }
  | { readonly source: 'header'; readonly name: string }
  | { readonly source: 'cookie'; readonly name: string };

/** A value of an answer. */
export interface Leaf {
  /** Index of the step in the session. */
  readonly step: number;
  readonly place: LeafPlace;
  /** The place's whole value, decoded. */
  readonly whole: string;
  readonly value: string;
  /** Index of the segment of an address that the value is; absent when it is the whole. */
  readonly segment?: number;
  /** Name of the parameter of an address that the value is. */
  readonly parameter?: string;
  /** Members that lead to the value in the JSON that the place's text is. */
  readonly inner?: readonly (string | number)[];
  readonly name: PlaceName;
  readonly isNumber: boolean;
  /** Lists it stands in. */
  readonly lists: number;
}

/** What is done with the values of an answer. */
export interface LeafReader {
  readonly wants: (value: string) => boolean;
  readonly onLeaf: (leaf: Leaf) => void;
}

const HEADERS_SKIPPED =
  /^(?:date|expires|age|server|via|connection|keep-alive|vary|pragma|cache-control|content-.*|transfer-encoding|accept-ranges|strict-transport-security|x-powered-by|x-frame-options|x-content-type-options|x-xss-protection|referrer-policy|permissions-policy|cross-origin-.*|access-control-.*|alt-svc|nel|report-to|server-timing|x-request-id|x-correlation-id|x-runtime|x-response-time|:.*)$/i;
/** An address, or the path of one. */
const ADDRESS = /^(?:https?:\/\/[^/\s]+)?\/[^\s]+$/i;
/** An answer may say the whole header that it wants back (RFC 6750 §2.1). */
const SCHEME = 'Bearer ';
const MAX_ADDRESS_LENGTH = 2000;

/** Reads the values of a step's answer in the order headers, body. */
export function readLeaves(step: RecordedStep, index: number, reader: LeafReader): void {
  const { response } = step;
  if (response === undefined) {
    return;
  }
  const resource = resourceOf(segmentsOf(parsedUrl(step.url)?.pathname ?? ''));
  const told: Telling = { step: index, reader };
  readHeaders(response, told);
  const json = /html|xml/.test(response.mediaType) ? undefined : readJson(response.text);
  if (json !== undefined) {
    readMembers(json, { ...told, resource, steps: [], lists: 0 });
  } else if (response.mediaType.includes('html')) {
    for (const { name, value, css, attribute } of pageValues(response.text)) {
      tell(value, told, () => ({
        place: { source: 'html', css, attribute, name },
        name: namePlace(name, resource),
      }));
    }
  }
}

/** What is known of a place, told only where a value of it is wanted. */
interface Described {
  readonly place: LeafPlace;
  readonly name: PlaceName;
  readonly isNumber?: boolean;
  readonly lists?: number;
}

/** An answer as it is told to its reader. */
interface Telling {
  readonly step: number;
  readonly reader: LeafReader;
}

/** Tells a value, and the parts of one that is an address. */
function tell(whole: string, told: Telling, describe: () => Described): void {
  tellPart(whole, whole, told, describe);
  if (isAddress(whole)) {
    tellAddress(whole, told, describe);
  }
}

function tellPart(whole: string, value: string, { step, reader }: Telling, describe: () => Described): void {
  if (reader.wants(value)) {
    reader.onLeaf({ step, whole, value, isNumber: false, lists: 0, ...describe() });
  }
}

function tellAddress(whole: string, { step, reader }: Telling, describe: () => Described): void {
  const segments = segmentsOf(addressPath(whole));
  segments.forEach((value, segment) => {
    if (reader.wants(value)) {
      const name = nameSegment(segments, segment);
      reader.onLeaf({ step, whole, value, segment, lists: 0, ...describe(), isNumber: false, name });
    }
  });
  const [, query = ''] = /\?([^#]*)/.exec(whole) ?? [];
  for (const { name: parameter, value } of formFields(query)) {
    if (reader.wants(value)) {
      const name = namePlace(parameter, resourceOf(segments));
      reader.onLeaf({ step, whole, value, parameter, lists: 0, ...describe(), isNumber: false, name });
    }
  }
}

/** Whether a text is an address; the first character rules out most. */
function isAddress(text: string): boolean {
  const first = text.charCodeAt(0);
  return (
    (first === SLASH || (first | LOWER_CASE) === LETTER_H) &&
    text.length <= MAX_ADDRESS_LENGTH &&
    ADDRESS.test(text)
  );
}

const SLASH = 0x2f;
const LETTER_H = 0x68;
const LOWER_CASE = 0x20;

/** Whether a leaf is a part of an address. */
export function isAddressPart({ segment, parameter }: Leaf): boolean {
  return segment !== undefined || parameter !== undefined;
}

/** The path of an address. */
export function addressPath(address: string): string {
  return address.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** The cookie that a header sets, its value decoded and without quotes; absent for other headers. */
export function cookieOf({ name, value }: HeaderLine): HeaderLine | undefined {
  if (!/^set-cookie$/i.test(name)) {
    return undefined;
  }
  const [, cookie = '', content = ''] = /^\s*([^=;\s]+)=([^;]*)/.exec(value) ?? [];
  return { name: cookie, value: decoded(content.replace(/^"(.*)"$/, '$1')) };
}

function readHeaders({ headers }: RecordedAnswer, told: Telling): void {
  for (const { name, value } of headers) {
    const cookie = cookieOf({ name, value });
    if (cookie !== undefined) {
      const described: Described = {
        place: { source: 'cookie', name: cookie.name },
        name: namePlace(cookie.name, []),
      };
      tell(cookie.value, told, () => described);
    } else if (!HEADERS_SKIPPED.test(name)) {
      const described: Described = {
        place: { source: 'header', name },
        name: namePlace(name.replace(/^x-/i, ''), []),
      };
      tell(value, told, () => described);
      const unquoted = /^(?:W\/)?"(.*)"$/s.exec(value)?.[1];
      if (unquoted !== undefined) {
        tellPart(value, unquoted, told, () => described);
      }
    }
  }
}

/** A body as it is walked; one for each, for a million values are no place to make objects. */
interface MemberWalk extends Telling {
  readonly resource: readonly string[];
  readonly steps: (string | number)[];
  lists: number;
}

/** Depth is bounded: a text nested deeper is not read as JSON. */
function readMembers(value: JsonValue, walk: MemberWalk): void {
  const { steps } = walk;
  if (isArray(value)) {
    walk.lists += 1;
    for (let index = 0; index < value.length; index += 1) {
      steps.push(index);
      readMembers(value[index] ?? null, walk);
      steps.pop();
    }
    walk.lists -= 1;
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      steps.push(name);
      readMembers(value[name] ?? null, walk);
      steps.pop();
    }
  } else if (value !== null && typeof value !== 'boolean') {
    tellMember(value, walk);
  }
}

function tellMember(value: JsonValue, walk: MemberWalk): void {
  const text = plainText(value);
  const { step, reader } = walk;
  if (reader.wants(text)) {
    reader.onLeaf({ step, whole: text, value: text, ...describeMember(value, walk) });
  }
  if (isJsonText(text)) {
    tellInner(text, walk);
  } else if (isAddress(text)) {
    tellAddress(text, walk, () => describeMember(value, walk));
  } else if (text.startsWith(SCHEME)) {
    tellPart(text, text.slice(SCHEME.length), walk, () => describeMember(value, walk));
  }
}

function isJsonText(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first === BRACE || first === BRACKET) && text.length <= MAX_JSON_TEXT;
}

const BRACE = 0x7b;
const BRACKET = 0x5b;
/** UTF-16 code units of a member that is read as JSON itself. */
const MAX_JSON_TEXT = 65_536;

/** Tells the values of JSON that stands in a text, as events and webhooks carry it. */
function tellInner(text: string, { step, steps, resource, lists, reader }: MemberWalk): void {
  const json = readJson(text);
  if (json === undefined) {
    return;
  }
  const place: LeafPlace = { source: 'body', steps: [...steps] };
  const walk = (value: JsonValue, inner: readonly (string | number)[]): void => {
    if (inner.length > MAX_INNER_DEPTH) {
      return;
    }
    if (isArray(value)) {
      value.forEach((item, index) => walk(item, [...inner, index]));
    } else if (isObject(value)) {
      Object.entries(value).forEach(([name, member]) => walk(member, [...inner, name]));
    } else if (value !== null && typeof value !== 'boolean' && reader.wants(plainText(value))) {
      const name = memberName([...steps, ...inner], resource);
      const all = lists + inner.filter((one) => typeof one === 'number').length;
      const told = { step, whole: text, value: plainText(value), place, inner, name, lists: all };
      reader.onLeaf({ ...told, isNumber: typeof value !== 'string' });
    }
  };
  walk(json, []);
}

/** Members and positions from the text's JSON to a value. */
const MAX_INNER_DEPTH = 20;

function describeMember(value: JsonValue, { steps, resource, lists }: MemberWalk): Required<Described> {
  return {
    place: { source: 'body', steps: [...steps] },
    name: memberName(steps, resource),
    isNumber: typeof value !== 'string',
    lists,
  };
}
