import assert from 'node:assert/strict';
import type { CellResult } from '../../../../src/core/authz/model/authzResult';
import {
  brokenRule,
  formerRule,
  keptRule,
  standardEntries,
} from '../../../../src/core/authz/report/brokenRule';
import type { CellKind, VariantName } from '../../../../src/core/authz/model/cell';
import { findingRules } from '../../../../src/core/authz/report/findingRules';
import type { Effect } from '../../../../src/core/authz/model/matrix';
import { judgementOf, type OutcomeClass } from '../../../../src/core/authz/model/verdict';
import { sampleAuthz, sampleCell, sampleResult } from '../../../formats/reporters/authz/sampleAuthz';

function resultOf(kind: CellKind, outcome: OutcomeClass, status = 200): CellResult {
  const { signals = assert.fail(), ...result } = sampleResult(sampleCell({ kind }), { class: outcome });
  return { ...result, signals: { ...signals, status } };
}

describe('brokenRule', () => {
  const rows: [
    kind: CellKind,
    outcome: OutcomeClass,
    status: number,
    rule: string,
    cwe: readonly number[],
  ][] = [
    ['OBJ', 'FLAW_READ', 200, 'authz/bola-read', [639]],
    ['OBJ', 'FLAW_READ', 304, 'authz/bola-read', [639]],
    ['OBJ', 'FLAW_WRITE', 200, 'authz/bola-write', [639]],
    ['OBJ', 'FLAW_WRITE', 404, 'authz/bola-write', [639]],
    ['OBJ', 'FLAW_DELETE', 403, 'authz/bola-delete', [639]],
    ['OBJ', 'FLAW_READ', 302, 'authz/denied-but-leaks', [209, 639]],
    ['OBJ', 'FLAW_READ', 403, 'authz/denied-but-leaks', [209, 639]],
    ['FUN', 'FLAW_READ', 500, 'authz/denied-but-leaks', [209, 639]],
    ['FUN', 'FLAW_READ', 200, 'authz/bfla', [863]],
    ['FUN', 'FLAW_DELETE', 204, 'authz/bfla', [863]],
    ['ANON', 'FLAW_READ', 200, 'authz/anonymous', [306, 862]],
    ['ANON', 'FLAW_READ', 401, 'authz/anonymous', [306, 862]],
    ['LIST', 'FLAW_READ', 200, 'authz/list-leak', [639, 200]],
    ['PROP', 'FLAW_WRITE', 200, 'authz/owner-assignment', [915, 639]],
    ['PROP', 'FLAW_READ', 200, 'authz/hidden-property', [213, 200]],
    ['OBJ', 'SUSPECT_ACCEPTED', 202, 'authz/accepted-unproven', [863]],
    ['ANON', 'SUSPECT_ACCEPTED', 202, 'authz/accepted-unproven', [863]],
    ['OBJ', 'ID_IGNORED', 200, 'authz/id-ignored', [863]],
    ['OBJ', 'SOFT_DENY', 200, 'authz/soft-deny', [393]],
    ['OBJ', 'DENIED_REDIRECT', 302, 'authz/nonstandard-deny', [393]],
    ['OBJ', 'DENIED_401', 401, 'authz/nonstandard-deny', [393]],
    ['OBJ', 'DENIED_OTHER', 400, 'authz/nonstandard-deny', [393]],
    ['SELF', 'OVER_RESTRICTED', 403, 'authz/over-restricted', []],
  ];
  for (const [kind, outcome, status, rule, cwe] of rows) {
    it(`takes ${outcome} with ${status} in ${kind} for ${rule}`, () => {
      const result = resultOf(kind, outcome, status);
      const broken = brokenRule(result, [result]);
      assert.deepEqual([broken?.rule.id, broken?.cwe], [rule, cwe]);
    });
  }

  it('names what public standards call a verdict', () => {
    const entries = (kind: CellKind, outcome: OutcomeClass, status = 200) => {
      const result = resultOf(kind, outcome, status);
      return standardEntries(brokenRule(result, [result]) ?? assert.fail());
    };
    assert.deepEqual(entries('OBJ', 'FLAW_READ'), ['CWE-639', 'API1:2023']);
    assert.deepEqual(entries('OBJ', 'FLAW_WRITE'), ['CWE-639', 'API1:2023', 'WFC F206']);
    assert.deepEqual(entries('OBJ', 'FLAW_DELETE'), ['CWE-639', 'API1:2023', 'WFC F206']);
    assert.deepEqual(entries('FUN', 'FLAW_READ'), ['CWE-863', 'API5:2023']);
    assert.deepEqual(entries('FUN', 'FLAW_WRITE'), ['CWE-863', 'API5:2023', 'WFC F206']);
    assert.deepEqual(entries('PROP', 'FLAW_WRITE'), ['CWE-915', 'CWE-639', 'API3:2023', 'WFC F203']);
    assert.deepEqual(entries('ANON', 'FLAW_READ'), [
      'CWE-306',
      'CWE-862',
      'API2:2023',
      'API5:2023',
      'WFC F207',
    ]);
    assert.deepEqual(entries('OBJ', 'DENIED_401', 401), ['CWE-393', 'WFC F205']);
    assert.deepEqual(entries('OBJ', 'DENIED_OTHER', 400), ['CWE-393']);
  });

  const guessed: readonly (readonly [
    variant: VariantName,
    outcome: OutcomeClass,
    status: number,
    rule: string,
    cwe: number,
  ])[] = [
    ['token-alg-none', 'FLAW_READ', 200, 'authz/token-unverified', 347],
    ['token-alg-none', 'FLAW_DELETE', 404, 'authz/token-unverified', 347],
    ['token-alg-none', 'SUSPECT_ACCEPTED', 202, 'authz/accepted-unproven', 863],
    ['X-User-Id', 'FLAW_WRITE', 200, 'authz/identity-header', 290],
    ['path-case', 'FLAW_READ', 200, 'authz/bola-read', 639],
  ];
  for (const [variant, outcome, status, rule, cwe] of guessed) {
    it(`takes ${outcome} with ${variant} for ${rule}`, () => {
      const result = resultOf('OBJ', outcome, status);
      const guess = { ...result, cell: { ...result.cell, variant } };
      const broken = brokenRule(guess, [guess]);
      assert.deepEqual([broken?.rule.id, broken?.cwe], [rule, [cwe]]);
    });
  }

  it('finds the rule of a waived verdict', () => {
    const waived = { class: 'FLAW_READ', reason: 'known', expires: '2027-01-01' } as const;
    const result = { ...resultOf('OBJ', 'WAIVED'), waived };
    assert.equal(brokenRule(result, [result])?.rule.id, 'authz/bola-read');
  });

  it('finds a rule in exactly what is a flaw or an odd refusal', () => {
    for (const result of sampleAuthz.cells) {
      const judgement = judgementOf(result.waived?.class ?? result.class);
      const expected = ['flaw', 'restricted', 'denied'].includes(judgement);
      assert.equal(brokenRule(result, sampleAuthz.cells) !== undefined, expected, result.cell.id);
    }
  });

  const functions: [title: string, others: readonly CellResult[], cwe: number][] = [
    ['nobody is kept from it, not even without credentials', [resultOf('ANON', 'FLAW_READ')], 862],
    ['somebody is kept from it', [resultOf('ANON', 'FLAW_READ'), resultOf('FUN', 'PASS_403', 403)], 863],
    ['only somebody without credentials is', [resultOf('ANON', 'PASS_401', 401)], 863],
    ['nobody without credentials was tried', [resultOf('FUN', 'FLAW_WRITE')], 863],
    ['who was not tried does not count', [resultOf('ANON', 'FLAW_READ'), resultOf('FUN', 'SKIPPED')], 862],
  ];
  for (const [title, others, cwe] of functions) {
    it(`tells a function without a check from one with a wrong check: ${title}`, () => {
      const result = resultOf('FUN', 'FLAW_READ');
      assert.deepEqual(brokenRule(result, [result, ...others])?.cwe, [cwe]);
    });
  }
});

describe('keptRule and formerRule', () => {
  it('knows the rules about credentials that passes keep', () => {
    const { cell } = resultOf('OBJ', 'PASS_401', 401);
    const rules = (['token-payload', 'X-Forwarded-For', 'token-after-logout', 'token-expired'] as const).map(
      (variant) => keptRule({ cell: { ...cell, variant } }),
    );
    assert.deepEqual(
      rules.map(({ id }) => id),
      ['authz/token-unverified', 'authz/identity-header', 'authz/token-not-ended', 'authz/token-expired'],
    );
  });

  const kept: [kind: CellKind, effect: Effect, rule: string][] = [
    ['OBJ', 'read', 'authz/bola-read'],
    ['OBJ', 'action', 'authz/bola-write'],
    ['OBJ', 'delete', 'authz/bola-delete'],
    ['FUN', 'read', 'authz/bfla'],
    ['ANON', 'read', 'authz/anonymous'],
    ['LIST', 'read', 'authz/list-leak'],
    ['PROP', 'create', 'authz/owner-assignment'],
    ['PROP', 'read', 'authz/hidden-property'],
    ['SELF', 'read', 'authz/over-restricted'],
  ];
  for (const [kind, effect, rule] of kept) {
    it(`knows the rule that ${kind} with the effect ${effect} keeps`, () => {
      assert.equal(keptRule({ cell: sampleCell({ kind, effect }) }).id, rule);
    });
  }

  it('knows the rule that an answer keeps whose members are all described', () => {
    const cell = { ...sampleCell({ kind: 'PROP', effect: 'read' }), variant: 'undescribed-members' } as const;
    assert.equal(keptRule({ cell }).id, 'authz/undescribed-member');
  });

  it('knows the rule from a baseline alone', () => {
    const known = { kind: 'OBJ', operation: 'order.read', title: 'gone' } as const;
    assert.equal(formerRule({ ...known, class: 'FLAW_WRITE' })?.id, 'authz/bola-write');
    assert.equal(formerRule({ ...known, class: 'PASS_403' }), undefined);
  });
});

describe('findingRules', () => {
  it('have ids and an order that other tools rely on', () => {
    assert.deepEqual(
      Object.values(findingRules).map(({ id, level, severity }) => [id, level, severity]),
      [
        ['authz/bola-read', 'error', '7.5'],
        ['authz/bola-write', 'error', '8.1'],
        ['authz/bola-delete', 'error', '8.1'],
        ['authz/bfla', 'error', '8.8'],
        ['authz/anonymous', 'error', '9.1'],
        ['authz/list-leak', 'error', '7.5'],
        ['authz/owner-assignment', 'error', '8.1'],
        ['authz/denied-but-leaks', 'error', '7.5'],
        ['authz/accepted-unproven', 'warning', '5.0'],
        ['authz/id-ignored', 'note', '2.0'],
        ['authz/soft-deny', 'note', '2.0'],
        ['authz/nonstandard-deny', 'note', '2.0'],
        ['authz/over-restricted', 'warning', undefined],
        ['authz/hidden-property', 'error', '6.5'],
        ['authz/token-unverified', 'error', '9.1'],
        ['authz/identity-header', 'error', '9.1'],
        ['authz/token-not-ended', 'error', '6.5'],
        ['authz/undescribed-member', 'warning', '3.1'],
        ['authz/undescribed-secret', 'error', '7.5'],
        ['authz/token-expired', 'error', '6.5'],
      ],
    );
  });
});
