import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import * as vscode from 'vscode';
import { nothingApproved } from '../../../src/core/permission/approval';
import type { MatrixHistory } from '../../../src/host/authz/matrixHistory';
import { MatrixRuns } from '../../../src/host/authz/matrixRuns';
import { MatrixService } from '../../../src/host/authz/matrixService';
import { MatrixTests, reportCell } from '../../../src/host/authz/matrixTests';
import { WorkspaceFiles } from '../../../src/host/workspaceFiles';
import { cellOf, resultOf, signalsOf } from '../../core/authz/cellResults';
import { answering, type Asked } from '../answers';
import { startOrders, type OrdersMatrix } from '../ordersMatrix';
import { recordRun, textOf, type RecordedRun } from '../recordedRun';

const NO_HISTORY = {
  latest: () => Promise.resolve(undefined),
  keep: () => Promise.resolve(),
} as unknown as MatrixHistory;

describe('matrices as tests', () => {
  const log = vscode.window.createOutputChannel('Test', { log: true });
  let orders: OrdersMatrix;
  let controller: vscode.TestController;
  let files: WorkspaceFiles;
  let tests: MatrixTests;
  let count = 0;

  beforeEach(async () => {
    count += 1;
    orders = await startOrders(`tests-${count}`);
    controller = vscode.tests.createTestController(`matrices-${count}`, 'Test');
    files = new WorkspaceFiles();
    tests = new MatrixTests(controller, { service: ownMatrixService(), files, log });
    await tests.refresh();
  });
  afterEach(async () => {
    tests.dispose();
    files.dispose();
    controller.dispose();
    await orders.server.close();
    await Promise.all([orders.matrix, orders.chain].map(({ fsPath }) => rm(fsPath, { force: true })));
  });

  function ownMatrixService(): MatrixService {
    const machine = {
      maskingKey: new Uint8Array(32),
      userAgent: 'test',
      stored: new Map(),
      approval: nothingApproved,
    };
    return new MatrixService({
      runs: new MatrixRuns(NO_HISTORY),
      environments: { chosen: undefined },
      machine: () => Promise.resolve(machine),
      ask: () => Promise.resolve(true),
    });
  }

  async function matrixItem(): Promise<vscode.TestItem> {
    const item = controller.items.get(orders.matrix.toString());
    assert.ok(item !== undefined);
    await tests.resolve(item);
    return item;
  }

  /** Runs what a person chose; `press` is their answer to the question about changes. */
  async function run(
    chosen: readonly vscode.TestItem[],
    press = 'Run',
    recorded = recordRun(),
    excluded: readonly vscode.TestItem[] = [],
  ): Promise<{ readonly recorded: RecordedRun; readonly asked: readonly Asked[] }> {
    const asked = await answering({ press: () => press }, () =>
      tests.run(chosen, new Set(excluded), recorded.run),
    );
    return { recorded, asked };
  }

  function cellsOf(matrix: vscode.TestItem): readonly vscode.TestItem[] {
    return [...matrix.children].flatMap(([, operation]) => [...operation.children].map(([, cell]) => cell));
  }

  it('are listed by file; their cells are below their operations', async () => {
    const matrix = await matrixItem();
    assert.equal(matrix.description, 'Orders: who may do what');
    assert.deepEqual([...matrix.children].map(([, { label }]) => label).sort(), [
      'order.delete',
      'order.read',
    ]);
    const read = matrix.children.get('order.read');
    assert.ok(read !== undefined);
    const labels = [...read.children].map(([, { label }]) => label);
    assert.ok(labels.includes('bob: order of alice, path orderId'), labels.join('\n'));
    assert.ok(read.range !== undefined && cellsOf(matrix).every(({ range }) => range !== undefined));
    assert.deepEqual(orders.server.requests, []);
  });

  it('tell what is wrong with a matrix that cannot be planned', async () => {
    await rm(orders.chain.fsPath);
    const matrix = await matrixItem();
    assert.match(typeof matrix.error === 'string' ? matrix.error : '', /chain\.json/);
    assert.equal(matrix.children.size, 0);
    const { recorded } = await run([matrix]);
    assert.deepEqual(recorded.calls, [`errored ${matrix.label}`]);
  });

  it('run as a whole after one question; flaws fail with their reason where the matrix says it', async () => {
    const matrix = await matrixItem();
    const { recorded, asked } = await run([matrix]);
    assert.equal(asked.length, 1);
    const failed = recorded.calls.filter((call) => call.startsWith('failed'));
    assert.deepEqual(failed, ['failed bob: order of alice, path orderId']);
    const [message] = recorded.messages;
    assert.match(textOf(message), /^FLAW_READ: bob reads alice's order\.\n/);
    assert.equal(message?.location?.uri.toString(), orders.matrix.toString());
    const done = recorded.calls.filter((call) => /^(?:passed|failed|errored|skipped)/.test(call));
    assert.equal(done.length, cellsOf(matrix).length);
    assert.match(recorded.output(), /PASS_401 {2}nobody is kept from/);
  });

  it('run a single cell', async () => {
    const matrix = await matrixItem();
    const cell = cellsOf(matrix).find(({ label }) => label.startsWith('nobody') && label.includes('order'));
    assert.ok(cell !== undefined);
    const { recorded } = await run([cell]);
    assert.deepEqual(
      recorded.calls,
      ['enqueued', 'started', 'passed'].map((call) => `${call} ${cell.label}`),
    );
  });

  it('leave out what was excluded', async () => {
    const matrix = await matrixItem();
    const read = matrix.children.get('order.read');
    assert.ok(read !== undefined);
    const { recorded } = await run([matrix], 'Run', recordRun(), [read]);
    assert.ok(!recorded.calls.includes('failed bob: order of alice, path orderId'));
    assert.ok(recorded.calls.some((call) => call.startsWith('passed')));
  });

  it('are skipped when the person says no, and nothing is sent', async () => {
    const matrix = await matrixItem();
    const { recorded } = await run([matrix], '');
    assert.deepEqual(
      new Set(recorded.calls.map((call) => call.split(' ')[0])),
      new Set(['enqueued', 'skipped']),
    );
    assert.deepEqual(orders.server.requests, []);
  });

  it('are skipped when the run was cancelled before', async () => {
    const matrix = await matrixItem();
    const recorded = recordRun();
    recorded.cancel();
    await run([matrix], 'Run', recorded);
    assert.deepEqual([recorded.calls, orders.server.requests], [[], []]);
  });

  it('fail by a refusal with another code, unless an attack pack guessed what is refused', async () => {
    const matrix = await matrixItem();
    const { run: testRun, calls } = recordRun();
    for (const variant of [undefined, 'verb-DELETE'] as const) {
      const cell = cellOf(variant === undefined ? {} : { variant });
      reportCell(testRun, matrix, resultOf(cell, signalsOf({ status: 405 })), () => ({}));
    }
    assert.deepEqual(calls, [`failed ${matrix.label}`, `skipped ${matrix.label}`]);
  });

  it('know their own items from those of chains', async () => {
    const matrix = await matrixItem();
    const other = controller.createTestItem('other', 'Other');
    assert.deepEqual([tests.owns(matrix), tests.owns(other)], [true, false]);
    const { recorded } = await run([other]);
    assert.deepEqual(recorded.calls, []);
  });
});
