/**
 * What Postman's objects mean to a reader of scripts: `pm.response.json()`, `pm.environment.get('token')`
 * and their relatives, the old `postman.…` and `responseBody` included. Other tools are put into these words
 * first (otherTools.ts).
 */
import { memberPath } from '../../../../core/language/memberPath';
import { inPostmansWords, namesOfOtherTools, partInOtherTools } from './otherTools';
import {
  asJson,
  type ResponsePart,
  partValue,
  textValue,
  UNKNOWN,
  valueText,
  type ScriptValue,
} from './scriptValue';

/** How the texts and names of a script are written in a chain. */
export interface ScriptTexts {
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
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
    'parseInt',
    'parseFloat',
    '_',
    'console',
  ],
  ...['responseBody', 'responseCode', 'responseHeaders', 'responseTime', 'environment', 'globals', 'tests'],
  ...namesOfOtherTools,
]);

/** The value of a name that no script defines. */
export function globalValue(name: string): ScriptValue {
  if (name === 'responseBody') {
    return partValue({ from: 'body' });
  }
  return ROOTS.has(name) ? { kind: 'api', path: inPostmansWords(name.replace(/^insomnia$/, 'pm')) } : UNKNOWN;
}

const SCOPES = 'environment|globals|collectionVariables|variables|collection|baseEnvironment';
const GET = new RegExp(
  String.raw`^(?:pm\.(?:${SCOPES})\.get|postman\.get(?:Environment|Global)Variable|pm\.iterationData\.get)$`,
);
const SET = new RegExp(String.raw`^(?:pm\.(?:${SCOPES})\.set|postman\.set(?:Environment|Global)Variable)$`);

/** Whether a call sets a variable: its name and its value are the arguments. */
export function isSetter(path: string): boolean {
  return SET.test(path);
}

/** Whether a call only shows, compares or reads, so that nothing is lost without it. */
export function isHarmless(path: string): boolean {
  return GET.test(path) || HARMLESS.test(path);
}

const HARMLESS = new RegExp(
  [
    String.raw`^console\.|^require$|^JSON\.|^String$|^Number$|^parse(?:Int|Float)$|^_\.|^module\.`,
    String.raw`^bru\.(?:get|has|is|sleep)|^res\.get|^req\.get|^pm\.(?:info|response|cookies)\.|^pm\.(?:${SCOPES})\.(?:has|toObject|replaceIn)$`,
    String.raw`^postman\.getResponse(?:Header|Cookie)$`,
  ].join('|'),
);

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
  return CALLS.get(path)?.(first, second) ?? UNKNOWN;
}

/** What a call gives for its arguments. */
type ApiCall = (first: ScriptValue, second: ScriptValue) => ScriptValue;

const header: ApiCall = (first) => named('header', valueText(first));
const cookie: ApiCall = (first) => named('cookie', valueText(first));
const itself: ApiCall = (first) => first;
const samePart: ApiCall = (first) => (first.kind === 'part' ? first : UNKNOWN);

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
  ['require', () => ({ kind: 'api', path: 'module' })],
  ['pm.variables.replaceIn', itself],
  ['module.Property.replaceSubstitutions', itself],
  ['JSON.stringify', samePart],
  ['String', samePart],
  ['Number', samePart],
  ['parseInt', samePart],
  ['parseFloat', samePart],
]);

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
