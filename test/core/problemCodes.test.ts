import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Codes that the sources mention outside of problems. */
const COMPUTED = [
  'syntax',
  'duplicate-member',
  'missing-member',
  'invalid-value',
  'invalid-path',
  'invalid-regex',
] as const;

/** Codes that the core's readers and its analyzer give to problems. */
function codesInSources(): ReadonlySet<string> {
  const files = readdirSync('src/core', { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts') && !file.startsWith('validators'))
    .map((file) => readFileSync(join('src/core', file), 'utf8'));
  const single = texts
    .filter((text) => !/SendFailure = \{|type EvidenceCode =/.test(text)) // whose codes are no problems
    .flatMap((text) => [...text.matchAll(/\bcode: '([a-z-]+)',/g)]);
  return new Set([...single.map(([, code = '']) => code), ...COMPUTED]);
}

describe('docs/problems.md', () => {
  const headings = [...readFileSync('docs/problems.md', 'utf8').matchAll(/^### (.+)$/gm)].map(
    ([, heading = '']) => heading,
  );

  for (const code of codesInSources()) {
    it(`explains ${code}`, () => {
      assert.equal(headings.filter((heading) => heading === code).length, 1);
    });
  }
});
