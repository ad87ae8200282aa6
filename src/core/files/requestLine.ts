/** A request in a word or two, for lists: `GET /api/orders/{{orderId}}`. */

import { CALL } from './chainShape';

/** What is shown of a URL at most; the text has the rest. */
const MAX_LENGTH = 120;

/**
 * Method and path of a request, or the file of a chain that is a step. The server is left out: it is the same for most
 * requests of a chain.
 */
export function requestLine({ method, url, called = '' }: ShownRequest): string {
  return called === ''
    ? [method, shownPath(url)].filter((part) => part !== '').join(' ')
    : `${CALL} ${shownPath(called)}`;
}

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly called?: string;
}

function shownPath(url: string): string {
  const path = url.replace(/^(?:\{\{[^{}]*\}\}|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)(?=[/?#]|$)/i, '');
  const line = (path === '' && url !== '' ? '/' : path).replace(/\p{Cc}+/gu, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
