/** How long the rules of an import may take. */
import assert from 'node:assert/strict';
import type { Extraction } from '../../../../src/core/model';
import type { LongRules } from '../../../../src/core/run/longRules';
import {
  createRecordedRules,
  exampleExchange,
} from '../../../../src/formats/importers/shape/recordedResponses';
import { appliedHere } from '../../../core/fakeRun';

const body = '<a><id>7</id></a>';
const recorded = exampleExchange(
  { method: 'GET', url: 'http://a.test/', headers: [] },
  { status: 200, headers: [{ name: 'ETag', value: 'e-1' }], body },
);
const rule = (more: Partial<Extraction>): Extraction => ({
  variable: 'v',
  from: 'body',
  all: false,
  optional: false,
  ...more,
});
const xpath = rule({ select: { kind: 'xpath', xpath: '//id' } });
const header = rule({ from: 'header', name: 'ETag' });

describe('rules of recorded responses', () => {
  let now = 0;
  let timeouts: number[] = [];
  /** Long rules of which each takes some time, or all that it has. */
  const taking = (ms: number): LongRules => ({
    apply: (work, limits) => {
      timeouts.push(limits.timeoutMs);
      now += Math.min(ms, limits.timeoutMs);
      return ms > limits.timeoutMs ? Promise.resolve({ kind: 'timeout' }) : appliedHere.apply(work, limits);
    },
  });
  const extract = async (
    longRules: LongRules,
    responses: number,
  ): Promise<readonly (readonly unknown[])[]> => {
    const clock = { now: () => now, monotonic: () => now, sleep: () => Promise.resolve() };
    const rules = createRecordedRules({ clock, longRules, signal: new AbortController().signal });
    const all = Array.from({ length: responses }, () => rules.extract([header, xpath], recorded));
    return (await Promise.all(all)).map((found) => found.map(({ value }) => value));
  };
  beforeEach(() => {
    now = 0;
    timeouts = [];
  });

  it('have 5 seconds for each response, however many are imported at once', async () => {
    assert.deepEqual(await extract(taking(4000), 2), [
      ['"e-1"', '"7"'],
      ['"e-1"', '"7"'],
    ]);
    assert.deepEqual(timeouts, [5000, 5000]);
  });

  it('have half a minute in all, after which only quick ones are applied', async () => {
    const found = await extract(taking(4000), 9);
    assert.deepEqual(timeouts, [...Array<number>(7).fill(5000), 2000]);
    assert.deepEqual(found.slice(6), [['"e-1"', '"7"'], ['"e-1"'], ['"e-1"']]);
  });
});
