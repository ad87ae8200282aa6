import assert from 'node:assert/strict';
import { dryRunText } from '../../../../src/core/authz/plan/dryRunText';
import { cellOf } from '../cells';

describe('the text of a dry run', () => {
  it('has every cell with its request, or why there is none', () => {
    const asked = cellOf('alice', 'bob');
    const skipped = cellOf('bob', 'alice', {
      skip: 'That was not allowed.',
      relation: { tenant: 'other' },
    });
    const text = dryRunText({
      file: 'orders.authz.json',
      plan: {
        cells: [asked, skipped],
        undeclared: [{ role: 'guest', operation: 'order.read' }],
        notes: ['There is no anonymous user.'],
      },
      requests: [
        {
          cell: asked.id,
          user: 'alice',
          method: 'GET',
          url: 'http://127.0.0.1/{{owner.orderId}}',
          missing: ['owner.orderId'],
          headers: [{ name: 'Authorization', value: 'Bearer ‹token:alice›' }],
          body: '{"note":\n"CNRY-…"}',
        },
      ],
      strict: 42,
      packs: 12,
    });
    assert.deepEqual(text.split('\n'), [
      'Dry run of orders.authz.json: nothing was sent.',
      '2 cells, 1 of them left out. By the strict formula a run costs 42 requests, 12 of them for attack packs; "limits" of the matrix ends it.',
      'The policy says nothing about guest and order.read, which is taken as not granted.',
      'There is no anonymous user.',
      '',
      'OBJ order.read bob<-alice path:orderId',
      '  alice: GET http://127.0.0.1/{{owner.orderId}}  (the run gives owner.orderId)',
      '    Authorization: Bearer ‹token:alice›',
      '    {"note": "CNRY-…"}',
      '',
      'OBJ order.read alice<-bob path:orderId  (bob is of another tenant)',
      '  left out: That was not allowed.',
      '',
    ]);
  });

  it('keeps a line for each cell, whatever its names hold', () => {
    const hostile = cellOf('alice\n\u202eeve', '__proto__');
    const text = dryRunText({
      file: 'a\nb',
      plan: { cells: [hostile], undeclared: [], notes: [] },
      requests: [],
      strict: 0,
      packs: 0,
    });
    assert.equal(text.split('\n').length, 5);
    assert.ok(!text.includes('\u202e'));
  });
});
