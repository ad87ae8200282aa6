import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { matrixPlace } from '../../../src/host/authz/matrixDocument';
import type { MatrixHistory } from '../../../src/host/authz/matrixHistory';
import { MatrixRuns } from '../../../src/host/authz/matrixRuns';
import { MatrixService } from '../../../src/host/authz/matrixService';
import { answering } from '../answers';
import { command } from '../commands';
import { startOrders, type OrdersMatrix } from '../ordersMatrix';

describe('authorization tests in an untrusted workspace', () => {
  let orders: OrdersMatrix;
  before(async () => {
    orders = await startOrders('restricted');
  });
  after(() => orders.server.close());

  for (const [name, ...args] of [
    ['runMatrix'],
    ['runMatrixCells', 'order.read'],
    ['dryRunMatrix'],
    ['cleanUpMatrix'],
  ] as const) {
    it(`refuse ${name} in code, ask nothing and send nothing`, async () => {
      const asked = await answering({ press: () => 'Run' }, async () =>
        assert.equal(await command(name, orders.matrix, ...args), undefined),
      );
      assert.deepEqual([asked, orders.server.requests], [[], []]);
    });
  }

  it('are refused to the Test Explorer, a panel or anybody else', async () => {
    const runs = new MatrixRuns({} as MatrixHistory);
    const refuse = (): never => assert.fail('nothing is asked for');
    const service = new MatrixService({
      runs,
      environments: { chosen: undefined },
      machine: refuse,
      ask: refuse,
    });
    const place = matrixPlace(orders.matrix);
    const untrusted = { name: 'UserError', what: 'This workspace is not trusted, so nothing is sent.' };
    await assert.rejects(service.start({ place }), untrusted);
    await assert.rejects(service.dryRun({ place }), untrusted);
    await assert.rejects(service.cleanUp(place, new AbortController().signal), untrusted);
    runs.dispose();
    assert.deepEqual(orders.server.requests, []);
  });

  it('can be read: a matrix opens, and nothing is sent', async () => {
    await vscode.window.showTextDocument(orders.matrix);
    assert.deepEqual(orders.server.requests, []);
  });
});
