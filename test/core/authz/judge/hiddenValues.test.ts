import assert from 'node:assert/strict';
import { parseJson } from '../../../../src/core/json/json';
import { showingOf, type Showing } from '../../../../src/core/authz/judge/hiddenValues';

/** Both values as JSON texts. */
const cases: readonly (readonly [value: string, known: string, expected: Showing])[] = [
  ['"4711"', '4711', 'shown'],
  ['"4200.00"', '4200', 'shown'],
  ['"0042.10"', '42.1', 'shown'],
  ['-5', '"-5.0"', 'shown'],
  ['-5', '5', 'other'],
  ['9007199254740993', '9007199254740992', 'other'],
  ['"DE89370400440532013000"', '"DE89 3704 0044 0532 0130 00"', 'shown'],
  ['"Visa 4111-1111-1111-1234"', '"4111 1111 1111 1234"', 'shown'],
  ['"4111 1111 1111 1234"', '"**** **** **** 1234"', 'shown'],
  ['"**** **** **** 1234"', '"**** **** **** 1234"', 'shown'],
  ['"not for you"', '"**** **** **** 1234"', 'other'],
  ['"**** **** **** 1234"', '"4111 1111 1111 1234"', 'hidden'],
  ['"XXX-XX-1234"', '"123-45-1234"', 'hidden'],
  ['"4111 1111 1111 ****"', '"4111 1111 1111 1234"', 'other'],
  ['"j***@example.com"', '"jo@example.com"', 'other'],
  ['"Max"', '"Moritz"', 'other'],
  ['""', '"Moritz"', 'hidden'],
  ['null', 'false', 'hidden'],
  ['true', 'false', 'other'],
  ['0', '4711', 'other'],
  ['[]', '[1]', 'hidden'],
  ['{}', '{"card":"4111"}', 'hidden'],
  ['{"card":"***","total":null}', '{"card":"4111","total":7}', 'hidden'],
  ['{"card":"***","total":7}', '{"card":"4111","total":7}', 'other'],
  ['{"total":"7.0","card":"4111"}', '{"card":"4111","total":7}', 'shown'],
  ['[1,2]', '[2,1]', 'other'],
];

describe('showingOf', () => {
  for (const [value, known, expected] of cases) {
    it(`takes ${value} for ${expected} where the owner is shown ${known}`, () => {
      assert.equal(showingOf(parseJson(value), [parseJson(known)]), expected);
    });
  }

  it('takes whatever tells something for shown where nobody may be shown it', () => {
    assert.equal(showingOf(parseJson('"4111"'), []), 'shown');
    assert.equal(showingOf(parseJson('"••••"'), []), 'hidden');
  });
});
