import assert from 'node:assert/strict';
import { exchangesOf, headerValue } from '../../recorder/exchange';
import { callsOf, eventsOf, exchanges, type Scene } from './recordedEvents';

const summary = (scene: Scene): readonly string[] =>
  exchanges(scene).map(
    ({ method, url, type, response, error }) =>
      `${method} ${url} ${type} ${response?.status ?? '–'}${error === undefined ? '' : ` ${error}`}`,
  );

describe('exchangesOf', () => {
  const scenes: [title: string, scene: Scene, expected: string[]][] = [
    [
      'gives each request of a redirect its own exchange',
      'redirect',
      ['GET http://lab.test/redirect fetch 302', 'GET http://lab.test/api/landed fetch 200'],
    ],
    [
      'keeps a page and what it asks for',
      'navigation',
      ['GET http://lab.test/second document 200', 'GET http://lab.test/api/second fetch 200'],
    ],
    [
      'keeps a form and the page that it leads to',
      'form',
      ['POST http://lab.test/form document 303', 'GET http://lab.test/page document 200'],
    ],
    [
      'notes an event stream that the page ended',
      'events',
      ['GET http://lab.test/events eventsource 200 net::ERR_ABORTED (cancelled by the page)'],
    ],
    ['notes a WebSocket', 'socket', ['GET ws://lab.test/socket websocket 101']],
    [
      'says why there was no response',
      'dropped',
      ['GET http://lab.test/api/dropped fetch – net::ERR_EMPTY_RESPONSE'],
    ],
    [
      'keeps a preflight, and why the browser refused what came after it',
      'crossOrigin',
      [
        'PUT http://other.test/api/x fetch – net::ERR_FAILED (CORS: PreflightMissingAllowOriginHeader)',
        'OPTIONS http://other.test/api/x preflight 200',
      ],
    ],
    ['leaves out what goes over no network', 'dataUrl', []],
  ];
  for (const [title, scene, expected] of scenes) {
    it(title, () => assert.deepEqual(summary(scene), expected));
  }

  it('has the header fields that were really sent and received, cookies included, hop by hop', () => {
    const [first, second] = exchanges('redirect');
    assert.equal(headerValue(first?.headers ?? [], 'cookie'), undefined);
    assert.equal(headerValue(first?.response?.headers ?? [], 'set-cookie'), 'hop=one; Path=/; HttpOnly');
    assert.equal(headerValue(second?.headers ?? [], 'cookie'), 'hop=one');
  });

  it('puts every event where it belongs in whatever order they come', () => {
    const events = eventsOf('redirect');
    const extras = events.filter(([name]) => name.endsWith('ExtraInfo'));
    const others = events.filter(([name]) => !name.endsWith('ExtraInfo'));
    const expected = callsOf(events).flatMap(exchangesOf);
    assert.deepEqual(callsOf([...others, ...extras]).flatMap(exchangesOf), expected);
    const [first, ...rest] = extras;
    assert.ok(first !== undefined);
    assert.deepEqual(callsOf([first, ...others, ...rest]).flatMap(exchangesOf), expected);
  });

  it('counts the messages of a WebSocket', () => {
    assert.deepEqual(exchanges('socket')[0]?.messages, { sent: 1, received: 1 });
    assert.deepEqual(exchanges('events')[0]?.messages, { sent: 0, received: 2 });
  });

  it('says that a body is missing which the browser did not send along', () => {
    const [upload] = exchanges('upload');
    assert.equal(upload?.postData, undefined);
    assert.equal(upload?.postDataMissing, 'The browser did not give the body of the request.');
  });

  it('keeps no half of a request that had begun before', () => {
    assert.deepEqual(callsOf(eventsOf('image').slice(2)), []);
  });

  it('joins no names that every object inherits', () => {
    const [begun] = eventsOf('image');
    const params = { ...begun?.[1], requestId: '__proto__' };
    assert.equal(callsOf([['requestWillBeSent', params]]).length, 1);
    assert.equal(callsOf([['requestWillBeSentX', params]]).length, 0);
  });
});
