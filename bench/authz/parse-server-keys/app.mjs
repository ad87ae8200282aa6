/**
 * Parse Server as operators see it: a master key, and a read-only one for auditors. 8.6.5 and 8.6.6 fix
 * CVE-2026-30228 (GHSA-xfh7-phr7-gr2x) and CVE-2026-30229 of 8.6.4: the read-only key wrote files and signed in as anybody.
 */
import path from 'node:path';
import { filesBelow } from '../files.mjs';
import { startParseServer } from '../parseServer.mjs';

export const name = 'Parse Server, keys';
export const versions = ['8.6.4', '8.6.6'];

const NOTE = {
  className: 'Note',
  fields: { text: { type: 'String' } },
  classLevelPermissions: { get: {}, find: {}, count: {}, create: {}, update: {}, delete: {}, addField: {} },
};

export async function start({ folder, version, passwords }) {
  const files = path.join(folder, 'files');
  let userId;
  const running = await startParseServer({
    ...{ folder, version, masterKey: passwords.admin },
    settings: {
      readOnlyMasterKey: passwords.bob,
      filesAdapter: { module: '@parse/fs-files-adapter', options: { filesSubDirectory: files } },
    },
    tables: { _User: 'true', Note: 'true' },
    seed: async (master) => {
      await master('/schemas/Note', 'POST', NOTE);
      await master('/classes/Note', 'POST', { text: 'First words of the operator' });
      const user = { username: 'alice', password: passwords.alice, email: 'alice@example.com' };
      ({ objectId: userId } = await master('/users', 'POST', user));
    },
  });
  return {
    ...running,
    variables: { accountId: userId },
    snapshot: async () => ({ ...(await running.snapshot()), ...(await filesBelow(files)) }),
  };
}
