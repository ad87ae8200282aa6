/** What a proposal could not decide, in words that a person can answer, and the answers. */
import type { JsonObject } from '../../json/json';
import type { Say } from '../../say';

/** An open question. Its proposed answer is used until somebody gives another one. */
export interface Question {
  /** What an answer names it by: `sign-in`, `objects`, `functions.customer`. */
  readonly id: string;
  /** A question in words: `How do users sign in?`. */
  readonly text: string;
  /** Whether one of the choices is an answer, any number of them, or any text. */
  readonly kind: 'one' | 'several' | 'text';
  /** Empty for a text. */
  readonly choices: readonly Choice[];
  /** The proposed answer as it would be given: for several, values separated by commas. */
  readonly proposed: string;
  /** Where the answer is written. */
  readonly decides: readonly DecidedPlace[];
}

/** Places in the matrix, or in the chain that is written with it. */
export interface DecidedPlace {
  readonly in: 'matrix' | 'chain';
  /** From the outermost member: a name, with `*` at its end for any text, or the items that have these members. */
  readonly path: readonly (string | JsonObject)[];
}

/** A place in the matrix. */
export function inMatrix(...path: readonly string[]): DecidedPlace {
  return { in: 'matrix', path };
}

/** A possible answer. */
export interface Choice {
  readonly value: string;
  /** What a person reads: `only its owner`. */
  readonly title: string;
}

/** Answers by the ids of their questions. */
export type Answers = ReadonlyMap<string, string>;

/** The extraction of a variable, in any request of the chain. */
export function inExtraction(variable: string): DecidedPlace {
  return { in: 'chain', path: ['requests', '*', 'extract', { variable }] };
}

/** The answers so far, and the language in which is asked. */
export interface Asking {
  readonly answers: Answers;
  readonly say: Say;
}

/** The answer to a question, as far as somebody gave one that it can have; else the proposed one. */
export function answerTo(question: Question, answers: Answers): string {
  const given = answers.get(question.id)?.trim();
  return given !== undefined && fits(question, given) ? given : question.proposed;
}

/** The values of an answer to a question with several choices. */
export function valuesOf(answer: string): readonly string[] {
  return answer
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

/** Whether a text can be the answer to a question. */
export function fits({ kind, choices }: Question, answer: string): boolean {
  const isChoice = (text: string): boolean => choices.some(({ value }) => value === text);
  switch (kind) {
    case 'one':
      return isChoice(answer);
    case 'several':
      return valuesOf(answer).every(isChoice);
    case 'text':
      return answer !== '';
  }
}
