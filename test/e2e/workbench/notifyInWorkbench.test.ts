import assert from 'node:assert/strict';
import type { FrameLocator, Page } from 'playwright-core';
import { startChat, WEBHOOK_SECRET, type ChatServer } from '../../sharing/chatServer';
import { until } from '../../until';
import { answerQuestion } from './quickQuestions';
import { fileOf, smallChain } from './smallChain';
import { ownSession, type WorkbenchActions, type Session } from './workbenchSession';

const FAILING = smallChain('failing').replace(
  '"url": "{{baseUrl}}/api/orders/{{orderId}}"',
  '"url": "{{baseUrl}}/api/nothing"',
);

describe('notifications in the workbench', function () {
  this.timeout(300_000);
  let chat: ChatServer;
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;

  before(async function () {
    chat = await startChat();
    session = await ownSession(this, {});
    ({ page, actions } = session);
  });
  after(async () => {
    await session.close();
    await chat.close();
  });

  /** The page that was opened last: the egress view, which is next to the results. */
  const egress = (): FrameLocator => page.frameLocator('iframe.webview').last().frameLocator('#active-frame');

  /** Runs the chain from its text, which has the focus for it, and waits for its last request. */
  async function run(): Promise<void> {
    await actions.openFile(page, fileOf('failing'));
    const before = session.answered.length;
    await actions.lens(page, 'Run All').click();
    await until(() => session.answered.slice(before).some((one) => one.startsWith('GET /api/orders?')));
  }

  async function setUp(): Promise<void> {
    await actions.chooseCommand(page, 'Chainwright: Set Up Notification…');
    await actions.quickPickRow(page, 'Slack').click();
    await answerQuestion(page, 'Webhook Address of Slack', chat.address);
    await answerQuestion(page, 'Name of the Address', 'TEAM');
    await actions.quickPickRow(page, 'Every run').click();
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await actions.notification(page, 'Slack (TEAM) is notified of runs from now on.');
  }

  it('shows the first message before it leaves, sends the next by itself, and fails no run', async () => {
    await session.openChain('failing', FAILING);
    await setUp();

    await run();
    const first = await actions.notification(page, 'This is the first message to Slack (TEAM).');
    assert.deepEqual(chat.posts, []);
    await first.getByRole('button', { name: 'Show Message' }).click();
    await egress().getByText('at the address that is stored as TEAM').waitFor();
    const message = egress().getByRole('group', { name: 'What a reader of Message sees' });
    await message.getByText('Expected status is 2xx or 3xx, but it was 404.').waitFor();
    await message.getByText('chain=failing.chain.json&request=read').waitFor();
    await egress().getByRole('button', { name: 'Send to Slack' }).click();
    await until(() => chat.posts.length === 1);
    assert.match(chat.posts[0] ?? '', /❌ failing failed.*Read.*404.*failing\.chain\.json&request=read/s);

    await run();
    await until(() => chat.posts.length === 2);
    assert.equal(await page.locator('.tab', { hasText: 'Message to Slack' }).count(), 0);

    chat.answers.push(404);
    await run();
    const refused = await actions.notification(page, 'Slack was not notified: it answered with 404.');
    assert.equal(chat.posts.length, 3);
    await actions.webviewFrame(page).getByText('1 failed').first().waitFor();
    assert.ok(!(await page.content()).includes(WEBHOOK_SECRET));

    await refused.getByRole('button', { name: 'Try Again' }).click();
    await until(() => chat.posts.length === 4);
    assert.equal(chat.posts[3], chat.posts[2]);
  });
});
