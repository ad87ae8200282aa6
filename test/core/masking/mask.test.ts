import assert from 'node:assert/strict';
import type { RecordedBody } from '../../../src/core/result/result';
import { body, mask, redactorOf } from './redactSamples';

describe('header', () => {
  const cases: [name: string, value: string, expected: string][] = [
    ['Authorization', 'Bearer abc.def', `Bearer ${mask('abc.def')}`],
    ['authorization', 'Basic YTpi', `Basic ${mask('YTpi')}`],
    ['Proxy-Authorization', 'raw', mask('raw')],
    ['X-Api-Key', 'k1', mask('k1')],
    ['X-CSRF-Token', 'a b', `a ${mask('b')}`],
    ['PRIVATE-TOKEN', 'p', mask('p')],
    ['Cookie', 'sid=abc; lang="de"; flag', `sid=${mask('abc')}; lang="${mask('de')}"; ${mask('flag')}`],
    ['Set-Cookie', 'sid=abc; Path=/; HttpOnly', `sid=${mask('abc')}; Path=/; HttpOnly`],
    ['Location', '/next?access_token=t0&page=2', `/next?access_token=${mask('t0')}&page=2`],
    ['Content-Type', 'application/json; charset=utf-8', 'application/json; charset=utf-8'],
    ['Authorization', '', ''],
    ['Authorization', 'Bearer ', 'Bearer '],
  ];
  for (const [name, value, expected] of cases) {
    it(`writes ${name}: ${value} as ${expected}`, () => {
      assert.deepEqual(redactorOf().header({ name, value }), { name, value: expected });
    });
  }

  it('changes nothing the second time', () => {
    for (const [name, value] of cases) {
      const once = redactorOf().header({ name, value });
      assert.deepEqual(redactorOf().header(once), once);
    }
  });
});

describe('url', () => {
  const cases: [url: string, expected: string][] = [
    ['http://ann:pw@host/a', `http://ann:${mask('pw')}@host/a`],
    ['http://tok@host/a', `http://${mask('tok')}@host/a`],
    [
      'http://host/?api_key=a%2Fb&page=1#access_token=z',
      `http://host/?api_key=${mask('a/b')}&page=1#access_token=${mask('z')}`,
    ],
    ['http://host/?nextPageToken=abc&q=token', 'http://host/?nextPageToken=abc&q=token'],
    ['http://host/?token=', 'http://host/?token='],
  ];
  for (const [url, expected] of cases) {
    it(`writes ${url} as ${expected}`, () => {
      assert.equal(redactorOf().url(url), expected);
    });
  }
});

describe('body', () => {
  const cases: [title: string, mediaType: string, content: string, expected: string][] = [
    [
      'JSON members by name',
      'application/json',
      '{"password":"a","x":"a"}',
      `{"password":"${mask('a')}","x":"a"}`,
    ],
    ['numbers, quoted', 'application/json', '{"pin": 1234}', `{"pin": "${mask('1234')}"}`],
    [
      'lists of tokens',
      'application/json',
      '{"tokens":["a","b"],"c":["d"]}',
      `{"tokens":["${mask('a')}","${mask('b')}"],"c":["d"]}`,
    ],
    [
      'escaped names and values',
      'application/json',
      '{"pass\\u0077ord":"\\n\\"x"}',
      `{"pass\\u0077ord":"${mask('\n"x')}"}`,
    ],
    ['JSON without a media type', '', ' {"token":"x y"}', ` {"token":"${mask('x y')}"}`],
    ['a cut off value', 'application/json', '{"token":"abc', `{"token":"${mask('abc')}`],
    [
      'form fields',
      'application/x-www-form-urlencoded',
      'user=a&client_secret=x+%2F&z',
      `user=a&client_secret=${mask('x /')}&z`,
    ],
    [
      'JSON in events, in one line and in several',
      'text/event-stream',
      'event: token\r\ndata: {"token":"a"}\r\n\r\ndata: say "hi\n\nid: 1\ndata: {"tokens": [\nid: 2\ndata: "b"],\ndata: "x": "c"}\n\ndata:{"pin":12',
      `event: token\r\ndata: {"token":"${mask('a')}"}\r\n\r\ndata: say "hi\n\nid: 1\ndata: {"tokens": [\nid: 2\ndata: "${mask('b')}"],\ndata: "x": "c"}\n\ndata:{"pin":"${mask('12')}"`,
    ],
    [
      'JSON in events after a byte order mark',
      'text/event-stream',
      '\ufeffdata: {"token":"a"}\r\r',
      `\ufeffdata: {"token":"${mask('a')}"}\r\r`,
    ],
    [
      'multipart fields',
      'multipart/form-data',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\npw\r\n--b--',
      `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${mask('pw')}\r\n--b--`,
    ],
  ];
  for (const [title, mediaType, content, expected] of cases) {
    it(`masks ${title}`, () => {
      const masked = redactorOf().body(body(content, mediaType));
      assert.equal(masked.content, expected);
      assert.deepEqual(redactorOf().body(masked), masked);
    });
  }

  const untouched = [
    '{"token":null,"secret":true,"password":"","tokens":{"a":"b"},"nextPageToken":"t","total_tokens":7}',
    '{"token_type":"Bearer","expires":1,"name":"token"}',
    '{"__proto__":{"a":1},"constructor":"x"}',
  ];
  for (const content of untouched) {
    it(`leaves ${content} alone`, () => {
      const given = body(content);
      assert.equal(redactorOf().body(given), given);
    });
  }

  it('decodes base64, masks, and encodes again', () => {
    const content = Buffer.from([0xff, 0xfe, ...Buffer.from('pässwort-1'), 0xff]).toString('base64');
    const masked = redactorOf('pässwort-1').body({
      encoding: 'base64',
      content,
      size: 14,
      mediaType: 'image/png',
    });
    assert.deepEqual(
      Buffer.from(masked.content, 'base64'),
      Buffer.from([0xff, 0xfe, ...Buffer.from(mask('pässwort-1')), 0xff]),
    );
    assert.deepEqual(redactorOf('pässwort-1', 'secret:').body(masked), masked);
  });

  it('keeps base64 without secrets unchanged', () => {
    const given: RecordedBody = { encoding: 'base64', content: 'AP8=', size: 2, mediaType: '' };
    assert.equal(redactorOf('canary-1').body(given), given);
  });
});
