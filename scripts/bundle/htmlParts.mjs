/**
 * Keeps the table that writes characters as HTML's entities out of the bundles: src/core/markup/html.ts reads pages and
 * writes none. The table that reads them becomes a text, which is compressed better than base64.
 */
import { readFile } from 'node:fs/promises';

const TABLE = /^const htmlTrie = .*;$/m;
const BASE64 = /^(const htmlDecodeTree = ).*decodeBase64\("([^"]+)"\);$/m;

export const htmlParts = {
  name: 'html-parts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node-html-parser[\\/]dist[\\/]index\.mjs$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      if (!TABLE.test(text) || !BASE64.test(text)) {
        throw new Error(`${file} has no tables of entities any more: remove this plugin, or adapt it.`);
      }
      const contents = text
        .replace(TABLE, 'const htmlTrie = new Map();')
        .replace(BASE64, (_line, start, base64) => `${start}${numbersOf(Buffer.from(base64, 'base64'))};`);
      return { contents };
    });
  },
};

/** Code that makes the numbers, of 16 bits each, from the characters of a text: one that a pair of them makes is two. */
function numbersOf(bytes) {
  const text = JSON.stringify(bytes.toString('utf16le'));
  return `Uint16Array.from(${text}.split(""), (character) => character.charCodeAt(0))`;
}
