/**
 * What to take instead where a run spoke against an applied mapping: the other sources that may have been meant, as
 * far as the run's answers have them with another value than the one that was refused.
 */
import { defined } from '../../defined';
import { setMember, treeOf } from '../../edit/jsonEdit';
import { applyEdits, editBetween } from '../../edit/textEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, type JsonObject } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import type { ExecutionResult } from '../../result/result';
import { ParsedResponse } from '../read/parsedResponse';
import type { AppliedMappings } from '../apply/applyMappings';
import type { AppliedPlace, JudgedPlace } from './judgeRun';
import { applyPicked, type ProposedSession } from './reviewMappings';
import { sessionOfResult } from '../read/sessionFromResult';
import { withoutUnused, type MadeExtraction, type WithoutExtraction } from './unusedExtraction';

/** Positions, among the choices of a place's mapping, of sources that fit; none unless the run rejected the place. */
export function otherSources({ place, verdict }: JudgedPlace, run: ExecutionResult): readonly number[] {
  if (verdict !== 'rejected') {
    return [];
  }
  const answers = new Map(
    sessionOfResult(run).flatMap(({ entry, response }) => {
      const id = run.requests[entry]?.request.id;
      return id === undefined || response === undefined ? [] : [[id, new ParsedResponse(response)] as const];
    }),
  );
  const { choices } = place.mapping;
  const chosen = choices[place.choice];
  const refused = chosen && answers.get(chosen.source)?.valueOf(chosen.producer.rule);
  return choices.flatMap(({ source, producer }, index) => {
    const value = index === place.choice ? undefined : answers.get(source)?.valueOf(producer.rule);
    return value === undefined || value === refused ? [] : [index];
  });
}

/** An applied place that is to take another of its sources. */
export interface Exchange {
  readonly place: AppliedPlace;
  /** Position among the choices of its mapping. */
  readonly choice: number;
  /** What Auto Map extracts in this chain; what a person extracts stays. */
  readonly made: readonly MadeExtraction[];
}

/** The outcome of an exchange. */
export interface Exchanged extends AppliedMappings {
  /** What the former source's request no longer extracts, as nothing refers to it; absent when still used. */
  readonly dropped?: JsonObject;
}

/**
 * The edits by which an applied place takes another of its sources. What it took is not extracted any more if it was
 * extracted for this, and no place takes it.
 *
 * @throws UserError when the text is not JSON
 */
export function takeInstead(
  text: string,
  session: ProposedSession,
  { place, choice, made }: Exchange,
): Exchanged {
  const restored = withValue(text, place);
  const { edits, ...applied } = applyPicked(restored, session, [{ key: place.mapping.key, choice }]);
  if (applied.places === 0) {
    return { ...applied, edits: [] };
  }
  const without = withoutFormer(applyEdits(restored, edits), place, made);
  return { ...applied, edits: editBetween(text, without.text), ...defined({ dropped: without.dropped }) };
}

/** The text in which an applied place states its recorded value again, without what was extracted only for it. */
export function restoreValue(text: string, place: AppliedPlace, made: readonly MadeExtraction[]): string {
  return withoutFormer(withValue(text, place), place, made).text;
}

function withoutFormer(
  text: string,
  place: AppliedPlace,
  made: readonly MadeExtraction[],
): Partial<WithoutExtraction> & Pick<WithoutExtraction, 'text'> {
  const former = made.find(({ source, variable }) => source === place.source && variable === place.variable);
  return (former === undefined ? undefined : withoutUnused(text, former)) ?? { text };
}

/** The text in which an applied place says its value again; the same text where it refers to something else by now. */
function withValue(text: string, { request, choice, variable, mapping }: AppliedPlace): string {
  const change = mapping.choices[choice]?.change;
  const requests = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  const index =
    requests !== undefined && isArray(requests)
      ? requests.findIndex((one) => valueAtSteps(one, ['id']) === request)
      : -1;
  const path = ['requests', index, ...(change?.path ?? [])];
  const now = valueAtSteps(valueOf(treeOf(text)), path);
  const [before, after, ...more] = typeof now === 'string' ? now.split(`{{${variable}}}`) : [];
  if (change === undefined || before === undefined || after === undefined || more.length > 0) {
    return text;
  }
  const restored = now === change.after ? change.before : `${before}${mapping.proposal.value}${after}`;
  return applyEdits(text, setMember(text, path, restored));
}
