import assert from 'node:assert/strict';
import { declareSecret, newEnvironmentText } from '../../../src/core/edit/environmentEdit';
import { readEnvironment } from '../../../src/core/files/environmentFile';
import { applyEdits } from '../../../src/core/edit/textEdit';

describe('declareSecret', () => {
  const cases: [title: string, text: string, after: string][] = [
    ['adds a name at the end', '{ "secrets": ["A"] }', '{ "secrets": ["A", "B"] }'],
    [
      'keeps comments',
      '{ "secrets": [/* mine */ "A" /* end */] }',
      '{ "secrets": [/* mine */ "A", "B" /* end */] }',
    ],
    ['makes the list', '{ "name": "x" }', '{ "name": "x", "secrets": ["B"] }'],
    ['changes nothing where the name is', '{ "secrets": ["B", "A"] }', '{ "secrets": ["B", "A"] }'],
  ];
  for (const [title, text, after] of cases) {
    it(title, () => {
      assert.equal(applyEdits(text, declareSecret(text, 'B')), after);
    });
  }

  it('says why a file cannot be changed', () => {
    assert.throws(() => declareSecret('{ "secrets": ', 'B'), { name: 'UserError' });
    assert.throws(() => declareSecret('{ "secrets": {} }', 'B'), { name: 'UserError' });
  });
});

describe('newEnvironmentText', () => {
  for (const name of ['local', 'a "b" \\ {{c}}', '</script>\n', '__proto__']) {
    it(`is a valid environment called ${JSON.stringify(name)}`, () => {
      const { environment, problems } = readEnvironment(newEnvironmentText(name), 'new.environment.json');
      assert.deepEqual(problems, []);
      assert.equal(environment?.name, name);
    });
  }
});
