/** Hostile bodies: content codings that do not hold what they say, and texts that are hard to read. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { answer, body, HONEST, kindsOf, type Answer, type KindRow } from './kind';

/** Makes an answer when it is asked for first: most runs of the tests use a few kinds only. */
const lazily = (make: () => Answer): Answer => {
  let made: Answer | undefined;
  return (wire) => {
    made ??= make();
    made(wire);
  };
};

const coded = (coding: string, bytes: () => Uint8Array): Answer =>
  lazily(() => answer(['Content-Type: application/json', `Content-Encoding: ${coding}`], bytes()));

const later = (content: () => string, type?: string): Answer => lazily(() => body(content(), type));

const MEBIBYTE = Buffer.alloc(2 ** 20, 0x20);
const plain = Buffer.from(HONEST);
const long = Buffer.from(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_011)));
/** Members of a gzip file may follow each other (RFC 1952 §2.2). */
const bomb = (mebibytes: number): Buffer =>
  Buffer.concat(new Array<Buffer>(mebibytes).fill(gzipSync(MEBIBYTE)));

const codings: readonly KindRow[] = [
  ['is a gzip bomb of 1 GB', 'failed', coded('gzip', () => bomb(1024))],
  ['is a gzip bomb in gzip', 'failed', coded('gzip, gzip', () => gzipSync(bomb(1024)))],
  [
    'is a brotli bomb',
    'failed',
    coded('br', () =>
      brotliCompressSync(Buffer.alloc(64 * 2 ** 20), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
    ),
  ],
  [
    'is coded a hundred times',
    'failed',
    coded(new Array(100).fill('gzip').join(', '), () => gzipSync(plain)),
  ],
  ['is in a coding that nobody knows', 'failed', coded('bogus', () => plain)],
  ['is not gzip', 'failed', coded('gzip', () => plain)],
  ['ends in its gzip', 'failed', coded('gzip', () => gzipSync(long).subarray(0, -2000))],
  ['ends in its brotli', 'failed', coded('br', () => brotliCompressSync(long).subarray(0, -2000))],
  ['is deflated and damaged', 'failed', coded('deflate', () => deflateSync(long).fill(0xff, 1000, 1100))],
  ['is Zstandard and cut off', 'failed', coded('zstd', () => Buffer.from('28b52ffd04582100007b', 'hex'))],
];

const DEEP = 100_000;
const nested = (open: string, close: string): string => `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;

const json: readonly KindRow[] = [
  ['begins with a byte order mark', 'passed', body(`\u00ef\u00bb\u00bf${HONEST}`)],
  [
    'is JSON in UTF-16',
    'passed',
    body(Buffer.from(`\ufeff${HONEST}`, 'utf16le'), 'application/json; charset=utf-16'),
  ],
  ['is invalid UTF-8', 'passed', body('{"id":7,"a":"\u00ff\u00fe\u00c3("}')],
  ['is nested 100,000 deep in arrays', 'failed', later(() => nested('[', ']'))],
  ['is nested 100,000 deep in objects', 'failed', later(() => nested('{"a":', '}'))],
  ['has a number of a million digits', 'passed', later(() => `{"id":7,"n":${'9'.repeat(10 ** 6)}}`)],
  ['has a number beyond all bounds', 'passed', body('{"id":7,"n":1e999999999,"m":-1E-999999999}')],
  ['extracts a number of a million digits', 'passed', later(() => `{"id":${'9'.repeat(10 ** 6)}}`)],
  ['repeats a member 100,000 times', 'passed', later(() => `{${'"id":7,'.repeat(100_000)}"id":7}`)],
  [
    'has members named __proto__',
    'passed',
    body('{"__proto__":{"id":8},"constructor":{"prototype":{"id":9}},"id":7}'),
  ],
  ['has a text of 15 MB', 'passed', later(() => `{"id":7,"a":"${'a'.repeat(15 * 10 ** 6)}"}`)],
  ['has a million items', 'passed', later(() => `{"id":7,"a":[${'0,'.repeat(10 ** 6)}0]}`)],
  [
    'has 200,000 members',
    'passed',
    later(() => `{"id":7${Array.from({ length: 200_000 }, (_, at) => `,"m${at}":${at}`).join('')}}`),
  ],
  ['has half surrogates and controls', 'passed', body('{"id":7,"a":"\\ud800\\u0000\\u001b[2J]]></script>"}')],
  ['extracts a reference', 'passed', body('{"id":"{{$secret PASSWORD}}{{7*7}}"}')],
];

const XML = 'application/xml';
const xpath = { extract: [{ variable: 'id', from: 'body', xpath: '//id' }] };
const css = { extract: [{ variable: 'id', from: 'body', css: '#id' }] };
const laughs = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join(
  '',
);

const markup: readonly KindRow[] = [
  [
    'is an XML bomb',
    'failed',
    body(`<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><a><id>&l10;</id></a>`, XML),
    xpath,
  ],
  [
    'names an entity of a file',
    'failed',
    body('<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><id>&x;</id></a>', XML),
    xpath,
  ],
  ['is XML nested 100,000 deep', 'failed', later(() => nested('<a>', '</a>'), XML), xpath],
  ['is HTML nested 100,000 deep', 'failed', later(() => nested('<b>', '</b>'), 'text/html'), css],
  [
    'has 300,000 tags that nobody closed',
    'failed',
    later(() => '<p><td><a href="'.repeat(100_000), 'text/html'),
    css,
  ],
];

/** All of them. */
export const bodies = kindsOf([...codings, ...json, ...markup]);
