import assert from 'node:assert/strict';
import { baselineOf } from '../../../../src/core/authz/report/baseline';
import { renderAuthzMarkdown } from '../../../../src/formats/reporters/authz/markdownReport';
import { hostileTexts } from '../sampleReport';
import {
  authzWith,
  emptyAuthz,
  passedAuthz,
  sampleAuthz,
  sampleBaseline,
  sampleContext,
} from './sampleAuthz';

function linesOf(...parameters: Parameters<typeof renderAuthzMarkdown>): readonly string[] {
  return renderAuthzMarkdown(...parameters).split('\n');
}

describe('renderAuthzMarkdown', () => {
  it('begins with the figures', () => {
    assert.deepEqual(linesOf(sampleAuthz, sampleContext()).slice(0, 5), [
      '# Orders\\: who may do what',
      '',
      '**10 flaws, 1 granted but refused, 6 inconclusive, 5 denied with another code, 7 passed (3 by 403 or 404, 1 by 401 without valid credentials, 2 by effect, 1 by a declared refusal), 3 not tested or waived** · 147 requests (strict count 160) in 8.4 s',
      '',
      'security/orders\\.authz\\.json · local',
    ]);
  });

  it('shows the grid with one code for each cell, and what the codes mean', () => {
    const lines = linesOf(passedAuthz, sampleContext());
    assert.deepEqual(lines.slice(6, 15), [
      '- Target: http\\://127\\.0\\.0\\.1\\:4010',
      '- Users: alice \\(customer\\), bob \\(customer\\), sam \\(supportAgent\\), mia \\(manager\\), root \\(administrator\\) and nobody \\(anonymous\\)',
      '- Tested: 5 of 5 operations',
      '- Changes: 12 of 147 requests may have changed something',
      '',
      '| Operation | Location | alice<br>customer | bob<br>customer | sam<br>supportAgent | mia<br>manager | root<br>administrator | nobody<br>anonymous |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      '| GET order\\.read | path orderId |  |  | ✅ P3 |  |  | ✅ PA |',
      '| GET order\\.read | path orderId, trailing\\-slash | ✅ P3 |  |  |  |  |  |',
    ]);
    assert.equal(lines.find((line) => line.startsWith('<sub>'))?.includes('P4 PASS\\_404'), true);
  });

  it('says which attributes users have', () => {
    const users = [
      { name: 'alice', role: 'member', attributes: { tenant: 'acme' } },
      { name: 'nobody', role: 'anonymous' },
    ];
    const lines = linesOf({ ...sampleAuthz, users }, sampleContext());
    assert.equal(lines.includes('- Users: alice \\(member, acme\\) and nobody \\(anonymous\\)'), true);
    assert.match(lines.find((line) => line.startsWith('| Operation')) ?? '', /alice<br>member, acme \|/);
  });

  it('shows what is different from the baseline, and only that', () => {
    const lines = linesOf(sampleAuthz, sampleContext({ baseline: sampleBaseline }));
    const from = lines.indexOf('## Since the baseline');
    assert.deepEqual(lines.slice(from, from + 8), [
      '## Since the baseline',
      '',
      '| Change | Cell | Before | Now |',
      '| --- | --- | --- | --- |',
      '| new | OBJ order\\.read bob&lt;\\-alice path\\:orderId |  | ❌ FR |',
      '| new | OBJ order\\.leak bob&lt;\\-alice path\\:orderId |  | ❌ FR |',
      '| new | OBJ order\\.update bob&lt;\\-alice path\\:orderId | ✅ P3 | ❌ FW |',
      '| updated | OBJ order\\.delete bob&lt;\\-alice path\\:orderId | ❌ FW | ❌ FD |',
    ]);
    assert.equal(lines.includes('## No longer tested'), true);
    const same = linesOf(sampleAuthz, sampleContext({ baseline: baselineOf(sampleAuthz) }));
    assert.equal(same.includes('Nothing has changed.'), true);
  });

  it('lists what does not pass with its reason, and remarks about the run', () => {
    const lines = linesOf(sampleAuthz, sampleContext());
    assert.deepEqual(
      lines.filter((line) => line.startsWith('## ') || line.startsWith('<details>')),
      [
        '## Findings',
        '## Flaws (10)',
        '## Granted but refused (1)',
        '## Inconclusive (6)',
        '<details><summary>Denied with another code than 403 and 404 (5)</summary>',
        '<details><summary>Not tested or waived (3)</summary>',
        '## Not in the policy',
        '## Left behind',
        '## Notes',
      ],
    );
    assert.equal(
      lines.includes(
        "| alice reads bob's order | FLAW\\_READ · CWE\\-639 · API1\\:2023 | The answer holds data of bob\\: body /note equals the text that was planted in his order\\. | OBJ order\\.read bob&lt;\\-alice path\\:orderId security/orders\\.authz\\.json\\:20\\:5 |",
      ),
      true,
    );
  });

  it('says of a result of nothing that there are no cells', () => {
    assert.match(renderAuthzMarkdown(emptyAuthz, sampleContext()), /\*\*no cells\*\*/);
  });

  it('says that a run was cancelled', () => {
    const cancelled = { ...emptyAuthz, outcome: 'cancelled' } as const;
    assert.match(renderAuthzMarkdown(cancelled, sampleContext()), /## Cancelled\n\n- The run was cancelled/);
  });

  it('shortens what quotes too much', () => {
    assert.equal(renderAuthzMarkdown(authzWith('x'.repeat(100_000)), sampleContext()).length < 100_000, true);
  });

  for (const text of hostileTexts) {
    it(`keeps ${JSON.stringify(text)} from becoming markup`, () => {
      const lines = linesOf(authzWith(text), sampleContext({ baseline: sampleBaseline }));
      const shape = (line: string): string => line.replace(/\\[^]/g, '').replace(/[^|]/g, '');
      const plain = linesOf(authzWith('plain'), sampleContext({ baseline: sampleBaseline }));
      assert.deepEqual(lines.map(shape), plain.map(shape));
      const markup = /<(?!\/?(?:br|sub|details|summary)\b)|@(?=everyone)|(?<!\\)\[link/;
      assert.doesNotMatch(lines.join('\n'), markup);
    });
  }
});
