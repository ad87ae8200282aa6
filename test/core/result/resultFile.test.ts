import assert from 'node:assert/strict';
import { readResult, readResultHead, writeResult } from '../../../src/core/result/resultFile';
import type { ExecutionResult } from '../../../src/core/result/result';
import { fakeRun } from '../fakeRun';

/** A run with a passed, a failed and a blocked request. */
async function threeOutcomes(): Promise<ExecutionResult> {
  const { result } = await fakeRun({
    chain: {
      requests: [
        {
          id: 'create',
          method: 'POST',
          url: 'http://api.test/orders',
          body: { json: { note: 'line\nbreak "quoted"   end' } },
          extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
        },
        {
          id: 'broken',
          method: 'GET',
          url: 'http://api.test/broken',
          extract: [{ variable: 'lost', from: 'header', name: 'ETag' }],
        },
        { id: 'after', method: 'GET', url: 'http://api.test/{{lost}}/{{orderId}}' },
      ],
    },
    answer: () => ({ status: 200, body: '{"id":9007199254740993}' }),
  });
  return result;
}

function textOf(result: ExecutionResult): string {
  return [...writeResult(result, 'runAll')].join('');
}

describe('result files', () => {
  it('give back what was written, with what caused the run and the counts of outcomes', async () => {
    const result = await threeOutcomes();
    assert.deepEqual(readResult(textOf(result), 'x.json'), {
      ...result,
      trigger: 'runAll',
      counts: { passed: 1, failed: 1, blocked: 1, skipped: 0 },
    });
  });

  it('give back saved examples, and are none where an example has no exchange', async () => {
    const result = await threeOutcomes();
    const [first] = result.requests;
    const { exchange } = first ?? {};
    assert.ok(first !== undefined && exchange !== undefined);
    const examples = [{ name: 'Gone', exchange }, { exchange }];
    const imported = { ...result, requests: [{ ...first, exampleName: 'Found', examples }] };
    assert.deepEqual(readResult(textOf(imported), 'x.json').requests, imported.requests);
    const broken = textOf(imported).replace('"examples":[{', '"examples":[{"name":"x"},{');
    assert.throws(() => readResult(broken, 'x.json'), /not a result/);
  });

  it('tell a history what it needs in their first line', async () => {
    const result = await threeOutcomes();
    const { requests: _left, ...head } = readResult(textOf(result), 'x.json');
    assert.deepEqual(readResultHead(textOf(result).slice(0, 1000)), head);
  });

  it('are one line for each request, and JSON as a whole', async () => {
    const text = textOf(await threeOutcomes());
    assert.equal(text.trimEnd().split('\n').length, 2 + 3);
    assert.equal((JSON.parse(text) as ExecutionResult).requests.length, 3);
  });

  it('hold a run without requests too', async () => {
    const { result } = await fakeRun({ chain: { requests: [] } });
    assert.deepEqual(readResult(textOf(result), 'x.json').requests, []);
  });

  const broken: [title: string, damage: (text: string) => string][] = [
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, -20)],
    ['no object', () => '[]\n'],
    ['of another version', (text) => text.replace('"formatVersion":1', '"formatVersion":2')],
    ['without requests', () => '{"formatVersion":1}\n'],
    ['of wrong types', (text) => text.replace('"outcome":"blocked"', '"outcome":7')],
    ['with a body that is not a string', (text) => text.replace(/"content":"[^"]*"/, '"content":{}')],
  ];
  for (const [title, damage] of broken) {
    it(`are refused when ${title}`, async () => {
      const text = damage(textOf(await threeOutcomes()));
      assert.throws(() => readResult(text, 'x.json'), {
        message:
          'x.json is not a result of a run. Name a result of the history, a JSON report of run, or a chain.',
      });
    });
  }

  it('have no head when the first line is not ours', () => {
    assert.equal(readResultHead('{\n  "formatVersion": 1\n}'), undefined);
    assert.equal(readResultHead('{"formatVersion":1,'), undefined);
  });
});
