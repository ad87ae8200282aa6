/**
 * Distinguishes the effect of an attack from values that change by themselves. Counters and times move again when
 * the owner looks again, some of them only after a second; what an attack changed stays changed.
 *
 * So two findings are doubted: that nothing changed, when something did where things moved before; and that
 * something changed by an attack that was refused, when the text of the attack is not among the changes.
 */
import type { RecordedResponse } from '../../../result/result';
import { CANARY } from '../../request/nonexistentId';
import type { CellStep } from '../../model/authzResult';
import type { Sender } from '../sender/sender';
import { compareViews, volatilePaths, type Comparison } from '../../judge/stateDiff';
import { isSuccess } from '../../response/status';
import type { Look } from '../inventory/testObject';

/** What was seen on both sides of an attack. */
export interface Views {
  readonly before: RecordedResponse;
  readonly after: RecordedResponse;
  /** What moved between two looks before the attack. */
  readonly volatile: ReadonlySet<string>;
  /** Whether the attack was not answered by a success. */
  readonly refused: boolean;
}

/** A comparison without what moves by itself. */
export interface StableComparison extends Comparison {
  /** The last look that was answered. */
  readonly newest: RecordedResponse;
  /** Further looks. */
  readonly steps: readonly CellStep[];
}

/** Milliseconds before each further look: at once, and when every counter of seconds has moved. */
const WAITS = [0, 1100];

/** Compares two views, and looks again where the comparison is doubtful. */
export async function compareStable(
  sender: Pick<Sender, 'pause'>,
  views: Views,
  look: () => Promise<Look | undefined>,
): Promise<StableComparison> {
  const { before } = views;
  const steps: CellStep[] = [];
  let newest = views.after;
  let compared = compareViews(before, newest, views.volatile);
  if (!isDoubtful(compared, views)) {
    return { ...compared, newest, steps };
  }
  const moving = new Set<string>();
  for (const wait of WAITS) {
    if (wait > 0) {
      await sender.pause(wait);
    }
    const further = await look();
    steps.push(...(further?.steps ?? []));
    if (further?.response === undefined || !isSuccess(further.response.status)) {
      break;
    }
    for (const path of volatilePaths(newest, further.response)) {
      moving.add(path);
    }
    newest = further.response;
    compared = compareViews(before, newest, moving);
    if (compared.state === 'same') {
      break;
    }
  }
  return { ...compared, newest, steps };
}

const NOTHING: ReadonlySet<string> = new Set();

function isDoubtful({ state, changes }: Comparison, { before, after, refused }: Views): boolean {
  if (state === 'same') {
    return compareViews(before, after, NOTHING).state === 'changed';
  }
  return state === 'changed' && refused && !changes.some((change) => CANARY.test(change.after ?? ''));
}
