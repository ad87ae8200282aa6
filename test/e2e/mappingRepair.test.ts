import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import {
  mappingContract,
  type MappingEditor,
  type MappingPage,
  type MappingView,
} from '../../src/protocol/mappingContract';
import type { DoneRepair, RepairView } from '../../src/protocol/repairContract';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import { HOSTILE, called, notingEditor, panelTests, showTexts } from './panelTests';

const MAPPING: PanelKind<MappingEditor, MappingPage> = {
  page: 'mapping',
  contract: mappingContract,
};

/** One change helped, and one request still differs. */
const DONE: DoneRepair = {
  kind: 'done',
  outcome: 'open',
  comparedWith: { kind: 'run', startedAt: '2026-11-21T14:02:00.000Z' },
  chain: 'before',
  trials: 2,
  changes: [
    {
      request: { id: 'items', name: 'List items' },
      place: 'path segment 2',
      takes: 'basketId, body $.basket.id of Create basket',
      why: 'before: answered with 404 instead of 200',
      before: '{{baseUrl}}/baskets/{{userId}}/items',
      after: '{{baseUrl}}/baskets/{{basketId}}/items',
    },
    {
      request: { id: 'sign-up', name: 'Sign up' },
      place: 'body $.email',
      takes: 'uniqueEmail, generated in each run',
      why: 'the server has the recorded value already',
      after: '"uniqueEmail": "ada-{{$uuid}}@example.com"',
    },
  ],
  decisions: [
    {
      request: { id: 'pay', name: 'Pay' },
      words: 'answered with 422 instead of 201',
      proposals: [
        { text: 'Pay, body $.card takes cardId, body $.id of Create card', tried: 'failed' },
        { text: 'Pay, body $.user takes userId, body $.user.id of Sign up', tried: 'mutation' },
        { text: 'disable the request, if the chain does not need it' },
      ],
    },
  ],
  remarks: [
    {
      request: { id: 'list', name: 'List orders' },
      words: 'another answer than recorded: orders is an empty list',
      proposals: [{ text: 'leave it, if the server only has less data' }],
    },
  ],
  stale: ['Rate, body $.productId'],
  unexplained: [],
};

const NOTHING_FOUND: DoneRepair = {
  ...DONE,
  outcome: 'green',
  trials: 0,
  changes: [],
  decisions: [],
  remarks: [],
  stale: [],
  unexplained: [],
};

function viewOf(repair?: RepairView): MappingView {
  return {
    kind: 'review',
    chain: 'orders',
    source: 'run',
    startedAt: '2026-11-21T14:12:00.000Z',
    answered: 7,
    things: [],
    copies: [],
    loops: [],
    columns: [],
    ...(repair === undefined ? {} : { repair }),
  };
}

function editorWith(repair?: RepairView, known: Partial<Implementation<MappingEditor>> = {}) {
  const ready = () => ({ subject: 'file:///orders.chain.json', view: viewOf(repair) });
  return notingEditor<MappingEditor>(mappingContract.editor, { ready, ...known });
}

describe('Run and Repair in a browser', function () {
  const { open: openPanel, panel } = panelTests(MAPPING);

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}): Promise<Page> {
    const page = await openPanel(editor.implementation, look);
    await page.getByRole('heading', { name: 'Auto Map: orders' }).waitFor();
    return page;
  }

  const show = (repair?: RepairView): void => panel().editor.notify('show', viewOf(repair));

  it('begins, shows its trials, and is cancelled', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Run and Repair', exact: true }).click();
    await called(editor, ['repair']);
    show({ kind: 'running' });
    const section = page.getByRole('region', { name: 'Run and Repair' });
    await section.getByText('Running the chain…').waitFor();
    show({ kind: 'running', trial: { number: 2, words: 'List items takes basketId' } });
    await section.getByText('Trial 2: List items takes basketId').waitFor();
    await section.getByRole('button', { name: 'Cancel' }).click();
    await called(editor, ['cancelRepair']);
  });

  it('shows each change with its reason, and applies all when the person says so', async () => {
    const editor = editorWith(DONE);
    const page = await open(editor);
    const section = page.getByRole('region', { name: 'Run and Repair' });
    await section.getByText('Requests that still differ: 1. Trials: 2.').waitFor();
    await section.getByText(/^Compared with the run of /).waitFor();
    const change = section.getByRole('listitem').filter({ hasText: 'path segment 2' });
    await change.getByText('before: answered with 404 instead of 200').waitFor();
    await change.getByText('says {{baseUrl}}/baskets/{{basketId}}/items').waitFor();
    await section.getByText('adds "uniqueEmail"').waitFor();
    await section.getByRole('button', { name: 'Show Diff' }).click();
    await called(editor, ['compareRepair']);
    await section.getByRole('button', { name: 'Apply 2 Changes' }).click();
    await called(editor, ['applyRepair']);
    show({ ...DONE, chain: 'applied' });
    await section.getByText('The changes are applied. Undo in the chain takes them back.').waitFor();
    assert.equal(await section.getByRole('button', { name: /^Apply/ }).count(), 0);
    await section.getByRole('button', { name: 'Close' }).click();
    await called(editor, ['discardRepair']);
  });

  it('lists what is left to decide, and leads to the requests', async () => {
    const editor = editorWith(DONE);
    const page = await open(editor);
    const decision = page.getByRole('listitem').filter({ hasText: 'answered with 422 instead of 201' });
    await showTexts(decision.getByRole('listitem'), [
      'Pay, body $.card takes cardId, body $.id of Create card (tried: it did not help)',
      'Pay, body $.user takes userId, body $.user.id of Sign up (not tried: it repeats a request that can create or change something each time)',
      'disable the request, if the chain does not need it',
    ]);
    await page.getByText('another answer than recorded: orders is an empty list').waitFor();
    await page.getByText('Rate, body $.productId').waitFor();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await called(editor, ['reveal', 'pay']);
    await page.getByRole('button', { name: 'Discard' }).click();
    await called(editor, ['discardRepair']);
  });

  it('applies nothing once the chain has changed', async () => {
    const editor = editorWith({ ...DONE, chain: 'changed' });
    const page = await open(editor);
    await page.getByText('The chain has changed since, so these changes cannot be applied.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Apply \d+ Change/ }).count(), 0);
    await page.getByRole('button', { name: 'Repair again' }).click();
    await called(editor, ['repair']);
  });

  it('says why nothing was applied or sent', async () => {
    const applyRepair = () => {
      throw new CallFailure('The chain has changed since it was repaired, so nothing was applied.');
    };
    const page = await open(editorWith(DONE, { applyRepair }));
    await page.getByRole('button', { name: 'Apply 2 Changes' }).click();
    const alert = page.getByRole('alert').getByText('so nothing was applied');
    await alert.waitFor();
    show({ ...DONE, chain: 'changed' });
    await page.getByText(/^The chain has changed since, so these changes/).waitFor();
    assert.equal(await alert.count(), 1);
    await page.getByRole('button', { name: 'Repair again' }).click();
    await alert.waitFor({ state: 'detached' });
  });

  it('says that nothing has to be changed', async () => {
    const page = await open(editorWith(NOTHING_FOUND));
    await page.getByText('Every request went as before. Trials: 0.').waitFor();
    assert.equal(await page.getByRole('button', { name: /Apply \d|Show Diff/ }).count(), 0);
  });

  it('says which recorded ids nothing explains, although every request went as before', async () => {
    const page = await open(editorWith({ ...NOTHING_FOUND, unexplained: ['Comment, body $.authorId'] }));
    await page.getByText('Places that still send recorded values: 1.').waitFor();
    const places = page.getByRole('heading', { name: 'Recorded IDs that nothing explains' });
    await places.locator('+ ul').getByText('Comment, body $.authorId').waitFor();
  });

  it('draws hostile texts as text', async () => {
    const request = { id: HOSTILE, name: HOSTILE };
    const decision = { request, words: HOSTILE, proposals: [{ text: HOSTILE }] };
    const page = await open(
      editorWith({
        ...DONE,
        comparedWith: { kind: 'file', name: HOSTILE },
        changes: [{ request, place: HOSTILE, takes: HOSTILE, why: HOSTILE, before: HOSTILE, after: HOSTILE }],
        decisions: [decision],
        remarks: [decision],
        stale: [HOSTILE],
      }),
    );
    await page.getByRole('button', { name: 'Apply 1 Change' }).waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.notEqual(await page.title(), 'owned');
    assert.deepEqual(panel().console, []);
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const width of [1000, 420]) {
      it(`has no accessibility violation and no complaint in the console: ${theme}, ${width} px`, async () => {
        const page = await open(editorWith(DONE), { theme, width });
        await page.getByRole('button', { name: 'Apply 2 Changes' }).waitFor();
        assert.deepEqual(await violationsOn(page), []);
        assert.deepEqual(panel().console, []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      });
    }
  }
});
