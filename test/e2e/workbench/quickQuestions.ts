/** Questions that a workbench asks on top of itself, one after the other. */
import type { Page } from 'playwright-core';
import type { WorkbenchActions } from './workbenchSession';

/** Answers the question that is open, once it is the one that is meant; an empty answer takes what is proposed. */
export async function answerQuestion(page: Page, question: string, text: string): Promise<void> {
  await page.locator('.quick-input-widget', { hasText: question }).waitFor();
  const input = page.locator('.quick-input-widget input').first();
  if (text !== '') {
    await input.fill(text);
  }
  await input.press('Enter');
}

/** Makes a chain with the command for that. */
export async function makeChain(page: Page, actions: WorkbenchActions, name: string): Promise<void> {
  await actions.chooseCommand(page, 'Chainwright: New Chain…');
  await answerQuestion(page, 'New Chain', name);
}
