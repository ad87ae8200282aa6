/**
 * Pages in a language that is made up: its texts are the English ones in Cyrillic letters. So a Latin word on a page
 * is a literal that does not go through `t()`, unless the editor sent it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { nothingOmitted } from '../../src/core/result/omissions';
import { VIEWER_PANEL } from '../../src/host/viewer/viewerPanel';
import { authzContract } from '../../src/protocol/authzPanel';
import type { Implementation } from '../../src/protocol/channel';
import { egressContract, type EgressView } from '../../src/protocol/egressContract';
import { formContract } from '../../src/protocol/formContract';
import { mappingContract, type MappingUse, type MappingView } from '../../src/protocol/mappingContract';
import type { Translations } from '../../src/protocol/pageTexts';
import { policyContract } from '../../src/protocol/policyContract';
import type { PolicyView } from '../../src/protocol/policyView';
import { resultsContract, type ResultsEditor } from '../../src/protocol/resultsContract';
import { bearer, get, graphOf, orders, takes } from '../core/graph/graphs';
import { ORDERS, SUGGESTIONS, VARIABLES, ended } from './formPage';
import { formSide, type FormSide, type ViewParts } from './formSide';
import { notingEditor, panelTests, twoFrames } from './panelTests';
import { evidenceOf, viewOf as matrixOf } from './sampleMatrix';
import { resultOf, sampleResults, viewOf } from './sampleRun';

/** The text in Cyrillic letters, with the numbers of its values. */
function madeUp(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const [first, cyrillic] = letter < 'a' ? ['A', 0x410] : ['a', 0x430];
    return String.fromCharCode(cyrillic + letter.charCodeAt(0) - first.charCodeAt(0));
  });
}

const TEXTS = Object.keys(JSON.parse(readFileSync('l10n/bundle.l10n.json', 'utf8')) as object);
const TRANSLATIONS: Translations = Object.fromEntries(TEXTS.map((text) => [text, madeUp(text)]));
const IN_CYRILLIC = { translations: () => TRANSLATIONS };

/** Words that are the same in every language. */
const SAME_EVERYWHERE = [
  // Units, times as this browser writes them, and the phrase of a status without one.
  'ms s min B kB MB Nov AM PM Internal Server Error',
  // Methods and JSON types to choose from.
  'GET POST PUT PATCH DELETE HEAD OPTIONS string number integer boolean object array null',
  // Signature methods of OAuth 1.0 to choose from.
  'HMAC-SHA1 HMAC-SHA256 RSA-SHA1 PLAINTEXT',
];

/** Examples of what can be typed, which the lint rule does not want translated. */
const { SAME_EVERYWHERE: EXAMPLES } = (await import(
  pathToFileURL(path.resolve('scripts/pageTextRule.mjs')).href
)) as { readonly SAME_EVERYWHERE: ReadonlySet<string> };

/** Members whose values a page puts into words: they are none of the editor's. */
const PUT_INTO_WORDS = new Set(
  'outcome state kind severity in source why effect encoding via progress step status from'.split(' '),
);

/** Every text in data, as the editor sends it. */
function textsIn(data: unknown): readonly string[] {
  if (typeof data === 'string') {
    return [data];
  }
  return typeof data === 'object' && data !== null
    ? Object.entries(data).flatMap(([name, value]) =>
        PUT_INTO_WORDS.has(name) && typeof value === 'string' ? [] : textsIn(value),
      )
    : [];
}

function wordsIn(texts: readonly string[]): readonly string[] {
  return texts.flatMap((text) => text.match(/[A-Za-z]+/g) ?? []);
}

/** Every text of the page that can be read or heard, the values of fields aside. */
function textsOn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const attributes = ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt', 'label'];
    return [...document.querySelectorAll('#root, #root *')].flatMap((element) => [
      ...[...element.childNodes].flatMap((child) => (child.nodeType === 3 ? [child.textContent ?? ''] : [])),
      ...attributes.flatMap((name) => element.getAttribute(name) ?? []),
    ]);
  });
}

/** Fails for a Latin word on the page that the editor did not send. */
async function assertNoWordsButOf(page: Page, ...sent: readonly unknown[]): Promise<void> {
  const known = new Set(wordsIn([...SAME_EVERYWHERE, ...textsIn(sent)]));
  await twoFrames(page);
  const texts = (await textsOn(page)).filter((text) => !EXAMPLES.has(text));
  const foreign = texts.flatMap((text) =>
    wordsIn([text]).flatMap((word) => (known.has(word) ? [] : [[word, text]])),
  );
  assert.deepEqual(foreign, []);
  assert.ok(
    texts.some((text) => /[\u0410-\u044f]/.test(text)),
    'The page says nothing.',
  );
}

describe('the results panel in another language', function () {
  const { open, panel } = panelTests({ page: 'results', contract: resultsContract });
  const attempts = { ...resultOf('read-order', { attempts: 3 }), extractions: [], substitutions: [] };
  const results = [...sampleResults, attempts];
  const point = (durationMs: number) => ({
    startedAt: `2026-11-2${durationMs}T14:02:00.000Z`,
    durationMs,
    outcome: 'passed' as const,
    status: 200,
    isShown: durationMs === 1,
  });
  const past = {
    points: [point(1), point(2)],
    lastGood: {
      startedAt: '2026-11-20T14:02:00.000Z',
      comparison: {
        changes: [{ place: 'status' as const, name: '', before: '200', after: '500' }],
        volatile: [
          { place: 'header' as const, name: 'Date', before: 'one', after: 'other', why: 'date' as const },
          { place: 'body' as const, name: '$.id', before: 'one', why: 'id' as const },
        ],
        notes: [],
      },
    },
  };
  const selects = { count: 1, text: '881' };
  const earlier = [{ ...selects, startedAt: '2026-11-20T14:02:00.000Z' }];
  const offer = {
    id: 7,
    variable: 'orderId',
    rules: [
      { text: '$.id', all: false, now: selects, earlier, worksIn: 1 },
      { text: '$.ids', all: true, now: selects, earlier, worksIn: 0 },
      { text: '$..id', all: false, now: selects, earlier: [...earlier, ...earlier], worksIn: 1 },
    ],
    uses: [{ requestName: 'Read order', location: { in: 'path' as const } }],
  };

  function editorWith(known: Partial<Implementation<ResultsEditor>> = {}): Implementation<ResultsEditor> {
    return notingEditor(resultsContract.editor, {
      ready: () => ({ subject: 'file:///orders.chain.json', view: viewOf(results) }),
      details: (_run, index) => results[index] ?? attempts,
      causes: () => [],
      past: () => past,
      issue: () => null,
      offerExtraction: () => offer,
      ...known,
    }).implementation;
  }

  it('has no words of its own, in any tab of any request', async () => {
    const page = await open(editorWith(), IN_CYRILLIC);
    // Tabs without room are in a menu.
    await page.setViewportSize({ width: 1800, height: 900 });
    for (const row of ['create order', 'change amount', 'read invoice', 'delete order', 'read order']) {
      await page.locator('.request-line').filter({ hasText: row }).click();
      await page.getByRole('article', { name: row }).waitFor();
      for (let tab = 0; tab < (await page.getByRole('tab').count()); tab += 1) {
        await page.getByRole('tab').nth(tab).click();
        await assertNoWordsButOf(page, results, viewOf(results), past);
      }
    }
    assert.deepEqual(panel().console, []);
  });

  it('has none while a value is extracted', async () => {
    const page = await open(editorWith(), IN_CYRILLIC);
    await page.getByTitle(madeUp('Extract as variable')).last().click();
    await page.getByRole('dialog').waitFor();
    await assertNoWordsButOf(page, results, viewOf(results), offer);
  });

  for (const change of [{ outcome: 'running' }, { outcome: 'cancelled' }, { recorded: true }] as const) {
    it(`has none for a run with ${JSON.stringify(change)}`, async () => {
      const view = viewOf(results, change);
      const [first, ...others] = view.requests;
      assert.ok(first !== undefined);
      const requests = [{ ...first, progress: { state: 'running', attempt: 2 } as const }, ...others];
      const ready = () => ({ subject: 'file:///orders.chain.json', view: { ...view, requests } });
      const page = await open(editorWith({ ready }), IN_CYRILLIC);
      await page.locator('.request-line').first().waitFor();
      await assertNoWordsButOf(page, results, view, past);
    });
  }

  it('has none where nothing was run', async () => {
    const page = await open(editorWith({ ready: () => ({ subject: '', view: null }) }), IN_CYRILLIC);
    await page.getByText(madeUp('This chain has not been run in this window.')).waitFor();
    await assertNoWordsButOf(page);
  });

  it('is empty until it has its texts, so that no English is seen', async () => {
    let answer = (_texts: Translations): void => undefined;
    const translations = new Promise<Translations>((resolve) => (answer = resolve));
    const ready = () => new Promise<never>(() => undefined);
    const page = await open(editorWith({ ready }), { translations: () => translations });
    assert.equal(await page.locator('#root').innerHTML(), '');
    answer(TRANSLATIONS);
    await page.getByText(madeUp('Loading the results…')).waitFor({ state: 'attached' });
    await assertNoWordsButOf(page);
  });

  it('is in English where its texts cannot be had', async () => {
    const translations = () => Promise.reject(new Error('There is no bundle.'));
    const page = await open(editorWith(), { translations });
    await page.getByRole('button', { name: 'Run All' }).waitFor();
    assert.match(panel().console.join('\n'), /could not be translated/);
  });
});

describe('the authorization panel in another language', function () {
  const { open } = panelTests({ page: 'authz', contract: authzContract });
  const views = {
    'that is over': matrixOf({ notes: ['One note.', 'Another note.'] }),
    'that is going': matrixOf({ outcome: 'running' }),
    'that was cancelled': matrixOf({ outcome: 'cancelled' }),
  };

  for (const [title, view] of Object.entries(views)) {
    it(`has no words of its own for a run ${title}`, async () => {
      const [, waiting, running] = view.cells;
      assert.ok(waiting !== undefined && running !== undefined);
      const cells = [
        ...view.cells.slice(0, -2),
        { ...waiting, progress: { state: 'waiting' } as const },
        { ...running, progress: { state: 'running' } as const },
      ];
      const evidence = evidenceOf(view, 0);
      const changes = [
        { path: '', before: 'one', after: 'other' },
        { path: '/id', after: 'new' },
      ] as const;
      const { implementation } = notingEditor(authzContract.editor, {
        ready: () => ({ subject: 'file:///orders.authz.json', view: { ...view, cells } }),
        evidence: () => ({ ...evidence, result: { ...evidence.result, changes } }),
      });
      const page = await open(implementation, IN_CYRILLIC);
      await page.getByRole('article').getByText(madeUp('Found in the answer')).waitFor();
      await assertNoWordsButOf(page, view, evidence, changes);
    });
  }
});

describe('the policy grid in another language', function () {
  const { open } = panelTests({ page: 'policy', contract: policyContract });
  const grants = [{ own: '"own"' }, { pattern: 'order.*', patternScope: '"none"' }, {}];
  const row = { operation: 'order.read', request: '', grants, public: { isNamed: false }, isUnpoliced: true };
  const rows = [row, { ...row, operation: 'order.list', public: { isNamed: true, pattern: '*' } }];
  const view: PolicyView = {
    file: 'orders.authz.json',
    name: '',
    roles: ['customer', 'agent', 'manager'].map((role) => ({ role, users: [] })),
    anonymous: [],
    scopes: ['"own"', '"any"', '"none"'],
    rows,
  };
  const views: readonly PolicyView[] = [
    view,
    { ...view, rows: rows.slice(0, 1), broken: { message: '', line: 1, column: 2 } },
    { ...view, rows: [] },
  ];

  for (const [at, shown] of views.entries()) {
    it(`has no words of its own in state ${at + 1} of ${views.length}`, async () => {
      const { implementation } = notingEditor(policyContract.editor, {
        ready: () => ({ subject: '', view: shown }),
        grant: () => 'stale',
      });
      const page = await open(implementation, IN_CYRILLIC);
      const cells = page.getByRole('gridcell');
      await page.getByRole('heading', { name: 'orders.authz.json' }).waitFor();
      for (let index = 0; index < (await cells.count()); index += 1) {
        await cells.nth(index).click();
        await page.getByRole('menu').waitFor();
        await assertNoWordsButOf(page, shown);
        await page.keyboard.press('Escape');
      }
      if (at === 0) {
        await cells.first().click();
        await page.getByRole('menuitemradio').last().click();
        await page.getByRole('alert').waitFor();
      }
      await assertNoWordsButOf(page, shown);
    });
  }
});

describe('the Chain Viewer in another language', function () {
  const { open } = panelTests(VIEWER_PANEL);

  it('has no words of its own', async () => {
    const graph = graphOf([
      ...orders.slice(0, 5),
      get('late', '/{{later}}'),
      get('after', '/{{nowhere}}', { ...takes('later', 'unread'), ...bearer('token') }),
    ]);
    const progress = [
      { node: 'request-0', progress: ended('passed', { status: 200 }).progress },
      { node: 'request-1', progress: ended('blocked', {}).progress },
    ];
    const { implementation } = notingEditor(VIEWER_PANEL.contract.editor, {
      ready: () => ({ subject: 'file:///orders.chain.json', view: { graph, progress, values: [] } }),
    });
    const page = await open(implementation, IN_CYRILLIC);
    await page.locator('.node-line').first().waitFor();
    for (const line of await page.locator('.node-line').all()) {
      await line.click();
      await page.getByRole('heading', { name: madeUp('Flows in') }).waitFor();
      await assertNoWordsButOf(page, graph);
    }
  });

  it('has none for an empty chain', async () => {
    const graph = graphOf([]);
    const { implementation } = notingEditor(VIEWER_PANEL.contract.editor, {
      ready: () => ({ subject: '', view: { graph, progress: [], values: [] } }),
    });
    const page = await open(implementation, IN_CYRILLIC);
    await page.getByRole('button', { name: madeUp('Open as Form') }).waitFor();
    await assertNoWordsButOf(page, graph);
  });
});

describe('the review of an Auto Mapping in another language', function () {
  const { open } = panelTests({ page: 'mapping', contract: mappingContract });
  const source = { id: 'create', name: 'Create order' };
  const choice = {
    variable: 'orderId',
    words: 'body $.id',
    confidence: 0.9,
    reasons: ['the same value'],
    notLive: { request: source, place: 'path segment 2' },
    before: 'x-1',
    after: '{{orderId}}',
  };
  const use: MappingUse = {
    key: 'k',
    request: { id: 'read', name: 'Read order' },
    place: 'path 3',
    isSure: true,
    isRejected: false,
    choices: [choice, { ...choice, variable: 'other' }],
  };
  const tried = { request: use.request, place: use.place, variable: 'orderId' };
  const shared = { variable: 'orderId', source, extraction: '{"path":"$.id"}', warnings: ['It may change.'] };
  const views: readonly MappingView[] = [
    { kind: 'stopped', chain: 'orders' },
    { kind: 'no-result', chain: 'orders', isRun: true, trusted: false, guesses: [] },
    {
      kind: 'no-result',
      isRun: false,
      chain: 'orders',
      trusted: true,
      guesses: [{ ...shared, confidence: 0.7, reason: 'the request creates it' }],
    },
    {
      kind: 'review',
      chain: 'orders',
      source: 'run',
      startedAt: '2026-11-21T14:02:00.000Z',
      answered: 7,
      things: [
        {
          key: 'k',
          noun: 'order',
          value: '17',
          source,
          isCreated: true,
          groups: [
            {
              ...shared,
              place: 'body $.id',
              summary: 'It is equal.',
              uses: [use, { ...use, key: 'l', isRejected: true }, { ...use, key: 'm', isSure: false }],
            },
          ],
        },
        {
          key: 'd',
          noun: 'basket',
          value: '5',
          source,
          isCreated: false,
          groups: [
            { ...shared, place: 'body $.id', summary: '', uses: [{ ...use, key: 'd', isSure: false }] },
          ],
        },
      ],
      columns: [{ ...shared, key: 'v', values: ['1', '2'], uses: [{ request: use.request, place: 'body' }] }],
      loops: [
        {
          ...shared,
          key: 'l',
          item: 'id',
          place: 'body',
          request: use.request,
          after: '',
          loop: '',
          removed: [use.request],
        },
      ],
      copies: [
        {
          ...shared,
          key: 'c',
          place: 'body',
          members: 'street',
          uses: [{ request: use.request, place: 'body' }],
        },
      ],
      verification: { recording: 'second.har', summary: '' },
      trial: {
        startedAt: '2026-11-21T14:02:00.000Z',
        places: [
          {
            ...tried,
            verdict: { kind: 'rejected', words: 'no' },
            others: [
              { pick: { key: 'k', choice: 1 }, words: 'body', drops: { from: 'List', extraction: '{}' } },
            ],
          },
        ],
      },
    },
  ];
  for (const view of views) {
    it(`has no words of its own for ${JSON.stringify(view).slice(0, 60)}`, async () => {
      const { implementation } = notingEditor(mappingContract.editor, {
        ready: () => ({ subject: 'file:///orders.chain.json', view }),
        apply: () => 2,
      });
      const page = await open(implementation, IN_CYRILLIC);
      await page.getByRole('heading', { name: madeUp('Auto Map') }).waitFor();
      if (view.kind === 'review') {
        await page.getByRole('button', { name: `${madeUp('Apply')} 1` }).click();
        await page.getByRole('button', { name: madeUp('Run to verify') }).waitFor();
      }
      await assertNoWordsButOf(page, view, 'List');
    });
  }
});

describe('the egress view in another language', function () {
  const { open } = panelTests({ page: 'egress', contract: egressContract });

  it('has no words of its own', async () => {
    const text = {
      name: 'Body',
      text: 'curl',
      isWhole: false,
      size: 2_345,
      holdsKey: true,
      readable: 'Order',
    };
    const message = {
      outcome: 'failed' as const,
      headline: 'It failed',
      facts: [],
      failures: [{ subject: 'Change', reason: '' }],
      moreFailures: 5,
      mentions: ['here'],
    };
    const view: EgressView = {
      revision: 1,
      title: 'Raise it',
      destination: 'GitHub',
      action: 'Create',
      omittable: { bodies: 4, headers: 12, exchanges: [{ name: 'Create order', answer: '201' }] },
      fields: [],
      choice: { omissions: { ...nothingOmitted, exchanges: [0] }, values: [] },
      texts: [text, { ...text, message }],
      size: 5_000,
      masks: [
        { mask: '‹secret:7f3a›', count: 2, name: 'Authorization' },
        { mask: '‹secret:7f3b›', count: 1 },
      ],
    };
    const { implementation } = notingEditor(egressContract.editor, { ready: () => ({ subject: '', view }) });
    const page = await open(implementation, IN_CYRILLIC);
    await page.getByRole('heading', { name: 'Raise it' }).waitFor();
    await assertNoWordsButOf(page, view);
  });
});

describe('the form in another language', function () {
  const { open: openPanel, panel } = panelTests({ page: 'editor', contract: formContract });
  const path = ['url'];
  const parts: ViewParts = {
    problems: [
      { path, severity: 'error', message: 'It is wrong.', fixes: ['Fix it'] },
      { path: ['headers', 1], severity: 'warning', message: 'It is odd.', fixes: [] },
    ],
    rows: [ended('passed', { status: 200 }), ended('failed', { reason: 'It broke.' }), { errors: 2 }],
    orderProblems: ['One.', 'Two.', 'Three.', 'Four.', 'Five.', 'Six.'],
    firstOrigin: 'http://127.0.0.1:4010',
    variables: VARIABLES,
    suggestions: SUGGESTIONS,
  };
  const auths = [
    { type: 'bearer', token: 'x' },
    { type: 'apiKey', in: 'header', name: 'x', value: 'x' },
    { type: 'awsSigV4' },
    { type: 'oauth2', grant: 'authorizationCode' },
    { type: 'oauth1' },
  ];
  const bodies = [
    { text: 'x' },
    { form: [{ name: 'x', value: '' }] },
    { multipart: [{ name: 'x', file: 'x' }] },
    { file: 'x' },
    { graphql: { query: 'x' } },
  ];
  const more = auths.map((auth, at) => ({
    id: `more-${at}`,
    method: 'GET',
    url: '/',
    auth,
    body: bodies[at] ?? {},
    expect: { headers: [{ name: 'x', exists: true }], body: [{ path: '$', schema: {}, type: 'string' }] },
    extract: [
      { variable: 'x', from: 'header', name: 'x', decode: { as: 'jwt' } },
      { variable: 'y', from: 'body', css: 'a' },
    ],
  }));
  const chain = { ...ORDERS, variables: { id: 1 }, requests: [...ORDERS.requests, ...more] };

  async function open(side: FormSide): Promise<Page> {
    const page = await openPanel(side.implementation, { ...IN_CYRILLIC, width: 1600 });
    side.show = (view) => panel().editor.notify('show', view);
    await page
      .getByRole('region', { name: madeUp('Chain') })
      .first()
      .waitFor();
    return page;
  }

  /** What every view of the form has. */
  const FORM_WORDS = ['Orders', 'orders.chain.json', 'local', 'staging', 'nothing produces', 'sku note'];

  async function tabsHaveNoWords(page: Page): Promise<void> {
    for (const tab of await page.locator('.request-pane').getByRole('tab').all()) {
      await tab.click();
      await assertNoWordsButOf(page, chain, parts, ...FORM_WORDS);
    }
  }

  it('has no words of its own in any tab of the chain and its requests', async () => {
    const page = await open(formSide(chain, parts));
    for (const [at, row] of (await page.locator('.row').all()).entries()) {
      await row.click();
      await page.locator(`.row[data-index="${at}"][aria-selected="true"]`).waitFor();
      await tabsHaveNoWords(page);
    }
    await page.getByTitle(madeUp('Chain settings')).click();
    await page.getByRole('heading', { name: madeUp('Chain settings') }).waitFor();
    await tabsHaveNoWords(page);
  });

  const states: readonly [title: string, requests: typeof more, parts: ViewParts][] = [
    ['a text that is broken', more, { broken: { message: 'It breaks', line: 3, column: 4 } }],
    ['a workspace without trust', more, { trusted: false }],
    ['an empty chain', [], {}],
  ];
  for (const [title, requests, state] of states) {
    it(`has none in its menus for ${title}`, async () => {
      const page = await open(formSide({ ...ORDERS, requests }, state));
      for (const menu of await page.locator('[aria-haspopup=menu]:enabled').all()) {
        await menu.click();
        await page.getByRole('menu').waitFor();
        await assertNoWordsButOf(page, ORDERS, more, state, ...FORM_WORDS);
        await page.keyboard.press('Escape');
      }
    });
  }
});
