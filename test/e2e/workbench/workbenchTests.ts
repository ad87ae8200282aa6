/** What the suites in the shared workbench have in common: its page, time enough, and no open editor at the start of a test. */
import type { Page } from 'playwright-core';
import { sharedSession, type WorkbenchActions, type Session } from './workbenchSession';

/** The shared session, and what its tests use most. */
export interface SharedWorkbench {
  readonly session: Session;
  readonly page: Page;
  readonly actions: WorkbenchActions;
}

/**
 * Prepares a suite for the shared workbench, and skips it, visibly, where no VS Code can be had.
 *
 * @param given gets the workbench before the first test
 */
export function workbenchTests(suite: Mocha.Suite, given: (workbench: SharedWorkbench) => unknown): void {
  let actions: WorkbenchActions;
  let page: Page;
  suite.timeout(300_000);
  before(async function () {
    const session = await sharedSession(this);
    ({ page, actions } = session);
    given({ session, page, actions });
  });
  beforeEach(() => actions.closeEditors(page));
}
