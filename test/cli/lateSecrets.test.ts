import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { colours } from '../../src/cli/paint';
import { createProgress } from '../../src/cli/progress';
import { runFiles, type FileResults } from '../../src/cli/runFiles';
import { reporters } from '../../src/formats/reporters/reporters';
import { textOf } from '../formats/reporters/sampleReport';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../node/workspace';

const TOKEN = 'canary-7f3a9b2c4d';

/** More than a body may keep in memory, with the token where a piece of the report ends, and at its end. */
const LONG = `${'x'.repeat(65_536 - 8)}${TOKEN}${'y'.repeat(300_000)}${TOKEN}`;

/** What a server answers before anybody can know that the token is one. */
const EARLY: readonly (readonly [title: string, body: string])[] = [
  ['a short body', JSON.stringify({ note: `seen ${TOKEN}` })],
  ['a long body on the disk', JSON.stringify({ note: LONG })],
  ['a long text on the disk', LONG],
  ['a long body in base64 on the disk', JSON.stringify({ note: Buffer.from(LONG).toString('base64') })],
];

describe('a secret that a run learns late', () => {
  let origin = '';
  let workspace: Workspace;
  const server = http.createServer(({ url = '' }, response) => {
    const early = EARLY[Number(url.slice(1))];
    response.setHeader('X-Seen', early === undefined ? '' : TOKEN);
    response.setHeader(
      'Content-Type',
      early?.[1].startsWith('x') === true ? 'text/plain' : 'application/json',
    );
    response.end(early?.[1] ?? JSON.stringify({ access_token: TOKEN }));
  });

  before(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    workspace = await createWorkspace();
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await workspace.dispose();
  });

  /** Runs the early request and after it the one that gives the token away. */
  const run = async (index: number): Promise<FileResults> => {
    const get = (id: string, place: string) => ({ id, method: 'GET', url: `${origin}/${place}` });
    await workspace.write({
      'late.chain.json': chainOf([get('early', String(index)), get('late', 'login')]),
    });
    return runFiles([{ file: path.join(workspace.folder, 'late.chain.json'), workspace: workspace.folder }], {
      select: { kind: 'all' },
      settings: defaultSettings,
      keep: 'exchanges',
      parallel: 1,
      progress: createProgress({ paint: colours(process.stdout, { NO_COLOR: '1' }), together: false }),
      signal: new AbortController().signal,
    });
  };

  for (const [index, [title]] of EARLY.entries()) {
    it(`is masked by every reporter in ${title} of an earlier request`, async () => {
      const { results, whole, dispose } = await run(index);
      const [late = assert.fail()] = results;
      const tool = { name: 'chainwright', version: '1.0.0' };
      for (const { name, render } of reporters) {
        const text = textOf(render({ tool, results, generatedAt: late.startedAt }, whole));
        assert.equal(/canary|Y2FuYXJ5|NhbmFyeS|jYW5hcn/.test(text), false, name);
      }
      const [early = assert.fail()] = whole(late);
      const { content, stored } = early.exchange?.response?.body ?? assert.fail();
      assert.equal(stored, undefined);
      assert.match(content, /‹secret:/);
      assert.equal(content.length > 300_000, title.includes('long'));
      dispose();
    });
  }
});
