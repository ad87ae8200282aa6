/** The parser of scripts as it ships, without its own check of regular expressions. */
import assert from 'node:assert/strict';
import * as acorn from 'acorn';
import { shippedModule } from './shippedModule';

describe('the parser of scripts that ships', () => {
  let shipped: Pick<typeof acorn, 'parse'>;
  before(async () => {
    const { code, exports } = await shippedModule<typeof shipped>(
      "export { parse } from 'acorn';",
      'scriptParts',
    );
    assert.doesNotMatch(code, /regexp_disjunction/);
    shipped = exports;
  });

  const result = ({ parse }: typeof shipped, script: string): string => {
    try {
      return JSON.stringify(parse(script, { ecmaVersion: 'latest' }));
    } catch (error) {
      return String(error);
    }
  };

  for (const script of ['/a(?<year>\\d+)\\k<year>/u.test(b);', 'a / b / c;', 'x = /[/]/gi;', '`${/[}]/}`']) {
    it(`reads ${script}`, () => assert.equal(result(shipped, script), result(acorn, script)));
  }

  for (const script of ['a; /(/', '/a/gg', '/a/q', '/a{2,1}/', '/\\p{Nothing}/u', '/(?<a>.)(?<a>.)/']) {
    it(`refuses ${script} where the whole parser does`, () => {
      const place = /^SyntaxError: .*(\(\d+:\d+\))$/;
      assert.match(result(shipped, script), place);
      assert.equal(place.exec(result(shipped, script))?.[1], place.exec(result(acorn, script))?.[1]);
    });
  }
});
