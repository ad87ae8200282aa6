/**
 * The database (IndexedDB) of the extension as the place of a recording: it needs no permission, holds more than
 * the extension storage does, and outlives the background process. None of its data leaves the browser.
 */
import type { Call } from './call';
import type { KeptBody } from './har';
import type { Recording } from './recording';
import type { RecordingStore } from './recordingStore';

const DATABASE = 'chainwright-recorder';
const TABLES = ['recording', 'calls', 'bodies'] as const;

/** Opens the database of this browser. */
export async function openStore(): Promise<RecordingStore> {
  const database = await openDatabase();
  const write = async (change: (table: (name: (typeof TABLES)[number]) => IDBObjectStore) => void) => {
    const transaction = database.transaction(TABLES, 'readwrite', { durability: 'relaxed' });
    change((name) => transaction.objectStore(name));
    await committed(transaction);
  };
  const table = (name: (typeof TABLES)[number]): IDBObjectStore =>
    database.transaction(name).objectStore(name);
  return {
    load: async () => {
      const recording = (await answered(table('recording').get(0))) as Recording | undefined;
      const calls = (await answered(table('calls').getAll())) as Call[];
      return { ...(recording === undefined ? {} : { recording }), calls };
    },
    save: (recording, calls) =>
      write((into) => {
        into('recording').put(recording, 0);
        calls.forEach((call) => into('calls').put(call, call.order));
      }),
    saveBody: (call, body) => write((into) => void into('bodies').put(body, call)),
    readBody: async (call) => (await answered(table('bodies').get(call))) as KeptBody | undefined,
    clear: () => write((into) => TABLES.forEach((name) => into(name).clear())),
  };
}

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => TABLES.forEach((name) => opening.result.createObjectStore(name));
  return answered(opening);
}

function answered<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database gave no reason.'));
  });
}

function committed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The database gave no reason.'));
  });
}
