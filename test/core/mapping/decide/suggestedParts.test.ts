/** Values inside of cookies, tokens, base64, JSON in a text, and XML. */
import assert from 'node:assert/strict';
import { base64OfText } from '../../../../src/core/base64';
import { sessionOf, type StepSpec } from '../session';
import { TOKEN, suggestionLines, tokenOf } from '../suggestionLines';

describe('suggestions for a part of a text', () => {
  const found: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    [
      'a member of JSON in a cookie that has percent signs',
      [
        {
          line: 'POST /login',
          answerHeaders: { 'Set-Cookie': `cart=${encodeURIComponent(JSON.stringify({ cartId: TOKEN }))}` },
        },
        { line: `GET /carts/${TOKEN}` },
      ],
      ['cartId: 0 cookie cart percent $.cartId -> 1 path 1'],
    ],
    [
      'a claim of a token in a cookie, and of one behind its scheme',
      [
        { line: 'POST /login', answerHeaders: { 'Set-Cookie': `jwt=${tokenOf({ tenant_id: TOKEN })}` } },
        {
          line: 'POST /sessions',
          answer: { header: `Bearer ${tokenOf({ account: { id: 'acc-8812-qk' } })}` },
        },
        { line: `GET /tenants/${TOKEN}/accounts/acc-8812-qk` },
      ],
      [
        'tenantId: 0 cookie jwt jwt $.tenant_id -> 2 path 1',
        'accountId: 1 body $.header jwt $.account.id -> 2 path 3',
      ],
    ],
    [
      'what a token says, where an answer says it plainly: there',
      [
        { line: 'POST /login', answer: { token: tokenOf({ sub: TOKEN }) } },
        { line: 'GET /me', answer: { user: { id: TOKEN } } },
        { line: `GET /users/${TOKEN}/orders` },
      ],
      ['userId: 1 body $.user.id -> 2 path 1'],
    ],
    [
      'a text in base64, and JSON in it',
      [
        {
          line: 'GET /feed',
          answer: { cursor: base64OfText('page:9f3c77aa'), next: base64OfText('{"order_id":"zk-40911"}') },
        },
        { line: 'GET /feed?cursor=page:9f3c77aa' },
        { line: 'GET /orders/zk-40911' },
      ],
      [
        'cursor: 0 body $.cursor base64 -> 1 query cursor',
        'orderId: 0 body $.next base64 $.order_id -> 2 path 1',
      ],
    ],
    [
      'members of JSON in a text, each by itself',
      [
        { line: 'POST /orders', answer: { event: '{"order":{"id":"o-91827f3c"},"ticket":"t-5510ab9e"}' } },
        { line: 'GET /orders/o-91827f3c?ticket=t-5510ab9e' },
      ],
      [
        'orderId: 0 body $.event json $.order.id -> 1 path 1',
        'ticket: 0 body $.event json $.ticket -> 1 query ticket',
      ],
    ],
    [
      'a text of XML that XML takes, and one in an attribute',
      [
        {
          line: 'POST /soap',
          sent: '<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><Login><user>ada</user></Login></s:Envelope>',
          answer: `<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><Session ticket="${TOKEN}"><cart>zk-40911</cart></Session></s:Envelope>`,
        },
        {
          line: 'POST /soap',
          sent: `<?xml version="1.0"?><s:Envelope xmlns:s="urn:s"><Buy ticket="${TOKEN}"><item>1</item><cart>zk-40911</cart></Buy></s:Envelope>`,
        },
      ],
      [
        'ticket: 0 xml /s:Envelope/Session/@ticket -> 1 body /Envelope/Buy/@ticket',
        'cart: 0 xml /s:Envelope/Session/cart -> 1 body /Envelope/Buy/cart',
      ],
    ],
    [
      'an item of XML by a neighbour that stays, and a part of its address',
      [
        {
          line: 'GET /calendars',
          answer: `<?xml version="1.0"?><list><c><href>/dav/c-91827f3c/</href><p><name>Family</name></p><tag>${TOKEN}</tag></c><c><href>/dav/c-5510ab9e/</href><p><name>Work</name></p><tag>x</tag></c></list>`,
        },
        { line: 'GET /dav/c-91827f3c', headers: { 'If-Match': TOKEN } },
      ],
      [
        "davId: 0 xml substring-before(concat(substring-after(substring-after(/list/c[p/name='Family']/href, '/'), '/'), '/'), '/') -> 1 path 1",
        "tag: 0 xml /list/c[p/name='Family']/tag -> 1 header If-Match",
      ],
    ],
    [
      'a text of XML between comments, which belong to no value',
      [
        {
          line: 'POST /orders',
          answer: '<?xml version="1.0"?><order><!-- new --><id><![CDATA[zk-40911]]></id></order>',
        },
        { line: 'GET /orders/zk-40911' },
      ],
      ['orderId: 0 xml /order/id -> 1 path 1'],
    ],
    [
      'an item of XML by another attribute',
      [
        {
          line: 'GET /lists',
          answer: `<?xml version="1.0"?><all><list id="l-91827f3c" name="Family"/><list id="${TOKEN}" name="Work"/></all>`,
        },
        { line: `GET /lists/${TOKEN}` },
      ],
      ["listId: 0 xml /all/list[@name='Work']/@id -> 1 path 1"],
    ],
    [
      'an item of XML by its position where neighbours change',
      [
        {
          line: 'GET /shifts',
          answer: `<?xml version="1.0"?><list><shift><key>s-91827f3c</key><at>2026-01-05T09:00</at></shift><shift><key>${TOKEN}</key><at>2026-01-06T09:00</at></shift></list>`,
        },
        { line: `GET /shifts/${TOKEN}` },
      ],
      ['shiftKey: 0 xml /list/shift[2]/key -> 1 path 1'],
    ],
  ];
  for (const [title, steps, expected] of found) {
    it(`find ${title}`, () => {
      assert.deepEqual(suggestionLines(sessionOf(...steps)), expected);
    });
  }
});
