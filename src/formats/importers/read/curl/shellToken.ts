/**
 * The pieces of a command line: what every shell has, under one name in each. How they are written is the
 * concern of a shell of its own (posixTokens.ts, cmdTokens.ts, powerShellTokens.ts); what they mean together
 * is the same (shellCommands.ts).
 */

import { UserError } from '../../../../core/errors';
import { shorten } from '../../../../core/shownText';

/** A piece of a command line; offsets in UTF-16 code units, `end` exclusive. */
export type ShellToken =
  | (Place & {
      readonly kind: 'word';
      readonly text: string;
      readonly assigns?: TokenAssignment;
      /** What stays in the text as written and only a running shell would replace. */
      readonly unknown?: readonly string[];
    })
  /** `|`, `<` or `>` and its relatives; `;` for whatever ends a command. */
  | (Place & { readonly kind: 'pipe' | 'readFrom' | 'writeTo' | 'end' })
  /** `<<EOF`, `<<<`: the input itself. */
  | (Place & { readonly kind: 'input'; readonly text: string })
  /** The end of a line; `isBlank` when an empty one follows. */
  | (Place & { readonly kind: 'line'; readonly isBlank: boolean })
  | (Place & { readonly kind: 'comment'; readonly text: string })
  /** `&` inside what must be a URL: a shell would end the command there. */
  | (Place & { readonly kind: 'glue' });

interface Place {
  readonly start: number;
  readonly end: number;
}

/** What a word sets when it is in front of a command. */
interface TokenAssignment {
  readonly name: string;
  readonly value: string;
  readonly commands?: string;
}

/** Why a text cannot be taken apart at a place. */
export function unclosedQuote(text: string, at: number): UserError {
  const line = text.slice(0, at).split('\n').length;
  return new UserError(
    `A quote of this command is not closed: line ${line}, ${JSON.stringify(shorten(text.slice(at), MAX_SHOWN))}.`,
    'Copy the whole command.',
  );
}

const MAX_SHOWN = 40;

/** Whether the line that begins at a place is empty. */
export function isBlankLine(text: string, at: number): boolean {
  const line = new RegExp(/[ \t]*\r?\n/y);
  line.lastIndex = at;
  return line.test(text);
}
