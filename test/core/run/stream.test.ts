/** Requests whose response is an event stream: when the reading ends, and what comes of it. */
import assert from 'node:assert/strict';
import { readChain } from '../../../src/core/files/chainFile';
import { fakeRun, outcomes, type Answer, type FakeOutcome, type FakeRun } from '../fakeRun';

const states = ['ordered', 'packed', 'delivered', 'rated'];
const STREAM = states.map((state, index) => `id: ${index}\ndata: {"state":"${state}"}\n\n`).join('');
const until = { path: '$.events[-1].data.state', equals: 'delivered' };

const streamed = (body: string = STREAM, more: object = {}): Answer => ({
  headers: { 'Content-Type': 'text/event-stream; charset=utf-8' },
  body,
  ...more,
});

/** Runs a request with this `stream`, and one that posts what it extracts. */
function listen(
  stream: object | undefined,
  answer: Answer = streamed(),
  { request = {}, ...more }: Partial<FakeRun> & { readonly request?: object } = {},
): Promise<FakeOutcome> {
  const requests = [
    {
      id: 'listen',
      method: 'GET',
      url: 'http://api.test/events',
      ...(stream === undefined ? {} : { stream }),
      extract: [{ variable: 'states', from: 'body', path: '$.events[*].data.state', all: true }],
      ...request,
    },
    { id: 'use', method: 'POST', url: 'http://api.test/use', body: { json: '{{states}}' } },
  ];
  return fakeRun({
    chain: { requests },
    answer: ({ url }) => (url.endsWith('/events') ? answer : 200),
    ...more,
  });
}

function first({ result }: FakeOutcome): FakeOutcome['result']['requests'][number] {
  return result.requests[0] ?? assert.fail();
}

function messages(outcome: FakeOutcome): readonly string[] {
  return first(outcome).reasons.map(({ message }) => message);
}

const seen = (outcome: FakeOutcome): unknown => JSON.parse(first(outcome).extractions[0]?.value ?? 'null');

describe('A request with a stream', () => {
  it('is read until its condition holds, and no further', async () => {
    const outcome = await listen({ until });
    assert.deepEqual(outcomes(outcome.result), ['listen passed', 'use passed']);
    assert.deepEqual(seen(outcome), ['ordered', 'packed', 'delivered']);
    const { response } = first(outcome).exchange ?? assert.fail();
    assert.equal(response?.body.content, STREAM.slice(0, STREAM.indexOf('id: 3')));
    assert.deepEqual(response?.notes, [
      'The stream had not ended: reading stopped here, and the connection was closed.',
    ]);
    assert.deepEqual(first(outcome).expectations.at(-1), {
      condition: '$.events[-1].data.state equals "delivered"',
      passed: true,
    });
  });

  it('has conditions on all events so far', async () => {
    const outcome = await listen({ until: { path: '$.events[*].data.state', contains: 'packed' } });
    assert.deepEqual(seen(outcome), ['ordered', 'packed']);
  });

  it('uses values in its condition', async () => {
    const outcome = await listen({ until: { ...until, equals: '{{wanted}}' } }, streamed(), {
      overrides: { wanted: 'packed' },
    });
    assert.deepEqual(seen(outcome), ['ordered', 'packed']);
    assert.deepEqual(first(outcome).substitutions.at(-1)?.location, { in: 'expect', name: until.path });
  });

  it('is blocked when its condition lacks a value', async () => {
    const outcome = await listen({ until: { ...until, equals: '{{wanted}}' } });
    assert.deepEqual([outcomes(outcome.result)[0], outcome.sent.length], ['listen blocked', 0]);
  });

  it('compares no secret with the events of an origin that it may not go to', async () => {
    const outcome = await listen({ until: { ...until, equals: '{{$secret KEY}}' } }, streamed(), {
      secrets: { KEY: { value: 'delivered', origins: ['http://other.test'] } },
    });
    assert.deepEqual([outcomes(outcome.result)[0], outcome.sent.length], ['listen failed', 0]);
    assert.match(messages(outcome)[0] ?? '', /secret KEY/);
  });

  const ends: readonly (readonly [title: string, stream: object, answer: Answer, events: number])[] = [
    ['that ends by itself', {}, streamed(), 4],
    ['up to the most events', { maxEvents: 2 }, streamed(), 2],
    ['up to the most milliseconds', { maxMs: 5 }, streamed(STREAM, { isEndless: true }), 4],
    ['without events', {}, streamed(': nothing\n\n'), 0],
  ];
  for (const [title, stream, answer, events] of ends) {
    it(`passes without a condition: a stream ${title}`, async () => {
      const outcome = await listen(stream, answer, { request: { extract: [] } });
      assert.equal(first(outcome).outcome, 'passed');
      const content = first(outcome).exchange?.response?.body.content ?? '';
      assert.equal(content.split('data:').length - 1, events);
    });
  }

  const failures: readonly (readonly [title: string, stream: object, answer: Answer, reason: string])[] = [
    [
      'when the server ends it before',
      { until: { ...until, equals: 'lost' } },
      streamed(),
      'Expected $.events[-1].data.state equals "lost", but it was "rated" after 4 events, when the server ended the stream.',
    ],
    [
      'after the most events',
      { until, maxEvents: 1 },
      streamed(),
      'Expected $.events[-1].data.state equals "delivered", but it was "ordered" after 1 event, the most that are read (maxEvents).',
    ],
    [
      'when the time is over',
      { until: { ...until, equals: 'lost' }, maxMs: 70 },
      streamed(STREAM, { isEndless: true }),
      'Expected $.events[-1].data.state equals "lost", but it was "rated" after 4 events in 70 ms (maxMs).',
    ],
    [
      'without an event',
      { until },
      streamed(''),
      'Expected $.events[-1].data.state equals "delivered", but it was absent after 0 events, when the server ended the stream.',
    ],
    [
      'when the answer is something else',
      { until },
      { body: { state: 'delivered' } },
      'Expected response is text/event-stream, but it was application/json.',
    ],
    [
      'when the answer has no type',
      {},
      { body: 'data: 1\n\n' },
      'Expected response is text/event-stream, but it was of no named type.',
    ],
    [
      'when the answer is an error, and says no more',
      { until },
      { status: 404, body: { error: 'gone' } },
      'Expected status is 2xx or 3xx, but it was 404.',
    ],
  ];
  for (const [title, stream, answer, reason] of failures) {
    it(`fails ${title}`, async () => {
      const outcome = await listen(stream, answer, { request: { extract: [] } });
      assert.deepEqual([first(outcome).outcome, messages(outcome)], ['failed', [reason]]);
    });
  }

  it('fails with the transport', async () => {
    const outcome = await listen({ until }, { fails: 'connection-reset' });
    assert.deepEqual(messages(outcome), ['It failed: connection-reset. Fix it.']);
  });

  it('is what a stream without an end is to be read with', async () => {
    const headers = [{ name: 'Content-Type', value: 'text/event-stream' }];
    const rest = { status: 200, statusText: '', httpVersion: '1.1', wireSize: 0 };
    const response = { ...rest, headers, body: new Uint8Array(0) };
    const outcome = await listen(undefined, { fails: 'timeout', response });
    assert.deepEqual(messages(outcome), [
      'It failed: timeout. It is an event stream, which need not end: add "stream" to read a part of it.',
    ]);
  });

  it('is skipped when the run is cancelled', async () => {
    const outcome = await listen({ until }, streamed(), { signal: AbortSignal.abort() });
    assert.deepEqual(outcomes(outcome.result), ['listen skipped', 'use skipped']);
  });

  it('gives up a condition that takes too long after each event', async () => {
    let now = 0;
    const elapsed = () => (now += 150);
    const outcome = await listen(
      { until: { ...until, equals: 'lost' } },
      streamed('data: 1\n\n'.repeat(50)),
      {
        elapsed,
        request: { extract: [], timeoutMs: 1_000_000 },
      },
    );
    assert.match(
      messages(outcome)[0] ?? '',
      /but it was unknown: checking it after each event takes too long/,
    );
  });

  it('is sent again until the condition holds', async () => {
    let count = 0;
    const outcome = await listen({ until }, undefined, {
      request: { retry: { times: 3, delayMs: 1 } },
      answer: ({ url }) =>
        url.endsWith('/events') ? streamed((count += 1) < 3 ? 'data: {"state":"packed"}\n\n' : STREAM) : 200,
    });
    assert.deepEqual([first(outcome).outcome, first(outcome).attempts], ['passed', 3]);
  });

  it('is read for each item of a loop', async () => {
    const request = {
      url: 'http://api.test/{{order}}/events',
      forEach: { in: ['a', 'b'], as: 'order' },
    };
    const outcome = await listen({ until }, streamed(), { request });
    assert.deepEqual(seen(outcome), [states.slice(0, 3), states.slice(0, 3)]);
  });

  it('does not hear an answer that nobody asked it to', async () => {
    const outcome = await listen(undefined);
    assert.deepEqual(seen(outcome), states);
  });

  it('needs format version 2, a path, and no schema', () => {
    const read = (formatVersion: number, stream: object): readonly string[] =>
      readChain(
        JSON.stringify({
          formatVersion,
          name: 'Test',
          requests: [{ id: 'a', method: 'GET', url: 'http://api.test', stream }],
        }),
        'a.chain.json',
      ).problems.map(({ message }) => message);
    assert.deepEqual(read(2, { until }), []);
    assert.match(read(1, {})[0] ?? '', /"stream" of a request/);
    assert.match(read(2, { until: { path: '$' } })[0] ?? '', /compares with nothing/);
    for (const check of [{ equals: 1 }, { path: '$', schema: true }]) {
      assert.deepEqual(read(2, { until: check }), [
        'The condition of a stream needs a path into its events, and no JSON Schema, which cannot be checked after each event. Add a path such as "$.events[-1].data", and use a schema in expect.',
      ]);
    }
  });
});
