import assert from 'node:assert/strict';
import * as zlib from 'node:zlib';
import { contentCodings, decodeBody } from '../../../src/node/http/decode';

const plain = Buffer.from('{"orders":[1,2,3],"note":"é"}'.repeat(50));
const limit = 1_000_000;

describe('decodeBody', () => {
  const codings: readonly (readonly [title: string, codings: readonly string[], body: Buffer])[] = [
    ['nothing', [], plain],
    ['gzip', ['gzip'], zlib.gzipSync(plain)],
    ['x-gzip', ['x-gzip'], zlib.gzipSync(plain)],
    ['deflate in a zlib wrapper', ['deflate'], zlib.deflateSync(plain)],
    ['bare deflate', ['deflate'], zlib.deflateRawSync(plain)],
    ['brotli', ['br'], zlib.brotliCompressSync(plain)],
    ['several on top of each other', ['gzip', 'br'], zlib.brotliCompressSync(zlib.gzipSync(plain))],
    [
      'gzip in members',
      ['gzip'],
      Buffer.concat([zlib.gzipSync(plain.subarray(0, 9)), zlib.gzipSync(plain.subarray(9))]),
    ],
  ];
  for (const [title, names, body] of codings) {
    it(`undoes ${title}`, async () => {
      const decoded = await decodeBody(body, names, limit);
      assert.deepEqual([decoded.fault, Buffer.from(decoded.body)], [undefined, plain]);
    });
  }

  it('takes an empty body for empty, whatever it is said to be', async () => {
    assert.deepEqual(await decodeBody(new Uint8Array(0), ['gzip'], limit), { body: new Uint8Array(0) });
  });

  it('stops at the limit', async () => {
    const bomb = zlib.gzipSync(Buffer.alloc(5_000_000));
    const decoded = await decodeBody(bomb, ['gzip'], limit);
    assert.deepEqual([decoded.fault, decoded.body.length], [{ kind: 'too-large' }, limit]);
  });

  it('lets a body of exactly the limit pass', async () => {
    const decoded = await decodeBody(zlib.gzipSync(Buffer.alloc(1000)), ['gzip'], 1000);
    assert.deepEqual([decoded.fault, decoded.body.length], [undefined, 1000]);
  });

  it('defuses a bomb within a bomb', async () => {
    const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(50_000_000)));
    const decoded = await decodeBody(bomb, ['gzip', 'gzip'], limit);
    assert.deepEqual(decoded.fault, { kind: 'too-large' });
  });

  for (const coding of ['gzip', 'deflate', 'br']) {
    it(`says that a body is not ${coding}`, async () => {
      const decoded = await decodeBody(Buffer.from('plain text, plainly'), [coding], limit);
      assert.deepEqual(decoded.fault, { kind: 'corrupt', coding });
    });
  }

  it('keeps what came before the body was cut off', async () => {
    const decoded = await decodeBody(zlib.gzipSync(plain).subarray(0, -9), ['gzip'], limit);
    assert.deepEqual(decoded.fault, { kind: 'corrupt', coding: 'gzip' });
    assert.deepEqual(Buffer.from(decoded.body), plain);
  });

  it('leaves a body of an unknown coding unchanged', async () => {
    assert.deepEqual(await decodeBody(plain, ['snappy'], limit), {
      body: plain,
      fault: { kind: 'unknown', coding: 'snappy' },
    });
  });

  it('does not start on a tower of codings', async () => {
    const decoded = await decodeBody(plain, new Array<string>(1000).fill('gzip'), limit);
    assert.deepEqual(decoded.fault, { kind: 'too-many' });
  });
});

describe('contentCodings', () => {
  it('reads all lines in order, without identity', () => {
    const headers = [
      { name: 'content-ENCODING', value: 'GZip , identity' },
      { name: 'Content-Encoding', value: 'br,' },
      { name: 'Content-Type', value: 'deflate' },
    ];
    assert.deepEqual(contentCodings(headers), ['gzip', 'br']);
  });
});
