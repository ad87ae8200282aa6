import assert from 'node:assert/strict';
import { DEFAULT_FLAWS } from '../../../examples/orders-api/flaws';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { authzExitCode } from '../../../src/core/authz/report/summary';
import { isMutating } from '../../../src/core/authz/plan/requests/variants';
import { judgementOf } from '../../../src/core/authz/model/verdict';
import { copyMatrices, type Matrices } from './matrixRun';

describe('the sample matrix', () => {
  let sample: Matrices;

  before(async () => {
    sample = await copyMatrices('examples/workspace');
  });

  after(() => sample.dispose());

  it('passes every cell of an API without flaws, with few requests, and leaves nothing', async () => {
    const result = await sample.run('orders');
    assert.deepEqual(notPassed(result), []);
    assert.deepEqual(result.leftovers, []);
    assert.equal(result.requests.sent, result.exchanges.length);
    assert.ok(result.cells.some(({ steps }) => steps.some(({ step }) => step === 'liveness')));
  });

  it('has no fault to find in an API without flaws, whatever attack packs guess', async () => {
    const packs = await copyMatrices();
    try {
      const result = await packs.run('packs');
      assert.ok(result.cells.some(({ class: found }) => found === 'DENIED_OTHER'));
      assert.deepEqual(
        [false, true].map((strict) => authzExitCode(result, { strict })),
        [0, 0],
      );
    } finally {
      await packs.dispose();
    }
  });

  it('finds exactly the flaws that are on by default', async () => {
    assert.deepEqual(notPassed(await sample.run('orders', { flaws: DEFAULT_FLAWS })), [
      'FUN users.list root<-alice FLAW_READ',
      'FUN users.list root<-bob FLAW_READ',
      'FUN users.list root<-sam FLAW_READ',
      'FUN users.list root<-mia FLAW_READ',
      'OBJ order.read alice<-bob path:orderId FLAW_READ',
      'OBJ userOrder.read alice<-bob path:orderId FLAW_READ',
      'OBJ order.cancel alice<-bob path:orderId FLAW_WRITE',
      'FUN order.cancel alice<-sam path:orderId FLAW_WRITE',
      'OBJ order.updateByBody alice<-bob body:/orderId FLAW_WRITE',
      'FUN order.updateByBody alice<-sam body:/orderId FLAW_WRITE',
      'OBJ order.update alice<-bob path:orderId FLAW_WRITE',
      'FUN order.update alice<-sam path:orderId FLAW_WRITE',
      'PROP order.update bob<-alice body:$.customerId FLAW_WRITE',
      'PROP order.update alice<-bob body:$.customerId FLAW_WRITE',
      'PROP order.update alice<-mia body:$.customerId FLAW_WRITE',
      'PROP order.update alice<-root body:$.customerId FLAW_WRITE',
      'OBJ userOrder.changeByQuery alice<-bob query:user_id+query:order_id FLAW_WRITE',
      'OBJ userOrder.changeByQuery alice<-bob query:order_id FLAW_WRITE',
      'FUN userOrder.changeByQuery alice<-sam query:user_id+query:order_id FLAW_WRITE',
    ]);
  });

  for (const flaws of [[], DEFAULT_FLAWS]) {
    // §4.7 of the specification. Proofs of birth, pages of lists and looks after refusals have to fit in it.
    it(`sends at most the strict formula and a read for each changing attack, with ${flaws.length} flaws`, async () => {
      const { cells, requests } = await sample.run('orders', { flaws });
      const changing = cells.filter(
        ({ cell, steps }) => isMutating(cell) && steps.some(({ step }) => step === 'attack'),
      );
      const most = requests.strict + changing.length;
      assert.ok(requests.sent <= most, `${requests.sent} requests, ${most} allowed`);
    });
  }

  it('reads the list that two resources share once for each user before it creates', async () => {
    const { exchanges, cells } = await sample.run('orders');
    const shown = new Set(cells.flatMap(({ steps }) => steps.map(({ exchange }) => exchange)));
    const lists = exchanges.flatMap(({ user, request }, index) =>
      request.id === 'list-orders' && !shown.has(index) ? [{ user, index }] : [],
    );
    const last = Math.max(...shown);
    const before = lists.filter(({ index }) => index < last).map(({ user }) => user);
    assert.deepEqual(before.toSorted(), ['alice', 'bob', 'mia', 'root', 'sam']);
  });

  it('gives the same report twice', async () => {
    const first = await sample.run('orders', { flaws: DEFAULT_FLAWS });
    const second = await sample.run('orders', { flaws: DEFAULT_FLAWS });
    assert.deepEqual(withoutMoment(second), withoutMoment(first));
  });
});

function notPassed({ cells }: AuthzResult): readonly string[] {
  return cells
    .filter((result) => judgementOf(result.class) !== 'pass')
    .map((result) => `${result.cell.id} ${result.class}`);
}

/** What is not about the moment and the port: everything but times. */
function withoutMoment(result: AuthzResult): unknown {
  const text = JSON.stringify(result, (name, value: unknown) =>
    ['startedAt', 'durationMs', 'timings', 'connection'].includes(name) ? undefined : value,
  );
  return JSON.parse(text.replace(/127\.0\.0\.1:\d+/g, '127.0.0.1'));
}
