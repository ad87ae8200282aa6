/**
 * Directus on PostgreSQL: writers have notes of their own, and a manual flow archives a note. 11.9.2 fixes
 * CVE-2025-53889 (GHSA-7cvf-pxgp-42fc) of 11.8.0: manual flows ran without a check of permissions.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { npmApplication } from '../installed.mjs';
import { rowsOf, startPostgres } from '../postgres.mjs';
import { answers, freePort, requestJson, startServer } from '../service.mjs';

export const name = 'Directus';
export const versions = ['11.8.0', '11.9.2'];

const OWN = { owner: { _eq: '$CURRENT_USER' } };
const FIELDS = [
  { field: 'id', type: 'integer', schema: { is_primary_key: true, has_auto_increment: true }, meta: {} },
  { field: 'title', type: 'string', schema: {}, meta: {} },
  { field: 'status', type: 'string', schema: { default_value: 'draft' }, meta: {} },
  { field: 'owner', type: 'uuid', schema: {}, meta: { special: ['user-created'] } },
];
const PERMISSIONS = ['create', 'read', 'update', 'delete'].map((action) => ({
  ...{ collection: 'notes', action, fields: action === 'read' ? ['*'] : ['title', 'status'] },
  permissions: action === 'create' ? {} : OWN,
}));
const TABLES = [
  'notes',
  'directus_users',
  'directus_roles',
  'directus_policies',
  'directus_permissions',
  'directus_flows',
];

export async function start({ folder, version, passwords }) {
  // A flow that runs scripts would need isolated-vm, which a compiler builds.
  const options = { emptyModules: ['isolated-vm/isolated-vm.js'] };
  const installed = await npmApplication(`directus-${version}`, [`directus@${version}`], options);
  const database = await startPostgres();
  try {
    const { baseUrl, stop } = await startOn(database, { installed, folder, passwords });
    const variables = await seed(baseUrl, passwords).catch(async (error) => {
      await stop();
      throw error;
    });
    const tables = Object.fromEntries(TABLES.map((table) => [table, 'true']));
    return {
      ...{ baseUrl, variables },
      snapshot: () =>
        Promise.resolve(rowsOf(database, { key: 'id', moving: ['last_access', 'last_page'], tables })),
      stop: async () => {
        await stop();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function startOn(database, { installed, folder, passwords }) {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const program = path.join(installed, 'node_modules/directus/cli.js');
  const environment = {
    ...{ DB_CLIENT: 'pg', DB_HOST: '127.0.0.1', DB_PORT: String(database.port) },
    ...{ DB_DATABASE: database.database, DB_USER: database.user, DB_PASSWORD: '' },
    ...{
      SECRET: 'bench-secret-of-no-use-elsewhere',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: baseUrl,
    },
    ...{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: passwords.admin },
    ...{ TELEMETRY: 'false', LOG_LEVEL: 'warn', EXTENSIONS_PATH: path.join(folder, 'extensions') },
    ...{ STORAGE_LOCAL_ROOT: path.join(folder, 'uploads'), ACCESS_TOKEN_TTL: '1h' },
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'bootstrap'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment },
    encoding: 'utf8',
  });
  if (status !== 0) {
    throw new Error(`directus bootstrap: ${(stderr + stdout).trim().split('\n').slice(-5).join(' | ')}`);
  }
  const { stop } = await startServer({
    name: 'directus',
    folder,
    command: process.execPath,
    args: [program, 'start'],
    environment,
    ready: () => answers(`${baseUrl}/server/ping`),
  });
  return { baseUrl, stop };
}

/** Writers with a note that is there before the run, and the flow; gives the variables of the matrix. */
async function seed(baseUrl, passwords) {
  const admin = await signedIn(baseUrl, 'admin@example.com', passwords.admin);
  await admin('/collections', { collection: 'notes', schema: {}, meta: {}, fields: FIELDS });
  const policy = await admin('/policies', { name: 'Writers', app_access: false, permissions: PERMISSIONS });
  const role = await admin('/roles', { name: 'Writer', policies: [{ policy: policy.id }] });
  for (const user of ['alice', 'bob']) {
    const email = `${user}@example.com`;
    await admin('/users', { email, password: passwords[user], first_name: user, role: role.id });
    const writer = await signedIn(baseUrl, email, passwords[user]);
    await writer('/items/notes', { title: `First words of ${user}` });
  }
  return { flowId: await createFlow(admin) };
}

/** A manual flow that sets the status of the notes it is started for, with all permissions. */
async function createFlow(admin) {
  const flow = await admin('/flows', {
    ...{ name: 'Archive', status: 'active', trigger: 'manual', accountability: null },
    options: { collections: ['notes'], requireConfirmation: false },
  });
  const operation = await admin('/operations', {
    ...{ flow: flow.id, key: 'archive', type: 'item-update', name: 'Archive', position_x: 20, position_y: 1 },
    options: {
      ...{ collection: 'notes', permissions: '$full', emitEvents: false },
      ...{ key: '{{$trigger.body.keys}}', payload: { status: 'archived' } },
    },
  });
  await admin(`/flows/${flow.id}`, { operation: operation.id }, 'PATCH');
  return flow.id;
}

/** Sends as a user, and gives the data of the answer. */
async function signedIn(baseUrl, email, password) {
  const { data } = await requestJson(`${baseUrl}/auth/login`, { method: 'POST', body: { email, password } });
  const headers = { Authorization: `Bearer ${data.access_token}` };
  return async (target, body, method = 'POST') =>
    (await requestJson(baseUrl + target, { method, headers, body }))?.data;
}
