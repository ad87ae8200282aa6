import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { nothingOmitted, omittableOf, withoutOmitted } from '../../../src/core/result/omissions';
import { reviewIn } from '../../../src/host/sharing/egressPanel';
import { Channel } from '../../../src/protocol/channel';
import type { EgressEditor, EgressPage } from '../../../src/protocol/egressContract';
import { renderMarkdown } from '../../../src/formats/reporters/markdownReport';
import type { Egress } from '../../../src/sharing/egress';
import { orderLifecycle, reportOf, textOf } from '../../formats/reporters/sampleReport';
import { until } from '../../until';
import { fakePanel } from '../fakePanel';

const report = reportOf(orderLifecycle);
const egress: Egress = {
  title: 'Share the result of Order lifecycle',
  destination: 'the clipboard',
  action: 'Copy',
  omittable: omittableOf(report),
  fields: [{ id: 'title', label: 'Title', value: 'Order lifecycle', lines: 'one' }],
  render: (omissions, values) => [
    { name: 'Title', text: values.get('title') ?? '' },
    {
      name: 'Message',
      text: textOf(renderMarkdown(withoutOmitted(report, omissions))),
      language: 'markdown',
    },
  ],
};

/** A review in a panel whose page a test plays. */
function review(reviewed: Egress = egress) {
  const fake = fakePanel();
  const log = { warn: () => undefined } as unknown as vscode.LogOutputChannel;
  const approved = reviewIn(fake.panel, reviewed, { extension: vscode.Uri.file('/'), log });
  const page = new Channel<EgressPage, EgressEditor>({
    port: fake.port,
    session: fake.session(),
    name: 'page',
    implementation: {},
    log: () => undefined,
  });
  return { approved, page, fake };
}

const values = [{ id: 'title', value: 'Orders, again' }];

describe('the egress view', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('lets go exactly what it has shown', async () => {
    const { approved, page } = review();
    const { view } = await page.call('ready');
    assert.deepEqual(
      view.texts.map(({ name, isWhole }) => [name, isWhole]),
      [
        ['Title', true],
        ['Message', true],
      ],
    );
    await page.call('approve', view.revision);
    assert.deepEqual(
      (await approved)?.texts.map(({ text }) => text),
      view.texts.map(({ text }) => text),
    );
  });

  it('lets go what was left out and reworded last', async () => {
    const { approved, page } = review();
    await page.call('ready');
    const omissions = { ...nothingOmitted, exchanges: [3] };
    const view = await page.call('choose', { omissions, values });
    assert.equal(view.texts[0]?.text, 'Orders, again');
    assert.doesNotMatch(view.texts[1]?.text ?? '', /Change amount \|/);
    await page.call('approve', view.revision);
    assert.deepEqual((await approved)?.omissions, omissions);
  });

  it('shows a page that was hidden what was chosen before', async () => {
    const { page, fake } = review();
    await page.call('choose', { omissions: { ...nothingOmitted, bodies: true }, values });
    const { view } = await page.call('ready');
    assert.deepEqual(view.choice, { omissions: { ...nothingOmitted, bodies: true }, values });
    fake.close();
  });

  it('lets nothing go that is no longer shown', async () => {
    const { approved, page, fake } = review();
    const { view } = await page.call('ready');
    await page.call('choose', { omissions: nothingOmitted, values });
    await assert.rejects(page.call('approve', view.revision), /has changed meanwhile/);
    await assert.rejects(page.call('approve', 99), /has changed meanwhile/);
    fake.close();
    assert.equal(await approved, undefined);
  });

  it('lets nothing go while the next texts are on their way', async () => {
    let isSlow = false;
    const { page, fake } = review({
      ...egress,
      render: () => (isSlow ? new Promise(() => undefined) : [{ name: 'Message', text: 'first' }]),
    });
    const { view } = await page.call('ready');
    isSlow = true;
    void page.call('choose', { omissions: nothingOmitted, values }).catch(() => undefined);
    await assert.rejects(page.call('approve', view.revision), /has changed meanwhile/);
    page.dispose();
    fake.close();
  });

  for (const [title, choice] of [
    ['a request that is not there', { omissions: { ...nothingOmitted, exchanges: [7] }, values }],
    ['a field that is not there', { omissions: nothingOmitted, values: [{ id: 'body', value: '' }] }],
    ['no field', { omissions: nothingOmitted, values: [] }],
  ] as const) {
    it(`refuses a choice about ${title}`, async () => {
      const { page, fake } = review();
      await assert.rejects(page.call('choose', choice), /has changed meanwhile/);
      fake.close();
    });
  }

  for (const [title, end] of [
    ['is cancelled', ({ page }: ReturnType<typeof review>) => page.call('cancel')],
    ['is closed', ({ fake }: ReturnType<typeof review>) => Promise.resolve(fake.close())],
  ] as const) {
    it(`lets nothing go when it ${title}`, async () => {
      const open = review();
      await open.page.call('ready');
      await end(open);
      assert.equal(await open.approved, undefined);
    });
  }

  it('shows the beginning of a long text, and the whole in an editor', async () => {
    const text = 'ä'.repeat(100_000);
    const { page, fake } = review({ ...egress, render: () => [{ name: 'orders.html', text }] });
    const { view } = await page.call('ready');
    assert.deepEqual(
      [view.size, view.texts[0]?.isWhole, view.texts[0]?.text.length],
      [200_000, false, 60_000],
    );
    await page.call('openText', view.revision, 0);
    await until(() => vscode.window.activeTextEditor?.document.getText() === text);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    fake.close();
  });

  it('tells what was masked, and doubts what looks like a key', async () => {
    const key = `ghp_${'a'.repeat(36)}`;
    const { page, fake } = review({
      ...egress,
      render: () => [
        { name: 'A', text: 'token: ‹secret:7f3a›' },
        { name: 'B', text: `see ${key}` },
      ],
    });
    const { view } = await page.call('ready');
    assert.deepEqual(view.masks, [{ mask: '‹secret:7f3a›', count: 1, name: 'token' }]);
    assert.deepEqual(
      view.texts.map(({ holdsKey }) => holdsKey),
      [false, true],
    );
    fake.close();
  });
});
