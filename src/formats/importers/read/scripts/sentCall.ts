/**
 * Requests that scripts send themselves: `pm.sendRequest(…)`, `bru.sendRequest(…)`, `axios.post(…)`, with a function that
 * gets the response, with `then`, or with `await`. They are put into the words of a Postman collection.
 */
import type { CallExpression } from 'acorn';
import { defined } from '../../../../core/defined';
import { isObject, stringifyJson, type JsonObject, type JsonValue } from '../../../../core/json/json';
import type { Evaluator } from './evaluateExpression';
import { jsonOf } from './madeValues';
import type { ScriptValue } from './scriptValue';

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
  const { callee } = call;
  const args = call.arguments.map((argument) => evaluate.argument(argument));
  if (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'CallExpression' &&
    callee.property.type === 'Identifier' &&
    /^(?:then|catch|finally)$/.test(callee.property.name)
  ) {
    const inner = sentCall(callee.object, evaluate);
    const [callback] = args;
    return inner === undefined || callee.property.name !== 'then' || callback === undefined
      ? inner
      : { ...inner, callback, args: inner.args.slice(-1) };
  }
  const path = evaluate.calledPath(call) ?? '';
  const shape = SENDERS.get(path);
  const response: ScriptValue = { kind: 'api', path: responseOf(path) };
  const callback = args.find(({ kind }) => kind === 'function');
  return shape === undefined
    ? undefined
    : { ...defined({ request: shape(args.map(jsonOf)), callback }), args: [{ kind: 'unknown' }, response] };
}

/** Whether a call sends a request. */
export function isSender(path: string): boolean {
  return SENDERS.has(path);
}

/** The name under which the response to a call is known. */
export function responseOf(path: string): string {
  return path === 'pm.sendRequest' ? 'pm.response' : 'axiosResponse';
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
]);

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
  const query =
    params !== undefined && isObject(params) ? Object.entries(params).map(queryPart).join('&') : '';
  const isText = typeof data === 'string';
  const body =
    data === undefined
      ? undefined
      : {
          mode: 'raw',
          raw: isText ? data : stringifyJson(data),
          options: { raw: { language: isText ? 'text' : 'json' } },
        };
  return {
    method: method.toUpperCase(),
    url: query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`,
    ...defined({ header: rowsOf(headers), body }),
  };
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
