/**
 * Tokens that come in a cookie with percent signs and go back decoded in a header, as in frameworks whose scripts
 * read their cookies (Laravel with axios): from a recording to a run against tokens of its own.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start } from './program';

/** How the page sets its token, and how its script sends it back. */
interface Protection {
  readonly written: (token: string) => string;
  readonly sent: (cookie: string) => string;
}

/** A form that takes an entry only with the token that its page set, in the cookie and in a header. */
function protectedForm({ written, sent }: Protection): Server {
  const handed = new Set<string>();
  return createServer((request, response) => {
    if (request.method === 'GET') {
      const cookie = written(`eyJpdiI6${randomBytes(24).toString('base64')}+/==`);
      handed.add(cookie);
      answer(response, 200, { 'Set-Cookie': `XSRF-TOKEN=${cookie}; Path=/` });
    } else {
      const cookie = /XSRF-TOKEN=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      const isAllowed = handed.has(cookie) && request.headers['x-xsrf-token'] === sent(cookie);
      answer(response, isAllowed ? 201 : 419, {});
    }
  });
}

function answer(response: ServerResponse<IncomingMessage>, status: number, headers: Record<string, string>) {
  response.writeHead(status, { 'Content-Type': 'text/plain', ...headers }).end('ok');
}

/** What a browser would have recorded of opening the form and sending it. */
async function recorded(origin: string, { sent }: Protection): Promise<object> {
  const page = await fetch(`${origin}/form`);
  const setCookie = page.headers.get('set-cookie') ?? '';
  const cookie = /^XSRF-TOKEN=([^;]*)/.exec(setCookie)?.[1] ?? '';
  const headers = {
    Cookie: `XSRF-TOKEN=${cookie}`,
    'X-XSRF-TOKEN': sent(cookie),
    'Content-Type': 'text/plain',
  };
  const entry = await fetch(`${origin}/entries`, { method: 'POST', headers, body: 'hello' });
  assert.equal(entry.status, 201);
  const linesOf = (lines: object) =>
    Object.entries(lines).map(([name, value]) => ({ name, value: String(value) }));
  const content = { mimeType: 'text/plain', text: 'ok' };
  return {
    log: {
      version: '1.2',
      creator: { name: 'test', version: '1' },
      entries: [
        {
          request: { method: 'GET', url: `${origin}/form`, headers: [] },
          response: { status: 200, headers: linesOf({ 'Set-Cookie': setCookie }), content },
        },
        {
          request: {
            method: 'POST',
            url: `${origin}/entries`,
            headers: linesOf(headers),
            postData: { mimeType: 'text/plain', text: 'hello' },
          },
          response: { status: 201, headers: [], content },
        },
      ],
    },
  };
}

describe('a token in a cookie that goes back in a header', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  const asItIs = (text: string): string => text;
  const unquoted = (text: string): string => text.slice(1, -1);
  const protections: [title: string, protection: Protection, extraction: object][] = [
    [
      'decoded, where the cookie has percent signs',
      { written: encodeURIComponent, sent: decodeURIComponent },
      { decode: { as: 'percent' } },
    ],
    ['unchanged, with its percent signs', { written: encodeURIComponent, sent: asItIs }, {}],
    ['unchanged, without percent signs', { written: asItIs, sent: asItIs }, {}],
    [
      'without the quotes around it',
      { written: (token) => `"${token}"`, sent: unquoted },
      { regex: '^"(.*)"$' },
    ],
    [
      'decoded and without quotes',
      {
        written: (token) => `"${encodeURIComponent(token)}"`,
        sent: (cookie) => decodeURIComponent(unquoted(cookie)),
      },
      { regex: '^"(.*)"$', decode: { as: 'percent' } },
    ],
  ];
  for (const [title, protection, extraction] of protections) {
    it(`is taken ${title}`, async () => {
      const server = protectedForm(protection).listen(0, '127.0.0.1');
      try {
        await new Promise((resolve) => server.once('listening', resolve));
        const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
        await workspace.write({ 'form.har': await recorded(origin, protection) });
        const imported = await ended(start(['import', 'form.har', '--map'], workspace.folder));
        assert.equal(imported.code, 0, imported.stderr);
        const chain = JSON.parse(await readFile(path.join(workspace.folder, 'form.chain.json'), 'utf8')) as {
          readonly requests: readonly { readonly extract?: readonly object[] }[];
        };
        assert.deepEqual(chain.requests[0]?.extract, [
          { variable: 'csrfToken', from: 'cookie', name: 'XSRF-TOKEN', ...extraction },
        ]);
        const run = await ended(start(['run', 'form.chain.json', '--include-drafts'], workspace.folder));
        assert.equal(run.code, 0, run.stdout + run.stderr);
      } finally {
        server.close();
      }
    });
  }
});
