import assert from 'node:assert/strict';
import { parseJson, stringifyJson } from '../../../src/core/json/json';
import type { FormEdit, FormTarget } from '../../../src/protocol/formEdit';
import {
  nothingPending,
  valueWith,
  withAnswer,
  withEdits,
  withHandedOver,
  withNextSent,
  withView,
  type PendingChanges,
} from '../../../webview-ui/editor/pendingChanges';

const LOGIN: FormTarget = { index: 0, id: 'login' };

function set(path: readonly (string | number)[], before: string | null, value: string | null): FormEdit {
  return { kind: 'set', path, before, value };
}

/** What waits after edits, one after the other. */
function waiting(...edits: readonly FormEdit[]): readonly FormEdit[] {
  const pending = edits.reduce((before, edit) => withEdits(before, LOGIN, [edit]), nothingPending);
  return pending.waiting.flatMap((change) => change.edits);
}

/** What is shown of a text with changes on their way. */
function shown(text: string, pending: PendingChanges): string {
  return stringifyJson(valueWith(parseJson(text), LOGIN, pending));
}

describe('edits that wait', () => {
  it('are one when they are about one field', () => {
    assert.deepEqual(waiting(set(['url'], '"a"', '"ab"'), set(['url'], '"ab"', '"abc"')), [
      set(['url'], '"a"', '"abc"'),
    ]);
  });

  it('are none when they take each other back', () => {
    assert.deepEqual(waiting(set(['url'], '"a"', '"ab"'), set(['url'], '"ab"', '"a"')), []);
  });

  it('go into an item that was inserted with them', () => {
    const insert: FormEdit = {
      kind: 'insert',
      path: ['headers'],
      index: 0,
      value: '{"name":"A","value":""}',
    };
    assert.deepEqual(waiting(insert, set(['headers', 0, 'value'], '""', '"x"')), [
      { ...insert, value: '{"name":"A","value":"x"}' },
    ]);
  });

  it('vanish with an item that was inserted and removed', () => {
    const insert: FormEdit = { kind: 'insert', path: ['headers'], index: 0, value: '1' };
    assert.deepEqual(waiting(insert, set(['headers', 0], '1', null)), []);
  });

  it('stay two when two items at one place are removed', () => {
    const edits = [set(['h', 0], '1', null), set(['h', 0], '2', null)];
    assert.deepEqual(waiting(...edits), edits);
  });

  it('are changes of their own when they are about another request', () => {
    const pending = withEdits(withEdits(nothingPending, LOGIN, [set(['url'], null, '1')]), null, [
      set(['name'], null, '2'),
    ]);
    assert.deepEqual(
      pending.waiting.map(({ target }) => target),
      [LOGIN, null],
    );
  });
});

describe('what is shown while changes are on their way', () => {
  const typed = withEdits(nothingPending, LOGIN, [set(['url'], '"a"', '"b"')]);
  const sent = withNextSent(typed);

  it('holds them from the moment they are typed until a view has them', () => {
    const landed = withAnswer(sent, { kind: 'done', revision: 2 });
    for (const pending of [typed, sent, landed, withView(landed, 1)]) {
      assert.equal(shown('{"url":"a"}', pending), '{"url":"b"}');
    }
    assert.deepEqual(withView(landed, 2), nothingPending);
  });

  it('is what the text says after a change was stale, and those that build on it yield, too', () => {
    const more = withEdits(sent, LOGIN, [set(['url'], '"b"', '"bc"'), set(['name'], null, '"n"')]);
    const pending = withAnswer(more, { kind: 'stale' });
    assert.equal(shown('{"url":"other"}', pending), '{"url":"other","name":"n"}');
  });

  it('yields, too, when a change could not be made', () => {
    assert.deepEqual(withAnswer(sent, undefined), nothingPending);
  });

  it('keeps what was handed over until the next view', () => {
    const handed = withHandedOver(typed, 7);
    assert.deepEqual(handed.waiting, []);
    assert.equal(shown('{"url":"a"}', withView(handed, 7)), '{"url":"b"}');
    assert.equal(shown('{"url":"a"}', withView(handed, 8)), '{"url":"a"}');
  });

  it('is about the request wherever it has moved', () => {
    const value = valueWith(parseJson('{"url":"a"}'), { index: 5, id: 'login' }, typed);
    assert.equal(stringifyJson(value), '{"url":"b"}');
  });

  it('sends one change at a time', () => {
    const more = withEdits(sent, null, [set(['name'], null, '1')]);
    assert.equal(withNextSent(more), more);
  });
});
