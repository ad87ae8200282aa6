import assert from 'node:assert/strict';
import { base64OfText } from '../../../../src/core/base64';
import type { ExtractionRule } from '../../../../src/core/extraction/extractionRules';
import { ParsedResponse, LatestResponse } from '../../../../src/core/mapping/read/parsedResponse';

/** What a rule takes from a cookie that an answer sets. */
function inCookie(cookie: string, more: Partial<ExtractionRule>): readonly string[] {
  const headers = [{ name: 'Set-Cookie', value: `session=${cookie}; Path=/` }];
  const reading = new ParsedResponse({ status: 200, headers, mediaType: '', text: '' });
  return reading.valuesOf({ from: 'cookie', name: 'session', all: false, optional: false, ...more });
}

const json = '{"id":"u-83920"}';
const path = '$.id';

describe('a rule that takes from a cookie', () => {
  const cases: [title: string, cookie: string, more: Partial<ExtractionRule>, expected: readonly string[]][] =
    [
      ['takes the whole value as sent, as a run does', '"a%3D"', {}, ['"a%3D"']],
      ['decodes percent signs', 'a%3D', { decode: { as: 'percent' } }, ['a=']],
      [
        'looks into one that is percent-encoded',
        encodeURIComponent(json),
        { decode: { as: 'percent', path } },
        ['u-83920'],
      ],
      ['looks into it', base64OfText(json), { decode: { as: 'base64', path } }, ['u-83920']],
      [
        'finds nothing in one that is percent-encoded, as in a run',
        encodeURIComponent(json),
        { decode: { as: 'json', path } },
        [],
      ],
      ['sees quotes, as in a run', '"a1"', { select: { kind: 'regex', regex: '^(.a.*)$' } }, ['"a1"']],
    ];
  for (const [title, cookie, more, expected] of cases) {
    it(title, () => {
      assert.deepEqual(inCookie(cookie, more), expected);
    });
  }
});

describe('a rule that takes from a stream', () => {
  it('takes a part of its events', () => {
    const mediaType = 'text/event-stream';
    const reading = new ParsedResponse({ status: 200, headers: [], mediaType, text: `data: ${json}\n\n` });
    const select = { kind: 'path', path: '$.events[0].data.id' } as const;
    assert.deepEqual(reading.valuesOf({ from: 'body', select, all: false, optional: false }), ['u-83920']);
  });
});

describe('the answer that was read last', () => {
  it('is not read again, another one is', () => {
    const answer = { status: 200, headers: [], mediaType: 'application/json', text: json };
    const readings = new LatestResponse();
    const first = readings.of(answer);
    assert.equal(readings.of(answer), first);
    assert.equal(readings.of({ ...answer }).json !== first.json, true);
    assert.notEqual(readings.of(answer), first);
  });
});
