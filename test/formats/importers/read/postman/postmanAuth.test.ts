/** Authentication of Postman as a chain states it, where it cannot be stated. */
import assert from 'node:assert/strict';
import { readAuth } from '../../../../../src/formats/importers/read/postman/postmanAuth';
import { createPostmanTexts } from '../../../../../src/formats/importers/read/postman/postmanText';

describe('authentication of Postman', () => {
  for (const key of ['', '__proto__', 'constructor']) {
    it(`has no API key of the name ${JSON.stringify(key)}`, () => {
      const reader = createPostmanTexts([]).reader(() => undefined);
      assert.deepEqual(readAuth({ type: 'apikey', apikey: { key, value: 'x' } }, reader), {
        auth: { type: 'none' },
        remarks: ['The API key has no usable name and is left out.'],
      });
    });
  }
});
