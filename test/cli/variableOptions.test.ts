import assert from 'node:assert/strict';
import { ExactNumber, type JsonValue } from '../../src/core/json/json';
import { givenVariables } from '../../src/cli/variableOptions';
import { UserError } from '../../src/core/errors';

const given = (
  texts: readonly string[],
  typed: readonly string[] = [],
): readonly (readonly [string, JsonValue])[] => [...givenVariables({ var: texts, varJson: typed })];

describe('the variables that a command line sets', () => {
  it('are texts with --var, whatever they look like', () => {
    assert.deepEqual(given(['a=2', 'b=', 'c=x=y', 'd=true', 'e={"a":1}', 'f=two\nlines']), [
      ['a', '2'],
      ['b', ''],
      ['c', 'x=y'],
      ['d', 'true'],
      ['e', '{"a":1}'],
      ['f', 'two\nlines'],
    ]);
  });

  it('have the type of their JSON with --var-json, and every digit', () => {
    const typed = ['a=2', 'b="text"', 'c=null', 'd={"list":[true,{}]}', 'e=12345678901234567890', 'f= [1] '];
    assert.deepEqual(given([], typed), [
      ['a', 2],
      ['b', 'text'],
      ['c', null],
      ['d', { list: [true, {}] }],
      ['e', new ExactNumber('12345678901234567890')],
      ['f', [1]],
    ]);
  });

  it('have the last value that is given', () => {
    assert.deepEqual(given(['a=1', 'a=2'], ['b=1', 'b=2']), [
      ['a', '2'],
      ['b', 2],
    ]);
  });

  const refused: [title: string, texts: readonly string[], typed: readonly string[], message: RegExp][] = [
    ['no value', ['a'], [], /^--var "a" sets no variable\. Write it like --var quantity=2\.$/],
    ['no name', [], ['=1'], /^--var-json "=1" sets no variable\. Write it like --var-json quantity=2\.$/],
    ['a name of other characters', [], ['a b=1'], /sets no variable/],
    [
      'no JSON',
      [],
      ['token=s3cret'],
      /^The value of --var-json token is not JSON: expected .* at line 1, column 1\. /,
    ],
    ['nothing', [], ['a='], /^The value of --var-json a is not JSON/],
    ['JSON that is deeper than any', [], [`a=${'['.repeat(600)}`], /nested deeper than 512 levels/],
    ['both', ['a=1'], ['a=1'], /^a is set by --var and by --var-json\. Remove one of the two\.$/],
  ];
  for (const [title, texts, typed, message] of refused) {
    it(`are refused with ${title}`, () => {
      assert.throws(
        () => given(texts, typed),
        (error) => error instanceof UserError && message.test(error.message),
      );
    });
  }

  it('are not repeated where they cannot be read, because they can be credentials', () => {
    assert.throws(
      () => given([], ['token=s3cret']),
      (error) => error instanceof UserError && !error.message.includes('3cret'),
    );
  });
});
