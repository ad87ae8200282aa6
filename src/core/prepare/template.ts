/**
 * Variable references: the `{{name}}` marks in a text or a URL and the values that replace them.
 *
 * A name starts with a letter or `_`, continues with letters, digits, `_`, `.` or `-`, and may have
 * spaces around it; built-ins begin with `$` and may take words (`{{$randomInt 1 100}}`), functions take
 * variables, numbers and quoted texts (`{{$hash 'sha256' payload}}`). `\{{` writes literal braces; anything else
 * between double braces is ordinary text. Resolution is a single
 * pass: a value that itself contains `{{other}}` is inserted unchanged. Values come from the API under
 * test, and a second pass would let a response read the user's other variables, tokens included.
 *
 * In a URL a value is encoded by its place: not at all before the path (`{{baseUrl}}`), as one segment
 * in the path, as one value in the query.
 */
import { stringifyJson, type JsonValue } from '../json/json';
import { createMemo } from '../memo';
import type { Field, Location } from '../model';
import { readArgument } from './functions/arguments';
import { functionNames } from './functions/signatures';
import { addQuery, encodeBraces, encodeComponent, encodeSegment, encodeUnsendable } from './url';

/** One occurrence of a variable or built-in in a text; offsets in UTF-16 code units, `end` exclusive. */
export interface Reference {
  /** `orderId`, or `$randomInt` for a built-in or function. */
  readonly name: string;
  /** Arguments of a built-in or function as written, quotes included; empty otherwise. */
  readonly args: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The variables among the arguments of a function, each without braces; present for functions only. */
  readonly inner?: readonly Reference[];
}

/** Gives the value of a reference, or `undefined` when it has none; `null` is a value. */
export type Lookup = (reference: Reference) => JsonValue | undefined;

/** The text to put in place of a reference. */
export type Encode = (value: JsonValue, reference: Reference) => string;

/** A resolved text. It is ready to send only when `missing` is empty. */
export interface Resolution {
  readonly text: string;
  readonly missing: readonly Reference[];
}

const WORD = String.raw`"[^"{}]*"|'[^'{}]*'|[^\s{}"']+`;
const VALUE = String.raw`"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|[^\s{}"']+`;
const FUNCTION = functionNames.map((name) => `\\${name}`).join('|');
const MARK = new RegExp(
  [
    String.raw`\\\{\{|\{\{\s*(?:(?<name>[A-Za-z_][\w.-]*|\$request\.[A-Za-z]+)`,
    // A function whose arguments cannot be read is no ordinary text: it is a mistake.
    String.raw`(?<called>${FUNCTION})(?!\w)(?:(?<values>(?:\s+(?:${VALUE}))*)(?=\s*\}\})|(?<broken>[^{}]*))`,
    String.raw`(?<builtIn>\$[A-Za-z]\w*)(?<words>(?:\s+(?:${WORD}))*))\s*\}\}`,
  ].join('|'),
  'g',
);
/** The marks of a text without `$`, as nearly all are. */
const PLAIN_MARK = /\\\{\{|\{\{\s*([A-Za-z_][\w.-]*)\s*\}\}/g;
const WORDS = new RegExp(WORD, 'g');
const VALUES = new RegExp(VALUE, 'g');

/**
 * Replaces every reference that `lookup` has a value for, and lists those that have none.
 *
 * Missing references stay in the text, so a preview can show them in place. They are
 * no error here: the caller decides between a warning and a request that is not sent.
 *
 * @param encode how a value is written at its place; by default as {@link plainText}
 */
export function resolveTemplate(text: string, lookup: Lookup, encode: Encode = plainText): Resolution {
  if (!text.includes('{{')) {
    return { text, missing: [] };
  }
  const missing: Reference[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (const { start, end, reference } of marksOf(text)) {
    const value = reference === undefined ? undefined : lookup(reference);
    pieces.push(text.slice(copied, start));
    if (reference === undefined) {
      pieces.push('{{');
    } else if (value === undefined) {
      missing.push(reference);
      pieces.push(text.slice(start, end));
    } else {
      pieces.push(encode(value, reference));
    }
    copied = end;
  }
  return { text: pieces.join('') + text.slice(copied), missing };
}

/** All references in `text`, in order; a name used twice appears twice. */
export function findReferences(text: string): readonly Reference[] {
  return text.includes('{{') ? marksOf(text).flatMap(({ reference }) => reference ?? []) : [];
}

/** All references in `text` with the variables in arguments of functions, each after the function. */
export function findUses(text: string): readonly Reference[] {
  return findReferences(text).flatMap((reference) => [reference, ...(reference.inner ?? [])]);
}

/** The reference that is the whole of `text`, spaces inside the braces aside; its value keeps its type. */
export function wholeReference(text: string): Reference | undefined {
  const [reference] = text.startsWith('{{') ? findReferences(text) : [];
  return reference?.start === 0 && reference.end === text.length ? reference : undefined;
}

/** Strings as they are, every other value as compact JSON: `7`, `null`, `{"id":1}`. */
export function plainText(value: JsonValue): string {
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

/** The escape that keeps {@link resolveTemplate} from touching a text: every `{{` becomes `\{{`. */
export function escapeReferences(text: string): string {
  return text.replaceAll('{{', '\\{{');
}

/** A URL, and the rows of its query that are added to it. */
export interface UrlTemplate {
  readonly url: string;
  readonly query?: readonly Field[];
}

/** Gives the value of a reference in a URL; what comes before the path counts as path. */
export type UrlLookup = (reference: Reference, location: Location) => JsonValue | undefined;

/**
 * Resolves the references of a URL and its rows; those without value stay in the text.
 *
 * @param encode how a row is written; by default references that are left are encoded as well
 */
export function resolveUrl(
  { url, query = [] }: UrlTemplate,
  lookup: UrlLookup,
  encode = encodeComponent,
): string {
  const { pathStart, queryStart } = splitUrl(url);
  const { text } = resolveTemplate(
    url,
    (reference) => lookup(reference, { in: reference.start < queryStart ? 'path' : 'query' }),
    (value, { start }) => {
      const plain = plainText(value);
      return start < pathStart ? plain : start < queryStart ? encodeSegment(plain) : encodeComponent(plain);
    },
  );
  const path = encodeBraces(encodeUnsendable(text.replace(/#.*$/s, '')));
  const rows = query.filter(({ disabled }) => !disabled);
  return rows.reduce((whole, { name, value }) => {
    const find = (reference: Reference) => lookup(reference, { in: 'query', name });
    const filled = (part: string): string => encode(resolveTemplate(part, find).text);
    return addQuery(whole, filled(name), filled(value));
  }, path);
}

/** Where the parts of a URL begin. */
export interface UrlParts {
  readonly pathStart: number;
  readonly queryStart: number;
}

/** Finds where path and query begin, looking at literal characters only: those inside `{{…}}` do not count. */
export function splitUrl(template: string): UrlParts {
  const literal = hideReferences(template);
  const authority = /^[^/?#]*:\/\//.exec(literal)?.[0].length ?? 0;
  const pathStart = indexOrEnd(literal, /[/?#]/g, authority);
  return { pathStart, queryStart: indexOrEnd(literal, /[?#]/g, pathStart) };
}

/** A text of the same length in which references are blanked out: what is left was typed by people. */
export function hideReferences(template: string): string {
  // Only a text in quotes may contain braces.
  const calls = /["']/.test(template) ? findReferences(template) : [];
  const hidden = calls.reduceRight(
    (text, { start, end }) => text.slice(0, start) + '_'.repeat(end - start) + text.slice(end),
    template,
  );
  return hidden.replace(/\{\{[^{}]*\}\}/g, (reference) => '_'.repeat(reference.length));
}

function indexOrEnd(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** A reference, or without one the escape `\{{`. */
interface Mark {
  readonly start: number;
  readonly end: number;
  readonly reference?: Reference;
}

/** A text is read when a run is planned, for its credentials and its origins, and when it is sent. */
const marksOf = createMemo(readMarks).of;

function readMarks(text: string): readonly Mark[] {
  return text.includes('$') ? readCalls(text) : Array.from(text.matchAll(PLAIN_MARK), plainMark);
}

function plainMark({ 0: whole, 1: name, index: start }: RegExpExecArray): Mark {
  const end = start + whole.length;
  return name === undefined ? { start, end } : { start, end, reference: { name, args: [], start, end } };
}

function readCalls(text: string): readonly Mark[] {
  return Array.from(text.matchAll(MARK), (match) => {
    const [start, end] = [match.index, match.index + match[0].length];
    const { name, builtIn, words, called } = match.groups ?? {};
    if (called !== undefined) {
      return { start, end, reference: functionIn(match, called) };
    }
    const named = name ?? builtIn;
    return named === undefined
      ? { start, end }
      : { start, end, reference: { name: named, args: words?.match(WORDS) ?? [], start, end } };
  });
}

/** A call of a function. Arguments that cannot be read are one argument, which is none of the three kinds. */
function functionIn(match: RegExpExecArray, name: string): Reference {
  const { values, broken = '' } = match.groups ?? {};
  const [start, end] = [match.index, match.index + match[0].length];
  const written =
    values === undefined
      ? [{ text: broken.trim(), at: 0 }]
      : Array.from(values.matchAll(VALUES), textAndIndex);
  const first = start + match[0].indexOf(name) + name.length;
  return {
    name,
    args: written.map(({ text }) => text),
    start,
    end,
    inner: written.flatMap(({ text, at }) => {
      const argument = readArgument(text);
      const from = first + at;
      return argument?.kind === 'variable'
        ? [{ name: argument.name, args: [], start: from, end: from + text.length }]
        : [];
    }),
  };
}

function textAndIndex({ 0: text, index: at }: RegExpExecArray): {
  readonly text: string;
  readonly at: number;
} {
  return { text, at };
}
