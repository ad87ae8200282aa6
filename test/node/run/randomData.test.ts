/** Random data wherever chains are prepared: a run and its survey, a preview, a matrix. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { loadMatrix } from '../../../src/node/authz/loadMatrix';
import { wireMatrix } from '../../../src/node/authz/wireMatrix';
import { previewSegments } from '../../../src/node/preview/previewSegments';
import { prepareRun } from '../../../src/node/run/execute';
import { jobIn, writeNotes } from '../authz/failingNotes';
import { matrixSettings } from '../authz/matrixRun';
import { ok, startWireServer, type WireServer } from '../wireServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from '../workspace';

describe('random data', () => {
  let server: WireServer;
  let workspace: Workspace;
  let file: string;

  before(async () => {
    server = await startWireServer(() => ok('{}'));
    workspace = await createWorkspace();
    file = path.join(workspace.folder, 'main.chain.json');
    const chain = chainOf(
      [
        { id: 'town', method: 'GET', url: `${server.origin}/{{city}}/{{$randomEmail}}` },
        { id: 'secret', method: 'GET', url: 'https://{{$randomDomainName}}/{{$secret KEY}}' },
      ],
      { variables: { city: "{{$random 'countryCode'}}" } },
    );
    await workspace.write({ 'main.chain.json': chain });
  });
  after(async () => {
    await server.close();
    await workspace.dispose();
  });

  it('is in the requests of a run', async () => {
    const { request } = await workspace.run('main.chain.json', { select: { kind: 'only', id: 'town' } });
    assert.match(
      request('town').exchange?.request.url ?? '',
      /\/[A-Z]{2}\/[^/]+(?:%40|@)example\.(?:com|net|org)$/,
    );
  });

  it('is the same for a seed, while nonces of authentication are new', async () => {
    const challenged = await startWireServer(({ head }) =>
      /^authorization: Digest/im.test(head)
        ? ok('{}')
        : 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm="r", nonce="n", qop="auth"\r\nContent-Length: 0\r\n\r\n',
    );
    try {
      const auth = { type: 'digest', username: 'u', password: 'p' };
      const get = { id: 'get', method: 'GET', url: `${challenged.origin}/{{$guid}}`, auth };
      await workspace.write({ 'digest.chain.json': chainOf([get]) });
      const sent = [];
      for (let run = 0; run < 2; run += 1) {
        const { result, request } = await workspace.run('digest.chain.json', {}, { seed: 'a' });
        assert.equal(result.seed, 'a');
        sent.push(request('get').exchange?.request.url);
      }
      assert.equal(sent[0], sent[1]);
      const nonces = challenged.requests.flatMap(({ head }) => /cnonce="(\w+)"/.exec(head)?.[1] ?? []);
      assert.equal(new Set(nonces).size, 2);
    } finally {
      await challenged.close();
    }
  });

  it('is no destination in the survey of a run, because nobody knows it', async () => {
    const job = { file, workspace: workspace.folder, select: { kind: 'all' } } as const;
    const survey = await (await prepareRun(job, new Map())).survey(defaultSettings);
    assert.deepEqual(survey.addressed, [server.origin]);
  });

  it('is in the preview of a constant', async () => {
    const { url } = await previewSegments(
      { file, workspace: workspace.folder, requestId: 'town', shown: new Map(), trusted: true },
      defaultSettings,
    );
    const city = url.find(({ kind }) => kind === 'value');
    assert.match(city?.text ?? '', /^[A-Z]{2}$/);
  });

  it('is in the requests of a matrix', async () => {
    const notes = await createWorkspace();
    try {
      await writeNotes(notes);
      const job = jobIn(notes);
      const loaded = await loadMatrix(job);
      const [name = ''] = loaded.chains.keys();
      const before = await readFile(path.join(notes.folder, name), 'utf8');
      await notes.write({
        [name]: before
          .replace(/"formatVersion": ?1/, '"formatVersion": 2')
          .replace('"requests"', '"variables": { "city": "{{$randomCity}}" }, "requests"'),
      });
      const { wired, ledger } = await wireMatrix(job, await loadMatrix(job), matrixSettings(server.origin));
      wired.close();
      await ledger.close();
      assert.equal(typeof wired.ports.random.fake('city'), 'string');
    } finally {
      await notes.dispose();
    }
  });
});
