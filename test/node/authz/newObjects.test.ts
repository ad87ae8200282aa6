/** What a creation gives is the run's only when it is shown to be new; everything else stays where it is. */
import assert from 'node:assert/strict';
import { LISTED, OLD, runCarts, type CartHabits, type CartRun } from './cartsApi';

describe('what a creation gives', function () {
  const ids = ({ carts }: CartRun): readonly string[] => carts.map(({ id }) => String(id));
  const deletions = ({ asked }: CartRun): readonly string[] => asked.filter((one) => one.includes('DELETE'));
  const reasons = ({ result }: CartRun): string => result.leftovers.map(({ reason }) => reason).join('\n');

  const existing = { carts: OLD, existing: { status: 200 } } as const;
  const full = Array.from({ length: 22 }, (_, index): [string, string] => [
    `old-${index}`,
    index % 2 === 0 ? 'key-of-alice' : 'key-of-bob',
  ]);
  const shapes: readonly (readonly [title: string, habits: CartHabits])[] = [
    ['calls ids otherwise', { lists: (carts) => carts.map(({ id, ...cart }) => ({ _id: id, ...cart })) }],
    ['is a map', { lists: (carts) => Object.fromEntries(carts.map((cart) => [cart.id, cart])) }],
    [
      'has ids of something else in its items',
      {
        lists: (carts) =>
          carts.map(({ id, owner, ...cart }) => ({ cartId: id, ...cart, owner: { id: owner } })),
      },
    ],
    ['is a page that does not say so', { carts: full, lists: (carts) => carts.slice(1) }],
  ];
  for (const [title, habits] of shapes) {
    it(`is not believed to be new when the list ${title}`, async () => {
      const all = habits.carts ?? OLD;
      const run = await runCarts({ ...existing, ...habits }, { resource: LISTED });
      assert.deepEqual(deletions(run), []);
      assert.equal(run.carts.length, all.length);
      assert.match(reasons(run), /neither attacked nor deleted/);
    });
  }

  const echoes: readonly (readonly [title: string, habits: CartHabits, resource?: object])[] = [
    ['answers 201 and shows another text', {}],
    ['answers 201, and reading shows another text', { answers: onlyId }],
    ['answers 201, and no text could be planted', {}, { canary: ['$.missing'] }],
    ['answers 201, and nothing shows a text', { answers: onlyId }, { read: undefined }],
    [
      'answers another one each time, with another text',
      {
        before: ({ method }, asked) =>
          method === 'POST'
            ? { status: 201, body: { id: `old-${asked.length}`, ...OTHER } }
            : { status: 200, body: { ...OTHER, id: 'old-a' } },
      },
    ],
  ];
  for (const [title, habits, resource] of echoes) {
    it(`is not believed to be new when its creation ${title}`, async () => {
      const run = await runCarts(
        { carts: OLD, existing: { status: 201 }, ...habits },
        resource === undefined ? {} : { resource },
      );
      assert.deepEqual(deletions(run), []);
      assert.deepEqual(ids(run), ['old-a', 'old-b']);
      assert.match(reasons(run), /creates no new note each time.* neither attacked nor deleted/);
      const left = run.result.leftovers.filter(({ ids: known }) => Object.keys(known).length > 0);
      assert.equal(new Set(left.map((one) => JSON.stringify(one))).size, left.length);
      assert.equal(run.cell('OBJ note.read').class, 'INCONCLUSIVE_CONTROL');
    });
  }

  const ordinary: readonly (readonly [title: string, habits: CartHabits, creations: number])[] = [
    ['shows the text', {}, 1],
    ['shows the beginning of the text, in capitals', { answers: shortened }, 1],
    ['shows its id alone, and reading shows the text', { answers: onlyId }, 1],
    ['answers 200', { created: 200 }, 1.5],
  ];
  for (const [title, habits, creations] of ordinary) {
    it(`is new when its creation ${title}`, async () => {
      const run = await runCarts(habits);
      assert.equal(reasons(run), '');
      assert.deepEqual(ids(run), []);
      assert.equal(run.cell('OBJ note.read').class, 'PASS_404');
      assert.equal(run.asked.filter((one) => one.includes('POST')).length, 2 * creations);
    });
  }

  it('is given up when a later creation gives it again', async () => {
    const run = await runCarts(
      { carts: OLD, existing: { status: 201, writes: true } },
      {
        operations: {
          'note.read': { resource: 'note', request: 'notes.chain.json#read' },
          'note.create': { resource: 'note', request: 'notes.chain.json#create', effect: 'create' },
        },
      },
    );
    assert.deepEqual(deletions(run), []);
    assert.deepEqual(ids(run), ['old-a', 'old-b']);
    assert.match(reasons(run), /later creation named it again.* check whether the run changed it/);
  });

  for (const status of [401, 403, 429, 503]) {
    it(`is not believed to be new when the second request is refused with ${status}`, async () => {
      const run = await runCarts({
        ...existing,
        before: ({ method, token }, asked) =>
          method === 'POST' && asked.filter((one) => one === `${token ?? ''} POST /notes`).length > 1
            ? { status, body: { error: 'not now' } }
            : undefined,
      });
      assert.deepEqual(deletions(run), []);
      assert.deepEqual(ids(run), ['old-a', 'old-b']);
    });
  }

  for (const [status, body] of [
    [409, {}],
    [422, {}],
    [400, { error: 'A cart exists already' }],
  ] as const) {
    it(`is new when the second request is refused with ${status} for there is one`, async () => {
      const run = await runCarts({
        created: 200,
        before: ({ method, token }, asked) =>
          method === 'POST' && asked.filter((one) => one === `${token ?? ''} POST /notes`).length > 1
            ? { status, body }
            : undefined,
      });
      assert.deepEqual(reasons(run), '');
      assert.deepEqual(ids(run), []);
      assert.equal(run.cell('OBJ note.read').class, 'PASS_404');
    });
  }
});

const OTHER = { text: 'groceries' };

function onlyId(cart: object): object {
  return { id: 'id' in cart ? cart.id : undefined };
}

function shortened(cart: object): object {
  return { ...cart, text: 'text' in cart ? String(cart.text).slice(0, 14).toUpperCase() : undefined };
}
