/**
 * Node-RED (npm `node-red`): flows as its editor and its admin API change them. All of them are sent back at each
 * deployment, with a revision that holds for one change; nodes get their ids from the client, flows from the server.
 */
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { derived, joined, typed } from '../traced.mjs';

const PORT = 3932;
/** Both sessions' users have accounts on each server. */
const EDITORS = { a: ['vera', 'm0ss-carpet'], b: ['emil', 'late=train7'] };
const VIEWERS = { a: ['ludvig', 'paper/boat'], b: ['tilda', 'grey heron'] };

export const application = {
  inputs: {
    a: {
      editor: EDITORS.a,
      viewer: VIEWERS.a,
      made: ['Workshop', 'Lamp on', 'Bench'],
      renamed: 'Workshop, first floor',
      started: 'Water at six',
      added: ['Letterbox', 'Post came', 'A letter'],
      relabelled: 'Letterbox at the gate',
      closed: 'Greenhouse',
      own: ['4be1d07c92a3f658', '9c20fe6b175d8a34', 'e713a85d4f06c2b9', '05d9c3b71e8a64f2'],
    },
    b: {
      editor: EDITORS.b,
      viewer: VIEWERS.b,
      made: ['Stable', 'Door open', 'Hay loft'],
      renamed: 'Stable and barn',
      started: 'Heat at seven',
      added: ['Well', 'Level', 'Low'],
      relabelled: 'Well behind the house',
      closed: 'House',
      own: ['b86f20d95ce1734a', '3d7a94e0c8b5162f', '61f8e2a37b90d4c5', 'fa4c0962d8e7b31d'],
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('node-red', '4.1.8');
  const cwd = await emptyFolder();
  const modules = path.join(folder, 'node_modules');
  const users = Object.entries({ '*': EDITORS, read: VIEWERS }).flatMap(([permissions, people]) =>
    Object.values(people).map(([username, password]) => ({ username, password, permissions })),
  );
  const settings = {
    uiHost: '127.0.0.1',
    uiPort: PORT,
    flowFile: 'flows.json',
    credentialSecret: 'blackbird',
    disableEditor: true,
    telemetry: { enabled: false, updateNotification: false },
    externalModules: { autoInstall: false, palette: { allowInstall: false, catalogues: [] } },
    logging: { console: { level: 'warn' } },
    adminAuth: { type: 'credentials', users },
  };
  const text = `const { hashSync } = require(${JSON.stringify(path.join(modules, 'bcryptjs'))});
const settings = ${JSON.stringify(settings)};
for (const user of settings.adminAuth.users) user.password = hashSync(user.password, 4);
module.exports = settings;
`;
  await writeFile(path.join(cwd, 'settings.js'), text);
  const program = path.join(modules, 'node-red/red.js');
  return running({ command: process.execPath, args: [program, '--userDir', cwd], cwd, port: PORT });
}

/** What others have deployed: the ids of their nodes are random, and so are those of their flows. */
async function prepare(client, { editor }) {
  const headers = (await logIn(client, editor)).headers;
  const flows = { Greenhouse: ['Water at six', 'Valve'], House: ['Heat at seven', 'Boiler'] };
  for (const [label, names] of Object.entries(flows)) {
    const ids = names.map(() => randomBytes(8).toString('hex'));
    await client.send({
      method: 'POST',
      url: '/flow',
      headers,
      json: { label, nodes: timed(ids, names, 'on') },
    });
  }
}

async function session(client, inputs) {
  const { editor, viewer, made, renamed, started, added, relabelled, closed } = inputs;
  const own = inputs.own.map(derived);
  await client.send({ url: '/auth/login' });
  const { token, headers } = await logIn(client, editor);
  const deployed = await read(client, headers);
  const { flows, rev } = deployed.member();
  const [label, ...names] = made.map(typed);
  const tab = { id: own[0], type: 'tab', label, disabled: false, info: '' };
  const nodes = timed([own[1], own[2]], names, typed('on')).map((node) => ({ ...node, z: own[0] }));
  const first = await deploy(client, headers, { flows: [...flows, tab, ...nodes], rev: rev.as('revision') });

  const button = (...keys) => deployed.pick(['flows'], ({ name }) => name === started, ...keys);
  await client.send({ method: 'POST', url: joined`/inject/${button('id')}`, headers, json: {} });
  await client.send({ url: joined`/context/flow/${button('z')}/last`, headers });
  await deploy(client, headers, {
    flows: [...flows, { ...tab, label: typed(renamed) }, ...nodes],
    rev: first.member('rev').as('revision'),
  });

  const [title, trigger, payload] = added.map(typed);
  const [letter] = timed([own[3]], [trigger], payload);
  const flow = { label: title, nodes: [{ ...letter, wires: [[]] }] };
  const created = await client.send({ method: 'POST', url: '/flow', headers, json: flow });
  const id = created.member('id').as('created-id');
  const stored = await client.send({ url: joined`/flow/${id}`, headers });
  const changed = { ...stored.member(), label: typed(relabelled) };
  await client.send({ method: 'PUT', url: joined`/flow/${id}`, headers, json: changed });

  const guest = await logIn(client, viewer);
  await client.send({ url: joined`/flow/${id}`, headers: guest.headers });
  await revoke(client, guest);

  await client.send({ method: 'DELETE', url: joined`/flow/${own[0]}`, headers });
  const now = (await read(client, headers)).member();
  const without = now.flows.map((node) =>
    node.label?.value === closed ? { ...node, disabled: true } : node,
  );
  await deploy(client, headers, { flows: without, rev: now.rev.as('revision') });
  await client.send({ method: 'DELETE', url: joined`/flow/${id}`, headers });
  await revoke(client, { token, headers });
}

/** The token of who logs in, and the headers that carry it. */
async function logIn(client, [username, password]) {
  const words = { client_id: 'node-red-admin', grant_type: 'password', scope: '' };
  const json = { ...words, username: typed(username), password: typed(password) };
  const answer = await client.send({ method: 'POST', url: '/auth/token', json });
  const token = answer.member('access_token').as('token');
  return { token, headers: { authorization: joined`Bearer ${token}` } };
}

async function revoke(client, { token, headers }) {
  await client.send({ method: 'POST', url: '/auth/revoke', headers, json: { token } });
}

async function read(client, headers) {
  return client.send({ url: '/flows', headers: { ...headers, 'node-red-api-version': 'v2' } });
}

async function deploy(client, headers, json) {
  const kind = { 'node-red-api-version': 'v2', 'node-red-deployment-type': 'nodes' };
  return client.send({ method: 'POST', url: '/flows', headers: { ...headers, ...kind }, json });
}

/** A button or clock that sends something, and what remembers it. */
function timed([id, next], [name, nextName], payload) {
  const button = {
    id,
    type: 'inject',
    name,
    props: [{ p: 'payload' }],
    payload,
    payloadType: 'str',
    once: false,
  };
  const func = "flow.set('last', msg.payload);\nreturn msg;";
  const memory = { id: next, type: 'function', name: nextName, func, outputs: 1, x: 340, y: 80, wires: [[]] };
  return [{ ...button, x: 140, y: 80, wires: [[next]] }, memory];
}
