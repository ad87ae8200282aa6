/**
 * JSON with references in it, as people write it for other tools: `{ "id": {{id}}, "name": "{{name}}" }`.
 *
 * Without quotes a reference is a number, `true` or a whole object, and the text is not JSON until it
 * is filled in. In a chain both are the text `"{{id}}"`, whose value keeps its type; a body in which a number is
 * known to be in quotes stays text. Braces that are written as `\u007b` are ordinary text to those tools, and
 * stay unchanged.
 */
import { isArray, isObject, readPlainJson, type JsonValue } from '../../../core/json/json';
import { escapeReferences, wholeReference } from '../../../core/prepare/template';
import { memberOf } from './externalJson';
import type { ImportedMembers } from './imported';

/** JSON that was read. */
export interface TemplateJson {
  readonly value: JsonValue;
  /** Variables without quotes, each once. */
  readonly typed: readonly string[];
}

/** Chains nest their bodies a few levels deeper, and files may nest 512. */
const MAX_DEPTH = 200;

/** UTF-16 code units; expressions with strings need a stack in proportion to a text. */
export const MAX_LENGTH = 1_000_000;

/** Reads such a text; absent when it is not JSON, or reading it would change what is sent. */
export function readTemplateJson(text: string): TemplateJson | undefined {
  if (text.length > MAX_LENGTH && text.includes('{{')) {
    return undefined;
  }
  const typed = new Set<string>();
  const literal = withoutEscapedBraces(text);
  const quoted = !literal.includes('{{')
    ? literal
    : literal.replace(/"(?:[^"\\]|\\.)*"|\{\{\s*[$A-Za-z_][^{}"]*\}\}/gs, (token) => {
        if (token.startsWith('"')) {
          return token;
        }
        const reference = wholeReference(token);
        if (reference !== undefined && !reference.name.startsWith('$')) {
          typed.add(reference.name);
        }
        return JSON.stringify(token);
      });
  const value = readPlainJson(quoted);
  return value === undefined || nestsTooDeep(value) ? undefined : { value, typed: [...typed] };
}

/**
 * Reads such a text as a body. Absent also where a number would lose its quotes: that of a built-in, or of a
 * variable that is also in the body without them. For other variables it is known later (`writtenJson`).
 */
export function readJsonBody(text: string): TemplateJson | undefined {
  const read = readTemplateJson(text);
  if (read === undefined) {
    return undefined;
  }
  const quoted = text.includes('"{{')
    ? [...text.matchAll(STRING)].flatMap(([, content = '']) => wholeReference(content)?.name ?? [])
    : [];
  if (quoted.some((name) => TYPED.has(name) || read.typed.includes(name))) {
    return undefined;
  }
  if (typeof read.value === 'object' && read.value !== null) {
    remembered.set(read.value, { text, quoted: new Set(quoted), bare: read.typed });
  }
  return read;
}

/** A body that was read, as it was written. */
export interface WrittenJson {
  readonly text: string;
  /** Variables that are the whole of a string in it. */
  readonly quoted: ReadonlySet<string>;
  /** Variables without quotes. */
  readonly bare: readonly string[];
}

/** How the body of a request was written; absent when `readJsonBody` did not read it. */
export function writtenJson({ body }: ImportedMembers): WrittenJson | undefined {
  const json = memberOf(body, 'json');
  return typeof json === 'object' && json !== null ? remembered.get(json) : undefined;
}

/** By the value that was read. */
const remembered = new WeakMap<object, WrittenJson>();

const STRING = /"((?:[^"\\]|\\.)*)"/gs;

/** Built-ins whose value is a number or a truth value. */
const TYPED: ReadonlySet<string> = new Set([
  ...['$timestamp', '$timestampMs', '$randomInt'],
  ...['$randomBoolean', '$randomLatitude', '$randomLongitude', '$randomPrice'],
]);

/** The text with what keeps braces from being a reference in place of their escapes. */
function withoutEscapedBraces(text: string): string {
  const literal = JSON.stringify(escapeReferences('{{')).slice(1, -1);
  return text.replace(ESCAPES, (mark, braces: string | undefined) => (braces === undefined ? mark : literal));
}

/** Two braces of which one at least is an escape and none belongs to a reference, or another escape, as a whole. */
const ESCAPES = /(\\u007b(?!\{\{[^{}"]+\}\})(?:\{|\\u007b)|\{\\u007b)|\\./gis;

/** Whether a body nests deeper than a chain, which nests itself, can hold. */
export function nestsTooDeep(value: JsonValue): boolean {
  return depthOf(value) > MAX_DEPTH;
}

function depthOf(value: JsonValue): number {
  if (!isArray(value) && !isObject(value)) {
    return 0;
  }
  return (
    1 + Object.values(value).reduce<number>((deepest, item: JsonValue) => Math.max(deepest, depthOf(item)), 0)
  );
}
