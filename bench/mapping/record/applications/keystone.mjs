/**
 * Keystone (Debian's `python3-keystone`), the identity service of OpenStack: tokens come in a header and are exchanged
 * for one of a project, UUIDs name everything, and a secret for programs is shown once.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, finished, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3942;
const ADMINISTRATOR = ['admin', 'only-here'];
/** Accounts of both sessions exist on each server, and may do everything in these projects. */
const ACCOUNTS = [
  ['ines', 'cold-harbour-9'],
  ['bram', 'rye+and+salt'],
];
const PROJECTS = ['operations', 'billing', 'archive'];
const DOMAINS = ['sales', 'research', 'workshop'];
const COLLEAGUES = ['hanna', 'milo', 'vera', 'theo'];

/** Keystone reads and writes its store by two connections at once, which SQLite's journal allows in this mode alone. */
const READERS_LET_WRITE = `import sqlite3
sqlite3.connect('keystone.sqlite3').execute('pragma journal_mode=wal')`;

export const application = {
  inputs: {
    a: {
      account: ACCOUNTS[0],
      place: 'operations',
      domain: 'research',
      project: ['wind-tunnel', 'Measurements of the spring'],
      newcomer: ['olga', 'first-day-1'],
      role: 'member',
      group: ['tunnel-crew', 'Who may switch it on'],
      colleague: 'vera',
      program: 'nightly-report',
      changed: 'Olga Brandt, from May on',
      earlier: { domains: DOMAINS, people: COLLEAGUES },
    },
    b: {
      account: ACCOUNTS[1],
      place: 'billing',
      domain: 'workshop',
      project: ['paint-line', 'Colours of the second hall'],
      newcomer: ['emil', 'lathe=loud'],
      role: 'reader',
      group: ['paint-guests', 'Who may look'],
      colleague: 'theo',
      program: 'stock-counter',
      changed: 'Emil Roth, on Fridays',
      earlier: { domains: ['kitchen', ...DOMAINS], people: ['arno', 'zita', ...COLLEAGUES] },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const manage = debianProgram('/usr/bin/keystone-manage', 'python3-keystone');
  const cwd = await emptyFolder();
  const config = path.join(cwd, 'keystone.conf');
  await writeFile(config, settings(cwd));
  const settle = (...args) => finished({ command: manage, args: ['--config-file', config, ...args], cwd });
  for (const keys of ['tokens', 'credentials']) await mkdir(path.join(cwd, keys), { mode: 0o700 });
  await settle('db_sync');
  const owner = ['--keystone-user', process.getuid(), '--keystone-group', process.getgid()];
  await settle('fernet_setup', ...owner.map(String));
  await settle('bootstrap', '--bootstrap-password', ADMINISTRATOR[1], ...endpoint());
  await finished({ command: '/usr/bin/python3', args: ['-c', READERS_LET_WRITE], cwd });
  return running({
    command: debianProgram('/usr/bin/keystone-wsgi-public', 'python3-keystone'),
    args: ['--host', '127.0.0.1', '--port', String(PORT)],
    cwd,
    port: PORT,
    env: { OS_KEYSTONE_CONFIG_FILES: config },
  });
}

function settings(folder) {
  return `[DEFAULT]
log_file = ${folder}/log
[database]
connection = sqlite:///${folder}/keystone.sqlite3
[fernet_tokens]
key_repository = ${folder}/tokens
[credential]
key_repository = ${folder}/credentials
[identity]
password_hash_rounds = 4
`;
}

function endpoint() {
  return ['--bootstrap-public-url', `http://127.0.0.1:${PORT}/v3`, '--bootstrap-region-id', 'here'];
}

/** The accounts of both sessions in each of their projects, and departments with people. */
async function prepare(client, { earlier }) {
  const [name, password] = ADMINISTRATOR;
  const user = { name, password, domain: { name: 'Default' } };
  const scope = { project: { name: 'admin', domain: { name: 'Default' } } };
  const headers = { 'x-auth-token': tokenOf(await logIn(client, user, scope)) };
  const post = async (url, json) => (await client.send({ method: 'POST', url, headers, json })).member();
  const roles = await client.send({ url: '/v3/roles', headers });
  const role = roles.pick(['roles'], (known) => known.name === 'admin', 'id');
  const accounts = [];
  for (const [login, secret] of ACCOUNTS) {
    const made = await post('/v3/users', { user: { name: login, password: secret, domain_id: 'default' } });
    accounts.push(made.user.id);
  }
  for (const project of PROJECTS) {
    const { id } = (await post('/v3/projects', { project: { name: project } })).project;
    for (const account of accounts)
      await client.send({
        method: 'PUT',
        url: joined`/v3/projects/${id}/users/${account}/roles/${role}`,
        headers,
      });
  }
  for (const domain of earlier.domains) {
    const domain_id = (await post('/v3/domains', { domain: { name: domain } })).domain.id;
    for (const person of earlier.people) await post('/v3/users', { user: { name: person, domain_id } });
  }
}

async function session(client, inputs) {
  const mine = await enter(client, inputs);
  const headers = { 'x-auth-token': mine.token };
  const send = (method, url, json) => client.send({ method, url, headers, json });

  const domain_id = await picked(send, '/v3/domains', 'domains', inputs.domain);
  const [name, description] = inputs.project.map(typed);
  const project = created(await send('POST', '/v3/projects', { project: { name, description, domain_id } }));
  const [login, password] = inputs.newcomer.map(typed);
  const account = { name: login, password, domain_id, default_project_id: project };
  const newcomer = created(await send('POST', '/v3/users', { user: account }));
  const role = await picked(send, '/v3/roles', 'roles', inputs.role);

  const [title, purpose] = inputs.group.map(typed);
  const crew = { group: { name: title, description: purpose, domain_id } };
  const group = created(await send('POST', '/v3/groups', crew));
  await send('PUT', joined`/v3/groups/${group}/users/${newcomer}`);
  const people = await client.send({ url: '/v3/users', query: { domain_id }, headers });
  const colleague = people.pick(['users'], (known) => known.name === inputs.colleague, 'id');
  await send('PUT', joined`/v3/groups/${group}/users/${colleague}`);
  await send('PUT', joined`/v3/projects/${project}/groups/${group}/roles/${role}`);
  const query = { 'scope.project.id': project, include_names: 'true' };
  await client.send({ url: '/v3/role_assignments', query, headers });

  await letProgramIn(client, mine, project, inputs.program);
  const user = { description: typed(inputs.changed) };
  await send('PATCH', joined`/v3/users/${newcomer}`, { user });
  await send('DELETE', joined`/v3/groups/${group}`);
}

/** Logs in, and exchanges the token for one of the project that was chosen from those one may enter. */
async function enter(client, { account, place }) {
  const [name, password] = account.map(typed);
  const token = tokenOf(await logIn(client, { name, password, domain: { name: 'Default' } }));
  const open = await client.send({ url: '/v3/auth/projects', headers: { 'x-auth-token': token } });
  const id = open.pick(['projects'], (known) => known.name === place, 'id');
  const identity = { methods: ['token'], token: { id: token } };
  const entered = await authenticate(client, { identity, scope: { project: { id } } });
  return { token: tokenOf(entered), id: entered.member('token', 'user', 'id') };
}

/** Gives a program a secret of its own, tries it, and takes it back. */
async function letProgramIn(client, mine, project, name) {
  const headers = { 'x-auth-token': mine.token };
  const credentials = joined`/v3/users/${mine.id}/application_credentials`;
  const json = { application_credential: { name: typed(name) } };
  const made = await client.send({ method: 'POST', url: credentials, headers, json });
  const id = created(made);
  const secret = made.member('application_credential', 'secret').as('token');
  const identity = { methods: ['application_credential'], application_credential: { id, secret } };
  const token = tokenOf(await authenticate(client, { identity }));
  await client.send({ url: joined`/v3/projects/${project}`, headers: { 'x-auth-token': token } });
  await client.send({
    method: 'DELETE',
    url: '/v3/auth/tokens',
    headers: { ...headers, 'x-subject-token': token },
  });
  await client.send({ method: 'DELETE', url: joined`${credentials}/${id}`, headers });
}

async function logIn(client, user, scope) {
  return authenticate(client, { identity: { methods: ['password'], password: { user } }, scope });
}

async function authenticate(client, auth) {
  return client.send({ method: 'POST', url: '/v3/auth/tokens', json: { auth } });
}

function tokenOf(answer) {
  return answer.header('x-subject-token').as('token');
}

async function picked(send, url, list, wanted) {
  return (await send('GET', url)).pick([list], ({ name }) => name === wanted, 'id');
}

/** The id of what was made; its kind is the only member of the answer. */
function created(answer) {
  const [kind] = Object.keys(JSON.parse(answer.text));
  return answer.member(kind, 'id').as('created-id');
}
