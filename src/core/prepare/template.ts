/**
 * Variable references: the `{{name}}` marks in a text and the values that replace them.
 *
 * A name starts with a letter or `_`, continues with letters, digits, `_`, `.` or `-`, and may have
 * spaces around it; built-ins begin with `$` and may take arguments (`{{$randomInt 1 100}}`). `\{{`
 * writes literal braces; anything else between double braces is ordinary text. Resolution is a single
 * pass: a value that itself contains `{{other}}` is inserted unchanged. Values come from the API under
 * test, and a second pass would let a response read the user's other variables, tokens included.
 */
import { stringifyJson, type JsonValue } from '../json/json';
import { createMemo } from '../memo';

/** One occurrence of a variable or built-in in a text; offsets in UTF-16 code units, `end` exclusive. */
export interface Reference {
  /** `orderId`, or `$randomInt` for a built-in. */
  readonly name: string;
  /** Arguments of a built-in as written, quotes included; empty otherwise. */
  readonly args: readonly string[];
  readonly start: number;
  readonly end: number;
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

const ARGUMENT = String.raw`"[^"{}]*"|'[^'{}]*'|[^\s{}"']+`;
const MARK = new RegExp(
  String.raw`\\\{\{|\{\{\s*(?:([A-Za-z_][\w.-]*)|(\$[A-Za-z]\w*)((?:\s+(?:${ARGUMENT}))*))\s*\}\}`,
  'g',
);
const ARGUMENTS = new RegExp(ARGUMENT, 'g');

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
  return resolveTemplate(text, () => undefined).missing;
}

/** The reference that is the whole of `text`, spaces inside the braces aside; its value keeps its type. */
export function wholeReference(text: string): Reference | undefined {
  const [reference] = text.startsWith('{{') ? findReferences(text) : [];
  return reference?.start === 0 && reference.end === text.length ? reference : undefined;
}

/** Strings as they are, every other value as compact JSON: `7`, `null`, `{"id":1}`. */
export function plainText(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** The escape that keeps {@link resolveTemplate} from touching a text: every `{{` becomes `\{{`. */
export function escapeReferences(text: string): string {
  return text.replaceAll('{{', '\\{{');
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
  return Array.from(text.matchAll(MARK), (match) => {
    const [whole, variable, builtIn, args] = match;
    const [name, start, end] = [variable ?? builtIn, match.index, match.index + whole.length];
    return name === undefined
      ? { start, end }
      : { start, end, reference: { name, args: args?.match(ARGUMENTS) ?? [], start, end } };
  });
}
