import assert from 'node:assert/strict';
import type { Cell } from '../../../../src/core/authz/model/cell';
import {
  createCellLocator,
  locateCell,
  type PlacedRange,
} from '../../../../src/core/authz/matrix/locateCell';

const TEXT = `{
  // A comment.
  "resources": { "order": {} },
  "operations": { "order.read": {}, "constructor": {} },
  "policy": {
    "customer": { "*": "none", "order.*": "own", "order.r*": "own" },
    "public": ["x", "order.*"]
  },
  "waivers": [{ "cell": "OBJ *" }, { "cell": "OBJ order.read *" }]
}`;

const CELL: Cell = {
  id: 'OBJ order.read bob<-alice path:orderId',
  kind: 'OBJ',
  operation: 'order.read',
  effect: 'read',
  resource: 'order',
  owner: 'alice',
  ownerRole: 'customer',
  caller: 'bob',
  callerRole: 'customer',
  method: 'GET',
  path: '/orders/{{orderId}}',
  places: [],
};

/** The texts that are found, by part. */
function found(cell: Cell, text = TEXT): object {
  const parts = Object.entries(locateCell(text, 'f', cell)) as [string, PlacedRange][];
  return Object.fromEntries(parts.map(([part, { start, end }]) => [part, text.slice(start, end)]));
}

describe('locateCell', () => {
  it('finds everything a matrix says of a cell, with lines and columns', () => {
    assert.deepEqual(locateCell(TEXT, 'f', CELL), {
      operation: { start: 68, end: 80, file: 'f', line: 4, column: 19, endLine: 4, endColumn: 31 },
      rule: { start: 170, end: 180, file: 'f', line: 6, column: 50, endLine: 6, endColumn: 60 },
      resource: { start: 35, end: 42, file: 'f', line: 3, column: 18, endLine: 3, endColumn: 25 },
      waiver: { start: 251, end: 258, file: 'f', line: 9, column: 25, endLine: 9, endColumn: 32 },
    });
  });

  const cells: [title: string, change: Partial<Cell>, expected: object][] = [
    [
      'takes the longest pattern that fits',
      { operation: 'order.list', id: 'FUN x' },
      { rule: '"order.*"', resource: '"order"' },
    ],
    [
      'takes the pattern of `public` for somebody without credentials',
      { callerRole: 'anonymous', id: 'ANON x' },
      { operation: '"order.read"', rule: '"order.*"', resource: '"order"' },
    ],
    [
      'finds no rule for a role that has none',
      { callerRole: 'agent', id: 'FUN x' },
      { operation: '"order.read"', resource: '"order"' },
    ],
    [
      'does not find what every object inherits',
      { operation: 'toString', callerRole: 'constructor', resource: '__proto__', id: 'FUN x' },
      {},
    ],
  ];
  for (const [title, change, expected] of cells) {
    it(title, () => assert.deepEqual(found({ ...CELL, ...change }), expected));
  }

  it('finds nothing for a function without object in a part that is not there', () => {
    const { resource: _resource, ...withoutResource } = CELL;
    assert.deepEqual(
      found(withoutResource, '{ "operations": [], "policy": { "customer": 1 }, "waivers": [1, {}'),
      {},
    );
  });

  it('reads the file once for many cells', () => {
    const locate = createCellLocator(TEXT, 'f');
    assert.deepEqual(
      [locate(CELL), locate(CELL)],
      [locateCell(TEXT, 'f', CELL), locateCell(TEXT, 'f', CELL)],
    );
  });
});
