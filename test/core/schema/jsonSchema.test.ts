import assert from 'node:assert/strict';
import { parseJson, type JsonValue } from '../../../src/core/json/json';
import { checkSchema, schemaDifferences } from '../../../src/core/schema/jsonSchema';
import { rendered } from '../rendered';

const evil = `${'a'.repeat(60)}b`;

function doubling(levels: number): JsonValue {
  const defs: Record<string, JsonValue> = { [`d${levels}`]: {} };
  for (let level = 0; level < levels; level += 1) {
    const next = { $ref: `#/$defs/d${level + 1}` };
    defs[`d${level}`] = { allOf: [next, next] };
  }
  return { $ref: '#/$defs/d0', $defs: defs };
}

describe('checkSchema', () => {
  const accepted: [title: string, schema: JsonValue, value: JsonValue][] = [
    ['true', true, 1],
    ['an empty schema', {}, null],
    ['a type', { type: 'integer' }, 3],
    ['an integer beyond 2^53', { type: 'integer' }, parseJson('9007199254740993')],
    ['an object', { required: ['id'], properties: { id: { type: 'string' } } }, { id: '', more: 1 }],
    ['a pattern', { pattern: '^a+$' }, 'aaa'],
    ['a pattern in addition to other conditions', { allOf: [{ minLength: 2 }], pattern: '^a+$' }, 'aaa'],
    [
      'pattern properties',
      { patternProperties: { '^x-': { type: 'integer' } }, additionalProperties: false },
      { 'x-a': 1 },
    ],
    ['a member called pattern', { properties: { pattern: { type: 'string' } } }, { pattern: '(?=' }],
    [
      'data that looks like a schema',
      { const: { pattern: '(?=', type: 'x' } },
      { pattern: '(?=', type: 'x' },
    ],
    ['a reference inside', { $ref: '#/$defs/a', $defs: { a: { type: 'null' } } }, null],
    ['a recursive schema', { type: 'array', items: { $ref: '#' } }, [[[]]]],
    ['a format that is an annotation', { format: 'url' }, `http://${evil}`],
    [
      'the definition of an older draft',
      { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: {} }, $ref: '#/definitions/a' },
      1,
    ],
  ];
  for (const [title, schema, value] of accepted) {
    it(`accepts ${title}`, () => {
      assert.deepEqual(checkSchema(schema, value), { ok: true });
    });
  }

  const refused: [title: string, schema: JsonValue, value: JsonValue, message: RegExp][] = [
    ['false', false, 1, /^the value: False boolean schema$/],
    [
      'a wrong type and says where',
      { items: { properties: { id: { type: 'integer' } } } },
      [{ id: 'x' }],
      /^\/0\/id: Instance type "string" is invalid. Expected "integer"$/,
    ],
    [
      'a missing member',
      { required: ['id'] },
      {},
      /^the value: Instance does not have required property "id"$/,
    ],
    ['an inherited member', { required: ['constructor'] }, {}, /required property "constructor"/],
    [
      'a text that a pattern does not fit',
      { pattern: '^(a+)+$' },
      evil,
      /^the value: String does not match pattern "\^\(a\+\)\+\$"$/,
    ],
    [
      'it through a reference to anywhere',
      { $ref: '#/x', x: { pattern: '^(a+)+$' } },
      evil,
      /does not match pattern/,
    ],
    [
      'a pattern property',
      { patternProperties: { '^(a+)+$': { type: 'string' } } },
      { [evil]: 1, aa: 1 },
      /^\/aa: /,
    ],
    ['a name', { propertyNames: { pattern: '^(a+)+$' } }, { [evil]: 1 }, /does not match pattern/],
    ['a date', { format: 'date' }, '2026-02-30', /does not match format "date"/],
    ['a schema that is a list', [], 1, /^the schema is neither an object nor true or false$/],
    [
      'a pattern that cannot be used',
      { pattern: '(?=a)' },
      'a',
      /^the schema cannot be used: .*uses look-around/,
    ],
    [
      'a pattern that is not a string',
      { pattern: 1 },
      'a',
      /^the schema cannot be used: a pattern is not a text$/,
    ],
    [
      'a reference to elsewhere',
      { $ref: 'https://example.com/x.json' },
      1,
      /refers to "https:\/\/example.com\/x.json", which it does not contain, and nothing is fetched/,
    ],
    ['a schema that is only itself', { $ref: '#' }, 1, /refers to itself without end/],
    ['keywords of wrong types', { required: 5 }, {}, /^the schema cannot be used: /],
    ['a schema that doubles', doubling(40), 1, /^the schema was given up/],
    [
      'unique items of a long list',
      { uniqueItems: true },
      Array.from({ length: 2001 }, (_, index) => index),
      /not checked on lists of more than 2000 items/,
    ],
  ];
  for (const [title, schema, value, message] of refused) {
    it(`refuses ${title}`, () => {
      const verdict = checkSchema(schema, value);
      assert.match(verdict.ok ? 'accepted' : rendered(verdict.message), message);
    });
  }

  it('leaves schema, prototypes and later checks untouched', () => {
    const schema = parseJson(
      '{"properties":{"__proto__":{"pattern":"^x$"}},"patternProperties":{"^__": {"type":"string"}}}',
    );
    const before = JSON.stringify(schema);
    assert.equal(checkSchema(schema, parseJson('{"__proto__":"y"}')).ok, false);
    assert.equal(JSON.stringify(schema), before);
    assert.deepEqual(Object.keys(Object.prototype), []);
    assert.equal(checkSchema({ format: 'pattern ^x$' }, 'y').ok, true);
  });
});

describe('schemaDifferences', () => {
  it('tells every difference once, of the schema that is for the value', () => {
    const pet: JsonValue = {
      required: ['lives'],
      properties: { kind: { const: 'cat' }, lives: { type: 'integer' } },
    };
    const schema: JsonValue = {
      properties: { pets: { type: 'array', items: { $ref: '#/$defs/pet' } }, 'a/b': false },
      $defs: { pet: { anyOf: [{ type: 'null' }, pet, { properties: { kind: { const: 'dog' } } }] } },
    };
    const value: JsonValue = {
      pets: [{ kind: 'cat' }, null, { kind: 'cat', lives: 'x' }, { kind: 'hen' }],
      'a/b': 1,
    };
    const found = schemaDifferences(schema, value);
    assert.ok(!('ok' in found));
    assert.deepEqual(
      rendered(found).map(({ pointer, rule, actual }) => `${pointer} ${rule}: ${String(actual)}`),
      [
        '/pets/0/lives /properties/pets/items/$ref/anyOf/1/required: absent',
        '/pets/2/lives /properties/pets/items/$ref/anyOf/1/properties/lives/type: of type "string" instead of "integer"',
        '/pets/3 /properties/pets/items/$ref/anyOf: not: Instance does not match any subschemas',
        '/a~1b /properties: not: nothing is allowed here',
      ],
    );
  });

  it('tells some of more differences than the stack has room for', () => {
    const found = schemaDifferences(
      { items: { type: 'string' } },
      Array.from({ length: 200_000 }, () => 1),
    );
    assert.ok('length' in found && found.length > 0);
  });
});
