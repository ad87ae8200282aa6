/** Named pipes in a workspace, as a cloned folder can hold them: opening one would wait for ever. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openLedger } from '../../src/node/authz/ledgerFile';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, secrets, start } from './program';

const RESULT = '2027-01-02T03-04-05.678Z.json';

/** What is run, what is a pipe, how it ends and what is said. */
type Case = readonly [args: string, pipe: string, code: number, says: RegExp];

describe('a named pipe in the workspace', function () {
  if (process.platform === 'win32') {
    return;
  }
  // What waits for a pipe waits for ever; all else is done in a second or two.
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
  });
  afterEach(() => workspace.dispose());

  const cases: readonly Case[] = [
    ['analyze .', 'other.chain.json', 0, /notes? in 17 chains/],
    [
      'run orders.chain.json --environment x',
      'x.environment.json',
      2,
      /x\.environment\.json is not an ordinary/,
    ],
    ['run orders.chain.json', '.env', 2, /\.env is not an ordinary file/],
    ['map orders.chain.json', `.chainwright/results/orders/${RESULT}`, 2, /has no result whose responses/],
    ['import files', 'files/shop.har', 2, /in no format that can be imported/],
    ['authz generate a.chain.json --user a=b', 'a.chain.json', 2, /a\.chain\.json is not an ordinary file/],
    ['authz run c.authz.json', 'c.authz.json', 2, /c\.authz\.json is not an ordinary file/],
    [
      'authz run orders.authz.json',
      '.chainwright/ledger/orders.jsonl',
      2,
      /orders\.jsonl is not an ordinary/,
    ],
    ['authz run orders.authz.json', '.chainwright/ledger/orders.jsonl.lock', 2, /jsonl\.lock is not a lock/],
    ['authz cleanup', '.chainwright/ledger/orders.jsonl', 2, /orders\.jsonl, .*, is not an ordinary file/],
    [`authz replay .chainwright/authz/${RESULT}`, `.chainwright/authz/${RESULT}`, 2, /cannot be read/],
    ['authz run orders.authz.json --baseline b.json', 'b.json', 2, /The baseline .*b\.json cannot be read/],
  ];
  for (const [args, pipe, code, says] of cases) {
    it(`called ${pipe} does not hold up ${args}`, async () => {
      const file = path.join(workspace.folder, pipe);
      await mkdir(path.dirname(file), { recursive: true });
      execFileSync('mkfifo', [file]);
      const outcome = await ended(start(args.split(' '), workspace.folder, secrets));
      const said = outcome.stdout + outcome.stderr;
      assert.match(said, says);
      assert.equal(outcome.code, code, said);
    });
  }
});

describe('a matrix that another process runs', function () {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
  });
  afterEach(() => workspace.dispose());

  for (const command of ['run', 'cleanup']) {
    it(`ends authz ${command} with 2, and the process is named`, async () => {
      const ledger = await openLedger(workspace.folder, 'orders.authz.json');
      await ledger.write({
        id: 'run CNRY-00000000000000a1',
        matrix: 'orders.authz.json',
        environment: 'local',
        resource: 'order',
        owner: 'alice',
        canary: 'CNRY-00000000000000a1',
        state: 'creating',
      });
      const { code, stderr } = await ended(
        start(['authz', command, 'orders.authz.json'], workspace.folder, secrets),
      );
      await ledger.close();
      assert.equal(code, 2, stderr);
      const first = `orders.authz.json is being run or cleaned up already, by process ${process.pid} on `;
      assert.ok(stderr.includes(first), stderr);
    });
  }
});
