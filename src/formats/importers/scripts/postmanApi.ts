/**
 * What Postman's objects mean to a reader of scripts: `pm.response.json()`, `pm.environment.get('token')`
 * and their relatives, the old `postman.…` and `responseBody` included. Other tools speak the same.
 */
import { asJson } from './responsePart';
import type { ResponsePart } from './responsePart';
import { partValue, textValue, UNKNOWN, valueText } from './scriptValue';
import type { ScriptValue } from './scriptValue';

/** How the texts and names of a script are written in a chain. */
export interface ScriptTexts {
  readonly read: (text: string) => string;
  readonly nameOf: (variable: string) => string;
}

/** Names that stand for the tool, not for variables of the script. */
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
]);

/** What a name that no script defines stands for. */
export function globalValue(name: string): ScriptValue {
  if (name === 'responseBody') {
    return partValue({ from: 'body' });
  }
  return ROOTS.has(name) ? { kind: 'api', path: name.replace(/^insomnia$/, 'pm') } : UNKNOWN;
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
    String.raw`^pm\.(?:info|response|cookies)\.|^pm\.(?:${SCOPES})\.(?:has|toObject|replaceIn)$`,
    String.raw`^postman\.getResponse(?:Header|Cookie)$`,
  ].join('|'),
);

/** A member of something of the tool. */
export function apiMember(path: string, name: string, texts: ScriptTexts): ScriptValue {
  const whole = `${path}.${name}`;
  switch (whole) {
    case 'pm.response.code':
    case 'responseCode.code':
      return partValue({ from: 'status' });
    default:
      break;
  }
  switch (path) {
    case 'responseHeaders':
      return partValue({ from: 'header', name });
    case 'environment':
    case 'globals':
      return textValue(`{{${texts.nameOf(name)}}}`);
    default:
      return { kind: 'api', path: whole };
  }
}

/** What a call of something of the tool gives. */
export function apiCall(path: string, args: readonly ScriptValue[], texts: ScriptTexts): ScriptValue {
  const [first = UNKNOWN] = args;
  const name = valueText(first);
  if (GET.test(path)) {
    return name === undefined ? UNKNOWN : textValue(`{{${texts.nameOf(name)}}}`);
  }
  switch (path) {
    case 'pm.response.json':
      return partValue({ from: 'body', path: '$' });
    case 'pm.response.text':
      return partValue({ from: 'body' });
    case 'pm.response.headers.get':
    case 'postman.getResponseHeader':
      return named('header', name);
    case 'pm.cookies.get':
    case 'postman.getResponseCookie':
      return named('cookie', name);
    case 'JSON.parse':
      return first.kind === 'part' ? partValue(asJson(first.part)) : UNKNOWN;
    case 'require':
      return { kind: 'api', path: 'module' };
    case 'pm.variables.replaceIn':
    case 'module.Property.replaceSubstitutions':
      return first;
    case 'JSON.stringify':
    case 'String':
    case 'Number':
    case 'parseInt':
    case 'parseFloat':
      return first.kind === 'part' ? first : UNKNOWN;
    default:
      return UNKNOWN;
  }
}

function named(from: ResponsePart['from'], name: string | undefined): ScriptValue {
  return name === undefined || name === '' || name.includes('{{') ? UNKNOWN : partValue({ from, name });
}
