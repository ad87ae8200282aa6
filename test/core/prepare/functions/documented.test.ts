import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readArgument } from '../../../../src/core/prepare/functions/arguments';
import { callFunction } from '../../../../src/core/prepare/functions/callFunction';
import { requestParts, signatures, usageOf } from '../../../../src/core/prepare/functions/signatures';
import { plainText, wholeReference } from '../../../../src/core/prepare/template';
import { nodeHash } from '../../../../src/node/run/nodePorts';

const page = readFileSync('docs/chains.md', 'utf8');

describe('docs/chains.md', () => {
  for (const signature of signatures) {
    it(`has a row for ${signature.name}`, () => {
      const usage = usageOf(signature);
      const row =
        signature.takes === 'values'
          ? `^\\| \`${escaped(usage)}\` `
          : `^\\| .*\`\\{\\{${escaped(signature.name)}\\b`;
      assert.match(page, new RegExp(row, 'm'), usage);
    });
  }

  it('has a row for each part of a request', () => {
    const rows = [...page.matchAll(/^\| `\{\{\$request\.(\w+)\}\}` /gm)].map(([, part]) => part);
    assert.deepEqual(rows, requestParts);
  });

  const results = [...page.matchAll(/ `(\{\{\$.*\}\})` → `(.*)` +\|$/gm)];
  for (const [, example = '', result] of results) {
    it(`says what ${example} gives`, () => {
      assert.equal(valueOf(example), result);
    });
  }

  it('says so of most functions', () => {
    assert.ok(results.length > 10, String(results.length));
  });
});

/** The text that a call without variables gives. */
function valueOf(example: string): string {
  const { name, args } = wholeReference(example) ?? assert.fail(`${example} is not a reference.`);
  const values = args.map((argument) => {
    const read = readArgument(argument);
    return read?.kind === 'value' ? read.value : assert.fail(`${argument} is not a value.`);
  });
  const called = callFunction(name, values, {
    clock: { now: () => 0 },
    hash: nodeHash,
    random: { fake: () => 'Ann' },
  });
  return called.ok ? plainText(called.value) : assert.fail(called.message);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
