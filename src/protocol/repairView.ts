/** A repair as the review gets it: in plain words, each text on one line. */
import {
  explainChanges,
  explainOpen,
  placeWords,
  unexplainedWords,
  type ExplainedDecision,
  type ShownRepair,
} from '../core/mapping/repair/explainRepair';
import type { DoneRepair, ShownDecision } from './repairContract';
import { line } from './shownLine';

/** What else is known of a repair. */
type RepairFacts = Pick<DoneRepair, 'outcome' | 'comparedWith' | 'chain'>;

/** A repair that is over. */
export function doneRepair(shown: ShownRepair, facts: RepairFacts): DoneRepair {
  const { trials, failures, remarks, stale, unexplained } = shown.report;
  const { nameOf } = shown;
  const decisions = (open: typeof failures): readonly ShownDecision[] =>
    open.map((one) => shownDecision(explainOpen(one, shown), shown));
  return {
    kind: 'done',
    ...facts,
    trials,
    changes: explainChanges(shown).map(({ request, place, takes, why, before, after }) => ({
      request: { id: request, name: line(nameOf(request)) },
      place: line(place),
      takes: line(takes),
      why: line(why),
      ...(before === undefined ? {} : { before: line(before) }),
      after: line(after),
    })),
    decisions: decisions(failures),
    remarks: decisions(remarks),
    stale: stale.map((place) => line(placeWords(place, shown))),
    unexplained: unexplained.map((place) => line(unexplainedWords(place, shown))),
  };
}

function shownDecision(
  { request, words, proposals }: ExplainedDecision,
  { nameOf }: Pick<ShownRepair, 'nameOf'>,
): ShownDecision {
  return {
    request: { id: request, name: line(nameOf(request)) },
    words: line(words),
    proposals: proposals.map(({ text, ...rest }) => ({ text: line(text), ...rest })),
  };
}
