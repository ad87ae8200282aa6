import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { LedgerEntry } from '../../../src/core/authz/ledger';
import { openLedger, readLedger } from '../../../src/node/authz/ledgerFile';
import { createWorkspace } from '../workspace';
import type { Workspace } from '../workspace';

const MATRIX = 'api/orders.authz.json';
const CREATED: LedgerEntry = {
  id: 'CNRY-1',
  matrix: MATRIX,
  environment: 'local',
  resource: 'order',
  owner: 'alice',
  canary: 'CNRY-1',
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

  it('has every entry on the disk before it goes on, for its owner alone', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await ledger.write({ ...CREATED, state: 'creating' });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await ledger.write(CREATED);
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), [CREATED]);
    await ledger.close();
    assert.ok(existsSync(file));
    assert.equal(await readFile(path.join(workspace.folder, '.chainwright/.gitignore'), 'utf8'), '*\n');
  });

  it('is removed once nothing is left', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await ledger.write(CREATED);
    await ledger.write({ ...CREATED, state: 'gone' });
    await ledger.close();
    assert.ok(!existsSync(file));
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), []);
  });

  it('goes on after half a line of a killed process, and after lines that are no entries', async () => {
    const ledger = await openLedger(workspace.folder, MATRIX);
    await ledger.write(CREATED);
    await ledger.close();
    await appendFile(file, 'null\n[]\n{"id":1}\n{"id":"CNRY-2","res');
    assert.deepEqual(await readLedger(workspace.folder, MATRIX), [CREATED]);
    const next = await openLedger(workspace.folder, MATRIX);
    await next.write({ ...CREATED, id: 'CNRY-3' });
    await next.close();
    assert.deepEqual(
      (await readLedger(workspace.folder, MATRIX)).map(({ id }) => id),
      ['CNRY-1', 'CNRY-3'],
    );
  });

  it('follows no link that came with a clone', async () => {
    await mkdir(path.dirname(file), { recursive: true });
    const elsewhere = path.join(workspace.folder, 'elsewhere');
    await writeFile(elsewhere, 'keep');
    await symlink(elsewhere, file);
    await assert.rejects(openLedger(workspace.folder, MATRIX), /orders\.jsonl is a link/);
    assert.equal(await readFile(elsewhere, 'utf8'), 'keep');
  });
});
