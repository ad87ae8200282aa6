/**
 * The 37 spellings in which a server may repeat a secret. They are data: a name, and the text made of a value.
 *
 * Some spellings are those of a whole body (UTF-16, Latin-1, compressed): they leave the value unchanged and
 * say how the bytes are written.
 */

/** How a whole body is written. */
export type BodyForm = 'utf16le' | 'utf16be' | 'latin1' | 'gzip';

/** One spelling. */
export interface Encoding {
  readonly name: string;
  readonly encode: (value: string) => string;
  /** Absent for UTF-8. Such a spelling is tried in bodies only. */
  readonly bodyForm?: BodyForm;
}

/** Percent-encodes everything but letters and digits. */
function percent(value: string): string {
  return encodeURIComponent(value).replace(/[^A-Za-z0-9%]/g, (one) => hexOf(one, '%').toUpperCase());
}

function percentLower(value: string): string {
  return percent(value).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());
}

function hexOf(value: string, before: string): string {
  return [...Buffer.from(value)].map((byte) => before + byte.toString(16).padStart(2, '0')).join('');
}

function eachUnit(value: string, write: (code: number) => string): string {
  return Array.from({ length: value.length }, (_, index) => write(value.charCodeAt(index))).join('');
}

/** In a JSON string, without its quotes. */
function jsonInner(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function unicodeEscapes(value: string): string {
  return eachUnit(value, (code) => `\\u${code.toString(16).padStart(4, '0')}`);
}

const NAMED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '%': '&percnt;',
  '+': '&plus;',
  é: '&eacute;',
  '\n': '&NewLine;',
  '/': '&sol;',
  '\\': '&bsol;',
  '.': '&period;',
  '@': '&commat;',
  _: '&lowbar;',
  ':': '&colon;',
  ',': '&comma;',
  '{': '&lcub;',
  '}': '&rcub;',
};

function htmlNamed(value: string): string {
  return value.replace(/[^A-Za-z0-9 ]/g, (one) => NAMED[one] ?? one);
}

function htmlDecimal(value: string): string {
  return eachUnit(value, (code) => `&#${code};`);
}

function base64(value: string): string {
  return Buffer.from(value).toString('base64');
}

function wrapped(value: string, columns: number, lineBreak: string): string {
  const lines = base64(value).match(new RegExp(`.{1,${columns}}`, 'g')) ?? [];
  return lines.join(lineBreak);
}

const same = (value: string): string => value;

/** A value inside base64 that begins earlier: `lead` bytes before it, so that it has another alignment. */
const within = (lead: string) => (value: string) => base64(`${lead}${value} and more`);

/** All spellings. */
export const encodings: readonly Encoding[] = [
  { name: 'raw', encode: same },
  { name: 'percent-upper', encode: percent },
  { name: 'percent-lower', encode: percentLower },
  { name: 'percent-every-byte', encode: (value) => hexOf(value, '%') },
  { name: 'percent-double', encode: (value) => percent(percent(value)) },
  { name: 'percent-fourfold', encode: (value) => percent(percent(percent(percent(value)))) },
  { name: 'form-plus', encode: (value) => new URLSearchParams([['v', value]]).toString().slice(2) },
  { name: 'json-unicode', encode: unicodeEscapes },
  { name: 'json-slash', encode: (value) => jsonInner(value).replaceAll('/', '\\/') },
  { name: 'json-twice', encode: (value) => jsonInner(jsonInner(value)) },
  { name: 'json-three-times', encode: (value) => jsonInner(jsonInner(jsonInner(value))) },
  { name: 'html-named', encode: htmlNamed },
  { name: 'html-decimal', encode: htmlDecimal },
  { name: 'html-hex', encode: (value) => eachUnit(value, (code) => `&#x${code.toString(16)};`) },
  {
    name: 'html-zero-padded',
    encode: (value) => eachUnit(value, (code) => `&#${String(code).padStart(10, '0')};`),
  },
  { name: 'base64', encode: base64 },
  { name: 'base64url', encode: (value) => Buffer.from(value).toString('base64url') },
  { name: 'base64-unpadded', encode: (value) => base64(value).replace(/=+$/, '') },
  { name: 'base64-76-columns', encode: (value) => wrapped(value, 76, '\n') },
  { name: 'base64-64-columns', encode: (value) => wrapped(value, 64, '\r\n') },
  { name: 'base64-within-at-0', encode: within('abc') },
  { name: 'base64-within-at-1', encode: within('abcd') },
  { name: 'base64-within-at-2', encode: within('abcde') },
  { name: 'base64-double', encode: (value) => base64(base64(value)) },
  { name: 'base64-of-percent', encode: (value) => base64(percent(value)) },
  { name: 'base64-of-unicode', encode: (value) => base64(unicodeEscapes(value)) },
  { name: 'base64-of-html', encode: (value) => base64(htmlDecimal(value)) },
  { name: 'hex-lower', encode: (value) => hexOf(value, '') },
  { name: 'hex-upper', encode: (value) => hexOf(value, '').toUpperCase() },
  { name: 'hex-of-percent', encode: (value) => hexOf(percent(value), '') },
  { name: 'x-escapes', encode: (value) => hexOf(value, '\\x') },
  { name: 'utf16le', encode: same, bodyForm: 'utf16le' },
  { name: 'utf16be', encode: same, bodyForm: 'utf16be' },
  { name: 'base64-of-utf16', encode: (value) => Buffer.from(value, 'utf16le').toString('base64') },
  { name: 'gzip', encode: same, bodyForm: 'gzip' },
  { name: 'latin1', encode: same, bodyForm: 'latin1' },
  { name: 'basic', encode: (value) => `Basic ${base64(`user:${value}`)}` },
];
