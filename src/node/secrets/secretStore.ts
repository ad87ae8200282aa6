/**
 * The secrets of a workspace: values in the keychain of the editor, names and origins in its memory.
 *
 * A value is kept under a random id of its workspace, so that a stranger's chain cannot use the secret of
 * another project by naming it, and together with the origins it may be sent to, so that the two cannot be
 * parted. The editor's keychain cannot list what it holds; the index does, without any value.
 */
import { oneByOne } from '../../core/oneByOne';
import { originsOf } from '../../core/permission/origin';
import type { StoredSecret } from './secretValues';
import { isText, itemsOf, membersOf, parseUnknown } from '../../core/json/unknownJson';

/** What keeps values: VS Code's `SecretStorage`. It rejects where the system has no keychain. */
export interface Keychain {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** What a workspace remembers, outside its files: VS Code's `Memento`. */
export interface Memory {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** A secret without its value. */
export interface SecretEntry {
  readonly name: string;
  readonly origins: readonly string[];
}

/** Everything that could be read, and names of what could not. */
interface StoredSecrets {
  readonly values: ReadonlyMap<string, StoredSecret>;
  readonly unreadable: readonly string[];
}

/** The secrets of one workspace. Changes happen one after the other; they reject when the keychain does. */
export interface SecretStore {
  /** Sorted by name. */
  readonly entries: () => readonly SecretEntry[];
  readonly values: () => Promise<StoredSecrets>;
  /** Keeps a value, in place of an older one of that name. Origins are written in their comparable form. */
  readonly set: (name: string, secret: StoredSecret) => Promise<void>;
  /** Binds a secret to other origins; false when its value is lost. */
  readonly bind: (name: string, origins: readonly string[]) => Promise<boolean>;
  readonly delete: (name: string) => Promise<void>;
}

/** The store of the workspace whose memory that is. */
export function createSecretStore(
  keychain: Keychain,
  memory: Memory,
  { newId, changed }: { readonly newId: () => string; readonly changed: () => void },
): SecretStore {
  const inTurn = oneByOne();
  const entries = (): readonly SecretEntry[] => readIndex(memory.get(INDEX));
  const keyOf = async (name: string): Promise<string> => `secret/${await workspaceId(memory, newId)}/${name}`;
  const read = async (name: string): Promise<StoredSecret | undefined> =>
    readSecret(await keychain.get(await keyOf(name)));
  const remember = async (name: string, entry: SecretEntry | undefined): Promise<void> => {
    const others = entries().filter((other) => other.name !== name);
    await memory.update(INDEX, entry === undefined ? others : [...others, entry]);
    changed();
  };
  const write = async (name: string, { value, origins }: StoredSecret): Promise<void> => {
    const secret = { value, origins: originsOf(origins) };
    await keychain.store(await keyOf(name), JSON.stringify(secret));
    await remember(name, { name, origins: secret.origins });
  };
  return {
    entries,
    values: () => readAll(entries(), read),
    set: (name, secret) => inTurn(() => write(name, secret)),
    bind: (name, origins) =>
      inTurn(async () => {
        const known = await read(name);
        if (known !== undefined) {
          await write(name, { ...known, origins });
        }
        return known !== undefined;
      }),
    delete: (name) =>
      inTurn(async () => {
        await keychain.delete(await keyOf(name));
        await remember(name, undefined);
      }),
  };
}

/** The random id of a workspace, made when it is first needed. */
export async function workspaceId(memory: Memory, newId: () => string): Promise<string> {
  const known = memory.get(WORKSPACE_ID);
  if (typeof known === 'string' && known !== '') {
    return known;
  }
  const id = newId();
  await memory.update(WORKSPACE_ID, id);
  return id;
}

async function readAll(
  entries: readonly SecretEntry[],
  read: (name: string) => Promise<StoredSecret | undefined>,
): Promise<StoredSecrets> {
  const values = new Map<string, StoredSecret>();
  const unreadable: string[] = [];
  for (const { name } of entries) {
    const secret = await read(name).catch(() => undefined);
    if (secret === undefined) {
      unreadable.push(name);
    } else {
      values.set(name, secret);
    }
  }
  return { values, unreadable };
}

const INDEX = 'secrets';
const WORKSPACE_ID = 'workspaceId';

function readIndex(value: unknown): readonly SecretEntry[] {
  return itemsOf(value)
    .map(membersOf)
    .flatMap(({ name, origins }) =>
      isText(name) ? [{ name, origins: itemsOf(origins).filter(isText) }] : [],
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What {@link createSecretStore} wrote; absent when nothing is there, or something else. */
function readSecret(text: string | undefined): StoredSecret | undefined {
  const { value, origins } = membersOf(parseUnknown(text));
  return isText(value) ? { value, origins: originsOf(itemsOf(origins).filter(isText)) } : undefined;
}
