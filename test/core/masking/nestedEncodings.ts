/** Secrets of many kinds, and the ways in which they travel: encodings inside encodings, drawn from a seed. */
import type { Draw } from '../../formats/importers/mutate';

/** A way to write a text inside another one. */
interface Encoding {
  readonly name: string;
  readonly encode: (text: string) => string;
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const escapeUnits = (text: string, escape: (code: string) => string, radix = 16): string =>
  Array.from({ length: text.length }, (_, at) => escape(text.charCodeAt(at).toString(radix))).join('');
const lowerCase = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
const entities = (text: string, escape: (point: number) => string): string =>
  Array.from(text, (character) => escape(character.codePointAt(0) ?? 0)).join('');
const inLines = (text: string, columns: number, lineBreak: string): string =>
  (text.match(new RegExp(`.{1,${columns}}`, 'g')) ?? []).join(lineBreak);
const wideBytes = (text: string, bigEndian: boolean): Buffer => {
  const bytes = Buffer.from(text, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
};

const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '!': 'excl',
    '"': 'quot',
    '#': 'num',
    $: 'dollar',
    '%': 'percnt',
    '&': 'amp',
    "'": 'apos',
    '(': 'lpar',
    ')': 'rpar',
    '*': 'ast',
    '+': 'plus',
    ',': 'comma',
    '.': 'period',
    '/': 'sol',
    ':': 'colon',
    ';': 'semi',
    '<': 'lt',
    '=': 'equals',
    '>': 'gt',
    '?': 'quest',
    '@': 'commat',
    '[': 'lsqb',
    '\\': 'bsol',
    ']': 'rsqb',
    '^': 'Hat',
    _: 'lowbar',
    '`': 'grave',
    '{': 'lcub',
    '|': 'vert',
    '}': 'rcub',
    '\t': 'Tab',
    '\n': 'NewLine',
    é: 'eacute',
    ü: 'uuml',
    ß: 'szlig',
    Ø: 'Oslash',
    '\u00a0': 'nbsp',
    ÿ: 'yuml',
  }),
);

/** All of them. Each is given well-formed text. */
const encodings: readonly Encoding[] = [
  { name: 'percent', encode: encodeURIComponent },
  { name: 'percent in lower case', encode: (text) => lowerCase(encodeURIComponent(text)) },
  { name: 'every byte in percent', encode: (text) => bytesOf(text).toString('hex').replace(/../g, '%$&') },
  { name: 'form', encode: (text) => new URLSearchParams([['', text]]).toString().slice(1) },
  {
    name: 'form of a page',
    encode: (text) => new URLSearchParams([['', text.replace(/\r?\n/g, '\r\n')]]).toString().slice(1),
  },
  { name: 'JSON', encode: (text) => JSON.stringify(text).slice(1, -1) },
  {
    name: 'JSON with escaped slashes',
    encode: (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  },
  { name: '\\u', encode: (text) => escapeUnits(text, (code) => `\\u${code.padStart(4, '0')}`) },
  {
    name: '\\u in upper case',
    encode: (text) => escapeUnits(text, (code) => `\\u${code.toUpperCase().padStart(4, '0')}`),
  },
  {
    name: '\\x',
    encode: (text) =>
      escapeUnits(text, (code) =>
        code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`,
      ),
  },
  {
    name: 'quoted',
    encode: (text) => JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'"),
  },
  {
    name: 'HTML',
    encode: (text) => text.replace(/[&<>"']/g, (character) => `&${NAMES.get(character) ?? ''};`),
  },
  { name: 'HTML names', encode: (text) => entities(text, (point) => named(String.fromCodePoint(point))) },
  { name: 'HTML numbers', encode: (text) => entities(text, (point) => `&#${point};`) },
  { name: 'HTML hex numbers', encode: (text) => entities(text, (point) => `&#x${point.toString(16)};`) },
  {
    name: 'HTML padded numbers',
    encode: (text) => entities(text, (point) => `&#${String(point).padStart(10, '0')};`),
  },
  { name: 'base64', encode: (text) => bytesOf(text).toString('base64') },
  { name: 'base64 without padding', encode: (text) => bytesOf(text).toString('base64').replaceAll('=', '') },
  { name: 'base64url', encode: (text) => bytesOf(text).toString('base64url') },
  { name: 'base64 in 76 columns', encode: (text) => inLines(bytesOf(text).toString('base64'), 76, '\r\n') },
  { name: 'base64 in 64 columns', encode: (text) => inLines(bytesOf(text).toString('base64'), 64, '\n') },
  { name: 'hex', encode: (text) => bytesOf(text).toString('hex') },
  { name: 'hex in upper case', encode: (text) => bytesOf(text).toString('hex').toUpperCase() },
  { name: 'base64 of UTF-16', encode: (text) => wideBytes(text, false).toString('base64') },
  { name: 'base64 of UTF-16 BE', encode: (text) => wideBytes(text, true).toString('base64') },
];

function named(character: string): string {
  const name = NAMES.get(character);
  return name === undefined ? character : `&${name};`;
}

const ALPHABETS = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  '0123456789abcdef',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_',
  '0123456789abcdefghijklmnopqrstuvwxyz!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~ ',
  'abcdefghijklmnopqrstuvwxyzéüßØÿ€дж漢字😀 -',
];

const PIECES = [
  '%40',
  '"',
  '\n',
  '&amp;',
  '\\n',
  '%2B',
  "'",
  '\\u0041',
  '\r\n',
  '&#64;',
  ' ',
  '+',
  '\t',
  '\\"',
  '%25',
];

/** A secret of 8 to 300 characters, or the key file of a service account. */
export function drawSecret(draw: Draw): string {
  if (draw(12) === 0) {
    return serviceAccount(draw);
  }
  const letters = [...(ALPHABETS[draw(ALPHABETS.length)] ?? 'x')];
  const pick = (): string => letters[draw(letters.length)] ?? 'x';
  const length = draw(4) === 0 ? 8 + draw(292) : 8 + draw(40);
  const isMixed = draw(3) === 0;
  let secret = Array.from({ length: 6 }, pick).join('').trim().padEnd(6, 'k');
  while (secret.length < length) {
    secret += isMixed && draw(5) === 0 ? (PIECES[draw(PIECES.length)] ?? '') : pick();
  }
  // No beginning of an escape at its end, which what follows could complete.
  return `${secret.trimEnd()}k7`;
}

function serviceAccount(draw: Draw): string {
  const line = (): string => Buffer.from(Array.from({ length: 48 }, () => draw(256))).toString('base64');
  const key = ['-----BEGIN PRIVATE KEY-----', line(), line(), line(), '-----END PRIVATE KEY-----', ''].join(
    '\n',
  );
  const account = {
    type: 'service_account',
    private_key_id: Buffer.from(line()).toString('hex').slice(0, 40),
    private_key: key,
    client_email: `robot-${draw(1000)}@project.iam.gserviceaccount.com`,
    auth_uri: 'https://accounts.google.com/o/oauth2/auth',
    cert: 'https://www.googleapis.com/robot/v1/metadata/x509/robot%40project.iam.gserviceaccount.com',
  };
  return draw(2) === 0 ? `${JSON.stringify(account, null, 2)}\n` : JSON.stringify(account);
}

/** A text with a secret in it. */
export interface Hidden {
  readonly text: string;
  /** What the encodings were, and what was put around before each. */
  readonly steps: readonly string[];
  /** Whether nothing was put around the secret. */
  readonly isBare: boolean;
}

const AROUND: readonly (readonly [before: string, after: string])[] = [
  ['{"password": "', '"}'],
  ['user:', ''],
  ['xy', 'z'],
  ['a=1&key=', '&b=2'],
  ['<p title="', '">\n'],
  ['It is ', ', keep it'],
];

/** A secret in one to four encodings, with something around it before some of them. */
export function hide(secret: string, draw: Draw): Hidden {
  const steps: string[] = [];
  let text = secret;
  let isBare = true;
  for (let left = 1 + draw(4); left > 0; left -= 1) {
    const [before = '', after = ''] = draw(3) === 0 ? (AROUND[draw(AROUND.length)] ?? []) : [];
    isBare &&= before === '';
    const { name, encode } = encodings[draw(encodings.length)] ?? { name: 'none', encode: (plain) => plain };
    text = encode(before + text + after);
    steps.push(before === '' ? name : `${name} of ${before}…`);
    if (text.length > MAX_LENGTH) {
      break;
    }
  }
  return { text, steps, isBare };
}

/** Code units of a text that is not encoded further. */
const MAX_LENGTH = 5000;
