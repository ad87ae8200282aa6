import assert from 'node:assert/strict';
import { objectCopies } from '../../../../src/core/mapping/match/objectCopies';
import { sessionOf, type StepSpec } from '../session';

const question = { id: 4, question: 'Name of your first pet?', createdAt: '2026-01-05T09:00:00Z' };
const turned = { createdAt: question.createdAt, question: question.question, id: question.id };

/** `0 data -> 1 securityQuestion`, with `$` for the whole body. */
function copied(...steps: readonly StepSpec[]): readonly string[] {
  const place = ({
    entry,
    steps: at,
  }: {
    readonly entry: number;
    readonly steps: readonly unknown[];
  }): string => `${entry} ${at.length === 0 ? '$' : at.join('.')}`;
  return objectCopies(sessionOf(...steps)).map(
    ({ producer, consumers }) => `${place(producer)} -> ${consumers.map(place).join(', ')}`,
  );
}

describe('objectCopies', () => {
  const cases: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    [
      'an object of a list inside a body',
      [
        { line: 'GET /questions', answer: { data: [question] } },
        { line: 'POST /users', sent: { email: 'ada@mail.test', securityQuestion: question } },
      ],
      ['0 data.0 -> 1 securityQuestion'],
    ],
    [
      'a whole body, its members in another order, in every request that sends it',
      [
        { line: 'GET /questions/4', answer: question },
        { line: 'PUT /questions/4', sent: turned },
        { line: 'PUT /questions/5', sent: question },
      ],
      ['0 $ -> 1 $, 2 $'],
    ],
    [
      'the outer object only',
      [
        { line: 'GET /users/1', answer: { name: 'Ada Lovelace', email: 'ada@mail.test', question } },
        { line: 'PUT /users/1', sent: { name: 'Ada Lovelace', email: 'ada@mail.test', question } },
      ],
      ['0 $ -> 1 $'],
    ],
    [
      'nothing that was sent before it was answered',
      [
        { line: 'POST /questions', sent: question, answer: question },
        { line: 'PUT /questions/4', sent: question },
      ],
      [],
    ],
    [
      'nothing that chance may repeat',
      [
        { line: 'GET /sizes', answer: { small: 1, middle: 2, large: 3 } },
        { line: 'POST /sizes', sent: { small: 1, middle: 2, large: 3 } },
      ],
      [],
    ],
    [
      'nothing of an error',
      [
        { line: 'GET /questions', status: 500, answer: question },
        { line: 'POST /users', sent: { securityQuestion: question } },
      ],
      [],
    ],
    ['nothing in an empty session', [], []],
  ];
  for (const [title, steps, expected] of cases) {
    it(`finds ${title}`, () => {
      assert.deepEqual(copied(...steps), expected);
    });
  }
});
