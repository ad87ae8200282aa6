/**
 * Requests that scripts send themselves: `pm.sendRequest(…)`, `bru.sendRequest(…)`, `axios.post(…)`, `fetch(…)`,
 * `got.post(…)`, with a function that gets the response, with `then`, or with `await`. They are put into the words of a
 * Postman collection.
 */
import type { CallExpression } from 'acorn';
import { defined } from '../../../../core/defined';
import { isObject, stringifyJson, type JsonObject, type JsonValue } from '../../../../core/json/json';
import { formType } from '../../shape/structuredBody';
import { decodedWhereEscaped } from '../../shape/urlTexts';
import { jsonOf } from './madeValues';
import { textValue, UNKNOWN, type Evaluator, type ScriptValue } from './scriptValue';

/** A request that a script sends. */
export interface SentCall {
  /** As the `request` of an item; absent when only running the script would show it. */
  readonly request?: JsonObject;
  /** The function that gets the response; absent when nothing does at once. */
  readonly callback?: ScriptValue;
  /** What the function gets, the response among it. */
  readonly args: readonly ScriptValue[];
}

/** The request that a call sends; absent for any other call. */
export function sentCall(call: CallExpression, evaluate: Evaluator): SentCall | undefined {
  const args = call.arguments.map((argument) => evaluate.argument(argument));
  const { object, method } = calledOn(call);
  if (object !== undefined && /^(?:then|catch|finally|json|text)$/.test(method)) {
    const inner = sentCall(object, evaluate);
    const [callback] = args;
    return inner === undefined || method !== 'then' || callback === undefined
      ? inner
      : {
          ...inner,
          callback,
          args: [evaluate.result(inner.callback, inner.args) ?? inner.args.at(-1) ?? UNKNOWN],
        };
  }
  const path = evaluate.calledPath(call) ?? '';
  const shape = SENDERS.get(path);
  const response: ScriptValue = { kind: 'api', path: responseOf(path) };
  const callback = args.find(({ kind }) => kind === 'function');
  const given = args.flatMap((value) => (value.kind === 'function' ? [] : [jsonOf(value)]));
  // What is given and not known is more than nothing.
  const request = given.includes(undefined) ? undefined : shape?.(given);
  return shape === undefined ? undefined : { ...defined({ request, callback }), args: [UNKNOWN, response] };
}

/** The call whose result a call is a method of, and the name of this method. */
function calledOn({ callee }: CallExpression): { readonly object?: CallExpression; readonly method: string } {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') {
    return { method: '' };
  }
  const { name: method } = callee.property;
  const object = callee.object.type === 'AwaitExpression' ? callee.object.argument : callee.object;
  return object.type === 'CallExpression' ? { object, method } : { method };
}

/** Whether a call sends a request. */
export function isSender(path: string): boolean {
  return SENDERS.has(path);
}

/** The name under which the response to a call is known. */
export function responseOf(path: string): string {
  return path === 'pm.sendRequest' || path === 'fetch' ? 'pm.response' : 'axiosResponse';
}

type Shape = (args: readonly (JsonValue | undefined)[]) => JsonObject | undefined;

const SENDERS: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['pm.sendRequest', ([config]) => inPostman(config)],
  ['bru.sendRequest', ([config]) => fromAxios(config)],
  ['axios', ([config]) => fromAxios(config)],
  ['axios.request', ([config]) => fromAxios(config)],
  ...(['get', 'delete', 'head', 'options'] as const).map((method): [string, Shape] => [
    `axios.${method}`,
    ([url, config = {}]) =>
      isObject(config) ? fromAxios({ ...config, ...defined({ url }), method }) : undefined,
  ]),
  ...(['post', 'put', 'patch'] as const).map((method): [string, Shape] => [
    `axios.${method}`,
    ([url, data, config = {}]) =>
      isObject(config) ? fromAxios({ ...config, ...defined({ url, data }), method }) : undefined,
  ]),
  ['fetch', fromFetch],
  ['got', fromGot],
  ...['get', 'post', 'put', 'patch', 'delete', 'head'].map((method): [string, Shape] => [
    `got.${method}`,
    ([url, options = {}]) => (isObject(options) ? fromGot([url, { ...options, method }]) : undefined),
  ]),
]);

/** https://fetch.spec.whatwg.org/#fetch-method */
function fromFetch([url, options = {}]: Parameters<Shape>[0]): JsonObject | undefined {
  return isObject(options)
    ? fromAxios({ ...options, ...defined({ url, data: options['body'] }) })
    : undefined;
}

/** https://github.com/sindresorhus/got/blob/main/documentation/2-options.md */
function fromGot([url, options = {}]: Parameters<Shape>[0]): JsonObject | undefined {
  if (!isObject(options)) {
    return undefined;
  }
  const { json, form, body = json, searchParams: params } = options;
  const data = form === undefined ? body : formText(form);
  return fromAxios({ ...options, ...defined({ url, data, params }) });
}

/** The fields of an object as the text of a form. */
function formText(fields: JsonValue | undefined): string | undefined {
  return fields !== undefined && isObject(fields)
    ? Object.entries(fields).map(queryPart).join('&')
    : undefined;
}

function inPostman(config: JsonValue | undefined): JsonObject | undefined {
  if (typeof config === 'string') {
    return { method: 'GET', url: config };
  }
  if (config === undefined || !isObject(config)) {
    return undefined;
  }
  const { url, method = 'GET', header, headers = header, body, auth } = config;
  return url === undefined
    ? undefined
    : { method, url, ...defined({ header: rowsOf(headers), body: bodyOf(body), auth }) };
}

/** https://axios-http.com/docs/req_config */
function fromAxios(config: JsonValue | undefined): JsonObject | undefined {
  if (config === undefined || !isObject(config) || typeof config['url'] !== 'string') {
    return undefined;
  }
  const { url, method = 'GET', headers, data, params } = config;
  if (typeof method !== 'string') {
    return undefined;
  }
  const query = formText(params) ?? '';
  const json = { mode: 'raw', raw: stringifyJson(data ?? null), options: { raw: { language: 'json' } } };
  const body = typeof data === 'string' ? textBody(data, headers) : json;
  return {
    method: method.toUpperCase(),
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    ...defined({ header: rowsOf(headers), body: (data ?? null) === null ? undefined : body }),
  };
}

/** `new URLSearchParams(…)` of an object that is known, or of a text. */
export function formValue(value: ScriptValue): ScriptValue {
  const text = value.kind === 'text' ? value.text : formText(jsonOf(value));
  return text === undefined ? UNKNOWN : textValue(text);
}

/** A text as a body: the fields of a form, which is what these clients take it for where nothing else is said. */
function textBody(text: string, headers: JsonValue = {}): JsonObject {
  const rows = isObject(headers) ? Object.entries(headers) : [];
  const [, type] = rows.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const isForm = type === undefined ? /^[^\s=&{[<"]+=/.test(text) : type === formType;
  return isForm
    ? {
        mode: 'urlencoded',
        urlencoded: text.split('&').map((field) => {
          const [key = '', ...value] = field.split('=').map(decodedField);
          return { key, value: value.join('=') };
        }),
      }
    : { mode: 'raw', raw: text, options: { raw: { language: 'text' } } };
}

function decodedField(text: string): string {
  return decodedWhereEscaped(text.replaceAll('+', ' '));
}

function queryPart([name, value]: [string, JsonValue]): string {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return `${encodeURIComponent(name)}=${text.includes('{{') ? text : encodeURIComponent(text)}`;
}

/** Rows of an object; lists and texts are what Postman knows itself. */
function rowsOf(value: JsonValue | undefined): JsonValue | undefined {
  return value !== undefined && isObject(value)
    ? Object.entries(value).map(([key, member]) => ({ key, value: member }))
    : value;
}

function bodyOf(body: JsonValue | undefined): JsonValue | undefined {
  if (typeof body === 'string') {
    return { mode: 'raw', raw: body };
  }
  if (body === undefined || !isObject(body)) {
    return undefined;
  }
  const { urlencoded } = body;
  return urlencoded === undefined ? body : { ...body, urlencoded: rowsOf(urlencoded) ?? null };
}
