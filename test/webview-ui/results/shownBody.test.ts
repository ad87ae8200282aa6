import assert from 'node:assert/strict';
import { stringifyJson } from '../../../src/core/json/json';
import type { RecordedBody } from '../../../src/core/result/result';
import { imageOf, showBody, treeOf } from '../../../webview-ui/results/shownBody';

function body(content: string, change: Partial<RecordedBody> = {}): RecordedBody {
  return { encoding: 'utf8', content, size: content.length, mediaType: 'application/json', ...change };
}

describe('showBody', () => {
  it('lays JSON out and keeps every digit', () => {
    assert.deepEqual(showBody(body('{"id":9007199254740993,"n":1.50}'), 'pretty'), {
      text: '{\n  "id": 9007199254740993,\n  "n": 1.50\n}',
      isJson: true,
    });
  });

  it('shows the raw body as it came', () => {
    assert.deepEqual(showBody(body('{"id": 1}'), 'raw'), { text: '{"id": 1}', isJson: true });
  });

  it('takes every +json type for JSON, and no other', () => {
    assert.equal(showBody(body('{}', { mediaType: 'application/problem+json' }), 'raw').isJson, true);
    assert.equal(showBody(body('{}', { mediaType: 'text/jsonx' }), 'raw').isJson, false);
  });

  it('leaves what only claims to be JSON unchanged', () => {
    assert.equal(showBody(body('<b>no</b>'), 'pretty').text, '<b>no</b>');
  });

  it('says how much there is of a body that is not text', () => {
    assert.deepEqual(showBody(body('AAEC', { encoding: 'base64', size: 3 }), 'pretty'), {
      text: '',
      isJson: false,
      note: '3 B that are not text.',
    });
  });

  it('says that only the beginning is kept of a long one', () => {
    const { note } = showBody(
      body('AAEC', { encoding: 'base64', size: 2_000_000, stored: '3-response' }),
      'raw',
    );
    assert.equal(note, '2.0 MB that are not text. Only their beginning is kept here.');
  });

  it('shows the beginning of a long body and says so', () => {
    const shown = showBody(body('x'.repeat(300_000), { mediaType: 'text/plain' }), 'pretty');
    assert.equal(shown.text.length, 200_000);
    assert.equal(shown.note, 'This is the beginning of 300 kB.');
  });

  it('does not lay out the beginning of a stored body, which is not JSON by itself', () => {
    const shown = showBody(body('{"a":[1,', { size: 5_000_000, stored: '3-response' }), 'pretty');
    assert.deepEqual(shown, { text: '{"a":[1,', isJson: true, note: 'This is the beginning of 5.0 MB.' });
  });
});

describe('treeOf', () => {
  it('has the events of a stream', () => {
    const stream = body('data: {"id":9007199254740993}\n\n', { mediaType: 'text/event-stream' });
    const { value } = treeOf(stream) ?? {};
    assert.equal(
      value === undefined ? '' : stringifyJson(value),
      '{"events":[{"event":"message","data":{"id":9007199254740993}}]}',
    );
  });

  it('has JSON, and nothing else', () => {
    assert.deepEqual(treeOf(body('[1]')), { value: [1] });
    assert.equal(treeOf(body('<b>no</b>')), undefined);
    assert.equal(treeOf(body('data: 1\n\n', { mediaType: 'text/plain' })), undefined);
  });
});

describe('imageOf', () => {
  const GIF = Buffer.from('GIF89a\x01\0\x02\0\0', 'latin1').toString('base64');

  it('shows an image by its bytes, whatever its media type says', () => {
    const shown = imageOf(body(GIF, { encoding: 'base64', mediaType: 'application/json' }));
    assert.deepEqual(shown?.facts, { kind: 'GIF', width: 1, height: 2 });
  });

  const others: [title: string, shown: RecordedBody][] = [
    ['bytes that are none', body('AAEC', { encoding: 'base64', mediaType: 'image/png' })],
    ['the beginning of one', body(GIF, { encoding: 'base64', stored: '3-response' })],
    ['a text', body('<svg onload="alert(1)"/>', { mediaType: 'image/svg+xml' })],
    ['what is not base64', body('%%%', { encoding: 'base64' })],
  ];
  for (const [title, shown] of others) {
    it(`leaves ${title} alone`, () => assert.equal(imageOf(shown), undefined));
  }
});
