/**
 * A request with its examples, or what a folder states for its requests, in OpenCollection's YAML
 * (https://schema.opencollection.com).
 */
import { isNumber, stringifyJson } from '../../../../core/json/json';
import {
  descriptionOf,
  isTrue,
  itemsOf,
  memberAt,
  memberOf,
  objectOf,
  scalarText,
  textOf,
  type Foreign,
} from '../../shape/externalJson';
import type {
  BrunoAssertion,
  BrunoAuth,
  BrunoCapture,
  BrunoDefaults,
  BrunoExample,
  BrunoRequest,
  BrunoScripts,
  BrunoSettings,
} from '../bruno/brunoTree';
import { readOpenCollectionBody } from './openCollectionBody';
import { readRow, readRows, readVariables } from './openCollectionRows';

/** Reads a request; `fallback` is its name when it says none. */
export function readItem(item: Foreign, fallback: string): BrunoRequest {
  const type = textOf(memberAt(item, 'info', 'type')) ?? 'http';
  const call = memberOf(item, 'http') ?? memberOf(item, 'graphql') ?? memberOf(item, type);
  const params = itemsOf(memberOf(call, 'params'));
  const isPath = (param: Foreign): boolean => memberOf(param, 'type') === 'path';
  const runtime = memberOf(item, 'runtime');
  const method = textOf(memberOf(call, 'method')) ?? (type === 'graphql' ? 'POST' : 'GET');
  const url = textOf(memberOf(call, 'url')) ?? '';
  return {
    kind: 'request',
    name: (scalarText(memberAt(item, 'info', 'name')) ?? '').trim() || fallback,
    seq: seqOf(item),
    tags: itemsOf(memberAt(item, 'info', 'tags')).flatMap((tag) => scalarText(tag) ?? []),
    description:
      descriptionOf(memberOf(item, 'docs')) ?? descriptionOf(memberAt(item, 'info', 'description')),
    type,
    method,
    url,
    query: params.filter((param) => !isPath(param)).map(readRow),
    path: params.filter(isPath).map(readRow),
    headers: readRows(memberOf(call, 'headers')),
    body: readOpenCollectionBody(memberOf(call, 'body'), type),
    auth: readAuth(memberOf(call, 'auth')),
    variables: readVariables(memberOf(runtime, 'variables')),
    captures: itemsOf(memberOf(runtime, 'actions')).flatMap(readCapture),
    assertions: itemsOf(memberOf(runtime, 'assertions')).map(readAssertion),
    scripts: readScripts(memberOf(runtime, 'scripts')),
    settings: readSettings(memberOf(item, 'settings')),
    examples: readOpenCollectionExamples(memberOf(item, 'examples'), { type, method, url }),
  };
}

/** Reads what a collection or a folder states under `request`. */
export function readDefaults(request: Foreign): BrunoDefaults {
  return {
    headers: readRows(memberOf(request, 'headers')),
    auth: readAuth(memberOf(request, 'auth')),
    variables: readVariables(memberOf(request, 'variables')),
    scripts: readScripts(memberOf(request, 'scripts')),
  };
}

/** The place of an item among its neighbours. */
export function seqOf(item: Foreign): number | undefined {
  const seq = memberAt(item, 'info', 'seq');
  return seq !== undefined && isNumber(seq) ? Number(String(seq)) : undefined;
}

/** A word, or an object with a type and fields; those of OAuth 2.0 are in groups. */
function readAuth(auth: Foreign): BrunoAuth | undefined {
  const type = textOf(auth) ?? textOf(memberOf(auth, 'type'));
  if (type === undefined) {
    return undefined;
  }
  const groups = [auth, memberOf(auth, 'credentials'), memberOf(auth, 'resourceOwner')];
  const fields = groups.flatMap((group) =>
    Object.entries(objectOf(group) ?? {}).map(([name, value]) => [name, scalarText(value) ?? ''] as const),
  );
  return {
    type: type.toLowerCase(),
    fields: new Map([
      ...fields,
      ['grantType', scalarText(memberOf(auth, 'flow') ?? memberOf(auth, 'grantType')) ?? ''],
      ['credentialsPlacement', scalarText(memberAt(auth, 'credentials', 'placement')) ?? ''],
    ]),
  };
}

function readScripts(scripts: Foreign): BrunoScripts {
  const ofType = (pattern: RegExp): string =>
    itemsOf(scripts)
      .filter((script) => pattern.test(textOf(memberOf(script, 'type')) ?? ''))
      .map((script) => textOf(memberOf(script, 'code')) ?? '')
      .join('\n');
  return {
    before: ofType(/^(?:before|pre)-request$/),
    after: ofType(/^(?:after|post)-response$/),
    tests: ofType(/^tests?$/),
  };
}

/** An action that sets a variable after the response. */
function readCapture(action: Foreign): readonly BrunoCapture[] {
  const expression = textOf(memberAt(action, 'selector', 'expression'));
  const name = textOf(memberAt(action, 'variable', 'name'));
  const isAfter = memberOf(action, 'phase') !== 'before-request';
  return expression === undefined || name === undefined || !isAfter
    ? []
    : [{ name, expression, isDisabled: isTrue(action, 'disabled') }];
}

function readAssertion(assertion: Foreign): BrunoAssertion {
  const value = memberOf(assertion, 'value') ?? '';
  return {
    expression: textOf(memberOf(assertion, 'expression')) ?? '',
    operator: textOf(memberOf(assertion, 'operator')) ?? 'eq',
    value: scalarText(value) ?? stringifyJson(value),
    isDisabled: isTrue(assertion, 'disabled'),
  };
}

function readSettings(settings: Foreign): BrunoSettings {
  const timeout = memberOf(settings, 'timeout');
  const timeoutMs = timeout !== undefined && isNumber(timeout) ? Number(String(timeout)) : 0;
  const isPossible = Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT;
  return {
    followsRedirects: memberOf(settings, 'followRedirects') !== false,
    encodesUrl: isTrue(settings, 'encodeUrl'),
    timeoutMs: isPossible ? timeoutMs : undefined,
    others: [
      ...(memberOf(settings, 'encodeUrl') === false ? ['encodeUrl'] : []),
      ...(memberOf(settings, 'maxRedirects') === undefined ? [] : ['maxRedirects']),
    ],
  };
}

/** Milliseconds; what a chain can have. */
const MAX_TIMEOUT = 86_400_000;

/** Reads the `examples` of an item; one without a request has that of its item: `method` and `url`. */
function readOpenCollectionExamples(
  examples: Foreign,
  { type, method, url }: { readonly type: string; readonly method: string; readonly url: string },
): readonly BrunoExample[] {
  return itemsOf(examples).map((example) => {
    const request = memberOf(example, 'request');
    const response = memberOf(example, 'response');
    const status = memberOf(response, 'status');
    return {
      name: textOf(memberOf(example, 'name')),
      request: {
        method: textOf(memberOf(request, 'method')) ?? method,
        url: textOf(memberOf(request, 'url')) ?? url,
        headers: itemsOf(memberOf(request, 'headers')).map(readRow),
        body: readOpenCollectionBody(memberOf(request, 'body'), type),
      },
      response: {
        status: status !== undefined && isNumber(status) ? Number(String(status)) : Number.NaN,
        headers: itemsOf(memberOf(response, 'headers')).map(readRow),
        type: textOf(memberAt(response, 'body', 'type')) ?? '',
        body: textOf(memberAt(response, 'body', 'data')) ?? '',
      },
    };
  });
}
