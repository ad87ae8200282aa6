import assert from 'node:assert/strict';
import { recordBody } from '../../../src/core/run/record';

describe('recordBody', () => {
  const bodies: [title: string, bytes: Buffer, encoding: string, content: string][] = [
    ['text', Buffer.from('ü ✓ 😀'), 'utf8', 'ü ✓ 😀'],
    ['nothing', Buffer.from(''), 'utf8', ''],
    ['a byte order mark, which is part of the body', Buffer.from('\ufeff{}'), 'utf8', '\ufeff{}'],
    [
      'a log with colours',
      Buffer.from('\u001b[31merror\u001b[0m\r\n'),
      'utf8',
      '\u001b[31merror\u001b[0m\r\n',
    ],
    ['a JSON sequence (RFC 7464)', Buffer.from('\u001e{"a":1}\n'), 'utf8', '\u001e{"a":1}\n'],
    ['a NUL in what would be text', Buffer.from('a\0b'), 'base64', 'YQBi'],
    ['bytes that are no UTF-8', Buffer.from([0x61, 0xff]), 'base64', 'Yf8='],
    ['half a surrogate pair, written as bytes', Buffer.from([0xed, 0xa0, 0x80]), 'base64', '7aCA'],
  ];
  for (const [title, bytes, encoding, content] of bodies) {
    it(`keeps ${title} as ${encoding}`, () => {
      assert.deepEqual(recordBody(bytes, [{ name: 'content-type', value: 'Text/X; charset=utf-8' }]), {
        encoding,
        content,
        size: bytes.length,
        mediaType: 'text/x',
      });
    });
  }
});
