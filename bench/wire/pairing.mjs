/**
 * Which request of the chain is which one of the peer: the best pairs that keep the order of both sides, then equal ones
 * that were sent in another order.
 */

const EQUAL = 8;
const SAME_PATH = 5;
const LEAST_ALIKE = 0.5;

/**
 * @template Request
 * @param {readonly Request[]} peer
 * @param {readonly Request[]} ours
 * @param {(peer: Request, ours: Request) => number} countDifferences 0 for equal requests
 * @returns {readonly { readonly peer?: number, readonly ours?: number, readonly moved?: true }[]} positions, in the order of
 *   the peer; those that only the chain sent come last
 */
export function pairRequests(peer, ours, countDifferences) {
  const pairs = new Map(alignedPairs(peer, ours, (one, two) => score(one, two, countDifferences)));
  const taken = new Set(pairs.values());
  const moved = new Set();
  peer.forEach((request, index) => {
    const other = ours.findIndex(
      (candidate, place) => !taken.has(place) && countDifferences(request, candidate) === 0,
    );
    if (!pairs.has(index) && other !== -1) {
      pairs.set(index, other);
      taken.add(other);
      moved.add(index);
    }
  });
  return [
    ...peer.map((_request, index) => ({
      peer: index,
      ...(pairs.has(index) ? { ours: pairs.get(index) } : {}),
      ...(moved.has(index) ? { moved: true } : {}),
    })),
    ...ours.flatMap((_request, index) => (taken.has(index) ? [] : [{ ours: index }])),
  ];
}

/** 0 for requests that cannot be the same one. */
function score(peer, ours, countDifferences) {
  const differences = countDifferences(peer, ours);
  if (differences === 0) {
    return EQUAL;
  }
  if (peer.method !== ours.method) {
    return 0;
  }
  const [one, two] = [peer, ours].map(({ origin, target }) => [
    origin,
    ...target.split('?')[0].split('/').slice(1),
  ]);
  const alike =
    one.filter((segment, index) => segment === two[index]).length / Math.max(one.length, two.length);
  return alike < LEAST_ALIKE ? 0 : alike * SAME_PATH + 1 / differences;
}

/** Pairs with the greatest sum of scores among those that keep both orders. */
function alignedPairs(one, two, scoreOf) {
  const best = Array.from({ length: one.length + 1 }, () => new Float64Array(two.length + 1));
  const scores = one.map((left) => two.map((right) => scoreOf(left, right)));
  for (let left = one.length - 1; left >= 0; left -= 1) {
    for (let right = two.length - 1; right >= 0; right -= 1) {
      const paired = scores[left][right] === 0 ? 0 : scores[left][right] + best[left + 1][right + 1];
      best[left][right] = Math.max(paired, best[left + 1][right], best[left][right + 1]);
    }
  }
  const pairs = [];
  for (let left = 0, right = 0; left < one.length && right < two.length;) {
    const value = scores[left][right];
    if (value > 0 && best[left][right] === value + best[left + 1][right + 1]) {
      pairs.push([left, right]);
      left += 1;
      right += 1;
    } else if (best[left][right] === best[left + 1][right]) {
      left += 1;
    } else {
      right += 1;
    }
  }
  return pairs;
}
