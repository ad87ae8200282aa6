import assert from 'node:assert/strict';
import { UserError } from '../../src/core/errors';
import { JsonSyntaxError } from '../../src/core/json/jsonSyntax';
import type { FormChange, FormEdit, FormTarget } from '../../src/protocol/formEdit';
import { changedText } from '../../src/protocol/formText';

const CHAIN = `{
  "formatVersion": 1,
  // what it is called
  "name": "Orders",
  "requests": [
    {
      "id": "create",
      "method": "POST", // creates
      "url": "{{baseUrl}}/orders",
      "query": [
        // not for real
        { "name": "dry", "value": "1" },
        { "name": "trace", "value": "t", "disabled": true }
      ],
      "body": {
        "json": {
          "id": 9007199254740993,
          // free text
          "note": "a"
        }
      }
    },
    { "id": "read", "method": "GET", "url": "{{baseUrl}}/orders/1" }
  ]
}
`;

const CREATE: FormTarget = { index: 0, id: 'create' };
const READ: FormTarget = { index: 1, id: 'read' };

function change(target: FormTarget, ...edits: readonly FormEdit[]): FormChange {
  return { target, edits };
}

function set(path: FormEdit['path'], before: string | null, value: string | null): FormEdit {
  return { kind: 'set', path, before, value };
}

/** Lines that a change takes away and brings, trimmed. */
function difference(asked: FormChange, text = CHAIN): { gone: readonly string[]; come: readonly string[] } {
  const after = changedText(text, asked);
  assert.ok(after !== undefined, 'the change is not stale');
  const lines = (whole: string): readonly string[] => whole.split(/\r?\n/).map((line) => line.trim());
  const minus = (one: readonly string[], other: readonly string[]) => {
    const left = [...other];
    return one.filter((line) => {
      const index = left.indexOf(line);
      left.splice(index === -1 ? left.length : index, 1);
      return index === -1;
    });
  };
  return { gone: minus(lines(text), lines(after)), come: minus(lines(after), lines(text)) };
}

describe('a change of the form, in the text', () => {
  const made: [title: string, asked: FormChange, gone: readonly string[], come: readonly string[]][] = [
    [
      'sets a member and leaves the comment next to it',
      change(CREATE, set(['method'], '"POST"', '"PUT"')),
      ['"method": "POST", // creates'],
      ['"method": "PUT", // creates'],
    ],
    [
      'adds a member where people write it',
      change(CREATE, set(['name'], null, '"Create"')),
      [],
      ['"name": "Create",'],
    ],
    [
      'adds a member in the line of a request that has but one',
      change(READ, set(['headers'], null, '[{"name":"Accept","value":"*/*"}]')),
      ['{ "id": "read", "method": "GET", "url": "{{baseUrl}}/orders/1" }'],
      [
        '{ "id": "read", "method": "GET", "url": "{{baseUrl}}/orders/1", "headers": [{ "name": "Accept", "value": "*/*" }] }',
      ],
    ],
    [
      'removes a member with its line',
      change(CREATE, set(['body', 'json', 'note'], '"a"', null)),
      ['"id": 9007199254740993,', '"note": "a"'],
      ['"id": 9007199254740993'],
    ],
    [
      'removes an item of a list',
      change(CREATE, set(['query', 1], '{"name":"trace","disabled":true,"value":"t"}', null)),
      ['{ "name": "dry", "value": "1" },', '{ "name": "trace", "value": "t", "disabled": true }'],
      ['{ "name": "dry", "value": "1" }'],
    ],
    [
      'keeps every digit of a number and the comments around a member that comes',
      change(
        CREATE,
        set(
          ['body', 'json'],
          '{"id":9007199254740993,"note":"a"}',
          '{"id":9007199254740995,"note":"a","x":1}',
        ),
      ),
      ['"id": 9007199254740993,', '"note": "a"'],
      ['"id": 9007199254740995,', '"note": "a",', '"x": 1'],
    ],
    [
      'inserts an item into a list',
      change(CREATE, { kind: 'insert', path: ['query'], index: 1, value: '{"name":"a","value":""}' }),
      [],
      ['{ "name": "a", "value": "" },'],
    ],
    [
      'makes the list of the first item',
      change(CREATE, { kind: 'insert', path: ['headers'], index: 0, value: '{"name":"a","value":""}' }),
      [],
      ['"headers": [{ "name": "a", "value": "" }],'],
    ],
    [
      'sets a member of the chain',
      change(null, set(['status'], null, '"active"')),
      [],
      ['"status": "active",'],
    ],
    [
      'adds a variable of a chain that has none before its requests',
      change(null, set(['variables', 'amount'], null, '12.50')),
      [],
      ['"variables": { "amount": 12.5 },'],
    ],
    [
      'makes several edits, each in the text that the one before left',
      change(READ, set(['id'], '"read"', '"get"'), set(['name'], null, '"Get"')),
      ['{ "id": "read", "method": "GET", "url": "{{baseUrl}}/orders/1" }'],
      ['{ "id": "get", "name": "Get", "method": "GET", "url": "{{baseUrl}}/orders/1" }'],
    ],
    [
      'takes __proto__ for a name like any other',
      change(CREATE, set(['body', 'json', '__proto__'], null, '{"a":1}')),
      ['"note": "a"'],
      ['"note": "a",', '"__proto__": { "a": 1 }'],
    ],
  ];
  for (const [title, asked, gone, come] of made) {
    it(title, () => {
      assert.deepEqual(difference(asked), { gone, come });
    });
  }

  it('moves an item with the comment above it', () => {
    const before = '{"name":"dry","value":"1"}';
    const moved = changedText(
      CHAIN,
      change(CREATE, { kind: 'move', path: ['query'], from: 0, to: 1, before }),
    );
    assert.match(moved ?? '', /"trace".*\},\n\s+\/\/ not for real\n\s+\{ "name": "dry", "value": "1" \}\n/);
  });

  it('breaks a list over lines when it grows too long for its line', () => {
    const rows = ['Accept', 'X-Request-Id', 'X-Something-Else'].map((name): FormEdit => ({
      kind: 'insert',
      path: ['headers'],
      index: 9,
      value: JSON.stringify({ name, value: '*/*' }),
    }));
    assert.deepEqual(difference(change(CREATE, ...rows)).come, [
      '"headers": [',
      '{ "name": "Accept", "value": "*/*" },',
      '{ "name": "X-Request-Id", "value": "*/*" },',
      '{ "name": "X-Something-Else", "value": "*/*" }',
      '],',
    ]);
  });

  it('keeps the line breaks of the file', () => {
    const text = CHAIN.replaceAll('\n', '\r\n');
    const after =
      changedText(text, change(CREATE, set(['description'], null, '"line one\\nline two"'))) ?? '';
    assert.ok(!/[^\r]\n/.test(after));
    assert.match(after, /"description": "line one\\nline two",\r\n/);
  });

  it('compares values, not how they are written', () => {
    const asked = change(
      CREATE,
      set(['body', 'json'], '{ "note": "\\u0061", "id": 9007199254740993.0 }', '1'),
    );
    assert.match(changedText(CHAIN, asked) ?? '', /"json": 1/);
  });

  it('changes nothing where the value is there already', () => {
    assert.equal(changedText(CHAIN, change(READ, set(['method'], '"GET"', '"GET"'))), CHAIN);
  });

  const stale: [title: string, asked: FormChange][] = [
    ['another value is there', change(READ, set(['method'], '"POST"', '"PUT"'))],
    [
      'a digit of a large number differs',
      change(CREATE, set(['body', 'json', 'id'], '9007199254740992', '1')),
    ],
    ['the member is gone', change(READ, set(['name'], '"Read"', '"x"'))],
    ['the member has come', change(READ, set(['method'], null, '"PUT"'))],
    ['another request is there', change({ index: 0, id: 'read' }, set(['method'], '"POST"', '"PUT"'))],
    ['no request is there', change({ index: 9, id: '' }, set(['method'], '"POST"', '"PUT"'))],
    [
      'the item of a list is another one',
      change(CREATE, { kind: 'move', path: ['query'], from: 0, to: 1, before: '{}' }),
    ],
    [
      'the list has become shorter',
      change(CREATE, { kind: 'move', path: ['query'], from: 0, to: 2, before: '{"name":"dry","value":"1"}' }),
    ],
    ['there is no list', change(READ, { kind: 'move', path: ['query'], from: 0, to: 0, before: '{}' })],
    [
      'the second of its edits does not fit',
      change(READ, set(['method'], '"GET"', '"PUT"'), set(['method'], '"GET"', '"POST"')),
    ],
    ['a name is only inherited', change(CREATE, set(['constructor'], '{}', '1'))],
  ];
  for (const [title, asked] of stale) {
    it(`is stale when ${title}`, () => {
      assert.equal(changedText(CHAIN, asked), undefined);
    });
  }

  it('says that text which is not JSON has to be fixed first', () => {
    assert.throws(() => changedText('{ "requests": [', change(null, set(['name'], null, '"a"'))), UserError);
  });

  it('says that nothing can be set below a text', () => {
    assert.throws(() => changedText(CHAIN, change(READ, set(['method', 'x'], null, '1'))), UserError);
  });

  for (const value of ['', '{', '"a', 'undefined']) {
    it(`does not write ${JSON.stringify(value)}, which is not JSON`, () => {
      assert.throws(() => changedText(CHAIN, change(READ, set(['method'], '"GET"', value))), JsonSyntaxError);
    });
  }
});
