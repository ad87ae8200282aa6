/**
 * Tokens that somebody without a key made, or that have ended, in the places of the caller's: the request stays what
 * it is, and the run gives its variables other values. They fit where a request sends credentials that a chain gets.
 */
import { isCredentialHeader } from '../../../masking/credentialNames';
import { effectiveAuth, referencedVariables } from '../../../prepare/references';
import type { Cell, CellKind, VariantName } from '../../model/cell';
import type { Forgery } from '../../request/forgedToken';
import type { Vary } from './variantSource';

/** By name. */
export const tokenVariants = {
  'token-alg-none': withCredentials,
  'token-no-signature': withCredentials,
  'token-payload': withCredentials,
  'token-foreign-key': withCredentials,
  'token-after-logout': withCredentials,
  'token-expired': withCredentials,
} as const satisfies Record<Forgery, Vary> & Partial<Record<VariantName, Vary>>;

/** Whether a cell is asked with a token of the owner that a log-out has ended. */
export function isSignedOut({ variant }: Pick<Cell, 'variant'>): boolean {
  return variant === 'token-after-logout';
}

/** Whether a cell is asked with a token of the owner that has expired. */
export function isExpired({ variant }: Pick<Cell, 'variant'>): boolean {
  return variant === 'token-expired';
}

/** Whether a cell is asked with a token of the owner that was valid in this run and is no longer. */
export function isEnded(cell: Pick<Cell, 'variant'>): boolean {
  return isSignedOut(cell) || isExpired(cell);
}

/** How the token of a cell is forged; absent where it is the caller's own. */
export function forgeryOf({ variant }: Pick<Cell, 'variant'>): Forgery | undefined {
  const isForged = variant !== undefined && Object.hasOwn(tokenVariants, variant) && !isEnded({ variant });
  return isForged ? (variant as Forgery) : undefined;
}

/** Whether a cell is asked with credentials that somebody was given, and that have not ended. */
export function hasCredentials(cell: Pick<Cell, 'kind' | 'variant' | 'ended'>): boolean {
  return cell.kind !== 'ANON' && cell.ended === undefined && forgeryOf(cell) === undefined && !isEnded(cell);
}

/** The kind that a cell is judged as: a forged or ended token is refused as no token is, with 401 as well. */
export function judgedKind(cell: Pick<Cell, 'kind' | 'variant' | 'ended'>): CellKind {
  return hasCredentials(cell) ? cell.kind : 'ANON';
}

function withCredentials({ owners, chain }: Parameters<Vary>[0]): ReturnType<Vary> {
  const auth = effectiveAuth(owners, chain);
  const inAuth = auth.type === 'bearer' || auth.type === 'apiKey';
  const inHeaders = owners.headers.some(
    ({ name, value, disabled }) =>
      !disabled && isCredentialHeader(name) && referencedVariables(value).length > 0,
  );
  return inAuth || inHeaders ? owners : undefined;
}
