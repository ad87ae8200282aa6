/** The names of secrets that an imported value refers to. */
import assert from 'node:assert/strict';
import { secretReferences } from '../../../../src/formats/importers/secrets/secretOrigins';

describe('secrets that a value refers to', () => {
  it('are named once, in the order of the file', () => {
    const value = { url: 'https://a.test/{{$secret B}}', query: [{ value: '{{$secret A}}{{$secret B}}' }] };
    assert.deepEqual(secretReferences(value), ['B', 'A']);
  });

  it('are found in names of members and in quotes', () => {
    assert.deepEqual(secretReferences({ '{{$secret KEY}}': '{{$secret "IN_QUOTES"}}' }), [
      'KEY',
      'IN_QUOTES',
    ]);
  });

  it('are none in numbers, in other references and behind a backslash', () => {
    assert.deepEqual(secretReferences([1, null, true, '{{token}}', '\\{{$secret NAME}}']), []);
  });
});
