/** A long session for Auto Mapping: every request needs what the one before it was answered, among many other ids. */

/** Steps as `src/core/mapping/read/recordedSession.ts` has them; each response has about `bytes`. */
export function longSession(requests, bytes) {
  const random = seeded(1);
  const token = idBy(random) + idBy(random);
  const steps = [];
  let last = idBy(random);
  for (let entry = 0; entry < requests; entry += 1) {
    const id = idBy(random);
    const isCreation = entry % 3 === 0;
    steps.push({
      entry,
      method: isCreation ? 'POST' : 'GET',
      url: `http://127.0.0.1:4010/orders/${last}/items/${entry % 50}?page=${entry % 7}`,
      headers: [
        { name: 'Authorization', value: `Bearer ${token}` },
        { name: 'X-Trace', value: idBy(random) },
      ],
      ...(isCreation
        ? { body: json({ orderId: last, quantity: entry % 5, note: 'as soon as possible' }) }
        : {}),
      response: {
        status: 200,
        headers: [],
        ...json({ id, ...(entry === 0 ? { token } : {}), items: itemsOf(bytes, random) }),
      },
    });
    last = id;
  }
  return steps;
}

function itemsOf(bytes, random) {
  const items = [];
  for (let size = 0; size < bytes; size += JSON.stringify(items.at(-1)).length) {
    items.push({
      id: idBy(random),
      name: 'Coffee, ground',
      price: Math.floor(random() * 1000),
      tags: ['food', 'drink'],
      created: '2026-01-02T03:04:05Z',
      owner: { id: Math.floor(random() * 100), email: `${idBy(random)}@example.com` },
    });
  }
  return items;
}

function json(value) {
  return { mediaType: 'application/json', text: JSON.stringify(value) };
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function idBy(random) {
  return Array.from({ length: 12 }, () => LETTERS[Math.floor(random() * LETTERS.length)]).join('');
}

/** A linear congruential generator (the constants of Numerical Recipes); its high bits are the good ones. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
