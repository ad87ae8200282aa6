/** The specification bounds reports: 500 cells take less than 1 MB. */
import assert from 'node:assert/strict';
import { DEFAULT_FLAWS } from '../../../../examples/orders-api/flaws';
import type { AuthzExchange, AuthzResult } from '../../../../src/core/authz/model/authzResult';
import { cellId } from '../../../../src/core/authz/model/cellId';
import { authzFingerprint } from '../../../../src/core/authz/report/fingerprint';
import { writeAuthzResultText } from '../../../../src/core/authz/report/authzResultFile';
import { authzReporters } from '../../../../src/formats/reporters/authz/authzReporters';
import { renderAuthzHtml } from '../../../../src/formats/reporters/authz/htmlReport';
import { renderAuthzJson } from '../../../../src/formats/reporters/authz/jsonReport';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { copyMatrices } from '../../../node/authz/matrixRun';
import { jsonBody } from '../sampleReport';
import { largeAuthz, sampleAuthz, sampleContext } from './sampleAuthz';

describe('the size of reports of authorization runs', () => {
  let result: AuthzResult;
  before(async () => {
    const sample = await copyMatrices('examples/workspace');
    result = repeated(await sample.run('orders', { flaws: DEFAULT_FLAWS }), 500);
    await sample.dispose();
  });

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

/** So many cells of a run, which is repeated with other operations and objects, and with times of one digit. */
function repeated(result: AuthzResult, count: number): AuthzResult {
  const copies = Array.from({ length: Math.ceil(count / result.cells.length) }, (_, copy) =>
    copyOf(result, copy),
  );
  return {
    ...result,
    cells: copies.flatMap(({ cells }) => cells).slice(0, count),
    exchanges: copies.flatMap(({ exchanges }) => exchanges),
  };
}

function copyOf(result: AuthzResult, copy: number): Pick<AuthzResult, 'cells' | 'exchanges'> {
  const text = JSON.stringify(result)
    .replace(/\b(?:ord|CNRY|cnry)-[0-9a-f]+(?=[0-9a-f]{2})/g, (id) => `${id.slice(0, -2)}${copy}f`)
    .replace(/"(\w+Ms)":[\d.]+/g, '"$1":1');
  const { cells, exchanges } = JSON.parse(text) as AuthzResult;
  return {
    exchanges,
    cells: cells.map(({ cell, steps, ...others }) => {
      const renamed = { ...cell, operation: `${cell.operation}${copy}` };
      return {
        ...others,
        cell: { ...renamed, id: cellId(renamed) },
        fingerprint: authzFingerprint(renamed, nodeHash),
        steps: steps.map(({ step, exchange }) => ({
          step,
          exchange: exchange + copy * exchanges.length,
        })),
      };
    }),
  };
}

function withBody(sent: AuthzExchange, text: string): AuthzExchange {
  const response = sent.exchange?.response;
  return response === undefined
    ? sent
    : ({
        ...sent,
        exchange: { ...sent.exchange, response: { ...response, body: jsonBody(text) } },
      } as AuthzExchange);
}
