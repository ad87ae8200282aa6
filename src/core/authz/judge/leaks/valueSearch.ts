/**
 * Looks for values of an owner in a text, in every form they take on their way: as they are, escaped for JSON,
 * HTML or URLs, in base64, hexadecimal digits or UTF-16. All values are looked for in one pass, whose time grows with the text alone.
 *
 * A value must be whole: a number is not part of a longer one, a short word not part of a longer word.
 * What a caller is known to have is found by the same rule, so that nothing can be a leak in one place and
 * common knowledge in another.
 */
import { readEscape } from '../../../masking/escapes';
import { readings, type Reading } from '../../../masking/readings';
import { secretVariants } from '../../../masking/secretVariants';
import { createSearchProfile, type SearchProfile } from '../../../masking/searchProfile';
import { unitAt } from '../../../masking/units';
import type { LeakEvidence } from '../../model/authzResult';
import type { KnownValue } from './distinctiveValues';
import { buildAutomaton, type TextAutomaton } from './textAutomaton';
import { boundaryOf, isDigit, isWholeNumber, isWordPart, type IsWhole } from './valueBoundary';

/** Where a value first occurs; offsets of the text, `end` exclusive. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
  readonly encoding: LeakEvidence['encoding'];
}

/** The values that occur in a text, and where each first does. */
export type ValueSearch = (text: string) => ReadonlyMap<KnownValue, Occurrence>;

/** Compiles values, each of which is searched for once, duplicates included. */
export function createValueSearch(values: readonly KnownValue[]): ValueSearch {
  const members = values.filter(({ member }) => member !== undefined);
  const distinctive = values.filter(({ member, value }) => member === undefined && value !== '');
  const groups = groupSpellings(distinctive);
  const automaton = buildAutomaton([...groups.keys()]);
  const spellings = [...groups.values()];
  const profile = profileOf(distinctive);
  return (text) => {
    const found = new Map<KnownValue, Occurrence>();
    if (distinctive.length > 0) {
      for (const reading of readings(text, profile)) {
        searchReading(reading, text, { automaton, spellings, found });
      }
    }
    for (const known of members) {
      const occurrence = findMember(text, known);
      if (occurrence !== undefined) {
        found.set(known, occurrence);
      }
    }
    return found;
  };
}

/** A member of that name with that very value, as a string or as written. */
function findMember(text: string, { member = '', value }: KnownValue): Occurrence | undefined {
  const name = JSON.stringify(member);
  const literals = [JSON.stringify(value), value];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const colon = skipSpaces(text, at + name.length);
    const start = skipSpaces(text, colon + 1);
    const literal = literals.find(
      (candidate) => text.startsWith(candidate, start) && !isWordPart(unitAt(text, start + candidate.length)),
    );
    if (text[colon] === ':' && literal !== undefined) {
      return { start, end: start + literal.length, encoding: 'plain' };
    }
  }
  return undefined;
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (' \t\r\n'.includes(text[at] ?? '-')) {
    at += 1;
  }
  return at;
}

/** One way to write a value. */
interface Spelling {
  readonly known: KnownValue;
  readonly length: number;
  /** Whether spaces are plus signs, as in a form. */
  readonly isForm: boolean;
  readonly isWhole: IsWhole;
}

/** A shorter value is decoded by chance from a picture in a page. */
const MIN_DECODED = 6;

function profileOf(values: readonly KnownValue[]): SearchProfile {
  const profile = createSearchProfile();
  values.filter(({ value }) => value.length >= MIN_DECODED).forEach(({ value }) => profile.add(value));
  return profile;
}

function groupSpellings(values: readonly KnownValue[]): ReadonlyMap<string, readonly Spelling[]> {
  const groups = new Map<string, Spelling[]>();
  for (const known of values) {
    const isWhole = boundaryOf(known.value);
    for (const variant of secretVariants(known.value)) {
      for (const text of new Set([variant, variant.replaceAll(' ', '+')])) {
        const group = groups.get(text) ?? [];
        group.push({ known, length: text.length, isForm: text !== variant, isWhole });
        groups.set(text, group);
      }
    }
  }
  return groups;
}

interface Search {
  readonly automaton: TextAutomaton;
  readonly spellings: readonly (readonly Spelling[])[];
  readonly found: Map<KnownValue, Occurrence>;
}

/** Spellings that end where a pattern does, those that were found left out. */
interface Candidates {
  readonly spellings: readonly Spelling[];
  readonly areNumbers: boolean;
}

function searchReading(reading: Reading, source: string, { automaton, spellings, found }: Search): void {
  const { units } = reading;
  const wanted = new Map<number, Candidates>();
  automaton.scan(units, (pattern, end) => {
    const known = wanted.get(pattern);
    const candidates =
      known ??
      candidatesOf(
        automaton.endingWith(pattern).flatMap((inner) => spellings[inner] ?? []),
        found,
      );
    const before = found.size;
    // In a long run of digits each place ends many numbers, and none of them is whole.
    if (!candidates.areNumbers || !isDigit(unitAt(units, end))) {
      take(candidates, end, { reading, source, found });
    }
    if (found.size > before || known === undefined) {
      // A value that was found is no longer searched for, so a text full of it costs no more.
      wanted.set(pattern, candidatesOf(candidates.spellings, found));
    }
  });
}

function candidatesOf(spellings: readonly Spelling[], found: Search['found']): Candidates {
  const left = spellings.filter(({ known }) => !found.has(known));
  return { spellings: left, areNumbers: left.every(({ isWhole }) => isWhole === isWholeNumber) };
}

function take(
  { spellings }: Candidates,
  end: number,
  {
    reading,
    source,
    found,
  }: { readonly reading: Reading; readonly source: string; readonly found: Search['found'] },
): void {
  for (const { known, length, isForm, isWhole } of spellings) {
    const start = end - length;
    const isByChance = reading.isDecoded && known.value.length < MIN_DECODED;
    if (!isByChance && !found.has(known) && isWhole(reading.units, start, end)) {
      const place = reading.source?.(start, end) ?? { start, end };
      found.set(known, { ...place, encoding: isForm ? 'percent' : encodingOf(reading, source, place) });
    }
  }
}

function encodingOf(
  { isDecoded, source }: Reading,
  text: string,
  { start, end }: Pick<Occurrence, 'start' | 'end'>,
): LeakEvidence['encoding'] {
  if (source === undefined) {
    return 'plain';
  }
  if (!isDecoded) {
    return escapesIn(text, { start, end });
  }
  const written = text.slice(start, end);
  return written.includes('\0') ? 'utf16' : /^[0-9A-Fa-f\s]+$/.test(written) ? 'hex' : 'base64';
}

/** The kind of escapes in a part of a text. */
function escapesIn(text: string, { start, end }: Pick<Occurrence, 'start' | 'end'>) {
  for (let at = start; at < end; at += 1) {
    const encoding = ESCAPES.get(text.charCodeAt(at));
    if (encoding !== undefined && readEscape(text, at) !== undefined) {
      return encoding;
    }
  }
  return 'plain';
}

const ESCAPES: ReadonlyMap<number, LeakEvidence['encoding']> = new Map([
  [0x5c, 'json'],
  [0x26, 'html'],
  [0x25, 'percent'],
]);
