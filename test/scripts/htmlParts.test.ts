/** The parser of pages as it ships, with its table of entities written in another way. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import * as whole from 'node-html-parser';

describe('the parser of pages that ships', () => {
  let shipped: Pick<typeof whole, 'parse'>;
  before(async () => {
    const file = pathToFileURL(path.resolve('scripts/bundle/htmlParts.mjs')).href;
    const { htmlParts } = (await import(file)) as { htmlParts: Plugin };
    const { outputFiles } = await build({
      stdin: { contents: "export { parse } from 'node-html-parser';", resolveDir: '.' },
      bundle: true,
      format: 'esm',
      mainFields: ['module', 'main'],
      write: false,
      plugins: [htmlParts],
    });
    const [{ text } = { text: '' }] = outputFiles;
    assert.ok(!text.includes('QR08ALkAAgH6AYsD'), 'the table in base64');
    shipped = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as typeof shipped;
  });

  for (const said of [
    'a&amp;b',
    '&eacute;t&eacute;',
    '&NotEqualTilde;',
    '&Afr;&zwnj;',
    '&notit;',
    '&#x1f600;&#0;',
    '&AMP',
  ]) {
    it(`reads ${said}`, () => {
      const read = ({ parse }: typeof shipped): string => parse(`<p>${said}</p>`).textContent;
      assert.equal(read(shipped), read(whole));
    });
  }
});
