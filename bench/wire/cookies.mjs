/** Why a request of the chain lacks cookies that the peer sends, where that follows from how each of them keeps cookies. */

/** @typedef {import('./stub.mjs').Recorded} Recorded */

/**
 * The cause in the words of this measure; absent when none of them is known to hold.
 *
 * @param {{ readonly peer: Recorded, readonly ours: Recorded }} pair
 * @param {{ readonly stated: readonly string[], readonly ours: readonly Recorded[] }} known the cookies that headers of the
 *   source state, and what the chain sent before
 */
export function missingCookieCause({ peer, ours }, { stated, ours: before }) {
  const [more, less] = [peer, ours].map(cookiesOf);
  const missing = more.filter((cookie) => !less.includes(cookie));
  if (missing.length === 0 || less.some((cookie) => !more.includes(cookie))) {
    return undefined;
  }
  if (missing.every((cookie) => stated.includes(cookie))) {
    return 'a cookie of an earlier header is not kept';
  }
  return before.some((request) => hostOf(request) === hostOf(ours))
    ? undefined
    : 'no answer of its host came before, which could set a cookie';
}

function cookiesOf({ headers }) {
  return headers.flatMap(([name, value]) => (name.toLowerCase() === 'cookie' ? value.split('; ') : []));
}

function hostOf({ origin }) {
  return new URL(origin).hostname;
}
