/** Ctrl-C while the built program waits for something: it ends soon, whatever that is. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { ended, needsSignals, start } from './program';

/** Milliseconds; a busy machine needs more than the second that a person is promised. */
const SOON_MS = 3000;

const LONG_PAGE = `<a>${`<b>${'x'.repeat(93)}</b>`.repeat(50_000)}</a>`;

describe('Ctrl-C', () => {
  let workspace: Workspace;
  let server: http.Server;
  let origin: string;

  beforeEach(async () => {
    workspace = await createWorkspace();
    server = http.createServer((request, response) => {
      response.once('finish', () => server.emit('answered'));
      switch (request.url) {
        case '/silent':
          return;
        case '/trickle':
          response.write('{"id":');
          return;
        case '/page':
          response.end(LONG_PAGE);
          return;
        default:
          response.writeHead(503, { 'Retry-After': '600' }).end('{"id":7}');
      }
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await workspace.dispose();
  });

  const bomb = { variable: 'v', from: 'body', xpath: "count(//b[translate(string(/),'x','y')='q'])" };
  const laborious = { allOf: Array.from({ length: 3000 }, () => ({ properties: { id: { minLength: 1 } } })) };
  const waits: [title: string, path: string, request: object, since?: 'request'][] = [
    ['no answer', '/silent', {}, 'request'],
    ['the rest of an answer', '/trickle', {}, 'request'],
    ['the next attempt', '/later', { retry: { times: 3, delayMs: 600_000 } }],
    ['an XPath', '/page', { extract: [bomb] }],
    ['a CSS selector', '/page', { extract: [{ variable: 'v', from: 'body', css: 'b:not(a b b) ~ b ~ b' }] }],
    [
      'a schema',
      '/later',
      { expect: { status: 503, body: [{ path: '$', schema: { allOf: [laborious] } }] } },
    ],
  ];
  for (const [title, path, request, since = 'answered'] of waits) {
    it(`ends a run soon that waits for ${title}`, async function () {
      needsSignals(this);
      const chain = chainOf([{ id: 'one', method: 'GET', url: `${origin}${path}`, ...request }], {
        status: 'active',
      });
      await workspace.write({ 'wait.chain.json': JSON.stringify(chain) });
      const program = start(['run', 'wait.chain.json'], workspace.folder);
      const over = ended(program);
      await Promise.race([once(server, since), over]);
      const pressed = performance.now();
      program.kill('SIGINT');
      const { code, stderr } = await over;
      assert.equal(code, 130, stderr);
      assert.ok(performance.now() - pressed < SOON_MS);
    });
  }
});
