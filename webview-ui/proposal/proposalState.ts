/**
 * The state of the page: what the editor proposed last, and what the person has chosen since. Each choice is asked about at
 * once; answers that come late are passed over.
 */
import type {
  ProposalChoice,
  ProposalView,
  ShownProposal,
  ShownQuestion,
} from '../../src/protocol/proposalContract';

/** Everything the page renders from. */
export interface ProposalState {
  /** Absent until the editor has answered. */
  readonly view?: ProposalView;
  /** What the person wants; absent until the editor has answered. */
  readonly choice?: ProposalChoice;
  /** Whether files are being written. */
  readonly isWriting: boolean;
  /** Why the last action did not work. */
  readonly problem?: string;
}

/** What can happen to the page. */
export type ProposalAction =
  | { readonly type: 'shown'; readonly view: ProposalView }
  | { readonly type: 'chosen'; readonly choice: ProposalChoice }
  | { readonly type: 'answered'; readonly view: ProposalView; readonly choice: ProposalChoice }
  | { readonly type: 'writing' }
  | { readonly type: 'action-failed'; readonly message: string }
  | { readonly type: 'problem-dismissed' };

/** The page before the editor has said anything. */
export const initialState: ProposalState = { isWriting: false };

/** The state after an action. */
export function reduceProposal(state: ProposalState, action: ProposalAction): ProposalState {
  const { problem: _gone, ...rest } = state;
  switch (action.type) {
    case 'shown':
      return { isWriting: false, view: action.view, choice: action.view.choice };
    case 'chosen':
      return { ...rest, choice: action.choice };
    case 'answered':
      // The answer has a copy of the choice that was asked about; the page continues with its own.
      return state.choice === action.choice
        ? { ...state, view: { ...action.view, choice: action.choice } }
        : state;
    case 'writing':
      return { ...rest, isWriting: true };
    case 'action-failed':
      return { ...state, isWriting: false, problem: action.message };
    case 'problem-dismissed':
      return rest;
  }
}

/** Whether what is shown was proposed from what the person has chosen, and can be written. */
export function isCurrent({ view, choice, isWriting }: ProposalState): boolean {
  return view?.proposal !== undefined && view.problem === undefined && view.choice === choice && !isWriting;
}

/** The questions of a proposal; what was chosen since counts for the answer, until the editor has answered. */
export function shownQuestions(
  { view, choice }: ProposalState,
  { questions }: ShownProposal,
): readonly ShownQuestion[] {
  const chosen = view?.choice === choice ? [] : (choice?.answers ?? []);
  return questions.map((question) => {
    const answer = chosen.find(({ id }) => id === question.id)?.value;
    return answer === undefined ? question : { ...question, answer };
  });
}

/** A choice with the answer to a question. */
export function withAnswer(choice: ProposalChoice, id: string, value: string): ProposalChoice {
  const others = choice.answers.filter((answer) => answer.id !== id);
  return { ...choice, answers: [...others, { id, value }] };
}

/** A choice with another file: answers about one API say nothing about another. */
export function withSource(choice: ProposalChoice, source: number): ProposalChoice {
  return { ...choice, source, name: '', answers: [] };
}

/** A choice with a user changed, or without one. */
export function withUser(
  choice: ProposalChoice,
  position: number,
  changed: Partial<ProposalChoice['users'][number]> | undefined,
): ProposalChoice {
  const users = choice.users.flatMap((user, index) =>
    index !== position ? [user] : changed === undefined ? [] : [{ ...user, ...changed }],
  );
  return { ...choice, users };
}

/** A choice with one more user, of the first role, under a name that is free. */
export function withNewUser(choice: ProposalChoice): ProposalChoice {
  const names = new Set(choice.users.map(({ name }) => name));
  const name = NAMES.find((one) => !names.has(one)) ?? `user${names.size + 1}`;
  return { ...choice, users: [...choice.users, { name, role: choice.users[0]?.role ?? 'user' }] };
}

const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin'];

/** The answer of several values with one of them taken in, or left out; in the order of the choices. */
export function withValue(
  { answer, choices }: { readonly answer: string; readonly choices: readonly { readonly value: string }[] },
  value: string,
  isIn: boolean,
): string {
  const values = new Set(answer.split(',').filter((one) => one !== value));
  return choices
    .map((choice) => choice.value)
    .filter((one) => values.has(one) || (one === value && isIn))
    .join(',');
}
