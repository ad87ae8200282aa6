import assert from 'node:assert/strict';
import fc from 'fast-check';
import { UserError } from '../../../src/core/errors';
import { ExactNumber, isArray, stringifyJson, type JsonValue } from '../../../src/core/json/json';
import { nodeAt, rangeOf, parseDocument, valueOf, type JsonPath } from '../../../src/core/json/jsonDocument';
import { insertItem, removeMember, removeWithEmptyParent, setMember } from '../../../src/core/edit/jsonEdit';
import { parseTree } from '../../../src/core/json/jsonTree';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { commentedJson, commentsIn, pathsIn } from '../commentedJson';

/** The value of a text, as JSON: tells names and order of members apart, `__proto__` included. */
const readBack = (text: string): string => {
  const { root, faults } = parseTree(text);
  assert.deepEqual(faults, [], text);
  return root === undefined ? '' : stringifyJson(valueOf(root));
};

/** The value with what is at `path` replaced, or removed when `change` gives nothing. */
function changedAt(
  value: JsonValue,
  [step, ...rest]: JsonPath,
  change: (old?: JsonValue) => JsonValue | undefined,
): JsonValue {
  const inside = (old: JsonValue | undefined) =>
    rest.length === 0 ? change(old) : changedAt(old ?? null, rest, change);
  if (isArray(value)) {
    return value.flatMap((item, index) => {
      const next = index === step ? inside(item) : item;
      return next === undefined ? [] : [next];
    });
  }
  const entries = Object.entries(value as object) as [string, JsonValue][];
  const known = entries.some(([name]) => name === step)
    ? entries
    : [...entries, [String(step), null] as const];
  return Object.fromEntries(
    known.flatMap(([name, member]) => {
      const next = name === step ? inside(member) : member;
      return next === undefined ? [] : [[name, next] as const];
    }),
  );
}

const at = (value: JsonValue, path: JsonPath): JsonValue =>
  path.reduce<JsonValue>(
    (inner, step) => (inner as Readonly<Record<string, JsonValue>>)[step] ?? null,
    value,
  );

/** Comments outside the value at `path`: those no edit of that value may touch. */
const commentsAround = (text: string, path: JsonPath): readonly string[] => {
  const range = rangeOf(parseDocument(text, 'f'), path);
  return commentsIn(range === undefined ? text : text.slice(0, range.start) + text.slice(range.end));
};

const newValue = fc.constantFrom<JsonValue>(
  null,
  'new',
  new ExactNumber('18446744073709551615'),
  [],
  {},
  [1, 'two'],
  { path: '$.id', list: [{ deep: true }] },
  { long: 'x'.repeat(120), more: [1, 2] },
);

describe('setMember', () => {
  const sets: [title: string, text: string, path: JsonPath, value: JsonValue, expected: string][] = [
    ['replaces a value only', '{ "a" : 1 /* one */ }', ['a'], 2, '{ "a" : 2 /* one */ }'],
    ['writes a number digit for digit', '{ "a": 1 }', ['a'], new ExactNumber('1.10'), '{ "a": 1.10 }'],
    ['replaces a list item', '[1, 2, 3]', [1], 'x', '[1, "x", 3]'],
    [
      'changes only what differs in an object',
      '{ "a": { "b": 1, /* c */ "c": 2 } }',
      ['a'],
      { b: 1, c: 3 },
      '{ "a": { "b": 1, /* c */ "c": 3 } }',
    ],
    ['adds a member to a line', '{ "a": 1 }', ['b'], 2, '{ "a": 1, "b": 2 }'],
    ['adds a line', '{\n    "a": 1\n}', ['b'], [1], '{\n    "a": 1,\n    "b": [1]\n}'],
    [
      'adds a line after a remark',
      '{\n  "a": 1 // one\n  // end\n}',
      ['b'],
      2,
      '{\n  "a": 1, // one\n  "b": 2\n  // end\n}',
    ],
    [
      'keeps the habit of a trailing comma',
      '{\n\t"a": 1, // one\n}',
      ['b'],
      2,
      '{\n\t"a": 1, // one\n\t"b": 2,\n}',
    ],
    ['writes CR LF where the file does', '{\r\n  "a": 1\r\n}', ['b'], 2, '{\r\n  "a": 1,\r\n  "b": 2\r\n}'],
    ['fills an empty object', '{}', ['a'], 1, '{ "a": 1 }'],
    ['fills an empty object of two lines', '{\n}', ['a'], 1, '{\n  "a": 1\n}'],
    ['keeps a comment in an empty object', '{ /* none */ }', ['a'], 1, '{ /* none */ "a": 1 }'],
    [
      'creates the objects on the way',
      '{ "r": [{}] }',
      ['r', 0, 'expect', 'status'],
      201,
      '{ "r": [{ "expect": { "status": 201 } }] }',
    ],
    ['creates a list on the way', '{\n  "a": 1\n}', ['tags', 0], 'x', '{\n  "a": 1,\n  "tags": ["x"]\n}'],
    ['appends to a list at its length', '[1]', [1], 2, '[1, 2]'],
    [
      'writes a hostile name as data',
      '{ "a": 1 }',
      ['__proto__', 'x'],
      1,
      '{ "a": 1, "__proto__": { "x": 1 } }',
    ],
    ['keeps a byte order mark', '\uFEFF{ "a": 1 }', ['a'], 2, '\uFEFF{ "a": 2 }'],
    [
      'spreads what does not fit into a line',
      '{\n  "a": 1\n}',
      ['b'],
      { text: 'x'.repeat(90), list: [] },
      `{\n  "a": 1,\n  "b": {\n    "text": "${'x'.repeat(90)}",\n    "list": []\n  }\n}`,
    ],
  ];
  for (const [title, text, path, value, expected] of sets) {
    it(title, () => {
      assert.equal(applyEdits(text, setMember(text, path, value)), expected);
    });
  }

  it('edits nothing where the value is already there', () => {
    assert.deepEqual(setMember('{ "a": [1, { "b": null }] }', ['a'], [1, { b: null }]), []);
  });

  it('edits the one value that differs and nothing else', () => {
    assert.deepEqual(setMember('{ "a": [1, { "b": null }] }', ['a'], [1, { b: 2 }]), [
      { offset: 18, length: 4, text: '2' },
    ]);
  });

  const refused: [title: string, text: string, path: JsonPath, message: string][] = [
    [
      'a text that is not JSON',
      '{ "a": ',
      ['a'],
      'The file cannot be changed, because it is not valid JSON. Fix it first: A value is missing here. Write one, or remove the comma or the name before it.',
    ],
    [
      'an empty text',
      '',
      ['a'],
      'The file cannot be changed, because it is not valid JSON. Fix it first: The file holds no JSON. Write an object: { … }.',
    ],
    [
      'a member of a number',
      '{ "a": 1 }',
      ['a', 'b'],
      '`a` cannot be changed, because it is not an object. Fix it first.',
    ],
    [
      'a hole in a list',
      '{ "a": [] }',
      ['a', 2],
      '`a` cannot be changed, because it is not a list of 2 entries. Fix it first.',
    ],
  ];
  for (const [title, text, path, message] of refused) {
    it(`refuses ${title}`, () => {
      assert.throws(
        () => setMember(text, path, 1),
        (error) => error instanceof UserError && error.message === message,
      );
    });
  }

  it('changes one value of any text and keeps every comment around it', () => {
    fc.assert(
      fc.property(commentedJson, fc.nat(), newValue, ({ value, text }, pick, next) => {
        const paths = pathsIn(value);
        const path = paths[pick % Math.max(paths.length, 1)] ?? [];
        const edits = setMember(text, path, next);
        const edited = applyEdits(text, edits);
        assert.equal(
          readBack(edited),
          stringifyJson(path.length === 0 ? next : changedAt(value, path, () => next)),
        );
        assert.deepEqual(commentsAround(edited, path), commentsAround(text, path));
        const range = rangeOf(parseDocument(text, 'f'), path);
        for (const { offset, length } of edits) {
          assert.ok(range !== undefined && range.start <= offset && offset + length <= range.end);
        }
      }),
      { seed: 1, numRuns: 1000 },
    );
  });

  it('adds a member to any object and keeps every comment', () => {
    fc.assert(
      fc.property(commentedJson, fc.nat(), newValue, ({ value, text }, pick, next) => {
        const { root } = parseTree(text);
        const objects = [[], ...pathsIn(value)].filter((path) => nodeAt(root, path)?.kind === 'object');
        const parent = objects[pick % Math.max(objects.length, 1)];
        fc.pre(parent !== undefined);
        const path = [...parent, 'new'];
        const edited = applyEdits(text, setMember(text, path, next));
        assert.equal(readBack(edited), stringifyJson(changedAt(value, path, () => next)));
        assert.deepEqual(commentsIn(edited), commentsIn(text));
      }),
      { seed: 2, numRuns: 1000 },
    );
  });
});

describe('removeMember', () => {
  const removes: [title: string, text: string, path: JsonPath, expected: string][] = [
    ['takes the first of a line', '{ "a": 1, "b": 2 }', ['a'], '{ "b": 2 }'],
    ['takes the last of a line', '{ "a": 1, "b": 2 }', ['b'], '{ "a": 1 }'],
    ['takes the only one', '{ "a": 1 }', ['a'], '{}'],
    ['takes one from the middle of a list', '[1, 2, 3]', [1], '[1, 3]'],
    ['takes a whole line', '{\n  "a": 1,\n  "b": 2\n}', ['a'], '{\n  "b": 2\n}'],
    ['takes the last line with the comma before', '{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
    ['takes a line of a file with CR LF', '{\r\n  "a": 1,\r\n  "b": 2\r\n}', ['a'], '{\r\n  "b": 2\r\n}'],
    ['keeps a trailing comma', '{\n  "a": 1,\n  "b": 2,\n}', ['b'], '{\n  "a": 1,\n}'],
    ['keeps remarks', '{\n  "a": 1, // one\n  "b": 2 // two\n}', ['b'], '{\n  "a": 1 // one\n  // two\n}'],
    ['keeps the comment in an object that becomes empty', '{ /* a */ "a": 1 }', ['a'], '{ /* a */ }'],
    ['takes the last of two with one name', '{ "a": 1, "a": 2 }', ['a'], '{ "a": 1 }'],
  ];
  for (const [title, text, path, expected] of removes) {
    it(title, () => {
      assert.equal(applyEdits(text, removeMember(text, path)), expected);
    });
  }

  const absent: [title: string, path: JsonPath][] = [
    ['a member that is not there', ['x']],
    ['a name every object inherits', ['constructor']],
    ['a member of something that is not there', ['x', 'y']],
    ['an index outside the list', ['a', 1]],
    ['the root', []],
  ];
  for (const [title, path] of absent) {
    it(`edits nothing for ${title}`, () => {
      assert.deepEqual(removeMember('{ "a": [1] }', path), []);
    });
  }

  it('takes any value out of any text and keeps every comment around it', () => {
    fc.assert(
      fc.property(commentedJson, fc.nat(), ({ value, text }, pick) => {
        const paths = pathsIn(value);
        const path = paths[pick % Math.max(paths.length, 1)];
        fc.pre(path !== undefined);
        const edited = applyEdits(text, removeMember(text, path));
        assert.equal(readBack(edited), stringifyJson(changedAt(value, path, () => undefined)));
        const kept = new Set(commentsIn(edited));
        const inside =
          nodeAt(parseTree(text).root, path.slice(0, -1))?.kind === 'object' ? insideMember : insideItem;
        assert.deepEqual(
          commentsIn(text).filter((comment) => !kept.has(comment)),
          inside(text, path),
        );
      }),
      { seed: 3, numRuns: 2000 },
    );
  });
});

/** Comments from the name of a member to the end of its value: they go with it. */
function insideMember(text: string, path: JsonPath): readonly string[] {
  const parent = nodeAt(parseTree(text).root, path.slice(0, -1));
  const member =
    parent?.kind === 'object' ? parent.members.find(({ name }) => name === path.at(-1)) : undefined;
  return member === undefined ? [] : commentsIn(text.slice(member.start, member.value.end));
}

function insideItem(text: string, path: JsonPath): readonly string[] {
  const range = rangeOf(parseDocument(text, 'f'), path);
  return range === undefined ? [] : commentsIn(text.slice(range.start, range.end));
}

describe('removeWithEmptyParent', () => {
  const removes: [title: string, text: string, path: JsonPath, expected: string][] = [
    ['takes one of several', '{ "a": [1, 2] }', ['a', 0], '{ "a": [2] }'],
    ['takes the list with its only item', '{ "a": [1], "b": 2 }', ['a', 0], '{ "b": 2 }'],
    ['takes the object with its only member', '{ "a": { "x": 1 }, "b": 2 }', ['a', 'x'], '{ "b": 2 }'],
    [
      'leaves what does not have it',
      '{ "a": [1], "b": { "x": 1 } }',
      ['b', 'y'],
      '{ "a": [1], "b": { "x": 1 } }',
    ],
    ['leaves the list without such an item', '{ "a": [1] }', ['a', 1], '{ "a": [1] }'],
  ];
  for (const [title, text, path, expected] of removes) {
    it(title, () => {
      assert.equal(applyEdits(text, removeWithEmptyParent(text, path)), expected);
    });
  }
});

describe('insertItem', () => {
  const inserts: [title: string, text: string, index: number, expected: string][] = [
    ['puts an item first in a line', '[1, 2]', 0, '["x", 1, 2]'],
    ['puts an item between two in a line', '[1, 2]', 1, '[1, "x", 2]'],
    ['puts an item last in a line', '[1, 2]', 2, '[1, 2, "x"]'],
    ['puts an item last where the index is too large', '[1]', 9, '[1, "x"]'],
    ['puts an item after a trailing comma', '[1, ]', 1, '[1, "x", ]'],
    ['fills an empty list', '[]', 0, '["x"]'],
    ['puts an item on the first line', '[ // all\n  1\n]', 0, '[ // all\n  "x",\n  1\n]'],
    [
      'leaves the comment above the next item to it',
      '[\n  1, // one\n  // two\n  2\n]',
      1,
      '[\n  1, // one\n  "x",\n  // two\n  2\n]',
    ],
    ['puts the comma of the last item before its remark', '[\n  1 // one\n]', 1, '[\n  1, // one\n  "x"\n]'],
  ];
  for (const [title, text, index, expected] of inserts) {
    it(title, () => {
      assert.equal(applyEdits(text, insertItem(text, [], { index, value: 'x' })), expected);
    });
  }

  it('creates a list that is missing', () => {
    const text = '{ "a": 1 }';
    assert.equal(
      applyEdits(text, insertItem(text, ['b', 'c'], { index: 3, value: 'x' })),
      '{ "a": 1, "b": { "c": ["x"] } }',
    );
  });

  it('refuses what is not a list', () => {
    assert.throws(() => insertItem('{ "a": {} }', ['a'], { index: 0, value: 1 }), {
      message: '`a` cannot be changed, because it is not a list. Fix it first.',
    });
  });

  it('inserts anywhere in any list and keeps every comment', () => {
    fc.assert(
      fc.property(commentedJson, fc.nat(), newValue, ({ value, text }, pick, next) => {
        const { root } = parseTree(text);
        const lists = [[], ...pathsIn(value)].filter((path) => nodeAt(root, path)?.kind === 'array');
        const path = lists[pick % Math.max(lists.length, 1)];
        fc.pre(path !== undefined);
        const list = at(value, path) as readonly JsonValue[];
        const index = pick % (list.length + 1);
        const edited = applyEdits(
          text,
          insertItem(text, path, { index, value: next, spread: pick % 2 === 0 ? 'fit' : 'spread' }),
        );
        const expected = list.toSpliced(index, 0, next);
        assert.equal(
          readBack(edited),
          stringifyJson(path.length === 0 ? expected : changedAt(value, path, () => expected)),
        );
        assert.deepEqual(commentsIn(edited), commentsIn(text));
      }),
      { seed: 4, numRuns: 1000 },
    );
  });
});
