/** The specification bounds reports: 500 cells take less than 1 MB. */
import assert from 'node:assert/strict';
import type { AuthzExchange } from '../../../../src/core/authz/model/authzResult';
import { writeAuthzResultText } from '../../../../src/core/authz/report/authzResultFile';
import { authzReporters } from '../../../../src/formats/reporters/authz/authzReporters';
import { renderAuthzHtml } from '../../../../src/formats/reporters/authz/htmlReport';
import { renderAuthzJson } from '../../../../src/formats/reporters/authz/jsonReport';
import { jsonBody } from '../sampleReport';
import { largeAuthz, sampleAuthz, sampleContext } from './sampleAuthz';

describe('the size of reports of authorization runs', () => {
  const result = largeAuthz(500);

  // The JSON report is the whole result, with all that a replay needs.
  for (const { name, render } of authzReporters.filter((reporter) => reporter.name !== 'json')) {
    it(`is less than 1 MB for 500 cells: ${name}`, () => {
      const { length } = Buffer.from(render(result, sampleContext()));
      assert.ok(length < 1_000_000, `${length} bytes`);
    });
  }

  it('is hardly more than that of the stored result: json', () => {
    const stored = [...writeAuthzResultText(result)].join('');
    const { length } = renderAuthzJson(result, sampleContext());
    assert.ok(length < stored.length * 1.1, `${length} and ${stored.length}`);
  });

  it('says when bodies are cut to keep the page small, and has those of flaws first', () => {
    const { cells, exchanges } = largeAuthz(100);
    const long = exchanges.map((sent, index) => withBody(sent, `<${index}>${'x'.repeat(30_000)}`));
    const page = renderAuthzHtml({ ...sampleAuthz, cells, exchanges: long }, sampleContext());
    assert.ok(page.length < 1_000_000);
    assert.match(page, /Bodies shown in part or left out to keep this page small: \d+\./);
    const attacks = cells.map(({ class: outcome, steps }) => ({
      isFlaw: outcome.startsWith('FLAW_'),
      isShown: page.includes(`&lt;${steps.find(({ step }) => step === 'attack')?.exchange}&gt;x`),
    }));
    assert.deepEqual(
      new Set(attacks.filter(({ isFlaw }) => isFlaw).map(({ isShown }) => isShown)),
      new Set([true]),
    );
    assert.ok(attacks.some(({ isShown }) => !isShown));
    const small = renderAuthzHtml(sampleAuthz, sampleContext());
    assert.ok(!small.includes('to keep this page small'));
  });
});

function withBody(sent: AuthzExchange, text: string): AuthzExchange {
  const response = sent.exchange?.response;
  return response === undefined
    ? sent
    : ({
        ...sent,
        exchange: { ...sent.exchange, response: { ...response, body: jsonBody(text) } },
      } as AuthzExchange);
}
