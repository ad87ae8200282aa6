import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const folders = [
  { name: 'levels', path: 'levels', type: 'directory', created: '2026-11-20T08:12:44.120Z' },
  { name: 'tides', path: 'tides', type: 'directory', created: '2026-11-21T19:40:02.914Z' },
];
const list: StepSpec = { line: 'GET /contents', answer: { content: folders } };
const read: StepSpec = { line: 'GET /contents/tides', answer: { ...folders[1], content: [] } };
const write: StepSpec = { line: 'PUT /contents/tides/notes.md', sent: { text: 'Well' } };

describe('the sources of one thing', () => {
  it('are the same for places of one name, also for those before the one that explains it', () => {
    const expected = ["contentName: 0 body $.content[?@.name == 'tides'].name -> 1 path 1"];
    assert.deepEqual(suggestionLines(sessionOf(list, write, read)), [
      ...expected,
      "contentName: 0 body $.content[?@.name == 'tides'].name -> 2 path 1",
    ]);
  });

  const call = (method: string, args: object, answer: object, address = '/rpc'): StepSpec => ({
    line: `POST ${address}`,
    sent: { method, arguments: args },
    answer,
  });
  const items = call('item-get', {}, { arguments: { items: [{ id: 4 }, { id: 9, name: 'Post' }] } });
  const shown = call('item-get', { ids: [9] }, {});

  it('are the same for one argument of calls to one address, where the name of the call says no thing', () => {
    const moved = call('move-to-top', { ids: [9] }, {});
    assert.deepEqual(
      suggestionLines(sessionOf(items, shown, moved)),
      [1, 2].map(
        (entry) =>
          `itemId: 0 body $.arguments.items[?@.name == 'Post'].id -> ${entry} body $.arguments.ids[0]`,
      ),
    );
  });

  it('are not shared with that argument of a call about another thing', () => {
    assert.equal(suggestionLines(sessionOf(items, shown, call('user-get', { ids: [9] }, {}))).length, 1);
  });

  it('are not shared with that argument at another address', () => {
    const moved = call('move-to-top', { ids: [9] }, {}, '/queue');
    assert.equal(suggestionLines(sessionOf(items, shown, moved)).length, 1);
  });

  it('are not shared with a place of another name', () => {
    const other = { line: 'PUT /themes/tides', sent: { dark: true } };
    assert.deepEqual(suggestionLines(sessionOf(list, read, other)), [
      "contentName: 0 body $.content[?@.name == 'tides'].name -> 1 path 1",
    ]);
  });

  it('are not shared with a place that was sent before the source', () => {
    assert.deepEqual(suggestionLines(sessionOf(write, list, read)), []);
  });

  const isTicked = (steps: readonly StepSpec[], entry: number): boolean | undefined =>
    suggestMappings(sessionOf(...steps))
      .flatMap(({ consumers }) => consumers)
      .find((consumer) => consumer.entry === entry)?.autoApply;
  const create: StepSpec = { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 8431977 } };
  it('are live where the request that has them does not send the thing', () => {
    assert.equal(isTicked([create, { line: 'GET /orders/8431977' }], 1), true);
  });

  it('are live where the request that has them sends the thing inside of a value that is taken as a whole', () => {
    const steps: readonly StepSpec[] = [
      { line: 'GET /rows', answer: '<a href="/row?pk=%5B%22r-73194%22%5D">Edit</a>' },
      {
        line: 'GET /row?pk=%5B%22r-73194%22%5D',
        answer: '<form><input name="row_id" value="r-73194"></form>',
      },
      { line: 'POST /row', sent: 'row_id=r-73194' },
    ];
    assert.equal(isTicked(steps, 2), true);
  });

  it('are live where the request that has them gets the thing from a live source', () => {
    const [first, ...others] = suggestMappings(
      sessionOf(
        create,
        { line: 'GET /orders/8431977', answer: { id: 8431977, rev: '3-9f2c71ab40de' } },
        {
          line: 'PUT /orders/8431977',
          sent: { rev: '3-9f2c71ab40de' },
        },
      ),
    ).filter(({ producer }) => producer.entry === 1);
    assert.deepEqual([first?.consumers.map(({ autoApply }) => autoApply), others], [[true], []]);
  });

  it('are dead, and not ticked, where the request that has them sends the recorded value', () => {
    const members: StepSpec = { line: 'GET /members', answer: [{ id: 1 }, { id: 2 }, { id: 3 }] };
    const steps = sessionOf(
      ...[members, members, members, members],
      { line: 'PATCH /tasks/6', sent: { assigneeId: 2 }, answer: { id: 6, assigneeId: 2 } },
      { line: 'GET /tasks?assigneeId=2' },
    );
    const [consumer] = suggestMappings(steps).flatMap(({ consumers }) => consumers);
    assert.deepEqual(
      [consumer?.entry, consumer?.autoApply, consumer?.recordedIn.map(({ step, key }) => [step, key])],
      [5, false, [[4, '$.assigneeId']]],
    );
  });
});
