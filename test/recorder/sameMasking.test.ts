/** The engine masks what a run met, the recorder what a browser sent: one table of what neither may leave. */
import assert from 'node:assert/strict';
import { createRedactor } from '../../src/core/masking/redact';
import type { RecordedExchange } from '../../src/core/result/result';
import { body, pseudonym } from '../core/masking/redactSamples';
import { masked, type Sample } from './maskedSamples';

/** Everything that two exchanges are shown as, in one text. */
type Maskers = readonly [who: string, show: (samples: readonly Sample[]) => string];

const maskers: readonly Maskers[] = [
  [
    'the engine',
    (samples) => {
      const redactor = createRedactor({ pseudonym });
      const exchanges = samples.map(recordedExchange);
      exchanges.forEach(redactor.learnFromExchange);
      return JSON.stringify(exchanges.map((exchange) => redactor.data({ exchange })));
    },
  ],
  ['the recorder', (samples) => JSON.stringify(masked('mask', samples))],
];

const url = 'https://api.test/';
const secret = 'hunter2/säcret +"1';
const percent = encodeURIComponent(secret);
/** In a response, a text with a space tells what is wrong (`"password": "is too short"`). */
const received = 'hunter2/säcret+"1';
const receivedPercent = encodeURIComponent(received);
const base64 = Buffer.from(secret).toString('base64');
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const form: Sample['headers'] = [['Content-Type', 'application/x-www-form-urlencoded']];
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--\r\n`;
const multipart: Sample['headers'] = [['Content-Type', 'multipart/form-data; boundary=b']];

describe('a credential', () => {
  const places: [title: string, sample: Sample, value?: string][] = [
    ['in a bearer token', { url, headers: [['Authorization', 'Bearer tok-1234567']] }, 'tok-1234567'],
    ['in an API key', { url, headers: [['X-Api-Key', 'key-1234567']] }, 'key-1234567'],
    [
      'in basic authentication',
      { url, headers: [['Authorization', `Basic ${Buffer.from(`ann:${secret}`).toString('base64')}`]] },
    ],
    ['in a header of a response', { url, received: [['X-Auth-Token', 'tok-1234567']] }, 'tok-1234567'],
    ['in a cookie', { url, headers: [['Cookie', 'lang=de; sid=session-1234']] }, 'session-1234'],
    ['in a cookie between quotes', { url, headers: [['Cookie', 'sid="session-1234"']] }, 'session-1234'],
    ['in a cookie with percent signs', { url, headers: [['Cookie', `sid=${percent}`]] }],
    [
      'in a cookie of a response',
      { url, received: [['Set-Cookie', 'session=session-1234; Path=/; HttpOnly']] },
      'session-1234',
    ],
    ['in a query', { url: `${url}?q=1&access_token=${percent}` }],
    ['in a fragment', { url: `${url}#access_token=${percent}&token_type=bearer` }],
    ['in a parameter of a path', { url: `${url}orders;jsessionid=session-1234` }, 'session-1234'],
    ['in the user information of a URL', { url: `https://ann:${percent}@api.test/` }],
    ['in a URL of a header', { url, received: [['Location', `/next?token=${receivedPercent}`]] }, received],
    [
      'in a URL between other text of a header',
      { url, received: [['Link', `<https://api.test/?page=2&api_key=${receivedPercent}>; rel="next"`]] },
      received,
    ],
    ['in JSON', { url, postData: JSON.stringify({ user: { password: secret } }) }],
    ['in JSON of a response', { url, body: JSON.stringify({ data: { accessToken: received } }) }, received],
    ['in a list in JSON', { url, body: JSON.stringify({ recovery_codes: ['abc-123456'] }) }, 'abc-123456'],
    ['that is a number in JSON', { url, body: '{"otp":12345678901}' }, '12345678901'],
    ['whose member is escaped', { url, body: '{"pass\\u0077ord":"pass-123456"}' }, 'pass-123456'],
    ['in a form', { url, headers: form, postData: `user=ann&password=${percent}` }],
    [
      'in a form of a response',
      {
        url,
        body: `access_token=${receivedPercent}&scope=repo`,
        mimeType: 'application/x-www-form-urlencoded',
      },
      received,
    ],
    ['in a part', { url, headers: multipart, postData: part('password', secret) }],
    [
      'in a part with line feeds alone',
      { url, headers: multipart, postData: part('password', secret).replaceAll('\r', '') },
    ],
    [
      'in a long part',
      { url, headers: multipart, postData: part('token', `long-1${'x'.repeat(5000)}`) },
      `long-1${'x'.repeat(5000)}`,
    ],
    [
      'in a part behind other lines',
      {
        url,
        headers: multipart,
        postData: part('pin', '987654').replace('\r\n\r\n', '\r\nContent-Type: text/plain\r\nX: y\r\n\r\n'),
      },
      '987654',
    ],
    ['in base64', { url, postData: JSON.stringify({ secret: base64 }) }],
  ];

  for (const [who, show] of maskers) {
    describe(`for ${who}`, () => {
      for (const [title, sample, value = secret] of places) {
        it(`${title} is masked there and wherever it comes again`, () => {
          const again = { url, body: `a ${value}, b`, mimeType: 'text/plain' };
          const shown = show([sample, again]);
          assert.ok(!shown.includes(JSON.stringify(value).slice(1, -1)), shown);
          assert.ok(!shown.includes(encodeURIComponent(value)), shown);
        });
      }

      const login: Sample = { url, postData: JSON.stringify({ password: secret }) };
      const forms: [title: string, written: string][] = [
        ['unchanged', secret],
        ['with percent signs', percent],
        ['with percent signs in lower case', percent.replace(/%../g, (code) => code.toLowerCase())],
        ['as in a form', new URLSearchParams([['', secret]]).toString().slice(1)],
        ['in JSON', JSON.stringify(secret).slice(1, -1)],
        ['in JSON with escaped slashes', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
        ['in JSON of ASCII', JSON.stringify(secret).slice(1, -1).replace('ä', '\\u00e4')],
        ['in JSON inside JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
        ['in HTML', secret.replace('"', '&quot;')],
        ['in base64', base64],
        ['in base64 for URLs', Buffer.from(secret).toString('base64url')],
        ...[1, 2].map((shift): [string, string] => [
          `in base64 behind ${shift} other bytes`,
          Buffer.from(`${':'.repeat(shift)}${secret}:`).toString('base64'),
        ]),
      ];
      for (const [title, written] of forms) {
        it(`is found ${title}`, () => {
          const shown = show([login, { url, body: `(${written})`, mimeType: 'text/plain' }]);
          assert.ok(!shown.includes(JSON.stringify(written.slice(4, -4)).slice(1, -1)), shown);
        });
      }

      for (const short of ['hunter2', 'p@ss', '987654']) {
        it(`that is as short as ${short} is found where it is a word of its own`, () => {
          const shown = show([
            { url, postData: JSON.stringify({ password: short }) },
            { url: `${url}?q=1%20${short}&x=1`, body: `<b>${short}</b>\\n${short} "${short}"` },
          ]);
          assert.ok(!shown.includes(short), shown);
        });
      }

      const keys: [title: string, key: string][] = [
        ['JSON Web Token', jwt],
        ['access key of AWS', 'AKIAIOSFODNN7EXAMPLE'],
        ['token of GitHub', `ghp_${'a1'.repeat(18)}`],
        ['token of GitLab', `glpat-${'a1'.repeat(10)}`],
        ['token of Slack', 'xoxb-1234567890-abcdef'],
        ['key of Stripe', `sk_live_${'a1'.repeat(12)}`],
        ['private key', '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----'],
      ];
      for (const [title, key] of keys) {
        it(`that is a ${title} is known by its shape`, () => {
          const shown = show([{ url, body: `see ${key}, please`, mimeType: 'text/plain' }]);
          assert.ok(!shown.includes(JSON.stringify(key).slice(1, -1)), shown);
        });
      }

      it('is all that is masked', () => {
        const harmless: Sample = {
          url: `${url}orders;v=2/7?page=2&code=DE#top`,
          headers: [
            ['Accept', 'application/json;q=0.9'],
            ['Content-Type', 'application/json'],
          ],
          received: [['Link', `<${url}?page=3>; rel="next"`]],
          postData: '{"nextPageToken":"page-1234567","max_tokens":100,"boardingPass":"A12-34567"}',
          body: 'eyJ xox- AKIA ghp_short name=value&id=1',
          mimeType: 'text/plain',
        };
        assert.doesNotMatch(show([harmless]), /masked-|‹secret/);
      });
    });
  }
});

function recordedExchange(sample: Sample): RecordedExchange {
  const lines = (pairs: Sample['headers'] = []) => pairs.map(([name, value]) => ({ name, value }));
  const type = sample.headers?.find(([name]) => name === 'Content-Type')?.[1] ?? 'application/json';
  const { headers, received, postData, body: content = '', mimeType = 'application/json' } = sample;
  return {
    request: {
      method: 'POST',
      url: sample.url,
      headers: lines(headers),
      ...(postData === undefined ? {} : { body: body(postData, type.replace(/;.*/, '')) }),
    },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: lines(received),
      body: body(content, mimeType),
      wireSize: 1,
      notes: [],
    },
    redirects: [],
    timings: { totalMs: 1 },
  };
}
