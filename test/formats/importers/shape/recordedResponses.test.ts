/** How long the rules of an import may take, and how much room examples have. */
import assert from 'node:assert/strict';
import type { Extraction } from '../../../../src/core/model';
import type { LongRules } from '../../../../src/core/run/longRules';
import { defined } from '../../../../src/core/defined';
import type { KeptRequest } from '../../../../src/formats/importers/shape/imported';
import { documentation } from '../../../../src/formats/importers/shape/remark';
import {
  createExampleRoom,
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

describe('the room of further examples', () => {
  const example = (length: number, name: string) =>
    exampleExchange(
      { method: 'GET', url: 'http://a.test/', headers: [] },
      { name, status: 404, headers: [], body: 'x'.repeat(length) },
    );
  const kept = (examples: KeptRequest['examples']): KeptRequest => ({
    ...{ kind: 'kept', name: 'A', folders: [], request: { method: 'GET', url: '/' }, remarks: ['First.'] },
    ...defined({ recorded, examples }),
  });
  const half = 2 ** 23;

  it('leaves requests alone whose examples fit', () => {
    const fit = createExampleRoom();
    for (const request of [kept(undefined), kept([example(half, 'a')])]) {
      assert.ok(fit(request) === request);
    }
  });

  it('is shared by all requests, and what it has no room for is reported', () => {
    const fit = createExampleRoom();
    fit(kept([example(half, 'a')]));
    const [small, others] = [example(9, 'small'), [example(half, 'b'), example(half, 'c')]];
    assert.deepEqual(fit(kept([...others, small])), {
      ...kept([small]),
      remarks: [
        'First.',
        documentation(
          '2 further example responses are not carried over: the examples are too large together.',
        ),
      ],
    });
    const none = fit(kept([example(half, 'd')]));
    assert.ok(none.kind === 'kept' && !('examples' in none) && none.recorded === recorded);
  });
});

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
