import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { reasonWords } from '../../../../src/core/mapping/review/explainMapping';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const edit: StepSpec = { line: 'POST /edit', sent: { text: 'Oiled' }, answer: { edit: { newrevid: 23 } } };
const compare: StepSpec = { line: 'GET /compare?against=23' };
const found = ['newrevId: 0 body $.edit.newrevid -> 1 query against'];

describe('elimination', () => {
  it('explains an id by the only created one that no request takes, and does not tick it', () => {
    const steps = sessionOf(edit, compare);
    assert.deepEqual(suggestionLines(steps), found);
    const [consumer] = suggestMappings(steps).flatMap(({ consumers }) => consumers);
    assert.deepEqual(
      consumer?.evidence.map((reason) => reasonWords(reason)),
      ['no other request takes this created id, and nothing else explains the value'],
    );
    assert.equal(consumer.autoApply, false);
    assert.equal(consumer.confidence, 0.595);
  });

  const nothing: [title: string, steps: readonly StepSpec[]][] = [
    ['the id was not created', [{ ...edit, line: 'GET /edit' }, compare]],
    ['the creation failed', [{ ...edit, status: 409 }, compare]],
    ['the value was sent before', [{ line: 'GET /pages?against=23' }, edit, compare]],
    ['the created number is no id', [{ ...edit, answer: { edit: { words: 23 } } }, compare]],
    ['the number counts something', [edit, { line: 'GET /compare?limit=23' }]],
    [
      'the number has one digit',
      [{ ...edit, answer: { edit: { newrevid: 7 } } }, { line: 'GET /compare?against=7' }],
    ],
    ['two created things have the id', [edit, { ...edit, line: 'POST /draft' }, compare]],
    [
      'the place has a text and the id is a number',
      [edit, { line: 'POST /compare', sent: { against: '23' } }],
    ],
  ];
  for (const [title, steps] of nothing) {
    it(`explains nothing where ${title}`, () => {
      assert.deepEqual(suggestionLines(sessionOf(...steps)), []);
    });
  }

  it('leaves out a created id that another request takes', () => {
    const order = { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 42 } };
    const steps = sessionOf(order, { line: 'GET /orders/42' }, { line: 'GET /compare?against=42' });
    assert.deepEqual(suggestionLines(steps), ['orderId: 0 body $.id -> 1 path 1']);
  });
});
