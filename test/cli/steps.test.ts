/** `run` of chains that run others as steps, by the built program. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start, type Ended } from './program';

describe('run with chains as steps', function () {
  this.timeout(60_000);
  let server: Server;
  let workspace: Workspace;
  let received: { readonly url: string; readonly key: string | undefined }[];
  let origin: string;

  before(async () => {
    server = createServer((request, response) => {
      const { url = '', headers } = request;
      received.push({ url, key: headers['x-key']?.toString() });
      response.writeHead(url.endsWith('/bad') ? 402 : 200).end(JSON.stringify({ receipt: `r-${url}` }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(async () => {
    received = [];
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());
  after(() => server.close());

  const chain = (members: object) => ({
    formatVersion: 2,
    name: 'Chain',
    status: 'active',
    requests: [],
    ...members,
  });
  /** Chains that run the next one as a step a number of times, the last one a request. */
  const nested = (depth: number, times: number): Readonly<Record<string, object>> => {
    const fileAt = (level: number): string => (level === 0 ? 'main.chain.json' : `level${level}.chain.json`);
    const calls = (level: number) =>
      Array.from({ length: times }, (_, index) => ({ id: `s${index}`, chain: fileAt(level + 1) }));
    return Object.fromEntries(
      Array.from({ length: depth + 1 }, (_, level) => [
        fileAt(level),
        chain({
          requests: level === depth ? [{ id: 'r', method: 'GET', url: 'http://127.0.0.1' }] : calls(level),
        }),
      ]),
    );
  };
  const step = { id: 'pay', name: 'Pay', chain: 'steps/pay.chain.json' };

  /** A chain that pays, one folder below, with what it requires beside it. */
  async function write(files: Readonly<Record<string, object>>): Promise<void> {
    await workspace.write({
      'steps/pay.chain.json': chain({
        requires: ['login.chain.json'],
        variables: { orderId: '1', base: origin },
        requests: [
          {
            id: 'charge',
            name: 'Charge',
            method: 'POST',
            url: '{{base}}/charge/{{orderId}}',
            headers: [{ name: 'X-Key', value: '{{key}}' }],
            variables: { key: '{{given}}' },
            extract: [{ variable: 'receipt', from: 'body', path: '$.receipt' }],
          },
        ],
      }),
      'steps/login.chain.json': chain({
        variables: { given: 'none' },
        requests: [{ id: 'login', method: 'GET', url: `${origin}/login` }],
      }),
      ...files,
    });
  }

  function run(...options: readonly string[]): Promise<Ended> {
    return ended(start(['run', 'main.chain.json', ...options], workspace.folder));
  }

  it('sends the requests of each, and once those of what they require', async () => {
    await write({
      'main.chain.json': chain({
        requests: [
          { ...step, take: ['receipt'] },
          { ...step, id: 'again', name: 'Pay again', with: { orderId: '{{receipt}}' } },
        ],
      }),
    });
    const { code, stdout } = await run();
    assert.deepEqual(
      received.map(({ url }) => url),
      ['/login', '/charge/1', '/charge/r-%2Fcharge%2F1'],
    );
    assert.equal(code, 0);
    assert.match(stdout, /✓ CALL +Pay again/);
  });

  it('sends nothing of a secret to where only the step leads', async () => {
    await write({
      'main.chain.json': chain({
        requests: [{ ...step, with: { given: '{{$secret KEY}}', base: 'http://127.0.0.1:9' } }],
      }),
      'local.environment.json': {
        formatVersion: 1,
        name: 'local',
        variables: { other: origin },
        secrets: ['KEY'],
      },
    });
    const { code, stdout, stderr } = await ended(
      start(['run', 'main.chain.json', '--environment', 'local'], workspace.folder, {
        CHAINWRIGHT_SECRET_KEY: 'a-secret-of-some-length',
      }),
    );
    assert.equal(code, 1);
    assert.match(stdout + stderr, /KEY/);
    assert.doesNotMatch(stdout + stderr, /a-secret-of-some-length/);
    assert.deepEqual(
      received.map(({ url }) => url),
      ['/login'],
    );
  });

  const faults: readonly [title: string, files: Readonly<Record<string, object>>, message: RegExp][] = [
    [
      'a file that is not there',
      { 'main.chain.json': chain({ requests: [{ ...step, chain: 'none.chain.json' }] }) },
      /main\.chain\.json: none\.chain\.json does not exist\. Correct "chain"; its paths are relative to this file\./,
    ],
    [
      'a file outside of the workspace',
      { 'main.chain.json': chain({ requests: [{ ...step, chain: '../../none.chain.json' }] }) },
      /none\.chain\.json lies outside the workspace\. Correct "chain"/,
    ],
    [
      'a chain that is one of its own steps',
      { 'main.chain.json': chain({ requests: [{ ...step, chain: 'main.chain.json' }] }) },
      /The chains run each other in a circle: main\.chain\.json → main\.chain\.json\./,
    ],
    [
      'a step that requires the chain',
      {
        'main.chain.json': chain({ requests: [step] }),
        'steps/login.chain.json': chain({ requires: ['../main.chain.json'] }),
      },
      /main\.chain\.json → steps\/pay\.chain\.json → steps\/login\.chain\.json → main\.chain\.json/,
    ],
    [
      'a step with rows of data',
      { 'main.chain.json': chain({ requests: [step] }), 'steps/pay.chain.json': chain({ data: [{ a: 1 }] }) },
      /steps\/pay\.chain\.json: A chain with "data" cannot be .* one of its steps/,
    ],
    [
      'a step that is also a request',
      { 'main.chain.json': chain({ requests: [{ ...step, method: 'GET' }] }) },
      /This step runs another chain, so it has no request of its own\./,
    ],
    [
      'a step for pages',
      {
        'main.chain.json': chain({
          requests: [{ ...step, forEach: { page: { next: 'n', until: { path: '$.n', exists: false } } } }],
        }),
      },
      /A chain cannot be run for pages\./,
    ],
    [
      'steps that lead to too many requests',
      nested(18, 2),
      /The steps of main\.chain\.json lead to more than 20000 requests\./,
    ],
    [
      'too many steps within each other',
      nested(101, 1),
      /The steps of main\.chain\.json are more than 100 deep within each other\./,
    ],
    [
      'an earlier format version',
      { 'main.chain.json': chain({ formatVersion: 1, requests: [step] }) },
      /Format version 1 does not have a chain as a step\./,
    ],
  ];
  for (const [title, files, message] of faults) {
    it(`sends nothing and ends with 2 for ${title}`, async () => {
      await write(files);
      const { code, stderr } = await run();
      assert.match(stderr, message);
      assert.equal(code, 2);
      assert.deepEqual(received, []);
    });
  }
});
