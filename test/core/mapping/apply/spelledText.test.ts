import assert from 'node:assert/strict';
import { writtenForms } from '../../../../src/core/mapping/apply/spelledText';

describe('writtenForms', () => {
  it('are those of an address and of a text of JSON, each once', () => {
    assert.deepEqual(writtenForms('plain-7'), ['plain-7']);
    assert.deepEqual(writtenForms('a"b/c'), ['a"b/c', 'a%22b%2Fc', String.raw`a\"b/c`]);
  });

  it('are found for half a character as well', () => {
    assert.deepEqual(writtenForms('a\ud800'), ['a\ud800', 'a%EF%BF%BD', String.raw`a\ud800`]);
  });
});
