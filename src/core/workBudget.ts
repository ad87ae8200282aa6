/**
 * A bound on the work that a selector of a stranger may cause on a response of a stranger.
 *
 * Work is counted in steps, not in time: the engine reads no clock, and the same input gives the same
 * answer on every machine.
 */

/**
 * How much work a rule may cause where it is applied: `quick` is at most about a tenth of a second and for the
 * thread that everything else needs, `full` is for a place where the work can be stopped from outside.
 */
export type Effort = 'quick' | 'full';

/** The work was more than allowed; `message` says so to the user. */
export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
  constructor() {
    super('it needs more work on this response than is allowed; make it more specific');
  }
}

/** The work is more than quick; with full effort it may succeed. */
export class NeedsFullEffortError extends Error {
  override readonly name = 'NeedsFullEffortError';
  constructor() {
    super('more than quick work was asked for');
  }
}

/** Steps that may still be taken. */
export class WorkBudget {
  constructor(
    private steps: number,
    private readonly effort: Effort = 'full',
  ) {}

  /** Takes steps; throws BudgetExceededError, or NeedsFullEffortError of a quick one, when there are none left. */
  spend(steps = 1): void {
    this.steps -= steps;
    if (this.steps < 0) {
      throw this.effort === 'full' ? new BudgetExceededError() : new NeedsFullEffortError();
    }
  }
}
