import assert from 'node:assert/strict';
import {
  renderChainTitle,
  renderRequestLine,
  renderSummary,
  type Paint,
} from '../../../src/formats/reporters/consoleReport';
import { hostileTexts, loggingIn, orderLifecycle, reportWith } from './sampleReport';

const same = (text: string): string => text;
const plain: Paint = { green: same, red: same, yellow: same, dim: same, bold: same };
const tagged: Paint = {
  green: (text) => `<g>${text}</g>`,
  red: (text) => `<r>${text}</r>`,
  yellow: (text) => `<y>${text}</y>`,
  dim: (text) => `<d>${text}</d>`,
  bold: (text) => `<b>${text}</b>`,
};

describe('renderRequestLine', () => {
  it('says how a request ended, what it took, and why not', () => {
    assert.deepEqual(
      orderLifecycle.requests
        .map((request) => renderRequestLine(request, plain))
        .join('\n')
        .split('\n'),
      [
        '  ✓ POST   Log in                       200         31 ms',
        '      token = "‹secret:7f3a›"',
        '      userId = "usr-1"',
        '  ✓ POST   Create order                 201         44 ms',
        '      orderId = 9007199254740993',
        '      etag = "\\"v1\\""',
        '  ✓ GET    Read order                   200         12 ms after 3 attempts',
        '  ✗ PATCH  Change amount                500          9 ms',
        '      Expected status 200 but the server answered 500.',
        '      invoiceId found nothing at $.invoice.id.',
        '  ⊘ GET    Read invoice                 blocked',
        '      invoiceId comes from Change amount, which answered 500.',
        '      Root cause: change-amount: Expected status 200 but the server answered 500.',
        '  ✗ GET    List users                   timeout     2.0 s',
        '      The server at 127.0.0.1:4010 did not answer within 2 s.',
        '      Raise "timeoutMs" or look at the server.',
        '  - DELETE Delete order                 skipped',
        '      Delete order is disabled.',
      ],
    );
  });

  it('says a root cause once, however many values miss for it', () => {
    const read = orderLifecycle.requests.find(({ outcome }) => outcome === 'blocked');
    const [reason] = read?.reasons ?? [];
    assert.ok(read !== undefined && reason?.kind === 'unresolved');
    const lines = renderRequestLine({ ...read, reasons: [reason, { ...reason, variable: 'total' }] }, plain);
    assert.equal(lines.split('Root cause: ').length, 2, lines);
  });

  it('paints by outcome', () => {
    const [first, , , , blocked] = orderLifecycle.requests;
    assert.match(renderRequestLine(first ?? assert.fail(), tagged), /^ {2}<g>✓<\/g> <d>POST {2}<\/d> Log in/);
    assert.match(renderRequestLine(blocked ?? assert.fail(), tagged), /<y>⊘<\/y>/);
  });

  for (const text of hostileTexts) {
    it(`lets ${JSON.stringify(text)} neither move the cursor nor break a line`, () => {
      const [result] = reportWith(text).results;
      const shown = [
        renderChainTitle(result?.chain ?? assert.fail(), plain),
        ...(result?.requests ?? []).map((request) => renderRequestLine(request, plain)),
        renderSummary([result ?? assert.fail()], plain),
      ].join('\n');
      assert.doesNotMatch(shown.replaceAll('\n', ''), /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      assert.equal(shown.split('\n').length, 20);
    });
  }
});

describe('renderSummary', () => {
  it('says what became of every chain and of all', () => {
    assert.deepEqual(renderSummary([loggingIn, orderLifecycle], plain).split('\n'), [
      '',
      'Summary',
      '  ✓ Log in           1 passed  31 ms',
      '  ✗ Order lifecycle  3 passed  2 failed  1 blocked  1 skipped  2.1 s',
      '      Note: TLS certificates are not verified: the user setting chainwright.network.verifyTls is off.',
      '      Change amount  Expected status 200 but the server answered 500.',
      '      List users  The server at 127.0.0.1:4010 did not answer within 2 s. Raise "timeoutMs" or look at the server.',
      '',
      '  8 requests in 2 chains  4 passed  2 failed  1 blocked  1 skipped  2.2 s',
    ]);
  });

  it('names what is blocked by nothing before it, as without a secret, and not what follows from that', () => {
    const reason = { kind: 'unresolved', message: 'TOKEN has no value.', variable: 'TOKEN' } as const;
    const [signIn] = loggingIn.requests;
    assert.ok(signIn !== undefined);
    const stopped = {
      ...signIn,
      outcome: 'blocked',
      reasons: [{ ...reason, location: { in: 'header' } }],
    } as const;
    const followers = orderLifecycle.requests.filter(({ outcome }) => outcome === 'blocked');
    const result = { ...loggingIn, requests: [stopped, ...followers] };
    assert.deepEqual(renderSummary([result], plain).split('\n').slice(2, 5), [
      '  ✓ Log in  2 blocked  31 ms',
      '      Log in  TOKEN has no value.',
      '',
    ]);
  });

  it('says that a run was cancelled', () => {
    assert.match(
      renderSummary([{ ...loggingIn, outcome: 'cancelled' }], plain),
      /! Log in {2}1 passed {2}cancelled/,
    );
  });

  it('has words for nothing at all', () => {
    assert.match(renderSummary([], plain), /0 requests in 0 chains {2}no requests {2}0 ms/);
  });
});
