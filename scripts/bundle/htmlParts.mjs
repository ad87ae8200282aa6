/**
 * Keeps the table that writes characters as HTML's entities out of the bundles: src/core/markup/html.ts reads pages and
 * writes none.
 */
import { readFile } from 'node:fs/promises';

const TABLE = /^const htmlTrie = .*;$/m;

export const htmlParts = {
  name: 'html-parts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]node-html-parser[\\/]dist[\\/]index\.mjs$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      if (!TABLE.test(text)) {
        throw new Error(`${file} has no table of entities any more: remove this plugin, or adapt it.`);
      }
      return { contents: text.replace(TABLE, 'const htmlTrie = new Map();') };
    });
  },
};
