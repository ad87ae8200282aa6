import assert from 'node:assert/strict';
import { parseJson, stringifyJson } from '../../../src/core/json/json';
import type { FormEdit } from '../../../src/protocol/formEdit';
import { changedValue, listAt, objectAt, textAt, writtenAt } from '../../../webview-ui/editor/formValue';

const request = parseJson(
  '{"id":"a","url":"/x","headers":[{"name":"A","value":"1"},{"name":"B"}],"n":9007199254740993,"__proto__":"own"}',
);

/** JSON text of the value after edits. */
function after(text: string, ...edits: readonly FormEdit[]): string {
  return stringifyJson(changedValue(parseJson(text), { edits }));
}

function set(path: readonly (string | number)[], value: string | null): FormEdit {
  return { kind: 'set', path, before: null, value };
}

describe('the value at a path', () => {
  it('is found by names and positions', () => {
    assert.equal(textAt(request, ['headers', 0, 'name']), 'A');
    assert.equal(writtenAt(request, ['n']), '9007199254740993');
    assert.equal(textAt(request, ['__proto__']), 'own');
  });

  const absent: [title: string, path: readonly (string | number)[]][] = [
    ['an inherited member', ['constructor']],
    ['a member of a text', ['url', 'length']],
    ['an item by a name', ['headers', '0']],
    ['an item beyond the list', ['headers', 2]],
  ];
  for (const [title, path] of absent) {
    it(`is not ${title}`, () => {
      assert.equal(writtenAt(request, path), null);
    });
  }

  it('counts as absent when it is of another type', () => {
    assert.equal(textAt(request, ['headers']), '');
    assert.deepEqual(listAt(request, ['url']), []);
    assert.deepEqual(objectAt(request, ['headers']), {});
  });
});

describe('a value after edits', () => {
  const cases: [title: string, text: string, edits: readonly FormEdit[], expected: string][] = [
    ['sets a member', '{"a":1}', [set(['a'], '2')], '{"a":2}'],
    ['makes objects on the way', '{}', [set(['expect', 'status'], '201')], '{"expect":{"status":201}}'],
    ['removes a member', '{"a":1,"b":2}', [set(['a'], null)], '{"b":2}'],
    ['removes an item', '{"l":[1,2,3]}', [set(['l', 1], null)], '{"l":[1,3]}'],
    ['removes nothing that is not there', '{"l":[1]}', [set(['l', 4], null)], '{"l":[1]}'],
    ['makes the list of an item', '{}', [{ kind: 'insert', path: ['l'], index: 0, value: '7' }], '{"l":[7]}'],
    [
      'moves an item',
      '{"l":[1,2,3]}',
      [{ kind: 'move', path: ['l'], from: 0, to: 2, before: '1' }],
      '{"l":[2,3,1]}',
    ],
    ['replaces the whole', '{"a":1}', [set([], '{"b":2}')], '{"b":2}'],
    ['keeps every digit', '{}', [set(['n'], '9007199254740993')], '{"n":9007199254740993}'],
    [
      'takes __proto__ for a member like any other',
      '{}',
      [set(['__proto__'], '{"a":1}')],
      '{"__proto__":{"a":1}}',
    ],
  ];
  for (const [title, text, edits, expected] of cases) {
    it(title, () => assert.equal(after(text, ...edits), expected));
  }
});
