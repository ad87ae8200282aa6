import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi } from '../../../examples/orders-api/ordersApi';
import { replay } from '../../../src/core/authz/run/replay';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';

/** Log-outs and new passwords: credentials.authz.json against the sample API. */
describe('operations that end credentials', function () {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('test/fixtures/authz', workspace.folder, { recursive: true });
  });
  afterEach(() => workspace.dispose());

  async function run(
    flaws: readonly string[] = [],
    change: (matrix: MutableMatrix) => void = () => undefined,
    now = Date.now,
  ): Promise<Ran> {
    const file = path.join(workspace.folder, 'credentials.authz.json');
    const matrix = JSON.parse(await readFile(file, 'utf8')) as MutableMatrix;
    change(matrix);
    await workspace.write({ 'credentials.authz.json': matrix });
    const api = await startOrdersApi({ flaws, now });
    try {
      const job = { file, workspace: workspace.folder };
      const result = await resultOf(runMatrix(job, matrixSettings(api.origin), AbortSignal.timeout(100_000)));
      return { result, ...(await afterwards(api.origin)) };
    } finally {
      await api.close();
    }
  }

  const WITHOUT_FLAWS = [
    'SELF account.read alice<-alice PASS_EFFECT',
    'OBJ account.read alice<-bob PASS_403',
    'SELF account.read alice<-sam PASS_EFFECT',
    'SELF account.read alice<-root PASS_EFFECT',
    'ANON account.read alice<-nobody PASS_401',
    'SELF session.end alice<-alice PASS_EFFECT',
    'SELF session.end bob<-bob PASS_EFFECT',
    'SELF session.end sam<-sam PASS_EFFECT',
    'SELF session.end root<-root PASS_EFFECT',
    'ANON session.end alice<-nobody PASS_401',
    'SELF account.password alice<-alice PASS_EFFECT',
    'OBJ account.password alice<-bob PASS_403',
    'FUN account.password alice<-sam PASS_403',
    'SELF account.password alice<-root PASS_EFFECT',
    'ANON account.password alice<-nobody PASS_401',
  ];
  const WITH_FLAW = WITHOUT_FLAWS.map((cell) =>
    /^(?:OBJ|FUN) account\.password/.test(cell) ? cell.replace('PASS_403', 'FLAW_WRITE') : cell,
  );

  it('come last, on users that are made for them and gone afterwards', async () => {
    const { result, users, logins } = await run();
    assert.deepEqual(classesOf(result), WITHOUT_FLAWS);
    assert.deepEqual([result.notes, result.leftovers], [[], []]);
    assert.deepEqual(users, EVERYBODY);
    assert.deepEqual(logins, [200, 200, 200, 200]);
    for (const { cell, steps } of result.cells) {
      const senders = new Set(steps.map(({ exchange }) => result.exchanges[exchange]?.user ?? ''));
      senders.delete('nobody');
      const areMade = [...senders].every((name) => name.includes('throw-away') || name === 'root');
      assert.equal(areMade, !cell.operation.startsWith('account.read'), `${cell.id}: ${[...senders].join()}`);
    }
  });

  it('show the password of another that was set, and leave those of the users alone', async () => {
    const { result, users, logins } = await run(['change-any-password']);
    assert.deepEqual(classesOf(result), WITH_FLAW);
    assert.deepEqual([users, logins, result.leftovers], [EVERYBODY, [200, 200, 200, 200], []]);
  });

  it('give the same report twice, and again when it is replayed', async () => {
    // Where a second passes between two looks, what shows times is looked at once more.
    const now = (): number => Date.UTC(2027, 0, 2, 3, 4, 5);
    const again = (): Promise<Ran> => run(['change-any-password'], undefined, now);
    const [first, second] = [await again(), await again()];
    const judged = ({ result }: Ran): string => JSON.stringify(result.cells);
    assert.equal(judged(first), judged(second));
    assert.equal(JSON.stringify(replay(first.result)), JSON.stringify(first.result));
  });

  it('keep passwords of throw-away users out of the result', async () => {
    const { result } = await run(['change-any-password']);
    assert.doesNotMatch(JSON.stringify(result), /pw-CNRY/);
  });

  it('cost no more than the strict count, apart from what it leaves out', async () => {
    const { result } = await run();
    const leftOut = result.cells.flatMap(({ steps }) =>
      steps.filter(({ step }) => step === 'probe' || step === 'liveness' || step === 'owner-read'),
    );
    const uncounted = new Set(leftOut.map(({ exchange }) => exchange)).size;
    assert.ok(result.requests.sent - uncounted <= result.requests.strict, JSON.stringify(result.requests));
  });

  it('are tried on the users themselves, who are restored, where nobody can be created, and the report says so', async () => {
    const { result, logins } = await run(['change-any-password'], (matrix) => {
      matrix.throwAway = {};
      // Nobody puts right what this operation sets, unless it sets what the owner has.
      matrix.operations['account.password'] = {
        ...matrix.operations['account.password'],
        request: 'accounts.chain.json#password',
      };
    });
    assert.deepEqual(classesOf(result), WITH_FLAW);
    const ending = result.notes.filter((note) => note.includes('ends credentials'));
    assert.deepEqual(ending, [
      'session.end ends credentials and runs last, but not on throw-away identities for alice, bob, sam and root: they sign in again, and the owner restores what changed. Describe in "throwAway" how to create another customer, supportAgent and administrator.',
      'account.password ends credentials and runs last, but not on throw-away identities for alice, bob, sam and root: they sign in again, and the owner restores what changed. Describe in "throwAway" how to create another customer, supportAgent and administrator.',
    ]);
    assert.deepEqual([logins, result.leftovers], [[200, 200, 200, 200], []]);
  });

  it('are tried on nobody where a user cannot be created, which is reported once', async () => {
    const { result, users, logins } = await run(['change-any-password'], (matrix) => {
      Object.values(matrix.throwAway).forEach((made) => {
        made.variables['email'] = 'bob@example.com';
      });
    });
    const ending = result.cells.filter(({ cell }) => cell.operation !== 'account.read');
    assert.deepEqual([...new Set(ending.map((cell) => cell.class))], ['INCONCLUSIVE_CONTROL']);
    assert.deepEqual([users, logins], [EVERYBODY, [200, 200, 200, 200]]);
    assert.match(
      result.notes.join('\n'),
      /^alice \(throw-away 1\) could not be made\. root could not create user\. .*409/m,
    );
    assert.equal(result.notes.filter((note) => note.startsWith('alice ')).length, 1);
    assert.match(ending[0]?.controlFailure ?? '', /^alice \(throw-away 1\) could not be made or sign in;/);
  });
});

interface Ran {
  readonly result: AuthzResult;
  /** Users that the API has afterwards, by their e-mail address. */
  readonly users: readonly string[];
  /** What each user of the matrix gets for the own password. */
  readonly logins: readonly number[];
}

interface MutableMatrix {
  throwAway: Record<string, { variables: Record<string, string> }>;
  readonly operations: Record<string, object>;
}

const EVERYBODY = ['alice', 'bob', 'sam', 'mia', 'root'].map((name) => `${name}@example.com`);

function classesOf({ cells }: AuthzResult): readonly string[] {
  return cells.map((result) => `${result.cell.id.replace(/ path:.*/, '')} ${result.class}`);
}

async function afterwards(origin: string): Promise<Omit<Ran, 'result'>> {
  const passwords = [
    DEMO_SECRETS.ALICE_PASSWORD,
    DEMO_SECRETS.BOB_PASSWORD,
    DEMO_SECRETS.SAM_PASSWORD,
    DEMO_SECRETS.ROOT_PASSWORD,
  ];
  const logins: number[] = [];
  let token = '';
  for (const [index, name] of ['alice', 'bob', 'sam', 'root'].entries()) {
    const login = await fetch(`${origin}/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: `${name}@example.com`, password: passwords[index] }),
    });
    logins.push(login.status);
    ({ token } = (await login.json()) as { readonly token: string });
  }
  const list = await fetch(`${origin}/api/admin/users?pageSize=100`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { items } = (await list.json()) as { readonly items: readonly { readonly email: string }[] };
  return { users: items.map(({ email }) => email), logins };
}
