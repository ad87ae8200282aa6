import assert from 'node:assert/strict';
import { createScriptParser } from '../../../../../src/formats/importers/read/scripts/scriptSyntax';

describe('the scripts of a collection', () => {
  it('are parsed again the second time, and cached from then on', () => {
    const parse = createScriptParser();
    const [first, second, third] = ['a();', 'a();', 'a();'].map(parse);
    assert.deepEqual(first, second);
    assert.notEqual(first, second, 'a tree for each script that comes once would take the memory of all');
    assert.equal(second, third);
  });

  it('are not remembered when they are long', () => {
    const parse = createScriptParser();
    const long = `a(${JSON.stringify('x'.repeat(6000))});`;
    const [, second, third] = [long, long, long].map(parse);
    assert.notEqual(second, third);
  });
});
