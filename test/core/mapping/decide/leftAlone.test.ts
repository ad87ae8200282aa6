/** What Auto Mapping suggests nothing for: words, what was typed, what is the same by chance. */
import assert from 'node:assert/strict';
import { base64OfText } from '../../../../src/core/base64';
import { articles, folders, packages } from '../answeredLists';
import { sessionOf, type StepSpec } from '../session';
import { login, TOKEN, suggestionLines, tokenOf } from '../suggestionLines';

describe('suggestions', () => {
  const left: [title: string, steps: readonly StepSpec[]][] = [
    [
      'words of a plain text',
      [
        { line: 'GET /greeting', answer: `Welcome ${TOKEN}`, answerType: 'text/plain' },
        { line: 'POST /tags', sent: `token=${TOKEN}` },
      ],
    ],
    [
      'the address of the page before, which the request with the form in its answer had sent',
      [
        {
          line: 'GET /links/new',
          headers: { Referer: 'http://api.test/links?page=2' },
          answer: '<form action="/links"><input name="back" value="http://api.test/links?page=2"></form>',
        },
        { line: 'POST /links', sent: 'title=Tides&back=http%3A%2F%2Fapi.test%2Flinks%3Fpage%3D2' },
      ],
    ],
    [
      'how many items are asked for at a time, though a description or a field has the number',
      [
        {
          line: 'GET /app',
          answer:
            '<input name="per_page" value="100"><script>var limits = {"per_page":{"maximum":100}};</script>',
        },
        { line: 'GET /tags?per_page=100&limit=100' },
      ],
    ],
    [
      'the id of a thing that the address names no more than the page',
      [
        { line: 'GET /shop', answer: '<a href="/shop/users/7">Ada</a> <a href="/shop/users/8">Bo</a>' },
        { line: 'GET /shop/orders?id=7' },
      ],
    ],
    [
      'a word of a path that a list has as a name, if the response is called otherwise',
      [
        { line: 'GET /search', answer: packages },
        { line: 'GET /calendar-words', answer: { name: 'Words', title: 'Calendar' } },
      ],
    ],
    [
      'what the user typed and the answer repeats',
      [
        { line: 'POST /users', sent: { email: 'ada@mail.test' }, answer: { email: 'ada@mail.test' } },
        { line: 'GET /search?email=ada%40mail.test' },
      ],
    ],
    [
      'a type that an item of a list has, too',
      [
        { line: 'GET /contents', answer: { content: folders } },
        {
          line: 'POST /contents',
          sent: { type: 'directory' },
          answer: { ...folders[1], name: 'new', path: 'new' },
        },
      ],
    ],
    [
      'an id of a record that the answer shows under another name',
      [
        { line: 'GET /articles', answer: { docs: articles } },
        { line: 'POST /pages', sent: { rating: 5 }, answer: { doc: { id: 9, lead: articles[1] } } },
      ],
    ],
    [
      'an id that two items of a list have',
      [
        { line: 'GET /articles', answer: { docs: [...articles, articles[1]] } },
        { line: 'POST /pages', sent: { lead: 5 }, answer: { doc: { id: 9, lead: articles[1] } } },
      ],
    ],
    [
      'a small number that was sent before an answer had it under its name',
      [
        { line: 'GET /topics', answer: { total: 2 } },
        { line: 'POST /orders', sent: { quantity: 2 }, answer: { quantity: 2 } },
        { line: 'POST /orders', sent: { quantity: 2 } },
      ],
    ],
    [
      'an id that the client made',
      [
        { line: 'PUT /notes/5b1f0a9c77d2', sent: { text: 'Hello' }, answer: { id: '5b1f0a9c77d2' } },
        { line: 'GET /notes/5b1f0a9c77d2' },
      ],
    ],
    [
      'passwords',
      [
        { line: 'GET /hint', answer: { hint: 'tr0ub4dor&3' } },
        { line: 'POST /login', sent: { password: 'tr0ub4dor&3' } },
      ],
    ],
    [
      'a secret that was entered before an answer repeated it',
      [
        { line: 'POST /token', sent: `client_secret=${TOKEN}`, answer: { client_secret: TOKEN } },
        { line: 'POST /revoke', sent: `client_secret=${TOKEN}` },
      ],
    ],
    [
      'cookies, which the jar sends',
      [
        { line: 'GET /', answerHeaders: { 'Set-Cookie': `sid=${TOKEN}; HttpOnly` } },
        { line: 'GET /me', headers: { Cookie: `sid=${TOKEN}` } },
      ],
    ],
    [
      'the text of a quoted cookie, whose quotes stay in a run',
      [
        { line: 'POST /login', answerHeaders: { 'Set-Cookie': `jwt="${tokenOf({ tenant_id: TOKEN })}"` } },
        { line: `GET /tenants/${TOKEN}` },
      ],
    ],
    [
      'what the user typed and a token repeats, and the times in it',
      [
        { ...login, answer: { token: tokenOf({ username: 'ada', role: 'admin', iat: 1790000000 }) } },
        { line: 'GET /users/ada?since=1790000000&role=admin' },
      ],
    ],
    [
      'the name with which somebody signs in whom an answer has named',
      [
        { line: 'GET /posts/4', answer: { reviewer: { email: 'lea.brandt@example.com' } } },
        { line: 'POST /login', sent: { email: 'lea.brandt@example.com', password: 'seven plums' } },
      ],
    ],
    [
      'secrets so short that a person may have thought them up',
      [
        { line: 'POST /hints', answer: { secret: 'tr0ub4dor' } },
        { line: 'POST /login', sent: { secret: 'tr0ub4dor' } },
      ],
    ],
    [
      'the id of a thing under what people are to another',
      [
        { line: 'GET /boards', answer: { board: { id: 31 } } },
        { line: 'POST /issues', sent: { assigned_to_id: 31 } },
      ],
    ],
    [
      'the name that was sent with a password and the answer repeats',
      [
        {
          line: 'GET /me',
          headers: { Authorization: `Basic ${base64OfText('ada-k4:pa55')}` },
          answer: { userId: 'ada-k4' },
        },
        { line: 'GET /users/ada-k4' },
      ],
    ],
    [
      'what looks like XML and is none',
      [
        { line: 'GET /a', answer: `<?xml version="1.0"?><a><key>${TOKEN}</key></b>` },
        { line: `GET /keys/${TOKEN}` },
      ],
    ],
    [
      'words of the path that links repeat',
      [{ line: 'GET /', answer: '<a href="/admin/users/">Users</a>' }, { line: 'GET /admin/users/' }],
    ],
    [
      'words of the protocol',
      [
        { line: 'GET /defaults', answer: { view: 'tab', grant: 'password' } },
        { line: 'POST /token', sent: 'type=tab&grant_type=password' },
      ],
    ],
    [
      'words of the protocol that are several',
      [
        { line: 'GET /.well-known', answer: { auth_methods_supported: ['none', 'client_secret_post'] } },
        { line: 'POST /register', sent: { auth_method: 'client_secret_post' } },
      ],
    ],
    [
      'a small number that happens to be the same',
      [
        { line: 'GET /cart', answer: { count: 2 } },
        { line: 'POST /items', sent: { quantity: 2 } },
      ],
    ],
    [
      'a quantity that is also a number of results',
      [
        { line: 'GET /products', answer: { quantity: 3, products: [] } },
        { line: 'POST /carts', sent: { items: [{ quantity: 3 }] } },
      ],
    ],
    [
      'the label of a button',
      [
        { line: 'GET /new', answer: '<input type="submit" name="go" value="Save and continue editing">' },
        { line: 'POST /new', sent: 'go=Save+and+continue+editing' },
      ],
    ],
    [
      'what an error answered',
      [
        { line: 'GET /orders/1', status: 404, answer: { traceId: 'a91f3c77d2e0' } },
        { line: 'GET /traces/a91f3c77d2e0' },
      ],
    ],
    [
      'a token that a refusal only repeats',
      [
        { line: 'GET /', headers: { 'X-Session-Id': TOKEN } },
        { line: 'POST /rpc', status: 409, answerHeaders: { 'X-Session-Id': TOKEN } },
        { line: 'POST /rpc', headers: { 'X-Session-Id': TOKEN } },
      ],
    ],
    [
      'a small number of one of many items that are all called so',
      [
        {
          line: 'GET /nodes',
          answer: [
            { name: 'Pump', x: 140 },
            { name: 'Valve', x: 320 },
          ],
        },
        { line: 'POST /nodes', sent: { name: 'Tap', x: 320 } },
      ],
    ],
    [
      'a name of several segments that was typed in a path before',
      [
        { line: 'GET /v2/team-9/tool-7/tags', answer: { name: 'team-9/tool-7', tags: [] } },
        { line: 'POST /copies?from=team-9/tool-7' },
      ],
    ],
    [
      'the town of a new member where another one lives',
      [
        {
          line: 'GET /members/records',
          answer: {
            records: [
              { id: 51, name: 'Salma Haddad', town: 'Hill End', links: { list: 'members' } },
              { id: 52, name: 'Piotr Zielak', town: 'Lake Side', links: { list: 'members' } },
            ],
          },
        },
        { line: 'POST /members/actions/new', sent: { name: 'Ruth Amsel', town: 'Hill End' } },
      ],
    ],
    ['a value of its own answer', [{ line: 'GET /orders/8812', answer: { id: 8812 } }]],
    [
      'headers of the browser',
      [
        { line: 'GET /a', answer: { agent: TOKEN } },
        { line: 'GET /b', headers: { 'User-Agent': TOKEN } },
      ],
    ],
    [
      'switches',
      [
        { line: 'GET /a', answer: { active: true } },
        { line: 'POST /b', sent: 'active=true' },
      ],
    ],
  ];
  for (const [title, steps] of left) {
    it(`leave ${title} alone`, () => {
      assert.deepEqual(suggestionLines(sessionOf(...steps)), []);
    });
  }
});
