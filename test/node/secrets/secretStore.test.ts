import assert from 'node:assert/strict';
import {
  createSecretStore,
  type Keychain,
  type Memory,
  type SecretStore,
} from '../../../src/node/secrets/secretStore';

interface Editor {
  readonly keychain: Keychain & { readonly held: Map<string, string> };
  readonly memory: Memory & { readonly held: Map<string, unknown> };
  readonly store: SecretStore;
  readonly changes: () => number;
}

/** A workspace in an editor; several may share a keychain, as they do. */
function open(held = new Map<string, string>(), id = 'workspace-1'): Editor {
  const remembered = new Map<string, unknown>();
  let changes = 0;
  const keychain = {
    held,
    get: (key: string) => Promise.resolve(held.get(key)),
    store: (key: string, value: string) => Promise.resolve(void held.set(key, value)),
    delete: (key: string) => Promise.resolve(void held.delete(key)),
  };
  const memory = {
    held: remembered,
    get: (key: string) => remembered.get(key),
    update: (key: string, value: unknown) => Promise.resolve(void remembered.set(key, value)),
  };
  const store = createSecretStore(keychain, memory, { newId: () => id, changed: () => (changes += 1) });
  return { keychain, memory, store, changes: () => changes };
}

describe('the secrets of a workspace', () => {
  const secret = { value: 'val-123', origins: ['https://api.test'] };

  it('come back with their values and origins', async () => {
    const { store } = open();
    await store.set('B', secret);
    await store.set('A', { value: '', origins: ['HTTPS://API.test:443/x', 'http://127.0.0.1:1'] });
    const origins = ['https://api.test', 'http://127.0.0.1:1'];
    assert.deepEqual(await store.values(), {
      values: new Map([
        ['A', { value: '', origins }],
        ['B', secret],
      ]),
      unreadable: [],
    });
    assert.deepEqual(store.entries(), [
      { name: 'A', origins },
      { name: 'B', origins: secret.origins },
    ]);
  });

  it('leave nothing of a value in the memory', async () => {
    const { store, memory } = open();
    await store.set('A', secret);
    assert.ok(!JSON.stringify([...memory.held]).includes(secret.value));
  });

  it('belong to one workspace: another one cannot name them', async () => {
    const one = open();
    await one.store.set('A', secret);
    const stranger = open(one.keychain.held, 'workspace-2');
    await stranger.memory.update('secrets', one.memory.get('secrets'));
    assert.deepEqual(await stranger.store.values(), { values: new Map(), unreadable: ['A'] });
    await stranger.store.set('A', { value: 'other', origins: [] });
    assert.deepEqual((await one.store.values()).values.get('A'), secret);
  });

  it('replace an older value of the same name', async () => {
    const { store } = open();
    await store.set('A', secret);
    await store.set('A', { value: 'new', origins: [] });
    assert.deepEqual(store.entries(), [{ name: 'A', origins: [] }]);
    assert.equal((await store.values()).values.get('A')?.value, 'new');
  });

  it('are bound to other origins without being entered again', async () => {
    const { store } = open();
    await store.set('A', secret);
    assert.equal(await store.bind('A', ['https://other.test', 'no url']), true);
    assert.deepEqual((await store.values()).values.get('A'), {
      value: 'val-123',
      origins: ['https://other.test'],
    });
    assert.equal(await store.bind('NONE', []), false);
    assert.deepEqual(
      store.entries().map(({ name }) => name),
      ['A'],
    );
  });

  it('are gone when deleted', async () => {
    const { store, keychain } = open();
    await store.set('A', secret);
    await store.delete('A');
    assert.deepEqual([store.entries(), keychain.held.size], [[], 0]);
    await store.delete('A');
  });

  it('tell of every change', async () => {
    const { store, changes } = open();
    await store.set('A', secret);
    await store.bind('A', []);
    await store.delete('A');
    assert.equal(changes(), 3);
  });

  it('are changed one after the other', async () => {
    const { store } = open();
    await Promise.all(
      ['C', 'A', 'B', 'A'].map((name, index) => store.set(name, { ...secret, value: `${index}` })),
    );
    const { values } = await store.values();
    assert.deepEqual(
      [...values].map(([name, { value }]) => `${name}${value}`),
      ['A3', 'B2', 'C0'],
    );
  });

  for (const name of ['__proto__', 'constructor', 'a/b', 'ü', '']) {
    it(`may even be called "${name}"`, async () => {
      const { store } = open();
      await store.set(name, secret);
      assert.deepEqual((await store.values()).values, new Map([[name, secret]]));
    });
  }

  const damaged = ['', 'null', '[]', '{', '{"value":1}', '{"origins":[]}'];
  for (const text of damaged) {
    it(`count as lost when the keychain gives ${JSON.stringify(text)}`, async () => {
      const { store, keychain } = open();
      await store.set('A', secret);
      const [key = ''] = keychain.held.keys();
      keychain.held.set(key, text);
      assert.deepEqual(await store.values(), { values: new Map(), unreadable: ['A'] });
      assert.equal(await store.bind('A', []), false);
    });
  }

  it('survive a memory that holds something else', async () => {
    const { store, memory } = open();
    await memory.update('secrets', [
      null,
      1,
      { name: 1 },
      { name: 'A', origins: 'x' },
      { name: 'B', origins: [1] },
    ]);
    assert.deepEqual(store.entries(), [
      { name: 'A', origins: [] },
      { name: 'B', origins: [] },
    ]);
    await memory.update('secrets', 'nonsense');
    assert.deepEqual(store.entries(), []);
  });

  it('say so when there is no keychain, and continue without values', async () => {
    const { store, keychain } = open();
    await store.set('A', secret);
    const broken = (): Promise<never> => Promise.reject(new Error('no keychain'));
    Object.assign(keychain, { get: broken, store: broken, delete: broken });
    assert.deepEqual(await store.values(), { values: new Map(), unreadable: ['A'] });
    for (const change of [() => store.set('B', secret), () => store.bind('A', []), () => store.delete('A')]) {
      await assert.rejects(change, /no keychain/);
    }
    assert.deepEqual(
      store.entries().map(({ name }) => name),
      ['A'],
    );
  });
});
