/** Hostile header lines, of answers whose framing is honest, and redirects to where nobody should go. */
import { answer, floods, HONEST, kindsOf, writes, type Answer, type KindRow } from './kind';

const lines: readonly KindRow[] = [
  ['has a header line of 1 MB', 'failed', answer([`X-Long: ${'x'.repeat(1_000_000)}`])],
  ['has 10,000 header lines', 'failed', answer(Array.from({ length: 10_000 }, (_, at) => `X-${at}: ${at}`))],
  ['has NUL in a header', 'failed', answer(['X-A: a\0b'])],
  ['has a space in a header name', 'failed', answer(['X A: 1'])],
  ['has a header line without colon', 'failed', answer(['just words'])],
  ['has an empty header name', 'failed', answer([': 1'])],
  ['folds a header line', 'failed', answer(['X-A: 1', '  folded'])],
  ['has a bare CR in a header', 'failed', answer(['X-A: a\rSet-Cookie: b=1'])],
  ['has terminal commands in headers', 'passed', answer(['X-A: \t\u009b2J\u0085', 'X-B: \u00ff\u00fe'])],
  ['has headers named __proto__', 'passed', answer(['__proto__: 1', 'constructor: 2', 'toString: 3'])],
  [
    'sets 1,500 cookies',
    'passed',
    answer(Array.from({ length: 1500 }, (_, at) => `Set-Cookie: c${at}=${at}`)),
  ],
  [
    'sets cookies of junk',
    'passed',
    answer(
      [
        '',
        '=',
        ';;;',
        'a',
        'a=b; Domain=.com; Path=x; Expires=never; Max-Age=9e99',
        '__proto__=1',
        `d=${'x'.repeat(9000)}`,
      ].map((cookie) => `Set-Cookie: ${cookie}`),
    ),
  ],
  ['names a type of junk', 'passed', answer(['Content-Type: ;;=/"\\; charset="'])],
  ['names an unknown charset', 'passed', answer(['Content-Type: application/json; charset=bogus'])],
  [
    'names a file outside',
    'passed',
    answer(['Content-Disposition: attachment; filename="../../../../etc/passwd"']),
  ],
];

const DIGEST = { auth: { type: 'digest', username: 'ann', password: 'pw-of-ann' } };
const unauthorized = (challenge: string): Answer =>
  answer([`WWW-Authenticate: ${challenge}`], HONEST, '401 Unauthorized');

const asked: readonly KindRow[] = [
  ['asks for junk credentials', 'failed', unauthorized(`${'Digest '.repeat(1000)},,=";\\`), DIGEST],
  [
    'asks for a digest of junk',
    'failed',
    unauthorized('Digest realm="a\\", nonce=, algorithm=SHA-9, qop="auth-x"'),
    DIGEST,
  ],
  [
    'says stale for ever',
    'failed',
    unauthorized('Digest realm="a", nonce="b", qop="auth", stale=true'),
    DIGEST,
  ],
  ['asks to wait for ages', 'failed', answer(['Retry-After: 999999999'], HONEST, '429 Too Many Requests')],
  ['asks to wait a negative time', 'failed', answer(['Retry-After: -5'], HONEST, '503 Service Unavailable')],
  [
    'asks to wait until 9999',
    'failed',
    answer(['Retry-After: Fri, 31 Dec 9999 23:59:59 GMT'], HONEST, '429 Too Many Requests'),
  ],
];

const redirect = (location: string): Answer => answer([`Location: ${location}`], '', '302 Found');

const redirects: readonly KindRow[] = [
  ['redirects in a circle', 'failed', redirect('?again')],
  ['redirects 300 times', 'failed', hops()],
  ['redirects to a file', 'failed', redirect('file:///etc/passwd')],
  ['redirects to a script', 'failed', redirect('javascript:alert(1)')],
  ['redirects to another host', 'failed', redirect('http://127.0.0.2:9/')],
  ['redirects to a metadata service', 'failed', redirect('http://169.254.169.254/latest/meta-data/')],
  [
    'redirects with credentials',
    'failed',
    ({ origin, ...wire }) =>
      redirect(`${origin.replace('://', '://ann:pw@')}/elsewhere`)({ origin, ...wire }),
  ],
  ['redirects to junk', 'failed', redirect('http://[::bad/%zz')],
  ['redirects to a port that does not exist', 'failed', redirect('http://127.0.0.1:99999/')],
  ['redirects to control characters', 'failed', redirect('/a\tb\u0085c%0d%0aX-A:1')],
  ['redirects to nothing', 'failed', redirect('')],
  ['redirects to two places', 'failed', answer(['Location: /a', 'Location: /b'], '', '302 Found')],
  [
    'redirects with an endless body',
    'failed',
    floods('HTTP/1.1 302 Found\r\nLocation: ?again\r\n\r\n', 'x'.repeat(65_536)),
  ],
];

/** Counts up in the query, so that no address comes twice. */
function hops(): Answer {
  let hop = 0;
  return (wire) => {
    hop += 1;
    (hop <= 300 ? redirect(`?hop=${hop}`) : writes('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))(wire);
  };
}

/** All of them. */
export const heads = kindsOf([...lines, ...asked, ...redirects]);
