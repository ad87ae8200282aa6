/**
 * Explains a verdict to people who did not write the matrix: what was answered, what proves harm or
 * its absence, and what to do next. The first sentence is enough to act on.
 *
 * The sentences follow from the signals and the evidence alone, so that `authz replay` gives the same ones, and the editor
 * has them in its own language. They name places and fingerprints of data, never data.
 */
import { defined } from '../../../defined';
import { inEnglish, type Say } from '../../../say';
import type { CellResult } from '../../model/authzResult';
import { harmSentences } from './explainHarm';
import { inconclusiveSentences } from './explainInconclusive';
import { refusalSentences } from './explainRefusal';
import type { Explained, Sentences, Told } from './phrases';
import { forgeryOf } from '../../plan/requests/tokenVariants';
import { variantWords } from './variantWords';
import type { OutcomeClass } from '../../model/verdict';

/** The reasons of a verdict, most important first. Whole sentences. */
export function explain(explained: Explained, say: Say = inEnglish): readonly string[] {
  const input = { ...explained, say };
  const { callerRole, operation, undeclared } = input.cell;
  const policy = say(
    'The policy does not say what {0} may do with {1}, so it was taken as not granted. Add it to the policy.',
    callerRole,
    operation,
  );
  return [
    ...SENTENCES[input.class](input),
    ...sentAs(input),
    ...exploitabilityWords(input),
    ...(undeclared === true ? [policy] : []),
  ];
}

/**
 * The reasons of a stored result in another language. `translate` is for sentences in it that were written when it was run.
 */
export function reasonsIn(
  result: CellResult,
  say: Say,
  translate: (sentence: string) => string,
): readonly string[] {
  const explained = explainedOf(result);
  // What a waiver or an older version said is not said again.
  if (explained === undefined || explain(explained).join('\n') !== result.reasons.join('\n')) {
    return result.reasons.map(translate);
  }
  const { controlFailure, attackFailure } = explained;
  return explain(
    {
      ...explained,
      ...(controlFailure === undefined ? {} : { controlFailure: translate(controlFailure) }),
      ...(attackFailure === undefined ? {} : { attackFailure: translate(attackFailure) }),
    },
    say,
  );
}

/** What a stored result is explained by; absent when nothing was sent for the cell. */
export function explainedOf(result: CellResult): Explained | undefined {
  const { cell, signals, leaks, changes, controlFailure, attackFailure, exploitability, fieldToMark } =
    result;
  return signals === undefined
    ? undefined
    : {
        cell,
        signals,
        class: result.waived?.class ?? result.class,
        leaks,
        changes,
        ...defined({ controlFailure, attackFailure, exploitability, fieldToMark }),
      };
}

/** What an attack pack did to the request. */
function sentAs({ cell, say }: Told): readonly string[] {
  const { variant, skip, caller } = cell;
  if (variant === undefined || skip !== undefined) {
    return [];
  }
  const repeat = say('To repeat it by hand, send the forged token in place of that of {0}.', caller);
  return [
    say('{0} means: {1}.', variant, variantWords(variant, say)),
    ...(forgeryOf(cell) === undefined ? [] : [repeat]),
  ];
}

/** How soon a flaw is used. */
function exploitabilityWords({ class: outcome, exploitability, say }: Told): readonly string[] {
  if (exploitability === undefined || !REACHED.has(outcome)) {
    return [];
  }
  return [
    say(
      exploitability === 'easy'
        ? 'The identifier is easy to guess, so anybody can try all of them.'
        : 'The identifier is hard to guess, but identifiers leak: no check can rely on that.',
    ),
  ];
}

const REACHED: ReadonlySet<OutcomeClass> = new Set(['FLAW_READ', 'FLAW_WRITE', 'FLAW_DELETE']);

const SENTENCES: Readonly<Record<OutcomeClass, Sentences>> = {
  ...harmSentences,
  ...refusalSentences,
  ...inconclusiveSentences,
  SKIPPED: ({ cell, say }) => [cell.skip ?? say('Nothing was sent for this cell.')],
  WAIVED: ({ say }) => [say('A waiver of the matrix accepts this verdict.')],
};
