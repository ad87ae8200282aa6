/** A request in a word or two, for lists: `GET /api/orders/{{orderId}}`. */

/** What is shown of a URL at most; the text has the rest. */
const MAX_LENGTH = 120;

/** Method and path of a request. The server is left out: it is the same for most requests of a chain. */
export function requestLine({ method, url }: { readonly method: string; readonly url: string }): string {
  return [method, shownPath(url)].filter((part) => part !== '').join(' ');
}

function shownPath(url: string): string {
  const path = url.replace(/^(?:\{\{[^{}]*\}\}|[a-z][a-z0-9+.-]*:\/\/[^/?#]*)(?=[/?#]|$)/i, '');
  const line = (path === '' && url !== '' ? '/' : path).replace(/\p{Cc}+/gu, ' ');
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
