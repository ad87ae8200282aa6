/**
 * A request as it was sent, as one cURL command for bash that can be pasted into a terminal.
 *
 * Every word is quoted, so that no value is anything but data to the shell. Characters that a terminal acts on
 * while they are pasted are written as escapes. A masked credential (`‹token:alice›`) becomes a variable
 * (`$TOKEN_ALICE`): whoever runs the command sets it first. cURL does not follow redirects by itself, nor do
 * attacks.
 */
import type { RecordedBody, RecordedExchange } from '../../core/result';

/** The command for a request of an exchange. */
export function curlCommand({ method, url, headers, body }: RecordedExchange['request']): string {
  const sendable = headers.filter(({ name, value }) => TOKEN.test(name) && !/[\r\n\0]/.test(value));
  const written = sendable.filter(({ name, value }) => !isCurlsOwn(name, value, url));
  const hasBody = body !== undefined && body.size > 0;
  const isTyped = sendable.some(({ name }) => name.toLowerCase() === 'content-type');
  const isCompressed = sendable.some(({ name }) => name.toLowerCase() === 'accept-encoding');
  const words = [
    ['curl -i', ...methodWords(method, hasBody), ...urlWords(url)].join(' '),
    ...written.map(({ name, value }) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without this cURL would call any body a form.
    ...(hasBody && !isTyped ? ["-H 'Content-Type:'"] : []),
    ...(isCompressed ? ['--compressed'] : []),
    ...(hasBody ? [bodyWords(body)] : []),
  ];
  return words.join(' \\\n  ');
}

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function methodWords(method: string, hasBody: boolean): readonly string[] {
  if (method === (hasBody ? 'POST' : 'GET')) {
    return [];
  }
  return method === 'HEAD' ? ['--head'] : [`-X ${/^[A-Z]+$/.test(method) ? method : quoted(method)}`];
}

/** cURL takes brackets and braces for patterns, and resolves `/../`, unless it is told not to. */
function urlWords(url: string): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url) ? ['--path-as-is'] : []),
    // A result may have come from a stranger, and cURL also reads files.
    ...(/^https?:\/\//i.test(url) ? [] : ['--proto =http,https --url']),
    quoted(url),
  ];
}

/** What cURL writes itself, from the command. */
function isCurlsOwn(name: string, value: string, url: string): boolean {
  const lower = name.toLowerCase();
  return lower === 'host' ? value.toLowerCase() === authorityOf(url) : OWN_HEADERS.has(lower);
}

const OWN_HEADERS: ReadonlySet<string> = new Set([
  ...['content-length', 'transfer-encoding', 'connection', 'accept-encoding'],
]);

function authorityOf(url: string): string | undefined {
  return /^https?:\/\/(?:[^/?#]*@)?([^/?#@]*)/i.exec(url)?.[1]?.toLowerCase();
}

function bodyWords({ encoding, content, stored, size }: RecordedBody): string {
  if (stored !== undefined || content === '') {
    return `--data-binary @BODY # save the ${size} bytes of the body as the file BODY first: they are not kept here`;
  }
  if (encoding === 'base64') {
    return `--data-binary @<(printf %s ${quoted(content)} | base64 -d)`;
  }
  return content.includes('\0')
    ? `--data-binary @<(printf %b ${quoted(octal(content))})`
    : `--data-raw ${quoted(content)}`;
}

/** For `printf %b`: a shell's word cannot hold a NUL. */
function octal(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000');
}

/** Masks of credentials; other kinds are not made, and a stranger's must not name any variable of the shell. */
const MASK = /‹((?:token|cookie|password|secret):[^‹›\n]{1,80})›/g;

/** A word of the shell; variables stand where credentials are masked. */
function quoted(text: string): string {
  const parts = text.split(MASK).map((part, index) => {
    if (index % 2 === 1) {
      return `"$${part.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`;
    }
    return part === '' ? '' : literal(part);
  });
  const word = parts.join('');
  return word === '' ? "''" : word;
}

/** Characters that a terminal or its line editor acts on, and those that turn the reading direction around. */
const ACTIVE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function literal(text: string): string {
  if (!ACTIVE.test(text)) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  // Between $'…' a shell that is used by hand would still take `!` for its history.
  const escaped = text.replace(/[\\'!\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) => {
    const code = character.charCodeAt(0);
    return ESCAPES.get(character) ?? `\\u${code.toString(16).padStart(4, '0')}`;
  });
  return `$'${escaped}'`;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
