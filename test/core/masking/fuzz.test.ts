/**
 * The search for secrets against encodings inside encodings: no secret is missed, and what is around it stays.
 * `npm run fuzz` tries many more than `npm test`.
 */
import assert from 'node:assert/strict';
import { secretsIn } from '../../../src/core/masking/secretForms';
import type { RecordedBody } from '../../../src/core/result/result';
import { createDraw, type Draw } from '../../formats/importers/mutate';
import { drawSecret, hide, type Hidden } from './nestedEncodings';
import { body, mask, redactorOf } from './redactSamples';

const CASES = Number(process.env['CHAINWRIGHT_FUZZ_CASES'] ?? 1500);

const SURROUNDINGS: readonly (readonly [before: string, after: string])[] = [
  ['', ''],
  ['x = ', ' and'],
  ['{"a": "', '", "b": 1}'],
  ['https://shop.example/?q=', '&r=2'],
  ['<td>', '</td>'],
  ['Lorem ipsum. ', '\nNext.'],
];

/** A secret in a text, and what is around its encodings there. */
interface Case extends Hidden {
  readonly secret: string;
  readonly before: string;
  readonly after: string;
}

describe('masking encodings inside encodings', () => {
  it(`finds ${CASES} of ${CASES} secrets and leaves what is around them`, function () {
    this.timeout(0);
    for (let seed = 1; seed <= CASES; seed += 1) {
      const draw = createDraw(seed);
      const secret = drawSecret(draw);
      const [before, after] = SURROUNDINGS[draw(SURROUNDINGS.length)] ?? ['', ''];
      const hidden: Case = { ...hide(secret, draw), secret, before, after };
      try {
        assert.deepEqual(secretsIn(before + hidden.text + after, ['other-secret', secret]), [secret]);
        CHECKS[seed % CHECKS.length]?.(hidden, draw);
      } catch (cause) {
        const shown = JSON.stringify({ ...hidden, text: hidden.text.slice(0, 1000) });
        throw new Error(`Seed ${seed}: ${shown}`, { cause });
      }
    }
  });
});

const CHECKS: readonly ((hidden: Case, draw: Draw) => void)[] = [
  checkText,
  checkJson,
  checkBytes,
  checkWideBytes,
];

function checkText({ secret, before, text, after, isBare }: Case): void {
  const redactor = redactorOf('other-secret', secret);
  const masked = redactor.text(before + text + after);
  if (isBare) {
    assert.equal(masked, before + mask(secret) + after);
  }
  assert.ok(masked.startsWith(before) && masked.endsWith(after) && masked.includes(mask(secret)), masked);
  assert.equal(redactor.text(masked), masked);
}

function checkJson({ secret, before, text, after, isBare }: Case): void {
  const masked = maskedTwice(secret, body(JSON.stringify({ note: before + text + after, next: ['x'] })));
  const { note, next } = JSON.parse(masked.content) as { note: string; next: unknown };
  assert.deepEqual(next, ['x']);
  assert.ok(note.startsWith(before) && note.endsWith(after) && note.includes(mask(secret)), note);
  assert.ok(!isBare || note === before + mask(secret) + after, note);
}

function checkBytes({ secret, before, text, after }: Case): void {
  const bytes = Buffer.from(`\0\u00ff${before}${text}${after}\0`);
  const masked = Buffer.from(maskedTwice(secret, binaryBody(bytes)).content, 'base64').toString();
  assert.ok(masked.startsWith(`\0\u00ff${before}`) && masked.endsWith(`${after}\0`), masked);
  assert.ok(masked.includes(mask(secret)), masked);
}

/**
 * UTF-16 of either byte order, from an even or an odd offset on. Both orders can be read there, a byte apart, so a
 * zero byte next to the secret may be masked with it.
 */
function checkWideBytes({ secret, before, text, after }: Case, draw: Draw): void {
  const isBigEndian = draw(2) === 0;
  const [start, middle, end] = [`x${before}`, text, `${after}x`].map((part) => {
    const bytes = Buffer.from(part, 'utf16le');
    return isBigEndian ? bytes.swap16() : bytes;
  }) as [Buffer, Buffer, Buffer];
  const bytes = Buffer.concat([Buffer.from('x'.repeat(draw(2))), start, middle, end]);
  const masked = Buffer.from(maskedTwice(secret, binaryBody(bytes)).content, 'base64');
  assert.ok(masked.includes(start.subarray(0, -1)) && masked.includes(end.subarray(1)), masked.toString());
  assert.ok(masked.toString().includes(mask(secret)), masked.toString());
}

function binaryBody(bytes: Buffer): RecordedBody {
  return {
    encoding: 'base64',
    content: bytes.toString('base64'),
    size: bytes.length,
    mediaType: 'application/octet-stream',
  };
}

/** A masked body, which does not change when it is masked again, and from which the secret is gone. */
function maskedTwice(secret: string, given: RecordedBody): RecordedBody {
  const redactor = redactorOf('other-secret', secret);
  const masked = redactor.body(given);
  assert.deepEqual(redactor.body(masked), masked);
  const data = masked.encoding === 'utf8' ? masked.content : Buffer.from(masked.content, 'base64');
  assert.deepEqual(secretsIn(data, [secret]), []);
  return masked;
}
