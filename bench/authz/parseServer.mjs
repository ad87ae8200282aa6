/** Parse Server on a PostgreSQL cluster of its own: what both of its benchmarks start. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npmApplication } from './installed.mjs';
import { rowsOf, startPostgres } from './postgres.mjs';
import { answers, freePort, requestJson, startServer } from './service.mjs';

export const APPLICATION_ID = 'bench';
/** Columns that move without anybody changing the object. */
const MOVING = ['updatedAt'];

/**
 * Starts a version with some settings and gives it to `seed`.
 *
 * @param {{ readonly folder: string, readonly version: string, readonly masterKey: string,
 *   readonly settings?: Readonly<Record<string, unknown>>,
 *   readonly seed: (master: (path: string, method: string, body?: unknown) => Promise<unknown>, baseUrl: string) => Promise<void>,
 *   readonly tables: Readonly<Record<string, string>> }} wanted `tables`: those of the snapshot, with a condition on their rows
 */
export async function startParseServer({ folder, version, masterKey, settings = {}, seed, tables }) {
  const installed = await npmApplication(`parse-server-${version}`, [`parse-server@${version}`]);
  const database = await startPostgres();
  try {
    const server = await startOn(database, { installed, folder, masterKey, settings });
    const headers = { 'X-Parse-Application-Id': APPLICATION_ID, 'X-Parse-Master-Key': masterKey };
    try {
      await seed(
        (target, method, body) => requestJson(server.baseUrl + target, { method, headers, body }),
        server.baseUrl,
      );
    } catch (error) {
      await server.stop();
      throw error;
    }
    return {
      baseUrl: server.baseUrl,
      snapshot: () => Promise.resolve(rowsOf(database, { key: 'objectId', moving: MOVING, tables })),
      stop: async () => {
        await server.stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(database, { installed, folder, masterKey, settings }) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}/parse`;
  const configuration = path.join(folder, 'parse.json');
  await writeFile(
    configuration,
    JSON.stringify({
      ...{
        appId: APPLICATION_ID,
        masterKey,
        databaseURI: database.uri,
        serverURL: baseUrl,
        mountPath: '/parse',
      },
      ...{ port, host: '127.0.0.1', allowClientClassCreation: false, logsFolder: null, logLevel: 'error' },
      ...settings,
    }),
  );
  const { stop } = await startServer({
    name: 'parse-server',
    folder,
    command: process.execPath,
    args: [path.join(installed, 'node_modules/parse-server/bin/parse-server'), configuration],
    ready: () => answers(`${baseUrl}/health`, { 'X-Parse-Application-Id': APPLICATION_ID }),
  });
  return { baseUrl, stop };
}
