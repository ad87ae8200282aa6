/**
 * Parts of a request that several formats write as text: the URL with its query, headers of authentications
 * that are nothing but a header, encoded fields.
 */
import type { Auth, ChainRequest, Field } from '../../core/model';
import { encodeComponent, encodeUnsendable } from '../../core/prepare/url';
import { piecesOf, type Pieces } from './templatePieces';

/**
 * The URL as it is sent, with the query parameters that are switched on: characters that no request line can
 * hold are encoded, a fragment is left out.
 *
 * @param more further parameters
 */
export function urlPieces({ url, query }: ChainRequest, more: readonly Field[] = []): Pieces {
  const written = withoutFragment(piecesOf(url)).map((piece) =>
    typeof piece === 'string' ? encodeUnsendable(piece) : piece,
  );
  const hasQuery = written.some((piece) => typeof piece === 'string' && piece.includes('?'));
  const last = written.at(-1);
  const isOpen = typeof last === 'string' && /[?&]$/.test(last);
  const rows = fieldPieces([...query, ...more]);
  return rows.length === 0 ? written : [...written, hasQuery ? (isOpen ? '' : '&') : '?', ...rows];
}

/** A text in pieces, with the literal parts encoded. */
export function encodedPieces(text: string, encode: (literal: string) => string): Pieces {
  return piecesOf(text).map((piece) => (typeof piece === 'string' ? encode(piece) : piece));
}

/** The rows that are switched on, as a query or a form (`application/x-www-form-urlencoded`) has them. */
export function fieldPieces(fields: readonly Field[]): Pieces {
  return fields
    .filter(isEnabled)
    .flatMap(({ name, value }, index) => [
      ...(index === 0 ? [] : ['&']),
      ...encodedPieces(name, encodeComponent),
      '=',
      ...encodedPieces(value, encodeComponent),
    ]);
}

/** What an authentication adds to a request, when that is all it does. */
export interface AuthParts {
  readonly headers: readonly Field[];
  readonly query: readonly Field[];
}

/** The header or query parameter of an authentication; neither for one that is more than that. */
export function authParts(auth: Auth): AuthParts {
  switch (auth.type) {
    case 'bearer':
      return { headers: [enabled('Authorization', `Bearer ${auth.token}`)], query: [] };
    case 'apiKey': {
      const { name, value } = auth;
      return {
        header: { headers: [enabled(name, value)], query: [] },
        cookie: { headers: [enabled('Cookie', `${name}=${value}`)], query: [] },
        query: { headers: [], query: [enabled(name, value)] },
      }[auth.in];
    }
    default:
      return { headers: [], query: [] };
  }
}

/** Whether a row is switched on. */
export function isEnabled({ disabled }: { readonly disabled: boolean }): boolean {
  return !disabled;
}

/** Whether a header is among the rows that are sent. */
export function hasHeader(headers: readonly Field[], wanted: string): boolean {
  return headers.some(({ name, disabled }) => !disabled && name.toLowerCase() === wanted);
}

function enabled(name: string, value: string): Field {
  return { name, value, disabled: false };
}

/** The pieces of a URL up to its fragment, which is never sent. */
export function withoutFragment(pieces: Pieces): Pieces {
  const at = pieces.findIndex((piece) => typeof piece === 'string' && piece.includes('#'));
  const piece = pieces[at];
  return typeof piece === 'string' ? [...pieces.slice(0, at), piece.replace(/#.*$/s, '')] : pieces;
}
