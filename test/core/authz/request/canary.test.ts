import assert from 'node:assert/strict';
import { singlePlace } from '../../../../src/core/authz/request/bodyMember';
import { plantedAt, plantText, setProperty } from '../../../../src/core/authz/request/canary';
import type { JsonValue } from '../../../../src/core/json/json';
import type { Body } from '../../../../src/core/model';
import { chainRequest } from '../attacks';

const TEXT = 'CNRY-0123456789abcdef';

function planted(body: object, paths: readonly string[] = []): Body | undefined {
  return plantText(chainRequest({ method: 'POST', body }).request, { ...plantedAt(paths), text: TEXT }).body;
}

/** The JSON value of a body. */
function valueOf(body: Body | undefined): JsonValue | undefined {
  return body?.kind === 'json' ? body.value : undefined;
}

describe('plantText', () => {
  const json: readonly (readonly [
    title: string,
    paths: readonly string[],
    before: JsonValue,
    after: JsonValue,
  ])[] = [
    ['where the matrix says', ['$.note'], { note: 'a', title: 'A b c' }, { note: TEXT, title: 'A b c' }],
    ['into several members', ['$.a', '$.b.c'], { a: '', b: { c: null } }, { a: TEXT, b: { c: TEXT } }],
    ['into items of a list', ['$.i[*].n'], { i: [{ n: 1 }, {}] }, { i: [{ n: TEXT }, {}] }],
    ['into the last item', ['$.i[-1]'], { i: ['a', 'b'] }, { i: ['a', TEXT] }],
    ['at any depth', ['$..note'], { note: 'a', b: [{ note: 'c' }] }, { note: TEXT, b: [{ note: TEXT }] }],
    ['over a reference that was named', ['$.note'], { note: '{{note}}' }, { note: TEXT }],
    ['nowhere when the body has no such member', ['$.x', '$.a.b'], { a: 1 }, { a: 1 }],
    ['nowhere for a path that is not valid', ['$[', 'note'], { note: 'a' }, { note: 'a' }],
    [
      'into free text when nothing is named',
      [],
      { note: 'Ring twice', a: { comments: '' } },
      { note: TEXT, a: { comments: TEXT } },
    ],
    ['into names that end in free text', [], { deliveryNote: 'Ring twice' }, { deliveryNote: TEXT }],
    [
      'never into enumerations',
      [],
      { title: 'Mr', note: 'URGENT', message: 'low' },
      { title: 'Mr', note: 'URGENT', message: 'low' },
    ],
    ['never into references', [], { note: 'for {{name}}' }, { note: 'for {{name}}' }],
    ['never into keys and numbers', [], { id: 'some long key', note: 7 }, { id: 'some long key', note: 7 }],
    ['never into what only begins like free text', [], { noteId: 'abc def' }, { noteId: 'abc def' }],
  ];
  for (const [title, paths, before, after] of json) {
    it(`plants ${title}`, () => {
      assert.deepEqual(valueOf(planted({ json: before }, paths)), after);
    });
  }

  it('plants in forms by the name of the field', () => {
    const fields = [
      { name: 'note', value: 'Ring twice', disabled: false },
      { name: 'note', value: 'off', disabled: true },
      { name: 'sku', value: 'A-1', disabled: false },
    ];
    const after = [{ ...fields[0], value: TEXT }, ...fields.slice(1)];
    for (const paths of [['note'], ['$.note'], []]) {
      assert.deepEqual(planted({ form: fields }, paths), { kind: 'form', fields: after });
    }
  });

  it('plants in multipart fields, but never in place of a file', () => {
    const body = planted({
      multipart: [
        { name: 'note', file: 'a.txt' },
        { name: 'comment', value: 'Ring twice' },
      ],
    });
    assert.deepEqual(body?.kind === 'multipart' ? body.parts.map(({ value }) => value) : undefined, [
      undefined,
      TEXT,
    ]);
  });

  it('plants in the variables of GraphQL', () => {
    const body = planted({ graphql: { query: '{ a }', variables: { input: { note: 'x' } } } }, [
      '$.input.note',
    ]);
    assert.deepEqual(body?.kind === 'graphql' ? body.variables : undefined, { input: { note: TEXT } });
  });

  it('plants in a text that is JSON, and leaves other texts alone', () => {
    assert.deepEqual(planted({ text: '{"id":9007199254740993,"note":"a"}' }, ['$.note']), {
      kind: 'text',
      text: `{"id":9007199254740993,"note":"${TEXT}"}`,
    });
    assert.deepEqual(planted({ text: '{"id":{{orderId}}}' }, ['$.id']), {
      kind: 'text',
      text: '{"id":{{orderId}}}',
    });
  });

  it('leaves a request without body alone', () => {
    const { request } = chainRequest({});
    assert.equal(plantText(request, { ...plantedAt(['$.note']), text: TEXT }), request);
  });
});

describe('setProperty', () => {
  const sets: readonly (readonly [title: string, path: string, before: object, after: unknown])[] = [
    ['replaces a member', '$.role', { json: { role: 'a', b: 1 } }, { role: 'x', b: 1 }],
    ['adds a member', '$.role', { json: { b: 1 } }, { b: 1, role: 'x' }],
    [
      'adds to the objects of a list',
      '$.i[*].role',
      { json: { i: [{}, { a: 1 }] } },
      { i: [{ role: 'x' }, { a: 1, role: 'x' }] },
    ],
    ['invents no parents', '$.a.role', { json: { b: 1 } }, { b: 1 }],
    [
      'takes __proto__ for a name like any other',
      "$['__proto__']",
      { json: {} },
      JSON.parse('{"__proto__":"x"}'),
    ],
  ];
  for (const [title, path, before, after] of sets) {
    it(title, () => {
      const { body } = setProperty(chainRequest({ method: 'POST', body: before }).request, path, 'x');
      assert.equal(JSON.stringify(valueOf(body)), JSON.stringify(after));
    });
  }

  it('gives a request without body one', () => {
    assert.deepEqual(setProperty(chainRequest({}).request, '$.role', ['x']).body, {
      kind: 'json',
      value: { role: ['x'] },
    });
  });

  it('adds fields to forms, values as text', () => {
    const { body } = setProperty(chainRequest({ method: 'POST', body: { form: [] } }).request, '$.role', {
      a: 1,
    });
    assert.deepEqual(body, { kind: 'form', fields: [{ name: 'role', value: '{"a":1}', disabled: false }] });
  });
});

describe('singlePlace', () => {
  it('is there for paths of names and indexes', () => {
    assert.deepEqual(['$.a[0].b', '$', '$..a', '$.a[*]', "$['a','b']", '$[?@.a]', 'a'].map(singlePlace), [
      ['a', 0, 'b'],
      [],
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
