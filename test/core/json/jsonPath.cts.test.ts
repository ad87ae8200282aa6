/** The compliance test suite of RFC 9535 (github.com/jsonpath-standard/jsonpath-compliance-test-suite). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { JsonValue } from '../../../src/core/json/json';
import { selectPath } from '../../../src/core/json/jsonPath';
import { rendered } from '../rendered';

interface ComplianceCase {
  readonly name: string;
  readonly selector: string;
  readonly document?: JsonValue;
  readonly invalid_selector?: boolean;
  readonly result?: readonly JsonValue[];
  /** Where the standard leaves the order open: any of these. */
  readonly results?: readonly (readonly JsonValue[])[];
}

const suite = JSON.parse(readFileSync('test/fixtures/jsonpath/cts.json', 'utf8')) as {
  readonly tests: readonly ComplianceCase[];
};

describe('selectPath and RFC 9535', () => {
  it('is tested by the whole suite', () => {
    assert.equal(suite.tests.length, 703);
  });

  for (const { name, selector, document = null, invalid_selector, result, results } of suite.tests) {
    it(name, () => {
      const selection = selectPath(selector, document);
      if (invalid_selector === true) {
        assert.equal(selection.ok, false);
        return;
      }
      assert.ok(selection.ok, selection.ok ? '' : rendered(selection.message));
      const accepted = results ?? [result ?? []];
      const isAccepted = accepted.some(
        (values) => JSON.stringify(values) === JSON.stringify(selection.values),
      );
      assert.ok(isAccepted, `${JSON.stringify(selection.values)} is none of ${JSON.stringify(accepted)}`);
    });
  }
});
