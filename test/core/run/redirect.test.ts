import assert from 'node:assert/strict';
import type { HeaderLine, HttpRequest, HttpResponse } from '../../../src/core/model';
import { nextHop } from '../../../src/core/run/redirect';
import { rendered } from '../rendered';

function request(method: string, url: string, headers: readonly HeaderLine[], body?: string): HttpRequest {
  const all = [{ name: 'Host', value: new URL(url).host }, ...headers];
  return { method, url, headers: all, ...(body === undefined ? {} : { body: Buffer.from(body) }) };
}

function response(status: number, location?: string): HttpResponse {
  const headers = location === undefined ? [] : [{ name: 'Location', value: location }];
  return { status, statusText: '', httpVersion: '1.1', headers, body: new Uint8Array(), wireSize: 0 };
}

/** The next hop as one line: method, URL, header names, body. */
function follow(from: HttpRequest, answer: HttpResponse): string {
  const step = nextHop(from, answer);
  if (step.kind !== 'follow') {
    return step.kind;
  }
  const { method, url, headers, body } = step.request;
  const names = headers.map(({ name }) => name).join(',');
  return `${method} ${url} [${names}] ${body === undefined ? '' : Buffer.from(body).toString()}`.trim();
}

const auth = { name: 'Authorization', value: 'Bearer x' };
const key = { name: 'X-Api-Key', value: 'k' };
const accept = { name: 'Accept', value: '*/*' };
const cookie = { name: 'Cookie', value: 'a=1' };
const type = { name: 'Content-Type', value: 'text/plain' };

describe('nextHop', () => {
  const get = request('GET', 'http://a.test/x', [auth, key, accept, cookie]);
  const post = request('POST', 'http://a.test/x', [auth, type], 'hello');
  const cases: [title: string, from: HttpRequest, answer: HttpResponse, expected: string][] = [
    ['is final without a redirect status', get, response(200, '/y'), 'final'],
    ['is final without a Location', get, response(302), 'final'],
    ['is final for 304', get, response(304, '/y'), 'final'],
    [
      'keeps credentials on the same origin, cookies left to the jar',
      get,
      response(302, '/y'),
      'GET http://a.test/y [Host,Authorization,X-Api-Key,Accept]',
    ],
    [
      'drops every telling header on another host',
      get,
      response(302, 'http://b.test/'),
      'GET http://b.test/ [Host,Accept]',
    ],
    [
      'counts another port as another origin',
      get,
      response(307, 'http://a.test:81/'),
      'GET http://a.test:81/ [Host,Accept]',
    ],
    [
      'counts another scheme as another origin',
      get,
      response(308, 'https://a.test/'),
      'GET https://a.test/ [Host,Accept]',
    ],
    ['turns POST into GET on 301', post, response(301, '/y'), 'GET http://a.test/y [Host,Authorization]'],
    ['turns POST into GET on 302', post, response(302, '/y'), 'GET http://a.test/y [Host,Authorization]'],
    ['turns POST into GET on 303', post, response(303, '/y'), 'GET http://a.test/y [Host,Authorization]'],
    [
      'keeps method and body on 307',
      post,
      response(307, '/y'),
      'POST http://a.test/y [Host,Authorization,Content-Type] hello',
    ],
    [
      'keeps method and body on 308',
      post,
      response(308, '/y'),
      'POST http://a.test/y [Host,Authorization,Content-Type] hello',
    ],
    ['does not carry a body to another origin', post, response(307, 'http://b.test/'), 'stop'],
    [
      'carries a GET after POST to another origin without credentials',
      post,
      response(303, 'http://b.test/'),
      'GET http://b.test/ [Host]',
    ],
    [
      'keeps HEAD on 303',
      request('HEAD', 'http://a.test/x', []),
      response(303, '/y'),
      'HEAD http://a.test/y [Host]',
    ],
    [
      'resolves relative targets',
      get,
      response(302, '../z?q=1#f'),
      'GET http://a.test/z?q=1 [Host,Authorization,X-Api-Key,Accept]',
    ],
    [
      'encodes what a sloppy server left bare',
      get,
      response(302, '/ä b'),
      'GET http://a.test/%C3%A4%20b [Host,Authorization,X-Api-Key,Accept]',
    ],
    ['stops at another scheme', get, response(302, 'file:///etc/passwd'), 'stop'],
    ['stops at javascript', get, response(302, 'javascript:alert(1)'), 'stop'],
    ['stops at nonsense', get, response(302, 'http://[::bad'), 'stop'],
    ['stops at a user name', get, response(302, 'http://u:p@a.test/'), 'stop'],
    ['stops at a host with a trailing dot', get, response(302, 'http://a.test./'), 'stop'],
  ];
  for (const [title, from, answer, expected] of cases) {
    it(title, () => {
      assert.equal(follow(from, answer), expected);
    });
  }

  it('says what was left behind', () => {
    const step = nextHop(get, response(302, 'http://b.test/'));
    assert.deepEqual(step.kind === 'follow' && step.notes, [
      'Authorization, X-Api-Key, Cookie removed: other origin',
    ]);
  });

  it('says what to do about a redirect that is not followed', () => {
    const step = nextHop(post, response(307, 'http://b.test/up'));
    assert.equal(
      step.kind === 'stop' && rendered(step.message),
      `The redirect 307 to http://b.test was not followed: the request's body would go to another origin. Send the request there directly, or set "redirects": "manual".`,
    );
  });
});
