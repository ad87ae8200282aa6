import assert from 'node:assert/strict';
import { compileRegex, type Regex } from '../../src/core/regex';
import { BudgetExceededError, NeedsFullEffortError } from '../../src/core/workBudget';
import { rendered } from './rendered';

function regexOf(pattern: string): Regex {
  const compiled = compileRegex(pattern);
  assert.ok(compiled.ok, compiled.ok ? '' : rendered(compiled.message));
  return compiled.regex;
}

describe('compileRegex', () => {
  const finds: [title: string, pattern: string, text: string, found: readonly string[]][] = [
    ['takes the first group', '/groups/([0-9]+)', '/groups/42', ['42']],
    ['takes the whole match without groups', '[0-9]+', 'a1b22', ['1', '22']],
    ['takes the group that took part', 'id=(\\d+)|no=(\\d+)', 'no=7 id=8', ['7', '8']],
    ['keeps an empty group, which is a value', 'a=(.*?);', 'a=;', ['']],
    ['finds nothing', 'x', 'abc', []],
    ['finds nothing in an empty text', 'x', '', []],
    ['leaves out a match in which no group took part', 'a(x)?', 'a', []],
    ['knows flags in the expression', '(?i)TOKEN: (\\w+)', 'token: abc', ['abc']],
    ['knows escapes of JavaScript', '\\u0041(\\u{62})\\\\u', 'Ab\\u', ['b']],
    ['counts an emoji as one character', '^(.)$', '😀', ['😀']],
  ];
  for (const [title, pattern, text, found] of finds) {
    it(title, () => {
      assert.deepEqual(regexOf(pattern).findAll(text), found);
    });
  }

  const refusals: [pattern: string, reason: RegExp][] = [
    ['(?=a)', /uses look-around, which is not supported; take the part you want with a group/],
    ['(?<!a)b', /uses look-around/],
    ['(a)\\1', /uses a back-reference/],
    ['[', /`\[` is not valid: missing closing \]/],
    ['a**', /is not valid: invalid nested repetition operator/],
    ['a{1001}', /is not valid: invalid repeat count/],
    ['(a{1000}){1000}', /repeats too much with counts such as \{1000\}; use smaller counts/],
    ['('.repeat(5000) + ')'.repeat(5000), /is not valid: expression nests too deeply/],
    // The package quotes the rest of the expression, which may be the rest of a secret.
    ['tok-0123456789[abcdefgh', /`tok-0123456789\[abcdefgh` is not valid: missing closing \]\.$/],
    ['a'.repeat(10_001), /longer than 10000 characters/],
  ];
  for (const [pattern, reason] of refusals) {
    it(`says what is wrong with ${pattern.slice(0, 20)}`, () => {
      const compiled = compileRegex(pattern);
      const message = compiled.ok ? 'compiled' : rendered(compiled.message);
      assert.match(message, reason);
      assert.ok(message.length < 300);
    });
  }

  it('takes linear time for expressions that explode elsewhere', () => {
    const text = `${'a'.repeat(100_000)}b`;
    assert.equal(regexOf('(a+)+$').occursIn(text), false);
    assert.equal(regexOf('^(a|a)*$').occursIn(text), false);
  });

  it('gives up when expression and text are too large together', () => {
    assert.throws(() => regexOf('[ab].{0,900}[cd]').occursIn('ab'.repeat(500_000)), BudgetExceededError);
  });

  it('gives up when it would start over too often on a long text', () => {
    assert.throws(() => regexOf('a').findAll('a'.repeat(3_000_000)), BudgetExceededError);
  });

  it('does little for quick work and says that more is needed', () => {
    const email = regexOf('([a-z]+)@([a-z]+)');
    assert.deepEqual(email.findAll('to ann@example', 'quick'), ['ann']);
    assert.throws(() => email.occursIn('a'.repeat(1_000_000), 'quick'), NeedsFullEffortError);
    assert.throws(() => regexOf('a').findAll('a'.repeat(10_000), 'quick'), NeedsFullEffortError);
  });

  it('keeps what is compiled, but not many large expressions', () => {
    const large = (index: number): string => `(?:${'x'.repeat(30)}){500}${index}`;
    assert.equal(compileRegex('kept-[0-9]+'), compileRegex('kept-[0-9]+'));
    const first = compileRegex(large(0));
    for (let index = 1; index < 20; index += 1) {
      compileRegex(large(index));
    }
    assert.notEqual(compileRegex(large(0)), first);
  });

  const bombs: [title: string, pattern: string, isRefused: boolean][] = [
    ['a group that is repeated many times', '(?:x{1000}|y){2}'.repeat(60), true],
    ['many long repetitions', '(x?){1000}'.repeat(300), true],
    ['counts inside of counts', `(?:(?:${'.'.repeat(500)}){30}){33}`, true],
    ['many classes that are repeated together', `(?i)(${'\\PL?'.repeat(275)}){90}`, true],
    ['tokens of any length', '[\\w-]{10,1000}\\.[\\w-]{10,1000}\\.[\\w-]{10,1000}', false],
    ['a long expression that is repeated twice', `(?:${'word|'.repeat(1900)}x){1,2}`, false],
    ['the lengths of an address', '^.{1,64}@(?:[a-z0-9-]{1,63}\\.){1,8}[a-z]{2,63}$', false],
    ['counts at the end of a long expression', `${'word|'.repeat(1900)}x{1,3}y{2}z{3,}`, false],
  ];
  for (const [title, pattern, isRefused] of bombs) {
    it(`${isRefused ? 'refuses' : 'compiles'} ${title}`, () => {
      const compiled = compileRegex(pattern);
      const message = compiled.ok ? 'compiled' : rendered(compiled.message);
      assert.match(message, isRefused ? /repeats too much with counts/ : /^compiled$/);
    });
  }
});
