import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import type { ChainAnalysis } from '../../../src/core/analysis/analysis';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { reorder, reorderFor } from '../../../src/core/analysis/reorder';
import { moveRequest } from '../../../src/core/edit/chainEdit';
import type { Move } from '../../../src/core/edit/itemMove';
import { applyEdits } from '../../../src/core/edit/textEdit';

/** `b(a)`: request b, which extracts `b` and uses `a`. A `-` before it switches it off. */
function chainText(requests: string): string {
  const items = requests.split(' ').map((request) => {
    const [, off, id = '', uses = ''] = /^(-?)(\w+)(?:\((.*)\))?$/.exec(request) ?? [];
    return {
      id,
      method: 'GET',
      url: `/${uses
        .split(',')
        .filter(Boolean)
        .map((name) => `{{${name}}}`)
        .join('/')}`,
      extract: [{ variable: id, from: 'status' }],
      ...(off === '-' ? { disabled: true } : {}),
    };
  });
  return JSON.stringify({ formatVersion: 1, name: 'Test', requests: items }, null, 2);
}

function analyze(text: string): ChainAnalysis {
  return analyzeChain(createChainReader()(text, 'f'), { required: [], requiresFaults: [] });
}

/** The order after the moves were made in the text, one after the other. */
function orderAfter(text: string, moves: readonly Move[] | undefined): string | undefined {
  const moved = moves?.reduce((current, move) => applyEdits(current, moveRequest(current, move)), text);
  return moved === undefined
    ? undefined
    : analyze(moved)
        .source.requests.map(({ id }) => id)
        .join(' ');
}

describe('reorder', () => {
  const orders: [title: string, requests: string, order: string | undefined, moves: number][] = [
    ['leaves a chain alone that is in order', 'a b(a) c(a,b)', 'a b c', 0],
    ['moves one producer up', 'a(d) b(d) c(d) d', 'd a b c', 1],
    ['moves one consumer down when that is less', 'a(d) b c(b) d(c)', 'b c d a', 1],
    ['moves what a producer needs along', 'a(d) b(a) c d(c) e(b)', 'c d a b e', 2],
    ['fixes several at once', 'a(b) b(c) c x y(z) z', 'c b a x z y', 3],
    ['puts a reversed chain straight', 'a(b) b(c) c(d) d', 'd c b a', 3],
    ['gives up on requests that need each other', 'a(b) b(a) c', undefined, 0],
    ['does not move what is switched off', 'a(b) -b', 'a b', 0],
    ['copes with a chain of one request', 'a(a)', 'a', 0],
  ];
  for (const [title, requests, order, moves] of orders) {
    it(title, () => {
      const text = chainText(requests);
      const found = reorder(analyze(text));
      assert.equal(orderAfter(text, found), order);
      assert.equal(found?.length ?? 0, moves);
    });
  }

  it('fixes any chain without a cycle, and no other chain', () => {
    const graph = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(graph, (uses) => {
        const requests = uses.map(
          (names, index) => `r${index}(${names.map((name) => `r${name}`).join(',')})`,
        );
        const text = chainText(requests.join(' '));
        const late = (from: string) => analyze(from).dependencies.filter(({ broken }) => broken);
        const moves = reorder(analyze(text));
        const after = moves?.reduce((current, move) => applyEdits(current, moveRequest(current, move)), text);
        if (after === undefined) {
          assert.ok(hasCircle(uses));
        } else {
          assert.deepEqual(late(after), []);
          assert.equal(moves?.length === 0, late(text).length === 0);
        }
      }),
      { seed: 21, numRuns: 300 },
    );
  });
});

/** A request that needs itself is not a matter of order. */
function hasCircle(uses: readonly (readonly number[])[]): boolean {
  const reaches = (from: number, to: number, seen = new Set<number>()): boolean =>
    (uses[from] ?? []).some((next) => {
      if (next === from || next >= uses.length || seen.has(next)) {
        return false;
      }
      seen.add(next);
      return next === to || reaches(next, to, seen);
    });
  return uses.some((_names, index) => reaches(index, index));
}

describe('reorderFor', () => {
  it('fixes one dependency and leaves the others', () => {
    const text = chainText('a(b) b x(y) y');
    const moves = reorderFor(analyze(text), { from: 'y', to: 'x' });
    assert.equal(orderAfter(text, moves), 'a b y x');
  });

  it('has nothing to do where the order is right', () => {
    assert.deepEqual(reorderFor(analyze(chainText('a b(a)')), { from: 'a', to: 'b' }), []);
  });

  it('gives nothing for requests that need each other, or do not depend on each other', () => {
    const analysis = analyze(chainText('a(b) b(a) c'));
    assert.equal(reorderFor(analysis, { from: 'b', to: 'a' }), undefined);
    assert.equal(reorderFor(analysis, { from: 'c', to: 'a' }), undefined);
    assert.equal(reorderFor(analysis, { from: 'gone', to: 'a' }), undefined);
  });
});
