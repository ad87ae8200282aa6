/** Findings: which cells are one, what they are called, and their order. */
import assert from 'node:assert/strict';
import type { CellResult } from '../../../../src/core/authz/model/authzResult';
import type { Cell } from '../../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../../src/core/authz/model/verdict';
import { findingsOf } from '../../../../src/core/authz/report/findings';
import { cellOf, resultOf, signalsOf } from '../cellResults';

function flaw(cell: Partial<Cell>, outcome: OutcomeClass, status = 200): CellResult {
  return { ...resultOf(cellOf(cell), signalsOf({ status })), class: outcome };
}

const orders = {
  path: '/orders/{{orderId}}',
  method: 'GET',
  operation: 'order.read',
  resource: 'order',
};

describe('findingsOf', () => {
  it('takes the cells of an endpoint with one cause together', () => {
    const cells = [
      flaw({ ...orders, caller: 'alice' }, 'FLAW_READ'),
      flaw({ ...orders, caller: 'carol' }, 'FLAW_READ'),
      flaw({ ...orders, kind: 'FUN', caller: 'sam' }, 'FLAW_READ'),
    ];
    assert.deepEqual(
      findingsOf(cells).map(({ sentence, cells: own }) => [sentence, own.length]),
      [
        ['GET /orders/{orderId} does not check the role', 1],
        ['GET /orders/{orderId} does not check who owns the order', 2],
      ],
    );
  });

  const causes: readonly (readonly [Partial<Cell>, OutcomeClass, number, string])[] = [
    [{ kind: 'ANON' }, 'FLAW_READ', 200, 'asks for no credentials'],
    [{ kind: 'OBJ' }, 'FLAW_READ', 403, 'refuses, and sends the order with the refusal'],
    [{ kind: 'OBJ' }, 'FLAW_DELETE', 404, 'does its work although it refuses'],
    [{ kind: 'FUN' }, 'FLAW_WRITE', 403, 'does its work although it refuses'],
    [{ kind: 'LIST' }, 'FLAW_READ', 200, 'lists what belongs to others'],
    [{ kind: 'PROP', effect: 'update', property: '$.role' }, 'FLAW_WRITE', 200, 'lets callers set role'],
    [
      { kind: 'PROP', effect: 'read', property: '$.taxNumber' },
      'FLAW_READ',
      200,
      'shows taxNumber to roles that must not see it',
    ],
    [{ kind: 'OBJ' }, 'SUSPECT_ACCEPTED', 202, 'accepts what it should refuse'],
    [{ variant: 'X-User-Id' }, 'FLAW_READ', 200, 'believes what callers say in X-User-Id'],
    [{ variant: 'token-payload' }, 'FLAW_READ', 200, 'accepts forged tokens'],
    [
      { variant: 'id-in-array' },
      'FLAW_READ',
      200,
      'does not check who owns the order when the identifier is in a list',
    ],
  ];
  for (const [cell, outcome, status, cause] of causes) {
    it(`says what is wrong: ${cause}`, () => {
      const [finding] = findingsOf([flaw({ ...orders, ...cell }, outcome, status)]);
      assert.equal(finding?.sentence, `GET /orders/{orderId} ${cause}`);
    });
  }

  describe('across tenants', () => {
    const stranger = flaw({ ...orders, caller: 'eve', relation: { tenant: 'other' } }, 'FLAW_READ');
    const colleague = { ...orders, caller: 'amy', relation: { tenant: 'same' } } as const;
    const listed = { ...orders, kind: 'LIST', path: '/orders', places: [] } as const;
    const cases: readonly (readonly [
      title: string,
      cells: readonly CellResult[],
      cause: string,
      asvs: readonly string[],
    ])[] = [
      [
        'the tenant alone, where colleagues are let in rightly',
        [stranger, flaw({ ...colleague, kind: 'SELF' }, 'PASS_EFFECT')],
        'does not check the tenant of the order',
        ['8.2.2', '8.4.1'],
      ],
      [
        'owner and tenant, where colleagues are let in wrongly',
        [stranger, flaw(colleague, 'FLAW_READ')],
        'checks neither the owner nor the tenant of the order',
        ['8.2.2', '8.4.1'],
      ],
      [
        'owner and tenant, where nobody of the same tenant was tested',
        [stranger],
        'checks neither the owner nor the tenant of the order',
        ['8.2.2', '8.4.1'],
      ],
      [
        'the owner alone, where only colleagues get in',
        [flaw(stranger.cell, 'PASS_404'), flaw(colleague, 'FLAW_READ')],
        'does not check who owns the order',
        ['8.2.2'],
      ],
    ];
    for (const [title, cells, cause, asvs] of cases) {
      it(`names ${title}`, () => {
        const findings = findingsOf(cells);
        assert.deepEqual(
          findings.map(({ sentence, broken }) => [sentence, broken.asvs]),
          [[`GET /orders/{orderId} ${cause}`, asvs]],
        );
      });
    }

    it('says whose objects a list shows', () => {
      const shown = (...cells: readonly CellResult[]) => findingsOf(cells).map(({ sentence }) => sentence);
      const other = flaw({ ...listed, caller: 'eve', relation: { tenant: 'other' } }, 'FLAW_READ');
      const same = { ...listed, caller: 'amy', relation: { tenant: 'same' } } as const;
      assert.deepEqual(shown(other, flaw({ ...same, kind: 'SELF' }, 'PASS_EFFECT')), [
        'GET /orders lists what belongs to another tenant',
      ]);
      assert.deepEqual(shown(other, flaw(same, 'FLAW_READ')), [
        'GET /orders lists what belongs to others, also of another tenant',
      ]);
    });
  });

  it('keeps operations apart that share an endpoint', () => {
    const graphql = { path: '/graphql', method: 'POST' };
    const cells = ['getOrder', 'getUser'].map((operation) =>
      flaw({ ...orders, ...graphql, operation }, 'FLAW_READ'),
    );
    assert.deepEqual(
      findingsOf(cells).map(({ sentence }) => sentence),
      ['getOrder', 'getUser'].map((name) => `POST /graphql (${name}) does not check who owns the order`),
    );
  });

  it('holds no refusal of what is granted, nothing waived and nothing that passed', () => {
    const cells = (['OVER_RESTRICTED', 'WAIVED', 'PASS_403', 'DENIED_OTHER'] as const).map((outcome) =>
      flaw(orders, outcome, 403),
    );
    assert.deepEqual(findingsOf(cells), []);
  });
});
