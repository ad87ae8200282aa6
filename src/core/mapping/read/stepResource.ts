/**
 * What a request is about: what its path names; where all requests go to one address, the thing that the procedure in
 * the body works on (JSON-RPC 2.0 §4, services that say `arguments` for `params`, and the `operationName` of GraphQL).
 */
import { isObject, type JsonValue } from '../../json/json';
import { resourceOf, thingOf } from '../../language/placeName';
import { parsedUrl } from '../../prepare/url';
import { readJson } from './readJson';
import type { RecordedStep } from './recordedSession';
import { segmentsOf } from './urlValue';

/** The words of what a request is about; empty when nothing says it. */
export function stepResource(step: RecordedStep): readonly string[] {
  return procedureThing(step) ?? resourceOf(segmentsOf(parsedUrl(step.url)?.pathname ?? ''));
}

function procedureThing({ body }: RecordedStep): readonly string[] | undefined {
  const isCall = body !== undefined && body.text.length <= MAX_LENGTH && CALL.test(body.text);
  const call = isCall ? readJson(body.text) : undefined;
  if (call === undefined || !isObject(call)) {
    return undefined;
  }
  const { method, params, arguments: args, operationName } = call;
  const procedure = (params ?? args) === undefined ? operationName : method;
  return typeof procedure === 'string' ? thingOf(procedure) : undefined;
}

/** A body without the number that a client gives to its call, and the answer repeats (JSON-RPC 2.0 §4). */
export function withoutCallNumber(body: JsonValue): JsonValue {
  if (!isObject(body) || !Object.hasOwn(body, 'jsonrpc')) {
    return body;
  }
  const { id: _id, ...rest } = body;
  return rest;
}

const CALL = /"(?:params|arguments|operationName)"\s*:/;
/** Longer bodies are documents; UTF-16 code units. */
const MAX_LENGTH = 100_000;
