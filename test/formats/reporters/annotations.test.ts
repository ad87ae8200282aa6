import assert from 'node:assert/strict';
import { authzReporters } from '../../../src/formats/reporters/authz/authzReporters';
import { reporters } from '../../../src/formats/reporters/reporters';
import type { RunReport } from '../../../src/core/result/runReport';
import { sampleAuthz, sampleBaseline, sampleContext } from './authz/sampleAuthz';
import { hostileTexts, orderLifecycle, reportOf, reportWith, textOf } from './sampleReport';

const lifecycle = reportOf({
  ...orderLifecycle,
  requests: orderLifecycle.requests.filter(({ name }) => name !== 'List users'),
});

function rendered(name: 'github' | 'gitlab', report: RunReport): string {
  const reporter = reporters.find((known) => known.name === name) ?? assert.fail();
  return textOf(reporter.render(report));
}

function renderedMatrix(name: 'github' | 'gitlab', changes = {}): string {
  const reporter = authzReporters.find((known) => known.name === name) ?? assert.fail();
  return reporter.render(sampleAuthz, sampleContext(changes));
}

interface CodeQuality {
  readonly description: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

function issues(text: string): readonly CodeQuality[] {
  return JSON.parse(text) as CodeQuality[];
}

const places: RunReport['places'] = (_result, { chain, id }) => ({
  file: chain,
  line: id === 'change-amount' ? 12 : 20,
  column: 3,
});

describe('annotations', () => {
  it('show GitHub what failed and what was blocked, at the lines of the chain', () => {
    const [failed, blocked, summary, ...more] = rendered('github', { ...lifecycle, places }).split('\n');
    assert.equal(
      failed,
      '::error file=orders/order-lifecycle.chain.json,line=12,col=3,title=PATCH Change amount failed::' +
        'Expected status 200 but the server answered 500.%0AinvoiceId found nothing at $.invoice.id.',
    );
    assert.match(
      blocked ?? '',
      /^::warning file=.*,line=20,col=3,title=GET Read invoice blocked::invoiceId comes/,
    );
    assert.equal(summary, '::notice title=Chainwright::3 passed, 1 failed, 1 blocked, 1 skipped');
    assert.deepEqual(more, ['']);
  });

  it('name the file alone where it is not at hand', () => {
    const [failed = ''] = rendered('github', lifecycle).split('\n');
    assert.match(failed, /^::error file=orders\/order-lifecycle\.chain\.json,title=/);
    assert.deepEqual(
      issues(rendered('gitlab', lifecycle)).map(({ location }) => location.lines.begin),
      [1, 1],
    );
  });

  it('are issues of code quality for GitLab, each with a fingerprint of its own', () => {
    const found = issues(rendered('gitlab', { ...lifecycle, places }));
    assert.deepEqual(
      found.map(({ severity, location }) => [severity, location.lines.begin]),
      [
        ['major', 12],
        ['minor', 20],
      ],
    );
    assert.equal(new Set(found.map(({ fingerprint }) => fingerprint)).size, 2);
    assert.match(found[0]?.description ?? '', /^PATCH Change amount failed: Expected status 200/);
  });

  it('lead to the rule that a flaw breaks', () => {
    const lines = renderedMatrix('github').split('\n');
    assert.match(
      lines[0] ?? '',
      /^::error file=security\/orders\.authz\.json,line=\d+,col=\d+,title=bob←alice GET /,
    );
    const found = issues(renderedMatrix('gitlab'));
    assert.equal(new Set(found.map(({ fingerprint }) => fingerprint)).size, found.length);
    assert.equal(lines.filter((line) => /^::(error|warning) /.test(line)).length, found.length);
  });

  it('warn of flaws that the baseline knows', () => {
    const errors = (text: string) => text.match(/^::error /gm)?.length ?? 0;
    assert.ok(
      errors(renderedMatrix('github', { baseline: sampleBaseline })) < errors(renderedMatrix('github')),
    );
  });

  for (const text of hostileTexts) {
    it(`take ${JSON.stringify(text)} for text`, () => {
      const report = reportWith(text);
      const lines = rendered('github', report).split('\n');
      const failed = issues(rendered('gitlab', report)).length;
      assert.equal(lines.length, failed + 2);
      assert.ok(lines.slice(0, -1).every((line) => /^::(error|warning|notice) [^:]*::/.test(line)));
      assert.doesNotMatch(lines.join(''), /\r/);
    });
  }
});
