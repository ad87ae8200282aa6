import assert from 'node:assert/strict';
import type { CellResult } from '../../../../src/core/authz/model/authzResult';
import type { CellKind } from '../../../../src/core/authz/model/cell';
import { replay } from '../../../../src/core/authz/run/replay';
import { applyWaivers } from '../../../../src/core/authz/judge/waivers';
import { cellOf, resultOf, runOf, signalsOf, skippedOf } from '../cellResults';

const denied = resultOf(cellOf(), signalsOf({ status: 400 }));
const waiver = { cell: '*', reason: '400 by design', expires: '2027-03-31' };

describe('replay', () => {
  it('gives a run that this version judged back byte for byte', () => {
    const kinds: readonly CellKind[] = ['OBJ', 'FUN', 'ANON', 'SELF', 'LIST', 'PROP'];
    const statuses = [200, 202, 302, 304, 400, 401, 403, 404, 429, 500, 'none'] as const;
    const states = ['unasked', 'same', 'changed', 'gone', 'unknown'] as const;
    const cells = kinds.flatMap((kind) =>
      statuses.flatMap((status) =>
        states.flatMap((state) =>
          (['yes', 'no', 'unknown'] as const).flatMap((leak) =>
            (['ok', 'fail'] as const).map((control) =>
              resultOf(cellOf({ kind }), signalsOf({ status, state, leak, control }), {
                changes: state === 'changed' ? [{ path: '/amount', before: '12.5', after: '0' }] : [],
                ...(control === 'fail' ? { controlFailure: 'bob got 500.' } : {}),
                ...(status === 'none' ? { attackFailure: 'The server hung up.' } : {}),
              }),
            ),
          ),
        ),
      ),
    );
    const waived = cells.map((result) => applyWaivers(result, [waiver], '2027-01-01'));
    const run = runOf([...cells, ...waived, skippedOf(cellOf()), skippedOf(cellOf({ skip: 'No.' }))]);
    assert.ok(run.cells.length > 2000);
    assert.equal(JSON.stringify(replay(run)), JSON.stringify(run));
  });

  it('gives it back after it was stored as well', () => {
    const text = JSON.stringify(runOf([denied, applyWaivers(denied, [waiver], '2027-01-01')]));
    assert.equal(JSON.stringify(replay(JSON.parse(text) as ReturnType<typeof runOf>)), text);
  });

  it('judges by the signals, whatever verdict is stored with them', () => {
    const forged: CellResult = {
      ...resultOf(cellOf(), signalsOf({ status: 200, leak: 'yes' })),
      class: 'PASS_403',
      reasons: ['All is well.'],
    };
    const [judged] = replay(runOf([forged])).cells;
    assert.equal(judged?.class, 'FLAW_READ');
    assert.notDeepEqual(judged?.reasons, forged.reasons);
  });

  it('lets a waiver hold for the verdict that it was found for, and for no other', () => {
    const waived = applyWaivers(denied, [waiver], '2027-01-01');
    const { waived: _, ...unwaived } = { ...waived, signals: signalsOf({ status: 200, leak: 'yes' }) };
    const [judged] = replay(runOf([{ ...waived, signals: unwaived.signals }])).cells;
    assert.equal(judged?.class, 'FLAW_READ');
    assert.equal(judged.waived, undefined);
  });
});
