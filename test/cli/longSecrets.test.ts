/** Long credentials in everything that the command line shows, writes or sends about failed requests: no part of one. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { startChat, type ChatServer } from '../sharing/chatServer';
import { ended, start, type Ended } from './program';

/** Opaque texts of that many characters, without any that repeats. */
function opaque(length: number, seed: number): string {
  let state = seed;
  const next = (): number => (state = (state * 1103515245 + 12345) % 2147483648);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  return Array.from({ length }, () => alphabet[(next() >> 8) % alphabet.length]).join('');
}

const TOKEN = opaque(247, 1);
const CLIENT_SECRET = opaque(120, 2);
const FILLER = 'word '.repeat(50);

const REQUESTS = [
  {
    id: 'login',
    method: 'POST',
    url: '{{baseUrl}}/login',
    extract: [{ variable: 'token', from: 'body', path: '$.access_token' }],
    expect: { body: [{ contains: 'something else' }] },
  },
  {
    id: 'keys',
    method: 'GET',
    url: '{{baseUrl}}/keys',
    extract: [{ variable: 'missing', from: 'body', path: '$.sessions.nobody' }],
  },
  { id: 'blocked', method: 'GET', url: '{{baseUrl}}/ok?id={{missing}}' },
  { id: 'moved', method: 'GET', url: '{{baseUrl}}/moved' },
  {
    id: 'oauth',
    method: 'GET',
    url: '{{baseUrl}}/ok',
    auth: {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: '{{baseUrl}}/token',
      clientId: 'shop',
      clientSecret: '{{$secret CLIENT}}',
    },
  },
  {
    id: 'cookies',
    method: 'GET',
    url: '{{baseUrl}}/cookies',
    extract: [{ variable: 'session', from: 'cookie', name: 'session' }],
  },
  {
    id: 'schema',
    method: 'GET',
    url: '{{baseUrl}}/ok',
    expect: { body: [{ path: '$', schema: { properties: { id: { const: `${FILLER}{{token}}` } } } }] },
  },
  {
    id: 'patterns',
    method: 'GET',
    url: '{{baseUrl}}/ok',
    expect: {
      body: [
        { path: '$.id', matches: '{{token}}[' },
        { path: '$.id', equals: `${FILLER}{{token}}` },
        { path: '$', schema: { properties: { id: { pattern: '[{{token}}' } } } },
      ],
    },
  },
  { id: 'charset', method: 'GET', url: '{{baseUrl}}/charset', expect: { status: 418 } },
  { id: 'address', method: 'GET', url: '{{token}}' },
  { id: 'file', method: 'POST', url: '{{baseUrl}}/ok', body: { file: 'missing/{{token}}.json' } },
];

function answer(request: IncomingMessage, response: ServerResponse): void {
  const json = (status: number, body: object): void => {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };
  switch (request.url) {
    case '/login':
      return json(200, { access_token: TOKEN, user: 'ann' });
    case '/keys':
      return json(200, { sessions: { [TOKEN]: { user: 'ann' }, [`${'k'.repeat(35)}${TOKEN}`]: {} } });
    case '/token':
      return json(401, {
        error: 'invalid_client',
        error_description: `${FILLER}${CLIENT_SECRET} is not the secret of shop`,
      });
    case '/moved':
      return void response.writeHead(302, { Location: `http://[${TOKEN}` }).end();
    case '/cookies':
      return void response
        .writeHead(200, { 'Set-Cookie': [`${TOKEN}=1`, `${'c'.repeat(30)}${TOKEN}=2`] })
        .end();
    case '/charset':
      return void response.writeHead(200, { 'Content-Type': `text/plain; charset=${TOKEN}` }).end('text');
    default:
      return json(200, { id: 7 });
  }
}

/** Eight characters of a credential that are in a text; absent when there are none. */
function leakIn(text: string): string | undefined {
  return [TOKEN, CLIENT_SECRET]
    .flatMap((secret) => Array.from({ length: secret.length - 7 }, (_, at) => secret.slice(at, at + 8)))
    .find((piece) => text.includes(piece));
}

describe('long credentials', function () {
  const reports = ['json', 'html', 'junit', 'markdown', 'har'];
  let workspace: Workspace;
  let api: Server;
  let chat: ChatServer;
  let ran: Ended;

  before(async () => {
    workspace = await createWorkspace();
    chat = await startChat();
    api = createServer((request, response) => {
      request.resume().on('end', () => answer(request, response));
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const { port } = api.address() as AddressInfo;
    const origin = `http://127.0.0.1:${port}`;
    await workspace.write({ 'shop.chain.json': chainOf(REQUESTS, { status: 'active', name: 'Shop' }) });
    ran = await ended(
      start(
        [
          ...['run', 'shop.chain.json', '--var', `baseUrl=${origin}`, '--secret-host', `CLIENT=${origin}`],
          ...[
            '--reporter',
            'console',
            ...reports.flatMap((name) => ['--reporter', `${name}=report.${name}`]),
          ],
          ...['--notify', 'slack', '--notify', 'teams'],
        ],
        workspace.folder,
        {
          CHAINWRIGHT_SECRET_CLIENT: CLIENT_SECRET,
          CHAINWRIGHT_SECRET_SLACK_WEBHOOK: chat.address,
          CHAINWRIGHT_SECRET_TEAMS_WEBHOOK: chat.address,
        },
      ),
    );
  });
  after(async () => {
    await workspace.dispose();
    await chat.close();
    await new Promise((resolve) => api.close(resolve));
  });

  it('are no part of the console, which says what is wrong', () => {
    assert.equal(ran.code, 1, ran.stderr);
    assert.equal(leakIn(ran.stdout + ran.stderr), undefined);
    for (const said of [
      /body contains "something else", but it was "\{.*access_token.*‹secret:[0-9a-f]{4}›/,
      /`\$\.sessions` has `‹secret:[0-9a-f]{4}›`, `k+…`/,
      /The redirect to "http:\/\/\[‹secret:[0-9a-f]{4}›" leads to no http\(s\) URL/,
      /answered invalid_client: word .*‹secret:[0-9a-f]{4}› is not/,
      /which sets `‹secret:[0-9a-f]{4}›`, `c+…`/,
      /The regular expression `‹secret:[0-9a-f]{4}›\[` is not valid: missing closing \]/,
      /"‹secret:[0-9a-f]{4}›" is not a URL that requests can go to/,
      /The file "missing\/‹secret:[0-9a-f]{4}›\.json" does not exist/,
    ]) {
      assert.match(ran.stdout, said);
    }
  });

  for (const name of reports) {
    it(`are no part of the report as ${name}`, async () => {
      const text = await readFile(path.join(workspace.folder, `report.${name}`), 'utf8');
      assert.ok(text.includes('login'), text.slice(0, 200));
      assert.equal(leakIn(text), undefined);
    });
  }

  for (const { id } of REQUESTS) {
    it(`are no part of an issue about ${id}`, async () => {
      const args = ['issue', 'report.json', '--request', id, '--tracker', 'github', '--project', 'acme/shop'];
      const { code, stdout, stderr } = await ended(start([...args, '--dry-run'], workspace.folder));
      assert.equal(code, 0, stderr);
      assert.ok(stdout.includes(id), stdout);
      assert.equal(leakIn(stdout + stderr), undefined);
    });
  }

  it('are no part of messages to chats', () => {
    assert.equal(chat.posts.length, 2, ran.stderr);
    assert.ok(chat.posts.every((post) => post.includes('login')));
    assert.equal(leakIn(chat.posts.join('\n')), undefined);
  });
});
