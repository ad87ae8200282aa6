import assert from 'node:assert/strict';
import { authzContract, type AuthzEditor, type AuthzPanel } from '../../src/protocol/authzPanel';
import type { AuthzView } from '../../src/protocol/authzView';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import { untilEqual } from '../until';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import {
  HOSTILE,
  assertLeadsToEnvironment,
  assertLeadsToTrust,
  assertSaysRefusal,
  called,
  panelTests,
  recordCalls,
  refuseMissingEnvironment,
  refuseUntrusted,
  showTexts,
} from './panelTests';
import { cellAt, evidenceOf, viewOf } from './sampleMatrix';

const AUTHZ: PanelKind<AuthzEditor, AuthzPanel> = {
  page: 'authz',
  contract: authzContract,
};

/** An editor that shows `view`, and the calls it got besides `ready` and `evidence`. */
function editorWith(view: AuthzView | null, isSample = false) {
  const { calls, note } = recordCalls();
  const implementation: Implementation<AuthzEditor> = {
    ready: () => ({ subject: 'file:///orders.authz.json', view, isSample }),
    evidence: (_run, cell) => {
      if (view?.cells[cell] === undefined) {
        throw new CallFailure('This result is no longer there. Run the matrix again.');
      }
      return evidenceOf(view, cell);
    },
    coverage: () => ({ of: 'api.yaml', total: 3, untested: ['HEAD /orders'] }),
    chooseDescription: (run) => {
      note('chooseDescription')(run);
      return { of: 'other.yaml', total: 1, untested: [] };
    },
    runAll: note('runAll'),
    manageTrust: note('manageTrust'),
    selectEnvironment: note('selectEnvironment'),
    startSampleApi: note('startSampleApi'),
    setSecret: note('setSecret'),
    runCell: note('runCell'),
    cancel: note('cancel'),
    share: note('share'),
    notify: note('notify'),
    copyCurl: note('copyCurl'),
    raiseIssue: (...at) => {
      note('raiseIssue')(...at);
      return '#12';
    },
    openIssue: note('openIssue'),
    reveal: note('reveal'),
  };
  return { implementation, calls };
}

/** The view before any of its cells has ended. */
function startedView(): AuthzView {
  const { sent: _sent, since: _since, ...view } = viewOf({ outcome: 'running' });
  return { ...view, cells: view.cells.map(({ cell }) => ({ cell, progress: { state: 'waiting' } })) };
}

describe('the authorization panel in a browser', function () {
  const { open: openPanel, panel } = panelTests(AUTHZ);

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}) {
    const page = await openPanel(editor.implementation, look);
    await page.locator('main').waitFor();
    return page;
  }

  it('shows operations by callers, each cell with its answer and its proof', async () => {
    const page = await open(editorWith(viewOf()));
    const grid = page.getByRole('grid', { name: 'Operations by callers' });
    await grid.waitFor();
    await showTexts(grid.getByRole('columnheader'), [
      'Operation',
      'alice\ncustomer',
      'bob\ncustomer',
      'sam\nsupport agent',
      'mia\nmanager',
      'nobody\nanonymous',
    ]);
    const row = grid.getByRole('row', { name: /order\.read/ });
    await showTexts(row.getByRole('gridcell'), [
      '✗ read\n403, data in body',
      'own\n200',
      'allowed\n200',
      'allowed\n200',
      '✓ 401',
    ]);
  });

  it('sums the run up', async () => {
    const page = await open(editorWith(viewOf()));
    const status = page.getByRole('status').filter({ hasText: 'passed' });
    const summary = (await status.innerText()).split(/\s*\n/).slice(0, 4);
    assert.deepEqual(summary, ['2 flaws', '1 inconclusive', '1 denied with another code', '21 passed']);
    await page.getByText(/2 new since/).waitFor();
    await page.getByText(/^local · .* · 8\.4 s · 147 requests$/).waitFor();
  });

  it('opens with the evidence of the first flaw', async () => {
    const page = await open(editorWith(viewOf()));
    const evidence = page.getByRole('article', { name: "alice reads bob's order" });
    await evidence.getByText('FLAW_READ · CWE-639 · API1:2023 · new').waitFor();
    const steps = evidence.getByRole('table', { name: 'Steps' }).locator('tbody').getByRole('row');
    assert.equal(await steps.count(), 5);
    assert.match(
      (await steps.last().innerText()).replace(/\s+/g, ' '),
      /5 owner reads again bob GET .* 200 same/,
    );
    assert.equal(await evidence.locator('mark').innerText(), 'CNRY-0123456789abcdef');
    await evidence.getByText('Request of the attack').click();
    await evidence.getByText('Bearer ‹token:alice›').waitFor();
  });

  it('breaks the name of an operation in a narrow column where its parts meet', async () => {
    const view = viewOf();
    const cells = view.cells.map((row) => ({
      ...row,
      cell: { ...row.cell, operation: row.cell.operation.replace('order.read', 'orders.readTheWholeOne') },
    }));
    const page = await open(editorWith({ ...view, cells }), { width: 480 });
    const lines = await page
      .locator('.grid-operation')
      .first()
      .evaluate((name) =>
        [...name.childNodes]
          .filter((part) => part instanceof Text && part.data.trim() !== '')
          .map((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return [part.textContent, range.getClientRects().length];
          }),
      );
    assert.deepEqual(lines, [
      ['orders.', 1],
      ['readTheWholeOne', 1],
    ]);
  });

  it('shows the first proofs of many, and the others when somebody asks', async () => {
    const editor = editorWith(viewOf());
    const { evidence } = editor.implementation;
    const many = async (run: number, cell: number) => {
      const { result, ...rest } = await evidence(run, cell);
      const leaks = Array.from({ length: 12 }, (_none, index) =>
        result.leaks.map((leak) => ({ ...leak, found: `body /items/${index}/note` })),
      ).flat();
      return { ...rest, result: { ...result, leaks } };
    };
    const page = await open({ ...editor, implementation: { ...editor.implementation, evidence: many } });
    await page.getByText('body /items/4/note').waitFor();
    assert.equal(await page.getByText('body /items/5/note').isVisible(), false);
    await page.getByText('7 more').click();
    await page.getByText('body /items/11/note').waitFor();
  });

  it('raises an issue about a flaw, and leads to it from then on', async () => {
    const view = viewOf();
    const editor = editorWith(view);
    const page = await open(editor);
    await page.getByRole('button', { name: 'Raise issue…' }).click();
    await page.getByRole('button', { name: 'Issue #12' }).click();
    const at = [view.run, cellAt(view, 'order.read', 'alice')];
    await untilEqual(
      () => editor.calls,
      [
        ['raiseIssue', ...at],
        ['openIssue', ...at],
      ],
    );
    await page.getByRole('gridcell').nth(1).click();
    await page.getByText('PASS_EFFECT').waitFor();
    assert.equal(await page.getByRole('button', { name: /issue/i }).count(), 0);
  });

  it('raises no issue during the run', async () => {
    const page = await open(editorWith(viewOf({ outcome: 'running' })));
    await page.getByRole('article').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Raise issue…' }).count(), 0);
  });

  it('shows what no cell tested, also by a description that the person chooses', async () => {
    const view = viewOf();
    const editor = editorWith(view);
    const page = await open(editor);
    await page.getByText('1 of 3 operations were not tested (api.yaml)').click();
    await page.getByText('HEAD /orders', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Measure Coverage by a Description…' }).click();
    await page.getByText('Every operation was tested (other.yaml)').waitFor();
    assert.deepEqual(editor.calls, [['chooseDescription', view.run]]);
  });

  it('is gone through by keys, in and out of the evidence', async () => {
    const view = viewOf();
    const page = await open(editorWith(view));
    await page.getByRole('article').waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell'));
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const there = view.cells[cellAt(view, 'order.update', 'sam')]?.cell.id;
    assert.equal(await focused(), there);
    assert.equal(await page.locator('[role="gridcell"][tabindex="0"]').count(), 1);
    await page.getByText('DENIED_OTHER').waitFor();
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2');
    await page.keyboard.press('Escape');
    assert.equal(await focused(), there);
    await page.keyboard.press('Control+End');
    assert.equal(await focused(), view.cells.at(-1)?.cell.id);
  });

  it('leaves the rows that the filter asks for', async () => {
    const page = await open(editorWith(viewOf()));
    const rows = page.getByRole('rowheader');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 5);
    await page.getByRole('button', { name: 'Inconclusive' }).click();
    await page.getByText('INCONCLUSIVE_CONTROL').waitFor();
    assert.equal(await rows.count(), 1);
    await page.getByRole('button', { name: 'Not passed' }).click();
    await page.getByText('FLAW_READ').waitFor();
    assert.equal(await rows.count(), 3);
  });

  it('says when the filter leaves nothing', async () => {
    const { cells, ...view } = viewOf();
    const page = await open(editorWith({ ...view, cells: cells.slice(1, 2) }));
    await page.getByRole('button', { name: 'Flaws' }).click();
    await page.getByText('No cell matches.').waitFor();
  });

  it('asks the editor by number alone', async () => {
    const editor = editorWith(viewOf());
    const page = await open(editor);
    await page.getByRole('button', { name: 'Copy as cURL' }).click();
    await page.getByRole('button', { name: 'orders.chain.json:34' }).click();
    await page.getByRole('button', { name: 'Run this cell' }).click();
    await page.getByRole('button', { name: 'Notify…' }).click();
    await page.getByRole('button', { name: 'Run All' }).click();
    await untilEqual(
      () => editor.calls,
      [['copyCurl', 1, 0], ['reveal', 1, 0, 1], ['runCell', 1, 0], ['notify'], ['runAll']],
    );
  });

  it('fills during the run, and can be cancelled', async () => {
    const editor = editorWith(startedView());
    const page = await open(editor);
    await page.getByText('25 to go').waitFor();
    panel().editor.notify('update', { type: 'preparing', run: 1, message: 'Signing in alice.' });
    await page.getByText('Signing in alice.').waitFor();
    panel().editor.notify('update', { type: 'cell-started', run: 1, index: 0 });
    await page.getByText('running…').waitFor();
    const summary = { class: 'FLAW_READ' as const, mark: '✗', headline: 'read', detail: '200' };
    panel().editor.notify('update', { type: 'cell-finished', run: 1, index: 0, summary });
    await page.getByText('✗ read').waitFor();
    await page.getByText('24 to go').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await untilEqual(() => editor.calls, [['cancel']]);
    panel().editor.notify('show', viewOf());
    await page.getByRole('button', { name: 'Run All' }).waitFor();
  });

  it('leads from a run that the workspace may not do yet to where it is trusted', async () => {
    const editor = editorWith(null);
    const { implementation } = editor;
    const page = await open({ ...editor, implementation: { ...implementation, runAll: refuseUntrusted } });
    await assertLeadsToTrust(page, editor);
  });

  it('leads from what kept requests from an answer to where that is changed', async () => {
    const obstacles: AuthzView['obstacles'] = [
      { kind: 'offline', message: 'Nothing listens at 127.0.0.1:4010.' },
      { kind: 'secret', message: 'The secret BOB_PASSWORD has no value.', secret: 'BOB_PASSWORD' },
      { kind: 'environment', message: 'Nothing defines baseUrl.' },
    ];
    const editor = editorWith(viewOf({ obstacles }), true);
    const page = await open(editor);
    const link = (message: string) =>
      page.getByRole('listitem').filter({ hasText: message }).getByRole('button');
    await link('Nothing listens').getByText('Start Sample API').click();
    await called(editor, ['startSampleApi']);
    await link('BOB_PASSWORD').getByText('Set Secret…').click();
    await called(editor, ['setSecret', 1, 1]);
    await link('Nothing defines').getByText('Select Environment…').click();
    await called(editor, ['selectEnvironment']);
    assert.deepEqual(await violationsOn(page), []);
  });

  it('offers the sample API only where the sample is open', async () => {
    const obstacles: AuthzView['obstacles'] = [{ kind: 'offline', message: 'Nothing listens.' }];
    const page = await open(editorWith(viewOf({ obstacles })));
    await page.getByRole('listitem').filter({ hasText: 'Nothing listens.' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Start Sample API' }).count(), 0);
    await page.getByRole('button', { name: 'Run All' }).waitFor();
  });

  it('leads from an environment that does not exist to the choice of another', async () => {
    const editor = editorWith(null);
    const { implementation } = editor;
    const runAll = refuseMissingEnvironment;
    const page = await open({ ...editor, implementation: { ...implementation, runAll } });
    await assertLeadsToEnvironment(page, editor);
  });

  it('says that it waits for the editor, and why that was for nothing', async () => {
    const { implementation } = editorWith(null);
    await assertSaysRefusal(
      (answer) => openPanel({ ...implementation, ready: () => answer }),
      'Loading the results…',
    );
  });

  it('offers to run a matrix that was never run', async () => {
    const editor = editorWith(null);
    const page = await open(editor);
    await page.getByText('This matrix has not been run.').waitFor();
    await page.getByRole('button', { name: 'Run All' }).click();
    await untilEqual(() => editor.calls, [['runAll']]);
  });

  it('shows texts of strangers as text', async () => {
    const { cells, ...view } = viewOf({ matrix: { file: 'a', name: HOSTILE }, notes: [HOSTILE] });
    const hostile = cells.map((row) => ({
      ...row,
      cell: { ...row.cell, id: `${row.cell.id}"]${HOSTILE}`, operation: `${HOSTILE}${row.cell.operation}` },
    }));
    const page = await open(editorWith({ ...view, cells: hostile }));
    await page.getByRole('article').waitFor();
    await page.locator('[role="gridcell"][tabindex="0"]').focus();
    await page.keyboard.press('ArrowRight');
    assert.equal(await page.title(), 'Panel');
    assert.equal(await page.locator('main img').count(), 0);
    assert.deepEqual(panel().console, []);
  });

  it('loads a run of 5,000 cells', async () => {
    const { cells, ...view } = viewOf();
    const many = Array.from({ length: 200 }, (_none, index) =>
      cells.map((row) => ({
        ...row,
        cell: { ...row.cell, id: `${row.cell.id} ${index}`, operation: `${row.cell.operation} ${index}` },
      })),
    ).flat();
    const page = await open(editorWith({ ...view, cells: many }));
    await page.getByRole('status').getByText('4200').waitFor();
    assert.equal(await page.getByRole('gridcell').count(), 5000);
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    it(`is accessible and breaks no rule of its policy in ${theme}`, async () => {
      const page = await open(editorWith(viewOf()), { theme });
      await page.getByRole('article').waitFor();
      await page.getByText('Request of the attack').click();
      assert.deepEqual(await violationsOn(page), []);
      assert.deepEqual(panel().console, []);
    });
  }

  for (const width of [600, 380]) {
    it(`stacks its panes at ${width} px without losing anything to the side`, async () => {
      const { users, cells, ...view } = viewOf();
      const others = Array.from({ length: 8 }, (_none, index) => ({ user: `user-${index}`, role: 'guest' }));
      const page = await open(editorWith({ ...view, cells, users: [...users, ...others] }), { width });
      await page.getByRole('article').waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      assert.equal(overflow, 0);
      const grid = await page.getByRole('grid').boundingBox();
      const evidence = await page.getByRole('article').boundingBox();
      assert.ok(grid !== null && evidence !== null && evidence.y >= grid.y + grid.height);
    });
  }
});
