import assert from 'node:assert/strict';
import { ExactNumber } from '../../../src/core/json/json';
import { viewResponse, type ResponseView } from '../../../src/core/run/responseView';

function view(
  body: string | readonly number[],
  ...headers: readonly (readonly [name: string, value: string])[]
): ResponseView {
  return viewResponse(
    {
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      headers: headers.map(([name, value]) => ({ name, value })),
      body: typeof body === 'string' ? new TextEncoder().encode(body) : Uint8Array.from(body),
      wireSize: 0,
    },
    'http://127.0.0.1/a',
  );
}

const type = (value: string) => ['Content-Type', value] as const;

describe('viewResponse', () => {
  const texts: [
    title: string,
    body: readonly number[],
    contentType: string,
    text: string,
    malformed: boolean,
  ][] = [
    ['reads UTF-8 by default', [0xc3, 0xa9], '', 'é', false],
    ['reads the named encoding', [0xe9], 'text/plain; charset=ISO-8859-1', 'é', false],
    ['reads a quoted name of an encoding', [0xe9], 'text/plain; charset="latin1"', 'é', false],
    [
      'takes a byte order mark before the name',
      [0xef, 0xbb, 0xbf, 0xc3, 0xa9],
      'text/plain; charset=latin1',
      'é',
      false,
    ],
    ['reads UTF-16 by its byte order mark', [0xff, 0xfe, 0x61, 0x00], '', 'a', false],
    ['replaces bytes that are not valid', [0x61, 0xff], 'text/plain', 'a\ufffd', true],
    ['reads an unknown encoding as UTF-8', [0x61], 'text/plain; charset=klingon', 'a', false],
    ['reads an empty body', [], 'text/plain', '', false],
  ];
  for (const [title, body, contentType, text, malformed] of texts) {
    it(title, () => {
      const { text: actual, malformed: actualMalformed } = view(body, type(contentType));
      assert.deepEqual([actual, actualMalformed], [text, malformed]);
    });
  }

  const guarded = [")]}'\n", ")]}',\n", 'while(1);', 'for(;;);', 'for (;;);\n'];
  for (const guard of guarded) {
    it(`reads JSON after ${JSON.stringify(guard)} and keeps the text`, () => {
      const { json, text } = view(`${guard}{"id":7}`, type('application/json'));
      assert.deepEqual([json, text], [{ ok: true, value: { id: 7 } }, `${guard}{"id":7}`]);
    });
  }

  it('does not take a script for guarded JSON', () => {
    assert.equal(view('while(1);go({"id":7})', type('text/javascript')).json.ok, false);
  });

  const lines: [title: string, body: string, value: unknown][] = [
    ['reads lines of JSON as a list', '{"id":1}\n{"id":2}\n', [{ id: 1 }, { id: 2 }]],
    ['reads lines that end as in Windows, and empty ones', '1\r\n"a"\r\n\r\n[]\r\n', [1, 'a', []]],
    ['reads one line of JSON as a list', '{"id":1}', [{ id: 1 }]],
    ['reads formatted JSON in lines', '{\n "a": [\n1,\n2\n]\n}\n{}', [{ a: [1, 2] }, {}]],
  ];
  for (const [title, body, value] of lines) {
    it(title, () => {
      assert.deepEqual(view(body, type('application/x-ndjson')).json, { ok: true, value });
    });
  }

  it('does not read lines of which one is not JSON', () => {
    assert.equal(view('{"id":1}\noops', type('application/jsonl')).json.ok, false);
  });

  const streams: [title: string, body: string, value: unknown][] = [
    ['reads an event stream as its events', 'data: 1\n\n', { events: [{ event: 'message', data: 1 }] }],
    ['reads an event stream without events', ': nothing\n\n', { events: [] }],
    ['reads JSON that is labelled as an event stream', '{"error":\n"no"}', { error: 'no' }],
  ];
  for (const [title, body, value] of streams) {
    it(title, () => {
      const { json, text } = view(body, type('text/event-stream; charset=utf-8'));
      assert.deepEqual([json, text], [{ ok: true, value }, body]);
    });
  }

  it('finds headers without case, every line of them', () => {
    const response = view('', ['X-A', '1'], ['x-a', '2'], ['Other', '3']);
    assert.deepEqual([response.header('X-a'), response.header('none')], [['1', '2'], []]);
  });

  it('gives the media type without parameters', () => {
    assert.equal(view('', type('Application/JSON; charset=utf-8')).mediaType, 'application/json');
    assert.equal(view('').mediaType, '');
  });

  it('reads cookies this response sets, the last of a name', () => {
    const response = view(
      '',
      ['Set-Cookie', 's=1; Path=/'],
      ['set-cookie', 's = a=b ; HttpOnly'],
      ['Set-Cookie', 'nonsense'],
      ['Set-Cookie', 'empty='],
    );
    assert.deepEqual(
      [
        response.cookie('s'),
        response.cookie('empty'),
        response.cookie('nonsense'),
        response.cookie('__proto__'),
      ],
      ['a=b', '', undefined, undefined],
    );
    assert.deepEqual(response.cookieNames, ['s', 'empty']);
  });

  it('reads JSON whatever its label says, digits and all', () => {
    assert.deepEqual(view('{"id":9007199254740993}', type('text/html')).json, {
      ok: true,
      value: { id: new ExactNumber('9007199254740993') },
    });
  });

  const noJson: [title: string, body: string, contentType: string, reason: string][] = [
    ['says that a body is empty', '', 'application/json', 'is empty'],
    [
      'says what a page is instead',
      '<p>',
      'text/html',
      "is not JSON but text/html: expected a JSON value but found '<' at line 1, column 1",
    ],
    [
      'says where broken JSON breaks',
      '{"a":}',
      'application/json',
      "is not JSON: expected a JSON value but found '}' at line 1, column 6",
    ],
    [
      'says that JSON is too deep',
      '['.repeat(10_000),
      'application/json',
      'is nested deeper than 512 levels and can only be read as text',
    ],
  ];
  for (const [title, body, contentType, reason] of noJson) {
    it(title, () => {
      assert.deepEqual(view(body, type(contentType)).json, { ok: false, reason });
    });
  }

  it('makes each reading once', () => {
    const response = view('{"a":1}');
    assert.equal(response.json, response.json);
  });

  it('notes what a reader should know', () => {
    assert.deepEqual(view('{}', type('application/json')).notes, []);
    assert.deepEqual(view([0xff, 0xd8], type('image/jpeg')).notes, []);
    assert.deepEqual(view([0xff], type('text/plain; charset=x-none')).notes, [
      'The response names the character encoding "x-none", which is not known; its body is read as UTF-8.',
      'The body is not valid UTF-8; the invalid bytes are U+FFFD in its text.',
    ]);
    assert.deepEqual(view('a', type(`text/plain; charset=${'x'.repeat(41)}`)).notes, [
      'The response names a character encoding, which is not known; its body is read as UTF-8.',
    ]);
    assert.deepEqual(view('['.repeat(10_000) + ']'.repeat(10_000), type('application/json')).notes, [
      'The body is nested deeper than 512 levels and can only be read as text.',
    ]);
  });
});
