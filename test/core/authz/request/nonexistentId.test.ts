import assert from 'node:assert/strict';
import { absentId, canaryFor } from '../../../../src/core/authz/request/nonexistentId';
import { ExactNumber, stringifyJson, type JsonValue } from '../../../../src/core/json/json';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { processorSeconds } from '../../../processorTime';

const absent = (value: JsonValue, seed = 'seed'): JsonValue => absentId(value, seed, nodeHash);

describe('absentId', () => {
  const shapes: readonly [value: JsonValue, shape: RegExp][] = [
    [731, /^19\d{8}$/],
    [0, /^19\d{8}$/],
    [-5, /^-19\d{8}$/],
    [12345678901, /^10\d{9}$/],
    [new ExactNumber('9223372036854775807'), /^90\d{17}$/],
    [1.5, /^19\d{8}$/],
    ['731', /^"19\d{8}"$/],
    ['000731', /^"9\d{13}"$/],
    ['0000000731', /^"00\d{8}"$/],
    ['INV-0007', /^"INV-9\d{11}"$/],
    ['INV-00000007', /^"INV-9\d{7}"$/],
    ['room_a1b2', /^"room_[a-z]\d[a-z]\d[a-z]{8}"$/],
    ['my-blog-post', /^"my-blog-[a-z]{12}"$/],
    ['1750000000000000001', /^"10\d{17}"$/],
    [
      '0b7f7f0e-9d5c-4a55-8f9a-0d5c4a558f9a',
      /^"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"$/,
    ],
    ['0B7F7F0E9D5C1A55BF9A0D5C4A558F9A', /^"[0-9A-F]{12}1[0-9A-F]{3}B[0-9A-F]{15}"$/],
    ['01J9ZQ3XKMT4V8N2YB6CDEFGHJ', /^"01J9ZQ3XKM[0-9A-HJKMNP-TV-Z]{16}"$/],
    ['507f1f77bcf86cd799439011', /^"[0-9a-f]{24}"$/],
    ['ord_8f3kd93k', /^"ord_[0-9a-z]{8}"$/],
    ['ORD-2024-000731', /^"ORD-2024-9\d{13}"$/],
    ['cus:ab', /^"[a-z]{3}:[a-z]{10}"$/],
    ['bob', /^"[a-z]{11}"$/],
    ['Robert Smith', /^"[A-Z][a-z]{5} [A-Z][a-z]{4}"$/],
    ['bob@example.com', /^"[a-z]{11}@example\.com"$/],
    ['王小明', /^"王小明[a-z]{8}"$/],
    ['', /^"[a-z]{8}"$/],
    [null, /^null$/],
    [true, /^true$/],
    [[1, 'ab'], /^\[19\d{8},"[a-z]{10}"\]$/],
    [{ id: 1 }, /^\{"id":19\d{8}\}$/],
  ];
  for (const [value, shape] of shapes) {
    it(`keeps the shape of ${stringifyJson(value)}`, () => {
      assert.match(stringifyJson(absent(value)), shape);
    });
  }

  it('gives another identifier than the one it is given', () => {
    for (const [value] of shapes.filter(([candidate]) => candidate !== null && candidate !== true)) {
      for (let seed = 0; seed < 200; seed += 1) {
        assert.notEqual(stringifyJson(absent(value, `seed ${String(seed)}`)), stringifyJson(value));
      }
    }
  });

  it('gives the same for the same seed, and something else for another', () => {
    assert.equal(absent('ord_8f3kd93k'), absent('ord_8f3kd93k'));
    assert.notEqual(absent('ord_8f3kd93k'), absent('ord_8f3kd93k', 'other'));
  });

  it('keeps the type of an object in a global identifier of GraphQL', () => {
    const value = absent(Buffer.from('Order:731').toString('base64'));
    assert.match(Buffer.from(stringifyJson(value), 'base64').toString(), /^Order:19\d{8}$/);
  });

  it('takes a long identifier in bounded time', () => {
    const values = ['a'.repeat(200_000), `${'a'.repeat(200_000)}_`, '_'.repeat(200_000), '1'.repeat(200_000)];
    assert.ok(processorSeconds(() => values.forEach((value) => absent(value))) < 10);
  });
});

describe('canaryFor', () => {
  it('is known by its look', () => {
    assert.match(canaryFor('seed', 'order bob 1', nodeHash), /^CNRY-[0-9a-f]{16}$/);
  });

  it('is the same for the same seed and object, and for no other', () => {
    const canaries = [
      canaryFor('seed', 'order bob 1', nodeHash),
      canaryFor('seed', 'order bob 2', nodeHash),
      canaryFor('other', 'order bob 1', nodeHash),
    ];
    assert.equal(new Set(canaries).size, 3);
    assert.equal(canaryFor('seed', 'order bob 1', nodeHash), canaries[0]);
  });
});
