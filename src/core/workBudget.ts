/**
 * A bound on the work that a selector of a stranger may cause on a response of a stranger.
 *
 * Work is counted in steps, not in time: the engine reads no clock, and the same input gives the same
 * answer on every machine.
 */

/** The work was more than allowed; `message` says so to the user. */
export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
  constructor() {
    super('it needs more work on this response than is allowed; make it more specific');
  }
}

/** Steps that may still be taken. */
export class WorkBudget {
  constructor(private steps: number) {}

  /** Takes steps; throws BudgetExceededError when there are none left. */
  spend(steps = 1): void {
    this.steps -= steps;
    if (this.steps < 0) {
      throw new BudgetExceededError();
    }
  }
}
