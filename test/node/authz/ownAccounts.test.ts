import assert from 'node:assert/strict';
import type { LedgerEntry } from '../../../src/core/authz/act/ledger';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { readLedger } from '../../../src/node/authz/ledgerFile';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { startClub, type ClubApi, type ClubFlaw } from './clubApi';
import { jobIn } from './failingNotes';
import { cleanUpAfter, matrixSettings, resultOf } from './matrixRun';

/** An API where everybody may register, and only the own account can be removed. */
describe('throw-away users who register themselves', function () {
  let workspace: Workspace;
  let api: ClubApi;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.write({ 'c.chain.json': CHAIN, 'm.authz.json': MATRIX });
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  async function run(): Promise<AuthzResult> {
    const settings = matrixSettings(api.origin);
    return resultOf(runMatrix(jobIn(workspace), settings, AbortSignal.timeout(100_000)));
  }

  const verdicts: readonly (readonly [flaws: readonly ClubFlaw[], ends: string, leaves: string])[] = [
    [[], 'PASS_403', 'PASS_403'],
    [['end-any'], 'FLAW_WRITE', 'PASS_403'],
    [['leave-any'], 'PASS_403', 'FLAW_DELETE'],
    [['end-any', 'refuses-in-words'], 'FLAW_WRITE', 'PASS_403'],
    [['end-any', 'says-signed-out'], 'FLAW_WRITE', 'PASS_403'],
    [['end-any', 'leave-any'], 'FLAW_WRITE', 'FLAW_DELETE'],
    [['leave-any', 'refuses-in-words'], 'PASS_403', 'FLAW_DELETE'],
    [['leave-any', 'says-signed-out'], 'PASS_403', 'FLAW_DELETE'],
    [['refuses-in-words'], 'PASS_403', 'PASS_403'],
    [['says-signed-out'], 'PASS_403', 'PASS_403'],
    [['refuses-in-words', 'says-signed-out'], 'PASS_403', 'PASS_403'],
  ];
  for (const [flaws, ends, leaves] of verdicts) {
    it(`show who can end the sessions, and the account, of another with ${flaws.join(' and ') || 'no flaw'}`, async () => {
      api = await startClub(flaws);
      const { cells, notes, leftovers } = await run();
      assert.deepEqual(
        cells.map((result) => `${result.cell.id.replace(/ path:.*/, '')} ${result.class}`),
        [
          'SELF sessions.end alice<-alice PASS_EFFECT',
          `OBJ sessions.end alice<-bob ${ends}`,
          'SELF account.leave alice<-alice PASS_EFFECT',
          `OBJ account.leave alice<-bob ${leaves}`,
        ],
      );
      assert.deepEqual([notes, leftovers], [[NOT_ANONYMOUS], []]);
      if (leaves === 'FLAW_DELETE') {
        assert.match(cells.at(-1)?.reasons[0] ?? '', /is gone \(login: accepted → refused with 401\)/);
      }
      assert.deepEqual(api.members(), ['alice', 'bob']);
      assert.deepEqual(await readLedger(workspace.folder, 'm.authz.json'), []);
    });
  }

  it('are the users themselves when registering gives what somebody has, and then nothing is tried', async () => {
    api = await startClub([]);
    await workspace.write({
      'm.authz.json': {
        ...MATRIX,
        users: {
          alice: { role: 'member', variables: { key: 'key-1', memberId: 'm-alice' } },
          bob: { role: 'member', variables: { key: 'key-2', memberId: 'm-bob' } },
        },
      },
    });
    const { cells, notes, leftovers } = await run();
    assert.deepEqual([...new Set(cells.map((cell) => cell.class))], ['INCONCLUSIVE_CONTROL']);
    assert.match(notes.join('\n'), /alice \(throw-away 1\) and alice have the same key/);
    assert.deepEqual(api.members().slice(0, 2), ['alice', 'bob']);
    assert.equal(leftovers.length, api.members().length - 2);
  });

  it('are signed in again to be removed when the run was killed', async () => {
    api = await startClub([]);
    api.register('CNRY-00000000000000aa');
    const entry = { ...ENTRY, ids: { memberId: '"m-CNRY-00000000000000aa"' } };
    assert.deepEqual(await cleanUpAfter(workspace, entry, api.origin), {
      deleted: 1,
      restored: 0,
      left: [],
    });
    assert.deepEqual(api.members(), ['alice', 'bob']);
  });

  const lost: readonly (readonly [title: string, matrix: object, reason: RegExp])[] = [
    ['they cannot sign in any more', {}, /^alice \(throw-away\) could not sign in\./],
    ['the matrix does not know of them', { throwAway: {} }, /^The matrix does not say any more how to make/],
  ];
  for (const [title, matrix, reason] of lost) {
    it(`are reported as left over when ${title}`, async () => {
      api = await startClub([]);
      await workspace.write({ 'm.authz.json': { ...MATRIX, ...matrix } });
      const { left } = await cleanUpAfter(workspace, ENTRY, api.origin);
      assert.match(left[0]?.reason ?? '', reason);
    });
  }
});

const NOT_ANONYMOUS =
  'Nothing is tested without credentials. Add a user of the role "anonymous", such as "nobody": { "role": "anonymous" }.';

const ENTRY: LedgerEntry = {
  id: 'earlier CNRY-0123456789abcdef',
  matrix: 'm.authz.json',
  resource: 'membership',
  owner: 'alice',
  standIn: 'CNRY-00000000000000aa',
  canary: 'CNRY-0123456789abcdef',
  state: 'created',
  proof: 'response',
};

const MEMBER = '{{baseUrl}}/members/{{memberId}}';
const taking = (variable: string) => ({ extract: [{ variable, from: 'body', path: `$.${variable}` }] });

const CHAIN = {
  formatVersion: 1,
  name: 'Club',
  auth: { type: 'bearer', token: '{{key}}' },
  requests: [
    {
      id: 'join',
      method: 'POST',
      url: '{{baseUrl}}/members',
      auth: { type: 'none' },
      body: { json: { nick: '{{nick}}' } },
      ...taking('memberId'),
    },
    {
      id: 'login',
      method: 'POST',
      url: '{{baseUrl}}/sessions',
      auth: { type: 'none' },
      body: { json: { nick: '{{nick}}' } },
      extract: [
        { variable: 'key', from: 'body', path: '$.key' },
        { variable: 'memberId', from: 'body', path: '$.memberId' },
      ],
      expect: { status: 201 },
    },
    { id: 'read', method: 'GET', url: MEMBER, expect: { status: 200 } },
    { id: 'me', method: 'GET', url: '{{baseUrl}}/me', expect: { status: 200 } },
    { id: 'leave', method: 'DELETE', url: MEMBER, expect: { status: 204 } },
    { id: 'end', method: 'DELETE', url: `${MEMBER}/sessions`, expect: { status: 204 } },
  ],
};

const user = (nick: string): object => ({
  role: 'member',
  login: 'c.chain.json#login',
  alive: 'c.chain.json#me',
  variables: { nick },
});

const MATRIX = {
  formatVersion: 1,
  name: 'Club',
  mutate: true,
  users: { alice: user('alice'), bob: user('bob') },
  resources: {
    account: { read: 'c.chain.json#read', id: ['memberId'], owners: ['alice'] },
    membership: {
      create: 'c.chain.json#join',
      read: 'c.chain.json#read',
      delete: 'c.chain.json#leave',
      id: ['memberId'],
    },
  },
  operations: {
    'sessions.end': {
      resource: 'account',
      request: 'c.chain.json#end',
      effect: 'action',
      probe: 'c.chain.json#me',
      endsCredentials: true,
    },
    'account.leave': { resource: 'account', request: 'c.chain.json#leave', endsCredentials: true },
  },
  policy: { member: { '*': 'own' } },
  throwAway: { member: { resource: 'membership', variables: { nick: '{{throwAway}}' } } },
};
