/**
 * The body of a cURL command as a chain states it: structured where it is JSON, fields or parts, else
 * text.
 */
import type { WrittenPart } from '../../../../core/files/writtenChain';
import { defined } from '../../../../core/defined';
import { encodeAround } from '../../../../core/prepare/url';
import {
  fileReference,
  formType,
  jsonType,
  structuredBody,
  type StructuredBody,
} from '../../shape/structuredBody';
import type { CurlOption } from './curlOptions';

/** A body, and what could not be part of it. */
export interface CurlBody extends StructuredBody {
  readonly leftOut: readonly string[];
}

const DATA_OPTIONS: ReadonlySet<string> = new Set([
  ...['data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json'],
]);

/**
 * The body from the options; `contentType` is the header's value, absent when there is none. `remark` gets
 * the files that are needed.
 */
export function readBody(
  options: readonly CurlOption[],
  contentType: string | undefined,
  remark: (sentence: string) => void,
): CurlBody {
  const upload = options.find(({ name }) => name === 'upload-file' || name === 'upload-text');
  if (upload !== undefined) {
    return uploadBody(upload, options, contentType, remark);
  }
  const forms = options.filter(({ name }) => name === 'form' || name === 'form-string');
  const data = options.filter(({ name }) => DATA_OPTIONS.has(name));
  const [only] = data;
  if (forms.length > 0) {
    const parts = forms.filter(({ value }) => value.indexOf('=') > 0);
    return {
      body: { multipart: parts.map((part) => multipartPart(part, remark)) },
      leftOut: forms.filter((form) => !parts.includes(form)).map(asWritten),
      typed: [],
    };
  }
  if (only === undefined) {
    return { leftOut: [], typed: [] };
  }
  const file = data.length === 1 && only.name !== 'data-urlencode' ? fileOf(only) : undefined;
  if (file !== undefined) {
    const type = contentType ?? (only.name === 'json' ? jsonType : formType);
    const body = { file: fileReference(file, remark), contentType: type };
    return { body, leftOut: [], typed: [] };
  }
  const { text, leftOut } = joinData(options);
  const type = contentType ?? (data.some(({ name }) => name === 'json') ? jsonType : formType);
  return { ...structuredBody(text, type), leftOut };
}

/** curl refuses `--upload-file` with `--data`; the file is what is sent. */
function uploadBody(
  { name, value }: CurlOption,
  options: readonly CurlOption[],
  contentType: string | undefined,
  remark: (sentence: string) => void,
): CurlBody {
  const content = name === 'upload-file' ? { file: fileReference(value, remark) } : { text: value };
  const data = options.filter((option) => DATA_OPTIONS.has(option.name));
  return {
    body: { ...content, ...defined({ contentType }) },
    leftOut: data.map(asWritten),
    typed: [],
  };
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

/** What `--url-query` adds to the URL: as `--data-urlencode` writes it, or unchanged with `+` in front. */
export function joinUrlQuery(options: readonly CurlOption[]): {
  readonly text: string;
  readonly leftOut: readonly string[];
} {
  const queries = options
    .filter(({ name }) => name === 'url-query')
    .map(({ value }) => ({
      name: value.startsWith('+') ? 'data-raw' : 'data-urlencode',
      value: value.replace(/^\+/, ''),
    }));
  const written = queries.filter((option) => fileOf(option) === undefined);
  const leftOut = queries.filter((option) => !written.includes(option));
  return {
    text: written.map(dataText).join('&'),
    leftOut: leftOut.map(({ value }) => `--url-query ${value}`),
  };
}

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

function multipartPart({ name: option, value }: CurlOption, remark: (sentence: string) => void): WrittenPart {
  const equals = value.indexOf('=');
  const name = value.slice(0, Math.max(equals, 0));
  const content = value.slice(equals + 1);
  if (option === 'form-string') {
    return { name, value: content };
  }
  const [first = '', ...settings] = content.split(/;\s*(?=(?:type|filename|headers|encoder)=)/);
  const setting = (key: string): string | undefined =>
    settings.find((text) => text.startsWith(`${key}=`))?.slice(key.length + 1);
  const [contentType, fileName] = [setting('type'), setting('filename')];
  const others = settings.filter((text) => /^(?:headers|encoder)=/.test(text));
  if (others.length > 0) {
    remark(`Settings of the part ${JSON.stringify(name)} are not carried over: ${others.join('; ')}.`);
  }
  if (first.startsWith('<')) {
    remark(
      `The content of the part ${JSON.stringify(name)} is sent as a file, with its name; curl sends it without.`,
    );
  }
  return {
    name,
    ...(/^[@<]/.test(first)
      ? { file: fileReference(unquoted(first.slice(1)), remark) }
      : { value: unquoted(first) }),
    ...(fileName === undefined ? {} : { fileName: unquoted(fileName) }),
    ...defined({ contentType }),
  };
}

/** curl's manual, `--form`: quotes are needed around what holds `;` or `,`. */
function unquoted(text: string): string {
  return /^".*"$/s.test(text) ? text.slice(1, -1).replace(/\\(["\\])/g, '$1') : text;
}
