/** The parser of pages as it ships, with its table of entities written in another way. */
import assert from 'node:assert/strict';
import * as whole from 'node-html-parser';
import { shippedModule } from './shippedModule';

describe('the parser of pages that ships', () => {
  let shipped: Pick<typeof whole, 'parse'>;
  before(async () => {
    const { code, exports } = await shippedModule<typeof shipped>(
      "export { parse } from 'node-html-parser';",
      'htmlParts',
    );
    assert.ok(!code.includes('QR08ALkAAgH6AYsD'), 'the table in base64');
    shipped = exports;
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
