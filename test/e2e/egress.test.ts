import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { nothingOmitted } from '../../src/core/result/omissions';
import { CallFailure, type Implementation } from '../../src/protocol/channel';
import {
  egressContract,
  type EgressChoice,
  type EgressEditor,
  type EgressPage,
  type EgressView,
  type ShownMessage,
} from '../../src/protocol/egressContract';
import { violationsOn } from './accessibility';
import type { Look, PanelKind } from './panelPage';
import { HOSTILE, called, panelTests, recordCalls } from './panelTests';

const EGRESS: PanelKind<EgressEditor, EgressPage> = {
  page: 'egress',
  contract: egressContract,
};

const first: EgressView = {
  revision: 1,
  title: 'Raise an issue about Change amount',
  destination: 'the issues of acme/orders on GitHub',
  action: 'Create issue',
  omittable: {
    bodies: 4,
    headers: 12,
    exchanges: [
      { name: 'POST Create order', answer: '201 Created' },
      { name: 'PATCH Change amount', answer: '500 Internal Server Error' },
    ],
  },
  fields: [
    { id: 'title', label: 'Title', lines: 'one' },
    { id: 'body', label: 'Body', lines: 'many' },
  ],
  choice: {
    omissions: nothingOmitted,
    values: [
      { id: 'title', value: 'Change amount answers 500' },
      { id: 'body', value: 'It does.' },
    ],
  },
  texts: [
    {
      name: 'Body',
      text: 'curl -H "Authorization: Bearer ‹secret:7f3a›" http://127.0.0.1/\n{"error":"pending"}',
      isWhole: true,
      size: 2_345,
      holdsKey: false,
    },
    {
      name: 'report.html',
      text: '<!doctype html>',
      readable: 'Order lifecycle',
      isWhole: false,
      size: 1_234_567,
      holdsKey: true,
    },
  ],
  size: 1_236_912,
  masks: [{ mask: '‹secret:7f3a›', count: 2, name: 'Authorization' }],
};

const MESSAGE: ShownMessage = {
  outcome: 'failed',
  headline: 'Order lifecycle failed',
  facts: [
    { name: 'Environment', value: 'staging' },
    { name: 'Requests', value: '11 passed, 7 failed' },
    { name: 'Duration', value: '1.2 s' },
  ],
  failures: [
    { subject: 'Change amount', reason: 'Expected status is 200, but it was 500 for ‹secret:7f3a›.' },
    { subject: 'Read order', reason: '' },
  ],
  moreFailures: 5,
  link: {
    url: 'vscode://chainwright.chainwright/open?chain=orders.chain.json&request=change',
    title: 'Open the request in VS Code',
  },
  mentions: ['here', 'Ann'],
};

/** A message to a chat before it leaves. */
const chat: EgressView = {
  revision: 1,
  title: 'Message to Slack (TEAM)',
  destination: 'Slack, at the address that is stored as TEAM',
  action: 'Send to Slack',
  fields: [],
  choice: { omissions: nothingOmitted, values: [] },
  texts: [
    {
      name: 'Message',
      text: '{ "text": "Order lifecycle failed" }',
      isWhole: true,
      size: 36,
      message: MESSAGE,
      holdsKey: false,
    },
  ],
  size: 36,
  masks: [{ mask: '‹secret:7f3a›', count: 1, name: 'Authorization' }],
};

/** An editor that renders requests as JSON, and the calls it got besides `ready`. */
function editorWith(view: EgressView = first, more: Partial<Implementation<EgressEditor>> = {}) {
  const { calls, note } = recordCalls();
  let { revision } = view;
  const implementation: Implementation<EgressEditor> = {
    ready: () => ({ subject: '', view }),
    choose: (choice: EgressChoice) => {
      note('choose')(choice);
      revision += 1;
      const text = JSON.stringify(choice);
      return {
        ...view,
        revision,
        choice,
        texts: [{ ...first.texts[0], name: 'Body', text, isWhole: true, size: 1, holdsKey: false }],
      };
    },
    openText: note('openText'),
    approve: note('approve'),
    cancel: note('cancel'),
    ...more,
  };
  return { implementation, calls };
}

function hostileMessage(): ShownMessage {
  return {
    ...MESSAGE,
    headline: HOSTILE,
    facts: [{ name: HOSTILE, value: HOSTILE }],
    failures: [{ subject: HOSTILE, reason: HOSTILE }],
    link: { url: 'javascript:document.title="owned"', title: HOSTILE },
    mentions: [HOSTILE],
  };
}

describe('the egress view in a browser', function () {
  const { open: openPanel, panel } = panelTests(EGRESS);

  async function open(editor: ReturnType<typeof editorWith>, look: Look = {}): Promise<Page> {
    const page = await openPanel(editor.implementation, look);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    return page;
  }

  it('says what leaves, where it goes, and what was masked', async () => {
    const page = await open(editorWith());
    await page.getByRole('heading', { name: 'Raise an issue about Change amount' }).waitFor();
    await page.getByText('Goes to: the issues of acme/orders on GitHub.').waitFor();
    await page.getByText('1.2 MB · 1 secret masked in 2 places').waitFor();
    await page.getByText('What was masked').click();
    await page.getByText('‹secret:7f3a› Authorization 2 places').waitFor();
    const text = page.getByRole('group', { name: 'Text of Body' });
    assert.equal(await text.textContent(), first.texts[0]?.text);
    await page.getByText('Something in it looks like a key or a token.').waitFor();
  });

  it('lets go what is shown', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Create issue' }).click();
    await called(editor, ['approve', 1]);
  });

  it('leaves out what is ticked, and lets go what is shown then', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('checkbox', { name: /^Bodies/ }).check();
    await called(editor, ['choose', { ...first.choice, omissions: { ...nothingOmitted, bodies: true } }]);
    await page.getByText('"bodies":true').waitFor();
    await page.getByRole('checkbox', { name: 'PATCH Change amount' }).check();
    await page.getByText('"exchanges":[1]').waitFor();
    await page.getByText('1 of 2 left out').waitFor();
    await page.getByRole('button', { name: 'Create issue' }).click();
    await called(editor, ['approve', 3]);
  });

  it('rewords a field, and shows what is typed as it leaves', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('textbox', { name: 'Title' }).fill('');
    await page.getByRole('textbox', { name: 'Title' }).pressSequentially('Amounts break');
    await page.getByText('"value":"Amounts break"').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Amounts break');
    await page.getByRole('textbox', { name: 'Body' }).fill('Two\nlines');
    await page.getByText('"value":"Two\\nlines"').waitFor();
  });

  it('lets nothing go while what is chosen is not shown yet', async () => {
    const editor = editorWith(first, { choose: () => new Promise(() => undefined) });
    const page = await open(editor);
    await page.getByRole('checkbox', { name: /^Headers/ }).check();
    await page.getByText('Rendering…').waitFor();
    await page.getByRole('button', { name: 'Create issue' }).click({ force: true });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await called(editor, ['cancel']);
    assert.deepEqual(editor.calls, [['cancel']]);
  });

  it('works by keyboard alone', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    await called(editor, ['cancel']);
  });

  it('shows a page as rendered, and exactly what is sent', async () => {
    const page = await open(editorWith());
    const words = page.getByRole('group', { name: 'What a reader of report.html sees' });
    assert.equal(await words.textContent(), 'Order lifecycle');
    await page.getByText('Exactly as it leaves').click();
    const text = page.getByRole('group', { name: 'Text of report.html' });
    assert.equal(await text.textContent(), '<!doctype html>');
  });

  it('shows a chat message as rendered, and exactly what is sent', async () => {
    const page = await open(editorWith(chat));
    const message = page.getByRole('group', { name: 'What a reader of Message sees' });
    assert.deepEqual((await message.innerText()).split(/\n+/), [
      'Order lifecycle failed',
      ...['Environment', 'staging', 'Requests', '11 passed, 7 failed', 'Duration', '1.2 s'],
      'Change amount – Expected status is 200, but it was 500 for ‹secret:7f3a›.',
      'Read order',
      'and 5 more',
      `Open the request in VS Code: ${MESSAGE.link?.url ?? ''}`,
      'Mentions here, Ann',
    ]);
    assert.equal(await message.locator('mark').textContent(), '‹secret:7f3a›');
    const text = page.getByRole('group', { name: 'Text of Message' });
    assert.equal(await text.isVisible(), false);
    await page.getByText('Exactly what is sent').click();
    assert.equal(await text.textContent(), chat.texts[0]?.text);
  });

  it('opens all of a long text in an editor', async () => {
    const editor = editorWith();
    const page = await open(editor);
    await page.getByRole('button', { name: 'Open report.html in an editor' }).click();
    await called(editor, ['openText', 1, 1]);
  });

  it('says why it did not work, and can be tried again', async () => {
    const editor = editorWith(first, {
      approve: () => {
        throw new CallFailure('What is shown has changed meanwhile.');
      },
    });
    const page = await open(editor);
    await page.getByRole('button', { name: 'Create issue' }).click();
    await page.getByRole('alert').getByText('What is shown has changed meanwhile.').waitFor();
    await page.locator('vscode-button:not([disabled])', { hasText: 'Create issue' }).waitFor();
  });

  it('shows texts from outside as text', async () => {
    const page = await open(
      editorWith({
        ...first,
        title: HOSTILE,
        destination: HOSTILE,
        action: HOSTILE,
        omittable: { bodies: 1, headers: 1, exchanges: [{ name: HOSTILE, answer: HOSTILE }] },
        fields: [{ id: 'title', label: HOSTILE, lines: 'one' }],
        choice: { omissions: nothingOmitted, values: [{ id: 'title', value: HOSTILE }] },
        texts: [
          { name: HOSTILE, text: HOSTILE, isWhole: true, size: 1, holdsKey: false },
          { name: 'Message', text: '{}', isWhole: true, size: 2, message: hostileMessage(), holdsKey: false },
        ],
        masks: [{ mask: HOSTILE, count: 1, name: HOSTILE }],
      }),
    );
    assert.notEqual(await page.title(), 'owned');
    assert.deepEqual(panel().console, []);
    assert.equal(await page.locator('pre').first().textContent(), HOSTILE);
    assert.ok((await page.locator('.egress-message').textContent())?.includes(HOSTILE));
  });

  for (const theme of ['dark', 'light', 'highContrast', 'highContrastLight'] as const) {
    for (const width of [1000, 360]) {
      it(`has no accessibility violation and no complaint in the console: ${theme}, ${width} px`, async () => {
        const page = await open(editorWith({ ...first, texts: [...chat.texts, ...first.texts] }), {
          theme,
          width,
        });
        await page.getByText('What was masked').click();
        assert.deepEqual(await violationsOn(page), []);
        assert.deepEqual(panel().console, []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      });
    }
  }
});
