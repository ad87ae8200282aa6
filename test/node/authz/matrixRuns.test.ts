import assert from 'node:assert/strict';
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import { startOrdersApi, type OrdersApi } from '../../../examples/orders-api/ordersApi';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { replay } from '../../../src/core/authz/run/replay';
import { defined } from '../../../src/core/defined';
import { dryRunMatrix, runMatrix } from '../../../src/node/authz/runMatrix';
import type { MatrixSettings } from '../../../src/node/authz/wireMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { matrixSettings } from './matrixRun';

describe('a matrix run', function () {
  let workspace: Workspace;
  let api: OrdersApi;
  let answered: string[];
  /** Objects that were created and not deleted. */
  let balance: number;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await cp('examples/workspace', workspace.folder, { recursive: true });
    answered = [];
    balance = 0;
  });
  afterEach(async () => {
    await api.close();
    await workspace.dispose();
  });

  async function start(flaws?: readonly string[]): Promise<void> {
    api = await startOrdersApi({
      ...defined({ flaws }),
      onAnswer: ({ method, target, status }) => {
        answered.push(`${method} ${target}`);
        if (status === 201 || (status === 204 && method === 'DELETE')) {
          balance += status === 201 ? 1 : -1;
        }
      },
    });
  }

  async function run(
    settings: Partial<MatrixSettings> = {},
    signal: AbortSignal = AbortSignal.timeout(100_000),
    onCell: (finished: number) => void = () => undefined,
  ): Promise<AuthzResult> {
    const job = { file: path.join(workspace.folder, 'orders.authz.json'), workspace: workspace.folder };
    let finished = 0;
    for await (const event of runMatrix(job, { ...matrixSettings(api.origin), ...settings }, signal)) {
      if (event.type === 'authz-finished') {
        return event.result;
      }
      if (event.type === 'cell-finished') {
        finished += 1;
        onCell(finished);
      }
    }
    throw new Error('the run has no result');
  }

  /** Changes the text of a file of the workspace. */
  async function rewrite(name: string, old: string, text: string): Promise<void> {
    const file = path.join(workspace.folder, name);
    const before = await readFile(file, 'utf8');
    assert.ok(before.includes(old), `${name} has no ${old}`);
    await writeFile(file, before.replaceAll(old, text));
  }

  function orderWrites(): readonly string[] {
    return answered.filter((request) => /^(?:POST|PUT|PATCH|DELETE) (?!\/login)/.test(request));
  }

  it('costs no more requests than the specification allows', async () => {
    await start([]);
    const { requests } = await run();
    assert.equal(requests.sent, answered.length);
    assert.ok(requests.sent <= requests.strict, `${requests.sent} of ${requests.strict}`);
  });

  it('keeps no credential, whatever is kept of bodies, and names each by its user', async () => {
    await start();
    const text = JSON.stringify(await run({ keepBodies: true }));
    for (const secret of Object.values(DEMO_SECRETS)) {
      assert.ok(!text.includes(secret));
    }
    assert.match(text, /Bearer ‹token:alice›/);
    assert.match(text, /Bearer ‹token:root›/);
    assert.doesNotMatch(text, /‹secret:[0-9a-f]{4}›/);
  });

  it('keeps bodies only when somebody asks for them', async () => {
    await start();
    const bodies = (await run()).exchanges.flatMap(({ exchange }) => exchange?.response?.body.content ?? '');
    assert.deepEqual([...new Set(bodies)], ['']);
  });

  it('is judged the same from its signals alone', async () => {
    await start();
    const result = await run();
    assert.equal(JSON.stringify(replay(result)), JSON.stringify(result));
  });

  it('changes nothing unless the person allows it', async () => {
    await start();
    const { cells } = await run({ allowMutations: false });
    assert.deepEqual(orderWrites(), []);
    const classes = new Set(cells.filter(({ cell }) => cell.effect !== 'read').map((cell) => cell.class));
    assert.deepEqual([...classes], ['SKIPPED']);
  });

  it('changes nothing unless the file agrees', async () => {
    await start();
    await rewrite('orders.authz.json', '"mutate": true', '"mutate": false');
    await run();
    assert.deepEqual(orderWrites(), []);
  });

  it('changes nothing in a protected environment, whatever was agreed', async () => {
    await start();
    await rewrite('local.environment.json', '"protected": false', '"protected": true');
    await run();
    assert.deepEqual(orderWrites(), []);
  });

  it('ends its questions at the limit of requests, and deletes what it created all the same', async () => {
    await start([]);
    await rewrite('orders.authz.json', '"limits": { "requests": 600', '"limits": { "requests": 60');
    const { cells, leftovers } = await run();
    const skipped = cells.filter(
      ({ reasons }) => reasons[0]?.startsWith('The limit of 60 requests') === true,
    );
    assert.ok(skipped.length > 0 && skipped.length < cells.length);
    assert.deepEqual(leftovers, []);
    assert.equal(balance, 0);
  });

  it('deletes what it created when it is cancelled', async () => {
    await start([]);
    const cancel = new AbortController();
    const result = await run({}, cancel.signal, (finished) => {
      if (finished === 12) {
        cancel.abort();
      }
    });
    assert.equal(result.outcome, 'cancelled');
    assert.equal(result.cells.filter(({ class: found }) => found !== 'SKIPPED').length, 12);
    assert.deepEqual(result.leftovers, []);
    assert.equal(balance, 0);
  });

  it('proves nothing with two users who are signed in as one', async () => {
    await start([]);
    await rewrite('orders.authz.json', '"bob@example.com"', '"alice@example.com"');
    await rewrite('orders.authz.json', '$secret BOB_PASSWORD', '$secret ALICE_PASSWORD');
    const { cells } = await run({ only: ['OBJ *'] });
    assert.ok(cells.length > 0);
    for (const { class: found, controlFailure } of cells) {
      assert.equal(found, 'INCONCLUSIVE_CONTROL');
      assert.match(controlFailure ?? '', /signed in as one user|same userId|same subject/);
    }
  });

  it('proves nothing with a user who cannot sign in, and says so', async () => {
    await start([]);
    await rewrite('orders.authz.json', '$secret BOB_PASSWORD', '$secret ALICE_PASSWORD');
    const { cells, notes } = await run({ only: ['OBJ order.read*'] });
    assert.deepEqual(new Set(cells.map((cell) => cell.class)), new Set(['INCONCLUSIVE_CONTROL']));
    for (const { reasons } of cells) {
      assert.match(reasons.join(' '), /bob could not sign in; the notes of the run say why/);
      assert.doesNotMatch(reasons.join(' '), /Expected status/);
    }
    const failures = notes.filter((note) => /^bob could not sign in\. Expected status is 200/.test(note));
    assert.equal(failures.length, 1);
  });

  it('ends after one cell when nobody can sign in, and says why once', async () => {
    await start([]);
    await rewrite('auth/login.chain.json', '{{baseUrl}}/login', '{{baseUrl}}/nowhere');
    const { cells, notes } = await run({});
    const tried = cells.filter(({ class: found }) => found !== 'SKIPPED');
    assert.deepEqual(
      tried.map(({ class: found }) => found),
      ['INCONCLUSIVE_CONTROL'],
    );
    const ended = 'Nobody can sign in, so the run ended before this cell; its notes say why.';
    assert.deepEqual(
      new Set(cells.filter((cell) => !tried.includes(cell)).flatMap(({ reasons }) => reasons)),
      new Set([ended]),
    );
    assert.equal(notes.filter((note) => note.includes('could not sign in')).length, 1);
  });

  it('names the secret without which a user cannot sign in', async () => {
    await start([]);
    await rewrite('orders.authz.json', '$secret BOB_PASSWORD', '$secret NO_PASSWORD');
    const { exchanges } = await run({ only: ['OBJ order.read*'] });
    const lacking = exchanges.filter(({ lacks }) => lacks !== undefined);
    assert.ok(lacking.length > 0);
    for (const { user, lacks, failure, exchange } of lacking) {
      assert.deepEqual(
        [user, lacks, exchange],
        ['bob', { variable: '$secret', secret: 'NO_PASSWORD' }, undefined],
      );
      assert.match(failure ?? '', /^The secret NO_PASSWORD has no value\./);
    }
  });

  it('can be predicted without sending anything', async () => {
    await start();
    const job = { file: path.join(workspace.folder, 'orders.authz.json'), workspace: workspace.folder };
    const { plan, requests } = await dryRunMatrix(job, matrixSettings(api.origin));
    assert.deepEqual(answered, []);
    assert.equal(requests.length, plan.cells.length);
    const first = requests.find(({ cell }) => cell === 'OBJ order.read alice<-bob path:orderId');
    assert.deepEqual(first, {
      cell: 'OBJ order.read alice<-bob path:orderId',
      user: 'bob',
      method: 'GET',
      url: `${api.origin}/api/orders/{{owner.orderId}}`,
      missing: ['owner.orderId'],
      headers: [
        { name: 'Authorization', value: 'Bearer ‹token:bob›' },
        { name: 'Cache-Control', value: 'no-cache' },
      ],
    });
    const change = requests.find(({ cell }) => cell === 'OBJ order.update alice<-bob path:orderId');
    assert.match(change?.body ?? '', /"note":"CNRY-…"/);
    const property = requests.find(({ cell }) => cell.startsWith('PROP order.update alice<-bob'));
    assert.match(property?.body ?? '', /"customerId":"\{\{owner\.\w+\}\}"/);
  });
});
