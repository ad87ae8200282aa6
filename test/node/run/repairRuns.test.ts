/** Repairs against a server on this machine, on which a request that is sent again is not answered as the first time. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { json as readJson } from 'node:stream/consumers';
import { repairChain } from '../../../src/core/mapping/repair/repairChain';
import type { RepairReport } from '../../../src/core/mapping/repair/repairReport';
import { createRepairPorts } from '../../../src/node/run/repairRuns';
import { recordedChain } from '../../core/mapping/repair/repairedChain';
import { createWorkspace, defaultSettings, type Workspace } from '../workspace';

/** An issue of a version, with a file; the chain sends the recorded id of its author. */
const tracker = recordedChain(
  { id: 'me', line: 'GET /me', answer: { user: { id: 4 } } },
  { id: 'version', line: 'POST /versions', sent: { name: 'Spring' }, answer: { version: { id: 531 } } },
  { id: 'upload', line: 'POST /uploads', sent: {}, answer: { upload: { token: 'up-88a1c2f04b' } } },
  {
    id: 'issue',
    line: 'POST /issues',
    sent: { authorId: 4, versionId: 531, upload: { token: 'up-88a1c2f04b' } },
    answer: { issue: { id: 1522 } },
  },
  { id: 'read', line: 'GET /issues/1522', answer: { ok: true } },
);

/** The body of a new issue. */
interface NewIssue {
  readonly authorId: number;
  readonly versionId: number;
  readonly upload: { readonly token: string };
}

describe('a repair on a server that refuses what is sent twice', () => {
  let workspace: Workspace;
  let server: Server;
  let seen: string[] = [];
  /** Whether each subject of an issue may be used once. */
  let isStrict = false;
  let uploads = 0;
  let unused = new Set<string>();

  /** A name is taken once it was used, a token of an upload works once, and a refusal ends the session. */
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const line = `${request.method ?? ''} ${request.url ?? ''}`;
    const isRepeated = seen.includes(line);
    seen.push(line);
    const reply = (status: number, body: object, cookie?: string): void => {
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(cookie === undefined ? {} : { 'set-cookie': `sid=${cookie}` }),
      });
      response.end(JSON.stringify(body));
    };
    if (line === 'GET /me') {
      reply(200, { user: { id: 9 } }, 'valid');
    } else if (line === 'POST /versions') {
      const body = isRepeated ? { error: 'Name has already been taken' } : { version: { id: 31 } };
      reply(isRepeated ? 422 : 200, body);
    } else if (line === 'POST /uploads') {
      uploads += 1;
      unused.add(`t-${uploads}`);
      reply(200, { upload: { token: `t-${uploads}` } });
    } else if (line === 'POST /issues') {
      const { versionId, upload } = (await readJson(request)) as NewIssue;
      const isGood = versionId === 31 && unused.delete(upload.token) && !(isStrict && isRepeated);
      reply(isGood ? 200 : 422, isGood ? { issue: { id: 70 + uploads } } : {}, isGood ? undefined : 'ended');
    } else {
      const isGood = line === `GET /issues/${70 + uploads}` && request.headers.cookie === 'sid=valid';
      reply(isGood ? 200 : 404, { ok: isGood });
    }
  }

  before(async () => {
    workspace = await createWorkspace();
    server = createServer((request, response) => void answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  beforeEach(() => {
    seen = [];
    uploads = 0;
    unused = new Set();
  });
  after(async () => {
    server.closeAllConnections();
    server.close();
    await workspace.dispose();
  });

  async function repaired(): Promise<RepairReport> {
    const { signal } = new AbortController();
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const ports = createRepairPorts({
      file: path.join(workspace.folder, 'tracker.chain.json'),
      workspace: workspace.folder,
      settings: { ...defaultSettings, overrides: new Map([['baseUrl', origin]]) },
      signal,
      refusal: ({ kind }) => new Error(kind),
    });
    const text = tracker.text.replaceAll('http://api.test', '{{baseUrl}}');
    const repair = repairChain(text, tracker.session, { maxTrials: 5, allowMutations: true }, ports);
    for (;;) {
      const step = await repair.next();
      if (step.done === true) {
        return step.value;
      }
    }
  }

  it('continues with the values and cookies from before a trial that did not help', async () => {
    isStrict = true;
    const { failures, remarks } = await repaired();
    assert.deepEqual(failures, []);
    assert.deepEqual(
      remarks.map(({ difference, attempts }) => [difference.request, difference.kind, attempts.length]),
      [['issue', 'stale', 1]],
    );
    assert.deepEqual(seen, [
      ...['GET /me', 'POST /versions', 'POST /uploads', 'POST /issues', 'POST /issues'],
      'GET /issues/71',
    ]);
  });
});
