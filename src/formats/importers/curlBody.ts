/**
 * The body of a cURL command as a chain states it: structured where it is JSON, fields or parts, else
 * text.
 */
import { isArray, isObject, parseJson } from '../../core/json';
import type { JsonObject, JsonValue } from '../../core/json';
import { escapeReferences } from '../../core/template';
import { encodeAround } from '../../core/url';
import type { CurlOption } from './curlOptions';

/** A body, and what could not be part of it. */
export interface CurlBody {
  /** Member `body` of a request; absent when the command sends none. */
  readonly body?: JsonObject;
  /** The Content-Type header is what such a body is sent with anyway. */
  readonly impliesType: boolean;
  readonly leftOut: readonly string[];
}

const DATA_OPTIONS: ReadonlySet<string> = new Set([
  ...['data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json'],
]);

/** The body that the options make; `contentType` is the header's value, absent when there is none. */
export function readBody(options: readonly CurlOption[], contentType: string | undefined): CurlBody {
  const forms = options.filter(({ name }) => name === 'form' || name === 'form-string');
  if (forms.length > 0) {
    const parts = forms.filter(({ value }) => value.indexOf('=') > 0);
    return {
      body: { multipart: parts.map(multipartPart) },
      impliesType: false,
      leftOut: forms.filter((form) => !parts.includes(form)).map(asWritten),
    };
  }
  const data = options.filter(({ name }) => DATA_OPTIONS.has(name));
  const [only] = data;
  if (only === undefined) {
    return { impliesType: false, leftOut: [] };
  }
  const file = data.length === 1 ? fileOf(only) : undefined;
  if (file !== undefined) {
    const type = contentType ?? (only.name === 'json' ? JSON_TYPE : FORM_TYPE);
    return { body: { file, contentType: type }, impliesType: true, leftOut: [] };
  }
  const { text, leftOut } = joinData(options);
  const type = contentType ?? (data.some(({ name }) => name === 'json') ? JSON_TYPE : undefined);
  return { ...structured(text, type), leftOut };
}

/** What `--data` and its relatives send, joined as curl does it. Those that read files are left out. */
export function joinData(options: readonly CurlOption[]): {
  readonly text: string;
  readonly leftOut: readonly string[];
} {
  const data = options.filter(({ name }) => DATA_OPTIONS.has(name));
  const written = data.filter((option) => fileOf(option) === undefined);
  const text = written.reduce((joined, option) => {
    const separator = joined === '' || option.name === 'json' ? '' : '&';
    return joined + separator + dataText(option);
  }, '');
  return {
    text,
    leftOut: data.filter((option) => fileOf(option) !== undefined).map(asWritten),
  };
}

/**
 * A urlencoded text as names and values; absent when it is something else. What only looks like a
 * reference once it is decoded is escaped.
 */
export function readFields(text: string): readonly Field[] | undefined {
  const fields = text.split('&').map((pair) => {
    const equals = pair.indexOf('=');
    const name = decoded(pair.slice(0, Math.max(equals, 0)));
    const value = decoded(pair.slice(equals + 1));
    return name === undefined || name === '' || value === undefined ? undefined : { name, value };
  });
  return fields.every((field) => field !== undefined) ? fields : undefined;
}

/** A name and a value, decoded. */
interface Field extends JsonObject {
  readonly name: string;
  readonly value: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

function asWritten({ name, value }: CurlOption): string {
  return `--${name} ${value}`;
}

/** The file that an option reads its data from. */
function fileOf({ name, value }: CurlOption): string | undefined {
  if (name === 'data-raw') {
    return undefined;
  }
  if (name === 'data-urlencode') {
    return /^[^=@]*@(.+)$/s.exec(value)?.[1];
  }
  return value.startsWith('@') ? value.slice(1) : undefined;
}

/** curl's manual, `--data-urlencode`: `text`, `=text`, `name=text`. */
function dataText({ name, value }: CurlOption): string {
  if (name !== 'data-urlencode') {
    return value;
  }
  const equals = value.indexOf('=');
  const prefix = equals > 0 ? value.slice(0, equals + 1) : '';
  return prefix + encodeAround(value.slice(equals + 1));
}

function structured(text: string, type: string | undefined): Omit<CurlBody, 'leftOut'> {
  const json = type === undefined || /[/+]json\b/i.test(type) ? jsonOf(text) : undefined;
  if (json !== undefined && (type !== undefined || isObject(json) || isArray(json))) {
    return { body: { json }, impliesType: type === undefined || type.toLowerCase() === JSON_TYPE };
  }
  const form =
    type === undefined || type.toLowerCase() === FORM_TYPE
      ? readFields(text.replaceAll('+', '%20'))
      : undefined;
  if (form !== undefined) {
    return { body: { form }, impliesType: true };
  }
  return { body: { text, contentType: type ?? FORM_TYPE }, impliesType: true };
}

function jsonOf(text: string): JsonValue | undefined {
  try {
    return parseJson(text);
  } catch {
    // Not JSON, or nested too deep to be edited: it is sent as the text it is.
    return undefined;
  }
}

function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return text.includes('{{') ? plain : escapeReferences(plain);
  } catch {
    // URIError: a % that begins no escape.
    return undefined;
  }
}

function multipartPart({ name: option, value }: CurlOption): JsonObject {
  const equals = value.indexOf('=');
  const name = value.slice(0, Math.max(equals, 0));
  const content = value.slice(equals + 1);
  if (option === 'form-string') {
    return { name, value: content };
  }
  const [first = '', ...settings] = content.split(/;(?=(?:type|filename)=)/);
  const setting = (key: string): string | undefined =>
    settings.find((text) => text.startsWith(`${key}=`))?.slice(key.length + 1);
  const [contentType, fileName] = [setting('type'), setting('filename')];
  return {
    name,
    ...(/^[@<]/.test(first) ? { file: first.slice(1) } : { value: first }),
    ...(fileName === undefined ? {} : { fileName: unquoted(fileName) }),
    ...(contentType === undefined ? {} : { contentType }),
  };
}

function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1) : text;
}
