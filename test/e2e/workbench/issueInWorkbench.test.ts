import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { TOKEN } from '../../sharing/issues/issueApi';
import { startIssueServer, type IssueServer } from '../../sharing/issues/issueServer';
import { until } from '../../until';
import { answerQuestion } from './quickQuestions';
import { smallChain } from './smallChain';
import { ownSession, type WorkbenchActions, type Session } from './workbenchSession';

describe('an issue that is raised in the workbench', function () {
  this.timeout(300_000);
  let tracker: IssueServer;
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;

  before(async function () {
    tracker = await startIssueServer('gitlab');
    session = await ownSession(this, {
      settings: { 'chainwright.issues.servers': { gitlab: tracker.origin } },
    });
    ({ page, actions } = session);
  });
  after(async () => {
    await session.close();
    await tracker.close();
  });

  /** The page that was opened last: the egress view, which is next to the results. */
  const egress = (): FrameLocator => page.frameLocator('iframe.webview').last().frameLocator('#active-frame');

  const answerDialog = (button: string): Promise<void> =>
    page.getByRole('dialog').getByRole('button', { name: button, exact: true }).click();

  const clearNotifications = (): Promise<void> =>
    actions.chooseCommand(page, 'Notifications: Clear All Notifications');

  /** How many results were kept: a run that is over leaves one. */
  const resultsIn = async (folder: 'authz' | 'results'): Promise<number> => {
    const files = await readdir(path.join(session.workspace, '.chainwright', folder), { recursive: true });
    return files.filter((name) => name.endsWith('.json')).length;
  };
  /** Runs something again, to its end: what is shown until then is the run before. */
  const rerun = async (folder: 'authz' | 'results', run: () => Promise<void>): Promise<void> => {
    const kept = await resultsIn(folder);
    await run();
    await until(async () => (await resultsIn(folder)) > kept);
  };

  it('is worded by the person, and found the second time', async () => {
    const failing = smallChain('broken').replace(
      '"url": "{{baseUrl}}/api/orders/{{orderId}}"',
      '"url": "{{baseUrl}}/api/nothing"',
    );
    await session.openChain('broken', failing);
    await actions.lens(page, 'Run All').click();
    const results = actions.webviewFrame(page);
    await results.getByRole('button', { name: 'Raise issue…' }).click();
    await actions.quickPickRow(page, 'GitLab…').click();
    await answerQuestion(page, 'Project in GitLab', 'acme/shop');
    await answerQuestion(page, 'GitLab at', TOKEN);
    await egress().getByRole('textbox', { name: 'Title' }).fill('Orders cannot be read');
    await egress().getByRole('button', { name: 'Create Issue' }).click();
    await actions.notification(page, 'Added to issue #1.');
    assert.equal(tracker.issues[0]?.title, 'Orders cannot be read');
    assert.match(String(tracker.issues[0].body), /404/);
    await results.getByRole('button', { name: 'Issue #1' }).waitFor();

    await rerun('results', () => results.getByRole('button', { name: 'Run All' }).click());
    await results.getByRole('button', { name: 'Run All' }).waitFor();
    await results.getByRole('button', { name: 'Issue #1' }).waitFor();
    await results.getByRole('button', { name: 'Raise issue…' }).click();
    await actions.quickPickRow(page, 'acme/shop').click();
    await actions.quickPickRow(page, 'Comment on #1').click();
    await egress().getByRole('button', { name: 'Comment on #1' }).click();
    await until(() => tracker.issues[0]?.comments.length === 1);
    assert.equal(tracker.issues.length, 1);
    assert.deepEqual(tracker.faulty, []);
  });

  it('is about a flaw, from the grid and from its line, and linked in later runs', async () => {
    await clearNotifications();
    await actions.closeEditors(page);
    await actions.openFile(page, 'orders.authz.json');
    await actions.lens(page, 'Run Authorization Tests').click();
    await answerDialog('Run');
    const grid = actions.webviewFrame(page);
    await grid.getByRole('button', { name: 'Raise issue…' }).click();
    await actions.quickPickRow(page, 'acme/shop').click();
    await egress().getByRole('textbox', { name: 'Title' }).fill('Orders of others are read');
    await egress().getByRole('button', { name: 'Create Issue' }).click();
    await actions.notification(page, 'Added to issue #2.');
    // It is above the evidence.
    await clearNotifications();
    const [, issue] = tracker.issues;
    assert.equal(issue?.title, 'Orders of others are read');
    assert.match(String(issue.labels), /security.*severity:/);
    await grid.getByRole('button', { name: 'Issue #2' }).waitFor();

    await rerun('authz', async () => {
      await grid.getByRole('button', { name: 'Run All' }).click();
      await answerDialog('Run');
    });
    await grid.getByRole('button', { name: 'Issue #2' }).waitFor();

    await page.locator('.tab[data-resource-name="orders.authz.json"]').click();
    await actions.clickWord(page, '"order.read": {', 'order');
    await actions.chooseFix(page, 'Raise issue: ');
    await actions.quickPickRow(page, 'acme/shop').waitFor();
    await page.keyboard.press('Escape');
    assert.deepEqual([tracker.issues.length, tracker.faulty], [2, []]);
  });

  it('is looked for when sending it was cancelled, and is not there twice', async () => {
    await clearNotifications();
    await actions.closeEditors(page);
    await actions.openFile(page, 'broken.chain.json');
    await actions.lens(page, 'Run All').click();
    const results = actions.webviewFrame(page);
    await results.getByRole('button', { name: 'Raise issue…' }).click();
    await actions.quickPickRow(page, 'acme/shop').click();
    await actions.quickPickRow(page, 'Create Anyway').click();
    await egress().getByRole('textbox', { name: 'Title' }).fill('Under way');
    const count = tracker.issues.length;
    tracker.faults.push('unheard');
    await egress().getByRole('button', { name: 'Create Issue' }).click();
    await until(() => tracker.issues.length > count);
    const sending = await actions.notification(page, 'Sending to GitLab');
    // The tooltip of a button can cover another one.
    await sending.getByRole('button', { name: 'Cancel' }).press('Enter');
    const unsure = await actions.notification(page, /GitLab may have taken it/);
    await unsure.getByRole('button', { name: 'Look for It' }).press('Enter');
    await actions.notification(page, `Added to issue #${count + 1}.`);
    assert.deepEqual([tracker.issues.length, tracker.issues[count]?.title], [count + 1, 'Under way']);
    assert.deepEqual(tracker.faulty, []);
  });
});
