import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const RUTH = 'r5xty1s76egqwbwalumwkwwz';
const BRUNO = 'gakoddgzh1f960uyods0175z';
const people = [
  { id: 1, documentId: BRUNO, name: 'Bruno Reis' },
  { id: 4, documentId: RUTH, name: 'Ruth Amsel' },
];
const list: StepSpec = { line: 'GET /picker/people', answer: { results: people } };

describe('a number next to the random id of the same item', () => {
  it('is taken from the item whose random id is sent with it, whatever it is called', () => {
    const sent = { byline: [{ id: 4, documentId: RUTH }] };
    assert.deepEqual(suggestionLines(sessionOf(list, { line: 'POST /articles', sent })), [
      "peopleId: 0 body $.results[?@.name == 'Ruth Amsel'].id -> 1 body $.byline[0].id",
      "documentId: 0 body $.results[?@.name == 'Ruth Amsel'].documentId -> 1 body $.byline[0].documentId",
    ]);
  });

  it('is taken from the item whose random id ends the address', () => {
    const steps = sessionOf(list, { line: `PUT /writers/${RUTH}`, sent: { id: 4, name: 'Ruth A.' } });
    assert.deepEqual(
      suggestMappings(steps).flatMap(({ consumers }) =>
        consumers.map(({ slot, autoApply }) => [slot.location, slot.value, autoApply]),
      ),
      [
        ['path', RUTH, true],
        ['body', '4', true],
      ],
    );
  });

  it('is taken from the creation of the item, where a later list names it', () => {
    const steps = sessionOf(
      { line: 'POST /entries/api::person', answer: { data: { id: 4, documentId: RUTH } } },
      { line: `GET /entries/api::person/${RUTH}` },
      list,
      { line: 'POST /calls', sent: { personId: 4 } },
    );
    assert.ok(suggestionLines(steps).some((line) => line.endsWith('0 body $.data.id -> 3 body $.personId')));
  });

  const unexplained: [title: string, sent: unknown][] = [
    ['another item', { byline: [{ id: 4, documentId: BRUNO }] }],
    ['no item', { byline: [{ id: 4, rank: 2 }] }],
  ];
  for (const [title, sent] of unexplained) {
    it(`is not taken where the request sends the random id of ${title}`, () => {
      const lines = suggestionLines(sessionOf(list, { line: 'POST /articles', sent }));
      assert.deepEqual(
        lines.filter((line) => line.endsWith('[0].id')),
        [],
      );
    });
  }
});
