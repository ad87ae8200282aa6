/** What a proposal could not decide, in words that a person can answer, and the answers. */

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
}

/** A possible answer. */
export interface Choice {
  readonly value: string;
  /** What a person reads: `only its owner`. */
  readonly title: string;
}

/** Answers by the ids of their questions. */
export type Answers = ReadonlyMap<string, string>;

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
