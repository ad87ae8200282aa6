/**
 * A request as it was sent, as one cURL command for bash that can be pasted into a terminal.
 *
 * Every word is quoted, so that no value is anything but data to the shell. Characters that a terminal acts on
 * while they are pasted are written as escapes. A masked credential (`‹token:alice›`) becomes a variable
 * (`$TOKEN_ALICE`): the user sets it before running the command. cURL does not follow redirects by itself, nor
 * do attacks.
 */
import type { HeaderLine } from '../../core/model';
import type { RecordedBody, RecordedExchange } from '../../core/result/result';

/** The command for a request of an exchange. */
export function curlCommand({ method, url, headers, body }: RecordedExchange['request']): string {
  const isSent = body !== undefined && body.size > 0;
  return composeCurl({ method, url, headers, body: isSent ? [bodyWords(body, quoted)] : [] }, quoted);
}

/** A request in the words of the command; `body` and `options` are written already. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  /** Empty when none is sent. */
  readonly body: readonly string[];
  readonly options?: readonly string[];
  /** What the command begins with; absent for cURL that shows the headers of the answer. */
  readonly begin?: string;
}

/** Writes a text as one word of the shell, which is data whatever it says. */
export type ShellWord = (text: string) => string;

/** The command for a request. */
export function composeCurl(
  { method, url, headers, body, options = [], begin = 'curl -i' }: CurlRequest,
  word: ShellWord,
): string {
  const sendable = headers.filter(({ name, value }) => TOKEN.test(name) && !/[\r\n\0]/.test(value));
  const written = sendable.filter(({ name, value }) => !isCurlsOwn(name, value, url));
  // With -X cURL would send POST to wherever a redirection leads.
  const sent = method === 'POST' && options.includes('-L') && body.length === 0 ? ["--data-raw ''"] : body;
  const hasBody = sent.length > 0;
  const isTyped = sendable.some(({ name }) => name.toLowerCase() === 'content-type');
  const isCompressed = sendable.some(({ name }) => name.toLowerCase() === 'accept-encoding');
  const isForm = body.some((words) => /^(?:-F|--form-string) /.test(words));
  const words = [
    [begin, ...options, ...methodWords(method, hasBody, word), ...urlWords(url, word)].join(' '),
    ...written.map(({ name, value }) => `-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Without this cURL would call any body a form.
    ...(hasBody && !isTyped && !isForm ? ["-H 'Content-Type:'"] : []),
    ...(isCompressed ? ['--compressed'] : []),
    ...sent,
  ];
  return words.join(' \\\n  ');
}

/** RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

function methodWords(method: string, hasBody: boolean, word: ShellWord): readonly string[] {
  if (method === (hasBody ? 'POST' : 'GET')) {
    return [];
  }
  if (method === 'HEAD') {
    // --head sends no body, and without it cURL waits for the one that the answer speaks of.
    return [hasBody ? "-X HEAD --ignore-content-length -H 'Connection: close'" : '--head'];
  }
  return [`-X ${/^[A-Z]+$/.test(method) ? method : word(method)}`];
}

/** cURL treats brackets and braces as patterns and resolves `/../`, unless options turn that off. */
function urlWords(url: string, word: ShellWord): readonly string[] {
  return [
    ...(/[[\]{}]/.test(url) ? ['-g'] : []),
    ...(/\/(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(url) ? ['--path-as-is'] : []),
    // A result may have come from a stranger, and cURL also reads files.
    ...(/^https?:\/\//i.test(url) ? [] : ['--proto =http,https --url']),
    word(url),
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

/** The words for a body. */
export function bodyWords({ encoding, content, stored, size }: RecordedBody, word: ShellWord): string {
  if (stored !== undefined || content === '') {
    return `--data-binary @BODY # save the ${size} bytes of the body as the file BODY first: they are not kept here`;
  }
  if (encoding === 'base64') {
    return `--data-binary @<(printf %s ${word(content)} | base64 -d)`;
  }
  if (content.includes('\0')) {
    return `--data-binary @<(printf %b ${word(octal(content))})`;
  }
  return size > LONGEST_WORD ? `--data-binary @<(printf %s ${word(content)})` : `--data-raw ${word(content)}`;
}

/** Bytes of a word that a program is started with; Linux takes 128 KB, what the shell itself runs takes any. */
const LONGEST_WORD = 100_000;

/** For `printf %b`: a shell's word cannot hold a NUL. */
function octal(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000');
}

/** Masks of credentials; other kinds are not made, and a stranger's must not name any variable of the shell. */
const MASK = /‹((?:token|cookie|password|secret):[^‹›\n]{1,80})›/g;

/** A word of the shell, with variables in place of masked credentials. */
function quoted(text: string): string {
  return shellWord(text.split(MASK), (mask) => mask.toUpperCase().replace(/[^A-Z0-9]/g, '_'));
}

/**
 * A word of the shell.
 *
 * @param parts literals and, in every second place, the value of a variable
 */
export function shellWord(parts: readonly string[], variable: (part: string) => string): string {
  const written = parts.map((part, index) => {
    if (index % 2 === 1) {
      return `"$${variable(part)}"`;
    }
    return part === '' ? '' : literal(part);
  });
  const word = written.join('');
  return word === '' ? "''" : word;
}

/** Characters that a terminal or its line editor acts on, and those that turn the reading direction around. */
const ACTIVE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

function literal(text: string): string {
  if (!ACTIVE.test(text)) {
    return `'${text.replaceAll("'", "'\\''")}'`;
  }
  // Between $'…' a shell that is used by hand would still take `!` for its history.
  const escaped = text.replace(
    /[\\'!\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
    (character) => ESCAPES.get(character) ?? byteEscapes(character),
  );
  return `$'${escaped}'`;
}

/** In UTF-8, byte by byte: the bash of macOS (3.2) knows no `\u`, and others only where the language is UTF-8. */
function byteEscapes(character: string): string {
  const bytes = [...new TextEncoder().encode(character)];
  return bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);
