/** `run --seed`: the same requests again. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { JsonReport } from '../../src/formats/reporters/jsonReport';
import { chainOf, createWorkspace, type Workspace } from '../node/workspace';
import { ended, start } from './program';

/** Requests by their URL, as they arrived; `/retry` is answered with 503 the first time. */
async function answered(request: IncomingMessage, seen: Map<string, string[]>): Promise<number> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const url = request.url ?? '';
  const { 'x-name': name = '', 'content-type': type = '' } = request.headers;
  const all = seen.get(url) ?? [];
  seen.set(url, [...all, [String(name), type, Buffer.concat(chunks).toString()].join('\n')]);
  return url.endsWith('/retry') && all.length === 0 ? 503 : 200;
}

const REQUESTS = [
  {
    id: 'create',
    method: 'POST',
    url: '{{baseUrl}}/create',
    headers: [{ name: 'X-Name', value: "{{$random 'fullName'}} {{runId}} {{person}}" }],
    body: { json: { id: '{{$uuid}}', number: '{{$randomInt 1 1000000000}}', email: '{{$randomEmail}}' } },
  },
  {
    id: 'upload',
    method: 'POST',
    url: '{{baseUrl}}/upload',
    body: { multipart: [{ name: 'a', value: '{{runId}} {{$guid}}' }] },
  },
  {
    id: 'retry',
    method: 'GET',
    url: '{{baseUrl}}/retry',
    headers: [{ name: 'X-Name', value: '{{$guid}}' }],
    retry: { times: 1 },
  },
];

describe('run --seed', function () {
  this.timeout(60_000);
  let server: Server;
  let workspace: Workspace;
  let seen: Map<string, string[]>;

  before(async () => {
    workspace = await createWorkspace();
    server = createServer((request, response) => {
      void answered(request, seen).then((status) => response.writeHead(status).end('{}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const name of ['one', 'two']) {
      const variables = {
        baseUrl: `${origin}/${name}`,
        runId: 'run-{{$guid}}',
        person: "{{$random 'lastName'}}",
      };
      await workspace.write({ [`${name}.chain.json`]: chainOf(REQUESTS, { status: 'active', variables }) });
    }
  });
  after(async () => {
    server.close();
    await workspace.dispose();
  });

  /** What arrives in a run, in the order of the URLs. */
  async function sent(...args: readonly string[]) {
    seen = new Map();
    const { code, stdout, stderr } = await ended(start(['run', ...args], workspace.folder));
    assert.equal(code, 0, stdout + stderr);
    return { stdout, requests: [...seen].toSorted() };
  }
  const both = ['one.chain.json', 'two.chain.json'];

  it('sends the same requests, also when chains run at the same time', async () => {
    const { requests, stdout } = await sent(...both, '--seed', 'a b');
    assert.match(stdout, /^ {2}Seed: a b$/m);
    assert.deepEqual((await sent(...both, '--seed', 'a b', '--parallel', '2')).requests, requests);
    const all = requests.flatMap(([, texts]) => texts);
    assert.equal(all.length, 8);
    assert.equal(new Set(all).size, 8);
  });

  it('sends the same when fewer requests run', async () => {
    const { requests } = await sent('one.chain.json', '--seed', 'a');
    const { requests: alone } = await sent('one.chain.json', '--seed', 'a', '--only', 'upload');
    assert.deepEqual(
      alone,
      requests.filter(([url]) => url === '/one/upload'),
    );
  });

  it('sends other requests for another seed, and without one', async () => {
    const runs = [
      await sent('one.chain.json', '--seed', 'a'),
      await sent('one.chain.json', '--seed', 'b'),
      await sent('one.chain.json'),
      await sent('one.chain.json'),
    ];
    const all = runs.flatMap(({ requests }) => requests.flatMap(([, texts]) => texts));
    assert.equal(new Set(all).size, all.length);
    assert.doesNotMatch(runs[2]?.stdout ?? '', /Seed/);
  });

  it('names the seed in reports', async () => {
    const kinds = ['json', 'html', 'markdown', 'junit', 'har'];
    await sent(
      'one.chain.json',
      '--seed',
      'grain',
      ...kinds.flatMap((kind) => ['--reporter', `${kind}=r.${kind}`]),
    );
    const texts = await Promise.all(
      kinds.map((kind) => readFile(path.join(workspace.folder, `r.${kind}`), 'utf8')),
    );
    assert.equal((JSON.parse(texts[0] ?? '') as JsonReport).results[0]?.seed, 'grain');
    for (const text of texts) {
      assert.match(text, /seed.{0,20}grain/);
    }
  });
});
