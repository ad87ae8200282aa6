import assert from 'node:assert/strict';
import type { Har } from 'har-format';
import { harPieces, type DownloadOrder } from '../../recorder/download';
import { harEntry, type KeptBody } from '../../recorder/har';
import { callsOf, eventsOf, exchanges, type Scene } from './recordedEvents';

async function har(scenes: readonly Scene[], order: Partial<DownloadOrder> = {}): Promise<Har> {
  const pieces = await harPieces({
    calls: callsOf(scenes.flatMap(eventsOf)),
    readBody: () => Promise.resolve(undefined),
    selection: { withoutHosts: new Set(), apiOnly: false },
    masking: 'off',
    problems: [],
    version: '1.0.0',
    ...order,
  });
  return JSON.parse(pieces.join('')) as Har;
}

describe('harPieces', () => {
  it('writes a log without calls', async () => {
    const { log } = await har([]);
    assert.deepEqual(log, {
      version: '1.2',
      creator: { name: 'Chainwright Recorder', version: '1.0.0' },
      pages: [],
      entries: [],
    });
  });

  it('writes calls in the order in which they were sent, under the tab in which they were', async () => {
    const { log } = await har(['form', 'redirect', 'navigation']);
    assert.deepEqual(
      log.entries.map(({ request }) => request.url.replace('http://lab.test', '')),
      ['/redirect', '/api/landed', '/second', '/api/second', '/form', '/page'],
    );
    assert.deepEqual(
      log.pages?.map(({ id, title }) => [id, title]),
      [['tab_1', 'lab.test/page']],
    );
    assert.ok(log.entries.every(({ pageref }) => pageref === 'tab_1'));
  });

  it('leaves out what was not chosen', async () => {
    const selection = { withoutHosts: new Set(['other.test']), apiOnly: true };
    const { log } = await har(['image', 'navigation', 'crossOrigin', 'form'], { selection });
    assert.deepEqual(
      log.entries.map(({ request: { method, url } }) => `${method} ${url}`),
      ['GET http://lab.test/api/second', 'POST http://lab.test/form'],
    );
  });

  it('says what is missing', async () => {
    const { log } = await har([], { problems: ['One thing.', 'Another.'] });
    assert.equal(log.comment, 'One thing.\nAnother.');
  });

  it('writes bodies digit for digit, and masks them when asked', async () => {
    const body: KeptBody = { text: '{"id":9007199254740993,"token":"abcdefgh-1"}', isBase64: false };
    const calls = callsOf(eventsOf('longBody')).map((call) => ({ ...call, body: { kind: 'kept' } as const }));
    const readBody = (): Promise<KeptBody> => Promise.resolve(body);
    const text = async (masking: DownloadOrder['masking']): Promise<unknown> =>
      (await har([], { calls, readBody, masking })).log.entries[0]?.response.content.text;
    assert.equal(await text('off'), body.text);
    assert.equal(await text('mask'), '{"id":9007199254740993,"token":"masked-2"}');
    assert.equal(await text('drop'), '{"id":9007199254740993,"token":""}');
  });
});

describe('harEntry', () => {
  const entryOf = (scene: Scene, index = 0, body?: KeptBody) => {
    const exchange = exchanges(scene)[index];
    assert.ok(exchange !== undefined);
    return harEntry(exchange, body);
  };

  it('has redirection, cookies, initiator and resource type', () => {
    const { request, response, _resourceType, _initiator } = entryOf('redirect');
    assert.equal(response.redirectURL, '/api/landed');
    assert.deepEqual(response.cookies, [
      { name: 'hop', value: 'one', path: '/', httpOnly: true, secure: false },
    ]);
    assert.deepEqual(request.cookies, []);
    assert.deepEqual(entryOf('redirect', 1).request.cookies, [{ name: 'hop', value: 'one' }]);
    assert.equal(_resourceType, 'fetch');
    assert.deepEqual(_initiator, { type: 'script' });
  });

  it('has a form as it was sent', () => {
    assert.deepEqual(entryOf('form').request.postData, {
      mimeType: 'application/x-www-form-urlencoded',
      text: 'user=bob&password=pass+word%2B1',
    });
  });

  it('has the parts of a multipart body, files by their names', () => {
    const [exchange] = exchanges('upload');
    assert.ok(exchange !== undefined);
    const boundary = '----WebKitFormBoundaryhMIdFUFTlIFqdLSU';
    const postData = [
      `--${boundary}\r\nContent-Disposition: form-data; name="note"\r\n\r\na %22quoted%22\r\nnote`,
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a%22b.txt"\r\nContent-Type: text/plain\r\n\r\nhello`,
      `--${boundary}--\r\n`,
    ].join('\r\n');
    assert.deepEqual(harEntry({ ...exchange, postData }, undefined).request.postData?.params, [
      { name: 'note', value: 'a %22quoted%22\r\nnote' },
      { name: 'file', fileName: 'a"b.txt', contentType: 'text/plain' },
    ]);
  });

  it('says why there is no response and no body', () => {
    const dropped = entryOf('dropped').response;
    assert.deepEqual([dropped.status, dropped.comment], [0, 'No response: net::ERR_EMPTY_RESPONSE.']);
    const [exchange] = exchanges('redirect');
    assert.ok(exchange !== undefined);
    const missing = { ...exchange, body: { kind: 'missing', reason: 'It is too large.' } as const };
    assert.equal(harEntry(missing, undefined).response.content.comment, 'It is too large.');
  });

  it('notes messages without their content', () => {
    assert.equal(entryOf('socket').comment, 'Messages are not recorded: 1 sent, 1 received.');
  });

  it('keeps binary content as base64, with its size in bytes', () => {
    const { content } = entryOf('longBody', 0, { text: 'AP+A', isBase64: true }).response;
    assert.deepEqual([content.encoding, content.text, content.size], ['base64', 'AP+A', 3]);
  });

  it('counts phases that add up', () => {
    for (const scene of ['navigation', 'redirect', 'image'] as const) {
      const { time, timings } = entryOf(scene);
      const { blocked = -1, dns = -1, connect = -1, send = 0, wait, receive } = timings;
      const phases = [blocked, dns, connect, send, wait, receive];
      const sum = phases.filter((ms) => ms > 0).reduce((total, ms) => total + ms, 0);
      assert.ok(Math.abs(time - sum) < 0.01 && time > 0, scene);
    }
  });
});
