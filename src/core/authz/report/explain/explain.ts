/**
 * Explains a verdict to people who did not write the matrix: what was answered, what proves harm or
 * its absence, and what to do next. The first sentence is enough to act on.
 *
 * The sentences follow from the signals and the evidence alone, so that `authz replay` gives the same ones. They
 * name places and fingerprints of data, never data.
 */
import { harmSentences } from './explainHarm';
import { inconclusiveSentences } from './explainInconclusive';
import { refusalSentences } from './explainRefusal';
import type { Explained, Sentences } from './phrases';
import { forgeryOf } from '../../plan/requests/tokenVariants';
import { variantWords } from './variantWords';
import type { Cell } from '../../model/cell';
import type { OutcomeClass } from '../../model/verdict';

/** The reasons of a verdict, most important first. Whole sentences. */
export function explain(input: Explained): readonly string[] {
  const { callerRole, operation, undeclared } = input.cell;
  const policy = `The policy does not say what ${callerRole} may do with ${operation}, so it was taken as not granted. Add it to the policy.`;
  return [
    ...SENTENCES[input.class](input),
    ...sentAs(input.cell),
    ...exploitabilityWords(input),
    ...(undeclared === true ? [policy] : []),
  ].map(capitalized);
}

/** What an attack pack did to the request. */
function sentAs(cell: Cell): readonly string[] {
  const { variant, skip, caller } = cell;
  if (variant === undefined || skip !== undefined) {
    return [];
  }
  const repeat = `To repeat it by hand, send the forged token in place of that of ${caller}.`;
  return [`${variant} means: ${variantWords(variant)}.`, ...(forgeryOf(cell) === undefined ? [] : [repeat])];
}

/** How soon a flaw is used. */
function exploitabilityWords({ class: outcome, exploitability }: Explained): readonly string[] {
  if (exploitability === undefined || !REACHED.has(outcome)) {
    return [];
  }
  return exploitability === 'easy'
    ? ['The identifier is easy to guess, so anybody can try all of them.']
    : ['The identifier is hard to guess, but identifiers leak: no check can rely on that.'];
}

const REACHED: ReadonlySet<OutcomeClass> = new Set(['FLAW_READ', 'FLAW_WRITE', 'FLAW_DELETE']);

const SENTENCES: Readonly<Record<OutcomeClass, Sentences>> = {
  ...harmSentences,
  ...refusalSentences,
  ...inconclusiveSentences,
  SKIPPED: ({ cell }) => [cell.skip ?? 'Nothing was sent for this cell.'],
  WAIVED: () => ['A waiver of the matrix accepts this verdict.'],
};

/** Names of users begin a sentence as they are written; our own words do not. */
function capitalized(sentence: string): string {
  return sentence.replace(
    /^(?:a|another|somebody)(?= )/,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  );
}
