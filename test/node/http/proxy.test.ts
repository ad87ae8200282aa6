import assert from 'node:assert/strict';
import { isExemptFromProxy } from '../../../src/node/http/noProxy';
import { chooseProxy, parseProxy, type ProxySettings } from '../../../src/node/http/proxy';
import { Refusal } from '../../../src/node/http/refusal';
import { aim } from '../../../src/node/http/target';
import { get } from '../sending';

const chosen = (url: string, settings: ProxySettings): string | undefined => {
  const aimed = aim(get(url));
  assert.ok(aimed.ok);
  return chooseProxy(aimed.target, settings)?.shown;
};

describe('chooseProxy', () => {
  const environment = {
    HTTP_PROXY: 'http://upper:1',
    http_proxy: 'plain:2',
    HTTPS_PROXY: 'https://secure:3',
    NO_PROXY: '.internal',
  };
  const choices: readonly (readonly [title: string, url: string, settings: ProxySettings, shown?: string])[] =
    [
      ['no proxy without settings', 'http://api.test/', {}],
      [
        'the named one, even for this machine',
        'http://127.0.0.1/',
        { proxy: 'socks5://p' },
        'socks5://p:1080',
      ],
      ['none when that is said', 'http://api.test/', { proxy: 'none', proxyEnvironment: environment }],
      [
        'the lower-case variable first',
        'http://api.test/',
        { proxyEnvironment: environment },
        'http://plain:2',
      ],
      ['that of the scheme', 'https://api.test/', { proxyEnvironment: environment }, 'https://secure:3'],
      ['none for exempted hosts', 'https://x.internal/', { proxyEnvironment: environment }],
      ['none for this machine', 'http://localhost/', { proxyEnvironment: environment }],
      ['none for loopback addresses', 'http://127.0.0.9/', { proxyEnvironment: environment }],
      ['none for an empty variable', 'http://api.test/', { proxyEnvironment: { HTTP_PROXY: '' } }],
      [
        'the one for everything',
        'https://api.test/',
        { proxyEnvironment: { ALL_PROXY: 'http://all' } },
        'http://all:80',
      ],
      [
        'the named one before exemptions',
        'http://x.internal/',
        { proxy: 'p:8', proxyEnvironment: environment },
        'http://p:8',
      ],
    ];
  for (const [title, url, settings, shown] of choices) {
    it(`takes ${title}`, () => {
      assert.equal(chosen(url, settings), shown);
    });
  }
});

describe('parseProxy', () => {
  it('keeps the password out of what is shown', () => {
    const proxy = parseProxy('http://ann:p%40ss@[::1]:3128');
    assert.deepEqual([proxy.host, proxy.port, proxy.shown], ['::1', 3128, 'http://[::1]:3128']);
    assert.equal(proxy.authorization, `Basic ${Buffer.from('ann:p@ss').toString('base64')}`);
  });

  for (const text of [
    '',
    'http://',
    'ftp://ann:secret@p',
    'http://ann:sec%ret@p',
    'p:secret:port',
    'http://a b/',
  ]) {
    it(`refuses ${JSON.stringify(text)} without repeating it`, () => {
      assert.throws(
        () => parseProxy(text),
        (error) => error instanceof Refusal && error.message === 'The address of the proxy cannot be used.',
      );
    });
  }
});

describe('isExemptFromProxy', () => {
  const entries: readonly (readonly [list: string, host: string, expected: boolean])[] = [
    ['', 'api.test', false],
    ['*', 'api.test', true],
    ['api.test', 'api.test', true],
    ['API.Test', 'api.test', true],
    ['api.test', 'api.test.', true],
    ['api.test.', 'api.test', true],
    ['test', 'api.test', true],
    ['i.test', 'api.test', false],
    ['.test', 'api.test', true],
    ['*.test', 'api.test', true],
    ['.api.test', 'api.test', false],
    ['a.test, api.test b.test', 'api.test', true],
    ['api.test:80', 'api.test', true],
    ['api.test:81', 'api.test', false],
    ['.test:80', 'api.test', true],
    ['10.0.0.1', '10.0.0.1', true],
    ['0xa.1', '10.0.0.1', true],
    ['0.0.1', '10.0.0.1', false],
    ['10.0.0.0/8', '10.9.8.7', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.0.0.0/8', 'ten.test', false],
    ['10.0.0.0/99', '10.0.0.1', false],
    ['10.0.0.0/', '10.0.0.1', false],
    ['::1', '::1', true],
    ['[::1]:80', '::1', true],
    ['[::1]:81', '::1', false],
    ['fd00::/8', 'fd12::1', true],
    ['10.0.0.1', '::ffff:a00:1', true],
    ['10.0.0.0/8', '::ffff:a00:1', true],
    ['bad host', 'other', false],
  ];
  for (const [list, host, expected] of entries) {
    it(`says ${expected} of ${host} and ${JSON.stringify(list)}`, () => {
      assert.equal(isExemptFromProxy(list, { host, port: 80 }), expected);
    });
  }
});
