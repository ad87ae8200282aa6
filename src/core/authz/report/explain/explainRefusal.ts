/** Sentences about refusals, by 403 or 404 and otherwise, and about what passes by its effect. */
import { comparesMembers } from '../../plan/exposureCells';
import {
  answerWords,
  callerWords,
  grantedWords,
  markerAdvice,
  objectWords,
  ownerWords,
  seenByOwner,
  type Explained,
  type Sentences,
} from './phrases';
import type { OutcomeClass } from '../../model/verdict';

/** What was answered, what it left unchanged, and what is wrong with the refusal. */
export const refusalSentences = {
  PASS_403: (input) => refused(input, '.'),
  PASS_404: (input) => refused(input, `: that ${objectWords(input.cell)} exists is hidden.`),
  PASS_401: (input) => refused(input, '.'),
  PASS_MAPPED: (input) =>
    refused(input, `, a denial that the matrix declares to mean ${input.signals.mapped ?? 403}.`),
  PASS_EFFECT: (input) => [passEffect(input)],
  PUBLIC_OK: (input) => [
    `The policy calls ${input.cell.operation} public, and ${callerWords(input.cell)} got what everybody gets: the answer is ${answerWords(input)}.`,
  ],
  SOFT_DENY: (input) =>
    inadequateRefusal(input, ', and its body says no', 'Clients and caches treat it as a success.'),
  DENIED_REDIRECT: (input) =>
    inadequateRefusal(
      input,
      ', a redirect',
      'A redirect says where to continue, not that access is forbidden.',
    ),
  DENIED_401: (input) =>
    inadequateRefusal(
      input,
      `, although the credentials of ${input.cell.caller} are valid`,
      '401 is for a caller who is not authenticated (RFC 9110, section 15.5.2).',
    ),
  DENIED_OTHER: (input) => inadequateRefusal(input, '', 'It refuses for a reason other than permission.'),
} as const satisfies Partial<Record<OutcomeClass, Sentences>>;

function refused(input: Explained, more: string): readonly string[] {
  const { cell, signals } = input;
  const marker = `The leak check had no marker: nothing in ${seenByOwner(cell)} differs from what others have.${markerAdvice(input)}`;
  return [
    `The answer is ${answerWords(input)}${more} ${untouched(input)}`,
    ...(signals.leak === 'unknown' ? [marker] : []),
  ];
}

function inadequateRefusal(input: Explained, more: string, why: string): readonly string[] {
  return [
    `The answer is ${answerWords(input)}${more}. ${untouched(input)}`,
    `Only 403 passes, or 404 where existence is hidden. ${why}`,
  ];
}

/** What a refusal left as it was, as far as it was looked for. */
function untouched({ cell, signals }: Explained): string {
  const object = objectWords(cell);
  const owner = ownerWords(cell);
  const isSame = signals.state === 'same';
  if (signals.leak === 'unknown') {
    return isSame
      ? `${object} is unchanged.`
      : `Whether it contains anything of ${owner}'s could not be determined.`;
  }
  return isSame
    ? `${object} is unchanged, and the answer contains nothing of ${owner}'s.`
    : `It contains nothing of ${owner}'s.`;
}

function passEffect(input: Explained): string {
  const { cell } = input;
  switch (cell.kind) {
    case 'LIST':
      return `All pages were read: they contain ${cell.caller}'s own objects and nothing of ${ownerWords(cell)}'s.`;
    case 'PROP':
      if (comparesMembers(cell)) {
        return `${callerWords(cell)} may use ${cell.operation}, and the API description lists all members of the answer.`;
      }
      return cell.effect === 'read'
        ? `${callerWords(cell)} may use ${cell.operation}, and the answer does not show ${cell.property ?? 'the property'}.`
        : `${cell.property ?? 'The property'} did not take the value that ${cell.caller} sent. The answer is ${answerWords(input)}.`;
    default:
      return `${callerWords(cell)} may use ${cell.operation}${grantedWords(cell)}, and it works: the answer is ${answerWords(input)}.`;
  }
}
