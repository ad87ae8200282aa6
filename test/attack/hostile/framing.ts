/** Hostile framing: status lines, lengths, chunks, and connections that end or never end. */
import { drips, ends, floods, HONEST, kindsOf, resets, writes, type KindRow } from './kind';

const OK = 'HTTP/1.1 200 OK\r\n';
const JSON_OK = `${OK}Content-Type: application/json\r\n`;
const CHUNKED = `${JSON_OK}Transfer-Encoding: chunked\r\n\r\n`;
const SMUGGLED = `${OK}Content-Length: 15\r\n\r\n{"smuggled":1} `;
const withLength = (length: string, body = HONEST): string =>
  `${JSON_OK}Content-Length: ${length}\r\n\r\n${body}`;

const connections: readonly KindRow[] = [
  ['closes without a byte', 'failed', ends()],
  ['resets without a byte', 'failed', resets()],
  ['never answers', 'failed', () => undefined],
  ['closes in the status line', 'failed', ends('HTTP/1.')],
  ['closes after the status line', 'failed', ends(OK)],
  ['closes in the header', 'failed', ends(`${OK}Content-Le`)],
  ['never ends the header', 'failed', writes(`${OK}X-A: 1\r\n`)],
  ['resets after the header', 'failed', resets(`${OK}Content-Length: 8\r\n\r\n`)],
  ['resets in the body', 'failed', resets(withLength('100'))],
  ['drips the header', 'failed', drips(OK, 'X-Drip: 1\r\n')],
  ['drips the body', 'failed', drips(`${OK}\r\n`, '[1,2],')],
  ['sends a body without end', 'failed', floods(`${OK}\r\n`, 'x'.repeat(65_536))],
  ['sends header lines without end', 'failed', floods(OK, `X-More: ${'x'.repeat(1000)}\r\n`)],
];

const statusLines: readonly KindRow[] = [
  ['speaks HTTP/0.9', 'failed', ends(HONEST)],
  ['speaks HTTP/9.9', 'failed', ends(`HTTP/9.9 200 OK\r\nContent-Length: 8\r\n\r\n${HONEST}`)],
  ['speaks HTTP/2 at once', 'failed', ends('\0\0\u0012\u0004\0\0\0\0\0\0\u0003\0\0\0\u0064')],
  ['speaks SMTP', 'failed', ends('220 mail.example ESMTP ready\r\n')],
  ['speaks TLS', 'failed', ends('\u0015\u0003\u0001\0\u0002\u0002\u0028')],
  ['sends only NUL bytes', 'failed', ends('\0'.repeat(4096))],
  ['has status 000', 'failed', ends(`HTTP/1.1 000 Zero\r\nContent-Length: 8\r\n\r\n${HONEST}`)],
  ['has status 999', 'failed', writes(`HTTP/1.1 999 High\r\nContent-Length: 8\r\n\r\n${HONEST}`)],
  ['has a status of four digits', 'failed', ends(`HTTP/1.1 2000 OK\r\nContent-Length: 8\r\n\r\n${HONEST}`)],
  ['has a negative status', 'failed', ends(`HTTP/1.1 -200 OK\r\nContent-Length: 8\r\n\r\n${HONEST}`)],
  ['has letters in the status', 'failed', ends(`HTTP/1.1 2OO OK\r\nContent-Length: 8\r\n\r\n${HONEST}`)],
  ['has an endless reason', 'failed', floods('HTTP/1.1 200 ', 'O'.repeat(65_536))],
  [
    'has a reason with terminal commands',
    'passed',
    writes(`HTTP/1.1 200 \u001b[31mred\u009b2J\r\nContent-Length: 8\r\n\r\n${HONEST}`),
  ],
  ['sends 100 without end', 'failed', floods('', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000))],
  [
    'sends 10,000 early hints',
    'passed',
    writes('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(10_000), withLength('8')),
  ],
  [
    'switches the protocol',
    'failed',
    writes('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
];

const lengths: readonly KindRow[] = [
  ['has a length that is too long, and closes', 'failed', ends(withLength('100'))],
  ['has a length that is too long, and waits', 'failed', writes(withLength('100'))],
  ['has a length that is too short', 'failed', writes(withLength('3'))],
  ['has an answer behind the answer', 'passed', writes(withLength('8') + SMUGGLED)],
  ['has a negative length', 'failed', ends(withLength('-1'))],
  ['has two lengths', 'failed', ends(withLength('8\r\nContent-Length: 3'))],
  ['has a length in words', 'failed', ends(withLength('eight'))],
  ['has a length beyond 64 bits', 'failed', ends(withLength('99999999999999999999999'))],
  [
    'has a length and chunks',
    'failed',
    ends(`${JSON_OK}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n${HONEST}\r\n0\r\n\r\n`),
  ],
  [
    'has a body with 204',
    'failed',
    writes(`HTTP/1.1 204 No Content\r\nContent-Length: 15\r\n\r\n{"smuggled":1} `),
  ],
  ['has an answer behind 304', 'failed', writes(`HTTP/1.1 304 Not Modified\r\n\r\n${SMUGGLED}`)],
];

const chunks: readonly KindRow[] = [
  ['has chunks of no size', 'failed', ends(`${CHUNKED}zz\r\n${HONEST}\r\n0\r\n\r\n`)],
  ['has a chunk of negative size', 'failed', ends(`${CHUNKED}-8\r\n${HONEST}\r\n0\r\n\r\n`)],
  ['has a chunk beyond 64 bits', 'failed', ends(`${CHUNKED}fffffffffffffffff\r\n${HONEST}`)],
  ['ends in a chunk', 'failed', ends(`${CHUNKED}ff\r\n${HONEST}`)],
  ['has no last chunk', 'failed', ends(`${CHUNKED}8\r\n${HONEST}\r\n`)],
  [
    'has chunks of one byte',
    'passed',
    writes(CHUNKED, '1\r\n \r\n'.repeat(100_000), `8\r\n${HONEST}\r\n0\r\n\r\n`),
  ],
  ['has a chunk extension without end', 'failed', floods(`${CHUNKED}8;`, 'x'.repeat(65_536))],
  [
    'has trailers without end',
    'failed',
    floods(`${CHUNKED}8\r\n${HONEST}\r\n0\r\n`, `X-T: ${'x'.repeat(1000)}\r\n`),
  ],
  [
    'has a transfer coding that nobody knows',
    'failed',
    ends(`${JSON_OK}Transfer-Encoding: bogus\r\n\r\nbogus`),
  ],
];

/** All of them. */
export const framing = kindsOf([...connections, ...statusLines, ...lengths, ...chunks]);
