import assert from 'node:assert/strict';
import path from 'node:path';
import { previewText } from '../../../src/core/prepare/previewText';
import type { PreviewJob, PreviewSettings } from '../../../src/node/preview/previewContext';
import { previewRequest } from '../../../src/node/preview/previewRequest';
import { ok, startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../workspace';

let server: WireServer;
let workspace: Workspace;

/** The preview of a request of `main.chain.json` as text. */
async function preview(
  requestId: string,
  more: Partial<PreviewJob> = {},
  settings: Partial<PreviewSettings> = {},
): Promise<string> {
  return previewText(await previewRequest(jobOf(requestId, more), { ...defaultSettings, ...settings }));
}

function jobOf(requestId: string, more: Partial<PreviewJob>): PreviewJob {
  return {
    file: path.join(workspace.folder, 'main.chain.json'),
    workspace: workspace.folder,
    requestId,
    shown: new Map(),
    trusted: true,
    ...more,
  };
}

function twoRequests(more: object = {}): object {
  const create = {
    id: 'create',
    method: 'POST',
    url: `${server.origin}/orders`,
    extract: [
      { variable: 'orderId', from: 'body', path: '$.id' },
      { variable: 'token', from: 'body', path: '$.token' },
    ],
  };
  return chainOf([
    create,
    { id: 'read', method: 'GET', url: `${server.origin}/orders/{{orderId}}`, ...more },
  ]);
}

describe('previewRequest', () => {
  before(async () => {
    server = await startWireServer(() => ok('{"id":9007199254740993,"token":"tok-12345678"}'));
    workspace = await createWorkspace();
  });
  after(async () => {
    await server.close();
    await workspace.dispose();
  });

  it('shows which chain a step runs, and what it gives', async () => {
    await workspace.write({
      'main.chain.json': chainOf(
        [{ id: 'pay', chain: 'pay.chain.json', with: { order: '{{id}}', of: ['{{later}}'] } }],
        { variables: { id: 17 } },
      ),
      'pay.chain.json': chainOf([]),
    });
    const shown = await preview('pay');
    assert.match(shown, /^CALL pay\.chain\.json$/m);
    assert.match(shown.replace(/\s+/g, ''), /\{"order":17,"of":\["\{\{later\}\}"\]\}/);
    assert.match(shown, /later/);
  });

  it('shows the first row of data, and after a run the row that was run', async () => {
    await workspace.write({
      'users.csv': 'user\nada\nbob\n',
      'main.chain.json': {
        ...chainOf([{ id: 'read', method: 'GET', url: `${server.origin}/{{user}}` }]),
        formatVersion: 2,
        data: 'users.csv',
      },
    });
    assert.match(await preview('read'), /^GET \S+\/ada HTTP/);
    const { memory } = await workspace.run('main.chain.json', { rows: '2' });
    assert.match(await preview('read', { known: memory }), /^GET \S+\/bob HTTP/);
    await workspace.write({ 'users.csv': 'user\nada\neve\n' });
    assert.match(await preview('read', { known: memory }), /^GET \S+\/eve HTTP/);
  });

  it('masks what a credential is made of in a row of data', async () => {
    const requests = [
      {
        id: 'a',
        method: 'GET',
        url: server.origin,
        extract: [{ variable: 'x', from: 'body', path: '$.id' }],
      },
      { id: 'b', method: 'GET', url: server.origin, auth: { type: 'bearer', token: '{{column}}' } },
      { id: 'c', method: 'GET', url: `${server.origin}/{{x}}` },
    ];
    const chain = { ...chainOf(requests), formatVersion: 2, data: [{ column: '{{x}}' }] };
    await workspace.write({ 'main.chain.json': chain });
    const { memory } = await workspace.run('main.chain.json');
    assert.match(await preview('c', { known: memory }), /^GET \S+\/‹secret:/);
  });

  it('shows what is sent, byte for byte, with the values of the last run', async () => {
    await workspace.write({ 'main.chain.json': twoRequests({ headers: [{ name: 'X-A', value: 'ü' }] }) });
    const { memory } = await workspace.run('main.chain.json');
    const sent = server.requests.at(-1)?.head ?? '';
    const shown = await preview('read', { known: memory });
    const [line, ...headers] = shown.split('\n');
    assert.equal(line, `GET ${server.origin}/orders/9007199254740993 HTTP/1.1`);
    assert.equal(
      headers.join('\r\n').trimEnd(),
      Buffer.from(sent, 'latin1').toString('latin1').split('\r\n').slice(1).join('\r\n').trimEnd(),
    );
  });

  it('shows what a request computes from itself, byte for byte', async () => {
    const signed = {
      id: 'signed',
      method: 'POST',
      url: `${server.origin}/a b?x=1`,
      variables: { text: '{{$request.method}} {{$request.path}}', mac: "{{$hmac 'sha256' 'key' text}}" },
      headers: [
        { name: 'X-Checked', value: '{{mac}}' },
        { name: 'X-Digest', value: "{{$hash 'sha256' $request.body}}" },
      ],
      body: { text: 'a body' },
    };
    await workspace.write({ 'main.chain.json': chainOf([signed]) });
    await workspace.run('main.chain.json');
    const sent = server.requests.at(-1)?.head ?? '';
    const shown = await preview('signed');
    const wire = sent.split('\r\n').slice(1).join('\n').trimEnd();
    assert.ok(wire.includes('X-Checked: '), wire);
    assert.equal(shown.split('\n').slice(1).join('\n').trimEnd(), `${wire}\n\na body`);
  });

  it('computes nothing from what is known only when the request is sent', async () => {
    const request = (text: string) => ({
      id: 'late',
      method: 'POST',
      url: `${server.origin}/`,
      variables: { nonce: '{{$guid}}' },
      headers: [{ name: 'X-Digest', value: "{{$hash 'sha256' $request.body}}" }],
      body: { text },
    });
    for (const text of ['{{nonce}}', '{{$guid}}', 'x'.repeat(1_000_001)]) {
      await workspace.write({ 'main.chain.json': chainOf([request(text)]) });
      const shown = await preview('late');
      assert.match(shown, /# \{\{\$hash 'sha256' \$request\.body\}\} is made when the request is sent\./);
      assert.match(shown, /^X-Digest: \{\{\$hash 'sha256' \$request\.body\}\}$/m);
    }
  });

  it('sends nothing', async () => {
    const before = server.requests.length;
    await workspace.write({ 'main.chain.json': twoRequests() });
    await preview('create');
    assert.equal(server.requests.length, before);
  });

  it('keeps references without a value in place, and says so above', async () => {
    const body = { json: { id: '{{orderId}}', all: ['{{orderId}}', '{{other}}-x'] } };
    await workspace.write({ 'main.chain.json': twoRequests({ method: 'POST', body }) });
    const lines = (await preview('read')).split('\n');
    assert.deepEqual(lines.slice(0, 4), [
      '# {{orderId}} has no value yet.',
      '# {{other}} has no value yet.',
      '',
      `POST ${server.origin}/orders/{{orderId}} HTTP/1.1`,
    ]);
    assert.deepEqual(lines.slice(lines.indexOf('{')), [
      '{',
      '  "id": "{{orderId}}",',
      '  "all": [',
      '    "{{orderId}}",',
      '    "{{other}}-x"',
      '  ]',
      '}',
      '',
    ]);
    assert.ok(!lines.some((line) => line.startsWith('Content-Length')), 'the length is not known yet');
  });

  it('shows the request as written when its address has no value', async () => {
    await workspace.write({ 'main.chain.json': twoRequests({ url: '{{baseUrl}}/orders' }) });
    assert.equal(
      await preview('read'),
      '# {{baseUrl}} has no value yet.\n\nGET {{baseUrl}}/orders HTTP/1.1\n',
    );
  });

  it('says why a request cannot be sent', async () => {
    await workspace.write({ 'main.chain.json': twoRequests({ url: 'ftp://a.test/' }) });
    assert.match(await preview('read'), /^# GET "ftp:\/\/a\.test\/" is not a URL that requests can go to\./);
  });

  it('leaves values generated for each request as references', async () => {
    const headers = [{ name: 'X-Id', value: '{{$guid}}' }];
    await workspace.write({ 'main.chain.json': twoRequests({ url: server.origin, headers }) });
    const shown = await preview('read');
    assert.match(shown, /^# \{\{\$guid\}\} is made when the request is sent\.\n/);
    assert.match(shown, /\nX-Id: \{\{\$guid\}\}\n/);
  });

  it('masks secrets, and shows references in their places as they are', async () => {
    const headers = [
      { name: 'X-Copy', value: '{{$secret KEY}}' },
      { name: 'X-Api-Key', value: '{{missing}}' },
      { name: 'X-Literal', value: 'tok-12345678' },
    ];
    const auth = { type: 'bearer', token: '{{token}}' };
    await workspace.write({ 'main.chain.json': twoRequests({ headers, auth }) });
    const { memory } = await workspace.run('main.chain.json');
    const secrets = { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_KEY: 's3cret-value' } };
    const shown = await preview('read', { known: memory }, { secrets });
    assert.ok(!/s3cret|tok-1234/.test(shown), shown);
    assert.match(shown, /\nAuthorization: Bearer ‹secret:[0-9a-f]{4}›\n/);
    assert.match(shown, /\nX-Copy: ‹secret:[0-9a-f]{4}›\n/);
    assert.match(shown, /\nX-Api-Key: \{\{missing\}\}\n/);
  });

  it('falls back on values of an earlier window as they are shown', async () => {
    await workspace.write({ 'main.chain.json': twoRequests() });
    const shown = await preview('read', { shown: new Map([['orderId', '12345678901234567890']]) });
    assert.match(shown, /^GET \S+\/orders\/12345678901234567890 HTTP/);
  });

  it('does not use what another environment answered', async () => {
    await workspace.write({
      'main.chain.json': twoRequests(),
      'local.environment.json': { formatVersion: 1, name: 'local' },
    });
    const { memory } = await workspace.run('main.chain.json');
    assert.match(
      await preview('read', { known: memory, environment: 'local' }),
      /\{\{orderId\}\} has no value/,
    );
  });

  it('names what is masked', async () => {
    const headers = [
      { name: 'X-Copy', value: '{{$secret KEY}}' },
      { name: 'X-Token', value: 'Bearer {{token}}' },
    ];
    await workspace.write({
      'main.chain.json': twoRequests({ auth: { type: 'bearer', token: '{{token}}' }, headers }),
    });
    const { memory } = await workspace.run('main.chain.json');
    const secrets = { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_KEY: 's3cret-value' } };
    const job = jobOf('read', { known: memory });
    const { request, maskNames } = await previewRequest(job, { ...defaultSettings, secrets });
    const copied = request?.headers.find(({ name }) => name === 'X-Copy')?.value ?? '';
    assert.deepEqual([...maskNames.values()].toSorted(), ['KEY', 'token']);
    assert.equal(maskNames.get(copied), 'KEY');
  });

  it('reads neither secrets nor files in a workspace that is not trusted', async () => {
    const more = {
      method: 'POST',
      url: server.origin,
      headers: [{ name: 'X-Key', value: '{{$secret KEY}}' }],
      body: { file: 'body.txt' },
    };
    await workspace.write({ 'main.chain.json': twoRequests(more), 'body.txt': 'private' });
    const secrets = { ...defaultSettings.secrets, environment: { CHAINWRIGHT_SECRET_KEY: 's3cret-value' } };
    const shown = await preview('read', { trusted: false }, { secrets });
    assert.ok(!/private|s3cret/.test(shown), shown);
    assert.match(shown, /\{\{\$secret KEY\}\}: Secrets are not read/);
    assert.match(shown, /‹contents of body\.txt›\n$/);
  });

  for (const [auth, remark] of [
    [
      { type: 'oauth1', consumerKey: 'k', consumerSecret: 's' },
      /^# The Authorization header is added when the request is sent, with a signature of OAuth 1\.0\./,
    ],
    [
      { type: 'oauth1', consumerKey: 'k', consumerSecret: 's', in: 'query' },
      /^# The parameters of OAuth 1\.0 are added to the URL when the request is sent\./,
    ],
    [
      { type: 'digest', username: 'a', password: 'b' },
      /^# The Authorization header is added when the server/,
    ],
    [
      { type: 'oauth2', grant: 'clientCredentials', tokenUrl: 'http://a.test/t', clientId: 'c' },
      /^# The Authorization header is added when the request is sent/,
    ],
  ] as const) {
    it(`says what ${auth.type} adds ${'in' in auth ? `in the ${auth.in} ` : ''}when the request is sent`, async () => {
      await workspace.write({
        'main.chain.json': twoRequests({ url: server.origin, auth }),
      });
      assert.match(await preview('read'), remark);
    });
  }

  it('shows bytes that are no text by their number', async () => {
    await workspace.write({
      'main.chain.json': twoRequests({
        method: 'PUT',
        url: server.origin,
        body: { file: 'b.bin', contentType: 'image/png' },
      }),
      'b.bin': '\0\u0001',
    });
    assert.match(await preview('read'), /\n# 2 bytes of image\/png, which are no text\.\n$/);
  });

  it('refuses a request that is not there, and a file that is broken', async () => {
    await workspace.write({ 'main.chain.json': twoRequests() });
    await assert.rejects(preview('nobody'), { name: 'UserError', message: /has no request "nobody"/ });
    await assert.rejects(preview('read', { text: '{' }), { name: 'UserError' });
  });

  it('says that a body is laid out, and which bytes Content-Length counts, only where that is so', () => {
    const shown = (content: string) => {
      const headers = [{ name: 'Content-Length', value: String(content.length) }];
      const body = {
        encoding: 'utf8',
        content,
        size: content.length,
        mediaType: 'application/json',
      } as const;
      return previewText({ remarks: [], request: { method: 'POST', url: 'http://a.test/', headers, body } });
    };
    assert.deepEqual(shown('{"a":1}').split('\n'), [
      '# The body is laid out for reading. Content-Length counts the bytes that are sent.',
      '',
      'POST http://a.test/ HTTP/1.1',
      'Content-Length: 7',
      '',
      '{',
      '  "a": 1',
      '}',
      '',
    ]);
    assert.doesNotMatch(shown('7'), /#/);
  });

  it('shows text from outside on one line of the head', () => {
    const shown = previewText({
      remarks: ['a\nGET http://evil.test'],
      request: { method: 'GET', url: 'http://a.test/\r\nX: y', headers: [{ name: 'A', value: '\u202eb' }] },
    });
    assert.deepEqual(shown.split('\n'), [
      '# a GET http://evil.test',
      '',
      'GET http://a.test/ X: y HTTP/1.1',
      'A: \\u202eb',
      '',
    ]);
  });
});
