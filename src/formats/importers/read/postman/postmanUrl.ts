/**
 * The address of a request in Postman: put together from its parts, as Postman sends it, because `raw` is
 * only what somebody typed once and often says something else.
 */
import type { WrittenField } from '../../../../core/files/writtenChain';
import { encodeAround } from '../../../../core/prepare/url';
import { itemsOf, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import { decodeAround, decodedWhereEscaped, withScheme } from '../../shape/urlTexts';
import type { TextReader } from './postmanText';

/** The members `url` and `query` of a request. */
export interface PostmanUrl {
  /** Empty when there is none. */
  readonly url: string;
  readonly query: readonly WrittenField[];
  /** User name and password from the address; chains have them as authentication. */
  readonly user?: { readonly username: string; readonly password: string };
}

/** Reads the `url` of a request: a text, or an object of parts. */
export function readUrl(value: Foreign, reader: TextReader, remark: (sentence: string) => void): PostmanUrl {
  const written = textOf(value);
  if (written !== undefined) {
    return readWritten(written, reader, remark);
  }
  const base = baseOf(value);
  const raw = textOf(memberOf(value, 'raw')) ?? '';
  if (base === '') {
    return readWritten(raw, reader, remark);
  }
  const params = itemsOf(memberOf(value, 'query')).map(paramOf);
  const { user, rest } = userOf(value);
  const url = withScheme(rest + base + pathOf(value, remark));
  const inUrl = params.some((param) => !param.disabled && !isRow(param));
  const enabled = params.filter(({ disabled }) => !disabled);
  const query = inUrl && enabled.length > 0 ? `?${enabled.map(inText).join('&')}` : '';
  const rows = inUrl ? params.filter(({ disabled }) => disabled) : params;
  return {
    url: reader.read(url + query),
    query: rows.flatMap((param) => rowOf(param, reader, remark)),
    ...(user === undefined
      ? {}
      : { user: { username: reader.read(user[0]), password: reader.read(user[1]) } }),
  };
}

interface Param {
  readonly name: string | undefined;
  /** Absent for a name without equals sign. */
  readonly value: string | undefined;
  readonly disabled: boolean;
}

function paramOf(param: Foreign): Param {
  return {
    name: scalarText(memberOf(param, 'key')),
    value: scalarText(memberOf(param, 'value')),
    disabled: memberOf(param, 'disabled') === true,
  };
}

/** An address that is one text. Its query stays in it and is sent unchanged. */
function readWritten(written: string, reader: TextReader, remark: (sentence: string) => void): PostmanUrl {
  const text = written.trim();
  const path = text.replace(/[?#].*$/s, '');
  (path.match(/(?<=\/):[^/{}]+/g) ?? []).forEach((name) => remark(withoutValue(name)));
  const [, scheme = '', user = '', rest = text] = USER.exec(text) ?? [];
  const url = text === '' ? '' : withScheme(user === '' ? text : scheme + rest);
  const [username = '', ...password] = user.split(':');
  return {
    url: reader.read(url),
    query: [],
    ...(user === ''
      ? {}
      : { user: { username: reader.read(username), password: reader.read(password.join(':')) } }),
  };
}

const USER = /^([a-z][a-z0-9+.-]*:\/\/)([^/?#{}]*)@(.*)$/is;

function baseOf(url: Foreign): string {
  const host = joined(memberOf(url, 'host'), '.');
  const port = scalarText(memberOf(url, 'port')) ?? '';
  return host === '' ? '' : `${host}${port === '' ? '' : `:${port}`}`;
}

function userOf(url: Foreign): { readonly user?: readonly [string, string]; readonly rest: string } {
  const protocol = (textOf(memberOf(url, 'protocol')) ?? '').replace(/:?\/*$/, '');
  const rest = protocol === '' ? '' : `${protocol}://`;
  const auth = memberOf(url, 'auth');
  const username = scalarText(memberOf(auth, 'user'));
  return username === undefined
    ? { rest }
    : { rest, user: [username, scalarText(memberOf(auth, 'password')) ?? ''] };
}

/** The path with the values of its variables: `:id` is one whose entry says `key` or `id`. */
function pathOf(url: Foreign, remark: (sentence: string) => void): string {
  const path = memberOf(url, 'path');
  const parts = textOf(path)?.replace(/^\//, '').split('/') ?? itemsOf(path).map(segmentOf);
  if (parts.length === 0) {
    return '';
  }
  const values = new Map(
    itemsOf(memberOf(url, 'variable')).flatMap((entry): readonly (readonly [string, string])[] => {
      const name = scalarText(memberOf(entry, 'key')) ?? scalarText(memberOf(entry, 'id'));
      const isOff = memberOf(entry, 'disabled') === true;
      return name === undefined || isOff ? [] : [[name, scalarText(memberOf(entry, 'value')) ?? '']];
    }),
  );
  const segments = parts.map((part) => {
    const name = /^:(.+)$/s.exec(part)?.[1];
    const value = name === undefined ? part : values.get(name);
    if (value === undefined || (name !== undefined && value === '')) {
      remark(withoutValue(part));
      return part;
    }
    return value;
  });
  return `/${segments.map((segment) => encodeSome(segment, /[#?]/g)).join('/')}`;
}

function withoutValue(variable: string): string {
  return `The path variable ${variable} has no value. Write one, or a reference, in its place in the URL.`;
}

function segmentOf(segment: Foreign): string {
  return scalarText(segment) ?? scalarText(memberOf(segment, 'value')) ?? '';
}

function joined(value: Foreign, separator: string): string {
  return textOf(value) ?? itemsOf(value).map(segmentOf).join(separator);
}

/** Whether a row sends what Postman sends: a name, a value, nothing that a server reads in another way. */
function isRow({ name, value }: Param): boolean {
  return (
    name !== undefined &&
    name !== '' &&
    value !== undefined &&
    !`${name}${value}`.includes('+') &&
    decodeAround(name) !== undefined &&
    decodeAround(value) !== undefined
  );
}

function rowOf(
  param: Param,
  reader: TextReader,
  remark: (sentence: string) => void,
): readonly WrittenField[] {
  const name = decodedWhereEscaped(reader.read(param.name ?? ''));
  const value = decodedWhereEscaped(reader.read(param.value ?? ''));
  if (name === '') {
    remark(`A query parameter without a name is switched off and left out: ${JSON.stringify(value)}.`);
    return [];
  }
  return [{ name, value, ...(param.disabled ? { disabled: true } : {}) }];
}

/** As Postman writes a parameter: what would end it is encoded, all else stays. */
function inText({ name, value }: Param): string {
  const key = encodeSome(name ?? '', /[&#=]/g);
  return value === undefined ? key : `${key}=${encodeSome(value, /[&#]/g)}`;
}

function encodeSome(text: string, marks: RegExp): string {
  return text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, (part) =>
    part.startsWith('{{') ? part : part.replace(marks, encodeAround),
  );
}
