/** Pairs of flaws, and the operations of addresses.authz.json to try each pair on. */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import { ADDRESSES, touches, type Address } from './addressModel';

/** Two flaws that are on together. */
export type FlawPair = readonly [FlawName, FlawName];

/** A pair, and where to look for it. */
export interface PlacedPair {
  readonly flaws: FlawPair;
  readonly operations: readonly Address[];
}

/** Which orders the owner has left, and so what she sees, depends on how often she lost one. */
const UNPREDICTABLE: FlawPair = ['takeover-on-update', 'id-ignored'];

/** Every pair of these flaws. */
export function everyPair(flaws: readonly FlawName[]): readonly FlawPair[] {
  return flaws
    .flatMap((one, index) => flaws.slice(index + 1).map((other): FlawPair => [one, other]))
    .filter((pair) => !pair.every((flaw) => UNPREDICTABLE.includes(flaw)));
}

/**
 * The pairs that touch an operation in common, with a few of those operations; from pair to pair others. Those
 * with never-answers are left out: each of their refusals takes the time of a time-out.
 */
export function pairsInCommon(flaws: readonly FlawName[]): readonly PlacedPair[] {
  const touched = new Map(
    flaws.map((flaw) => [flaw, ADDRESSES.filter((address) => touches(flaw, address))] as const),
  );
  const quick = everyPair(flaws).filter((pair) => !pair.includes('never-answers'));
  return quick.flatMap((pair, index) => {
    const [one = [], other = []] = pair.map((flaw) => touched.get(flaw));
    const common = one.filter((address) => other.includes(address));
    return common.length === 0 ? [] : [{ flaws: pair, operations: some(common, index) }];
  });
}

/** Some of the pairs, the same in every run. */
export function someOf(pairs: readonly FlawPair[], count: number): readonly FlawPair[] {
  const chosen = new Map<number, FlawPair>();
  let state = 20_260_105;
  while (chosen.size < Math.min(count, pairs.length)) {
    // A linear congruential generator with the constants of Numerical Recipes; its high bits are the good ones.
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    const index = Math.floor((state / 2 ** 32) * pairs.length);
    const pair = pairs[index];
    if (pair !== undefined) {
      chosen.set(index, pair);
    }
  }
  return [...chosen.values()];
}

const FEW = 2;

function some(addresses: readonly Address[], turn: number): readonly Address[] {
  const step = Math.max(1, Math.floor(addresses.length / FEW));
  const indexes = Array.from({ length: FEW }, (_, count) => (turn + count * step) % addresses.length);
  return addresses.filter((_, index) => indexes.includes(index));
}
