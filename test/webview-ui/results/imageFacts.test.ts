import assert from 'node:assert/strict';
import { imageFacts, type ImageFacts } from '../../../webview-ui/results/imageFacts';

/** Bytes written as hexadecimal digits; spaces are for reading. */
function bytes(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
}

const PNG = '89504e470d0a1a0a 0000000d 49484452';
const EMPTY = '00'.repeat(8);

describe('imageFacts', () => {
  const images: [title: string, hex: string, expected: ImageFacts][] = [
    ['a PNG', `${PNG} 00000140 000000f0 0806`, { kind: 'PNG', width: 320, height: 240 }],
    ['a GIF', '474946383961 4001 f000 00', { kind: 'GIF', width: 320, height: 240 }],
    ['an old GIF', '474946383761 0100 0200 00', { kind: 'GIF', width: 1, height: 2 }],
    ['a JPEG', 'ffd8 ffe0 0004 0000 ffff c0 0011 08 00f0 0140 03', { kind: 'JPEG', width: 320, height: 240 }],
    ['a progressive JPEG', 'ffd8 ffc2 0011 08 00f0 0140 03', { kind: 'JPEG', width: 320, height: 240 }],
    [
      'a lossy WebP',
      `52494646 00000000 57454250 56503820 00000000 000000 9d012a 4001 f000 ${EMPTY}`,
      { kind: 'WebP', width: 320, height: 240 },
    ],
    [
      'a lossless WebP',
      `52494646 00000000 57454250 5650384c 00000000 2f 3fc13b00 ${EMPTY}`,
      { kind: 'WebP', width: 320, height: 240 },
    ],
    [
      'an extended WebP',
      `52494646 00000000 57454250 56503858 0a000000 00000000 3f0100 ef0000 ${EMPTY}`,
      { kind: 'WebP', width: 320, height: 240 },
    ],
    [
      'a BMP from the top',
      `424d ${EMPTY}${EMPTY} 40010000 10ffffff`,
      { kind: 'BMP', width: 320, height: 240 },
    ],
  ];
  for (const [title, hex, expected] of images) {
    it(`knows ${title}`, () => assert.deepEqual(imageFacts(bytes(hex)), expected));
  }

  const others: [title: string, hex: string][] = [
    ['nothing', ''],
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('hex')],
    ['the beginning of a PNG', PNG],
    ['an image without pixels', `${PNG} 00000000 000000f0`],
    ['an image that would fill the memory', `${PNG} 0000ffff 0000ffff`],
    ['an image of the greatest size that can be written', `${PNG} ffffffff ffffffff`],
    ['a JPEG without a frame', 'ffd8 ffe0 0000 ffe0 0000 ffe0 ffff 0000'],
    ['a WebP that ends early', '52494646 00000000 57454250 56503858'],
  ];
  for (const [title, hex] of others) {
    it(`takes ${title} for none`, () => assert.equal(imageFacts(bytes(hex)), undefined));
  }

  it('reads bytes that are a part of others', () => {
    const around = bytes(`ffff ${PNG} 00000001 00000002 ffff`);
    assert.deepEqual(imageFacts(around.subarray(2)), { kind: 'PNG', width: 1, height: 2 });
  });
});
