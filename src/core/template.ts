/**
 * Variable references: the `{{name}}` marks in a text and the values that replace them.
 *
 * A name starts with a letter or `_`, goes on with letters, digits, `_`, `.` or `-`, and may have
 * blanks around it; built-ins begin with `$` and may take arguments (`{{$randomInt 1 100}}`). `\{{`
 * writes literal braces; anything else between double braces is ordinary text. Resolution is a single
 * pass: a value that itself contains `{{other}}` is inserted as it is. Values come from the API under
 * test, and a second pass would let a response read the user's other variables, tokens included.
 */
import { stringifyJson } from './json';
import type { JsonValue } from './json';

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
 * Missing references stay in the text, so a preview can show them where they stand. They are
 * no error here: the caller decides between a warning and a request that is not sent.
 *
 * @param encode how a value is written at its place; by default as {@link plainText}
 */
export function resolveTemplate(text: string, lookup: Lookup, encode: Encode = plainText): Resolution {
  if (!text.includes('{{')) {
    return { text, missing: [] };
  }
  const missing: Reference[] = [];
  const resolved = text.replace(MARK, (whole: string, ...match: unknown[]) => {
    const reference = toReference(whole, match);
    if (reference === undefined) {
      return '{{';
    }
    const value = lookup(reference);
    if (value !== undefined) {
      return encode(value, reference);
    }
    missing.push(reference);
    return whole;
  });
  return { text: resolved, missing };
}

/** All references in `text`, in order; a name used twice appears twice. */
export function findReferences(text: string): readonly Reference[] {
  return resolveTemplate(text, () => undefined).missing;
}

/** The reference that is the whole of `text`, blanks inside the braces aside; its value keeps its type. */
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

function toReference(whole: string, match: readonly unknown[]): Reference | undefined {
  const [name, builtIn, args, start] = match as [string?, string?, string?, number?];
  const found = name ?? builtIn;
  if (found === undefined || start === undefined) {
    return undefined;
  }
  return { name: found, args: args?.match(ARGUMENTS) ?? [], start, end: start + whole.length };
}
