/**
 * Finds known secret values in a text, in every form they take on their way: as they are, percent
 * encoded, escaped for JSON or HTML, in base64, hexadecimal digits or UTF-16, and in several of these at once.
 *
 * The time grows with the text, not with the number of secrets, and nothing a server sends makes it
 * slower, for server answers are searched before they are shown or stored.
 */
import { readings, type Reading } from './readings';
import { secretVariants } from './secretVariants';
import { createShortenedSecrets, SHORTEST_REST, type VisitValue } from './shortenedSecrets';
import { createSearchProfile } from './searchProfile';
import type { Units } from './units';
import { createWindowTable } from './windowTable';

/** A place that gives `value` away; UTF-16 code units, `end` exclusive. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** A JSON number: what replaces it needs quotes. */
  readonly bare?: true;
}

/** Values that are searched for; more can be added at any moment. */
export interface SecretSearch {
  /** Adds a value; one that is not {@link isSearchable} is left out. */
  readonly add: (value: string) => void;
  /** Where the values are in a text, or parts of them next to an ellipsis: in order, without overlaps. */
  readonly spans: (text: string) => readonly SecretSpan[];
  /** The values that are in a text or in bytes; a byte is a unit below 256. */
  readonly occurring: (units: Units) => ReadonlySet<string>;
}

/** Shorter values occur by chance everywhere and cannot be searched for. */
const MIN_LENGTH = 4;

const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'true false null none undefined string number boolean object basic bearer digest token secret ' +
    'password passwd username authorization cookie session http https localhost'
  ).split(' '),
);

/**
 * Whether a value is long and rare enough to be looked for in other texts: it has at least four UTF-16 code
 * units, is not only whitespace, and is none of the words that every API uses, such as `true` or `Bearer`.
 */
export function isSearchable(value: string): boolean {
  return value.length >= MIN_LENGTH && value.trim() !== '' && !COMMON_WORDS.has(value.toLowerCase());
}

/** Which of `secrets` occur in a text or in bytes, in any form; in the order in which they are given. */
export function secretsIn(data: string | Uint8Array, secrets: readonly string[]): readonly string[] {
  const search = createSecretSearch();
  secrets.forEach(search.add);
  const found = search.occurring(typeof data === 'string' ? data : new Uint16Array(data));
  return secrets.filter((value) => found.has(value));
}

/** A search for no values yet. */
export function createSecretSearch(): SecretSearch {
  const profile = createSearchProfile();
  const variants = createVariantTable();
  const shortened = createShortenedSecrets(isSearchable);
  const readingsOf = (units: Units): Iterable<Reading> =>
    profile.longest() === 0 || units.length < Math.min(profile.shortest(), SHORTEST_REST)
      ? []
      : readings(units, profile);
  return {
    add(value) {
      if (isSearchable(value)) {
        shortened.add(value);
        for (const variant of secretVariants(value).filter(isSearchable)) {
          profile.add(variant);
          variants.add(variant, value);
        }
      }
    },
    spans(text) {
      const spans: SecretSpan[] = [];
      for (const { units, source, isDecoded } of readingsOf(text)) {
        const take: VisitValue = (value, start, end) => {
          const place = source === undefined ? undefined : source(start, end);
          pushJoined(spans, { start: place?.start ?? start, end: place?.end ?? end, value });
        };
        variants.scan(units, take);
        if (!isDecoded) {
          shortened.forEach(units, take);
        }
      }
      return mergeSpans(spans);
    },
    occurring(units) {
      const found = new Set<string>();
      for (const reading of readingsOf(units)) {
        variants.scan(reading.units, (value) => found.add(value));
      }
      return found;
    },
  };
}

/** Texts that are searched for, and the values that they give away. */
function createVariantTable() {
  const tables = WIDTHS.map((width) => ({ width, table: createWindowTable(width) }));
  const values: string[] = [];
  return {
    add(variant: string, value: string): void {
      tables.find(({ width }) => variant.length >= width)?.table.add(values.length, variant);
      values.push(value);
    },
    scan(units: Units, visit: VisitValue): void {
      for (const { table } of tables) {
        table.scan(units, (index, start, end) => {
          visit(values[index] ?? '', start, end);
        });
      }
    },
  };
}

/** Code units that are compared first: of a longer value more, so that fewer places look like it. */
const WIDTHS = [16, 8, 4] as const;

/** Sorts spans and joins those that overlap; the joined one carries the value of the longest. */
export function mergeSpans(spans: readonly SecretSpan[]): readonly SecretSpan[] {
  const isApart = (span: SecretSpan, index: number): boolean =>
    index === 0 || (spans[index - 1]?.end ?? 0) <= span.start;
  if (spans.every(isApart)) {
    return spans;
  }
  const merged: SecretSpan[] = [];
  let longest = 0;
  for (const span of spans.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    const length = span.end - span.start;
    if (last === undefined || span.start >= last.end) {
      merged.push(span);
      longest = length;
      continue;
    }
    const value = length > longest ? span.value : last.value;
    merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end), value };
    longest = Math.max(longest, length);
  }
  return merged;
}

/** Values mostly come from left to right: joined at once, a text full of them stays small. */
function pushJoined(spans: SecretSpan[], span: SecretSpan): void {
  let joined = span;
  for (let last = spans.at(-1); last !== undefined && overlap(last, joined); last = spans.at(-1)) {
    const value = last.end - last.start > joined.end - joined.start ? last.value : joined.value;
    joined = { start: Math.min(last.start, joined.start), end: Math.max(last.end, joined.end), value };
    spans.pop();
  }
  spans.push(joined);
}

function overlap(one: SecretSpan, other: SecretSpan): boolean {
  return one.end > other.start && one.start < other.end;
}
