import assert from 'node:assert/strict';
import { base64OfBytes, base64OfText, textOfBase64 } from '../../src/core/base64';

describe('base64OfBytes', () => {
  // RFC 4648 §10.
  const vectors: [text: string, base64: string][] = [
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ];
  for (const [text, base64] of vectors) {
    it(`encodes "${text}"`, () => {
      assert.equal(base64OfText(text), base64);
      assert.equal(textOfBase64(base64), text);
    });
  }

  it('encodes every byte', () => {
    const bytes = Uint8Array.from({ length: 256 * 256 }, (_, at) => (at % 2 === 0 ? at >> 9 : at >> 1));
    assert.equal(base64OfBytes(bytes), Buffer.from(bytes).toString('base64'));
  });

  it('encodes a part of a buffer', () => {
    const part = Uint8Array.of(0xff, 0xfe, 0xfd, 0xfc, 0xfb).subarray(1, 4);
    assert.equal(base64OfBytes(part), '/v38');
  });

  it('encodes 20 MB', () => {
    const bytes = new Uint8Array(20_000_000);
    assert.equal(base64OfBytes(bytes), Buffer.from(bytes).toString('base64'));
  });
});
