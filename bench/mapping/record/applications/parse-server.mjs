/**
 * Parse Server (npm `parse-server`, on Debian's `postgresql`): a GraphQL interface with ids that name their type in
 * base64, a session token in a header of its own, picks from connections, and the same objects over REST.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running, withDatabase } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3927;
const DATABASE_PORT = 3928;
const APPLICATION = { 'x-parse-application-id': 'board' };

export const application = {
  inputs: {
    a: {
      user: ['selma', 'plum.tart', 'selma@example.com'],
      project: 'Repaint the fence',
      task: 'Buy primer',
      other: 'Ask for help',
      chosen: 'Autumn fair',
    },
    b: {
      user: ['oskar', 'rope+anchor', 'oskar@example.com'],
      project: 'Insulate the attic',
      task: 'Measure beams',
      other: 'Order wool',
      chosen: 'Choir trip',
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('parse-server', '7.5.4');
  const database = await startDatabase();
  const cwd = await emptyFolder();
  const settings = {
    appId: 'board',
    masterKey: 'only-for-setting-up',
    databaseURI: `postgres://postgres@127.0.0.1:${DATABASE_PORT}/postgres`,
    serverURL: `http://127.0.0.1:${PORT}/parse`,
    host: '127.0.0.1',
    port: PORT,
    mountGraphQL: true,
    allowClientClassCreation: true,
    logsFolder: path.join(cwd, 'logs'),
  };
  await writeFile(path.join(cwd, 'settings.json'), JSON.stringify(settings));
  const program = path.join(folder, 'node_modules/parse-server/bin/parse-server');
  return withDatabase(database, () =>
    running({ command: process.execPath, args: [program, 'settings.json'], cwd, port: PORT }),
  );
}

/** A cluster of its own, for nobody else's data is to be touched; PostgreSQL does not run as root. */
async function startDatabase() {
  const [version] = await readdir('/usr/lib/postgresql');
  const program = (name) => path.join('/usr/lib/postgresql', version, 'bin', name);
  const cwd = await emptyFolder();
  await chmod(cwd, 0o777);
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups'];
  const initdb = [program('initdb'), '-D', path.join(cwd, 'data'), '-A', 'trust', '--no-sync'];
  const [code] = await once(spawn('setpriv', [...asPostgres, ...initdb], { cwd, stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error('the database could not be made');
  const args = [
    program('postgres'),
    '-D',
    'data',
    '-h',
    '127.0.0.1',
    '-p',
    String(DATABASE_PORT),
    '-k',
    cwd,
    '-F',
  ];
  return running({ command: 'setpriv', args: [...asPostgres, ...args], cwd, port: DATABASE_PORT });
}

/** What others did before; it also makes the types. */
async function prepare(client) {
  for (const title of ['Autumn fair', 'Choir trip', 'Book swap']) {
    const made = await client.send({
      method: 'POST',
      url: '/parse/classes/Project',
      headers: APPLICATION,
      json: { title },
    });
    const project = { __type: 'Pointer', className: 'Project', objectId: made.member('objectId').value };
    const json = { text: `Plan: ${title}`, done: false, project };
    await client.send({ method: 'POST', url: '/parse/classes/Task', headers: APPLICATION, json });
  }
}

const SIGN_UP =
  'mutation SignUp($input: SignUpInput!) { signUp(input: $input) { viewer { sessionToken user { id objectId username } } } }';
const LOG_IN =
  'mutation LogIn($input: LogInInput!) { logIn(input: $input) { viewer { sessionToken user { id objectId username } } } }';
const CREATE_PROJECT =
  'mutation CreateProject($input: CreateProjectInput!) { createProject(input: $input) { project { id objectId title } } }';
const CREATE_TASK =
  'mutation CreateTask($input: CreateTaskInput!) { createTask(input: $input) { task { id objectId text project { id } } } }';
const UPDATE_TASK =
  'mutation UpdateTask($input: UpdateTaskInput!) { updateTask(input: $input) { task { id done } } }';
const DELETE_TASK =
  'mutation DeleteTask($input: DeleteTaskInput!) { deleteTask(input: $input) { task { id } } }';
const DELETE_PROJECT =
  'mutation DeleteProject($input: DeleteProjectInput!) { deleteProject(input: $input) { project { id } } }';
const LOG_OUT = 'mutation LogOut($input: LogOutInput!) { logOut(input: $input) { ok } }';

async function session(client, { user, project, task, other, chosen }) {
  const [username, password, email] = user.map(typed);
  const signedUp = await ask(client, SIGN_UP, { input: { fields: { username, password, email } } });
  const first = sessionOf(signedUp, 'signUp');
  const made = await ask(client, CREATE_PROJECT, { input: { fields: { title: typed(project) } } }, first);
  const projectId = made.member('data', 'createProject', 'project', 'id').as('created-id');
  const created = await ask(
    client,
    CREATE_TASK,
    { input: { fields: { text: typed(task), done: false, project: { link: projectId } } } },
    first,
  );
  const taskId = created.member('data', 'createTask', 'task', 'id').as('created-id');
  const list = await ask(client, 'query Projects { projects { edges { node { id title } } } }', {}, first);
  const picked = list.pick(['data', 'projects', 'edges'], ({ node }) => node.title === chosen, 'node', 'id');
  await ask(
    client,
    CREATE_TASK,
    { input: { fields: { text: typed(other), done: false, project: { link: picked } } } },
    first,
  );
  await ask(client, UPDATE_TASK, { input: { id: taskId, fields: { done: true } } }, first);
  await ask(
    client,
    'query Task($id: ID!) { task(id: $id) { text done project { title } } }',
    { id: taskId },
    first,
  );
  await ask(client, LOG_OUT, { input: {} }, first);

  const second = sessionOf(await ask(client, LOG_IN, { input: { username, password } }), 'logIn');
  const me = await client.send({ url: '/parse/users/me', headers: { ...APPLICATION, ...second } });
  const objectId = created.member('data', 'createTask', 'task', 'objectId').as('created-id');
  await client.send({ url: joined`/parse/classes/Task/${objectId}`, headers: { ...APPLICATION, ...second } });
  await ask(client, DELETE_TASK, { input: { id: taskId } }, second);
  await ask(client, DELETE_PROJECT, { input: { id: projectId } }, second);
  await client.send({
    method: 'DELETE',
    url: joined`/parse/users/${me.member('objectId')}`,
    headers: { ...APPLICATION, ...second },
  });
}

function sessionOf(answer, mutation) {
  return { 'x-parse-session-token': answer.member('data', mutation, 'viewer', 'sessionToken').as('token') };
}

async function ask(client, query, variables, headers = {}) {
  return client.send({
    method: 'POST',
    url: '/graphql',
    headers: { ...APPLICATION, ...headers },
    json: { query, variables },
  });
}
