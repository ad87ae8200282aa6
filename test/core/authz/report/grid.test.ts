import assert from 'node:assert/strict';
import type { Cell } from '../../../../src/core/authz/model/cell';
import {
  authzGrid,
  columnOf,
  filterRows,
  layOut,
  locationOf,
  type GridFilter,
} from '../../../../src/core/authz/report/grid';
import type { OutcomeClass } from '../../../../src/core/authz/model/verdict';
import { cellOf, verdictOn } from '../cells';
import { processorSeconds } from '../../../processorTime';

const USERS = [
  { user: 'alice', role: 'customer' },
  { user: 'bob', role: 'customer' },
];

/** The grid of cells in words: a line for each row, with the owner that each cell is about. */
function gridOf(cells: readonly Cell[], users = USERS): { columns: string[]; rows: string[] } {
  const { columns, rows } = layOut(cells, (cell) => cell, users);
  return {
    columns: columns.map(({ user, role }) => `${user} ${role}`),
    rows: rows.map(
      (row) =>
        `${row.operation} | ${row.location} | ${row.cells.map((cell) => cell?.owner ?? '-').join(' ')}`,
    ),
  };
}

const inBody = { places: [{ in: 'body', variable: 'orderId', name: '/id' }] } as const;
const nested = [
  { in: 'path', variable: 'userId' },
  { in: 'path', variable: 'orderId' },
] as const;

describe('the column of a user', () => {
  it('says the role, and what the attributes say', () => {
    assert.deepEqual(
      [
        columnOf({ name: 'alice', role: 'member', attributes: { tenant: 'acme', team: 'red' } }),
        columnOf({ name: 'bob', role: 'member' }),
      ],
      [
        { user: 'alice', role: 'member, acme, red' },
        { user: 'bob', role: 'member' },
      ],
    );
  });
});

describe('the grid of an authorization run', () => {
  it('has callers across and operations down', () => {
    const update = { operation: 'order.update', method: 'PATCH' };
    assert.deepEqual(
      gridOf([
        cellOf('alice', 'bob'),
        cellOf('bob', 'bob', { kind: 'SELF' }),
        cellOf('alice', 'bob', update),
      ]),
      {
        columns: ['alice customer', 'bob customer'],
        rows: ['order.read | path orderId | bob bob', 'order.update | path orderId | bob -'],
      },
    );
  });

  it('gives each location a row, below the first of its operation', () => {
    assert.deepEqual(
      gridOf([
        cellOf('alice', 'bob'),
        cellOf('alice', 'bob', { operation: 'order.list', places: [] }),
        cellOf('alice', 'bob', inBody),
        cellOf('alice', 'bob', { variant: 'trailing-slash' }),
      ]).rows,
      [
        'order.read | path orderId | bob -',
        'order.read | body /id | bob -',
        'order.read | path orderId, trailing-slash | bob -',
        'order.list | list | bob -',
      ],
    );
  });

  it('puts cells that name no place into the first row of their operation', () => {
    const own = cellOf('bob', 'bob', { kind: 'SELF', places: [] });
    assert.deepEqual(gridOf([own, cellOf('alice', 'bob')]).rows, ['order.read | path orderId | bob bob']);
  });

  it('gives each owner a row where a caller meets several', () => {
    assert.deepEqual(gridOf([cellOf('alice', 'bob'), cellOf('alice', 'sam'), cellOf('bob', 'sam')]).rows, [
      'order.read | path orderId, of bob | bob -',
      'order.read | path orderId, of sam | sam sam',
    ]);
  });

  it('loses no cell, even of those that nothing tells apart', () => {
    const cells = [cellOf('alice', 'bob'), cellOf('alice', 'bob'), cellOf('alice', undefined)];
    const { rows } = layOut(cells, (cell) => cell, USERS);
    assert.equal(rows.flatMap((row) => row.cells).filter((cell) => cell !== undefined).length, 3);
  });

  it('gives a caller without a column one', () => {
    assert.deepEqual(gridOf([cellOf('eve', 'bob')]), {
      columns: ['alice customer', 'bob customer', 'eve customer'],
      rows: ['order.read | path orderId | - - bob'],
    });
  });

  it('keeps users that ask nothing, and is empty without cells', () => {
    assert.deepEqual(gridOf([]), { columns: ['alice customer', 'bob customer'], rows: [] });
  });

  it('takes names that every object inherits for names', () => {
    assert.deepEqual(gridOf([cellOf('__proto__', 'constructor', { operation: 'toString' })], []), {
      columns: ['__proto__ customer'],
      rows: ['toString | path orderId | constructor'],
    });
  });

  it('is that of the results and users of a run', () => {
    const result = verdictOn(cellOf('alice', 'bob'), 'PASS_403');
    const { columns, rows } = authzGrid({
      cells: [result],
      users: [{ name: 'alice', role: 'customer' }],
    });
    assert.deepEqual([columns, rows[0]?.cells], [[{ user: 'alice', role: 'customer' }], [result]]);
  });

  it('lays out 20,000 cells without delay', () => {
    const cells = Array.from({ length: 20_000 }, (_none, index) =>
      cellOf(`user-${index % 100}`, 'bob', {
        operation: `operation-${index % 200}-${Math.floor(index / 100)}`,
      }),
    );
    const seconds = processorSeconds(() => {
      assert.equal(layOut(cells, (cell) => cell, []).columns.length, 100);
    });
    assert.ok(seconds < 2);
  });
});

describe('the location of a cell', () => {
  const locations: readonly (readonly [words: string, change: Partial<Cell>])[] = [
    ['path orderId', {}],
    ['body /id', inBody],
    ['path userId + path orderId', { places: nested }],
    ['path orderId, X-Original-URL', { variant: 'X-Original-URL' }],
    ['sets $.role', { kind: 'PROP', property: '$.role', effect: 'update' }],
    ['shows $.taxNumber', { kind: 'PROP', property: '$.taxNumber' }],
    ['list', { kind: 'LIST', places: [] }],
    ['create', { places: [], effect: 'create' }],
  ];
  for (const [words, change] of locations) {
    it(`is ${words}`, () => {
      assert.equal(locationOf(cellOf('alice', 'bob', change)), words);
    });
  }

  it('is the function where there is no object', () => {
    const { resource: _resource, ...cell } = cellOf('alice', undefined, { kind: 'FUN', places: [] });
    assert.equal(locationOf(cell), 'function');
  });
});

describe('the rows that somebody wants to see', () => {
  const row = (operation: string, ...classes: (OutcomeClass | undefined)[]) => ({
    operation,
    method: 'GET',
    path: '/',
    location: 'function',
    cells: classes,
  });
  const rows = [
    row('flaw', 'PASS_403', 'FLAW_READ'),
    row('unknown', 'INCONCLUSIVE_AUTH', undefined),
    row('odd', 'DENIED_OTHER'),
    row('skipped', 'SKIPPED'),
    row('fine', 'PASS_404', 'PASS_EFFECT'),
  ];
  const wanted: readonly (readonly [filter: GridFilter, operations: string])[] = [
    ['all', 'flaw unknown odd skipped fine'],
    ['flaws', 'flaw'],
    ['inconclusive', 'unknown'],
    ['not-passed', 'flaw unknown odd skipped'],
  ];
  for (const [filter, operations] of wanted) {
    it(`are for ${filter}: ${operations}`, () => {
      const shown = filterRows(rows, filter, (outcome) => outcome);
      assert.equal(shown.map(({ operation }) => operation).join(' '), operations);
    });
  }

  it('are whole, for their neighbours explain them', () => {
    const [first] = filterRows(rows, 'flaws', (outcome) => outcome);
    assert.deepEqual(first?.cells, ['PASS_403', 'FLAW_READ']);
  });

  it('are none of cells that have not ended, unless all are wanted', () => {
    const waiting = [row('waiting', 'FLAW_READ')];
    assert.deepEqual(
      filterRows(waiting, 'not-passed', () => undefined),
      [],
    );
    assert.equal(filterRows(waiting, 'all', () => undefined).length, 1);
  });
});
