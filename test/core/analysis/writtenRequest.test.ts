import assert from 'node:assert/strict';
import { writtenRequest } from '../../../src/core/analysis/writtenRequest';

const SECRET = 's3cr3t-9d41';

/** The lines of a request with these members. */
function linesOf(members: object | string): string {
  const own = typeof members === 'string' ? members : JSON.stringify(members).slice(1, -1);
  const text = `{"formatVersion":1,"name":"A","requests":[{"id":"a","method":"POST",${own}}]}`;
  return writtenRequest(text, 'a.chain.json', 'a')?.text ?? assert.fail('there are no lines');
}

const url = 'https://a.example.com';

describe('the written lines of a request', () => {
  const hidden: [place: string, members: object | string, kept: string][] = [
    [
      'a parameter behind a reference',
      { url: `{{baseUrl}}/orders?api_key=${SECRET}` },
      '{{baseUrl}}/orders?api_key=‹secret›"',
    ],
    ['a parameter before others', { url: `${url}?token=${SECRET}&page={{page}}` }, '‹secret›&page={{page}}'],
    ['a password in a URL', { url: `https://bob:${SECRET}@a.example.com` }, 'bob:‹secret›@a.example.com'],
    [
      'a password next to a reference',
      { url: `https://{{user}}:${SECRET}{{ more }}@a.example.com` },
      '{{user}}:‹secret›{{ more }}@a',
    ],
    ['a URL with escapes', `"url":"https:\\/\\/bob:${SECRET}@a.example.com"`, 'bob:‹secret›@a.example.com'],
    ['a cookie next to a reference', header('Cookie', `a={{a}}; sid=${SECRET}`), 'a={{a}}; sid=‹secret›'],
    ['a token', header('Authorization', `Bearer ${SECRET}`), '"Bearer ‹secret›"'],
    ['a URL in another header', header('Referer', `${url}?token=${SECRET}`), '?token=‹secret›'],
    ['a switched-off header', header('X-Api-Key', SECRET, { disabled: true }), '"value":"‹secret›"'],
    ['a query parameter', { url, query: [{ name: 'api_key', value: `${SECRET}{{x}}` }] }, '"‹secret›{{x}}"'],
    [
      'a form as text',
      { url, body: { text: `grant_type=password&password=${SECRET}` } },
      '&password=‹secret›',
    ],
    ['JSON as text', { url, body: { text: `{"a":{{a}},"password":"${SECRET}"}` } }, '{\\"a\\":{{a}},'],
    [
      'parts as text',
      {
        url,
        body: { text: `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${SECRET}\r\n--b--` },
      },
      'form-data; name=\\"password\\"\\r\\n\\r\\n‹secret›\\r\\n--b--',
    ],
    ['a field', { url, body: { form: [{ name: 'password', value: SECRET }] } }, '"value":"‹secret›"'],
    ['a member', { url, body: { json: { user: 'ann', password: SECRET } } }, '"ann","password":"‹secret›"'],
    ['a member in a member', { url, body: { json: { token: { value: SECRET } } } }, '"value":"‹secret›"'],
    ['a number', `"url":"${url}","body":{"json":{"pin":9341,"n":5}}`, '"pin":‹secret›,"n":5'],
    [
      'a GraphQL argument',
      { url, body: { graphql: { query: `mutation { login(password: "${SECRET}") { id } }` } } },
      'login(password: \\"‹secret›\\") { id }',
    ],
    ['the authentication', { url, auth: { type: 'apiKey', name: 'k', value: SECRET } }, '"value":"‹secret›"'],
    [
      'an expected cookie',
      { url, expect: { headers: [{ name: 'Set-Cookie', contains: `sid=${SECRET}; Path=/` }] } },
      '"contains":"sid=‹secret›; Path=/"',
    ],
    [
      'an expected value',
      { url, expect: { body: [{ path: '$.user.token', equals: SECRET }] } },
      '"path":"$.user.token","equals":"‹secret›"',
    ],
    [
      'an expected object',
      { url, expect: { body: [{ path: '$', equals: { password: SECRET, id: 'x' } }] } },
      '{"password":"‹secret›","id":"x"}',
    ],
    [
      'a comment',
      `// ${SECRET}\n/* ${SECRET}\n${SECRET} */"url":"${url}" // ${SECRET}\n`,
      `"url":"${url}"\n}`,
    ],
    ['a comment with a reference', `"url":"${url}" /* {{a}} password=${SECRET} */`, `"url":"${url}"`],
  ];
  for (const [place, members, kept] of hidden) {
    it(`hide a credential: ${place}`, () => {
      const text = linesOf(members);
      assert.doesNotMatch(text, /s3cr3t|9341/);
      assert.ok(text.includes(kept), `${kept} is not in ${text}`);
    });
  }

  it('keep what is not a credential, and every reference', () => {
    const members = {
      url: '{{baseUrl}}/orders/{{id}}?page={{page}}&api_key={{$secret KEY}}',
      headers: [
        { name: 'Authorization', value: 'Bearer {{ token }}' },
        { name: 'Cookie', value: 'a={{a}}; b={{b}}' },
        { name: 'Accept', value: 'application/json; q=0.5' },
      ],
      auth: { type: 'basic', username: '{{user}}', password: '{{password}}' },
      body: { json: { password: '{{password}}', note: 'a // b', quantity: 2 } },
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      expect: { status: 201, body: [{ path: '$.id', equals: '{{id}}' }] },
    };
    assert.equal(linesOf(members), `{"id":"a","method":"POST",${JSON.stringify(members).slice(1)}`);
  });

  it('are none when the text has faults, for then not every credential could be found', () => {
    const text = `{"formatVersion":1,"name":"A","requests":[{"id":"a","url":"x" "password":"${SECRET}"}]}`;
    assert.equal(writtenRequest(text, 'a.chain.json', 'a'), undefined);
  });
});

function header(name: string, value: string, more: object = {}): object {
  return { url, headers: [{ name, value, ...more }] };
}
