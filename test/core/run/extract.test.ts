import assert from 'node:assert/strict';
import { base64OfText } from '../../../src/core/base64';
import { defined } from '../../../src/core/defined';
import { describeExtraction } from '../../../src/core/run/describeExtraction';
import {
  extractNow,
  loadSearch,
  type ExtractionOutcome,
  type ExtractionTools,
} from '../../../src/core/run/extract';
import { ExactNumber, type JsonValue } from '../../../src/core/json/json';
import type { Decoding, Extraction, Selector } from '../../../src/core/model';
import { viewResponse, type ResponseView } from '../../../src/core/run/responseView';
import { rendered } from '../rendered';

const path = (text: string): Selector => ({ kind: 'path', path: text });
const regex = (text: string): Selector => ({ kind: 'regex', regex: text });

function rule(from: Extraction['from'], rest: Partial<Extraction> = {}): Extraction {
  return { variable: 'v', from, all: false, optional: false, ...rest };
}

function response(
  body: string,
  headers: readonly (readonly [name: string, value: string])[] = [],
): ResponseView {
  return viewResponse(
    {
      status: 201,
      statusText: 'Created',
      httpVersion: '1.1',
      headers: headers.map(([name, value]) => ({ name, value })),
      body: new TextEncoder().encode(body),
      wireSize: body.length,
    },
    'http://127.0.0.1/groups/42?a=1',
  );
}

const order = response(
  '{"id":9007199254740993,"empty":"","none":null,"no":false,"zero":0,"customer":{"orderId":7},"items":[{"sku":"A-1"},{"sku":"B-2"}]}',
  [
    ['Content-Type', 'application/json'],
    ['ETag', '"abc"'],
    ['Location', '/groups/42/members/7'],
    ['X-Page', '{"next":12345678901234567890}'],
    ['Set-Cookie', 'session=s3cr3t; HttpOnly'],
    ['Set-Cookie', 'theme=dark'],
  ],
);

/** Applies a rule with full effort. */
async function extractValue(
  extraction: Extraction,
  view: ResponseView,
  cookies?: ExtractionTools['cookies'],
): Promise<ExtractionOutcome> {
  const search = await loadSearch(extraction.select);
  return extractNow(extraction, view, {
    ...defined({ cookies }),
    effort: 'full',
    search,
  });
}

function valueOf(outcome: ExtractionOutcome): JsonValue {
  assert.equal(outcome.kind, 'found', outcome.kind === 'found' ? '' : rendered(outcome.message));
  return outcome.value;
}

function messageOf(outcome: ExtractionOutcome): string {
  return outcome.kind === 'found' ? 'found' : `${outcome.kind}: ${rendered(outcome.message)}`;
}

describe('an extraction', () => {
  const found: [extraction: Extraction, value: JsonValue][] = [
    [rule('body', { select: path('$.id') }), new ExactNumber('9007199254740993')],
    [rule('body', { select: path('$.empty') }), ''],
    [rule('body', { select: path('$.none') }), null],
    [rule('body', { select: path('$.no') }), false],
    [rule('body', { select: path('$.zero') }), 0],
    [rule('body', { select: path('$.customer') }), { orderId: 7 }],
    [rule('body', { select: path('$.items[0]') }), { sku: 'A-1' }],
    [rule('body', { select: path('$.items[?@.sku == "B-2"].sku') }), 'B-2'],
    [rule('body', { select: path('$.items') }), [{ sku: 'A-1' }, { sku: 'B-2' }]],
    [rule('body', { select: path('$.items[*].sku'), all: true }), ['A-1', 'B-2']],
    [rule('body', { select: path('$.id'), all: true }), [new ExactNumber('9007199254740993')]],
    [rule('body', { select: regex('"orderId":(\\d+)') }), '7'],
    [rule('header', { name: 'etag' }), '"abc"'],
    [rule('header', { name: 'Location', select: regex('/groups/([0-9]+)') }), '42'],
    [rule('header', { name: 'X-Page', select: path('$.next') }), new ExactNumber('12345678901234567890')],
    [rule('header', { name: 'Set-Cookie', all: true }), ['session=s3cr3t; HttpOnly', 'theme=dark']],
    [rule('cookie', { name: 'session' }), 's3cr3t'],
    [rule('status'), 201],
    [rule('url'), 'http://127.0.0.1/groups/42?a=1'],
    [rule('url', { select: regex('a=(\\d)') }), '1'],
  ];
  for (const [extraction, value] of found) {
    it(`takes ${describeExtraction(extraction)}${extraction.all ? ', all' : ''}`, async () => {
      assert.deepEqual(valueOf(await extractValue(extraction, order)), value);
    });
  }

  it('takes the text of a body, even when it is JSON', async () => {
    assert.equal(valueOf(await extractValue(rule('body'), response('{"a":1}'))), '{"a":1}');
  });

  it('takes the whole of a JSON body by $', async () => {
    assert.deepEqual(valueOf(await extractValue(rule('body', { select: path('$') }), response('{"a":1}'))), {
      a: 1,
    });
  });

  it('reads JSON that is labelled as something else', async () => {
    const page = response('{"a":1}', [['Content-Type', 'text/html']]);
    assert.equal(valueOf(await extractValue(rule('body', { select: path('$.a') }), page)), 1);
  });

  it('takes __proto__ as the data it is', async () => {
    const body = response('{"__proto__":{"admin":true}}');
    assert.deepEqual(
      valueOf(await extractValue(rule('body', { select: path('$.__proto__.admin') }), body)),
      true,
    );
    assert.match(messageOf(await extractValue(rule('body', { select: path('$.admin') }), body)), /^failed: /);
    assert.deepEqual(Object.keys(Object.prototype), []);
  });

  it('takes the text of an HTML element and of an attribute', async () => {
    const page = response('<meta name="csrf" content="t&amp;1"><h1> Hi </h1>', [
      ['Content-Type', 'text/html'],
    ]);
    const css = (selector: string, attribute?: string): Selector =>
      attribute === undefined ? { kind: 'css', css: selector } : { kind: 'css', css: selector, attribute };
    assert.equal(valueOf(await extractValue(rule('body', { select: css('h1') }), page)), 'Hi');
    assert.equal(
      valueOf(await extractValue(rule('body', { select: css('meta[name=csrf]', 'content') }), page)),
      't&1',
    );
    assert.equal(
      messageOf(await extractValue(rule('body', { select: css('h2') }), page)),
      'failed: css h2 matched nothing in the body.',
    );
    assert.match(
      messageOf(await extractValue(rule('body', { select: css('h2[') }), page)),
      /^failed: The CSS selector `h2\[` is not valid/,
    );
  });

  it('takes the text of an XML element', async () => {
    const xml = response('<a xmlns="urn:x"><id>7</id><id>8</id></a>', [['Content-Type', 'text/xml']]);
    const xpath = (text: string): Selector => ({ kind: 'xpath', xpath: text });
    assert.equal(valueOf(await extractValue(rule('body', { select: xpath('//id[1]') }), xml)), '7');
    assert.deepEqual(valueOf(await extractValue(rule('body', { select: xpath('//id'), all: true }), xml)), [
      '7',
      '8',
    ]);
    assert.match(
      messageOf(await extractValue(rule('body', { select: xpath('//id') }), order)),
      /^failed: The body is not well-formed XML/,
    );
  });

  it('looks in the jar for a cookie that this response does not set', async () => {
    const cookies = {
      get: (url: string, name: string) =>
        url.startsWith('http://127.0.0.1/') && name === 'early' ? 'e' : undefined,
    };
    assert.equal(valueOf(await extractValue(rule('cookie', { name: 'early' }), order, cookies)), 'e');
    assert.equal(valueOf(await extractValue(rule('cookie', { name: 'theme' }), order, cookies)), 'dark');
  });

  const page = response('<p>', [['Content-Type', 'text/html']]);
  const missed: [extraction: Extraction, view: ResponseView, message: string][] = [
    [
      rule('body', { select: path('$.ID') }),
      order,
      '`$.ID` matched nothing: the body has `id`, `empty`, `none`, `no`, `zero`, `customer`, `items` at its top; did you mean `id`?',
    ],
    [
      rule('body', { select: path('$.data.id') }),
      response('{"data":{"order_id":1}}'),
      '`$.data.id` matched nothing: `$.data` has `order_id`.',
    ],
    [
      rule('body', { select: path('$.id') }),
      page,
      "`$.id` needs JSON, and the body is not JSON but text/html: expected a JSON value but found '<' at line 1, column 1.",
    ],
    [rule('body', { select: path('$.id') }), response(''), 'The body is empty.'],
    [
      rule('body', { select: path('$.id') }),
      response('['.repeat(10_000)),
      '`$.id` needs JSON, and the body is nested deeper than 512 levels and can only be read as text.',
    ],
    [rule('body'), response(''), 'The body is empty.'],
    [rule('body', { select: regex('x{5}') }), order, '/x{5}/ matched nothing in the body.'],
    [rule('header', { name: 'X-None' }), order, 'The header `X-None` is not in the response.'],
    [
      rule('header', { name: 'ETag', select: path('$.a') }),
      order,
      '`$.a` matched nothing: the header `ETag` is a string.',
    ],
    [
      rule('header', { name: 'Location', select: path('$.a') }),
      order,
      "`$.a` needs JSON, and the header `Location` is not JSON: expected a JSON value but found '/' at line 1, column 1.",
    ],
    [
      rule('cookie', { name: 'sid' }),
      order,
      'The cookie `sid` is not set by the response, which sets `session`, `theme`.',
    ],
    [rule('cookie', { name: 'sid' }), page, 'The cookie `sid` is not set by the response.'],
  ];
  for (const [extraction, view, message] of missed) {
    it(`says why: ${message}`, async () => {
      assert.equal(messageOf(await extractValue(extraction, view)), `failed: ${message}`);
      assert.equal(
        messageOf(await extractValue({ ...extraction, optional: true }, view)),
        `absent: ${message}`,
      );
    });
  }

  const wrong: [extraction: Extraction, message: RegExp][] = [
    [
      rule('body', { select: path('$.items[*].sku') }),
      /^failed: body \$\.items\[\*\]\.sku matched 2 values: make it match one, or take them all as a list with "all": true\.$/,
    ],
    [rule('header', { name: 'set-cookie' }), /^failed: header set-cookie matched 2 values/],
    [rule('body', { select: regex('sku') }), /^failed: body \/sku\/ matched 2 values/],
    [rule('body', { select: path('$.items[') }), /^failed: The path `\$\.items\[` is not valid at character/],
    [rule('body', { select: regex('(?=a)') }), /^failed: The regular expression `\(\?=a\)` uses look-around/],
  ];
  for (const [extraction, message] of wrong) {
    it(`fails even an optional rule: ${describeExtraction(extraction)}`, async () => {
      assert.match(messageOf(await extractValue(extraction, order)), message);
      assert.match(messageOf(await extractValue({ ...extraction, optional: true }, order)), message);
    });
  }

  it('takes all of 300,000 values', async () => {
    const list = response(`[${'0,'.repeat(299_999)}0]`);
    const value = valueOf(await extractValue(rule('body', { select: path('$[*]'), all: true }), list));
    assert.ok(Array.isArray(value) && value.length === 300_000);
  });

  const overlapping: [title: string, body: string, select: Selector][] = [
    ['JSONPath', `${'['.repeat(300)}${']'.repeat(300)}`, path('$..*..*..*')],
    [
      'XPath',
      `${'<a>'.repeat(100)}${'x'.repeat(1_000_000)}${'</a>'.repeat(100)}`,
      { kind: 'xpath', xpath: '//a' },
    ],
    ['CSS', `${'<i>'.repeat(100)}${'x'.repeat(1_000_000)}${'</i>'.repeat(100)}`, { kind: 'css', css: 'i' }],
  ];
  for (const [title, body, select] of overlapping) {
    it(`fails for a ${title} that selects the same text over and over`, async () => {
      const message = messageOf(await extractValue(rule('body', { select, all: true }), response(body)));
      assert.match(message, /^failed: .* (?:selects more than 40 MB|needs more work) .*more specific\.$/);
    });
  }

  it('fails in bounded time for a hostile expression and a large body', async () => {
    const large = response('a'.repeat(1_000_000) + 'b');
    assert.match(
      messageOf(await extractValue(rule('body', { select: regex('(a+)+$') }), large)),
      /matched nothing/,
    );
    assert.match(
      messageOf(await extractValue(rule('body', { select: regex('[ab].{0,900}[cd]') }), large)),
      /was given up/,
    );
  });
});

describe('an extraction with decoding', () => {
  const claims = '{"sub":"u-17","id":9007199254740993,"name":"Zoë"}';
  const token = `${base64OfText('{"alg":"none"}')}.${base64OfText(claims)}.sig`
    .replaceAll('=', '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const answer = response(
    JSON.stringify({
      token,
      count: 3,
      event: '{"order":{"id":7}}',
      place: base64OfText('page 2'),
      bytes: '/////w==',
      tokens: [token, token],
    }),
    [
      ['Authorization', `Bearer ${token}`],
      ['Set-Cookie', `session=${token}`],
      ['Set-Cookie', `cart=${encodeURIComponent('{"id":"ü="}')}`],
      ['Set-Cookie', 'discount=100%'],
    ],
  );
  const of = (name: string, decode: Decoding, rest: Partial<Extraction> = {}): Extraction =>
    rule('body', { select: path(`$.${name}`), decode, ...rest });

  const found: [extraction: Extraction, value: JsonValue][] = [
    [of('token', { as: 'jwt', path: '$.sub' }), 'u-17'],
    [of('token', { as: 'jwt', path: '$.id' }), new ExactNumber('9007199254740993')],
    [of('token', { as: 'jwt', path: '$.name' }), 'Zoë'],
    [of('token', { as: 'jwt' }), { sub: 'u-17', id: new ExactNumber('9007199254740993'), name: 'Zoë' }],
    [of('tokens[*]', { as: 'jwt', path: '$.sub' }, { all: true }), ['u-17', 'u-17']],
    [of('event', { as: 'json', path: '$.order.id' }), 7],
    [of('event', { as: 'json' }), { order: { id: 7 } }],
    [of('place', { as: 'base64' }), 'page 2'],
    [rule('cookie', { name: 'cart', decode: { as: 'percent' } }), '{"id":"ü="}'],
    [rule('cookie', { name: 'cart', decode: { as: 'percent', path: '$.id' } }), 'ü='],
    [
      rule('cookie', {
        name: 'session',
        select: { kind: 'regex', regex: '^(.)' },
        decode: { as: 'percent' },
      }),
      'e',
    ],
    [rule('header', { name: 'Authorization', decode: { as: 'jwt', path: '$.sub' } }), 'u-17'],
    [rule('cookie', { name: 'session', decode: { as: 'jwt', path: '$.sub' } }), 'u-17'],
  ];
  for (const [extraction, value] of found) {
    it(`takes ${describeExtraction(extraction)}${extraction.all ? ', all' : ''}`, async () => {
      assert.deepEqual(valueOf(await extractValue(extraction, answer)), value);
    });
  }

  const missed: [extraction: Extraction, message: string][] = [
    [
      of('event', { as: 'jwt', path: '$.sub' }),
      'failed: `$.sub` needs JSON, and the text of body $.event is not a token with claims (RFC 7519).',
    ],
    [
      of('event', { as: 'jwt' }),
      'failed: Nothing was decoded: the text of body $.event is not a token with claims (RFC 7519).',
    ],
    [
      of('bytes', { as: 'base64' }),
      'failed: Nothing was decoded: the text of body $.bytes is not base64 text (RFC 4648).',
    ],
    [
      rule('cookie', { name: 'discount', decode: { as: 'percent' } }),
      'failed: Nothing was decoded: the text of cookie discount is not percent-encoded text (RFC 3986).',
    ],
    [of('count', { as: 'base64' }), 'failed: Only a text can be decoded, and body $.count is none.'],
    [
      of('token', { as: 'jwt', path: '$.uid' }),
      'failed: `$.uid` matched nothing: the text of body $.token has `sub`, `id`, `name` at its top.',
    ],
    [of('tokne', { as: 'jwt' }, { optional: true }), 'absent: '],
    [of('place', { as: 'jwt' }, { optional: true }), 'absent: '],
  ];
  for (const [extraction, message] of missed) {
    it(`says why there is nothing: ${describeExtraction(extraction)}`, async () => {
      const said = messageOf(await extractValue(extraction, answer));
      assert.equal(extraction.optional ? said.slice(0, message.length) : said, message);
    });
  }
});

describe('describeExtraction', () => {
  const described: [extraction: Extraction, text: string][] = [
    [rule('body'), 'body'],
    [rule('status'), 'status'],
    [rule('body', { select: path('$.id') }), 'body $.id'],
    [rule('header', { name: 'ETag' }), 'header ETag'],
    [rule('cookie', { name: 'session' }), 'cookie session'],
    [
      rule('header', { name: 'Location', select: regex('/groups/([0-9]+)') }),
      'header Location //groups/([0-9]+)/',
    ],
    [rule('body', { select: { kind: 'css', css: 'meta', attribute: 'content' } }), 'body css meta @content'],
    [rule('body', { select: { kind: 'xpath', xpath: '//id' } }), 'body xpath //id'],
    [
      rule('body', { select: path('$.token'), decode: { as: 'jwt', path: '$.sub' } }),
      'body $.token, decoded as jwt $.sub',
    ],
    [rule('cookie', { name: 'place', decode: { as: 'base64' } }), 'cookie place, decoded as base64'],
  ];
  for (const [extraction, text] of described) {
    it(`says ${text}`, () => {
      assert.equal(describeExtraction(extraction), text);
    });
  }
});
