import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { objectCopies } from '../../../../src/core/mapping/match/objectCopies';
import { applyCopy, openCopies, type OpenCopy } from '../../../../src/core/mapping/review/reviewCopies';
import { sessionOf } from '../session';

const address = { street: 'Lange Reihe 4', city: 'Hamburg', floor: 2 };
const steps = sessionOf(
  { line: 'GET /users/7', answer: { user: { address } } },
  { line: 'POST /orders', sent: { sku: 'A-1', deliverTo: address } },
  { line: 'PUT /address', sent: address },
);
const session = {
  copies: objectCopies(steps),
  ids: new Map([
    [0, 'read'],
    [1, 'order'],
    [2, 'move'],
  ]),
  taken: ['address'],
};

const read = { id: 'read', method: 'GET', url: 'http://api.test/users/7' };
const order = { id: 'order', method: 'POST', url: '/o', body: { json: { sku: 'A-1', deliverTo: address } } };
const move = { id: 'move', method: 'PUT', url: '/a', body: { json: address } };

function textOf(...requests: readonly object[]): string {
  return `{ // mine\n"formatVersion": 1, "name": "C", "requests": ${JSON.stringify(requests, null, 2)} }`;
}

function copyLine({ source, extraction, path, members, uses }: OpenCopy): string {
  const to = uses.map((use) => `${use.request} ${use.path}`).join(', ');
  return `${extraction.variable}: ${source} ${path} (${members.join()}) -> ${to}`;
}

describe('objects that are sent again as a whole', () => {
  it('are listed with a free name, where they come from and where they go', () => {
    assert.deepEqual(openCopies(textOf(read, order, move), session).map(copyLine), [
      'address2: read $.user.address (street,city,floor) -> order $.deliverTo, move $',
    ]);
  });

  const gone: [title: string, requests: readonly object[], expected: readonly string[]][] = [
    [
      'not where the chain refers to something already',
      [read, order, { ...move, body: { json: '{{address}}' } }],
      ['order $.deliverTo'],
    ],
    [
      'not where the chain says another object by now',
      [read, { ...order, body: { json: { deliverTo: { street: 'x' } } } }, move],
      ['move $'],
    ],
    ['not where the request comes before the answer', [move, read, order], ['order $.deliverTo']],
    ['not when nobody is answered with them any more', [order, move], []],
    ['not when nothing is left that sends them', [read], []],
  ];
  for (const [title, requests, expected] of gone) {
    it(`are ${title}`, () => {
      const uses = openCopies(textOf(...requests), session).flatMap((copy) => copy.uses);
      assert.deepEqual(
        uses.map(({ request, path }) => `${request} ${path}`),
        expected,
      );
    });
  }

  it('are taken by one extraction, and referred to with their types; comments stay', () => {
    const text = textOf(read, order, move);
    const [copy] = openCopies(text, session);
    assert.ok(copy !== undefined);
    const changed = applyEdits(text, applyCopy(text, copy));
    assert.match(changed, /^\{ \/\/ mine/);
    const { requests } = JSON.parse(changed.replace('// mine', '')) as { requests: readonly object[] };
    assert.deepEqual(requests, [
      { ...read, extract: [{ variable: 'address2', from: 'body', path: '$.user.address' }] },
      { ...order, body: { json: { sku: 'A-1', deliverTo: '{{address2}}' } } },
      { ...move, body: { json: '{{address2}}' } },
    ]);
    assert.deepEqual(openCopies(changed, session), []);
  });

  it('say that a position in a list leads to them', () => {
    const listed = sessionOf(
      { line: 'GET /users/7', answer: { addresses: [{ street: 'x', city: 'y' }, address] } },
      { line: 'PUT /address', sent: address },
    );
    const ids = new Map([
      [0, 'read'],
      [1, 'move'],
    ]);
    const [copy] = openCopies(textOf(read, move), { copies: objectCopies(listed), ids, taken: [] });
    assert.deepEqual([copy?.path, copy?.isByPosition], ['$.addresses[1]', true]);
  });
});
