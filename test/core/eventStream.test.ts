/** Event streams, by the rules and examples of the HTML Standard, §9.2.6. */
import assert from 'node:assert/strict';
import { EventReader, eventsOf } from '../../src/core/eventStream';
import type { JsonValue } from '../../src/core/json/json';

const bytes = (text: string) => new TextEncoder().encode(text);

function read(text: string): JsonValue {
  return eventsOf(bytes(text)).events;
}

/** Reads a body in pieces that are cut at these places; what each event is, and where it ends. */
function readCut(body: Uint8Array, cuts: readonly number[]): readonly (readonly [JsonValue, number])[] {
  const reader = new EventReader();
  const events: (readonly [JsonValue, number])[] = [];
  [0, ...cuts].forEach((start, index) => {
    reader.take(body.subarray(start, cuts[index]), (event, end) => {
      events.push([event, end]);
      return undefined;
    });
  });
  return events;
}

describe('eventsOf', () => {
  const streams: readonly (readonly [title: string, stream: string, events: JsonValue])[] = [
    [
      'joins several lines of data',
      'data: YHOO\ndata: +2\ndata: 10\n\n',
      [{ event: 'message', data: 'YHOO\n+2\n10' }],
    ],
    [
      'keeps the id until another one comes',
      ': test stream\n\ndata: first event\nid: 1\n\ndata:second event\n\nid\ndata:  third event\n\n',
      [
        { event: 'message', id: '1', data: 'first event' },
        { event: 'message', id: '1', data: 'second event' },
        { event: 'message', data: ' third event' },
      ],
    ],
    [
      'drops what no empty line ends',
      'data\n\ndata\ndata\n\ndata:',
      [
        { event: 'message', data: '' },
        { event: 'message', data: '\n' },
      ],
    ],
    [
      'takes one space after the colon away',
      'data:test\n\ndata: test\n\n',
      [
        { event: 'message', data: 'test' },
        { event: 'message', data: 'test' },
      ],
    ],
    [
      'names an event, and only the one',
      'event: add\ndata: 73857293\n\ndata: x\n\n',
      [
        { event: 'add', data: 73857293 },
        { event: 'message', data: 'x' },
      ],
    ],
    ['has no event without data', 'event: ping\n\nid: 7\n\n', []],
    [
      'ignores retry and other fields',
      'retry: 10\nDATA: x\nother: y\ndata: z\n\n',
      [{ event: 'message', data: 'z' }],
    ],
    ['ignores an id with a NUL', 'id: a\0b\ndata: x\n\n', [{ event: 'message', data: 'x' }]],
    ['leaves a byte order mark at the beginning out', '\ufeffdata: x\n\n', [{ event: 'message', data: 'x' }]],
    [
      'keeps other byte order marks',
      'data: \ufeffx\n\n\ufeffdata: y\n\n',
      [{ event: 'message', data: '\ufeffx' }],
    ],
    [
      'reads data that is JSON',
      'data: {"a":\ndata: [1, null]}\n\n',
      [{ event: 'message', data: { a: [1, null] } }],
    ],
    ['keeps data that is not JSON', 'data: {"a":\n\n', [{ event: 'message', data: '{"a":' }]],
    [
      'keeps __proto__ as an own member',
      'data: {"__proto__":1}\n\n',
      [{ event: 'message', data: JSON.parse('{"__proto__":1}') as JsonValue }],
    ],
    ['has no events in an empty body', '', []],
  ];
  for (const [title, stream, events] of streams) {
    it(title, () => {
      assert.deepEqual(read(stream), events);
    });
  }

  for (const [name, end] of [
    ['LF', '\n'],
    ['CR', '\r'],
    ['CRLF', '\r\n'],
  ] as const) {
    it(`takes ${name} as the end of a line`, () => {
      const stream = ['event: a', 'data: 1', 'data: 2', '', '', 'data: 3', '', ''].join(end);
      assert.deepEqual(read(stream), [
        { event: 'a', data: '1\n2' },
        { event: 'message', data: 3 },
      ]);
    });
  }

  it('replaces bytes that are not UTF-8, in their line only', () => {
    const body = Uint8Array.from([...bytes('data: a'), 0xe2, 0x82, 10, ...bytes('data: b\n\n')]);
    assert.deepEqual(eventsOf(body).events, [{ event: 'message', data: 'a\ufffd\nb' }]);
  });

  it('keeps the digits of numbers', () => {
    const [event] = eventsOf(bytes('data: 12345678901234567890\n\n')).events;
    assert.equal(String((event?.data as { text?: string }).text), '12345678901234567890');
  });

  it('keeps data that is nested too deep as text', () => {
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const [fits, tooDeep] = eventsOf(bytes(`data: ${deep(509)}\n\ndata: ${deep(510)}\n\n`)).events;
    assert.deepEqual([typeof fits?.data, tooDeep?.data], ['object', deep(510)]);
  });

  it('reads a long line, also byte by byte', () => {
    const body = bytes(`data: ${'x'.repeat(200_000)}\n\n`);
    const inBytes = readCut(
      body,
      Array.from(body, (_, index) => index + 1),
    );
    assert.deepEqual(inBytes, readCut(body, []));
    assert.equal(inBytes[0]?.[1], body.length);
  });
});

describe('EventReader', () => {
  const body = bytes('\ufeffid: é\r\ndata: 日本\r\n\r\ndata: {"a":1}\n\ndata: x\r\rdata: y');

  it('reads the same wherever the stream is cut', () => {
    const whole = readCut(body, []);
    assert.deepEqual(
      whole.map(([event]) => event),
      [
        { event: 'message', id: 'é', data: '日本' },
        { event: 'message', id: 'é', data: { a: 1 } },
        { event: 'message', id: 'é', data: 'x' },
      ],
    );
    for (let cut = 0; cut <= body.length; cut += 1) {
      assert.deepEqual(readCut(body, [cut]), whole);
      assert.deepEqual(readCut(body, [cut, Math.min(cut + 1, body.length)]), whole);
    }
  });

  it('says where an event ends', () => {
    const ends = readCut(body, []).map(([, end]) => end);
    ends.forEach((end, index) => {
      assert.equal(eventsOf(body.subarray(0, end)).events.length, index + 1);
      assert.equal(eventsOf(body.subarray(0, end - 1)).events.length, index);
    });
  });

  it('stops where it is told to', () => {
    const seen: JsonValue[] = [];
    new EventReader().take(body, (event) => {
      seen.push(event);
      return 'stop';
    });
    assert.equal(seen.length, 1);
  });
});
