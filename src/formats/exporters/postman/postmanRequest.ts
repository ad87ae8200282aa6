/** A request as an item of a collection: its URL in parts, rows that may be switched off, its body by mode. */
import { defined } from '../../../core/defined';
import type { JsonObject } from '../../../core/json/json';
import type { Auth, Body, ChainRequest, Field, MultipartPart } from '../../../core/model';
import { splitUrl } from '../../../core/prepare/template';
import type { Remark } from '../exportLog';
import { encodedPieces, hasHeader, withoutFragment } from '../requestTexts';
import { piecesOf } from '../templatePieces';
import type { PostmanTexts } from './postmanReferences';

/** What a request is written with. */
export interface RequestContext {
  readonly texts: PostmanTexts;
  readonly remark: Remark;
  /** A file that the chain names, as the collection names it. */
  readonly pathTo: (path: string) => string;
}

/** The members `url`, `method`, `header` and `body`. */
export function writeRequest(request: ChainRequest, auth: Auth, context: RequestContext): JsonObject {
  const { text } = context.texts;
  const body = request.body === undefined ? undefined : bodyOf(request.body, context);
  const hasType = body?.contentType !== undefined || hasHeader(request.headers, 'content-type');
  if (request.body?.kind === 'file' && !hasType) {
    context.remark('Postman adds the Content-Type that the name of the file has; the chain sends none.');
  }
  const rows = [
    ...request.headers,
    ...(auth.type === 'apiKey' && auth.in === 'cookie'
      ? [{ name: 'Cookie', value: `${auth.name}=${auth.value}`, disabled: false }]
      : []),
    ...(body?.contentType === undefined || hasHeader(request.headers, 'content-type')
      ? []
      : [{ name: 'Content-Type', value: body.contentType, disabled: false }]),
  ];
  return {
    method: request.method,
    header: rows.map((row) => rowOf(row, text)),
    ...defined({ body: body?.body }),
    url: urlOf(request, text),
    ...defined({ description: request.description }),
  };
}

function rowOf({ name, value, disabled }: Field, text: (text: string) => string): JsonObject {
  return { key: text(name), value: text(value), ...(disabled ? { disabled: true } : {}) };
}

/** A URL with its own query is one text where that is complete, because then nothing is encoded again. */
function urlOf({ url, query }: ChainRequest, text: (text: string) => string): JsonObject | string {
  const whole = withoutFragment(piecesOf(url))
    .map((piece) =>
      typeof piece === 'string' ? piece.replaceAll('{{', '\\{{') : url.slice(piece.start, piece.end),
    )
    .join('');
  const { pathStart, queryStart } = splitUrl(whole);
  if (queryStart < whole.length && query.length === 0) {
    return text(whole);
  }
  const typed = whole.slice(queryStart + 1);
  const base = whole.slice(0, pathStart);
  const path = whole.slice(pathStart, queryStart);
  const [, protocol, host = base] = /^(https?):\/\/(.*)$/is.exec(base) ?? [];
  const params = [...typedParams(typed), ...query.map((row) => paramOf(row))];
  const sent = params.filter(({ disabled }) => !disabled);
  const segments = path === '' ? [] : path.slice(1).split('/');
  const names = segments.filter((segment) => /^:./.test(segment));
  return {
    raw:
      text(base + path) +
      (sent.length === 0
        ? ''
        : `?${sent.map(({ name, value }) => `${text(name)}=${text(value)}`).join('&')}`),
    ...defined({ protocol }),
    ...hostOf(host, text),
    path: segments.map(text),
    ...(params.length === 0 ? {} : { query: params.map((row) => rowOf(row, text)) }),
    // What begins with a colon is a variable in Postman; its value here is its own name.
    ...(names.length === 0
      ? {}
      : { variable: names.map((name) => ({ key: name.slice(1), value: text(name) })) }),
  };
}

function hostOf(host: string, text: (text: string) => string): JsonObject {
  const [, name = host, port] = /^(.*):(\d+|\{\{[^{}]*\}\})$/s.exec(host) ?? [];
  return {
    host: name.includes('{{') ? [text(name)] : name.split('.').map(text),
    ...(port === undefined ? {} : { port: text(port) }),
  };
}

function typedParams(typed: string): readonly Field[] {
  return typed
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [, name = pair, value = ''] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
      return { name, value, disabled: false };
    });
}

/** What would end a value, or be read as something else, is encoded; Postman encodes the rest itself. */
function paramOf({ name, value, disabled }: Field): Field {
  const encode = (text: string): string =>
    encodedPieces(text, (literal) => literal.replace(/[%&=+#\p{Cc}]/gu, encodeURIComponent))
      .map((piece) =>
        typeof piece === 'string' ? piece.replaceAll('{{', '%7B%7B') : text.slice(piece.start, piece.end),
      )
      .join('');
  return { name: encode(name), value: encode(value), disabled };
}

/** A body, and the content type that its mode does not say. */
interface WrittenBody {
  readonly body: JsonObject;
  readonly contentType?: string;
}

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['application/xml', 'xml'],
  ['text/html', 'html'],
  ['application/javascript', 'javascript'],
  ['text/plain', 'text'],
]);

function bodyOf(body: Body, { texts, pathTo }: RequestContext): WrittenBody {
  const { text, json } = texts;
  switch (body.kind) {
    case 'json':
      return raw(json(body.value), 'json');
    case 'text': {
      const type = body.contentType ?? 'text/plain; charset=utf-8';
      const language = LANGUAGES.get(type);
      return language === undefined
        ? { ...raw(text(body.text), 'text'), contentType: type }
        : raw(text(body.text), language);
    }
    case 'form':
      return {
        body: {
          mode: 'urlencoded',
          urlencoded: body.fields.map((row) => ({ ...rowOf(row, text), type: 'text' })),
        },
      };
    case 'multipart':
      return { body: { mode: 'formdata', formdata: body.parts.map((part) => partOf(part, text, pathTo)) } };
    case 'file':
      return {
        body: { mode: 'file', file: { src: text(pathTo(body.path)) } },
        ...defined({ contentType: body.contentType }),
      };
    case 'graphql': {
      const { query, variables, operationName } = body;
      return {
        body: {
          mode: 'graphql',
          graphql: {
            query: text(query),
            variables: variables === undefined ? '' : json(variables),
            ...(operationName === undefined ? {} : { operationName: text(operationName) }),
          },
        },
      };
    }
  }
}

function raw(written: string, language: string): WrittenBody {
  return { body: { mode: 'raw', raw: written, options: { raw: { language } } } };
}

function partOf(
  { name, value, file, fileName, contentType, disabled }: MultipartPart,
  text: (text: string) => string,
  pathTo: (path: string) => string,
): JsonObject {
  return {
    key: text(name),
    ...(file === undefined
      ? { type: 'text', value: text(value ?? '') }
      : { type: 'file', src: text(pathTo(file)) }),
    ...(fileName === undefined ? {} : { fileName: text(fileName) }),
    ...(contentType === undefined ? {} : { contentType: text(contentType) }),
    ...(disabled ? { disabled: true } : {}),
  };
}
