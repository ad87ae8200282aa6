/**
 * The options of curl that say something about a request, and those that do not; names and arguments
 * as in curl's manual (8.10). An option that is not known here is reported, never guessed at.
 */

/** An option under its long name: `-X POST` and `--request POST` are the same. */
export interface CurlOption {
  /** The long name without dashes. */
  readonly name: string;
  /** Empty when it takes none. */
  readonly value: string;
}

/** The arguments of a command, or of its part up to `--next`. */
export interface CurlArguments {
  /** What shapes the request, in order. */
  readonly options: readonly CurlOption[];
  readonly urls: readonly string[];
  /** Options that cannot be carried over, as written. */
  readonly leftOut: readonly string[];
}

/** Reads the words after `curl`: a part for the first URLs, and one after each `--next`. */
export function readArguments(words: readonly string[]): readonly CurlArguments[] {
  const queue = [...words].reverse();
  const parts: CurlArguments[] = [];
  while (parts.length === 0 || queue.length > 0) {
    parts.push(readPart(queue));
  }
  return parts;
}

/** Takes words from the queue up to `--next`. */
function readPart(queue: string[]): CurlArguments {
  const options: CurlOption[] = [];
  const urls: string[] = [];
  const leftOut: string[] = [];
  for (let word = queue.pop(); word !== undefined; word = queue.pop()) {
    if (!word.startsWith('-') || word === '-') {
      urls.push(word);
      continue;
    }
    const { name, attached } = splitOption(word, queue);
    const value = takesValue(name) ? (attached ?? queue.pop() ?? '') : '';
    if (name === 'next') {
      break;
    } else if (name === 'url') {
      urls.push(value);
    } else if (KINDS.get(name) === 'request') {
      options.push({ name, value });
    } else if (KINDS.get(name) === undefined && !isSwitchedOff(name, options)) {
      leftOut.push(asWritten(word, name, value));
    }
  }
  return { options, urls, leftOut };
}

function asWritten(word: string, name: string, value: string): string {
  return `${word.startsWith('--') ? word : shortText(name)}${value === '' ? '' : ` ${value}`}`;
}

/** `--no-basic` and its like take an earlier option back. */
function isSwitchedOff(name: string, options: CurlOption[]): boolean {
  const base = /^no-(.+)$/.exec(name)?.[1];
  if (base === undefined || !KINDS.has(base) || takesValue(base)) {
    return false;
  }
  const kept = options.filter((option) => option.name !== base);
  options.splice(0, options.length, ...kept);
  return true;
}

/**
 * Takes one option out of a word. Short ones can be combined (`-sSL`) and joined with their value
 * (`-XPOST`): the rest of such a word goes back into the queue.
 */
function splitOption(word: string, queue: string[]): { readonly name: string; readonly attached?: string } {
  if (word.startsWith('--')) {
    return { name: word.slice(2) };
  }
  const letter = word.charAt(1);
  const name = SHORT.get(letter) ?? letter;
  const more = word.slice(2);
  if (more === '') {
    return { name };
  }
  if (takesValue(name)) {
    return { name, attached: more };
  }
  queue.push(`-${more}`);
  return { name };
}

function takesValue(name: string): boolean {
  return WITH_VALUE.has(name);
}

function shortText(name: string): string {
  const letter = [...SHORT].find(([, long]) => long === name)?.[0];
  return `-${letter ?? name}`;
}

/** `request`: shapes the request; `client`: how curl shows, stores or repeats, which is not part of it. */
type OptionKind = 'request' | 'client';

const REQUEST = [
  ...['request', 'header', 'get', 'head', 'user', 'digest', 'basic', 'oauth2-bearer', 'cookie'],
  ...['ntlm', 'negotiate', 'aws-sigv4', 'user-agent', 'referer', 'max-time', 'form', 'form-string'],
  ...['range', 'upload-file', 'url-query', 'globoff', 'no-location'],
  ...['data', 'data-ascii', 'data-raw', 'data-binary', 'data-urlencode', 'json'],
];

/** `location`, `compressed` and `path-as-is` are what Chainwright does anyway. */
const CLIENT = [
  ...[
    'silent',
    'show-error',
    'verbose',
    'include',
    'fail',
    'fail-with-body',
    'no-buffer',
    'progress-bar',
    '#',
  ],
  ...['output', 'remote-name', 'write-out', 'dump-header', 'cookie-jar', 'trace', 'trace-ascii', 'stderr'],
  ...['location', 'compressed', 'progress-meter', 'styled-output', 'disable', 'anyauth'],
  ...[
    'path-as-is',
    'http1.0',
    'http1.1',
    'http2',
    'http2-prior-knowledge',
    'http3',
    'keepalive',
    'create-dirs',
  ],
  ...['parallel', 'fail-early', 'remote-header-name', 'remote-name-all', 'xattr', 'ipv4', 'ipv6', 'buffer'],
  ...['output-dir', 'post301', 'post302', 'post303', 'tcp-nodelay', 'sessionid', 'alpn', 'show-headers'],
];

const WITHOUT_VALUE: ReadonlySet<string> = new Set([
  ...['get', 'head', 'digest', 'basic', 'ntlm', 'negotiate', 'globoff', 'no-location'],
]);

const KINDS: ReadonlyMap<string, OptionKind> = new Map([
  ...REQUEST.map((name) => [name, 'request'] as const),
  ...CLIENT.map((name) => [name, 'client'] as const),
]);

const WITH_VALUE: ReadonlySet<string> = new Set([
  'output-dir',
  ...REQUEST.filter((name) => !WITHOUT_VALUE.has(name)),
  ...['url', 'output', 'write-out', 'dump-header', 'cookie-jar', 'trace', 'trace-ascii', 'stderr'],
  ...['proxy', 'proxy-user', 'proxy-header', 'preproxy', 'noproxy', 'socks5', 'socks5-hostname', 'socks4'],
  ...[
    'cert',
    'cert-type',
    'key',
    'key-type',
    'pass',
    'cacert',
    'capath',
    'ciphers',
    'tls-max',
    'pinnedpubkey',
  ],
  ...['connect-timeout', 'connect-to', 'resolve', 'interface', 'local-port', 'unix-socket', 'dns-servers'],
  ...[
    'retry',
    'retry-delay',
    'retry-max-time',
    'max-redirs',
    'limit-rate',
    'rate',
    'speed-limit',
    'speed-time',
  ],
  ...['time-cond', 'config', 'request-target', 'proto', 'proto-redir', 'proto-default', 'engine'],
  ...[
    'service-name',
    'login-options',
    'sasl-authzid',
    'tls13-ciphers',
    'doh-url',
    'happy-eyeballs-timeout-ms',
  ],
  ...['expect100-timeout', 'etag-save', 'etag-compare', 'hostpubmd5', 'hostpubsha256', 'crlfile', 'libcurl'],
  ...['keepalive-time', 'max-filesize', 'netrc-file', 'create-file-mode', 'variable', 'haproxy-clientip'],
]);

const SHORT: ReadonlyMap<string, string> = new Map([
  ['X', 'request'],
  ['H', 'header'],
  ['d', 'data'],
  ['F', 'form'],
  ['u', 'user'],
  ['b', 'cookie'],
  ['A', 'user-agent'],
  ['e', 'referer'],
  ['G', 'get'],
  ['I', 'head'],
  ['m', 'max-time'],
  ['s', 'silent'],
  ['S', 'show-error'],
  ['v', 'verbose'],
  ['i', 'include'],
  ['f', 'fail'],
  ['N', 'no-buffer'],
  ['o', 'output'],
  ['O', 'remote-name'],
  ['w', 'write-out'],
  ['D', 'dump-header'],
  ['c', 'cookie-jar'],
  ['L', 'location'],
  ['g', 'globoff'],
  ['q', 'disable'],
  ['k', 'insecure'],
  ['x', 'proxy'],
  ['U', 'proxy-user'],
  ['E', 'cert'],
  ['T', 'upload-file'],
  ['r', 'range'],
  ['z', 'time-cond'],
  ['K', 'config'],
  ['Y', 'speed-limit'],
  ['y', 'speed-time'],
  [':', 'next'],
  ['J', 'remote-header-name'],
  ['Z', 'parallel'],
  ['4', 'ipv4'],
  ['6', 'ipv6'],
  ['0', 'http1.0'],
]);

/** Whether an option is given. */
export function has(options: readonly CurlOption[], wanted: string): boolean {
  return options.some(({ name }) => name === wanted);
}

/** The value of an option, of several the last, as curl has it. */
export function lastValue(options: readonly CurlOption[], wanted: string): string | undefined {
  return options.findLast(({ name }) => name === wanted)?.value;
}
