import assert from 'node:assert/strict';
import type { CellResult } from '../../../../src/core/authz/model/authzResult';
import {
  baselineExitCode,
  baselineOf,
  compareBaseline,
  isUnexplained,
  nextBaseline,
  type BaselineChange,
} from '../../../../src/core/authz/report/baseline';
import { readBaseline, writeBaseline } from '../../../../src/core/authz/report/baselineFile';
import { UserError } from '../../../../src/core/errors';
import type { OutcomeClass } from '../../../../src/core/authz/model/verdict';
import { sampleAuthz, sampleCell, sampleResult } from '../../../formats/reporters/authz/sampleAuthz';

/** A cell of an operation of its own that came to a class. */
function cellOf(outcome: OutcomeClass, operation = 'order.read'): CellResult {
  return sampleResult(sampleCell({ operation, path: `/${operation}` }), { class: outcome });
}

/** A run of one cell that was something before; `undefined` is a cell that is not in the baseline. */
function compareOne(before: OutcomeClass | undefined, now: OutcomeClass) {
  const baseline = baselineOf({ cells: before === undefined ? [] : [cellOf(before)] });
  return compareBaseline({ cells: [cellOf(now)] }, baseline);
}

type Row = readonly [before: OutcomeClass | undefined, now: OutcomeClass, BaselineChange, ...codes: number[]];

/** With the exit codes, as they are and when strict. */
const table: readonly Row[] = [
  [undefined, 'PASS_403', 'added', 0, 0],
  [undefined, 'FLAW_READ', 'new', 1, 1],
  [undefined, 'SUSPECT_ACCEPTED', 'new', 1, 1],
  [undefined, 'SOFT_DENY', 'added', 4, 1],
  [undefined, 'INCONCLUSIVE_STATE', 'added', 3, 3],
  [undefined, 'WAIVED', 'added', 0, 0],
  ['PASS_403', 'PASS_403', 'unchanged', 0, 0],
  ['PASS_403', 'PASS_404', 'changed', 0, 0],
  ['PASS_403', 'FLAW_DELETE', 'new', 1, 1],
  ['PASS_403', 'OVER_RESTRICTED', 'new', 1, 1],
  ['PASS_403', 'DENIED_OTHER', 'changed', 4, 1],
  ['PASS_404', 'INCONCLUSIVE_AUTH', 'lost', 3, 3],
  ['PASS_EFFECT', 'INCONCLUSIVE_SERVER_ERROR', 'lost', 3, 3],
  ['PASS_404', 'WAIVED', 'changed', 0, 0],
  ['FLAW_READ', 'FLAW_READ', 'unchanged', 0, 0],
  ['FLAW_READ', 'FLAW_WRITE', 'updated', 1, 1],
  ['FLAW_READ', 'PASS_403', 'fixed', 0, 0],
  ['FLAW_READ', 'DENIED_OTHER', 'fixed', 0, 0],
  ['FLAW_READ', 'INCONCLUSIVE_NETWORK', 'changed', 0, 0],
  ['FLAW_READ', 'WAIVED', 'changed', 0, 0],
  ['DENIED_401', 'DENIED_401', 'unchanged', 0, 0],
  ['DENIED_401', 'SOFT_DENY', 'changed', 0, 0],
  ['DENIED_401', 'PASS_403', 'fixed', 0, 0],
  ['DENIED_401', 'FLAW_READ', 'new', 1, 1],
  ['INCONCLUSIVE_AUTH', 'INCONCLUSIVE_AUTH', 'unchanged', 0, 0],
  ['INCONCLUSIVE_AUTH', 'PASS_403', 'changed', 0, 0],
  ['INCONCLUSIVE_AUTH', 'FLAW_READ', 'new', 1, 1],
  ['WAIVED', 'FLAW_READ', 'new', 1, 1],
  ['SKIPPED', 'PASS_403', 'changed', 0, 0],
  ['SKIPPED', 'FLAW_READ', 'new', 1, 1],
];

describe('compareBaseline', () => {
  for (const [before, now, change, code, strictCode] of table) {
    it(`takes ${before ?? 'nothing'} that is ${now} now as ${change}, exit code ${code} or ${strictCode}`, () => {
      const comparison = compareOne(before, now);
      assert.deepEqual(
        comparison.cells.map((compared) => [compared.before, compared.change]),
        [[before, change]],
      );
      const codes = [false, true].map((strict) =>
        baselineExitCode({ outcome: 'finished' }, comparison, { strict }),
      );
      assert.deepEqual(codes, [code, strictCode]);
    });
  }

  it('takes a pass that is not tested any more as lost', () => {
    const cell = { ...cellOf('SKIPPED').cell, skip: 'Nothing may be changed.' };
    const now = [{ ...cellOf('SKIPPED'), cell }, cellOf('PASS_403', 'order.list')];
    const comparison = compareBaseline(
      { cells: now },
      baselineOf({ cells: [cellOf('PASS_403'), ...now.slice(1)] }),
    );
    assert.deepEqual(
      comparison.cells.map(({ change }) => change),
      ['lost', 'unchanged'],
    );
    assert.equal(baselineExitCode({ outcome: 'finished' }, comparison, { strict: false }), 3);
  });

  const vanished: [title: string, before: OutcomeClass, now: readonly CellResult[], fails: boolean][] = [
    ['a pass whose operation is still there', 'PASS_403', [cellOf('PASS_403')], true],
    ['a flaw whose operation is still there', 'FLAW_READ', [cellOf('PASS_403')], true],
    ['one that was not tested', 'SKIPPED', [cellOf('PASS_403')], false],
    ['one whose operation left the matrix', 'FLAW_READ', [cellOf('PASS_403', 'order.list')], false],
  ];
  for (const [title, before, now, fails] of vanished) {
    it(`${fails ? 'fails for' : 'allows'} a cell that vanished: ${title}`, () => {
      const gone = sampleResult(sampleCell({ caller: 'sam' }), { class: before });
      const comparison = compareBaseline({ cells: now }, baselineOf({ cells: [gone, ...now] }));
      assert.deepEqual(comparison.absent.map(isUnexplained), [fails]);
      assert.equal(comparison.absent[0]?.title, 'OBJ order.read customer<-supportAgent path:orderId');
      assert.equal(baselineExitCode({ outcome: 'finished' }, comparison, { strict: true }), fails ? 3 : 0);
    });
  }

  it('keeps callers of the same tenant and of another one apart', () => {
    const cells = (['same', 'other'] as const).map((tenant) =>
      sampleResult(sampleCell({ changes: { relation: { tenant } } }), { class: 'PASS_403' }),
    );
    assert.deepEqual(
      Object.values(baselineOf({ cells }).cells)
        .map(({ title }) => title)
        .toSorted(),
      [
        'OBJ order.read customer<-customer path:orderId (of another tenant)',
        'OBJ order.read customer<-customer path:orderId (of the same tenant)',
      ],
    );
  });

  it('leaves cells alone that nobody asked for, and only those', () => {
    const [left, gone] = ['sam', 'mia'].map((caller) =>
      sampleResult(sampleCell({ operation: 'order.list', caller }), { class: 'PASS_403' }),
    );
    assert.ok(left !== undefined && gone !== undefined);
    const now = [cellOf('PASS_403'), cellOf('PASS_403', 'order.list')];
    const comparison = compareBaseline(
      { cells: now, unselected: [left.fingerprint] },
      baselineOf({ cells: [...now, left, gone] }),
    );
    assert.deepEqual(
      comparison.absent.map(({ fingerprint }) => fingerprint),
      [gone.fingerprint],
    );
    assert.equal(baselineExitCode({ outcome: 'finished' }, comparison, { strict: false }), 3);
  });

  it('does not count the odd refusals of what attack packs guess', () => {
    const guess = sampleResult(sampleCell({ changes: { variant: 'verb-POST' } }), { class: 'DENIED_OTHER' });
    const comparison = compareBaseline({ cells: [guess] }, baselineOf({ cells: [] }));
    assert.equal(baselineExitCode({ outcome: 'finished' }, comparison, { strict: true }), 0);
  });

  it('gives a cancelled run, and one that tested nothing, codes of their own', () => {
    const nothing = compareBaseline({ cells: [] }, baselineOf({ cells: [] }));
    assert.equal(baselineExitCode({ outcome: 'cancelled' }, nothing, { strict: false }), 130);
    assert.equal(baselineExitCode({ outcome: 'finished' }, nothing, { strict: false }), 3);
  });

  it('does not call a run green that ended before it was through', () => {
    const cells = [cellOf('PASS_403'), cellOf('SKIPPED', 'order.list')];
    const comparison = compareBaseline({ cells }, baselineOf({ cells }));
    assert.equal(baselineExitCode({ outcome: 'finished' }, comparison, { strict: false }), 3);
  });

  it('finds nothing different in the run that made the baseline', () => {
    const { cells, absent } = compareBaseline(sampleAuthz, baselineOf(sampleAuthz));
    assert.deepEqual([new Set(cells.map(({ change }) => change)), absent], [new Set(['unchanged']), []]);
  });
});

describe('baselineOf', () => {
  it('keeps the worst of cells that share a fingerprint', () => {
    const cells = [cellOf('PASS_403'), cellOf('FLAW_READ'), cellOf('INCONCLUSIVE_AUTH')];
    assert.deepEqual(
      Object.values(baselineOf({ cells }).cells).map(({ class: outcome }) => outcome),
      ['FLAW_READ'],
    );
  });

  it('holds no names of users, no addresses and no planted texts', () => {
    assert.doesNotMatch(writeBaseline(baselineOf(sampleAuthz)), /alice|bob|127\.0\.0\.1|CNRY|731|5eed/);
  });
});

describe('nextBaseline', () => {
  const read = cellOf('PASS_403');
  const list = cellOf('FLAW_READ', 'order.list');
  const known = baselineOf({ cells: [cellOf('FLAW_READ'), list] });
  const classes = (cells: readonly CellResult[], unselected: readonly string[], earlier = known) =>
    Object.values(nextBaseline({ cells, unselected }, earlier).cells)
      .map(({ operation, class: outcome }) => `${operation} ${outcome}`)
      .sort();

  it('is what a whole run came to, whatever was known before', () => {
    assert.deepEqual(nextBaseline({ cells: [read] }, known), baselineOf({ cells: [read] }));
    assert.deepEqual(
      nextBaseline({ cells: [read], unselected: [] }, undefined),
      baselineOf({ cells: [read] }),
    );
  });

  it('keeps what is known of cells that nobody asked for', () => {
    assert.deepEqual(classes([read], [list.fingerprint]), ['order.list FLAW_READ', 'order.read PASS_403']);
  });

  it('keeps the worst where some of the cells that share a fingerprint were asked for', () => {
    assert.deepEqual(classes([read], [read.fingerprint]), ['order.read FLAW_READ']);
    assert.deepEqual(
      classes([list], [list.fingerprint], baselineOf({ cells: [cellOf('PASS_403', 'order.list')] })),
      ['order.list FLAW_READ'],
    );
  });

  it('is none for some cells alone without one that it brings up to date', () => {
    assert.throws(
      () => nextBaseline({ cells: [read], unselected: [list.fingerprint] }, undefined),
      new UserError(
        'A run of selected cells (--only) cannot become a baseline: every other flaw would look new.',
        'Omit --only, or name the baseline to update with --baseline.',
      ),
    );
  });
});

describe('readBaseline', () => {
  it('reads what writeBaseline wrote', () => {
    for (const cells of [[], [cellOf('PASS_403')], sampleAuthz.cells]) {
      const baseline = baselineOf({ cells });
      const text = writeBaseline(baseline);
      assert.deepEqual(readBaseline(text, 'b.json'), baseline);
      assert.equal(writeBaseline(baselineOf({ cells: cells.toReversed() })), text);
    }
  });

  const fine = baselineOf({ cells: [cellOf('PASS_403')] });
  const [fingerprint = ''] = Object.keys(fine.cells);
  const damaged = (cell: object): string => JSON.stringify({ ...fine, cells: { [fingerprint]: cell } });
  const refuses: [title: string, text: string, message: string][] = [
    ['an empty file', '', 'b.json is not a baseline. Name a file that --write-baseline wrote.'],
    [
      'broken JSON',
      '{"kind":"authz-baseline"',
      'b.json is not a baseline. Name a file that --write-baseline wrote.',
    ],
    ['a list', '[]', 'b.json is not a baseline. Name a file that --write-baseline wrote.'],
    ['null', 'null', 'b.json is not a baseline. Name a file that --write-baseline wrote.'],
    [
      'deep nesting',
      '['.repeat(200_000),
      'b.json is not a baseline. Name a file that --write-baseline wrote.',
    ],
    [
      'the result of a run',
      JSON.stringify(sampleAuthz),
      'b.json is the result of a run, not a baseline. Turn it into a baseline with "authz replay --write-baseline".',
    ],
    [
      'one of a later version',
      JSON.stringify({ ...fine, formatVersion: 2 }),
      'b.json was written by a later version. Update Chainwright.',
    ],
    ...[
      JSON.stringify({ ...fine, formatVersion: '1' }),
      JSON.stringify({ ...fine, cells: [] }),
      JSON.stringify({ ...fine, cells: { short: fine.cells[fingerprint] } }),
      `{"formatVersion":1,"kind":"authz-baseline","cells":{"__proto__":{}}}`,
      damaged({ class: 'PASS_999', kind: 'OBJ', operation: '', title: '' }),
      damaged({ class: 'constructor', kind: 'OBJ', operation: '', title: '' }),
      damaged({ class: 'PASS_403', kind: 'ANY', operation: '', title: '' }),
      damaged({ class: 'PASS_403', kind: 'OBJ', operation: 1, title: '' }),
      damaged({ class: 'PASS_403', kind: 'OBJ', operation: '' }),
    ].map((text): [string, string, string] => [
      `a damaged one: ${text.slice(0, 60)}`,
      text,
      'b.json is a damaged baseline. Write it again with --write-baseline.',
    ]),
  ];
  for (const [title, text, message] of refuses) {
    it(`refuses ${title}`, () => {
      assert.throws(
        () => readBaseline(text, 'b.json'),
        (error) => error instanceof UserError && error.message === message,
      );
    });
  }
});
