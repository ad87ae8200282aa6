import assert from 'node:assert/strict';
import type { Waiver } from '../../../../src/core/authz/model/matrix';
import { applyWaivers, expiredWaivers } from '../../../../src/core/authz/judge/waivers';
import { cellOf, resultOf, signalsOf, skippedOf } from '../cellResults';

const denied = resultOf(cellOf(), signalsOf({ status: 400 }));
const waiver: Waiver = { cell: denied.cell.id, reason: '400 by design', expires: '2027-03-31' };

describe('applyWaivers', () => {
  it('keeps what was waived, why, and until when', () => {
    assert.deepEqual(applyWaivers(denied, [waiver], '2027-03-30'), {
      ...denied,
      class: 'WAIVED',
      waived: { class: 'DENIED_OTHER', reason: '400 by design', expires: '2027-03-31' },
    });
  });

  const cases: readonly [title: string, waiver: Waiver, date: string, isWaived: boolean][] = [
    ['holds on its last day', waiver, '2027-03-31', true],
    ['holds at the end of its last day', waiver, '2027-03-31T23:59:59.999Z', true],
    ['holds no longer on the next', waiver, '2027-04-01', false],
    [
      'holds for cells that fit its pattern',
      { ...waiver, cell: 'OBJ order.* <-alice*' },
      '2027-01-01',
      false,
    ],
    ['holds for any part of an id', { ...waiver, cell: 'OBJ order.*<-alice*' }, '2027-01-01', true],
    ['holds for no other cell', { ...waiver, cell: 'OBJ order.read bob<-sam*' }, '2027-01-01', false],
    ['holds for the class that it names', { ...waiver, class: 'DENIED_OTHER' }, '2027-01-01', true],
    ['holds for no other class', { ...waiver, class: 'DENIED_401' }, '2027-01-01', false],
  ];
  for (const [title, given, date, isWaived] of cases) {
    it(title, () => {
      assert.equal(applyWaivers(denied, [given], date).class === 'WAIVED', isWaived);
    });
  }

  it('goes by the first waiver that holds', () => {
    const old = { ...waiver, reason: 'old', expires: '2020-01-01' };
    const other = { ...waiver, reason: 'other' };
    assert.equal(applyWaivers(denied, [old, waiver, other], '2027-01-01').waived?.reason, '400 by design');
  });

  it('leaves alone what passes, what was left out, and what is waived already', () => {
    const all = { ...waiver, cell: '*' };
    for (const result of [
      resultOf(cellOf(), signalsOf()),
      skippedOf(cellOf()),
      applyWaivers(denied, [waiver], '2027-01-01'),
    ]) {
      assert.equal(applyWaivers(result, [all], '2027-01-01'), result);
    }
  });
});

describe('expiredWaivers', () => {
  it('says of each that ended what it was for', () => {
    assert.deepEqual(
      expiredWaivers([waiver, { ...waiver, expires: '2030-01-01' }], '2027-04-01T00:00:00.000Z'),
      [
        `The waiver of ${denied.cell.id} ended on 2027-03-31 (400 by design). Fix the flaw that it covers, or renew it in the matrix.`,
      ],
    );
  });
});
