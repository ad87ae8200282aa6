/**
 * What the objects of test tools mean to a reader of scripts: Postman's `pm.response.json()`,
 * `pm.environment.get('token')` and their relatives, the old `postman.…` and `responseBody` included. Bruno's `bru`
 * and `res`, JetBrains' `client` and `response`, and httpYac's `exports` are put into Postman's words first.
 *
 * https://docs.usebruno.com/testing/script/javascript-reference
 * https://www.jetbrains.com/help/idea/http-response-handling-api-reference.html
 * https://httpyac.github.io/guide/scripting.html
 */
import { memberPath } from '../../../../core/language/memberPath';
import { wholeReference } from '../../../../core/prepare/template';
import { clockValue, dateValue, jsonText, NEW_ID, randomBetween, rounded } from './madeValues';
import { NOW } from './moment';
import { formValue, isSender, responseOf } from './sentCall';
import {
  asJson,
  decodedPart,
  partValue,
  textValue,
  UNKNOWN,
  valueText,
  type ResponsePart,
  type ScriptValue,
} from './scriptValue';

/** How the texts and names of a script are written in a chain. */
export interface ScriptTexts {
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
  /** Whether a name that the script does not define is a variable of the file. */
  readonly isVariable?: (name: string) => boolean;
  /** The script is before the request, and what it adds to its headers is taken over. */
  readonly takesHeaders?: true;
  /** Requests that it sends itself are taken over, too. */
  readonly takesCalls?: true;
  /**
   * How far inside the scope of each variable is that scripts set so far; those further inside hide the others. Absent
   * where scopes are not told apart.
   */
  readonly scopes?: Map<string, number>;
  /** The secret for the token that a file which the script requires sends; absent where none does, or where none is asked. */
  readonly tokenOf?: (script: string) => string | undefined;
  /** The name of its request, by which a script sends it again; absent for a script of several requests. */
  readonly requestName?: string;
  /** That of the request after it; absent where it is not known, and empty for the last one. */
  readonly nextName?: string;
}

/** Names that belong to the tool, not to variables of the script. */
const ROOTS: ReadonlySet<string> = new Set([
  ...[
    'pm',
    'postman',
    'insomnia',
    'require',
    'JSON',
    'String',
    'Number',
    'Boolean',
    'parseInt',
    'parseFloat',
    '_',
    'console',
    'Date',
    'Math',
    'uuid',
    'crypto',
    'moment',
    'btoa',
    'atob',
    'xml2Json',
    'tv4',
    'axios',
    'fetch',
    'got',
  ],
  ...[
    'responseBody',
    'responseCode',
    'responseHeaders',
    'responseTime',
    'environment',
    'globals',
    'data',
    'tests',
  ],
  ...[
    'bru',
    'res',
    'req',
    'client',
    'response',
    'request',
    'exports',
    '$global',
    'test',
    'expect',
    'jsonPath',
  ],
]);

/** The value of a name that no script defines. */
export function globalValue(name: string, texts?: ScriptTexts): ScriptValue {
  if (name === 'responseBody') {
    return partValue({ from: 'body' });
  }
  if (texts?.isVariable?.(name) === true) {
    return textValue(`{{${texts.nameOf(name)}}}`);
  }
  return ROOTS.has(name) ? { kind: 'api', path: inPostmansWords(name.replace(/^insomnia$/, 'pm')) } : UNKNOWN;
}

const SCOPES = 'environment|globals|collectionVariables|variables|collection|baseEnvironment|ownVariables';
/** Where a script reads variables: a row of data cannot be set. */
const READ_SCOPES = `${SCOPES}|iterationData`;
const GET = new RegExp(
  String.raw`^(?:pm\.(?:${READ_SCOPES})\.get|postman\.get(?:Environment|Global)Variable)$`,
);
const SET = new RegExp(String.raw`^(?:pm\.(?:${SCOPES})\.set|postman\.set(?:Environment|Global)Variable)$`);

/** Whether a call sets a variable: its name and its value are the arguments. */
export function isSetter(path: string): boolean {
  return SET.test(path);
}

/** Whether a call sets a variable that only the request itself sees. */
export function isOwnSetter(path: string): boolean {
  return path === 'pm.ownVariables.set';
}

/** How far inside the scope is that a call sets a variable in: it hides those that are less far inside. */
export function scopeDepth(path: string): number {
  return SCOPE_DEPTHS.get(path) ?? 0;
}

/** Postman's order of scopes; what is not in it is the outermost, global. */
const SCOPE_DEPTHS: ReadonlyMap<string, number> = new Map([
  ['pm.collectionVariables.set', 1],
  ['pm.environment.set', 2],
  ['postman.setEnvironmentVariable', 2],
  ['pm.variables.set', 3],
]);

/**
 * Whether a call adds headers to the request, or removes them. What is added is a row, a name and a value, or an object of
 * names and values; what is removed are names.
 */
export function headerChange(path: string): 'add' | 'remove' | undefined {
  return ADDS_HEADER.test(path) ? 'add' : REMOVES_HEADER.test(path) ? 'remove' : undefined;
}

const ADDS_HEADER =
  /^(?:(?:pm\.request\.headers|req\.headerList)\.(?:add|upsert)|pm\.request\.addHeader|req\.setHeaders?)$/;
const REMOVES_HEADER =
  /^(?:(?:pm\.request\.headers|req\.headerList)\.remove|pm\.request\.removeHeader|req\.deleteHeaders?)$/;

/** What a call says of the order of requests: this one is skipped, or another one is next. */
export function orderChange(path: string): 'skip' | 'next' | 'stop' | undefined {
  return ORDER.get(path);
}

const ORDER: ReadonlyMap<string, 'skip' | 'next' | 'stop'> = new Map([
  ['pm.execution.skipRequest', 'skip'],
  ['bru.runner.skipRequest', 'skip'],
  ['pm.execution.setNextRequest', 'next'],
  ['postman.setNextRequest', 'next'],
  ['bru.setNextRequest', 'next'],
  ['bru.runner.setNextRequest', 'next'],
  ['bru.runner.stopExecution', 'stop'],
]);

/** Whether a call asks if a variable has a value. */
export function asksForVariable(path: string): boolean {
  return HAS.test(path);
}

const HAS = new RegExp(String.raw`^pm\.(?:${READ_SCOPES})\.has$`);

/** Whether a call only shows, compares or reads, so that nothing is lost without it. */
export function isHarmless(path: string): boolean {
  return GET.test(path) || HAS.test(path) || HARMLESS.test(path);
}

const HARMLESS = new RegExp(
  [
    String.raw`^console\.|^require$|^JSON\.|^String$|^Number$|^Boolean$|^parse(?:Int|Float)$|^_\.|^module\.`,
    String.raw`^bru\.(?:get|has|is)|^res\.get|^req\.get|^pm\.(?:info|response|cookies)\.|^pm\.(?:${SCOPES})\.(?:toObject|replaceIn)$`,
    String.raw`^postman\.getResponse(?:Header|Cookie)$|^pm\.response\.headers\.(?:get|has)$`,
    String.raw`^(?:Date|Math|uuid|crypto|moment|btoa|atob|xml2Json|tv4)(?:\.|$)`,
  ].join('|'),
);

/** Whether something of the tool is the number of the row, or how many there are. */
export function isRowNumber(path: string): boolean {
  return /^pm\.info\.iteration(?:Count)?$/.test(path);
}

/** Whether a name belongs to the language, so that calls of it only compute. */
export function isOfLanguage(name: string): boolean {
  return LANGUAGE.has(name);
}

const LANGUAGE: ReadonlySet<string> = new Set([
  ...['Object', 'Array', 'Boolean', 'RegExp', 'Error', 'Map', 'Set', 'Promise', 'Symbol', 'BigInt', 'Intl'],
  ...['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'escape', 'unescape'],
  ...['isNaN', 'isFinite', 'Buffer', 'TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams', 'CryptoJS'],
]);

/** A member of something of the tool. */
export function apiMember(path: string, name: string, texts: ScriptTexts): ScriptValue {
  const whole = inPostmansWords(`${path}.${name}`);
  const part =
    whole === 'pm.response.code' || whole === 'responseCode.code' ? 'status' : partInOtherTools(whole);
  if (part !== undefined) {
    return partValue(part === 'status' ? { from: 'status' } : { from: 'body', path: '$' });
  }
  switch (path) {
    case 'responseHeaders':
      return partValue({ from: 'header', name });
    case 'response.headers':
      return whole === 'pm.response.headers.get'
        ? { kind: 'api', path: whole }
        : partValue({ from: 'header', name });
    case 'environment':
    case 'globals':
      return textValue(`{{${texts.nameOf(name)}}}`);
    case 'data':
      // A row has no methods: who calls one means something else by this name.
      return name in Array.prototype || name in Object.prototype
        ? { kind: 'api', path: whole }
        : textValue(`{{${texts.nameOf(name)}}}`);
    default:
      return { kind: 'api', path: whole };
  }
}

/** What a call of something of the tool gives. */
export function apiCall(path: string, args: readonly ScriptValue[], texts: ScriptTexts): ScriptValue {
  const [first = UNKNOWN, second = UNKNOWN] = args;
  if (GET.test(path)) {
    const name = valueText(first);
    return name === undefined ? UNKNOWN : textValue(`{{${texts.nameOf(name)}}}`);
  }
  if (texts.takesCalls === true && isSender(path)) {
    return { kind: 'api', path: responseOf(path) };
  }
  if (path === '_.random') {
    return randomBetween(args);
  }
  if (path === 'JSON.stringify') {
    return first.kind === 'part' ? first : jsonText(first, args.slice(1));
  }
  return CALLS.get(path)?.(first, second) ?? UNKNOWN;
}

/** What a call gives for its arguments. */
type ApiCall = (first: ScriptValue, second: ScriptValue) => ScriptValue;

const header: ApiCall = (first) => named('header', valueText(first));
const cookie: ApiCall = (first) => named('cookie', valueText(first));
const itself: ApiCall = (first) => first;
const samePart: ApiCall = (first) => (first.kind === 'part' ? first : UNKNOWN);
const asString: ApiCall = (first) => {
  const text = valueText(first);
  return first.kind === 'part' ? first : text === undefined ? UNKNOWN : textValue(text);
};

const CALLS: ReadonlyMap<string, ApiCall> = new Map<string, ApiCall>([
  ['pm.response.json', () => partValue({ from: 'body', path: '$' })],
  ['pm.response.text', () => partValue({ from: 'body' })],
  ['pm.response.status.get', () => partValue({ from: 'status' })],
  ['pm.response.responseTime.get', () => ({ kind: 'api', path: 'pm.response.responseTime' })],
  ['pm.response.headers.get', header],
  ['postman.getResponseHeader', header],
  ['pm.cookies.get', cookie],
  ['postman.getResponseCookie', cookie],
  [
    'res',
    (first) => {
      const query = valueText(first);
      return partValue(query === undefined ? undefined : partAt(query));
    },
  ],
  ['jsonPath', (first, second) => partValue(selected(first, valueText(second) ?? ''))],
  ['JSON.parse', (first) => (first.kind === 'part' ? partValue(asJson(first.part)) : UNKNOWN)],
  ['require', (first) => required(valueText(first) ?? '')],
  ['pm.variables.replaceIn', itself],
  ['module.Property.replaceSubstitutions', itself],
  ['qs.stringify', formValue],
  ['axiosResponse.json', () => partValue({ from: 'body', path: '$' })],
  ['xml2Json', (first) => (isBody(first) ? partValue({ from: 'body', xpath: '' }) : UNKNOWN)],
  ['pm.response.headers.has', (first) => presenceOf(header(first, UNKNOWN))],
  ...['uuid', 'uuid.v4', 'uuid.v1', 'crypto.randomUUID'].map((path) => [path, () => NEW_ID] as const),
  ['Date.now', () => clockValue(NOW)],
  ['moment', (first) => dateValue(first.kind === 'unknown' ? undefined : first)],
  ['moment.utc', (first) => dateValue(first.kind === 'unknown' ? undefined : first)],
  ['Math.random', () => ({ kind: 'random', from: 0, to: 1 })],
  ['Math.floor', (first) => rounded(first, 'floor')],
  ['Math.trunc', (first) => rounded(first, 'floor')],
  ['Math.ceil', (first) => rounded(first, 'ceil')],
  ['Math.round', (first) => rounded(first, 'round')],
  ['btoa', (first) => inBase64(valueText(first))],
  ['atob', (first) => decoded(first)],
  ['String', asString],
  ['Number', samePart],
  ['parseInt', (first) => (first.kind === 'part' ? first : rounded(first, 'floor'))],
  ['parseFloat', samePart],
]);

/** Modules that scripts `require`, by the names that they have without it. */
const MODULES: ReadonlyMap<string, string> = new Map([
  ...['uuid', 'moment', 'atob', 'btoa', 'tv4', 'crypto', 'axios', 'got', 'qs'].map(
    (name) => [name, name] as const,
  ),
  ['node-fetch', 'fetch'],
  ['querystring', 'qs'],
  ['uuid/v4', 'uuid'],
  ['lodash', '_'],
]);

/** A module. A file next to the collection is handed what it is to change, so that nothing is known of its calls. */
function required(name: string): ScriptValue {
  const isFile = name === '' || /^[./]/.test(name);
  return isFile ? UNKNOWN : { kind: 'api', path: MODULES.get(name) ?? 'module' };
}

/** Whether a value is the whole body as text. */
function isBody(value: ScriptValue): boolean {
  return value.kind === 'part' && value.part.from === 'body' && Object.keys(value.part).length === 1;
}

/** Whether a part is there. */
function presenceOf(value: ScriptValue): ScriptValue {
  return value.kind === 'part' ? { kind: 'presence', part: value.part } : UNKNOWN;
}

/** A text in base64, computed now or, where it has references, by the chain. */
function inBase64(text: string | undefined): ScriptValue {
  const reference = text === undefined ? undefined : wholeReference(text);
  if (text === undefined || !/^[\0-\xff]*$/.test(text)) {
    return UNKNOWN;
  }
  if (reference !== undefined && !reference.name.startsWith('$')) {
    return textValue(`{{$base64 ${reference.name}}}`);
  }
  return text.includes('{{') ? { kind: 'encoded', before: '', text } : textValue(btoa(text));
}

function decoded(value: ScriptValue): ScriptValue {
  return value.kind === 'part' ? partValue(decodedPart(value.part)) : UNKNOWN;
}

/** Bruno's `res('data.items[0].id')`; absent for its filters. */
function partAt(query: string): ResponsePart | undefined {
  const steps = [...query.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
  return /^[\w-]+(?:\.[\w-]+|\[\d+\])*$/.test(query) ? { from: 'body', path: memberPath(steps) } : undefined;
}

/** JetBrains' `jsonPath(response.body, '$.data.id')`; absent for what RFC 9535 writes in another way. */
function selected(value: ScriptValue, path: string): ResponsePart | undefined {
  const isPlain = /^\$(?:\.{1,2}(?:[A-Za-z_]\w*|\*)|(?:\.\.)?\[(?:\d+|\*|'[^'\\]*')\])*$/.test(path);
  return isPlain && value.kind === 'part' && value.part.path === '$' ? { ...value.part, path } : undefined;
}

function named(from: ResponsePart['from'], name: string | undefined): ScriptValue {
  return name === undefined || name === '' || name.includes('{{') ? UNKNOWN : partValue({ from, name });
}

/** Postman's path for theirs: `pm.environment.set` for `bru.setEnvVar`; the path itself when there is none. */
export function inPostmansWords(path: string): string {
  return SAME.get(path) ?? path;
}

const SETTERS = ['setEnvVar', 'setGlobalEnvVar', 'setCollectionVar'];
const GETTERS = [
  ...['getVar', 'getEnvVar', 'getGlobalEnvVar', 'getCollectionVar', 'getFolderVar', 'getRequestVar'],
  'getSecretVar',
];

const SAME: ReadonlyMap<string, string> = new Map([
  ...SETTERS.map((name) => [`bru.${name}`, 'pm.environment.set'] as const),
  ...GETTERS.map((name) => [`bru.${name}`, 'pm.environment.get'] as const),
  ['bru.setVar', 'pm.variables.set'],
  ['bru.interpolate', 'pm.variables.replaceIn'],
  ['bru.runner.iterationData', 'pm.iterationData'],
  ['bru.runner.iterationIndex', 'pm.info.iteration'],
  ['bru.runner.totalIterations', 'pm.info.iterationCount'],
  ['client.global', 'pm.globals'],
  ['client.variables.global', 'pm.globals'],
  ['client.variables.environment', 'pm.environment'],
  ['client.variables.file', 'pm.variables'],
  ['request.environment', 'pm.environment'],
  ['request.variables', 'pm.ownVariables'],
  ['client.variables.request', 'pm.ownVariables'],
  ['client.test', 'pm.test'],
  ['client.log', 'console.log'],
  ['test', 'pm.test'],
  ['expect', 'pm.expect'],
  ['exports', 'exported'],
  ['$global', 'exported'],
  ['res.getBody', 'pm.response.json'],
  ['res.getHeader', 'pm.response.headers.get'],
  ['res.getStatus', 'pm.response.status.get'],
  ['res.getResponseTime', 'pm.response.responseTime.get'],
  ['res.headers', 'responseHeaders'],
  ['res.responseTime', 'pm.response.responseTime'],
  ['response.headers.valueOf', 'pm.response.headers.get'],
  ['axiosResponse.headers', 'responseHeaders'],
]);

/** The part of the response that a member of theirs is; absent for anything else. */
function partInOtherTools(path: string): 'body' | 'status' | undefined {
  return PARTS.get(path);
}

const PARTS: ReadonlyMap<string, 'body' | 'status'> = new Map([
  ...['res.body', 'response.body', 'response.parsedBody', 'axiosResponse.data', 'axiosResponse.body'].map(
    (path) => [path, 'body'] as const,
  ),
  ...['res', 'response', 'axiosResponse'].map((name) => [`${name}.status`, 'status'] as const),
  ...['response', 'axiosResponse'].map((name) => [`${name}.statusCode`, 'status'] as const),
]);
