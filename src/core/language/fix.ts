/**
 * Quick fixes: what would fix a problem of a chain, as a title and a change.
 *
 * Titles are cheap and asked for whenever the cursor moves; edits are worked out when a fix is chosen, and
 * throw a UserError when the text cannot be changed because it is not JSON.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import type { TextRange } from '../problem';
import type { Say } from '../say';
import type { TextEdit } from '../edit/textEdit';
import type { LastResponse } from './responseSearch';

/** A way to fix a problem. */
export interface Fix {
  /** Says what happens when it is chosen. */
  readonly title: string;
  readonly change: FixChange;
  /** The one that most people mean. */
  readonly isPreferred: boolean;
}

/** What a fix does. */
type FixChange =
  /** Edits a file; `file` is a workspace path. */
  | { readonly kind: 'edit'; readonly file: string; readonly edits: () => readonly TextEdit[] }
  /** Writes a file that is not there yet. */
  | { readonly kind: 'create'; readonly file: string; readonly content: string }
  /** Moves a literal of the chain into the secret storage. */
  | { readonly kind: 'storeAsSecret'; readonly range: TextRange };

/** What fixes are made from. */
export interface FixContext {
  readonly analysis: ChainAnalysis;
  /** Titles in the reader's language. */
  readonly say: Say;
  /** The last response of a request of this chain. */
  readonly lastResponse: (requestId: string) => LastResponse | undefined;
  /** Names of the environments that the chain can run in. */
  readonly environments: readonly string[];
  /** Text of the file that contains the chain's environment. */
  readonly environmentText?: string;
}

/** An edit of the chain itself. */
export function editChain(
  { analysis: { source } }: FixContext,
  title: string,
  edits: (text: string) => readonly TextEdit[],
): Fix {
  const change = { kind: 'edit', file: source.file, edits: () => edits(source.text) } as const;
  return { title, change, isPreferred: false };
}

/** The same fix as the one that most people mean. */
export function preferred(fix: Fix): Fix {
  return { ...fix, isPreferred: true };
}
