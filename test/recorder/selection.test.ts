import assert from 'node:assert/strict';
import {
  countHosts,
  countSelected,
  hostOf,
  isApiCall,
  isSelected,
  type Selectable,
} from '../../recorder/selection';

function call(type: string, mimeType = '', method = 'GET', url = 'https://a.test/x'): Selectable {
  return { url, method, type, mimeType };
}

describe('isApiCall', () => {
  const cases: [title: string, call: Selectable, expected: boolean][] = [
    ['a script’s request', call('fetch', 'text/html'), true],
    ['an event stream', call('eventsource', 'text/event-stream'), true],
    ['a page', call('document', 'text/html'), false],
    ['a page that is JSON', call('document', 'application/json'), true],
    ['a form', call('document', 'text/html', 'POST'), true],
    ['a page in XHTML', call('document', 'application/xhtml+xml'), false],
    ['an image', call('image', 'image/svg+xml'), false],
    ['a script', call('script', 'text/javascript'), false],
    ['a preflight', call('preflight', 'application/json', 'OPTIONS'), false],
    ['JSON that something else asked for', call('other', 'application/problem+json'), true],
    ['what nobody knows', call('', ''), false],
  ];
  for (const [title, one, expected] of cases) {
    it(`takes ${title} for ${expected ? 'one' : 'none'}`, () => assert.equal(isApiCall(one), expected));
  }
});

describe('a selection', () => {
  const calls = [
    call('document', 'text/html'),
    call('fetch', 'application/json'),
    call('fetch', 'application/json', 'GET', 'https://b.test:8443/x?c=1'),
    call('image', '', 'GET', 'data:,'),
  ];

  it('counts by host, in the order in which hosts appear', () => {
    assert.deepEqual(countHosts(calls), [
      { host: 'a.test', calls: 2, apiCalls: 1 },
      { host: 'b.test:8443', calls: 1, apiCalls: 1 },
    ]);
  });

  it('counts as many as it chooses', () => {
    for (const apiOnly of [true, false]) {
      for (const without of [[], ['a.test'], ['a.test', 'b.test:8443']]) {
        const selection = { apiOnly, withoutHosts: new Set(without) };
        const chosen = calls
          .filter(({ type }) => type !== 'image')
          .filter((one) => isSelected(one, selection));
        assert.equal(countSelected(countHosts(calls), selection), chosen.length);
      }
    }
  });

  it('reads hosts as browsers write them', () => {
    assert.deepEqual(
      ['https://user:pw@A.test:1/x@y', 'ws://[::1]:8/', 'http://a?b', 'nothing', ''].map(hostOf),
      ['a.test:1', '[::1]:8', 'a', 'nothing', ''],
    );
  });
});
