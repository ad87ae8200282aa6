import assert from 'node:assert/strict';
import type { ProposalChoice, ProposalView } from '../../../src/protocol/proposalContract';
import {
  initialState,
  isCurrent,
  reduceProposal,
  shownQuestions,
  withAnswer,
  withNewUser,
  withSource,
  withUser,
  withValue,
} from '../../../webview-ui/proposal/proposalState';

const choice: ProposalChoice = {
  source: 0,
  name: '',
  users: [
    { name: 'alice', role: 'user' },
    { name: 'bob', role: 'user' },
  ],
  answers: [{ id: 'mutate', value: 'no' }],
};
const whole = {
  ...{ users: [], questions: [], files: [], notes: [] },
  size: { operations: 1, cells: 2, requests: 3 },
};
const view: ProposalView = {
  revision: 1,
  sources: [{ name: 'a.yaml', kind: 'description' }],
  choice,
  proposal: whole,
};
const shown = reduceProposal(initialState, { type: 'shown', view });

describe('the state of a proposal', () => {
  it('is current once it is shown', () => {
    assert.equal(isCurrent(initialState), false);
    assert.equal(isCurrent(shown), true);
  });

  it('is not current until the last choice has been answered', () => {
    const first = { ...choice, name: 'first' };
    const second = { ...choice, name: 'second' };
    let state = reduceProposal(shown, { type: 'chosen', choice: first });
    state = reduceProposal(state, { type: 'chosen', choice: second });
    state = reduceProposal(state, { type: 'answered', choice: first, view: { ...view, revision: 2 } });
    assert.deepEqual([state.view?.revision, isCurrent(state)], [1, false]);
    state = reduceProposal(state, { type: 'answered', choice: second, view: { ...view, revision: 3 } });
    assert.deepEqual([state.view?.revision, isCurrent(state)], [3, true]);
  });

  it('shows what is chosen until the editor has answered, then its answer', () => {
    const question = {
      id: 'mutate',
      text: 'Change?',
      kind: 'text',
      choices: [],
      answer: 'no',
      lines: [],
    } as const;
    const proposal = { ...whole, questions: [question] };
    const answers = [{ id: 'mutate', value: 'perhaps' }];
    const asked = { ...choice, answers };
    const before = reduceProposal(shown, { type: 'chosen', choice: asked });
    assert.equal(shownQuestions(before, proposal)[0]?.answer, 'perhaps');
    const after = reduceProposal(before, { type: 'answered', choice: asked, view });
    assert.equal(shownQuestions(after, proposal)[0]?.answer, 'no');
  });

  it('cannot be written while it is written, or with a problem', () => {
    assert.equal(isCurrent(reduceProposal(shown, { type: 'writing' })), false);
    const problem = reduceProposal(shown, { type: 'shown', view: { ...view, problem: 'No.' } });
    assert.equal(isCurrent(problem), false);
  });

  it('keeps why something failed until it is dismissed or something else is done', () => {
    const writing = reduceProposal(shown, { type: 'writing' });
    const failed = reduceProposal(writing, { type: 'action-failed', message: 'No room.' });
    assert.deepEqual([failed.problem, isCurrent(failed)], ['No room.', true]);
    assert.equal(reduceProposal(failed, { type: 'problem-dismissed' }).problem, undefined);
    assert.equal(reduceProposal(failed, { type: 'chosen', choice }).problem, undefined);
  });
});

describe('choices of a proposal', () => {
  it('have one answer to a question', () => {
    assert.deepEqual(withAnswer(choice, 'mutate', 'yes').answers, [{ id: 'mutate', value: 'yes' }]);
    assert.equal(withAnswer(choice, 'public', '').answers.length, 2);
  });

  it('keep the users and no answers for another file', () => {
    assert.deepEqual(withSource({ ...choice, name: 'x' }, 2), {
      ...choice,
      source: 2,
      name: '',
      answers: [],
    });
  });

  it('change and remove a user, and add one under a free name', () => {
    assert.deepEqual(withUser(choice, 1, { role: 'admin' }).users[1], { name: 'bob', role: 'admin' });
    assert.deepEqual(withUser(choice, 0, undefined).users, [{ name: 'bob', role: 'user' }]);
    assert.deepEqual(withNewUser(choice).users.at(-1), { name: 'carol', role: 'user' });
    assert.deepEqual(withNewUser({ ...choice, users: [] }).users, [{ name: 'alice', role: 'user' }]);
  });

  it('never name two added users the same', () => {
    let many = choice;
    for (let count = 0; count < 8; count += 1) {
      many = withNewUser(many);
    }
    const names = many.users.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
  });

  it('join values in the order of the choices', () => {
    const question = { answer: 'c,a', choices: [{ value: 'a' }, { value: 'b' }, { value: 'c' }] };
    assert.equal(withValue(question, 'b', true), 'a,b,c');
    assert.equal(withValue(question, 'a', false), 'c');
    assert.equal(withValue({ ...question, answer: '' }, 'b', true), 'b');
    assert.equal(withValue({ ...question, answer: 'b' }, 'b', false), '');
  });
});
