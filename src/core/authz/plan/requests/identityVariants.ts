/**
 * Headers in which a proxy tells a server who calls, or from where. A server that takes them from everybody lets a
 * caller be the owner. They fit where the request of the chain does not have them for purposes of its own.
 */
import type { VariantName } from '../../model/cell';
import type { Vary } from './variantSource';

/** Variables that a run gives the identity of the owner in: what the API calls the user, and the login name. */
export const OWNER_ID = 'identity.id';
const OWNER_NAME = 'identity.name';

/** By name. */
export const identityVariants = {
  'X-User-Id': named('X-User-Id', `{{${OWNER_ID}}}`),
  'X-Original-User': named('X-Original-User', `{{${OWNER_NAME}}}`),
  'X-Forwarded-For': named('X-Forwarded-For', '127.0.0.1'),
} as const satisfies Partial<Record<VariantName, Vary>>;

/** The variable with the identity that a variant sends; undefined where it sends none. */
export function identityVariable(variant: VariantName | undefined): string | undefined {
  switch (variant) {
    case 'X-User-Id':
      return OWNER_ID;
    case 'X-Original-User':
      return OWNER_NAME;
    default:
      return undefined;
  }
}

/** Whether a variant sends such a header. */
export function isIdentityVariant(variant: VariantName | undefined): boolean {
  return variant !== undefined && Object.hasOwn(identityVariants, variant);
}

function named(name: string, value: string): Vary {
  return ({ owners }) =>
    owners.headers.some((header) => header.name.toLowerCase() === name.toLowerCase())
      ? undefined
      : { ...owners, headers: [...owners.headers, { name, value, disabled: false }] };
}
