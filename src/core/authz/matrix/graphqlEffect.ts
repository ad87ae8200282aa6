/** What a GraphQL document does, by its tokens (GraphQL, October 2021, §2): strings and comments say nothing. */

const TOKEN = /"""(?:\\"""|[^])*?"""|"(?:[^"\\\n\r]|\\.)*"|#[^\n\r]*|\{\{[^{}]*\}\}|[A-Za-z_]\w*|[{}()[\]"]/g;

/**
 * Whether every operation of a document is a query, whichever of them is carried out. A document that is not closed,
 * or that a reference may add an operation to, is not known to read.
 */
export function onlyQueries(document: string): boolean {
  let depth = 0;
  for (const [token] of document.matchAll(TOKEN)) {
    if (token === '"' || (depth === 0 && (CHANGING.has(token) || token.startsWith('{{')))) {
      return false;
    }
    depth += OPENING.has(token) ? 1 : CLOSING.has(token) ? -1 : 0;
  }
  return depth === 0;
}

const CHANGING: ReadonlySet<string> = new Set(['mutation', 'subscription']);
const OPENING: ReadonlySet<string> = new Set('{(['.split(''));
const CLOSING: ReadonlySet<string> = new Set('})]'.split(''));
