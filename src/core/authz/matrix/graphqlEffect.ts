/** What a GraphQL document does, by its tokens (GraphQL, October 2021, §2): strings and comments say nothing. */

const TOKEN =
  /"""(?:\\"""|[^])*?"""|"(?:[^"\\\n\r]|\\.)*"|#[^\n\r]*|\{\{[^{}]*\}\}|\.\.\.|[A-Za-z_]\w*|[{}()[\]":@$]/g;

/** A token of a document. */
export interface GraphqlToken {
  readonly text: string;
  /** Offset in UTF-16 code units. */
  readonly start: number;
  /** How many brackets are open around it; a pair of brackets is outside of itself. */
  readonly depth: number;
}

/** The tokens of a document, strings and comments among them. */
export function graphqlTokens(document: string): readonly GraphqlToken[] {
  let depth = 0;
  return [...document.matchAll(TOKEN)].map(({ 0: text, index: start }) => {
    depth -= CLOSING.has(text) ? 1 : 0;
    const token = { text, start, depth };
    depth += OPENING.has(text) ? 1 : 0;
    return token;
  });
}

/**
 * Whether every operation of a document is a query, whichever of them is carried out. A document that is not closed,
 * or that a reference may add an operation to, is not known to read.
 */
export function onlyQueries(document: string): boolean {
  const tokens = graphqlTokens(document);
  const count = (kinds: ReadonlySet<string>): number => tokens.filter(({ text }) => kinds.has(text)).length;
  const mayChange = tokens.some(
    ({ text, depth }) => text === '"' || (depth === 0 && (CHANGING.has(text) || text.startsWith('{{'))),
  );
  return !mayChange && count(OPENING) === count(CLOSING);
}

const CHANGING: ReadonlySet<string> = new Set(['mutation', 'subscription']);
const OPENING: ReadonlySet<string> = new Set('{(['.split(''));
const CLOSING: ReadonlySet<string> = new Set('})]'.split(''));
