import assert from 'node:assert/strict';
import { renderJson } from '../../../src/formats/reporters/jsonReport';
import {
  hostileTexts,
  loggingIn,
  orderLifecycle,
  reportOf,
  reportWith,
  sampleReport,
  textOf,
} from './sampleReport';

describe('renderJson', () => {
  it('adds a sum to the results as they are', () => {
    assert.deepEqual(JSON.parse(textOf(renderJson(sampleReport))), {
      formatVersion: 1,
      tool: { name: 'chainwright', version: '0.1.0' },
      generatedAt: '2026-01-02T03:04:10.000Z',
      summary: {
        chains: { running: 0, passed: 1, failed: 1, cancelled: 0 },
        requests: { passed: 4, failed: 2, blocked: 1, skipped: 1 },
        durationMs: 2154,
      },
      results: [loggingIn, orderLifecycle],
    });
  });

  it('writes the same text for the same report, with a line break at its end', () => {
    assert.equal(textOf(renderJson(sampleReport)), textOf(renderJson(structuredClone(sampleReport))));
    assert.equal(textOf(renderJson(sampleReport)).endsWith('}\n'), true);
  });

  it('writes no results as none', () => {
    assert.match(textOf(renderJson(reportOf())), /"results": \[\]/);
  });

  it('keeps every text', () => {
    for (const text of hostileTexts) {
      const report = reportWith(text);
      assert.deepEqual(
        (JSON.parse(textOf(renderJson(report))) as { results: unknown }).results,
        report.results,
      );
    }
  });
});
