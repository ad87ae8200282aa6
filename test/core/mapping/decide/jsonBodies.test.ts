import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { extractNow } from '../../../../src/core/run/extract';
import { viewResponse } from '../../../../src/core/run/responseView';
import { sessionOf, type StepSpec } from '../session';

describe('suggested rules for bodies of JSON', () => {
  const bodies: [title: string, answer: string, answerType: string, value: string][] = [
    ['after a guard', `)]}'\n{"id":"it_9d0e1f2a"}`, 'application/json', 'it_9d0e1f2a'],
    ['in lines', '{"id":"it_5f6a7b8c"}\n{"id":"it_9d0e1f2a"}\n', 'application/jsonl', 'it_9d0e1f2a'],
    ['that are one text', '"it_9d0e1f2a"', 'application/json', 'it_9d0e1f2a'],
  ];
  for (const [title, answer, answerType, value] of bodies) {
    it(`take the value in a run from bodies ${title}`, () => {
      const session = sessionOf({ line: 'POST /items', answer, answerType }, { line: `GET /items/${value}` });
      const view = viewResponse(
        {
          status: 200,
          statusText: 'OK',
          httpVersion: '1.1',
          headers: [{ name: 'Content-Type', value: answerType }],
          body: new TextEncoder().encode(answer),
          wireSize: answer.length,
        },
        'http://api.test/items',
      );
      const outcomes = suggestMappings(session).map(({ producer: { rule } }) =>
        extractNow({ variable: 'v', ...rule }, view, { effort: 'quick' }),
      );
      assert.deepEqual(outcomes, [{ kind: 'found', value }]);
    });
  }
});

describe('lists of numbers in bodies of JSON', () => {
  const ticked = (...steps: readonly StepSpec[]): readonly string[] =>
    suggestMappings(sessionOf(...steps)).flatMap(({ consumers }) =>
      consumers.filter(({ autoApply }) => autoApply).map(({ slot }) => String(slot.key)),
    );

  it('have the ids of the things that they are called after', () => {
    const keys = ticked(
      { line: 'GET /categories', answer: [6, 9].map((id) => ({ id, name: `Joinery of kind ${id}` })) },
      { line: 'POST /tags', sent: { name: 'handsaw' }, answer: { id: 7, name: 'handsaw' } },
      { line: 'POST /posts', sent: { title: 'A box', categories: [9], tags: [7] } },
    );
    assert.deepEqual(keys, ['$.categories[0]', '$.tags[0]']);
  });

  it('have no ids of other things', () => {
    const keys = ticked(
      { line: 'POST /tags', sent: { name: 'handsaw' }, answer: { id: 7, name: 'handsaw' } },
      { line: 'POST /posts', sent: { sizes: [7], status: [7] } },
    );
    assert.deepEqual(keys, []);
  });
});

describe('an id that the address or its neighbour says the thing of', () => {
  const list: StepSpec = {
    line: 'GET /items/articles',
    answer: { data: ['Rain', 'Snow'].map((title, index) => ({ id: 2 + index, title })) },
  };
  const sentIn = (last: StepSpec): readonly string[] =>
    suggestMappings(sessionOf(list, last)).flatMap(({ consumers }) =>
      consumers.map(({ slot }) => String(slot.key)),
    );

  const cases: [title: string, last: StepSpec, keys: readonly string[]][] = [
    ['a list alone', { line: 'DELETE /items/articles', sent: [3] }, ['$[0]']],
    [
      'a neighbour that names the list',
      { line: 'POST /comments', sent: { collection: 'articles', item: '3', text: 'Wet' } },
      ['$.item'],
    ],
    [
      'a neighbour with the same first word',
      { line: 'POST /likes', sent: { targetType: 'article', targetId: 3 } },
      ['$.targetId'],
    ],
    [
      'a neighbour that names another thing',
      { line: 'POST /likes', sent: { targetType: 'page', targetId: 3 } },
      [],
    ],
  ];
  for (const [title, last, keys] of cases) {
    it(`is looked for by ${title}`, () => {
      assert.deepEqual(sentIn(last), keys);
    });
  }
});

describe('JSON in a query', () => {
  it('has a value in one place, and not as a part of the whole as well', () => {
    const project = { id: 'IcALK1Xo05kLtIzd', name: 'Readers' };
    const filter = encodeURIComponent(JSON.stringify({ projectId: project.id }));
    const steps = sessionOf(
      { line: 'GET /projects/own', answer: project },
      { line: `GET /notes?filter=${filter}` },
    );
    assert.equal(suggestMappings(steps).flatMap(({ consumers }) => consumers).length, 1);
  });
});
