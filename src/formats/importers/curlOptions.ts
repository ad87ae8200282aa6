/**
 * The options of curl that say something about a request, and those that do not; names and arguments
 * as in curl's manual (8.10). An option that is not known here is reported, never guessed at.
 */

/** An option as it is written out: `-X POST` and `--request POST` are the same. */
export interface CurlOption {
  /** The long name without dashes. */
  readonly name: string;
  /** Empty when it takes none. */
  readonly value: string;
}

/** The arguments of a command. */
export interface CurlArguments {
  /** What shapes the request, in order. */
  readonly options: readonly CurlOption[];
  readonly urls: readonly string[];
  /** Options that cannot be carried over, as written. */
  readonly leftOut: readonly string[];
}

/** Reads the words after `curl`. */
export function readArguments(words: readonly string[]): CurlArguments {
  const options: CurlOption[] = [];
  const urls: string[] = [];
  const leftOut: string[] = [];
  const queue = [...words].reverse();
  for (let word = queue.pop(); word !== undefined; word = queue.pop()) {
    if (!word.startsWith('-') || word === '-') {
      urls.push(word);
      continue;
    }
    const { name, attached } = splitOption(word, queue);
    const kind = KINDS.get(name);
    const value = takesValue(name) ? (attached ?? queue.pop() ?? '') : '';
    if (name === 'url') {
      urls.push(value);
    } else if (kind === 'request') {
      options.push({ name, value });
    } else if (kind !== 'client') {
      leftOut.push(`${word.startsWith('--') ? word : shortText(name)}${value === '' ? '' : ` ${value}`}`);
    }
  }
  return { options, urls, leftOut };
}

/**
 * Takes one option out of a word. Short ones may stand together (`-sSL`) and next to their value
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

/** `request`: shapes the request; `client`: how curl shows, stores or repeats, which is no part of it. */
type OptionKind = 'request' | 'client';

const REQUEST = [
  ...['request', 'header', 'get', 'head', 'user', 'digest', 'basic', 'oauth2-bearer', 'cookie'],
  ...['user-agent', 'referer', 'max-time', 'form', 'form-string'],
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
  ...['location', 'compressed', 'globoff', 'no-progress-meter', 'styled-output', 'http1.1', 'disable'],
  'path-as-is',
];

const KINDS: ReadonlyMap<string, OptionKind> = new Map([
  ...REQUEST.map((name) => [name, 'request'] as const),
  ...CLIENT.map((name) => [name, 'client'] as const),
]);

const WITH_VALUE: ReadonlySet<string> = new Set([
  ...REQUEST.filter((name) => !['get', 'head', 'digest', 'basic'].includes(name)),
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
  ...['aws-sigv4', 'upload-file', 'range', 'time-cond', 'config', 'request-target', 'url-query', 'proto'],
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
]);
