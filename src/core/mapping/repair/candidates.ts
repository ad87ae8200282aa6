/** The changes of a chain that may explain how its run differs from the recording. */
import { aimsFor, withAim } from './aimPlaces';
import type { CarriedPlace, RepairSession } from './carriedPlaces';
import type { RunDifference } from './compareRun';
import type { Candidate } from './repairReport';
import type { RunAnswers } from './runAnswers';
import { withGenerated, type Generation } from './generatedValues';
import { relativeDatesFor } from './relativeDates';
import { saysNotNew, uniqueValuesFor } from './uniqueValues';

/** A chain as far as it is repaired. */
export interface RepairedChain {
  readonly text: string;
  readonly places: readonly CarriedPlace[];
  /** Its text before the repair, and the places in that. */
  readonly original: string;
  readonly before: readonly CarriedPlace[];
  readonly session: RepairSession;
}

/** Trials for a request that passed with another answer: it may be right. */
const MAX_FOR_REMARK = 2;

/** What may explain a difference, the likeliest first. */
export function candidatesFor(
  difference: RunDifference,
  { text, places, session, before }: RepairedChain,
  answers: RunAnswers,
): readonly Candidate[] {
  const { request, isFailure, kind } = difference;
  const recorded = new Set(
    before.flatMap(({ mapping, variable }) => (variable === undefined ? [mapping.key] : [])),
  );
  const aims = aimsFor({
    difference,
    places,
    answers,
    wasRecorded: ({ mapping }) => recorded.has(mapping.key),
  });
  const generations = kind === 'refused' ? generationsFor({ text, session }, request, answers) : [];
  return isFailure || kind === 'content' ? [...generations, ...aims] : aims.slice(0, MAX_FOR_REMARK);
}

function generationsFor(
  { text, session }: Pick<RepairedChain, 'text' | 'session'>,
  request: string,
  answers: RunAnswers,
): readonly Generation[] {
  const answer = answers.textOf(request);
  const status = answers.resultOf(request)?.exchange?.response?.status;
  const refused = { chain: text, session, request, answer };
  return [
    ...relativeDatesFor(status, refused),
    ...(saysNotNew(status, answer) ? uniqueValuesFor(refused) : []),
  ];
}

/** The text of a chain with a change. */
export function withCandidate(candidate: Candidate, { text, original, session }: RepairedChain): string {
  return candidate.kind === 'aim'
    ? withAim(text, original, session, candidate)
    : withGenerated(text, session, candidate);
}
