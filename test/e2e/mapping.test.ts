import assert from 'node:assert/strict';
import { MissingEnvironmentError } from '../../src/core/errors';
import type { Page } from 'playwright-core';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import {
  mappingContract,
  type MappingEditor,
  type MappingGroup,
  type MappingPage,
  type MappingThing,
  type MappingUse,
  type MappingView,
  type ReviewView,
  type ShownGuess,
} from '../../src/protocol/mappingContract';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import { HOSTILE, called, choose, notingEditor, panelTests, showTexts } from './panelTests';

const MAPPING: PanelKind<MappingEditor, MappingPage> = {
  page: 'mapping',
  contract: mappingContract,
};

const CREATED = {
  variable: 'orderId',
  words: 'body $.id of Create order',
  confidence: 0.998,
  reasons: ['the same value, too long for chance', 'both are called alike'],
  before: '{{baseUrl}}/api/orders/ord-8812afe0',
  after: '{{baseUrl}}/api/orders/{{orderId}}',
};

function use(name: string, more: Partial<MappingUse> = {}): MappingUse {
  return {
    key: `["${name}","path",2]`,
    request: { id: name.toLowerCase(), name: `${name} order` },
    place: 'path segment 3',
    isSure: true,
    isRejected: false,
    choices: [CREATED],
    ...more,
  };
}

const ordersGroup: MappingGroup = {
  variable: 'orderId',
  source: { id: 'create', name: 'Create order' },
  place: 'body $.id',
  summary: 'body $.id of Create order equals the path segment 3 in 2 later requests; both are called alike.',
  extraction: '{"variable":"orderId","from":"body","path":"$.id"}',
  warnings: [],
  uses: [use('Read'), use('Cancel')],
};

/** A thing of one group. */
function thing(
  noun: string,
  value: string,
  group: MappingGroup,
  more: Partial<MappingThing> = {},
): MappingThing {
  const { source, uses } = group;
  return { key: uses[0]?.key ?? noun, noun, value, source, isCreated: false, groups: [group], ...more };
}

const orders = thing('order', 'ord-8812afe0', ordersGroup, { isCreated: true });

const DOUBTFUL = {
  ...CREATED,
  variable: 'productId',
  confidence: 0.71,
  words: 'body $[1].id of List products',
};

const productsGroup: MappingGroup = {
  variable: 'productId',
  source: { id: 'list', name: 'List products' },
  place: 'body $[1].id',
  summary: 'body $[1].id of List products equals the body $.product in a later request.',
  extraction: '{"variable":"productId","from":"body","path":"$[1].id"}',
  warnings: ['It is found by its position in a list, which may change.'],
  uses: [
    use('Add', {
      place: 'body $.product',
      isSure: false,
      choices: [
        {
          ...DOUBTFUL,
          reasons: ['the same value', 'but it is in a list'],
          before: '17',
          after: '{{productId}}',
        },
        {
          ...DOUBTFUL,
          variable: 'favourite',
          confidence: 0.55,
          words: 'body $.favourite of Read profile',
          before: '17',
          after: '{{favourite}}',
        },
      ],
    }),
    use('Change', { place: 'query product', isSure: false, isRejected: true }),
  ],
};

const products = thing('product', '17', productsGroup);

const NOT_LIVE = { request: { id: 'basket', name: 'Read basket' }, place: 'path segment 2' };
/** What nobody should tick before the basket's own id is mapped. */
const baskets = thing('basket', '5', {
  variable: 'basketId',
  source: NOT_LIVE.request,
  place: 'body $.id',
  summary: 'body $.id of Read basket equals 2 places in 2 later requests.',
  extraction: '{"variable":"basketId","from":"body","path":"$.id"}',
  warnings: [],
  uses: ['Fill', 'Empty'].map((name) =>
    use(name, {
      isSure: false,
      choices: [
        { ...CREATED, variable: 'basketId', words: 'body $.id of Read basket', notLive: NOT_LIVE },
        { ...CREATED, variable: 'basketId2', words: 'body $.basket of Log in' },
      ],
    }),
  ),
});

function viewOf(...things: readonly MappingThing[]): ReviewView {
  return {
    kind: 'review',
    chain: 'orders',
    source: 'run',
    startedAt: '2026-11-21T14:02:00.000Z',
    answered: 7,
    things,
    copies: [],
    loops: [],
    columns: [],
  };
}

/** The same after a second recording was chosen. */
const VERIFIED: MappingView = {
  ...viewOf(
    {
      ...orders,
      groups: [
        {
          ...ordersGroup,
          uses: [
            use('Read', { verdict: { kind: 'confirmed', words: 'confirmed' } }),
            use('Cancel', {
              verdict: { kind: 're-aimed', words: 're-aimed: not body $.basketId of Create user' },
            }),
          ],
        },
      ],
    },
    {
      ...products,
      groups: [
        {
          ...productsGroup,
          uses: productsGroup.uses.map((one) => ({
            ...one,
            verdict: { kind: 'rejected', words: 'rejected' } as const,
          })),
        },
      ],
    },
  ),
  verification: { recording: 'second.har', summary: '1 confirmed, 1 re-aimed, 1 rejected' },
};

/** What is left after a run of what was applied. */
const TRIED: MappingView = {
  ...viewOf(products),
  trial: {
    startedAt: '2026-11-21T14:12:00.000Z',
    places: [
      { ...triedPlace('Read'), verdict: { kind: 'confirmed', words: 'confirmed: another value, accepted' } },
      {
        ...triedPlace('Cancel'),
        verdict: { kind: 'rejected', words: 'rejected: answered with 404' },
        others: [
          {
            pick: { key: 'k', choice: 1 },
            words: 'body $.order.id of List orders',
            drops: { from: 'Create order', extraction: '{"variable":"orderId","from":"body","path":"$.id"}' },
          },
        ],
      },
    ],
  },
};

function triedPlace(name: string) {
  return { request: use(name).request, place: 'path segment 3', variable: 'orderId', others: [] };
}

/** An object that two requests send as an earlier one was answered it. */
const COPIED: MappingView = {
  ...viewOf(orders),
  copies: [
    {
      key: 'address',
      variable: 'address',
      source: { id: 'create', name: 'Create order' },
      place: 'body $.address',
      members: 'street, city, floor',
      extraction: '{"variable":"address","from":"body","path":"$.address"}',
      warnings: [],
      uses: ['Bill', 'Deliver'].map((name) => ({ request: use(name).request, place: 'body $.to' })),
    },
  ],
};

/** A value that was typed. */
const TYPED: MappingView = {
  ...viewOf(orders),
  columns: [
    {
      key: 'email',
      variable: 'email',
      values: ['"ada@mail.test"', '"bob@mail.test"'],
      uses: [{ request: { id: 'login', name: 'Log in' }, place: 'body $.email' }],
    },
  ],
};

/** Three requests that can be one. */
const LOOPED: MappingView = {
  ...viewOf(orders),
  loops: [
    {
      key: 'orders',
      variable: 'orderIds',
      item: 'orderId',
      source: { id: 'list', name: 'List orders' },
      place: 'body $.items[*].id',
      extraction: '{"variable":"orderIds","from":"body","path":"$.items[*].id","all":true}',
      request: { id: 'read-1', name: 'Read order 1' },
      after: '"{{baseUrl}}/orders/{{orderId}}"',
      loop: '{"in":"{{orderIds}}","as":"orderId"}',
      removed: [2, 3].map((order) => ({ id: `read-${order}`, name: `Read order ${order}` })),
    },
  ],
};

const UNANSWERED = {
  kind: 'no-result',
  chain: 'orders',
  isRun: false,
  trusted: true,
  guesses: [],
} satisfies MappingView;
const GUESS: ShownGuess = {
  variable: 'orderId',
  source: { id: 'create', name: 'Create order' },
  extraction: '{"variable":"orderId","from":"body","path":"$.id"}',
  confidence: 0.7,
  reason: 'the request creates such a thing; no response was seen',
};

/** An editor that shows a review, and the calls it got besides `ready`. */
function editorWith(
  view: MappingView = viewOf(orders, products),
  more: Partial<Implementation<MappingEditor>> = {},
) {
  const { calls, implementation } = notingEditor<MappingEditor>(mappingContract.editor, {
    ready: () => ({ subject: 'file:///orders.chain.json', view }),
    apply: (picks) => {
      calls.push(['apply', picks]);
      return picks.length;
    },
    applyGuesses: (variables) => {
      calls.push(['applyGuesses', variables]);
      return variables.length;
    },
    takeInstead: (pick) => {
      calls.push(['takeInstead', pick]);
      return 1;
    },
    applyColumn: (key) => {
      calls.push(['applyColumn', key]);
      return 1;
    },
    applyLoop: (key) => {
      calls.push(['applyLoop', key]);
      return 1;
    },
    applyCopy: (key) => {
      calls.push(['applyCopy', key]);
      return 2;
    },
    ...more,
  });
  return { implementation, calls };
}

describe('the review of an Auto Mapping in a browser', function () {
  const { open: openPanel, panel } = panelTests(MAPPING);

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}): Promise<Page> {
    const page = await openPanel(editor.implementation, look);
    await page.getByRole('heading', { name: 'Auto Map: orders' }).waitFor();
    return page;
  }

  const titled = (name: string) => ({ name, exact: true });
  /** Shows or hides the places of a thing. */
  const fold = (page: Page, name = 'order ord-8812afe0') => page.getByRole('button', titled(name)).click();

  const pick = (name: string, choice = 0) => ({ key: use(name).key, choice });

  it('applies what is sure, unless somebody ticks something else', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByText('2 of 3 ticked').waitFor();
    await fold(page);
    await page.getByRole('checkbox', { name: 'Cancel order · path segment 3' }).uncheck();
    await page.getByRole('checkbox', { name: 'Add order · body $.product' }).check();
    await page.getByRole('button', { name: 'Apply 2' }).click();
    await called(editor, ['apply', [pick('Read'), pick('Add')]]);
    await page.getByText('2 places refer to what an earlier request extracts now.').waitFor();
  });

  it('says why, how sure it is, and what would change', async () => {
    const page = await open(editorWith());
    await fold(page);
    const group = page.getByRole('region', { name: 'orderId' });
    await group.getByText(ordersGroup.summary).waitFor();
    const [first = ''] = await group.getByRole('listitem').allInnerTexts();
    for (const text of ['99 %', 'both are called alike', CREATED.before, CREATED.after]) {
      assert.ok(first.includes(text), `${text} in ${first}`);
    }
    await group.getByText(ordersGroup.extraction ?? '').waitFor();
    await page.getByText('It is found by its position in a list, which may change.').waitFor();
  });

  it('ticks all of a thing, all, none, and all from a confidence on', async () => {
    const page = await open(editorWith());
    const counts = (text: string) => page.getByText(text).waitFor();
    await page.getByRole('button', { name: 'Tick all', exact: true }).click();
    await counts('3 of 3 ticked');
    await page.getByRole('button', { name: 'Tick none' }).click();
    await counts('0 of 3 ticked');
    await page.getByRole('checkbox', { name: 'Tick order ord-8812afe0' }).check();
    await counts('2 of 3 ticked');
    const slider = page.getByRole('slider', { name: /Tick all from/ });
    await slider.focus();
    await page.keyboard.press('End');
    await counts('0 of 3 ticked');
    await slider.fill('70');
    await counts('3 of 3 ticked');
  });

  it('names each thing, what creates it and how often it is used', async () => {
    const page = await open(editorWith(viewOf(orders, products, baskets)));
    await showTexts(
      page.locator('.thing-head'),
      [
        'order ord-8812afe0 created by Create order, used in 2 places',
        'product 17 from List products, used in 1 place (tick its places one by one)',
        'basket 5 from Read basket, used in 2 places (tick its places one by one)',
      ],
      (text) => text.replace(/\s+/g, ' ').trim(),
    );
  });

  it('ticks what is sure of a thing at once, and shows when it is partly ticked', async () => {
    const editor = editorWith(
      viewOf(
        thing('order', '17', {
          ...ordersGroup,
          uses: [use('Read'), use('Cancel'), use('List', { isSure: false })],
        }),
      ),
    );
    const page = await open(editor);
    const box = page.getByRole('checkbox', { name: 'Tick order 17' });
    const isMixed = () => box.evaluate((one: HTMLInputElement) => one.indeterminate);
    const counts = (text: string) => page.getByText(text).waitFor();
    await counts('(2 ticked)');
    assert.deepEqual([await isMixed(), await box.isChecked()], [true, false]);
    await box.click();
    await counts('0 of 3 ticked');
    assert.deepEqual([await isMixed(), await box.isChecked()], [false, false]);
    await page.getByRole('checkbox', { name: 'Read order · path segment 3' }).check();
    await counts('1 of 3 ticked');
    await box.click();
    await counts('2 of 3 ticked');
    assert.deepEqual([await isMixed(), await box.isChecked()], [true, false]);
    await page.getByRole('checkbox', { name: 'List order · path segment 3' }).check();
    await counts('3 of 3 ticked');
    assert.deepEqual([await isMixed(), await box.isChecked()], [false, true]);
    await page.getByRole('button', { name: 'Apply 3' }).click();
    await called(editor, ['apply', [pick('Read'), pick('Cancel'), pick('List')]]);
  });

  it('ticks no thing at once of which nothing is sure, and clears what the person ticked', async () => {
    const page = await open(editorWith(viewOf(products)));
    const box = page.getByRole('checkbox', { name: 'Tick product 17' });
    assert.equal(await box.getAttribute('aria-disabled'), 'true');
    await box.focus();
    await page.keyboard.press('Space');
    await page.getByText('0 of 1 ticked').waitFor();
    assert.equal(await box.isChecked(), false);
    await page.getByRole('checkbox', { name: 'Add order · body $.product' }).check();
    await page.getByText('1 of 1 ticked').waitFor();
    assert.equal(await box.isChecked(), true);
    await box.click();
    await page.getByText('0 of 1 ticked').waitFor();
    assert.equal(await box.isChecked(), false);
  });

  it('says why a source is not live, folded and unfolded, and leads to the request', async () => {
    const editor = editorWith(viewOf(baskets));
    const page = await open(editor);
    const reason = page.getByText(
      'Not live: Read basket itself uses the recorded basket 5 in path segment 2.',
    );
    const rows = page.locator('.use').filter({ has: reason });
    await rows.nth(1).waitFor();
    await choose(rows.first().getByRole('combobox', { name: 'From' }), { index: 1 });
    await page.waitForFunction(() => document.querySelectorAll('.use p.doubtful').length === 1);
    await fold(page, 'basket 5');
    await page.locator('.use').first().waitFor({ state: 'detached' });
    assert.equal(await reason.count(), 1);
    await reason.getByRole('button', { name: 'Read basket' }).click();
    await called(editor, ['reveal', 'basket']);
  });

  it('goes through the things with arrow keys, and folds them', async () => {
    const page = await open(editorWith(viewOf(orders, products)));
    const [order, product] = ['order ord-8812afe0', 'product 17'];
    const focused = (role: 'button' | 'checkbox', name: string) =>
      page.getByRole(role, titled(name)).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', titled(order)).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('button', { name: order, expanded: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await focused('button', product);
    await page.keyboard.press('ArrowDown');
    await focused('button', product);
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: product, expanded: false }).waitFor();
    await page.keyboard.press('ArrowUp');
    await focused('button', order);
    await page.keyboard.press('Shift+Tab');
    await focused('checkbox', `Tick ${order}`);
    await page.keyboard.press('Space');
    await page.getByText('0 of 3 ticked').waitFor();
    await page.keyboard.press('ArrowDown');
    await focused('checkbox', `Tick ${product}`);
  });

  it('folds and unfolds all things', async () => {
    const page = await open(editorWith());
    const unfolded = (count: number) =>
      page.waitForFunction(
        (wanted) => document.querySelectorAll('.thing-fold[aria-expanded="true"]').length === wanted,
        count,
      );
    await unfolded(1);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await unfolded(2);
    await page.getByRole('button', { name: 'Fold all', exact: true }).click();
    await unfolded(0);
  });

  it('takes the value from another source', async () => {
    const editor = editorWith();
    const page = await open(editor);
    const row = page.getByRole('region').getByRole('listitem').filter({ hasText: 'Add order' });
    await choose(row.getByRole('combobox', { name: 'From' }), { index: 1 });
    await row.getByText('{{favourite}}').waitFor();
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Apply 3' }).click();
    await called(editor, ['apply', [pick('Read'), pick('Cancel'), pick('Add', 1)]]);
  });

  it('rejects, and brings back what was rejected', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await fold(page);
    await page.getByRole('button', { name: 'Reject path segment 3 of Read order' }).click();
    await called(editor, ['reject', [pick('Read').key]]);
    await page.getByText('Rejected (1)').click();
    await page.getByRole('button', { name: 'Bring back query product of Change order' }).click();
    await called(editor, ['restore', [pick('Change').key]]);
  });

  it('leads to the requests', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await fold(page);
    await page.getByRole('button', titled('Create order')).click();
    await called(editor, ['reveal', 'create']);
    await page.getByRole('button', { name: 'Show Read order' }).click();
    await called(editor, ['reveal', 'read']);
  });

  it('is used with the keyboard alone', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', titled('order ord-8812afe0')).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Read order · path segment 3' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await called(editor, ['reject', [pick('Read').key]]);
    await page.getByRole('button', { name: 'Apply 1' }).focus();
    await page.keyboard.press('Enter');
    await called(editor, ['apply', [pick('Cancel')]]);
  });

  it('keeps what was decided when the text becomes another one', async () => {
    const page = await open(editorWith());
    await fold(page);
    await page.getByRole('checkbox', { name: 'Cancel order · path segment 3' }).uncheck();
    panel().editor.notify('show', viewOf(orders));
    await page.getByText('1 of 2 ticked').waitFor();
  });

  it('keeps what was decided when its page was hidden', async () => {
    const page = await open(editorWith());
    await page.getByRole('button', { name: 'Tick none' }).click();
    await page.getByText('0 of 3 ticked').waitFor();
    await page.reload();
    await page.getByText('0 of 3 ticked').waitFor();
  });

  it('says why something did not work, and maps again', async () => {
    const apply = () => {
      throw new CallFailure('The chain has changed since. Map it again.');
    };
    const editor = editorWith(undefined, { apply });
    const page = await open(editor);
    await page.getByRole('button', { name: 'Apply 2' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The chain has changed since.').waitFor();
    await alert.getByRole('button', { name: 'Map again' }).click();
    await called(editor, ['again']);
  });

  it('offers to run a chain that has no responses', async () => {
    const editor = editorWith(UNANSWERED);
    const page = await open(editor);
    await page.getByText('This chain has no responses yet.').waitFor();
    await page.getByRole('button', { name: 'Run All' }).click();
    await called(editor, ['runAll']);
  });

  it('shows suggestions by names alone, and ticks none', async () => {
    const editor = editorWith({ ...UNANSWERED, guesses: [GUESS] });
    const page = await open(editor);
    const guesses = page.getByRole('region', { name: 'By names alone' });
    await guesses.getByText('the request creates such a thing; no response was seen · 70 %').waitFor();
    await guesses.getByText('+ adds {"variable":"orderId"').waitFor();
    await guesses.getByRole('button', { name: 'Apply 0' }).click({ force: true });
    await guesses.getByRole('checkbox', { name: 'orderId' }).check();
    await guesses.getByRole('button', { name: 'Apply 1' }).click();
    await called(editor, ['applyGuesses', ['orderId']]);
    assert.deepEqual(editor.calls.length, 1);
    assert.deepEqual(await violationsOn(page), []);
  });

  it('sends nothing from a workspace that is not trusted', async () => {
    const editor = editorWith({ ...UNANSWERED, trusted: false });
    const page = await open(editor);
    await page.getByText('This workspace is not trusted, so nothing is sent.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Run All' }).count(), 0);
    await page.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await called(editor, ['manageTrust']);
  });

  it('leads from a run that nothing answered to its results', async () => {
    const editor = editorWith({ ...UNANSWERED, isRun: true });
    const page = await open(editor);
    await page.getByText('Nothing answered the last run of this chain.').waitFor();
    await page.getByRole('button', { name: 'Show Results' }).click();
    await called(editor, ['showResults']);
    await page.getByRole('button', { name: 'Run All' }).click();
    await called(editor, ['runAll']);
  });

  it('leads from an environment that does not exist to the choice of another', async () => {
    const editor = editorWith(UNANSWERED);
    const { implementation } = editor;
    const runAll = () =>
      Promise.reject(
        new MissingEnvironmentError('The environment "gone" does not exist.', 'Found was local.'),
      );
    const page = await open({ ...editor, implementation: { ...implementation, runAll } });
    await page.getByRole('button', { name: 'Run All' }).click();
    const alert = page.getByRole('alert');
    await alert.getByText('The environment "gone" does not exist. Found was local.').waitFor();
    await alert.getByRole('button', { name: 'Select Environment…' }).click();
    await called(editor, ['selectEnvironment']);
  });

  it('chooses a second recording, and shows its evidence for each place', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Verify by a recording' }).click();
    await called(editor, ['verify']);
    panel().editor.notify('show', VERIFIED);
    await page.getByText('Verified by second.har: 1 confirmed, 1 re-aimed, 1 rejected.').waitFor();
    const row = (name: string) => page.getByRole('region').getByRole('listitem').filter({ hasText: name });
    await row('Read order').getByText('confirmed').waitFor();
    await row('Cancel order').getByText('re-aimed: not body $.basketId of Create user').waitFor();
    await row('Add order').getByText('rejected').waitFor();
    await page.getByText('2 of 3 ticked').waitFor();
    await page.getByRole('button', { name: 'Do without' }).click();
    await called(editor, ['unverify']);
  });

  it('runs what was applied, and shows the evidence for each place', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Apply 2' }).click();
    await page.getByRole('button', { name: 'Run to verify' }).click();
    await called(editor, ['runAll']);
    panel().editor.notify('show', TRIED);
    const trial = page.getByRole('region', { name: 'Verified by a run' });
    await trial.getByText('1 confirmed, 1 rejected, 0 with nothing for or against.').waitFor();
    const row = (name: string) => trial.getByRole('listitem').filter({ hasText: name });
    await row('Read order').getByText('confirmed: another value, accepted').waitFor();
    await row('Cancel order').getByText('rejected: answered with 404').waitFor();
    await row('Cancel order')
      .getByText('removes {"variable":"orderId","from":"body","path":"$.id"}')
      .waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await row('Cancel order')
      .getByRole('button', { name: 'Take body $.order.id of List orders instead' })
      .click();
    await called(editor, ['takeInstead', { key: 'k', choice: 1 }]);
    await page.getByText('1 place refers to what an earlier request extracts now.').waitFor();
  });

  it('says that it was stopped, and that nothing is left', async () => {
    const editor = editorWith({ kind: 'stopped', chain: 'orders' });
    const page = await open(editor);
    await page.getByRole('button', { name: 'Map Again' }).click();
    await called(editor, ['again']);
    panel().editor.notify('show', viewOf());
    await page.getByText('Nothing is left to map').waitFor();
  });

  it('offers to take an object whole that is sent again', async () => {
    const editor = editorWith(COPIED);
    const page = await open(editor);
    const section = page.getByRole('region', { name: 'Whole objects that are sent again' });
    await section.getByText('(street, city, floor)').waitFor();
    assert.equal(await section.getByText('"{{address}}"').count(), 2);
    assert.deepEqual(await violationsOn(page), []);
    await section.getByRole('button', { name: 'Create order' }).click();
    await section.getByRole('button', { name: 'Take address as one' }).click();
    await page.getByText('2 places refer to what an earlier request extracts now.').waitFor();
    assert.deepEqual(editor.calls, [
      ['reveal', 'create'],
      ['applyCopy', 'address'],
    ]);
  });

  it('offers to make what was typed a column', async () => {
    const editor = editorWith(TYPED);
    const page = await open(editor);
    const section = page.getByRole('region', { name: 'Values that were typed' });
    await section.getByText('"bob@mail.test"').waitFor();
    await section.getByText('body $.email of Log in').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await section.getByRole('button', { name: 'Make email a column' }).click();
    await page.getByText('1 place refers to what an earlier request extracts now.').waitFor();
    assert.deepEqual(editor.calls, [['applyColumn', 'email']]);
  });

  it('names the chains that could not run any more if this one had rows', async () => {
    const usedBy = ['shop.chain.json', HOSTILE];
    const page = await open(editorWith({ ...TYPED, usedBy }));
    const section = page.getByRole('region', { name: 'Values that were typed' });
    await section.getByText(`would no longer run: ${usedBy.join(', ')}.`).waitFor();
    assert.deepEqual(await violationsOn(page), []);
  });

  it('offers to write requests for the items of a list as one', async () => {
    const editor = editorWith(LOOPED);
    const page = await open(editor);
    const section = page.getByRole('region', { name: 'Requests for each item of a list' });
    await section.getByText('{"in":"{{orderIds}}","as":"orderId"}').waitFor();
    await section.getByText('Read order 3').waitFor();
    assert.deepEqual(await violationsOn(page), []);
    await section.getByRole('button', { name: 'List orders' }).click();
    await section.getByRole('button', { name: 'Send Read order 1 for each orderId' }).click();
    await page.getByText('1 place refers to what an earlier request extracts now.').waitFor();
    assert.deepEqual(editor.calls, [
      ['reveal', 'list'],
      ['applyLoop', 'orders'],
    ]);
  });

  it('draws hostile texts as text, in every place', async () => {
    const request = { id: HOSTILE, name: HOSTILE };
    const choice = {
      variable: HOSTILE,
      words: HOSTILE,
      confidence: 1,
      reasons: [HOSTILE],
      notLive: { request, place: HOSTILE },
      before: HOSTILE.repeat(20),
      after: HOSTILE,
    };
    const shared = {
      request,
      place: HOSTILE,
      isSure: true,
      verdict: { kind: 'rejected', words: HOSTILE } as const,
      choices: [choice, { ...choice, words: 'other' }],
    };
    const page = await openPanel(
      editorWith({
        kind: 'review',
        chain: HOSTILE,
        source: 'recorded',
        startedAt: HOSTILE,
        answered: 1,
        verification: { recording: HOSTILE, summary: HOSTILE },
        things: [
          thing(HOSTILE, HOSTILE, {
            variable: HOSTILE,
            source: request,
            place: HOSTILE,
            summary: HOSTILE,
            extraction: HOSTILE,
            warnings: [HOSTILE],
            uses: [
              { ...shared, key: '__proto__', isRejected: false },
              { ...shared, key: 'constructor', isRejected: true },
            ],
          }),
          thing(HOSTILE, HOSTILE, {
            ...ordersGroup,
            source: request,
            uses: [{ ...shared, key: 'toString', isRejected: false, isSure: false }],
          }),
        ],
        columns: [
          {
            key: HOSTILE,
            variable: HOSTILE,
            values: [HOSTILE, HOSTILE],
            uses: [{ request, place: HOSTILE }],
          },
        ],
        loops: [
          {
            key: HOSTILE,
            variable: HOSTILE,
            item: HOSTILE,
            source: request,
            place: HOSTILE,
            extraction: HOSTILE,
            request,
            after: HOSTILE,
            loop: HOSTILE,
            removed: [request],
          },
        ],
        copies: [
          {
            key: HOSTILE,
            variable: HOSTILE,
            source: request,
            place: HOSTILE,
            members: HOSTILE,
            extraction: HOSTILE,
            warnings: [HOSTILE],
            uses: [{ request, place: HOSTILE }],
          },
        ],
      }).implementation,
    );
    await page.getByText('1 of 2 ticked').waitFor();
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.locator('.use').nth(1).waitFor();
    assert.equal(await page.locator('img, b').count(), 0);
    assert.notEqual(await page.title(), 'owned');
    assert.deepEqual(panel().console, []);
  });

  it('leaves long names and texts the width of a narrow column', async () => {
    const id = 'f'.repeat(90);
    const choices = [
      { ...CREATED, before: `http://127.0.0.1/${id}`, after: `http://127.0.0.1/{{orderId}}/${id}` },
    ];
    const group = { ...ordersGroup, uses: [use(`GET/${id}`, { choices })] };
    const page = await open(editorWith(viewOf(thing('order', id.slice(0, 40), group))), { width: 340 });
    await fold(page, `order ${id.slice(0, 40)}`);
    await page.locator('.change-text').nth(2).waitFor();
    const boxes = (selector: string): Promise<readonly { top: number; width: number }[]> =>
      page.locator(selector).evaluateAll((found) =>
        found.map((one) => {
          const { top, width } = one.getBoundingClientRect();
          return { top, width };
        }),
      );
    const texts = await boxes('.change-text');
    const [name] = await boxes('.use-name');
    assert.equal(texts.length, 3);
    assert.ok([...texts, name].every((box) => box !== undefined && box.width > 240));
    const signs = await boxes('.change-sign');
    assert.deepEqual(
      signs.map(({ top }) => top),
      texts.map(({ top }) => top),
    );
  });

  it('shows a thousand places', async () => {
    const uses = Array.from({ length: 1000 }, (_, at) => use(`Read${at}`));
    const page = await open(editorWith(viewOf(thing('order', '17', { ...ordersGroup, uses }))));
    await page.getByText('1000 of 1000 ticked').waitFor();
    await fold(page, 'order 17');
    await page.getByRole('checkbox', { name: 'Read999 order · path segment 3' }).waitFor();
    assert.deepEqual(panel().console, []);
  });

  it('shows hundreds of things, folded and unfolded', async () => {
    const things = Array.from({ length: 300 }, (_, at) =>
      thing('order', String(at), { ...ordersGroup, uses: [use(`Read${at}`), use(`Cancel${at}`)] }),
    );
    const page = await open(editorWith(viewOf(...things)));
    await page.getByText('600 of 600 ticked').waitFor();
    await page.getByRole('button', titled('order 299')).waitFor();
    assert.equal(await page.locator('.use').count(), 0);
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.getByRole('checkbox', { name: 'Cancel299 order · path segment 3' }).waitFor();
    assert.deepEqual(panel().console, []);
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const width of [1000, 420]) {
      it(`has no accessibility violation and no complaint in the console: ${theme}, ${width} px`, async () => {
        const page = await open(editorWith({ ...VERIFIED, things: [...VERIFIED.things, baskets, orders] }), {
          theme,
          width,
        });
        await page.getByText('Rejected (1)').click();
        assert.deepEqual(await violationsOn(page), []);
        assert.deepEqual(panel().console, []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      });
    }
  }
});
