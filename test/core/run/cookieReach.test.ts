import assert from 'node:assert/strict';
import { selectableAnswer, selectedValue } from '../../../src/core/extraction/selectedValue';
import { createCookieJar } from '../../../src/node/http/cookieJar';

const BY = 'https://login.orders.test/auth/start';

describe('a cookie that a redirect set', () => {
  const cookies: [title: string, attributes: string, to: string, isGiven: boolean][] = [
    ['to the same host', '; Path=/', 'https://login.orders.test/done', true],
    ['to another host', '; Path=/', 'https://orders.test/done', false],
    ['to a host of its domain', '; Path=/; Domain=.Orders.test', 'https://app.orders.test/', true],
    ['to a host that only ends like it', '; Path=/; Domain=orders.test', 'https://myorders.test/', false],
    ['from a domain that is not its own', '; Path=/; Domain=shop.test', 'https://shop.test/', false],
    ['under its path', '; Path=/auth', 'https://login.orders.test/auth/done', true],
    ['to its path itself', '; Path=/auth', 'https://login.orders.test/auth', true],
    ['to a path that only begins like it', '; Path=/auth', 'https://login.orders.test/author', false],
    ['to the same folder when it has no path', '', 'https://login.orders.test/auth/done', true],
    ['elsewhere when it has no path', '', 'https://login.orders.test/done', false],
    ['without TLS when it is secure', '; Path=/; Secure', 'http://login.orders.test/', false],
    ['to the last of its paths', '; Path=/x; Path=/', 'https://login.orders.test/', true],
    ['to what is not a URL', '; Path=/', '‹masked›', false],
  ];
  for (const [title, attributes, to, isGiven] of cookies) {
    it(`is ${isGiven ? '' : 'not '}offered ${title}, as a run does`, () => {
      const line = `session=s1${attributes}`;
      const answer = selectableAnswer(
        {
          request: { method: 'GET', url: to, headers: [] },
          redirects: [
            {
              method: 'GET',
              url: BY,
              status: 302,
              setCookies: [{ name: 'Set-Cookie', value: line }],
              notes: [],
            },
          ],
        },
        undefined,
      );
      const jar = createCookieJar();
      jar.store(BY, [line], []);
      const rule = { from: 'cookie', name: 'session', all: false, optional: false } as const;
      assert.deepEqual(
        [selectedValue(rule, answer).count, jar.get(to, 'session')],
        isGiven ? [1, 's1'] : [0, undefined],
      );
    });
  }
});
