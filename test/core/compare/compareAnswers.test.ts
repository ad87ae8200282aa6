import assert from 'node:assert/strict';
import { compareAnswers } from '../../../src/core/compare/compareAnswers';
import type { RecordedBody, RecordedResponse } from '../../../src/core/result/result';

/** An answer with this body. */
function answer(content: string, change: Partial<RecordedResponse> = {}): RecordedResponse {
  return {
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    body: body(content),
    wireSize: content.length,
    notes: [],
    ...change,
  };
}

function body(content: string, change: Partial<RecordedBody> = {}): RecordedBody {
  return { encoding: 'utf8', content, size: content.length, mediaType: 'application/json', ...change };
}

const SAME = { changes: [], volatile: [], notes: [] };

describe('comparing two answers', () => {
  it('finds nothing where nothing differs', () => {
    assert.deepEqual(compareAnswers(answer('{"a":1}'), answer('{ "a": 1 }')), SAME);
  });

  it('lists what changed and sets apart what always does', () => {
    const before = answer('{"id":"ord-1","state":"open","at":"2026-01-05T09:00:00Z"}');
    const after = answer('{"id":"ord-2","state":"paid","at":"2026-01-06T09:00:00Z","total":5}', {
      status: 201,
      statusText: 'Created',
    });
    assert.deepEqual(compareAnswers(before, after), {
      changes: [
        { place: 'status', name: '', before: '200 OK', after: '201 Created' },
        { place: 'body', name: '$.state', before: '"open"', after: '"paid"' },
        { place: 'body', name: '$.total', after: '5' },
      ],
      volatile: [
        { place: 'body', name: '$.id', before: '"ord-1"', after: '"ord-2"', why: 'id' },
        {
          place: 'body',
          name: '$.at',
          before: '"2026-01-05T09:00:00Z"',
          after: '"2026-01-06T09:00:00Z"',
          why: 'date',
        },
      ],
      notes: [],
    });
  });

  it('compares headers without case, lines of one name together, and each cookie by its name', () => {
    const headers = (...lines: readonly (readonly [string, string])[]) => ({
      headers: lines.map(([name, value]) => ({ name, value })),
    });
    const before = headers(['vary', 'a'], ['Vary', 'b'], ['Set-Cookie', 'sid=1; Path=/'], ['Gone', '']);
    const after = headers(['Vary', 'a, b'], ['Set-Cookie', 'sid=1; Path=/x'], ['Set-Cookie', 'new=2']);
    assert.deepEqual(compareAnswers(answer('', before), answer('', after)).changes, [
      { place: 'header', name: 'Set-Cookie sid', before: '1; Path=/', after: '1; Path=/x' },
      { place: 'header', name: 'Set-Cookie new', after: '2' },
      { place: 'header', name: 'Gone', before: '' },
    ]);
  });

  const texts: readonly (readonly [string, string, string, object])[] = [
    ['a line that changed', 'a\nb\nc', 'a\nX\nc', { name: 'line 2', before: 'b', after: 'X' }],
    ['lines that came', 'a\nc', 'a\nb\nb\nc', { name: 'lines 2–3', after: 'b b' }],
    ['lines that went', 'a\nb\nc', 'a\nc', { name: 'line 2', before: 'b' }],
    ['a body that became no JSON', '{}', '<b>', { name: 'line 1', before: '{}', after: '<b>' }],
  ];
  for (const [title, before, after, change] of texts) {
    it(`tells ${title}`, () => {
      assert.deepEqual(compareAnswers(answer(before), answer(after)).changes, [{ place: 'body', ...change }]);
    });
  }

  it('compares binary bodies by their bytes', () => {
    const picture = (content: string) =>
      answer('', { body: body(content, { encoding: 'base64', mediaType: 'image/png', size: 3 }) });
    assert.deepEqual(compareAnswers(picture('AAAA'), picture('AAAA')), SAME);
    assert.deepEqual(compareAnswers(picture('AAAA'), picture('AAAB')).changes, [
      { place: 'body', name: '', before: '3 B image/png', after: '3 B image/png' },
    ]);
  });

  it('compares bodies that are not here in full by their size, and says so', () => {
    const long = (size: number) => answer('', { body: body('[', { stored: 'x', size }) });
    assert.deepEqual(compareAnswers(long(5_000_000), long(6_000_000)), {
      changes: [
        { place: 'body', name: '', before: '5.0 MB application/json', after: '6.0 MB application/json' },
      ],
      volatile: [],
      notes: [
        'Bodies are compared by their size only when one has more than 8 MB or was not kept as a whole.',
      ],
    });
  });

  it('lists no more than anybody reads, and says so', () => {
    const list = (value: number) => answer(JSON.stringify(Array.from({ length: 1000 }, () => ({ value }))));
    const { changes, notes } = compareAnswers(list(1), list(2));
    assert.equal(changes.length, 200);
    assert.deepEqual(notes, ['Only the first 200 differences are listed.']);
  });

  it('shortens values and shows control characters', () => {
    const [change] = compareAnswers(
      answer('"a"'),
      answer(JSON.stringify(`\u202e${'x'.repeat(500)}`)),
    ).changes;
    assert.equal(change?.after?.length, 200);
    assert.ok(change.after.startsWith('"\\u202ex'));
  });

  it('reads a body that is nested without end as text', () => {
    const deep = (end: string) => answer('['.repeat(100_000) + end);
    assert.deepEqual(compareAnswers(deep(''), deep('1')).changes.length, 1);
  });
});
