/**
 * Guesses by names for a chain that nobody has seen answered: the variables that nothing gives a value, and the
 * extractions that would. References are there already, so extractions are all that is added.
 */
import { textAt } from '../../analysis/locationOf';
import type { ChainAnalysis } from '../../analysis/analysis';
import { addExtraction } from '../../edit/chainEdit';
import { applyEdits } from '../../edit/textEdit';
import { inEnglish, type Say } from '../../say';
import { suggestByNames, type NameReason, type NameSuggestion } from './suggestByNames';

/** The guesses for a chain, in the order of its variables. */
export function guessChain({ source, variables }: ChainAnalysis): readonly NameSuggestion[] {
  const requests = source.requests.map((request) => {
    const text = source.text.slice(request.start, request.end);
    return {
      method: request.method,
      url: textAt(request.tree, ['url']) ?? '',
      sendsPassword: /"\w*(?:password|passwd|pwd)"/i.test(text),
    };
  });
  const open = variables
    .filter(({ definitions }) => definitions.length === 0)
    .map(({ name, uses }) => ({ name, uses: uses.flatMap(({ requestIndex }) => requestIndex ?? []) }));
  return suggestByNames(requests, open);
}

/** The chain's text with the extractions that were guessed. */
export function withGuesses(guesses: readonly NameSuggestion[], { source }: ChainAnalysis): string {
  return guesses.reduce((text, { variable, producer, rule }) => {
    const id = source.requests[producer]?.id ?? '';
    return applyEdits(text, addExtraction(text, id, { ...rule, variable }));
  }, source.text);
}

/** Why a request is thought to give a value, as a sentence without its stop. */
export function nameReasonWords(reason: NameReason, say: Say = inEnglish): string {
  switch (reason) {
    case 'created':
      return say('the request creates such a thing');
    case 'replaced':
      return say('the request replaces such a thing');
    case 'listed':
      return say('the request lists such things');
    case 'signed-in':
      return say('the request signs in');
  }
}
