/**
 * The value of a file of ours without the tree of its text, for callers that do not need positions.
 *
 * Building the tree is most of the time and memory that reading takes. It is needed to point at what is
 * wrong and to read comments; a text that `JSON.parse` takes has no comments, and nothing is wrong with it
 * but that a member may hide another one of the same name. Those are found by counting: `JSON.parse` keeps
 * one of them, and the text has a colon for each.
 */
import { ExactNumber, isArray, parseJson, type JsonValue } from './json';
import { JsonSyntaxError, JsonTooDeepError } from './jsonSyntax';

/** The value of a text, every digit kept; absent when the text is not JSON or a name is in an object twice. */
export function readPlainJson(text: string): JsonValue | undefined {
  try {
    const value = parseJson(text);
    return countMembers(value) === countColons(text) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return undefined;
    }
    throw error;
  }
}

function countMembers(value: JsonValue): number {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return 0;
  }
  const inside = Object.values(value);
  const own = isArray(value) ? 0 : inside.length;
  return inside.reduce<number>((sum, item) => sum + countMembers(item), own);
}

/** Colons outside strings of a text that is JSON. */
function countColons(text: string): number {
  let colons = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      inString = !inString;
    } else if (code === BACKSLASH) {
      at += 1;
    } else if (code === COLON && !inString) {
      colons += 1;
    }
  }
  return colons;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
