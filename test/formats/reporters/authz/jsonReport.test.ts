import assert from 'node:assert/strict';
import { readAuthzResultText, writeAuthzResultText } from '../../../../src/core/authz/report/authzResultFile';
import { renderAuthzJson } from '../../../../src/formats/reporters/authz/jsonReport';
import { hostileTexts } from '../sampleReport';
import { authzWith, emptyAuthz, sampleAuthz, sampleBaseline, sampleContext } from './sampleAuthz';

describe('renderAuthzJson', () => {
  it('writes the whole result, which can be judged again, and its sums', () => {
    const text = renderAuthzJson(sampleAuthz, sampleContext());
    assert.deepEqual(readAuthzResultText(text, 'result.json'), sampleAuthz);
    const { findings, ...document } = JSON.parse(text) as { findings: readonly object[] };
    assert.deepEqual(document, {
      ...sampleAuthz,
      tool: { name: 'chainwright', version: '0.1.0' },
      summary: { pass: 7, flaw: 10, restricted: 1, denied: 5, inconclusive: 6, open: 3 },
      passes: { status: 3, anonymous: 1, effect: 2, declared: 1 },
    });
    assert.deepEqual(findings[0], {
      finding: 'GET /api/stats.read/{orderId} asks for no credentials',
      rule: 'authz/anonymous',
      cwe: [306, 862],
      owasp: ['API2:2023', 'API5:2023'],
      asvs: ['8.2.1'],
      fault: 207,
      severity: '9.1',
      cells: ['ANON stats.read root<-nobody'],
      retest:
        "chainwright authz run security/orders.authz.json --environment local --only 'ANON stats.read *' --allow-mutations",
    });
  });

  it('says which operations of the API no cell tested, and can be read again', () => {
    const coverage = { of: 'openapi.yaml', total: 9, untested: ['DELETE /orders/{orderId}'] };
    const text = renderAuthzJson(sampleAuthz, { ...sampleContext(), coverage });
    assert.deepEqual((JSON.parse(text) as { coverage: object }).coverage, coverage);
    assert.deepEqual(readAuthzResultText(text, 'result.json'), sampleAuthz);
  });

  it('is the same for a run and for its stored result', () => {
    const stored = readAuthzResultText([...writeAuthzResultText(sampleAuthz)].join(''), 'result.json');
    const [ofRun, ofStored] = [sampleAuthz, stored].map((result) => renderAuthzJson(result, sampleContext()));
    assert.equal(ofStored, ofRun);
  });

  it('says how each cell compares with a baseline', () => {
    const text = renderAuthzJson(sampleAuthz, sampleContext({ baseline: sampleBaseline }));
    const { baseline } = JSON.parse(text) as { baseline: { cells: object[]; absent: object[] } };
    assert.deepEqual(
      [baseline.cells[0], baseline.cells[2]],
      [
        { cell: 'OBJ order.read bob<-alice path:orderId', change: 'new' },
        { cell: 'OBJ order.update bob<-alice path:orderId', change: 'new', before: 'PASS_403' },
      ],
    );
    assert.deepEqual(
      baseline.absent.map((cell) => ('operationLeft' in cell ? cell.operationLeft : undefined)),
      [true, false],
    );
  });

  for (const text of ['nothing', ...hostileTexts]) {
    it(`can be read again with ${JSON.stringify(text)} in it`, () => {
      const result = text === 'nothing' ? emptyAuthz : authzWith(text);
      const { cells } = readAuthzResultText(renderAuthzJson(result, sampleContext()), 'result.json');
      assert.deepEqual(cells, result.cells);
    });
  }
});
