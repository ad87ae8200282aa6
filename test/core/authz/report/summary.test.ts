import assert from 'node:assert/strict';
import type { CellResult, LeakEvidence } from '../../../../src/core/authz/model/authzResult';
import {
  authzExitCode,
  cellWords,
  countJudgements,
  judgementLabel,
} from '../../../../src/core/authz/report/summary';
import { cellOf, functionCell, resultOf, runOf, signalsOf, skippedOf } from '../cellResults';

const pass = resultOf(cellOf(), signalsOf());
const flaw = resultOf(cellOf(), signalsOf({ status: 200, leak: 'yes' }));
const suspect = resultOf(cellOf(), signalsOf({ status: 200 }));
const refusedOwn = resultOf(cellOf({ kind: 'SELF', owner: 'alice' }), signalsOf());
const denied = resultOf(cellOf(), signalsOf({ status: 400 }));
const inconclusive = resultOf(cellOf(), signalsOf({ status: 500 }));
const waived: CellResult = {
  ...denied,
  class: 'WAIVED',
  waived: { class: 'DENIED_OTHER', reason: '400 by design', expires: '2027-03-31' },
};
const leftOut = skippedOf(cellOf({ skip: 'It may change something.' }));
const cutOff = skippedOf(cellOf());

describe('countJudgements', () => {
  it('counts cells by what they came to', () => {
    const run = runOf([pass, pass, flaw, suspect, refusedOwn, denied, inconclusive, waived, leftOut]);
    assert.deepEqual(countJudgements(run), {
      pass: 2,
      flaw: 2,
      restricted: 1,
      denied: 1,
      inconclusive: 1,
      open: 2,
    });
  });

  it('has words for each', () => {
    const words = (['flaw', 'restricted', 'inconclusive', 'denied', 'pass', 'open'] as const).map(
      (judgement) => judgementLabel(judgement, 2),
    );
    assert.deepEqual(words, [
      'flaws',
      'granted but refused',
      'inconclusive',
      'denied with another code',
      'passed',
      'not tested or waived',
    ]);
    assert.equal(judgementLabel('flaw', 1), 'flaw');
  });
});

describe('authzExitCode', () => {
  const cases: readonly [title: string, cells: readonly CellResult[], code: number, strict: number][] = [
    ['all passed', [pass, pass], 0, 0],
    ['a flaw', [pass, flaw, inconclusive, denied], 1, 1],
    ['something accepted without proof', [pass, suspect], 1, 1],
    ['an own object that is refused', [pass, refusedOwn], 1, 1],
    ['something inconclusive', [pass, inconclusive], 3, 3],
    ['something inconclusive next to a refusal by another code', [denied, inconclusive], 3, 1],
    ['refusals by another code', [pass, denied], 4, 1],
    [
      'odd refusals of what attack packs guess',
      [pass, { ...denied, cell: { ...denied.cell, variant: 'verb-POST' } }],
      0,
      0,
    ],
    ['a waiver', [waived], 0, 0],
    ['cells that the plan left out', [pass, leftOut], 0, 0],
    ['cells that the run did not get to', [pass, cutOff], 3, 3],
    ['nothing tested', [leftOut], 3, 3],
    ['no cells at all', [], 3, 3],
  ];
  for (const [title, cells, code, strict] of cases) {
    it(`is ${String(code)} for ${title}, and ${String(strict)} when strict`, () => {
      assert.equal(authzExitCode(runOf(cells), { strict: false }), code);
      assert.equal(authzExitCode(runOf(cells), { strict: true }), strict);
    });
  }

  it('is 130 for a cancelled run, whatever it found', () => {
    assert.equal(authzExitCode(runOf([pass, flaw], 'cancelled'), { strict: true }), 130);
  });
});

describe('cellWords', () => {
  const update = { effect: 'update', method: 'PUT' } as const;
  const leak: LeakEvidence = {
    found: 'header X-Debug',
    value: '/note',
    begins: 'secr',
    sha256: '',
    encoding: 'plain',
  };
  const own = { kind: 'SELF', owner: 'alice' } as const;
  const success = signalsOf({ status: 200 });
  const cases: readonly [result: CellResult, mark: string, headline: string, detail: string][] = [
    [resultOf(cellOf(), signalsOf({ leak: 'yes' })), '✗', 'read', '403, data in body'],
    [
      resultOf(cellOf(), signalsOf({ leak: 'yes' }), { leaks: [leak] }),
      '✗',
      'read',
      '403, data in header X-Debug',
    ],
    [
      resultOf(cellOf({ kind: 'LIST' }), signalsOf({ status: 200, leak: 'yes' })),
      '✗',
      'read',
      '200, data in list',
    ],
    [
      resultOf(cellOf(update), signalsOf({ status: 404, state: 'changed' }), {
        changes: [{ path: '/amount', before: '12.5', after: '0' }],
      }),
      '✗',
      'changed',
      '404, amount 12.5 → 0',
    ],
    [
      resultOf(cellOf(update), signalsOf({ state: 'changed' }), {
        changes: [{ path: '/note', before: '"CNRY-0123456789abcdef"', after: '""' }],
      }),
      '✗',
      'changed',
      '403, note',
    ],
    [
      resultOf(cellOf(update), signalsOf({ state: 'changed' }), { changes: [{ path: '', before: '…' }] }),
      '✗',
      'changed',
      '403, whole body',
    ],
    [
      resultOf(
        cellOf({ ...update, kind: 'PROP', property: '$.role' }),
        signalsOf({ status: 200, state: 'changed' }),
      ),
      '✗',
      'changed',
      '200, $.role set',
    ],
    [resultOf(cellOf(update), signalsOf({ status: 403, state: 'gone' })), '✗', 'deleted', '403, and gone'],
    [resultOf(cellOf(), signalsOf({ status: 202 })), '✗', 'accepted', '202, no proof'],
    [refusedOwn, '✗', 'refused', 'own 403'],
    [resultOf(cellOf(update), signalsOf({ state: 'same' })), '✓', '403', 'unchanged'],
    [
      resultOf(cellOf({ effect: 'delete' }), signalsOf({ status: 404, state: 'same' })),
      '✓',
      '404',
      'still there',
    ],
    [pass, '✓', '403', ''],
    [resultOf(cellOf(), signalsOf({ leak: 'unknown' })), '✓', '403', 'no marker'],
    [resultOf(cellOf({ kind: 'ANON' }), signalsOf({ status: 401 })), '✓', '401', ''],
    [resultOf(cellOf(), signalsOf({ status: 200, mapped: 403 })), '✓', '403', 'declared, 200'],
    [resultOf(cellOf(own), success), '·', 'own', '200'],
    [resultOf(cellOf({ kind: 'SELF' }), success), '·', 'allowed', '200'],
    [resultOf(functionCell({ ...own, kind: 'SELF' }), success), '·', 'allowed', '200'],
    [resultOf(cellOf({ kind: 'LIST' }), { ...success, wholeList: true }), '✓', 'own only', '200'],
    [
      resultOf(cellOf({ ...update, kind: 'PROP' }), signalsOf({ status: 200, state: 'same' })),
      ...(['✓', 'not set', '200'] as const),
    ],
    [
      resultOf(cellOf({ kind: 'PROP' }), signalsOf({ status: 200, state: 'same' })),
      ...(['✓', 'not shown', '200'] as const),
    ],
    [resultOf(cellOf(), signalsOf({ status: 200, leak: 'yes', publicToo: true })), '·', 'public', '200'],
    [resultOf(cellOf(), signalsOf({ status: 200, self: true })), '!', '200', 'own object instead'],
    [resultOf(cellOf(), signalsOf({ status: 200, soft: true })), '!', '200', 'denial in body'],
    [resultOf(cellOf(), signalsOf({ status: 302 })), '!', '302', 'redirect'],
    [resultOf(cellOf(), signalsOf({ status: 401, live: true })), '!', '401', 'not 403 or 404'],
    [denied, '!', '400', 'not 403 or 404'],
    [
      resultOf(cellOf(), signalsOf({ control: 'fail' }), {
        controlFailure: 'bob got 500 from order.read on the own order.',
      }),
      '?',
      'control',
      'bob got 500 from order.read on the own …',
    ],
    [resultOf(cellOf(), signalsOf({ status: 401 })), '?', 'session', '401, may have ended'],
    [resultOf(cellOf(), signalsOf({ status: 429 })), '?', 'rate limit', '429'],
    [inconclusive, '?', 'server error', '500'],
    [resultOf(cellOf(), signalsOf({ status: 'none' })), '?', 'no answer', ''],
    [resultOf(cellOf(update), signalsOf({ state: 'unknown' })), '?', 'not seen', '403, object unknown'],
    [leftOut, '·', 'not tested', ''],
    [waived, '·', 'waived', '400, not 403 or 404'],
  ];
  for (const [result, mark, headline, detail] of cases) {
    it(`says ${mark} ${headline}${detail === '' ? '' : ` and ${detail}`} of ${result.cell.kind} ${result.class}`, () => {
      assert.deepEqual(cellWords(result), { mark, headline, detail });
    });
  }

  it('keeps details short and on one line', () => {
    const { detail } = cellWords(
      resultOf(cellOf(update), signalsOf({ state: 'changed' }), {
        changes: [{ path: `/a\r\n\u001b[2J${'x'.repeat(500)}`, before: '1', after: '2' }],
      }),
    );
    assert.ok(detail.length <= 40);
    assert.doesNotMatch(detail, /\p{Cc}/u);
  });
});
