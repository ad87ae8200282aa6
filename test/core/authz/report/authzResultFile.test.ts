import assert from 'node:assert/strict';
import { readAuthzResultText, writeAuthzResultText } from '../../../../src/core/authz/report/authzResultFile';
import type { AuthzResult } from '../../../../src/core/authz/model/authzResult';
import { renderAuthzJson } from '../../../../src/formats/reporters/authz/jsonReport';
import { emptyAuthz, sampleAuthz, sampleBaseline } from '../../../formats/reporters/authz/sampleAuthz';

function textOf(result: AuthzResult): string {
  return [...writeAuthzResultText(result)].join('');
}

/** The text of the sample with something else in the place of `found`. */
function changed(found: string | RegExp, replacement: string): string {
  const text = textOf(sampleAuthz);
  const other = text.replace(found, replacement);
  assert.notEqual(other, text);
  return other;
}

describe('files of authorization results', () => {
  it('give back what was written', () => {
    for (const result of [sampleAuthz, emptyAuthz]) {
      assert.deepEqual(readAuthzResultText(textOf(result), 'x.json'), result);
    }
  });

  it('have a line for each cell and each exchange, and are JSON as a whole', () => {
    const text = textOf(sampleAuthz);
    const { cells, exchanges } = sampleAuthz;
    assert.equal(text.trimEnd().split('\n').length, 3 + cells.length + exchanges.length);
    assert.equal((JSON.parse(text) as AuthzResult).cells.length, cells.length);
  });

  it('keep line breaks, quotes and separators of strangers inside their texts', () => {
    const result = { ...emptyAuthz, notes: ['"\n\u2028</script>'] };
    assert.deepEqual(readAuthzResultText(textOf(result), 'x.json'), result);
  });

  it('are what the JSON report writes as well, its sums left out', () => {
    const report = renderAuthzJson(sampleAuthz, {
      tool: { name: 'chainwright', version: '1.0.0' },
      strict: false,
      baseline: sampleBaseline,
    });
    assert.deepEqual(readAuthzResultText(report, 'x.json'), sampleAuthz);
  });

  const broken: [title: string, text: () => string][] = [
    ['empty', () => ''],
    ['cut off', () => textOf(sampleAuthz).slice(0, -20)],
    ['a list', () => '[]'],
    ['null', () => 'null'],
    ['a result of a chain', () => '{"formatVersion":1,"kind":"run"}'],
    ['of another version', () => changed('"formatVersion":1', '"formatVersion":2')],
    ['of an unknown class', () => changed('"class":"FLAW_READ"', '"class":"FINE"')],
    ['of an unknown kind of cell', () => changed('"kind":"OBJ"', '"kind":"OTHER"')],
    ['with a status that is none', () => changed('"status":200', '"status":"200"')],
    ['with a step that is none', () => changed('"step":"attack"', '"step":"__proto__"')],
    ['with a step that names no exchange', () => changed(/"exchange":\d+/, '"exchange":999')],
    ['with a step before the first exchange', () => changed(/"exchange":\d+/, '"exchange":-1')],
    ['with an exchange that is none', () => changed('"httpVersion":"1.1"', '"httpVersion":1.1')],
    ['with an identifier that is not a string', () => changed('"orderId":"731"', '"orderId":731')],
  ];
  for (const [title, text] of broken) {
    it(`are refused when ${title}`, () => {
      assert.throws(() => readAuthzResultText(text(), 'x.json'), {
        message:
          'x.json is not a result of an authorization matrix. ' +
          'Name a file that "authz run" wrote: its report "json", or one below .chainwright/authz.',
      });
    });
  }
});
