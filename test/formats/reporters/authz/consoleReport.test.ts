import assert from 'node:assert/strict';
import type { Paint } from '../../../../src/formats/reporters/consoleReport';
import { renderAuthzGrid } from '../../../../src/formats/reporters/authz/consoleReport';
import { hostileTexts } from '../sampleReport';
import {
  authzWith,
  emptyAuthz,
  passedAuthz,
  sampleAuthz,
  sampleBaseline,
  sampleContext,
} from './sampleAuthz';

const same = (text: string): string => text;
const plain: Paint = { green: same, red: same, yellow: same, dim: same, bold: same };
const named: Paint = {
  green: (text) => `<green ${text.trim()}>`,
  red: (text) => `<red ${text.trim()}>`,
  yellow: (text) => `<yellow ${text.trim()}>`,
  dim: same,
  bold: same,
};

function linesOf(...[result, context, paint = plain]: Parameters<typeof renderAuthzGrid>): readonly string[] {
  return renderAuthzGrid(result, context, paint).split('\n');
}

describe('renderAuthzGrid', () => {
  it('shows operations by callers, without callers that nothing is asked of', () => {
    assert.deepEqual(linesOf(passedAuthz, sampleContext(), plain).slice(0, 6), [
      'Orders: who may do what  security/orders.authz.json  local',
      '',
      '                                  alice                 sam                   nobody',
      '                                  customer              supportAgent          anonymous',
      'GET order.read                                          ✓ 403                 ✓ 401',
      '  path orderId',
    ]);
  });

  it('continues with another grid when there are many callers', () => {
    const heads = linesOf(sampleAuthz, sampleContext(), plain).filter((line) => /^\s{20,}[a-z]+/.test(line));
    assert.deepEqual(
      heads.map((line) => line.trim().split(/\s+/)),
      [
        ['alice', 'sam', 'mia', 'nobody'],
        ['customer', 'supportAgent', 'manager', 'anonymous'],
      ],
    );
    const cells = sampleAuthz.cells.flatMap((cell, index) =>
      index === 0
        ? ['a', 'b', 'c', 'd', 'e'].map((caller) => ({ ...cell, cell: { ...cell.cell, caller } }))
        : [],
    );
    const wide = linesOf({ ...sampleAuthz, users: [], cells }, sampleContext(), plain);
    assert.deepEqual(
      wide.filter((line) => /^\s{20,}[a-e]\b/.test(line)).map((line) => line.trim().split(/\s+/)),
      [['a', 'b', 'c', 'd'], ['e']],
    );
  });

  it('has no line too long for a terminal in its grids', () => {
    const end = linesOf(sampleAuthz, sampleContext(), plain).findIndex((line) => line.startsWith('✗'));
    const grid = linesOf(sampleAuthz, sampleContext(), plain).slice(0, end);
    assert.equal(Math.max(...grid.map((line) => line.length)) <= 122, true);
  });

  it('proves each flaw and gives the command that repeats it', () => {
    const lines = linesOf(sampleAuthz, sampleContext({ baseline: sampleBaseline }), plain);
    const from = lines.findIndex((line) => line.includes('alice changes'));
    assert.deepEqual(lines.slice(from, from + 17), [
      "✗ alice changes bob's order  FLAW_WRITE  CWE-639  API1:2023  WFC F206  new, was PASS_403",
      '  The answer is 204, and bob sees another order than before.',
      '   1 create             bob          POST http://127.0.0.1:4010/api/orders  201 Created',
      '   2 owner reads        bob          GET http://127.0.0.1:4010/api/orders/731  200 OK',
      '   3 owner does it      bob          GET http://127.0.0.1:4010/api/orders/731  200 OK',
      '   4 own object         alice        GET http://127.0.0.1:4010/api/orders/730  200 OK',
      '   5 attack             alice        PATCH http://127.0.0.1:4010/api/orders/731  204 No Content',
      '   6 owner reads again  bob          GET http://127.0.0.1:4010/api/orders/731  200 OK',
      '    /amount: 12.5 → 0',
      '    /owner is new: …',
      '    /note is gone; it was "CNRY-5d1f"',
      '  OBJ order.update bob<-alice path:orderId  security/orders.authz.json:22:5',
      "  curl -i -X PATCH 'http://127.0.0.1:4010/api/orders/731' \\",
      "    -H 'Accept: application/json' \\",
      '    -H \'Authorization: Bearer \'"$TOKEN_ALICE" \\',
      "    -H 'Content-Type: application/json' \\",
      `    --data-raw '{"amount":0}'`,
    ]);
  });

  it('shows the names of throw-away users whole, and those of strangers as far as there is room', () => {
    const named = (name: string): readonly string[] => {
      const exchanges = sampleAuthz.exchanges.map((one) => ({
        ...one,
        user: one.user === 'bob' ? name : 'a',
      }));
      return linesOf({ ...sampleAuthz, exchanges }, sampleContext(), plain);
    };
    assert.ok(named('bob (throw-away 12)').some((line) => line.includes(' bob (throw-away 12) GET http')));
    assert.ok(named('b'.repeat(900)).some((line) => line.includes(` ${'b'.repeat(25)}… GET http`)));
  });

  it('shows the first of many leaks', () => {
    const [flaw = assert.fail()] = sampleAuthz.cells;
    const leaks = Array.from({ length: 9 }, (_, index) => ({
      found: `body /${index}`,
      value: '/email',
      begins: 'bob@',
      sha256: '',
      encoding: 'plain' as const,
    }));
    const lines = linesOf({ ...sampleAuthz, cells: [{ ...flaw, leaks }] }, sampleContext(), plain);
    assert.deepEqual(lines.filter((line) => /^ {4}(?:body|and)/.test(line)).slice(-2), [
      '    body /4 holds /email (bob@…)',
      '    and 4 more like these',
    ]);
  });

  it('gives cells that were left out for the same reason one line', () => {
    const skipped = sampleAuthz.cells.find((cell) => cell.class === 'SKIPPED');
    assert.ok(skipped !== undefined);
    const skip = 'It changes something. Allow it with --allow-mutations.';
    const named = (id: string, why: string) => ({ ...skipped, cell: { ...skipped.cell, id, skip: why } });
    const cells = [named('a', skip), named('b', 'It cannot be taken back.'), named('c', skip)];
    const lines = linesOf({ ...sampleAuthz, cells }, sampleContext(), plain);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('· SKIPPED')),
      [`· SKIPPED  2 cells  ${skip}`, '· SKIPPED  b  It cannot be taken back.'],
    );
  });

  it('gives everything else that did not pass a line, and ends with a summary', () => {
    const lines = linesOf(sampleAuthz, sampleContext(), plain);
    assert.equal(
      lines.includes('· SKIPPED  OBJ order.pay bob<-alice path:orderId  It cannot be taken back.'),
      true,
    );
    assert.equal(
      lines.includes(
        '· WAIVED (DENIED_OTHER)  CWE-393  OBJ order.waived bob<-alice path:orderId  400 by design (until 2027-03-31)',
      ),
      true,
    );
    assert.equal(
      lines.at(-1),
      '  10 flaws  1 granted but refused  6 inconclusive  5 denied with another code  7 passed (3 by 403 or 404, 1 by 401 without valid credentials, 2 by effect, 1 by a declared refusal)  3 not tested or waived  147 requests (strict count 160) in 8.4 s',
    );
  });

  it('tells what is different from the baseline', () => {
    const lines = linesOf(sampleAuthz, sampleContext({ baseline: sampleBaseline }), plain);
    for (const line of [
      '  updated  OBJ order.delete bob<-alice path:orderId  FLAW_WRITE → FLAW_DELETE',
      '  lost     OBJ order.inconclusive-network bob<-alice path:orderId  PASS_404 → INCONCLUSIVE_NETWORK',
      '  OBJ order.read owner<-guest path:orderId was FLAW_READ and is gone. Its operation is still in the matrix, so nothing proves it any more.',
      '  OBJ order.gone owner<-guest path:orderId was PASS_403 and is gone. Its operation has left the matrix.',
    ]) {
      assert.equal(lines.includes(line), true, line);
    }
  });

  it('says the same without colours as with them', () => {
    const text = renderAuthzGrid(sampleAuthz, sampleContext(), named);
    for (const part of ['<red ✗ read>', '<green ✓ 403>', '<yellow ? control>', '<red 10 flaws>']) {
      assert.equal(text.includes(part), true, part);
    }
  });

  it('shows a result of nothing', () => {
    assert.deepEqual(linesOf(emptyAuthz, sampleContext(), plain).slice(-1), [
      '  no cells  147 requests (strict count 160) in 8.4 s',
    ]);
  });

  for (const text of hostileTexts) {
    it(`keeps ${JSON.stringify(text)} from a terminal`, () => {
      const shown = (value: string): readonly string[] =>
        linesOf(authzWith(value), sampleContext({ baseline: sampleBaseline }), plain);
      assert.doesNotMatch(shown(text).join('\n'), /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      // A command leaves out headers that cannot be sent.
      const isReport = (line: string): boolean => !line.startsWith('    -H');
      assert.equal(shown(text).filter(isReport).length, shown('plain').filter(isReport).length);
    });
  }
});
