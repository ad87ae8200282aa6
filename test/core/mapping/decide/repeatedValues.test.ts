import assert from 'node:assert/strict';
import { reasonWords } from '../../../../src/core/mapping/review/explainMapping';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';

const ID = '9007199254740993';

/** `meId: 0 -> 1, 2`, one line for each variable. */
function variablesOf(steps: readonly StepSpec[]): readonly string[] {
  return suggestMappings(sessionOf(...steps)).map(
    ({ variable, producer, consumers }) =>
      `${variable}: ${producer.entry} -> ${consumers.map(({ entry }) => entry).join(', ')}`,
  );
}

describe('a value that later answers repeat', () => {
  const profile: readonly StepSpec[] = [
    { line: 'GET /me', answer: { id: ID } },
    { line: `GET /users/${ID}`, answer: { id: ID, name: 'Ada' } },
    { line: `GET /users/${ID}/orders`, answer: [] },
  ];

  const kept: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    ['one variable where the later answer is called more alike', profile, ['meId: 0 -> 1, 2']],
    [
      'one variable for an id of few bits that a request sent and was answered with',
      [
        { line: 'GET /me', answer: { id: 'k3-9f2c81' } },
        { line: 'GET /users/k3-9f2c81', answer: { id: 'k3-9f2c81' } },
        { line: 'GET /users/k3-9f2c81/orders' },
      ],
      ['meId: 0 -> 1, 2'],
    ],
    [
      'one variable for an item of a list that was looked at alone',
      [
        {
          line: 'GET /products',
          answer: [
            { id: 'b1946ac92492d2347c6235b4', sku: 'TEA' },
            { id: '591785b794601e212b260e25', sku: 'CUP' },
          ],
        },
        {
          line: 'GET /products/591785b794601e212b260e25',
          answer: { id: '591785b794601e212b260e25', sku: 'CUP' },
        },
        { line: 'POST /cart', sent: { productId: '591785b794601e212b260e25' } },
      ],
      ['productId: 0 -> 1, 2'],
    ],
    [
      'a variable each for two fields of one page',
      [
        {
          line: 'GET /boats/8',
          answer: `<form action="/boats/8">${['0', '1']
            .map((at) => `<input type="hidden" name="sail-${at}-bought" value="2018-06-06">`)
            .join('')}</form>`,
        },
        { line: 'POST /boats/8', sent: 'sail-0-bought=2018-06-06&sail-1-bought=2018-06-06' },
      ],
      ['sail0Bought: 0 -> 1', 'sail1Bought: 0 -> 1'],
    ],
    [
      'two variables for a cookie that is sent without its quotes, and decoded as well',
      [
        { line: 'GET /', answerHeaders: { 'Set-Cookie': 'token="ab12cd34ef56%3D%3Dzz"' } },
        { line: 'GET /a', headers: { 'X-Token': 'ab12cd34ef56%3D%3Dzz' } },
        { line: 'GET /b', headers: { 'X-Token': 'ab12cd34ef56==zz' } },
      ],
      ['token: 0 -> 1', 'token2: 0 -> 2'],
    ],
    [
      'two variables where an item of a list was much less sure than the answer that it led to',
      [
        {
          line: 'GET /contacts',
          answer: [
            { id: 4, name: 'Karla Vogt' },
            { id: 5, name: 'Jonas Berg' },
          ],
        },
        { line: 'GET /show?cid=4', answer: { cid: 4, email: 'karla@glue.test' } },
        { line: 'GET /edit?cid=4' },
      ],
      ['contactId: 0 -> 1', 'cId: 1 -> 2'],
    ],
    [
      'two variables for two things with the same small id',
      [
        { line: 'POST /cards', answer: { id: 7 } },
        { line: 'GET /cards/7', answer: { id: 7 } },
        { line: 'POST /addresses', answer: { id: 7 } },
        { line: 'POST /checkout', sent: { cardId: 7, addressId: 7 } },
      ],
      ['cardId: 0 -> 1, 3', 'addressId: 2 -> 3'],
    ],
    [
      'the address that an answer led to, whatever had its id before',
      [
        { line: 'POST /login', status: 302, answerHeaders: { Location: `/interaction/${ID}` } },
        { line: `POST /interaction/${ID}`, status: 302, answerHeaders: { Location: `/auth/${ID}` } },
        { line: `GET /auth/${ID}` },
      ],
      ['interactionId: 0 -> 1', 'authId: 1 -> 2'],
    ],
  ];
  for (const [title, steps, expected] of kept) {
    it(`keeps ${title}`, () => {
      assert.deepEqual(variablesOf(steps), expected);
    });
  }

  it('is as sure of a later place as of the one that took the value first, and says so', () => {
    const crowded = { line: 'GET /feed', answer: { seen: Array.from({ length: 40 }, () => ID) } };
    const [me, user, orders] = profile;
    assert.ok(me !== undefined && user !== undefined && orders !== undefined);
    const [mine] = suggestMappings(
      sessionOf(
        { line: 'GET /me', answer: { user: { id: ID } } },
        user,
        crowded,
        {
          line: `GET /owners/${ID}`,
          answer: { id: ID },
        },
        { line: `GET /owners/${ID}/orders` },
      ),
    );
    const last = mine?.consumers.at(-1);
    assert.equal(last?.entry, 4);
    assert.equal(last.autoApply, true);
    assert.ok(
      last.evidence
        .map((reason) => reasonWords(reason))
        .includes('another request takes the same value from there'),
    );
  });
});
