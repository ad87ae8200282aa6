/** Chains as steps in exports: no other tool has them. */
import assert from 'node:assert/strict';
import { exporters } from '../../../src/formats/exporters/exporters';
import { exported } from './exported';
import { chainText } from './sentRequests';

const call = { id: 'pay', chain: 'pay.chain.json', with: { amount: '{{total}}' }, take: ['receiptId'] };
const requests = [
  { ...call, forEach: { in: [1, 2], as: 'item' } },
  { id: 'read', url: 'http://127.0.0.1:4010/receipts/{{receiptId}}' },
];

/** A chain with calls, which have no method and no URL. */
function withCalls(items: readonly { readonly url?: string }[]): string {
  const chain = JSON.parse(chainText(items)) as { readonly requests: readonly object[] };
  const written = chain.requests.map((request) =>
    'chain' in request ? { ...request, method: undefined, url: undefined } : request,
  );
  return JSON.stringify({ ...chain, requests: written });
}

describe('an export of a chain that runs another one', () => {
  for (const { name } of exporters.filter((exporter) => exporter.name !== 'markdown')) {
    it(`as ${name} leaves a step out that cannot be carried over, and says so`, async () => {
      const { text, others, report } = await exported(name, withCalls(requests));
      const [left, kept] = report.requests;
      assert.equal(left?.leftOut, 'It runs pay.chain.json, whose requests are not carried over.');
      assert.equal(kept?.leftOut, undefined);
      assert.deepEqual(report.undefinedVariables, ['receiptId']);
      assert.doesNotMatch([text, ...others.map((other) => other.text)].join('\n'), /CALL|pay\.chain\.json/);
    });
  }

  it('as Markdown says what it runs, with what', async () => {
    const { text, report } = await exported('markdown', withCalls(requests));
    for (const part of [
      'Runs the chain <code>pay\\.chain\\.json</code> in this place.',
      '| <code>amount</code> | <code>\\{\\{total\\}\\}</code> |',
      'Takes <code>receiptId</code> from it.',
      'for each <code>item</code> of <code>\\[1,2\\]</code>',
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
    assert.doesNotMatch(text, /CALL/);
    assert.equal(report.requests[0]?.leftOut, undefined);
  });
});
