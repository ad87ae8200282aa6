/**
 * What a person sees while a matrix is tested: each flaw when it is found, and on a terminal the cell that
 * is under way right now. Everything goes to stderr; the output is for results.
 */
import type { AuthzEvent } from '../../core/authz/model/authzResult';
import { isFailure } from '../../core/authz/model/verdict';
import { oneLine } from '../../core/shownText';
import { plural } from '../../core/words';
import type { Paint } from '../../formats/reporters/consoleReport';

/** Where progress goes. */
export interface AuthzProgressOutput {
  readonly write: (text: string) => unknown;
  /** Whether a line can be written over. */
  readonly isTerminal: boolean;
  readonly paint: Paint;
}

const CLEAR_LINE = '\r\u001b[2K';

/** Starts following a run; gets each of its events. */
export function createAuthzProgress({
  write,
  isTerminal,
  paint,
}: AuthzProgressOutput): (event: AuthzEvent) => void {
  let total = 0;
  let done = 0;
  const clear = (): void => {
    if (isTerminal) {
      write(CLEAR_LINE);
    }
  };
  const underWay = (text: string): void => {
    if (isTerminal) {
      write(`${CLEAR_LINE}${paint.dim(`  … ${oneLine(text)}`)}`);
    }
  };
  return (event) => {
    switch (event.type) {
      case 'authz-started':
        total = event.plan.cells.filter(({ skip }) => skip === undefined).length;
        clear();
        write(`${paint.dim(startOf(total, event.plan.cells.length))}\n`);
        break;
      case 'authz-preparing':
        underWay(event.message);
        break;
      case 'cell-started':
        done += 1;
        underWay(`${done}/${total} ${event.id}`);
        break;
      case 'cell-finished':
        if (isFailure(event.result.class)) {
          clear();
          write(`${paint.red(`✗ ${event.result.class}`)} ${oneLine(event.result.cell.id)}\n`);
        }
        break;
      case 'authz-finished':
        clear();
    }
  };
}

function startOf(tested: number, planned: number): string {
  const cells = plural(tested, 'cell');
  return tested === planned ? `Testing ${cells}` : `Testing ${cells} of ${planned}`;
}
