import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { detailsOf, measure } from '../../../src/host/running/apiCoverage';
import { jobsFor } from '../../../src/host/running/testJobs';
import { runJobs } from '../../../src/host/running/testRun';
import { TestTree } from '../../../src/host/running/testTree';
import { startServer, twoRequests, writeInWorkspace, type LoopbackServer } from '../chainFiles';
import { ownService } from '../ownRuns';
import { recordRun, type RecordedRun } from '../recordedRun';

const described = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders:
    post: { responses: {} }
    get: { responses: {} }
  /orders/{id}:
    $ref: covered-order.yaml#/order
`;
const referred = `order:
  get: { responses: {} }
`;

describe('coverage of descriptions in the Test Explorer', () => {
  const log = vscode.window.createOutputChannel('Coverage', { log: true });
  let server: LoopbackServer;
  beforeEach(async () => {
    server = await startServer((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id":1}');
    });
  });
  afterEach(() => server.close());
  after(() => log.dispose());

  /** Runs a chain of two requests that names a description. */
  async function run(name: string, openapi: string): Promise<RecordedRun> {
    const uri = await writeInWorkspace(name, { ...twoRequests(server.origin), openapi });
    const controller = vscode.tests.createTestController(name, 'Test');
    const tree = new TestTree(controller, {
      list: () => Promise.resolve([uri]),
      text: async (file) => (await vscode.workspace.openTextDocument(file)).getText(),
      refresh: () => undefined,
      watch: () => undefined,
      onDidChange: () => new vscode.Disposable(() => undefined),
    });
    const service = ownService();
    try {
      await tree.refresh();
      const chain = controller.items.get(uri.toString());
      assert.ok(chain !== undefined);
      const jobs = await jobsFor(new vscode.TestRunRequest([chain]), controller.items, tree);
      const recorded = recordRun();
      await measure({ runs: service.runs, jobs, run: recorded.run, log }, () =>
        runJobs({ service, log }, jobs, recorded.run),
      );
      return recorded;
    } finally {
      service.runs.dispose();
      vscode.Disposable.from(tree, controller).dispose();
    }
  }

  it('is how often each operation was called, in the file that describes it', async () => {
    await writeInWorkspace('covered.yaml', described);
    await writeInWorkspace('covered-order.yaml', referred);
    const { coverage } = await run('covered.chain.json', 'covered.yaml');
    assert.deepEqual(server.requests, ['POST /orders', 'GET /orders/1']);
    const shown = coverage.map((file) => [
      vscode.workspace.asRelativePath(file.uri),
      { ...file.declarationCoverage },
      detailsOf(file).map(({ executed, location }) => [
        Number(executed),
        location instanceof vscode.Position && location.line + 1,
      ]),
    ]);
    assert.deepEqual(shown, [
      [
        'covered.yaml',
        { covered: 1, total: 2 },
        [
          [1, 5],
          [1, 5],
          [0, 6],
          [0, 6],
        ],
      ],
      [
        'covered-order.yaml',
        { covered: 1, total: 1 },
        [
          [1, 2],
          [1, 2],
        ],
      ],
    ]);
  });

  it('is missing where a description cannot be read, and the run says why', async () => {
    const { coverage, output, calls } = await run('uncovered.chain.json', 'nowhere.yaml');
    assert.deepEqual(coverage, []);
    assert.ok(calls.some((call) => call.startsWith('passed')));
    assert.match(output(), /nowhere\.yaml/);
  });
});
