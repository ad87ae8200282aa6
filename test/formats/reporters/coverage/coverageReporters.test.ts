import assert from 'node:assert/strict';
import type { ApiCoverage, OperationCoverage } from '../../../../src/core/openapi/coverage';
import {
  coverageReporters,
  renderCoverage,
} from '../../../../src/formats/reporters/coverage/coverageReporters';

const nothing = { covered: [], missing: [] };
const operation: OperationCoverage = {
  method: 'GET',
  path: '/<script>',
  place: { file: 'a|b.yaml', line: 7 },
  requests: ['a.chain.json#list'],
  statuses: { covered: ['200'], missing: ['404'] },
  undescribedStatuses: [503],
  parameters: { covered: [], missing: Array.from({ length: 12 }, (_, index) => `query p${index}`) },
  body: nothing,
  response: nothing,
  authorization: false,
};
const coverage: ApiCoverage = {
  of: '<b>\u001b[31m.yaml',
  statusesFrom: 'results',
  sums: { operations: { covered: 199, total: 200 }, body: { covered: 0, total: 0 } },
  operations: [operation, { ...operation, parameters: nothing, statuses: nothing, undescribedStatuses: [] }],
  unmatched: ['a.chain.json#x GET /@here'],
};
const plain = (text: string): string => text;
const paint = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };
const tool = { name: 'chainwright', version: '1.2.3' };
const written = (name: string): string =>
  coverageReporters.find((one) => one.name === name)?.render(coverage, tool) ?? '';

describe('the reports of coverage', () => {
  it('name what is missing in a terminal, without control characters, the first names only', () => {
    const text = renderCoverage(coverage, paint);
    assert.doesNotMatch(text, /\u001b/);
    assert.match(text, /^ {2}Operations called {7}199 of 200 \(99 %\)$/m);
    assert.match(text, /^ {2}Members of bodies sent {2}none described$/m);
    assert.match(text, /^No authorization test\n {2}GET \/<script> {2}a\|b\.yaml:7\n {2}GET/m);
    assert.match(
      text,
      /completely\n {2}GET \/<script> {2}a\|b\.yaml:7\n {4}status codes: 404\n {4}status codes that are not described: 503\n {4}parameters: query p0, .*query p9 and 2 more\n\nNot in/,
    );
  });

  it('are only ever text in Markdown', () => {
    const text = written('markdown');
    assert.match(text, /^- GET \/&lt;script&gt; · a\\\|b\\\.yaml\\:7\n {2}- status codes\\: 404$/m);
    assert.match(text, /^\| Operations called \| 199 of 200 \\\(99 %\\\) \|$/m);
    assert.doesNotMatch(text, /@here/);
  });

  it('are only ever text in a page that runs nothing', () => {
    const text = written('html');
    assert.match(text, /<h1>Coverage of &lt;b&gt;/);
    assert.match(text, /GET \/&lt;script&gt;\s<span class="quiet">a\|b\.yaml:7<\/span>/);
    assert.match(
      text,
      /content="default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'"/,
    );
    assert.doesNotMatch(text, /<script/);
  });

  it('are all of it in JSON', () => {
    assert.deepEqual(JSON.parse(written('json')), { formatVersion: 1, tool, ...coverage });
  });
});
