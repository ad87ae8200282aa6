/**
 * A request with its examples, or what a folder states for its requests, in a `.bru` file.
 *
 * Examples are blocks in a block, `response: {` in `example {`. The body of a response is between `'''` next to its type,
 * and in collections of Bruno's first such versions it is the block.
 */
import { isNumber, readPlainJson, type JsonValue } from '../../../../core/json/json';
import { blockPairs, blockText, innerBlocks, listItems, type BruBlock, type BruPair } from './bruBlocks';
import { readBruBody } from './bruBody';
import type {
  BrunoAssertion,
  BrunoAuth,
  BrunoDefaults,
  BrunoExample,
  BrunoRequest,
  BrunoRow,
  BrunoScripts,
  BrunoSettings,
  BrunoVariable,
} from './brunoTree';

/** Reads a request; `fallback` is its name when it says none. */
export function readBruRequest(blocks: readonly BruBlock[], fallback: string): BrunoRequest {
  const meta = fieldsOf(blockPairs(blocks, 'meta'));
  const call = blocks.find(({ name }) => CALLS.has(name));
  const said = fieldsOf(call === undefined ? [] : blockPairs(blocks, call.name));
  const params = blockPairs(blocks, 'params:query').concat(blockPairs(blocks, 'query'));
  const description = blockText(blocks, 'docs');
  const called = calledBy(call?.name ?? '', meta, said);
  return {
    kind: 'request',
    name: meta.get('name')?.trim() || fallback,
    seq: seqOf(meta),
    tags: listItems(meta.get('tags') ?? ''),
    description: description === '' ? undefined : description,
    ...called,
    query: params.map(rowOf),
    path: blockPairs(blocks, 'params:path').map(rowOf),
    headers: blockPairs(blocks, 'headers').map(rowOf),
    body: readBruBody(blocks, said.get('body') ?? 'none'),
    auth: authOf(blocks, said.get('auth') ?? 'none'),
    variables: blockPairs(blocks, 'vars:pre-request').map(variableOf),
    captures: blockPairs(blocks, 'vars:post-response').map(({ name, value, isDisabled }) => ({
      name: name.replace(/^@/, ''),
      expression: value,
      isDisabled,
    })),
    assertions: blockPairs(blocks, 'assert').map(assertionOf),
    scripts: scriptsOf(blocks),
    settings: settingsOf(fieldsOf(blockPairs(blocks, 'settings'))),
    examples: readBruExamples(blocks, called),
  };
}

/** How a request is sent, and where to. */
function calledBy(
  block: string,
  meta: ReadonlyMap<string, string>,
  said: ReadonlyMap<string, string>,
): Pick<BrunoRequest, 'type' | 'method' | 'url'> {
  const isOther = block === 'ws' || block === 'grpc';
  return {
    type: meta.get('type') ?? (isOther ? block : 'http'),
    method: block === 'http' ? (said.get('method') ?? '') : block,
    url: said.get('url') ?? '',
  };
}

/** Reads what `collection.bru` or `folder.bru` states. */
export function readBruDefaults(blocks: readonly BruBlock[]): BrunoDefaults {
  const mode = fieldsOf(blockPairs(blocks, 'auth')).get('mode');
  return {
    headers: blockPairs(blocks, 'headers').map(rowOf),
    auth: mode === undefined ? undefined : authOf(blocks, mode),
    variables: blockPairs(blocks, 'vars:pre-request').map(variableOf),
    scripts: scriptsOf(blocks),
  };
}

/** What is said in the `meta` block of a folder. */
export function readBruMeta(blocks: readonly BruBlock[]): {
  readonly name: string;
  readonly seq: number | undefined;
} {
  const meta = fieldsOf(blockPairs(blocks, 'meta'));
  return { name: meta.get('name')?.trim() ?? '', seq: seqOf(meta) };
}

/** A variable of a collection, an environment or a request, with the type from the annotation above it. */
export function variableOf({ name, value, isDisabled, annotations }: BruPair): BrunoVariable {
  // `@` in front of a name keeps a variable to its request, which is where it is seen from anyway.
  return {
    name: name.replace(/^@/, ''),
    value: typedValue(value, annotations),
    isSecret: false,
    isDisabled,
  };
}

const CALLS: ReadonlySet<string> = new Set([
  ...['get', 'post', 'put', 'delete', 'patch', 'options', 'head', 'connect', 'trace', 'http', 'ws', 'grpc'],
]);

function fieldsOf(pairs: readonly BruPair[]): ReadonlyMap<string, string> {
  return new Map(pairs.map(({ name, value }) => [name, value]));
}

function seqOf(meta: ReadonlyMap<string, string>): number | undefined {
  const seq = Number(meta.get('seq') ?? NaN);
  return Number.isFinite(seq) ? seq : undefined;
}

function rowOf({ name, value, isDisabled }: BruPair): BrunoRow {
  return { name, value, isDisabled };
}

/** What is not of the type that it is said to have stays a text, as in Bruno. */
function typedValue(text: string, annotations: readonly string[]): JsonValue {
  const read = annotations.some((name) => /^(?:number|boolean|object)$/.test(name))
    ? readPlainJson(text)
    : undefined;
  const isOfType =
    (annotations.includes('number') && read !== undefined && isNumber(read)) ||
    (annotations.includes('boolean') && typeof read === 'boolean') ||
    (annotations.includes('object') && typeof read === 'object');
  return isOfType && read !== undefined ? read : text;
}

/** The fields of `auth:oauth2` and its like; those of OAuth 2.0 have names of their own in the model. */
function authOf(blocks: readonly BruBlock[], mode: string): BrunoAuth {
  const fields = blockPairs(blocks, `auth:${mode}`).map(
    ({ name, value }) => [MODEL_NAMES.get(name) ?? name, value] as const,
  );
  return { type: mode.toLowerCase(), fields: new Map(fields) };
}

const MODEL_NAMES: ReadonlyMap<string, string> = new Map([
  ['grant_type', 'grantType'],
  ['access_token_url', 'accessTokenUrl'],
  ['authorization_url', 'authorizationUrl'],
  ['callback_url', 'callbackUrl'],
  ['client_id', 'clientId'],
  ['client_secret', 'clientSecret'],
  ['credentials_placement', 'credentialsPlacement'],
]);

/** `res.status: eq 200`; without an operator the values are to be equal. */
function assertionOf({ name, value, isDisabled }: BruPair): BrunoAssertion {
  const [, operator = '', operand = ''] = /^([a-zA-Z]+)(?:\s+(.*))?$/s.exec(value) ?? [];
  return OPERATORS.has(operator)
    ? { expression: name, operator, value: operand, isDisabled }
    : { expression: name, operator: 'eq', value, isDisabled };
}

/** https://docs.usebruno.com/testing/tests/assertions */
const OPERATORS: ReadonlySet<string> = new Set([
  ...['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'notContains', 'length', 'matches'],
  ...['notMatches', 'startsWith', 'endsWith', 'between', 'isEmpty', 'isNotEmpty', 'isNull', 'isUndefined'],
  ...['isDefined', 'isTruthy', 'isFalsy', 'isJson', 'isNumber', 'isString', 'isBoolean', 'isArray'],
]);

function scriptsOf(blocks: readonly BruBlock[]): BrunoScripts {
  return {
    before: blockText(blocks, 'script:pre-request'),
    after: blockText(blocks, 'script:post-response'),
    tests: blockText(blocks, 'tests'),
  };
}

function settingsOf(settings: ReadonlyMap<string, string>): BrunoSettings {
  const timeoutMs = Number(settings.get('timeout') ?? 0);
  const isPossible = Number.isInteger(timeoutMs) && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT;
  return {
    followsRedirects: settings.get('followRedirects') !== 'false',
    encodesUrl: settings.get('encodeUrl') === 'true',
    timeoutMs: isPossible ? timeoutMs : undefined,
    others: ['encodeUrl', 'maxRedirects'].filter(
      (name) => settings.has(name) && !(name === 'encodeUrl' && settings.get(name) === 'true'),
    ),
  };
}

/** Milliseconds; what a chain can have. */
const MAX_TIMEOUT = 86_400_000;

/** Reads the examples of a request, in order; one without a request has that of its request: `method` and `url`. */
function readBruExamples(
  blocks: readonly BruBlock[],
  { method, url }: { readonly method: string; readonly url: string },
): readonly BrunoExample[] {
  return blocks
    .filter(({ name }) => name === 'example')
    .map((example) => {
      const parts = innerBlocks(example);
      const request = parts.find(({ name }) => name === 'request');
      const inRequest = request === undefined ? [] : innerBlocks(request);
      const said = fieldsOf(blockPairs(parts, 'request'));
      const response = parts.find(({ name }) => name === 'response');
      return {
        name: nameOf(example),
        request: {
          method: said.get('method') ?? method,
          url: said.get('url') ?? url,
          headers: blockPairs(inRequest, 'headers'),
          body: readBruBody(inRequest, said.get('mode') ?? 'none'),
        },
        response: responseOf(response === undefined ? [] : innerBlocks(response)),
      };
    });
}

/** The name is above the request and the response, which may have fields of that name. */
function nameOf({ lines }: BruBlock): string | undefined {
  const end = lines.findIndex((line) => /:\s*\{\s*$/.test(line));
  const name = 'example';
  return fieldsOf(blockPairs([{ name, lines: lines.slice(0, end === -1 ? undefined : end) }], name)).get(
    'name',
  );
}

function responseOf(blocks: readonly BruBlock[]): BrunoExample['response'] {
  const body = fieldsOf(blockPairs(blocks, 'body'));
  const type = body.get('type') ?? '';
  return {
    status: Number(fieldsOf(blockPairs(blocks, 'status')).get('code')),
    headers: blockPairs(blocks, 'headers'),
    type,
    body: body.get('content') ?? (type === '' ? blockText(blocks, 'body') : ''),
  };
}
