import assert from 'node:assert/strict';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const HASH = '$2a$10$NVhw2N0z8Bi7V41WWdltbuMffxE1lqz4r';
const door = { address: '127.0.0.1:8384', owner: 'Ada Byron', mode: 'static', theme: 'dark', password: HASH };

function passwordLines(...steps: readonly StepSpec[]): readonly string[] {
  return suggestionLines(sessionOf(...steps)).filter((line) => line.includes('password'));
}

describe('returnedPasswords', () => {
  it('takes a password from the response when the object around it is sent back', () => {
    const steps: readonly StepSpec[] = [
      { line: 'GET /options', answer: { door } },
      { line: 'PUT /options', sent: { door: { ...door, theme: 'light', _open: true } }, answer: '' },
    ];
    assert.deepEqual(passwordLines(...steps), ['password: 0 body $.door.password -> 1 body $.door.password']);
  });

  const typed: [title: string, steps: readonly StepSpec[]][] = [
    [
      'that was typed before, also where a response repeats it',
      [
        { line: 'POST /login', sent: { user: 'ada', password: HASH } },
        { line: 'GET /options', answer: { door } },
        { line: 'PUT /options', sent: { door } },
      ],
    ],
    [
      'that the very request sends first which is answered with it',
      [
        { line: 'POST /doors', sent: door, answer: door },
        { line: 'PUT /doors/1', sent: door },
      ],
    ],
    [
      'that is another one than was read',
      [
        { line: 'GET /options', answer: { door } },
        { line: 'PUT /options', sent: { door: { ...door, password: 'open sesame' } } },
      ],
    ],
    [
      'of an object that has not all members that were read',
      [
        { line: 'GET /options', answer: { door: { ...door, isOpen: false } } },
        { line: 'PUT /options', sent: { door } },
      ],
    ],
    [
      'with which somebody signs in as a page has told',
      [
        { line: 'POST /guests', answer: { name: 'guest-17', password: HASH } },
        { line: 'POST /login', sent: { name: 'guest-17', password: HASH } },
      ],
    ],
    [
      'of a refused request, a form, and an empty one',
      [
        { line: 'GET /options', status: 403, answer: { door } },
        { line: 'GET /blank', answer: { ...door, password: '' } },
        { line: 'PUT /options', sent: { door } },
        { line: 'PUT /blank', sent: { ...door, password: '' } },
        { line: 'POST /options', sent: `password=${HASH}&mode=static&theme=dark` },
      ],
    ],
  ];
  for (const [title, steps] of typed) {
    it(`leaves a password ${title}`, () => {
      assert.deepEqual(passwordLines(...steps), []);
    });
  }
});
