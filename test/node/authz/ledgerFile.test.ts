import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LedgerEntry } from '../../../src/core/authz/act/ledger';
import { openLedger, readLedger } from '../../../src/node/authz/ledgerFile';
import { createWorkspace, type Workspace } from '../workspace';

const MATRIX = 'api/orders.authz.json';
const CREATED: LedgerEntry = {
  id: 'run CNRY-00000000000000a1',
  matrix: MATRIX,
  environment: 'local',
  resource: 'order',
  owner: 'alice',
  canary: 'CNRY-00000000000000a1',
  state: 'created',
  ids: { orderId: '9007199254740993' },
};

describe('the ledger on the disk', () => {
  let workspace: Workspace;
  let file: string;
  beforeEach(async () => {
    workspace = await createWorkspace();
    file = path.join(workspace.folder, '.chainwright/ledger/api/orders.jsonl');
  });
  afterEach(() => workspace.dispose());

  it('has every entry on the disk before it continues, readable only for its owner', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await ledger.write({ ...CREATED, state: 'creating' });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await ledger.write(CREATED);
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), [CREATED]);
    await ledger.close();
    assert.ok(existsSync(file));
    assert.equal(await readFile(path.join(workspace.folder, '.chainwright/.gitignore'), 'utf8'), '*\n');
  });

  it('says what to do where it cannot be written', async () => {
    await writeFile(path.join(workspace.folder, '.chainwright'), 'a file where the folder should be');
    await assert.rejects(openLedger(workspace.folder, MATRIX), {
      name: 'UserError',
      message:
        'The folder .chainwright of this workspace cannot be written (ENOTDIR). Make sure that the workspace can be written to, and that there is space left.',
    });
  });

  it('is removed once nothing is left', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await ledger.write(CREATED);
    await ledger.write({ ...CREATED, state: 'gone' });
    await ledger.close();
    assert.ok(!existsSync(file));
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), []);
  });

  it('continues after half a line of a killed process, and after lines that are not entries', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await ledger.write(CREATED);
    await ledger.close();
    await appendFile(file, 'null\n[]\n{"id":1}\n{"id":"CNRY-2","res');
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), [CREATED]);
    const next = await openLedger(workspace.folder, MATRIX);
    await next.write({ ...CREATED, id: 'another' });
    await next.close();
    assert.deepEqual(
      (await readLedger(workspace.folder, MATRIX)).map(({ id }) => id),
      [CREATED.id, 'another'],
    );
  });

  it('takes nothing for an entry whose members are not what they must be', async () => {
    await mkdir(path.dirname(file), { recursive: true });
    const hostile: object[] = [
      { id: 1 },
      { matrix: undefined },
      { environment: 7 },
      { resource: null },
      { owner: ['alice'] },
      { canary: '' },
      { canary: 'CNRY-00000000000000a1 and more' },
      { state: 'alive' },
      { ids: 'orderId' },
      { ids: ['1'] },
      { ids: { orderId: 1 } },
      { ids: { orderId: 'not JSON' } },
      { state: 'changing' },
      { state: 'changing', operation: 7 },
      { state: 'changing', operation: 'account.update', property: null },
      { state: 'changing', operation: 'account.update', property: { path: 1 } },
      { state: 'changing', operation: 'account.update', property: { path: '$.role', before: 'not JSON' } },
    ];
    const lines = [...hostile, {}].map((members) => JSON.stringify({ ...CREATED, ...members }));
    await writeFile(file, lines.join('\n'));
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), [CREATED]);
  });

  it('is not removed, and not taken for empty, when it cannot be read', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await truncate(file, 64 * 2 ** 20 + 1);
    await ledger.close();
    assert.ok(existsSync(file));
    await assert.rejects(
      readLedger(workspace.folder, MATRIX),
      /orders\.jsonl, .* is too large\. Delete by hand/,
    );
  });

  it('does not wait for a named pipe', async function () {
    if (process.platform === 'win32') {
      this.skip();
    }
    await mkdir(path.dirname(file), { recursive: true });
    execFileSync('mkfifo', [file]);
    await assert.rejects(
      openLedger(workspace.folder, MATRIX),
      /orders\.jsonl is not an ordinary file, and what a run creates is not noted there\. Remove it/,
    );
    await assert.rejects(readLedger(workspace.folder, MATRIX), /orders\.jsonl, .* is not an ordinary file/);
    assert.deepEqual(await readdir(path.dirname(file)), ['orders.jsonl']);
  });

  it('is open once at a time', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await assert.rejects(
      openLedger(workspace.folder, MATRIX),
      /^UserError: api\/orders\.authz\.json is being run or cleaned up already, by process /,
    );
    await ledger.close();
    assert.deepEqual(await readdir(path.dirname(file)), []);
  });

  it('does not lock itself, whatever the name of the matrix', async () => {
    const ledger = await openLedger(workspace.folder, 'orders.json');
    await ledger.write(CREATED);
    await ledger.close();
    assert.deepEqual(await readLedger(workspace.folder, 'orders.json'), [CREATED]);
  });

  it('follows no link that came with a clone', async () => {
    await mkdir(path.dirname(file), { recursive: true });
    const elsewhere = path.join(workspace.folder, 'elsewhere');
    await writeFile(elsewhere, 'keep');
    await symlink(elsewhere, file);
    await assert.rejects(
      openLedger(workspace.folder, MATRIX),
      /orders\.jsonl is a link, and what a run creates is not noted there\./,
    );
    assert.equal(await readFile(elsewhere, 'utf8'), 'keep');
  });
});
