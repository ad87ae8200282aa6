/** Creations by attacks: what they give counts as created, and is deleted, only when it is shown to be new. */
import assert from 'node:assert/strict';
import { LISTED, OLD, runCarts, type CartHabits, type CartRun } from './cartsApi';

const ATTACKS = {
  function: { 'note.create': { resource: 'note', request: 'notes.chain.json#create', effect: 'create' } },
  property: {
    'note.create': {
      resource: 'note',
      request: 'notes.chain.json#create',
      effect: 'create',
      assign: [{ path: '$.vip', value: true }],
    },
  },
} as const;

describe('what a creation by an attack gives', function () {
  /** Bob is a guest without any rights, and has a cart. */
  const users = { bob: { role: 'guest', variables: { key: 'key-of-bob' } } };
  const ids = ({ carts }: CartRun): readonly string[] => carts.map(({ id }) => String(id));

  function attack(habits: CartHabits, resource: object = {}): Promise<CartRun> {
    return runCarts(
      { carts: [['old-b', 'key-of-bob']], ...habits },
      { users, resource, operations: ATTACKS.function, only: ['note.create'] },
    );
  }

  const shapes: readonly (readonly [title: string, habits: CartHabits, resource: object, reason: RegExp])[] =
    [
      ['200 and is listed', { existing: { status: 200 } }, LISTED, /The list of bob showed the note before/],
      ['201 and is listed', { existing: { status: 201 } }, LISTED, /The list of bob showed the note before/],
      ['200 each time', { existing: { status: 200 } }, {}, /creates no new note each time/],
      ['201 with another text', { existing: { status: 201 } }, {}, /creates no new note each time/],
    ];
  for (const [title, habits, resource, reason] of shapes) {
    it(`was there before when the answer is ${title}`, async () => {
      const run = await attack(habits, resource);
      const { class: outcome, reasons } = run.cell('FUN note.create');
      assert.equal(outcome, 'INCONCLUSIVE_CONTROL');
      assert.match(reasons.join(' '), reason);
      assert.deepEqual(ids(run), ['old-b']);
      assert.ok(!run.asked.includes('key-of-bob DELETE /notes/old-b'));
    });
  }

  it('was there before when the text of the attack went into what the list showed', async () => {
    const run = await attack({ existing: { status: 200, writes: true } }, LISTED);
    assert.deepEqual(ids(run), ['old-b']);
    assert.equal(run.cell('FUN note.create').class, 'FLAW_WRITE');
    assert.match(
      run.result.leftovers.map(({ reason }) => reason).join('\n'),
      /The list of bob showed the note before it was created.* check whether the run changed it/,
    );
  });

  for (const created of [200, 201]) {
    for (const [title, resource] of [
      ['a list', LISTED],
      ['no list', {}],
    ] as const) {
      it(`is new when the answer is ${created} and there is ${title}`, async () => {
        const run = await attack({ created }, resource);
        assert.equal(run.cell('FUN note.create').class, 'FLAW_WRITE');
        assert.ok(run.result.leftovers.every(({ owner }) => owner !== 'bob'));
        assert.deepEqual(ids(run), ['old-b']);
      });
    }
  }

  it('reads the list of the caller once', async () => {
    const run = await attack({}, LISTED);
    const [first] = run.asked.filter((one) => one.startsWith('key-of-bob'));
    assert.equal(first, 'key-of-bob GET /notes');
    assert.equal(
      run.asked.slice(0, run.asked.indexOf('key-of-bob POST /notes')).filter((one) => one === first).length,
      1,
    );
  });

  it('shows nothing about a property that was there before', async () => {
    const run = await runCarts(
      {
        carts: OLD,
        existing: { status: 200 },
        before: ({ method }, asked) =>
          method === 'POST' && asked.filter((one) => one.includes('POST')).length === 1
            ? { status: 201, body: { id: 'old-a', vip: true } }
            : undefined,
      },
      { operations: ATTACKS.property, only: ['note.create'] },
    );
    assert.deepEqual(ids(run), ['old-a', 'old-b']);
    assert.ok(run.result.cells.every((cell) => !cell.class.startsWith('FLAW')));
  });
});
