/**
 * Further ways to name an object, each a guess at how a check can be passed by: sent twice, with another
 * method, by another spelling of the path, as another type, with a forged token. A variant is a request made from two: `own`, with
 * the caller's identifiers everywhere, and `owners`, with the owner's at the places of the cell.
 */
import { textOfBase64 } from '../../../base64';
import { isNumber, type JsonValue } from '../../../json/json';
import type { Chain, ChainRequest } from '../../../model';
import type { Cell, IdPlace, VariantName } from '../../model/cell';
import { effectOf } from '../../matrix/effects';
import type { AttackPack, Effect } from '../../model/matrix';
import { graphqlVariants } from './graphqlVariants';
import { idVariants } from './idVariants';
import { identityVariants } from './identityVariants';
import { methodVariants } from './methodVariants';
import { pathVariants } from './pathVariants';
import { pollutionVariants } from './pollutionVariants';
import { swapIds } from './swapIds';
import { tokenVariants } from './tokenVariants';
import { typeVariants } from './typeVariants';
import type { VariantSource, Vary } from './variantSource';

/** The request of a variant; undefined where it does not fit. */
export function varied(variant: VariantName, source: VariantSource): ChainRequest | undefined {
  return allVariants.get(variant)?.vary(source);
}

/** A request of an operation, to be sent in other ways. */
export interface VariedRequest {
  readonly request: ChainRequest;
  readonly chain: Pick<Chain, 'auth'>;
  readonly effect: Effect;
}

/** Packs that are for reading alone. */
const READING: ReadonlySet<AttackPack> = new Set(['id', 'graphql']);

/** The variants of these packs that fit a request, in a fixed order. */
export function variantsFor(
  { request, chain, effect }: VariedRequest,
  places: readonly IdPlace[],
  packs: readonly AttackPack[],
): readonly VariantName[] {
  // An identifier in the authentication is not what a variant is about.
  const owners = swapIds(request, {}, places);
  const source = { own: request, owners, places, chain, isText: () => true };
  return [...allVariants]
    .filter(([, { pack }]) => packs.includes(pack) && (effect === 'read' || !READING.has(pack)))
    .filter(([, { vary }]) => vary(source) !== undefined)
    .map(([name]) => name);
}

/** The method that the attack of a cell is sent with. */
export function attackMethod({ method, variant }: Pick<Cell, 'method' | 'variant'>): string {
  if (variant?.startsWith('verb-') === true) {
    return variant.slice('verb-'.length);
  }
  return variant?.startsWith('override-') === true ? 'POST' : method.toUpperCase();
}

/** Whether the attack of a cell may change something, by what the operation does or by its method. */
export function isMutating(cell: Pick<Cell, 'method' | 'variant' | 'effect'>): boolean {
  const isOtherMethod = cell.variant !== undefined && allVariants.get(cell.variant)?.pack === 'method';
  return cell.effect !== 'read' || (isOtherMethod && effectOf(attackMethod(cell)) !== 'read');
}

/**
 * Why a variant would ask nothing new of an identifier with this value, which is known only in a run; undefined
 * where it does ask. A whole sentence.
 */
export function pointlessVariant(variant: VariantName, id: JsonValue): string | undefined {
  if (variant === 'id-as-text' && typeof id === 'string') {
    return 'The identifier is a text already: this is what the cell without variant sends.';
  }
  if (variant === 'id-as-number' && isNumber(id)) {
    return 'The identifier is a number already: this is what the cell without variant sends.';
  }
  if (variant === 'id-global' && typeof id === 'string' && /^[A-Za-z]\w*:/.test(textOfBase64(id) ?? '')) {
    return 'The identifier is a global one already: this is what the cell without variant sends.';
  }
  return variant === 'id-as-number' && !/^(?:0|[1-9]\d*)$/.test(typeof id === 'string' ? id : '')
    ? 'The identifier does not consist of digits, so that it cannot be sent as a number.'
    : undefined;
}

interface Variant {
  readonly pack: AttackPack;
  readonly vary: Vary;
}

const allVariants: ReadonlyMap<VariantName, Variant> = new Map([
  ...inPack('pollution', pollutionVariants),
  ...inPack('method', methodVariants),
  ...inPack('path', pathVariants),
  ...inPack('type', typeVariants),
  ...inPack('token', tokenVariants),
  ...inPack('identity', identityVariants),
  ...inPack('id', idVariants),
  ...inPack('graphql', graphqlVariants),
]);

function inPack(
  pack: AttackPack,
  variants: Partial<Record<VariantName, Vary>>,
): readonly (readonly [VariantName, Variant])[] {
  return Object.entries(variants).map(([name, vary]) => [name as VariantName, { pack, vary }] as const);
}
