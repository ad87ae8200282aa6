import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { CleanUp } from '../../../src/core/authz/run/cleanUp';
import { openEntries, type LedgerEntry } from '../../../src/core/authz/act/ledger';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { readLedger } from '../../../src/node/authz/ledgerFile';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { jobIn } from './failingNotes';
import { cleanUpAfter, matrixSettings, resultOf } from './matrixRun';

/** Accounts that no request creates: what attacks do to them is undone. */
describe('an account that is attacked', function () {
  let workspace: Workspace;
  let api: AccountApi;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.write({ 'c.chain.json': CHAIN, 'm.authz.json': MATRIX });
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  const open = (): Promise<readonly LedgerEntry[]> => readLedger(workspace.folder, 'm.authz.json');

  async function run(irreversible: readonly string[] = []): Promise<AuthzResult> {
    const settings = { ...matrixSettings(api.origin), irreversible };
    return resultOf(runMatrix(jobIn(workspace), settings, AbortSignal.timeout(100_000)));
  }

  /** Cleans up what a killed run wrote down. */
  const cleaned = (entry: Partial<LedgerEntry>): Promise<CleanUp> =>
    cleanUpAfter(workspace, { ...ENTRY, ...entry }, api.origin);

  it('is in the ledger before the attack is sent, and as it was when the run has ended', async () => {
    const written: (readonly [id: string, entries: readonly LedgerEntry[]])[] = [];
    const file = path.join(workspace.folder, '.chainwright/ledger/m.jsonl');
    api = await startAccounts(({ user, id }) => {
      if (user !== id) {
        // At once: an answer lets the run go on.
        const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
        written.push([id, openEntries(lines.map((line) => JSON.parse(line) as LedgerEntry))]);
      }
      return undefined;
    });
    const { cells, leftovers } = await run();
    assert.ok(cells.some((cell) => cell.class === 'FLAW_WRITE'));
    assert.ok(written.length > 0);
    for (const [id, entries] of written) {
      assert.ok(entries.some(({ owner }) => owner === id));
      assert.deepEqual(
        [...new Set(entries.map(({ state, operation }) => `${state} ${operation ?? ''}`))],
        ['changing account.update'],
      );
    }
    assert.deepEqual(leftovers, []);
    assert.deepEqual(api.accounts, INITIAL);
    assert.deepEqual(await open(), []);
  });

  it('is left over, with what to do, when its owner cannot restore it', async () => {
    let attacked = false;
    api = await startAccounts(({ user, id, method }) => {
      attacked ||= method === 'PUT' && user !== id;
      return attacked && method === 'PUT' && user === id ? 500 : undefined;
    });
    const { leftovers } = await run();
    assert.match(
      leftovers[0]?.reason ?? '',
      /got 500 .*Check and restore it by hand, then remove the ledger/,
    );
    assert.ok((await open()).length > 0);
  });

  const OLD = { alice: { name: 'Alicia', role: 'user' }, bob: { name: 'Robert', role: 'user' } };

  it('is as it was before the run, whatever the chain writes into it', async () => {
    const noted: unknown[] = [];
    const file = path.join(workspace.folder, '.chainwright/ledger/m.jsonl');
    api = await startAccounts(({ user, id, method }) => {
      if (method === 'PUT' && user === 'alice' && id === 'alice') {
        const last = readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
        noted.push(JSON.parse(last));
      }
      return undefined;
    });
    Object.assign(api.accounts, OLD);
    const { cells, leftovers } = await run();
    assert.ok(cells.some((cell) => cell.class === 'FLAW_WRITE'));
    assert.deepEqual(api.accounts, OLD);
    assert.deepEqual(leftovers, []);
    assert.deepEqual(await open(), []);
    const { state, operation, earlier } = noted[0] as LedgerEntry;
    assert.deepEqual(
      [state, operation, earlier],
      ['changing', 'account.update', [{ path: '$.name', before: '"Alicia"' }]],
    );
  });

  it('may tell when it was changed', async () => {
    let changes = 0;
    api = await startAccounts(({ method, id }) => {
      changes += 1;
      if (method === 'PUT') {
        api.accounts[id] = { ...api.accounts[id], name: '', role: 'user', updatedAt: changes };
      }
      return undefined;
    });
    Object.assign(api.accounts, OLD);
    assert.deepEqual((await run()).leftovers, []);
    assert.equal(api.accounts['alice']?.name, 'Alicia');
  });

  for (const who of ['its owner', 'an attack']) {
    it(`is reported as changed, once, where the earlier values do not undo what ${who} did`, async () => {
      api = await startAccounts(({ method, user, id }) => {
        if (method === 'PUT' && (user === id) === (who === 'its owner')) {
          api.accounts[id] = { name: '', role: 'user' };
        }
        return undefined;
      });
      Object.assign(api.accounts, { ...OLD, alice: { ...OLD.alice, motto: 'Carpe diem' } });
      const { leftovers } = await run();
      assert.deepEqual(
        leftovers.map(({ owner, reason }) => [owner, reason.split(' Check and restore it')[0]]),
        [
          [
            'alice',
            '/motto of the account of alice was changed and is not as before the run. Send PUT {{baseUrl}}/accounts/{{accountId}} with the earlier values.',
          ],
        ],
      );
      assert.ok((await open()).length > 0);
    });
  }

  describe('whose "read" does not show what is set', () => {
    const asked: string[] = [];
    beforeEach(async () => {
      const [update] = CHAIN.requests.slice(-1);
      const body = { json: { name: '{{fullName}}', pin: '1234' } };
      await workspace.write({
        'c.chain.json': { ...CHAIN, requests: [CHAIN.requests[0], { ...update, body }] },
      });
      asked.length = 0;
      api = await startAccounts(({ method }) => {
        asked.push(method);
        return undefined;
      });
    });

    it('is not changed, and the cells say what to do', async () => {
      const { cells, leftovers } = await run();
      assert.ok(!asked.includes('PUT'));
      assert.deepEqual([...new Set(cells.map((cell) => cell.class))], ['INCONCLUSIVE_CONTROL']);
      assert.match(
        cells[0]?.reasons[0] ?? '',
        /account\.update was not sent: .*what the request sets \(\$\.pin\) is not shown, .*Give account a "create", or a "read" that shows it/,
      );
      assert.deepEqual(leftovers, []);
    });

    it('is changed where a person agreed', async () => {
      const { operations } = MATRIX;
      const update = { ...operations['account.update'], irreversible: true };
      await workspace.write({ 'm.authz.json': { ...MATRIX, operations: { 'account.update': update } } });
      const { cells } = await run(['account.update']);
      assert.ok(asked.includes('PUT'));
      assert.ok(cells.some((cell) => cell.class === 'FLAW_WRITE'));
    });
  });

  describe('in place of another one', () => {
    beforeEach(async () => {
      const { request, resource } = MATRIX.operations['account.update'];
      const operations = { 'account.update': { request, resource } };
      await workspace.write({ 'm.authz.json': { ...MATRIX, operations } });
    });

    it('is as it was before the run as well, when it is the own one of the attacker', async () => {
      api = await startAccounts();
      const { cells, leftovers } = await run();
      assert.ok(cells.some((cell) => cell.class === 'ID_IGNORED'));
      assert.deepEqual(leftovers, []);
      assert.deepEqual(api.accounts, INITIAL);
    });

    it('is left over when the attacker cannot restore it', async () => {
      let attacked = false;
      api = await startAccounts(({ user, id, method }) => {
        attacked ||= method === 'PUT' && user === 'alice' && id === 'bob';
        return attacked && method === 'PUT' && user === 'bob' && id === 'bob' ? 500 : undefined;
      });
      const { leftovers } = await run();
      assert.deepEqual(
        leftovers.map(({ owner, changed }) => [owner, changed]),
        [['bob', true]],
      );
    });
  });

  it('is not given a property that its owner is not shown, unless a person agreed', async () => {
    const withoutRole = ({ role: _role, ...account }: Account): object => account;
    api = await startAccounts(undefined, withoutRole);
    const { cells, leftovers } = await run();
    assert.deepEqual(api.accounts, INITIAL);
    assert.deepEqual(leftovers, []);
    const [asked] = cells.filter(({ cell }) => cell.kind === 'PROP');
    assert.equal(asked?.class, 'INCONCLUSIVE_CONTROL');
    assert.match(asked?.reasons[0] ?? '', /what the request sets \(\$\.role\) is not shown/);
  });

  it('is left over where a property that its owner is not shown was set all the same', async () => {
    api = await startAccounts(undefined, ({ role: _role, ...account }) => account);
    const { operations } = MATRIX;
    const update = { ...operations['account.update'], irreversible: true };
    await workspace.write({ 'm.authz.json': { ...MATRIX, operations: { 'account.update': update } } });
    const { leftovers } = await run(['account.update']);
    assert.equal(api.accounts['alice']?.role, 'admin');
    assert.deepEqual(
      leftovers.map(({ owner, changed }) => [owner, changed]),
      [
        ['alice', true],
        ['bob', true],
      ],
    );
    assert.match(leftovers[0]?.reason ?? '', /\$\.role/);
    assert.ok((await open()).length > 0);
  });

  it('is left over by cleaning up where what an attack set besides stays', async () => {
    for (const property of [{ path: '$.role', before: '"user"' }, { path: '$.role' }]) {
      api = await startAccounts(({ method }) => (method === 'PUT' ? 202 : undefined));
      api.accounts['alice'] = { name: 'Alice', role: 'admin' };
      const { restored, left } = await cleaned({ property });
      assert.equal(restored, 0);
      assert.match(left[0]?.reason ?? '', /\$\.role.* Check and restore it by hand/);
      await api.close();
    }
    api = await startAccounts();
  });

  const EARLIER = [{ path: '$.name', before: '"Alicia"' }];

  it('gets its earlier values back when the run was killed', async () => {
    for (const name of [ENTRY.canary, 'Alice']) {
      api = await startAccounts();
      api.accounts['alice'] = { name, role: 'user' };
      assert.deepEqual(await cleaned({ earlier: EARLIER }), { deleted: 0, restored: 1, left: [] });
      assert.deepEqual(api.accounts['alice'], OLD.alice);
      await api.close();
    }
    api = await startAccounts();
  });

  it('keeps what no run wrote, whatever a ledger tells of earlier values', async () => {
    api = await startAccounts();
    api.accounts['alice'] = { name: 'Alice Newly-Wed', role: 'user' };
    const role = { path: '$.role', before: '"admin"' };
    assert.deepEqual(await cleaned({ earlier: [...EARLIER, role] }), { deleted: 0, restored: 1, left: [] });
    assert.deepEqual(api.accounts['alice'], { name: 'Alice Newly-Wed', role: 'user' });
  });

  it('gets the values of its owner back when the run was killed', async () => {
    api = await startAccounts();
    api.accounts.alice = { name: ENTRY.canary, role: 'user' };
    assert.deepEqual(await cleaned({}), { deleted: 0, restored: 1, left: [] });
    assert.deepEqual(api.accounts, INITIAL);
    assert.deepEqual(await open(), []);
  });

  it('gets back what an attack set besides', async () => {
    api = await startAccounts();
    api.accounts.alice = { name: 'Alice', role: 'admin' };
    const property = { path: '$.role', before: '"user"' };
    assert.deepEqual(await cleaned({ property }), { deleted: 0, restored: 1, left: [] });
    assert.deepEqual(api.accounts, INITIAL);
  });

  it('gets nothing from a ledger that no attack of the matrix sets', async () => {
    api = await startAccounts();
    const property = { path: '$.name', before: '"Mallory"' };
    assert.deepEqual(await cleaned({ property, ids: { accountId: '"bob"' } }), {
      deleted: 0,
      restored: 1,
      left: [],
    });
    assert.deepEqual(api.accounts, INITIAL);
  });

  it('is reported when the matrix cannot restore it any more', async () => {
    api = await startAccounts();
    const { left } = await cleaned({ operation: 'account.forgotten' });
    assert.deepEqual(
      left.map(({ resource, owner, reason }) => [resource, owner, reason]),
      [
        [
          'account',
          'alice',
          'The matrix has no operation account.forgotten of account any more. Check and restore it by hand, then remove the ledger of this matrix below .chainwright/ledger.',
        ],
      ],
    );
    assert.equal((await open()).length, 1);
  });
});

const ENTRY: LedgerEntry = {
  id: 'earlier CNRY-0123456789abcdef',
  matrix: 'm.authz.json',
  resource: 'account',
  owner: 'alice',
  canary: 'CNRY-0123456789abcdef',
  state: 'changing',
  ids: { accountId: '"alice"' },
  operation: 'account.update',
};

const URL = '{{baseUrl}}/accounts/{{accountId}}';

const CHAIN = {
  formatVersion: 1,
  name: 'Accounts',
  auth: { type: 'bearer', token: 'key-of-{{accountId}}' },
  requests: [
    { id: 'read', method: 'GET', url: URL },
    { id: 'update', method: 'PUT', url: URL, body: { json: { name: '{{fullName}}' } } },
  ],
};

const MATRIX = {
  formatVersion: 1,
  name: 'Accounts',
  mutate: true,
  users: {
    alice: { role: 'user', variables: { accountId: 'alice', fullName: 'Alice' } },
    bob: { role: 'user', variables: { accountId: 'bob', fullName: 'Bob' } },
  },
  resources: { account: { read: 'c.chain.json#read', id: ['accountId'], canary: ['$.name'] } },
  operations: {
    'account.update': {
      resource: 'account',
      request: 'c.chain.json#update',
      assign: [{ path: '$.role', value: 'admin' }],
    },
  },
  policy: { user: { 'account.*': 'own' } },
};

interface Account {
  readonly name: string;
  readonly role: string;
  readonly motto?: string;
  readonly updatedAt?: number;
}

const INITIAL: Readonly<Record<string, Account>> = {
  alice: { name: 'Alice', role: 'user' },
  bob: { name: 'Bob', role: 'user' },
};

interface AccountApi {
  readonly origin: string;
  readonly accounts: Record<string, Account>;
  close(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly user: string;
  readonly id: string;
}

/** Accounts that everybody may change, and that only their owners may read. */
async function startAccounts(
  before: (asked: Asked) => number | undefined = () => undefined,
  shown: (account: Account) => object = (account) => account,
): Promise<AccountApi> {
  const accounts = { ...INITIAL };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const id = url.slice('/accounts/'.length);
    const user = /key-of-(\w+)/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    let sent = '';
    request.setEncoding('utf8').on('data', (piece: string) => (sent += piece));
    request.on('end', () => {
      const isKnown = accounts[id] !== undefined;
      const refused = before({ method, user, id }) ?? (method === 'GET' && user !== id ? 403 : undefined);
      const status = isKnown ? (refused ?? 200) : 404;
      if (status === 200 && method === 'PUT') {
        accounts[id] = { ...accounts[id], ...(JSON.parse(sent) as Account) };
      }
      const account = accounts[id];
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(
          status === 200 && account !== undefined ? { id, ...shown(account) } : { error: status },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accounts,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
