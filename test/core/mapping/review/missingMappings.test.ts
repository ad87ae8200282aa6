import assert from 'node:assert/strict';
import { missingMappings } from '../../../../src/core/mapping/review/missingMappings';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';

const TOKEN = 'q8Zr2LxW0vTn5KcY7hBd';

/** `1 path 1`, then the entries of candidates, then the later request: `< 0`, `late 2 movable`. */
function missing(...lines: readonly StepSpec[]): readonly string[] {
  const steps = sessionOf(...lines);
  return missingMappings(steps, suggestMappings(steps)).map(({ entry, slot, candidates, later }) => {
    const from = candidates.length === 0 ? '' : ` < ${candidates.map((one) => one.entry).join(' ')}`;
    const late = later === undefined ? '' : ` late ${later.entry}${later.canMove ? ' movable' : ''}`;
    return `${entry} ${slot.location} ${slot.key}${from}${late}`;
  });
}

describe('missingMappings', () => {
  const cases: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    ['an id that nothing answered', [{ line: 'GET /orders/17' }], ['0 path 1']],
    [
      'a token from before the recording',
      [{ line: 'GET /me', headers: { Authorization: `Bearer ${TOKEN}` } }],
      ['0 auth Authorization'],
    ],
    [
      'an id with a place that is called alike',
      [{ line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 8812 } }, { line: 'GET /orders/17' }],
      ['1 path 1 < 0'],
    ],
    [
      'a value once, however often it is used',
      [{ line: 'GET /orders/17' }, { line: 'DELETE /orders/17' }],
      ['0 path 1'],
    ],
    [
      'a request before the one that creates what it uses',
      [{ line: 'GET /orders/8812' }, { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 8812 } }],
      ['0 path 1 late 1 movable'],
    ],
    [
      'that a creation cannot be moved which takes what is answered in between',
      [
        { line: 'GET /orders/8812' },
        { line: 'POST /carts', answer: { id: 'c-9918273' } },
        { line: 'POST /orders', sent: { cartId: 'c-9918273' }, answer: { id: 8812 } },
      ],
      ['0 path 1 late 2'],
    ],
    [
      'nothing of what is mapped',
      [{ line: 'POST /orders', answer: { id: 7 } }, { line: 'GET /orders/7' }],
      [],
    ],
    [
      'nothing of a name with its password',
      [{ line: 'GET /me', headers: { Authorization: `Basic ${btoa(`${TOKEN}:pa55`)}` } }],
      [],
    ],
    [
      'nothing of what people type',
      [{ line: 'POST /users', sent: { name: 'Ada', email: 'ada@mail.test', pin: '4711', quantity: 3 } }],
      [],
    ],
    [
      'nothing of what clients make',
      [
        {
          line: 'POST /pay?code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw',
          headers: {
            'Idempotency-Key': '5b1f0a9c-77d2-4f10-bd2f-7c8aba7e47dc',
            Authorization: 'Basic YWRhOng=',
          },
        },
      ],
      [],
    ],
    ['nothing in an empty session', [], []],
  ];
  for (const [title, steps, expected] of cases) {
    it(`tells ${title}`, () => {
      assert.deepEqual(missing(...steps), expected);
    });
  }

  it('takes no candidate from an error', () => {
    const steps: readonly StepSpec[] = [
      { line: 'POST /orders', status: 422, answer: { orderId: 3 } },
      { line: 'GET /orders/17' },
    ];
    assert.deepEqual(missing(...steps), ['1 path 1']);
  });

  it('reads a long session in bounded time', () => {
    const answer = { items: Array.from({ length: 500 }, (_, id) => ({ id, ownerId: id + 1 })) };
    const steps = Array.from({ length: 300 }, (_, n) => ({ line: `GET /orders/${10_000 + n}`, answer }));
    assert.equal(missing(...steps).length, 200);
  });
});
