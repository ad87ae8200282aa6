import assert from 'node:assert/strict';
import { sourceText } from '../../../src/node/files/openSource';

const text = 'curl https://api.example.com/\u{1f600}ü';
const littleEndian = Buffer.from(`\ufeff${text}`, 'utf16le');

describe('the text of a file of another tool', () => {
  const files: [title: string, bytes: Uint8Array, expected: string][] = [
    ['is UTF-8 without a mark', Buffer.from(text), text],
    ['is UTF-8 with a mark', Buffer.from(`\ufeff${text}`), text],
    ['is UTF-16 as PowerShell writes it', littleEndian, text],
    ['is UTF-16 with the other order of bytes', Buffer.from(littleEndian).swap16(), text],
    ['is empty where the file is', Buffer.of(), ''],
    ['is empty where the file is a mark', Buffer.of(0xff, 0xfe), ''],
    ['shows half of a character that is cut off', Buffer.of(0xff, 0xfe, 0x61), '\ufffd'],
  ];
  for (const [title, bytes, expected] of files) {
    it(title, () => {
      assert.equal(sourceText(bytes), expected);
    });
  }
});
