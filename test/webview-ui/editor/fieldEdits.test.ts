import assert from 'node:assert/strict';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '../../../src/core/json/json';
import type { FormEdit } from '../../../src/protocol/formEdit';
import {
  appending,
  moving,
  settingOf,
  switching,
  textOrNothing,
  withMembers,
} from '../../../webview-ui/editor/fieldEdits';
import { changedValue } from '../../../webview-ui/editor/formValue';

/** JSON text of a document after the edits that a field makes in it. */
function edited(text: string, make: (document: JsonValue) => readonly FormEdit[]): string {
  const document = parseJson(text);
  return stringifyJson(changedValue(document, { edits: make(document) }));
}

describe('the edits of a field', () => {
  const cases: [
    title: string,
    text: string,
    make: (document: JsonValue) => readonly FormEdit[],
    after: string,
  ][] = [
    ['write a text', '{}', (at) => textOrNothing(at, ['name'], 'x'), '{"name":"x"}'],
    ['leave an empty text out', '{"name":"x"}', (at) => textOrNothing(at, ['name'], ''), '{}'],
    [
      'keep an empty text where it is needed',
      '{"url":"x"}',
      (at) => settingOf(at, ['url'], ''),
      '{"url":""}',
    ],
    [
      'switch on',
      '{"h":[{}]}',
      (at) => switching(at, ['h', 0, 'disabled'], true),
      '{"h":[{"disabled":true}]}',
    ],
    ['leave out what is off', '{"disabled":true}', (at) => switching(at, ['disabled'], false), '{}'],
    ['add at the end', '{"h":[1]}', (at) => appending(at, ['h'], 2), '{"h":[1,2]}'],
    ['move', '{"h":[1,2]}', (at) => moving(at, ['h'], { from: 1, to: 0 }), '{"h":[2,1]}'],
    ['do not move over the end', '{"h":[1,2]}', (at) => moving(at, ['h'], { from: 1, to: 2 }), '{"h":[1,2]}'],
    ['remove an item', '{"h":[1,2]}', (at) => settingOf(at, ['h', 0], undefined), '{"h":[2]}'],
    [
      'remove a list with its last item',
      '{"id":"a","h":[1]}',
      (at) => settingOf(at, ['h', 0], undefined),
      '{"id":"a"}',
    ],
    [
      'remove all that holds nothing else',
      '{"id":"a","expect":{"body":[{"path":"$"}]}}',
      (at) => settingOf(at, ['expect', 'body', 0], undefined),
      '{"id":"a"}',
    ],
    [
      'keep what holds something else',
      '{"expect":{"status":1,"body":[{}]}}',
      (at) => settingOf(at, ['expect', 'body', 0], undefined),
      '{"expect":{"status":1}}',
    ],
    [
      'keep an item of a list that is emptied of a member',
      '{"extract":[{"optional":true}]}',
      (at) => settingOf(at, ['extract', 0, 'optional'], undefined),
      '{"extract":[{}]}',
    ],
    [
      'keep a body whose kind was chosen',
      '{"body":{"form":[{"name":"a","value":""}]}}',
      (at) => settingOf(at, ['body', 'form', 0], undefined),
      '{"body":{"form":[]}}',
    ],
  ];
  for (const [title, text, make, after] of cases) {
    it(title, () => assert.equal(edited(text, make), after));
  }

  it('are none when nothing changes', () => {
    const document = parseJson('{"n":1.0,"o":{"a":1,"b":2}}');
    assert.deepEqual(settingOf(document, ['n'], 1), []);
    assert.deepEqual(settingOf(document, ['o'], { b: 2, a: 1 }), []);
    assert.deepEqual(settingOf(document, ['x'], undefined), []);
  });

  it('say what stood there', () => {
    assert.deepEqual(settingOf(parseJson('{"url":"/a"}'), ['url'], '/b'), [
      { kind: 'set', path: ['url'], before: '"/a"', value: '"/b"' },
    ]);
  });
});

describe('an object with other members', () => {
  it('keeps the order of those it has, and leaves out those that are nothing', () => {
    const object = withMembers<JsonObject>({ a: 1, b: 2, c: 3 }, { b: undefined, c: 4, d: 5 });
    assert.equal(stringifyJson(object), '{"a":1,"c":4,"d":5}');
  });
});
