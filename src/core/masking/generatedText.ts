/** Texts that no person thinks up: ids as machines make them. */
import { findKeys } from './keyPatterns';

/** What machines make, also behind a word (`order_8f3a91c2`): UUIDs, digests and object ids, ULIDs, random texts. */
const GENERATED: readonly RegExp[] = [
  /^(?:[a-z]{2,12}[-_])?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  /^(?:[0-9a-f]{16,64}|[a-z]{2,12}[-_][0-9a-f]{8,64})$/i,
  /^(?:[a-z]{2,12}[-_])?[0-7][0-9A-HJKMNP-TV-Z]{25}$/,
  /^[a-z]{2,12}[-_][0-9A-Za-z]{14,64}$/,
];
const MAX_LENGTH = 80;

/** Whether machines make such values: digits and letters, and not the same over and over as in examples. */
export function isGenerated(value: string): boolean {
  return (
    value.length <= MAX_LENGTH &&
    GENERATED.some((shape) => shape.test(value)) &&
    (value.match(/\d/g)?.length ?? 0) >= 3 &&
    /[A-Za-z]/.test(value.replace(/^[a-z]{2,12}[-_]/i, '')) &&
    new Set(value).size >= 6 &&
    findKeys(value).length === 0
  );
}
