/** The cells of packs.authz.json, credential-packs.authz.json and id-packs.authz.json: what the attack packs try. */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { Cell, VariantName } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';
import type { Flaws } from './flawModel';

type Asked = Pick<Cell, 'kind' | 'operation' | 'variant' | 'effect'>;

/** Flaws that only a pack finds. */
export const PACK_FLAWS: readonly FlawName[] = [
  'duplicate-key',
  'query-pollution',
  'body-path-disagreement',
  'method-override',
  'original-url',
  'path-case',
  'trailing-slash',
  'path-normalization',
  'path-semicolon',
  'path-decoding',
  'path-suffix',
  'old-api-version',
  'type-confusion',
  'head-unchecked',
];

/** Flaws that only guesses about credentials find. */
export const CREDENTIAL_FLAWS: readonly FlawName[] = [
  'token-alg-none',
  'token-signature-optional',
  'token-unverified',
  'token-weak-key',
  'header-identity',
  'header-user-name',
  'trusted-proxy',
];

/** The class that flaws give a cell of credential-packs.authz.json. */
export function credentialClass({ kind, variant, effect }: Asked, flaws: Flaws): OutcomeClass {
  if (kind === 'SELF') {
    return 'PASS_EFFECT';
  }
  if (variant === undefined) {
    return 'PASS_404';
  }
  const isOpen = CREDENTIAL_FLAWS.some((flaw) => flaws.has(flaw) && isBelieved(flaw, variant));
  return isOpen ? HARM[effect] : variant.startsWith('token-') ? 'PASS_401' : 'PASS_404';
}

function isBelieved(flaw: FlawName, variant: VariantName): boolean {
  switch (flaw) {
    case 'token-alg-none':
      return variant === 'token-alg-none';
    case 'token-signature-optional':
      return variant === 'token-no-signature' || variant === 'token-alg-none';
    case 'header-identity':
      return variant === 'X-User-Id';
    case 'header-user-name':
      return variant === 'X-Original-User';
    case 'trusted-proxy':
      return variant === 'X-Forwarded-For';
    case 'token-weak-key':
      return variant === 'token-foreign-key';
    default:
      return variant.startsWith('token-');
  }
}

/** The class that flaws of the packs give a cell. */
export function packClass({ kind, variant, effect }: Asked, flaws: Flaws): OutcomeClass {
  if (kind === 'SELF') {
    return 'PASS_EFFECT';
  }
  if (variant === undefined) {
    return 'PASS_404';
  }
  if (PACK_FLAWS.some((flaw) => flaws.has(flaw) && isOpenedBy(flaw, variant))) {
    // No body, so that there is no proof.
    return variant === 'verb-HEAD' ? 'SUSPECT_ACCEPTED' : HARM[effect];
  }
  const checkedFirst = CHECKED_FIRST[variant];
  return checkedFirst !== undefined && flaws.has(checkedFirst) ? 'PASS_404' : withoutFlaws(variant);
}

const HARM: Readonly<Record<Cell['effect'], OutcomeClass>> = {
  read: 'FLAW_READ',
  create: 'FLAW_WRITE',
  update: 'FLAW_WRITE',
  action: 'FLAW_WRITE',
  delete: 'FLAW_DELETE',
};

function isOpenedBy(flaw: FlawName, variant: VariantName): boolean {
  switch (flaw) {
    case 'duplicate-key':
      return variant === 'json-duplicate-own-first';
    case 'query-pollution':
      return variant === 'query-repeated-own-first';
    case 'body-path-disagreement':
      return variant === 'body-disagrees';
    case 'method-override':
      return variant.startsWith('override-');
    case 'original-url':
      return variant === 'X-Original-URL' || variant === 'X-Rewrite-URL';
    case 'path-normalization':
      return variant === 'double-slash' || variant === 'percent-dot';
    case 'path-semicolon':
      return variant === 'dot-dot-semicolon' || variant === 'semicolon';
    case 'path-decoding':
      return variant === 'percent-slash' || variant === 'double-encoding';
    case 'path-suffix':
      return variant === 'suffix-json';
    case 'old-api-version':
      return variant === 'old-version';
    case 'head-unchecked':
      return variant === 'verb-HEAD';
    case 'type-confusion':
      return variant === 'id-in-array' || variant === 'id-in-object';
    default:
      return variant === flaw;
  }
}

/** The first of two ids is checked; where it is alice's, the order is the one of another. */
const CHECKED_FIRST: Partial<Record<VariantName, FlawName>> = {
  'json-duplicate-own-last': 'duplicate-key',
  'query-repeated-own-last': 'query-pollution',
};

/** What the API says to a request that it does not understand, or that means the caller's own order to it. */
function withoutFlaws(variant: VariantName): OutcomeClass {
  return WITHOUT_FLAWS[variant] ?? (variant.startsWith('override-') ? 'DENIED_OTHER' : 'PASS_404');
}

const WITHOUT_FLAWS: Partial<Record<VariantName, OutcomeClass>> = {
  'X-Original-URL': 'ID_IGNORED',
  'X-Rewrite-URL': 'ID_IGNORED',
  'body-disagrees': 'ID_IGNORED',
  // The ids of orders are texts and no numbers: nothing new is asked.
  'id-as-text': 'SKIPPED',
  'id-as-number': 'SKIPPED',
  'id-in-array': 'DENIED_OTHER',
  'id-in-object': 'DENIED_OTHER',
  'query-repeated-own-first': 'DENIED_OTHER',
  'query-repeated-own-last': 'DENIED_OTHER',
  'query-array': 'DENIED_OTHER',
  'json-duplicate-own-first': 'DENIED_OTHER',
  'json-duplicate-own-last': 'DENIED_OTHER',
  'verb-POST': 'DENIED_OTHER',
  'verb-OPTIONS': 'SOFT_DENY',
};

/** Flaws that only guesses at identifiers find. */
export const ID_FLAWS: readonly FlawName[] = [
  'wildcard-id',
  'id-list-unchecked',
  'global-id-unchecked',
  'graphql-alias-unchecked',
  'graphql-batch-unchecked',
];

/** The class that flaws give a cell of id-packs.authz.json. */
export function idClass({ kind, operation, variant }: Asked, flaws: Flaws): OutcomeClass {
  if (kind === 'SELF') {
    return 'PASS_EFFECT';
  }
  if (variant === undefined || operation === 'path.get') {
    const isOpen = ID_FLAWS.some((flaw) => flaws.has(flaw) && variant !== undefined && isRead(flaw, variant));
    return isOpen ? 'FLAW_READ' : operation === 'graphql.get' ? 'PASS_MAPPED' : 'PASS_404';
  }
  if (operation === 'graphql.get') {
    return GRAPHQL[variant] !== undefined && flaws.has(GRAPHQL[variant])
      ? 'FLAW_READ'
      : variant === 'graphql-batch'
        ? 'DENIED_OTHER'
        : 'PASS_MAPPED';
  }
  return variant === 'id-wildcard' || variant === 'id-global' ? 'PASS_404' : 'DENIED_OTHER';
}

const GRAPHQL: Partial<Record<VariantName, FlawName>> = {
  'graphql-alias': 'graphql-alias-unchecked',
  'graphql-batch': 'graphql-batch-unchecked',
};

function isRead(flaw: FlawName, variant: VariantName): boolean {
  switch (flaw) {
    case 'id-list-unchecked':
      return variant === 'id-list';
    case 'global-id-unchecked':
      return variant === 'id-global';
    case 'wildcard-id':
      return ['id-wildcard', 'id-null', 'id-zero', 'id-negative'].includes(variant);
    default:
      return false;
  }
}
