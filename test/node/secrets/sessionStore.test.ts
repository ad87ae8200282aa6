import assert from 'node:assert/strict';
import { createSessionStore } from '../../../src/node/secrets/sessionStore';
import type { Session } from '../../../src/node/secrets/signInPorts';

const session: Session = {
  accessToken: 'acc3ss',
  refreshToken: 'r3fresh',
  expiresAt: 7,
  origins: ['https://api.test'],
};

/** A workspace in an editor whose keychain may not work. */
function open(works = true, held = new Map<string, string>(), id = 'workspace-1') {
  const remembered = new Map<string, unknown>();
  const faults: unknown[] = [];
  const fails = (): Promise<never> => Promise.reject(new Error('no keychain'));
  const keychain = {
    get: (key: string) => (works ? Promise.resolve(held.get(key)) : fails()),
    store: (key: string, value: string) => (works ? Promise.resolve(void held.set(key, value)) : fails()),
    delete: (key: string) => (works ? Promise.resolve(void held.delete(key)) : fails()),
  };
  const memory = {
    get: (key: string) => remembered.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void remembered.set(key, value)),
  };
  const store = createSessionStore(keychain, memory, {
    newId: () => id,
    failed: (error) => void faults.push(error),
  });
  return { store, held, remembered, faults };
}

describe('the sessions of a workspace', () => {
  it('come back whole, and leave no token in the memory', async () => {
    const { store, remembered, faults } = open();
    await store.set('key', session, 'https://login.test (client)');
    assert.deepEqual(await store.get('key'), session);
    assert.deepEqual(store.shown(), ['https://login.test (client)']);
    assert.ok(!/acc3ss|r3fresh/.test(JSON.stringify([...remembered])));
    assert.deepEqual(faults, []);
  });

  it('belong to one workspace', async () => {
    const { store, held } = open();
    await store.set('key', session, 'x');
    assert.equal(await open(true, held, 'workspace-2').store.get('key'), undefined);
  });

  it('are all gone when they are ended', async () => {
    const { store, held } = open();
    await store.set('one', session, 'a');
    await store.set('two', session, 'b');
    assert.equal(await store.endAll(), 2);
    assert.deepEqual([held.size, store.shown(), await store.get('one')], [0, [], undefined]);
    assert.equal(await store.endAll(), 0);
  });

  it('last as long as the window where there is no keychain', async () => {
    const { store, faults } = open(false);
    await store.set('key', session, 'x');
    assert.deepEqual(await store.get('key'), session);
    assert.ok(faults.length > 0);
    assert.equal(await store.endAll(), 1);
    assert.equal(await store.get('key'), undefined);
  });

  for (const text of ['', '{', 'null', '[]', '{"accessToken":1}', '{"origins":["https://evil.test"]}']) {
    it(`count as none when the keychain gives ${JSON.stringify(text)}`, async () => {
      const { store, held } = open();
      await store.set('key', session, 'x');
      const [name = ''] = held.keys();
      held.set(name, text);
      assert.equal(await store.get('key'), undefined);
    });
  }

  it('are bound to no origin when that was lost', async () => {
    const { store, held } = open();
    await store.set('key', session, 'x');
    const [name = ''] = held.keys();
    held.set(name, '{"accessToken":"a","origins":"https://evil.test","expiresAt":"x"}');
    assert.deepEqual(await store.get('key'), { accessToken: 'a', origins: [] });
  });

  it('are worked on by one at a time, each key for itself, whatever fails', async () => {
    const { store } = open();
    const order: string[] = [];
    const work =
      (name: string, result: Promise<unknown> = Promise.resolve()) =>
      async () => {
        order.push(`${name} begins`);
        await result;
        order.push(`${name} ends`);
      };
    const first = store.inTurn('a', work('first', Promise.reject(new Error('no'))));
    const second = store.inTurn('a', work('second'));
    const other = store.inTurn('b', work('other'));
    await assert.rejects(first, /no/);
    await Promise.all([second, other]);
    assert.ok(order.indexOf('other begins') < order.indexOf('second begins'));
    assert.deepEqual(
      order.filter((line) => !line.startsWith('other')),
      ['first begins', 'second begins', 'second ends'],
    );
  });
});
