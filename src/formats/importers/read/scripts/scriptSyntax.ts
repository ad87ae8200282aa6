/**
 * A script as a syntax tree: the adapter of acorn. Scripts are never run.
 *
 * Scripts are untrusted: their size is limited, and what cannot be read is
 * reported with the reason.
 */
import { parse, type Program } from 'acorn';

/** A script that was read, or one sentence why not. */
export type ParsedScript =
  { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly message: string };

/** UTF-16 code units. */
const MAX_LENGTH = 500_000;

/** Reads a script as test tools run it: `await` and `return` are allowed outside functions. */
export function parseScript(text: string): ParsedScript {
  if (text.length > MAX_LENGTH) {
    return { ok: false, message: 'it is too long' };
  }
  try {
    const program = parse(text, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
    });
    return { ok: true, program };
  } catch (error) {
    // Of a text that is nested deeper than its stack the parser says so in a SyntaxError, too.
    if (error instanceof SyntaxError) {
      return { ok: false, message: error.message };
    }
    throw error;
  }
}

/** Remembers the scripts of a collection that come back: people repeat some in many requests, and most in none. */
export function createScriptParser(): (text: string) => ParsedScript {
  const seen = new Set<string>();
  const known = new Map<string, ParsedScript>();
  return (text) => {
    const parsed = known.get(text) ?? parseScript(text);
    if (!seen.has(text)) {
      seen.add(text);
    } else if (known.size < MAX_REMEMBERED && text.length < MAX_REMEMBERED_LENGTH) {
      known.set(text, parsed);
    }
    return parsed;
  };
}

/** Trees take some fifty times the memory of their texts. */
const MAX_REMEMBERED = 500;
const MAX_REMEMBERED_LENGTH = 5000;
