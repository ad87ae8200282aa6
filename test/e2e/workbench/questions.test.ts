import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { untilEqual } from '../../until';
import { answerQuestion } from './quickQuestions';
import { smallChain } from './smallChain';
import type { WorkbenchActions, Session } from './workbenchSession';
import { workbenchTests } from './workbenchTests';

describe('the questions before a run', function () {
  let session: Session;
  let page: Page;
  let actions: WorkbenchActions;
  workbenchTests(this, (shared) => ({ session, page, actions } = shared));

  function environment(name: string) {
    return page.locator('.statusbar-item[id$="chainwright.environment"]', { hasText: name });
  }

  async function chooseEnvironment(label: string): Promise<void> {
    await environment('').click();
    await actions.quickPickRow(page, label).click();
  }

  it('come up for an environment that is protected, and sending waits for the answer', async () => {
    const staging = { formatVersion: 1, name: 'staging', protected: true };
    const variables = { baseUrl: session.origin };
    await session.write('staging.environment.json', JSON.stringify({ ...staging, variables }));
    await session.openChain('protected');
    await chooseEnvironment('staging');
    await environment('staging').waitFor();
    const before = session.answered.length;
    await actions.lens(page, 'Run All').click();
    const question = page.getByRole('dialog', { name: /The environment staging is protected/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await actions.lens(page, 'Run All').click();
    await question.waitFor();
    assert.deepEqual(session.answered.slice(before), []);
    await question.getByRole('button', { name: 'Run', exact: true }).click();
    await actions.lens(page, /201 · \d/).waitFor();
    await untilEqual(() => session.answered.length - before, 5);
    await chooseEnvironment("Use Each Chain's Environment");
    await environment('local').waitFor();
  });

  it('come up for a secret without a value, and a request that needs it is not sent', async () => {
    await session.openChain(
      'secret',
      smallChain('secret').replaceAll('{{orderId}}', '{{$secret NOBODY_KNOWS_IT}}'),
    );
    const before = session.answered.length;
    await actions.lens(page, 'Run All').click();
    const question = page.getByRole('dialog', { name: /have no value: NOBODY_KNOWS_IT/ });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    assert.deepEqual(session.answered.slice(before), []);
  });

  it('lead from the preview in the form to a secret, which the preview has then', async () => {
    await session.openChain(
      'unset',
      smallChain('unset').replaceAll('{{orderId}}', '{{$secret ENTERED_IN_FORM}}'),
    );
    await actions.lens(page, 'Open as Form').click();
    const form = actions.webviewFrame(page);
    await form.getByRole('option', { name: /Read/ }).click();
    const link = form.getByRole('button', { name: 'Set Secret…' });
    await link.click();
    await answerQuestion(page, 'Value of ENTERED_IN_FORM', 'what nobody sees');
    await actions.quickPickRow(page, session.origin).waitFor();
    // not by a key: the page of the form may take the focus back when the first question closes
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await link.waitFor({ state: 'detached' });
    await form.locator('.url-preview').getByText('‹secret').waitFor();
  });
});
