/**
 * Sentences of the engine in the language of the editor. The engine speaks English, because files, reports and the command
 * line repeat what it says. Where the editor shows it, its sentences are recognised by the texts of the bundle: what is
 * between their words are the values.
 *
 * Messages consist of several sentences and of messages in messages, and may have lists of names as values. Of all ways to
 * read one that is taken in which most of it are words of texts, and of those the one with most sentences. What no text
 * fits stays English.
 */
import { inEnglish } from '../core/say';
import { conditionTexts, jointTexts, missTexts } from './conditionTexts';
import type { Translations } from './pageTexts';

/** Gives what the engine said in the language of the editor. */
export type Translate = (message: string) => string;

/** Sentences of one message that are told apart; what follows is one. */
const MAX_SENTENCES = 8;
/** Messages in messages. */
const MAX_DEPTH = 4;
/** UTF-16 code units of a message; longer ones quote more than they say. */
const MAX_LENGTH = 4_000;
/** Messages that are remembered: an editor says the same ones again while a person types. */
const MAX_KNOWN = 1_000;

/** A text of the bundle that a sentence may fit. */
interface Pattern {
  /** The words around its values; one more than there are values. */
  readonly words: readonly string[];
  readonly indexes: readonly number[];
  readonly translation: string;
  /** Says so little that a name may look like it: it is a message, and never in one. */
  readonly isLikeName: boolean;
}

/** A way to read a part of a message; `known` counts the code units that are words of texts. */
interface Reading {
  readonly text: string;
  readonly known: number;
}

/** What messages are read by. */
interface Texts {
  readonly patterns: readonly Pattern[];
  /** Those of {@link conditionTexts}. */
  readonly conditions: readonly Pattern[];
  /** Those of {@link missTexts}. */
  readonly misses: readonly Pattern[];
  /** How the language writes ` and ` and ` or `. */
  readonly joints: readonly (readonly [english: string, own: string])[];
}

/** `alice and bob`, `alice (throw-away 1), bob and carl`: names have no quotes, and no words but in parentheses. */
const NAME = String.raw`[^\s,"'\x60()]+(?: \([^()]+\))?`;
const LIST = new RegExp(`^${NAME}(?:(?:, | or )${NAME})*(?: and | or )${NAME}$`, 'u');
/** Where a message is about, before it. */
const PLACE = /^\S+:\d+:\d+: (?=\S)/;

/** What translates, by the bundle of a language. Without one everything stays as it is. */
export function translateBy(translations: Translations): Translate {
  const patterns = Object.entries(translations).flatMap(([text, translation]) =>
    isSaying(text) ? [patternOf(text, translation)] : [],
  );
  const texts = {
    patterns,
    conditions: conditionTexts(inEnglish).map((text) => patternOf(text, translations[text] ?? text)),
    misses: missTexts(inEnglish).map((text) => patternOf(text, translations[text] ?? text)),
    joints: jointTexts(inEnglish).map(
      (text) => [inEnglish(text, '', ''), inEnglish(translations[text] ?? text, '', '')] as const,
    ),
  };
  const known = new Map<string, string>();
  return (message) => {
    if (patterns.length === 0 || message.length > MAX_LENGTH) {
      return message;
    }
    const [place = ''] = PLACE.exec(message) ?? [];
    const text = known.get(message) ?? place + readWhole(texts, message.slice(place.length), 0).text;
    if (known.size >= MAX_KNOWN) {
      known.clear();
    }
    known.set(message, text);
    return text;
  };
}

/** A text that has but one word says too little to be found in messages. */
function isSaying(text: string): boolean {
  return wordCount(text) > (isLikeName(text) ? 1 : 0);
}

function isLikeName(text: string): boolean {
  return wordCount(text) < 3 && !/[.?]$|: \{\d+\}$/.test(text);
}

function wordCount(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}

function patternOf(text: string, translation: string): Pattern {
  // Every other piece is the number of a value.
  const pieces = text.split(/\{(\d+)\}/);
  return {
    words: pieces.filter((_, at) => at % 2 === 0),
    indexes: pieces.filter((_, at) => at % 2 === 1).map(Number),
    translation,
    isLikeName: isLikeName(text),
  };
}

/** A message, which may be a condition or a finding alone. */
function readWhole(texts: Texts, message: string, depth: number): Reading {
  return better(readBest(texts, message, depth), readCondition(texts, message, depth));
}

/** A condition by the first words that are one: what it compares with may have others in it. */
function readCondition(texts: Texts, part: string, depth: number): Reading {
  const found = texts.conditions.flatMap((pattern) => {
    const values = valuesOf(pattern.words, part);
    const begin = pattern.words[0] === '' ? (values?.[0] ?? '').length : 0;
    return values === undefined ? [] : [{ begin, reading: filled(texts, { pattern, values }, depth) }];
  });
  const [first] = found.toSorted(
    (one, other) => one.begin - other.begin || other.reading.known - one.reading.known,
  );
  return first?.reading ?? unread(part);
}

/** What stays as it is. */
function unread(text: string): Reading {
  return { text, known: 0 };
}

function better(one: Reading, other: Reading): Reading {
  return other.known > one.known ? other : one;
}

/** The best way to read a message, as one sentence or as several. */
function readBest(texts: Texts, message: string, depth: number): Reading {
  const ends = sentenceEnds(message);
  /** The best way to read what begins behind each end. */
  const best: Reading[] = [];
  for (let at = ends.length - 2; at >= 0; at -= 1) {
    let found: Reading | undefined;
    for (let to = ends.length - 1; to > at; to -= 1) {
      const first = readOne(texts, message.slice(ends[at], ends[to]).trimEnd(), depth);
      const reading = join(first, best[to]);
      found = found === undefined || reading.known >= found.known ? reading : found;
    }
    best[at] = found ?? unread('');
  }
  return best[0] ?? unread(message);
}

function join(first: Reading, rest: Reading | undefined): Reading {
  return rest === undefined ? first : { text: `${first.text} ${rest.text}`, known: first.known + rest.known };
}

/** Where sentences of a message begin, and its end. */
function sentenceEnds(message: string): readonly number[] {
  const begins = [...message.matchAll(/(?<=[.?]) /g)].map(({ index }) => index + 1);
  return [0, ...begins.slice(0, MAX_SENTENCES - 1), message.length];
}

/** A part of a message as one text; English where none fits. */
function readOne(texts: Texts, part: string, depth: number): Reading {
  let best: Reading = unread(part);
  for (const pattern of texts.patterns) {
    const values = pattern.isLikeName && depth > 0 ? undefined : valuesOf(pattern.words, part);
    if (values !== undefined) {
      best = better(best, filled(texts, { pattern, values }, depth));
    }
  }
  return best.known === 0 && part.endsWith('.') && depth > 0 ? clause(texts, part, depth) : best;
}

/** A message that was continued with a full stop. */
function clause(texts: Texts, part: string, depth: number): Reading {
  const reading = readOne(texts, part.slice(0, -1), depth);
  return { text: `${reading.text}.`, known: reading.known };
}

/** A translation with its values, which may be messages themselves. */
function filled(
  texts: Texts,
  { pattern, values }: { readonly pattern: Pattern; readonly values: readonly string[] },
  depth: number,
): Reading {
  const read = values.map((value, index) =>
    depth < MAX_DEPTH ? readFilling(texts, { pattern, value, index }, depth + 1) : unread(value),
  );
  const byIndex = new Map(pattern.indexes.map((index, at) => [index, read[at]?.text ?? '']));
  return {
    text: pattern.translation.replace(
      /\{(\d+)\}/g,
      (whole, index: string) => byIndex.get(Number(index)) ?? whole,
    ),
    known: [...pattern.words.map(({ length }) => length), ...read.map(({ known }) => known)].reduce(
      (sum, length) => sum + length,
      0,
    ),
  };
}

/** Sentences with a reason of {@link missTexts}, or with what a rule was applied to. */
const MISS = / matched nothing|needs JSON, and|Nothing was decoded:/;

/** One value of a text. */
function readFilling(
  texts: Texts,
  { pattern, value, index }: { readonly pattern: Pattern; readonly value: string; readonly index: number },
  depth: number,
): Reading {
  if (pattern.words[0] === 'Expected ') {
    return index === 0 ? readWhole(texts, value, depth) : readFinding(texts, value, depth);
  }
  const asMiss = missDepth(texts, pattern, depth);
  const miss = asMiss === undefined ? unread(value) : readMiss(texts, value, asMiss);
  return miss.known === 0 && /[\p{L}\d)] \p{L}/u.test(value) ? readValue(texts, value, depth) : miss;
}

/** How deep a reason is in others, where a text may have one; reasons count from the sentence that has them. */
function missDepth(texts: Texts, pattern: Pattern, depth: number): number | undefined {
  return texts.misses.includes(pattern) ? depth : MISS.test(pattern.words.join('')) ? 0 : undefined;
}

/** Why a rule found nothing, or what it was applied to; it is that as a whole, or nothing is known of it. */
function readMiss(texts: Texts, value: string, depth: number): Reading {
  const [, said = value, stop = ''] = /^(.*)(\.)$/s.exec(value) ?? [];
  let best = unread(said);
  for (const pattern of texts.misses) {
    const values = valuesOf(pattern.words, said);
    if (values !== undefined) {
      best = better(best, filled(texts, { pattern, values }, depth));
    }
  }
  return { ...best, text: best.text + stop };
}

/** What was found instead: a value of the server, that there was none, or why it is not known. */
function readFinding(texts: Texts, value: string, depth: number): Reading {
  return /^(?:absent|not|unknown)\b/.test(value) ? readWhole(texts, value, depth) : unread(value);
}

/** A value that is a message, or a list of names. */
function readValue(texts: Texts, value: string, depth: number): Reading {
  return LIST.test(value)
    ? { text: texts.joints.reduce((list, [english, own]) => list.replaceAll(english, own), value), known: 0 }
    : readBest(texts, value, depth);
}

/** What is between the words of a text, each as early as possible; absent where it does not fit. */
function valuesOf(words: readonly string[], part: string): readonly string[] | undefined {
  const [first = '', ...others] = words;
  const last = others.pop();
  if (last === undefined) {
    return part === first ? [] : undefined;
  }
  const end = part.length - last.length;
  if (!part.startsWith(first) || !part.endsWith(last)) {
    return undefined;
  }
  const values: string[] = [];
  let from = first.length;
  for (const word of others) {
    const at = part.indexOf(word, from);
    if (at === -1) {
      return undefined;
    }
    values.push(part.slice(from, at));
    from = at + word.length;
  }
  return end >= from ? [...values, part.slice(from, end)] : undefined;
}
