/** Parts of the built program that most runs never load: each is found and works when a chain needs it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { ended, start } from './program';

describe('the built program', () => {
  let workspace: Workspace;
  let server: http.Server;
  let origin: string;

  before(async () => {
    workspace = await createWorkspace();
    server = http.createServer(({ url, headers }, response) => {
      response.setHeader('Set-Cookie', 'seen=1');
      response.end(
        url === '/page'
          ? '<p class="id">A-7</p>'
          : JSON.stringify({ id: 7, 'a-b': 'x-42', signed: headers.authorization?.slice(0, 16) ?? null }),
      );
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    server.close();
    await workspace.dispose();
  });

  const run = async (request: object, ...args: readonly string[]) => {
    const chain = chainOf([{ id: 'one', method: 'GET', url: `${origin}/`, ...request }], {
      status: 'active',
    });
    // A comment, which only the reader of JSON with comments takes.
    await workspace.write({ 'part.chain.json': `// by hand\n${JSON.stringify(chain)}` });
    return ended(start(['run', 'part.chain.json', ...args], workspace.folder));
  };
  const expectBody = (check: object) => ({ expect: { body: [check] } });
  const extract = (selector: object) => ({ extract: [{ variable: 'found', from: 'body', ...selector }] });
  const aws = {
    type: 'awsSigV4',
    accessKeyId: 'AK',
    secretAccessKey: 's',
    region: 'r',
    service: 'execute-api',
  };

  const parts: [title: string, request: object, shown: RegExp][] = [
    ['reads a quoted path', extract({ path: "$['a-b']" }), /found = "x-42"/],
    ['matches an expression', extract({ regex: 'x-(\\d+)' }), /found = "42"/],
    ['reads HTML', { url: '{{base}}/page', ...extract({ css: '.id' }) }, /found = "A-7"/],
    ['reads XML', { url: '{{base}}/page', ...extract({ xpath: '//p/text()' }) }, /found = "A-7"/],
    ['reads a cookie', { extract: [{ variable: 'found', from: 'cookie', name: 'seen' }] }, /found = /],
    ['checks a schema', expectBody({ path: '$', schema: { required: ['id'] } }), /1 passed/],
    [
      'signs for AWS',
      { auth: aws, ...expectBody({ path: '$.signed', equals: 'AWS4-HMAC-SHA256' }) },
      /1 passed/,
    ],
  ];
  for (const [title, request, shown] of parts) {
    it(`${title} when a chain needs it`, async () => {
      const { code, stdout, stderr } = await run(request, '--var', `base=${origin}`);
      assert.match(stdout, shown, stderr);
      assert.equal(code, 0);
    });
  }

  for (const scheme of ['http', 'socks5']) {
    it(`goes through a proxy of ${scheme}, with a message when it cannot be reached`, async () => {
      const { code, stdout } = await run(
        { url: 'https://127.0.0.1:1/' },
        '--proxy',
        `${scheme}://127.0.0.1:1`,
      );
      assert.match(stdout, new RegExp(`${scheme}://127\\.0\\.0\\.1:1`));
      assert.equal(code, 1);
    });
  }
});
