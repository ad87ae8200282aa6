import assert from 'node:assert/strict';
import { assignedJson, scriptValues } from '../../../../src/core/mapping/read/scriptValues';

/** `around.name value` of each value of a script, a number without quotes. */
function statedIn(code: string): readonly string[] {
  return scriptValues(code).map(
    ({ name, value, script }) =>
      `${[...(script?.around ?? []), name].join('.')} ${script?.quote}${value}${script?.quote}`,
  );
}

describe('scriptValues', () => {
  const cases: [title: string, code: string, expected: readonly string[]][] = [
    ['members of JSON', 'var a = {"b":"c","d":7};', ['a.b "c"', 'a.d 7']],
    ['members without quotes', "window.A = { b: 'c', d: -7 }", ["A.b 'c'", 'A.d -7']],
    ['variables', 'let a="b"; c.d = \'e\'', ['a "b"', "d 'e'"]],
    ['what is inside of others', 'f({a: {b: [{c: "d"}]}, e: "f"})', ['a.b.c "d"', 'e "f"']],
    ['ids that functions of things are called with', 'o.addRow(1); o.add_order_row(2)', ['order.order_id 2']],
    [
      'what such functions are called with',
      'setDraftId("5", {a: 7}); b = 8',
      ['draft.draft_id "5"', 'draft.a 7', 'b 8'],
    ],
    ['numbers of elements', 'show("row17", 2)', ['_id 17']],
    ['escapes of JSON', String.raw`a = {"b":"c\/d\u003d"}`, ['a.b "c/d="']],
    ['nothing with other escapes', String.raw`a = '\x41'; b = "\x41"`, []],
    ['nothing inside of strings', `a("b: 'c'", "d=7")`, []],
    ['no comparisons and no parts of numbers', 'a == "b"; a === "b"; c = 1.5; d = 7px', []],
    ['after brackets that nothing opened', '}])a="b"', ['a "b"']],
    ['a string that does not end', 'a = "b\nc = "d"', ['c "d"']],
  ];
  for (const [title, code, expected] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(statedIn(code), expected);
    });
  }

  for (const part of [
    '"',
    'a',
    'a=',
    '{',
    'a:{',
    '"a"',
    "a='",
    '\\',
    ' ',
    '"\\',
    'a(',
    'a("b"',
    'addB("c"',
    'a={b:"c",',
  ]) {
    it(`takes no longer than its length for a script of ${part}`, () => {
      const started = performance.now();
      scriptValues(part.repeat(Math.floor(1_000_000 / part.length)));
      assert.ok(performance.now() - started < 5000);
    });
  }
});

describe('assignedJson', () => {
  const cases: [title: string, code: string, expected: readonly string[]][] = [
    ['an object and a list', 'var a = {"b":[1]};\nc.d=[{"e":"};"}]', ['a {"b":[1]}', 'd [{"e":"};"}]']],
    ['no literal that is no JSON', `a = {b: 1}; c = {"d": e}; f = {"g": 'h'}`, []],
    ['none that more is done with', 'a = {"b":1}.b; c = [1].map(d)', []],
    ['none that does not end', 'a = {"b":1', []],
    ['none whose brackets are of two kinds', 'a = {"b":1];', []],
  ];
  for (const [title, code, expected] of cases) {
    it(`finds ${title}`, () => {
      assert.deepEqual(
        assignedJson(code).map(({ name, text, start }) => {
          assert.ok(code.startsWith(text, start));
          return `${name} ${text}`;
        }),
        expected,
      );
    });
  }

  for (const [title, part] of [
    ['code', 'a = {"b": '],
    ['strings', 'a = ["b = [1, ", '],
  ] as const) {
    it(`takes a time that grows with the length of ${title} that does not end`, () => {
      assert.deepEqual(assignedJson(part.repeat(200_000)), []);
    });
  }
});
