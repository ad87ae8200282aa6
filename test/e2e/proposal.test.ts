import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Implementation } from '../../src/protocol/channel';
import {
  proposalContract,
  type ProposalEditor,
  type ProposalPage,
  type ProposalView,
  type ShownProposal,
} from '../../src/protocol/proposalContract';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import {
  HOSTILE,
  assertSaysRefusal,
  called,
  choose,
  notingEditor,
  panelTests,
  showTexts,
} from './panelTests';

const PROPOSAL: PanelKind<ProposalEditor, ProposalPage> = {
  page: 'proposal',
  contract: proposalContract,
};

const users = [
  { name: 'alice', role: 'user' },
  { name: 'bob', role: 'user' },
];
const proposal: ShownProposal = {
  users: [
    {
      name: 'alice',
      role: 'user',
      login: 'login',
      credentials: [{ name: 'email', value: 'a@example.com' }],
    },
    { name: 'bob', role: 'user', credentials: [] },
  ],
  questions: [
    {
      id: 'object.order',
      text: 'Who may read, change and delete an order?',
      kind: 'one',
      choices: [
        { value: 'owner', title: 'its owner' },
        { value: 'its tenant', title: 'its tenant' },
      ],
      answer: 'owner',
      lines: ['"user": { "order.*": "own" }'],
    },
    {
      id: 'functions.user',
      text: 'Which of these may a user use?',
      kind: 'several',
      choices: [
        { value: 'ping', title: 'GET /ping' },
        { value: 'stats', title: 'GET /stats' },
      ],
      answer: 'ping',
      lines: ['"user": { "ping": "any", "stats": "none" }'],
    },
    {
      id: 'user.email',
      text: 'What is the email of alice and bob?',
      kind: 'text',
      choices: [],
      answer: 'a@example.com, b@example.com',
      lines: ['"alice": { "email": "a@example.com" }'],
    },
  ],
  size: { operations: 5, cells: 40, requests: 120 },
  files: [
    { name: 'api/shop.chain.json', isThere: true },
    { name: 'api/shop.authz.json', isThere: false },
  ],
  notes: ['No user may use stats.'],
};
const first: ProposalView = {
  revision: 1,
  sources: [
    { name: 'api/openapi.yaml', kind: 'description' },
    { name: 'shop.har', kind: 'recording' },
    { name: 'orders.chain.json', kind: 'chain' },
  ],
  choice: { source: 0, name: '', users, answers: [] },
  proposal,
};

describe('the page that proposes a matrix, in a browser', function () {
  const { open: openPanel } = panelTests(PROPOSAL);

  /** The proposal with the answers of a choice. */
  const answeredBy = ({ answers }: ProposalView['choice']): ShownProposal => ({
    ...proposal,
    questions: proposal.questions.map((question) => ({
      ...question,
      answer: answers.find(({ id }) => id === question.id)?.value ?? question.answer,
    })),
  });

  /** An editor that proposes the same whatever is chosen, under the next revision. */
  function editorWith(view: ProposalView = first, known: Partial<Implementation<ProposalEditor>> = {}) {
    let shown = view;
    const next = (more: Partial<ProposalView>): ProposalView => {
      shown = { ...shown, revision: shown.revision + 1, ...more };
      return shown;
    };
    const editor = notingEditor(proposalContract.editor, {
      ready: () => ({ subject: '', view: shown }),
      choose: (choice) => {
        editor.calls.push(['choose', choice]);
        return next({ choice, proposal: answeredBy(choice) });
      },
      write: (revision) => {
        editor.calls.push(['write', revision]);
        return next({ written: 'shop.authz.json' });
      },
      ...known,
    });
    return editor;
  }

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}): Promise<Page> {
    const page = await openPanel(editor.implementation, look);
    await page.getByRole('heading', { name: 'Propose Authorization Matrix' }).waitFor();
    return page;
  }

  it('shows users, questions with their lines, and what is written where', async () => {
    const page = await open(editorWith());
    await page.getByText('by login, email: a@example.com').waitFor();
    await page.getByText('Nothing that signs in was found.').waitFor();
    const order = page.getByRole('group', { name: 'Who may read, change and delete an order?' });
    assert.equal(await order.getByRole('radio', { name: 'its owner' }).isChecked(), true);
    await order.getByText('"user": { "order.*": "own" }').waitFor();
    await page.getByText('5 operations, 40 cells, at most 120 requests').waitFor();
    await page.getByText('No user may use stats.').waitFor();
    await showTexts(page.getByRole('list', { name: 'Files' }).getByRole('listitem'), [
      'api/shop.chain.json is replaced',
      'api/shop.authz.json',
    ]);
  });

  it('asks the editor for each answer', async () => {
    const editor = editorWith();
    const page = await open(editor);
    const answers = (...given: readonly [string, string][]) => [
      'choose',
      { ...first.choice, answers: given.map(([id, value]) => ({ id, value })) },
    ];
    await page.getByRole('radio', { name: 'its tenant' }).check();
    await called(editor, answers(['object.order', 'its tenant']));
    await page.getByRole('checkbox', { name: /^stats/ }).check();
    await called(editor, answers(['object.order', 'its tenant'], ['functions.user', 'ping,stats']));
    const email = page.getByRole('textbox', { name: 'What is the email of alice and bob?' });
    await email.fill('x@y.z, b@y.z');
    await email.press('Enter');
    await called(
      editor,
      answers(
        ['object.order', 'its tenant'],
        ['functions.user', 'ping,stats'],
        ['user.email', 'x@y.z, b@y.z'],
      ),
    );
  });

  it('changes, adds and removes users, and takes another file', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('textbox', { name: 'Role of alice' }).fill('admin');
    await page.getByRole('textbox', { name: 'Role of alice' }).press('Enter');
    const changed = [{ name: 'alice', role: 'admin' }, users[1]];
    await called(editor, ['choose', { ...first.choice, users: changed }]);
    await page.getByRole('button', { name: 'Add user' }).click();
    const added = [...changed, { name: 'carol', role: 'admin' }];
    await called(editor, ['choose', { ...first.choice, users: added }]);
    await page.getByRole('button', { name: 'Remove bob' }).click();
    const left = [added[0], added[2]];
    await called(editor, ['choose', { ...first.choice, users: left }]);
    await choose(page.getByRole('combobox', { name: 'Propose from' }), 'shop.har (recording)');
    await called(editor, ['choose', { ...first.choice, source: 1, users: left }]);
  });

  it('writes what is shown, and offers what comes next', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Write Files' }).click();
    await called(editor, ['write', 1]);
    await page.getByText('shop.authz.json was written.').waitFor();
    for (const [name, call] of [
      ['Dry Run', 'dryRun'],
      ['Open as Policy Grid', 'openGrid'],
      ['Show the text', 'openText'],
    ] as const) {
      await page.getByRole('button', { name }).click();
      await called(editor, [call]);
    }
  });

  it('writes nothing while a choice has not been answered', async () => {
    const editor = editorWith(first, { choose: () => new Promise(() => undefined) });
    const page = await open(editor);
    await page.getByRole('radio', { name: 'its tenant' }).check();
    await page.getByRole('button', { name: 'Write Files' }).click({ force: true });
    await page.getByRole('button', { name: 'Browse…' }).click();
    await called(editor, ['browse']);
    assert.deepEqual(editor.calls, [['browse']]);
  });

  it('begins with the choice of a file where none is chosen', async () => {
    const { proposal: _none, ...rest } = first;
    const view = { ...rest, choice: { ...first.choice, source: null } };
    const page = await open(editorWith(view, { browse: () => first }));
    await page.getByText('An OpenAPI description, a recording (HAR) or a chain').waitFor();
    await page.getByRole('button', { name: 'Browse…' }).click();
    await page.getByRole('radio', { name: 'its owner' }).waitFor();
  });

  it('says why nothing can be proposed, and writes nothing then', async () => {
    const editor = editorWith({ ...first, problem: 'The user alice is named twice.' });
    const page = await open(editor);
    await page.getByRole('alert').getByText('The user alice is named twice.').waitFor();
    await page.getByRole('button', { name: 'Write Files' }).click({ force: true });
    await page.getByRole('radio', { name: 'its tenant' }).check();
    await called(editor, [
      'choose',
      { ...first.choice, answers: [{ id: 'object.order', value: 'its tenant' }] },
    ]);
    assert.equal(editor.calls.length, 1);
  });

  it('says why it does not show anything', async () => {
    await assertSaysRefusal(
      (answer) => openPanel({ ...editorWith().implementation, ready: () => answer }),
      'Reading…',
    );
  });

  it('keeps what is typed while an answer arrives', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('radio', { name: 'its tenant' }).check();
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.press('End');
    await name.pressSequentially('-mine');
    await page.locator('vscode-button:not([disabled])', { hasText: 'Write Files' }).waitFor();
    assert.equal(editor.calls.length, 1);
    assert.equal(await name.inputValue(), 'shop-mine');
  });

  it('shows hostile texts as text', async () => {
    const [order, ...others] = proposal.questions;
    assert.ok(order !== undefined);
    const hostile = { ...order, text: HOSTILE, lines: [HOSTILE] };
    const page = await open(
      editorWith({
        ...first,
        proposal: { ...proposal, questions: [hostile, ...others], notes: [HOSTILE] },
      }),
    );
    await page.getByText(HOSTILE).first().waitFor();
    assert.notEqual(await page.title(), 'owned');
  });

  for (const look of [{ theme: 'dark' }, { theme: 'light' }, { width: 340 }] as readonly Look[]) {
    it(`can be used by everybody: ${JSON.stringify(look)}`, async () => {
      const page = await open(editorWith(), look);
      assert.deepEqual(await violationsOn(page), []);
    });
  }
});
