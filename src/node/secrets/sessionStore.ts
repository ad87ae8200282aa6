/**
 * Sessions of a workspace: tokens in the keychain of the editor under the random id of the workspace, and in
 * its memory only their labels. Without a keychain they last as long as the window.
 */
import { workspaceId, type Keychain, type Memory } from './secretStore';
import type { Session, SessionStore } from './signInPorts';
import { isText, itemsOf, membersOf, parseUnknown } from '../../core/json/unknownJson';

/** Sessions that can be ended. */
export interface EndableSessions extends SessionStore {
  /** What people call the sessions that are open. */
  readonly shown: () => readonly string[];
  /** Forgets every session; answers how many there were. */
  readonly endAll: () => Promise<number>;
}

/** The sessions of the workspace whose memory that is. `failed` is called when the keychain does not work. */
export function createSessionStore(
  keychain: Keychain,
  memory: Memory,
  { newId, failed }: { readonly newId: () => string; readonly failed: (error: unknown) => void },
): EndableSessions {
  const inWindow = new Map<string, Session>();
  const turns = new Map<string, Promise<unknown>>();
  const nameOf = async (key: string): Promise<string> => `session/${await workspaceId(memory, newId)}/${key}`;
  const entries = (): readonly Entry[] => readIndex(memory.get(INDEX));
  const remember = (key: string, entry?: Entry): PromiseLike<void> => {
    const others = entries().filter((other) => other.key !== key);
    return memory.update(INDEX, entry === undefined ? others : [...others, entry]);
  };
  const remove = async (key: string): Promise<void> => {
    inWindow.delete(key);
    await keychain.delete(await nameOf(key)).then(undefined, failed);
    await remember(key);
  };
  return {
    async get(key) {
      const text = await keychain.get(await nameOf(key)).then(undefined, failed);
      return inWindow.get(key) ?? readSession(text ?? undefined);
    },
    async set(key, session, shown) {
      inWindow.set(key, session);
      await keychain
        .store(await nameOf(key), JSON.stringify(session))
        .then(() => inWindow.delete(key), failed);
      await remember(key, { key, shown });
    },
    delete: remove,
    inTurn<Result>(key: string, work: () => Promise<Result> | Result): Promise<Result> {
      const next = (turns.get(key) ?? Promise.resolve()).then(work, work);
      turns.set(key, next);
      return next;
    },
    shown: () => entries().map(({ shown }) => shown),
    async endAll() {
      const ended = entries();
      for (const { key } of ended) {
        await remove(key);
      }
      return ended.length;
    },
  };
}

const INDEX = 'sessions';

interface Entry {
  readonly key: string;
  readonly shown: string;
}

function readIndex(value: unknown): readonly Entry[] {
  return itemsOf(value)
    .map(membersOf)
    .flatMap(({ key, shown }) => (isText(key) && isText(shown) ? [{ key, shown }] : []));
}

/** What was stored; absent when nothing is there, or something else. */
function readSession(text: string | undefined): Session | undefined {
  const { accessToken, expiresAt, refreshToken, origins } = membersOf(parseUnknown(text));
  return isText(accessToken)
    ? {
        accessToken,
        origins: itemsOf(origins).filter(isText),
        ...(typeof expiresAt === 'number' ? { expiresAt } : {}),
        ...(isText(refreshToken) ? { refreshToken } : {}),
      }
    : undefined;
}
