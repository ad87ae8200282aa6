/**
 * A script as a syntax tree: the adapter of acorn. Nothing of it is ever run.
 *
 * Scripts come from strangers: their size is bounded, and what cannot be
 * read is told with the reason.
 */
import { parse } from 'acorn';
import type { Node, Program } from 'acorn';

/** A script that was read, or one sentence why not. */
export type ParsedScript =
  { readonly ok: true; readonly program: Program } | { readonly ok: false; readonly message: string };

/** UTF-16 code units. */
const MAX_LENGTH = 500_000;

/** Reads a script as test tools run it: `await` and `return` may stand outside functions. */
export function parseScript(text: string): ParsedScript {
  if (text.length > MAX_LENGTH) {
    return { ok: false, message: 'it is too long' };
  }
  try {
    const program = parse(text, {
      ecmaVersion: 'latest',
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      locations: true,
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

/** Line of a node, counting from 1. */
export function lineOf({ loc }: Node): number {
  return loc?.start.line ?? 1;
}
