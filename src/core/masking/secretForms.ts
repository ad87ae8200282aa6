/**
 * Finds known secret values in a text, in every form they take on their way: as they are, percent
 * encoded, escaped for JSON or HTML (once or several times), or in base64 at any alignment.
 *
 * The time grows with the text, not with the number of secrets, and nothing a server sends makes it
 * slower, for server answers are searched before they are shown or stored.
 */
import { escapeKinds, type EscapeKind } from './escapes';
import { secretSpellings, type SecretSpelling } from './secretSpellings';
import { buildAutomaton, type TextAutomaton } from './textAutomaton';
import { looksEscaped, readings, type Reading } from './unescape';
import { unitAt, type Units } from './units';

/** A place that gives `value` away; UTF-16 code units, `end` exclusive. */
export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly value: string;
  /** A JSON number: what replaces it needs quotes. */
  readonly bare?: true;
}

/** A set of values compiled for searching. */
export interface SecretSearch {
  /** Values that are searched for. */
  readonly size: number;
  /** Where the values stand in one reading of a text, in offsets of the text. */
  readonly spans: (reading: Reading) => readonly SecretSpan[];
  /** The values that occur in one reading of a text. */
  readonly occurring: (reading: Reading) => Iterable<string>;
  /** Kinds of escapes to undo apart from each other, see {@link readings}. */
  readonly apart: readonly EscapeKind[];
}

/** Shorter values occur by chance everywhere and cannot be searched for. */
const MIN_LENGTH = 4;

const COMMON_WORDS: ReadonlySet<string> = new Set(
  (
    'true false null none undefined string number boolean object basic bearer digest token secret ' +
    'password passwd username authorization cookie session http https localhost'
  ).split(' '),
);

/** Whether a value is long and rare enough to be looked for in other texts. */
export function isSearchable(value: string): boolean {
  return value.length >= MIN_LENGTH && value.trim() !== '' && !COMMON_WORDS.has(value.toLowerCase());
}

/** Which of `secrets` occur in a text or in bytes, in any form; in the order in which they are given. */
export function secretsIn(data: string | Uint8Array, secrets: readonly string[]): readonly string[] {
  const search = createSecretSearch(secrets);
  if (search.size === 0) {
    return [];
  }
  const found = new Set<string>();
  const units = typeof data === 'string' ? data : new Uint16Array(data);
  for (const reading of readings(units, search.apart)) {
    for (const value of search.occurring(reading)) {
      found.add(value);
    }
  }
  return secrets.filter((value) => found.has(value));
}

/** Where the values of some searches stand in a text: in order, without overlaps. */
export function findSecrets(text: string, searches: readonly SecretSearch[]): readonly SecretSpan[] {
  const used = searches.filter(({ size }) => size > 0);
  if (used.length === 0 || text.length < MIN_LENGTH) {
    return [];
  }
  const found: SecretSpan[] = [];
  for (const reading of readings(text, [...new Set(used.flatMap(({ apart }) => apart))])) {
    for (const { spans } of used) {
      for (const span of spans(reading)) {
        found.push(span);
      }
    }
  }
  return mergeSpans(found);
}

/** Compiles `values`; those that are not {@link isSearchable} are left out. */
export function createSecretSearch(values: readonly string[]): SecretSearch {
  const searchable = [...new Set(values)].filter(isSearchable);
  const spellings = groupSpellings(searchable);
  const groups = [...spellings.values()];
  const automaton = buildAutomaton([...spellings.keys()]);
  return {
    size: searchable.length,
    apart: searchable.some(looksEscaped) ? escapeKinds : [],
    spans({ units, source }) {
      const spans = scanUnits(units, automaton, groups);
      return source === undefined
        ? spans
        : spans.map(({ start, end, value }) => ({ ...source(start, end), value }));
    },
    occurring({ units }) {
      const longest = new Set<number>();
      automaton.scan(units, (pattern) => longest.add(pattern));
      const patterns = new Set([...longest].flatMap(automaton.endingWith));
      return [...patterns].flatMap((pattern) => groups[pattern] ?? []).map(({ value }) => value);
    },
  };
}

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

/** Spellings by their text; two secrets may share one, such as a common beginning in base64. */
function groupSpellings(values: readonly string[]): ReadonlyMap<string, readonly SecretSpelling[]> {
  const groups = new Map<string, SecretSpelling[]>();
  for (const spelling of [...new Set(values)].flatMap(secretSpellings)) {
    const group = groups.get(spelling.text);
    if (group === undefined) {
      groups.set(spelling.text, [spelling]);
    } else {
      group.push(spelling);
    }
  }
  return groups;
}

function scanUnits(
  units: Units,
  automaton: TextAutomaton,
  groups: readonly (readonly SecretSpelling[])[],
): readonly SecretSpan[] {
  const spans: SecretSpan[] = [];
  automaton.scan(units, (pattern, end) => {
    const spelling = groups[pattern]?.[0];
    if (spelling !== undefined) {
      pushJoined(spans, widen(units, spelling, end));
    }
  });
  return spans;
}

/** Ends ascend, so a new span can only overlap the last ones: joined at once, a text full of matches stays small. */
function pushJoined(spans: SecretSpan[], span: SecretSpan): void {
  let joined = span;
  for (let last = spans.at(-1); last !== undefined && last.end > joined.start; last = spans.at(-1)) {
    const value = last.end - last.start > joined.end - joined.start ? last.value : joined.value;
    joined = {
      start: Math.min(last.start, joined.start),
      end: Math.max(last.end, joined.end),
      value,
    };
    spans.pop();
  }
  spans.push(joined);
}

const BASE64 = /[A-Za-z0-9+/_-]/;

/** Takes along the base64 characters that share bits with the value, and the padding. */
function widen(units: Units, { text, value, before, after }: SecretSpelling, end: number): SecretSpan {
  const start = end - text.length;
  const isBase64 = (at: number): boolean => BASE64.test(String.fromCharCode(unitAt(units, at)));
  let last = after === 1 && isBase64(end) ? end + 1 : end;
  while (last > end && last < end + 3 && unitAt(units, last) === 0x3d) {
    last += 1;
  }
  return { start: before === 1 && isBase64(start - 1) ? start - 1 : start, end: last, value };
}
