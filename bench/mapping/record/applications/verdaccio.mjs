/**
 * Verdaccio (npm `verdaccio`): a registry of packages, spoken to as npm does. A package is a document that is sent back
 * as a whole with its revision, versions and files are its members by name, and tokens have keys to revoke
 * them by.
 */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { Traced, derived, joined, typed } from '../traced.mjs';

const PORT = 3931;
const COLLEAGUE = ['rasmus', 'b1rch-and-oak', 'rasmus@example.com'];
const SHARED = {
  'calendar-words': 'Says a date in plain words',
  'calendar-moon': 'Phases of the moon for every day',
};

export const application = {
  inputs: {
    a: {
      user: ['sanna', 'three.rivers', 'sanna@example.com'],
      package: ['ferry-times', 'When the ferry leaves', '1.0.0', '1.1.0'],
      wanted: SHARED['calendar-words'],
      tag: 'next',
      advice: 'Leaves out Sundays',
      earlier: { 'calendar-words': '2.3.1', 'calendar-moon': '0.8.0' },
    },
    b: {
      user: ['bruno', 'N0rth-gate', 'bruno@example.com'],
      package: ['night-garden', 'What blooms after dark', '0.4.2', '0.5.0'],
      wanted: SHARED['calendar-moon'],
      tag: 'trial',
      advice: 'Knows no lilies',
      earlier: { 'calendar-words': '2.4.0', 'calendar-moon': '0.9.3' },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  // Of what Verdaccio needs, one package asks for a tag of node-fetch instead of a version.
  const folder = await installed('verdaccio', '6.8.0', { 'node-fetch': '2.7.0' });
  const cwd = await emptyFolder();
  const access = { access: '$authenticated', publish: '$authenticated', unpublish: '$authenticated' };
  const settings = {
    storage: './storage',
    web: { enable: false },
    auth: { htpasswd: { file: './htpasswd', algorithm: 'bcrypt', rounds: 4 } },
    uplinks: {},
    packages: { '**': access },
    log: { type: 'stdout', format: 'json', level: 'warn' },
  };
  await writeFile(path.join(cwd, 'config.yaml'), JSON.stringify(settings));
  const program = path.join(folder, 'node_modules/verdaccio/bin/verdaccio');
  const args = [program, '--config', 'config.yaml', '--listen', `127.0.0.1:${PORT}`];
  return running({ command: process.execPath, args, cwd, port: PORT });
}

/** What a colleague has published: its latest versions differ. */
async function prepare(client, { earlier }) {
  const { headers } = await logIn(client, COLLEAGUE);
  for (const [name, version] of Object.entries(earlier))
    await publish(client, headers, { name, description: SHARED[name], version });
}

async function session(client, { user, package: described, wanted, tag, advice }) {
  const { token, headers } = await logIn(client, user);
  const get = (url, rest = {}) => client.send({ url, headers, ...rest });
  const [name, description, version, nextVersion] = described.map(typed);
  const own = joined`/${name}`;
  await publish(client, headers, { name, description, version });

  const found = await get('/-/v1/search', { query: { text: typed('calendar'), size: 20 } });
  const isWanted = ({ package: { description } }) => description === wanted;
  const needed = found.pick(['objects'], isWanted, 'package', 'name');
  const read = await get(joined`/${needed}`);
  const latest = read.member('dist-tags', 'latest').as('version');
  const file = read.member('versions', latest.value, 'dist', 'tarball');
  await get(read.link(file));
  const dependencies = { [needed.value]: joined`^${latest}` };
  await publish(client, headers, { name, description, version: nextVersion, dependencies, tag: typed(tag) });

  await unpublish(client, headers, own, nextVersion.value);
  const left = (await get(own, { query: { write: true } })).member();
  left.versions[version.value].deprecated = typed(advice);
  await client.send({ method: 'PUT', url: own, headers, json: left });

  const password = typed(user[1]);
  const create = async (readonly) =>
    client.send({
      method: 'POST',
      url: '/-/npm/v1/tokens',
      headers,
      json: { password, readonly, cidr_whitelist: [] },
    });
  const robot = await create(true);
  await create(false);
  const robotToken = robot.member('token').as('token');
  await get(own, { headers: { authorization: joined`Bearer ${robotToken}` } });
  const tokens = await get('/-/npm/v1/tokens');
  const other = tokens.pick(['objects'], ({ readonly }) => !readonly, 'key');
  for (const key of [other, robot.member('key').as('created-id')])
    await client.send({ method: 'DELETE', url: joined`/-/npm/v1/tokens/token/${key}`, headers });
  await client.send({ method: 'DELETE', url: joined`/-/user/token/${inPath(token)}`, headers });
}

/** Registers, which is how npm logs in; the token, and the headers that carry it. */
async function logIn(client, [name, password, email]) {
  const words = { type: 'user', roles: [], date: derived('2026-01-05T09:00:00.000Z') };
  const id = joined`org.couchdb.user:${typed(name)}`;
  const person = { _id: id, name: typed(name), password: typed(password), email: typed(email) };
  const answer = await client.send({
    method: 'PUT',
    url: joined`/-/user/${id}`,
    json: { ...person, ...words },
  });
  const token = answer.member('token').as('token');
  return { token, headers: { authorization: joined`Bearer ${token}` } };
}

/** Sends a version with its file, which is made up here and whose sums npm computes. */
async function publish(client, headers, { name, description, version, dependencies = {}, tag = 'latest' }) {
  const [title, number] = [name, version].map((one) => one.value ?? one);
  const file = `${title}-${number}.tgz`;
  const content = Buffer.from(`the files of ${file}`);
  const sum = (algorithm, encoding) => createHash(algorithm).update(content).digest(encoding);
  const dist = {
    integrity: derived(`sha512-${sum('sha512', 'base64')}`),
    shasum: derived(sum('sha1', 'hex')),
    tarball: joined`http://127.0.0.1:${PORT}/${name}/-/${derived(file)}`,
  };
  const id = joined`${name}@${version}`;
  const manifest = { name, version, description, dependencies, _id: id, dist };
  const data = derived(content.toString('base64'));
  const json = {
    _id: name,
    name,
    description,
    'dist-tags': { [tag.value ?? tag]: version },
    versions: { [number]: manifest },
    access: null,
    _attachments: {
      [file]: { content_type: 'application/octet-stream', data, length: content.length },
    },
  };
  await client.send({ method: 'PUT', url: joined`/${name}`, headers, json });
}

/** Takes a version out of the document, and then its file away, each with the revision that holds. */
async function unpublish(client, headers, url, version) {
  const read = () => client.send({ url, query: { write: true }, headers });
  const current = await read();
  const { versions, 'dist-tags': tags, _attachments: _files, ...document } = current.member();
  const { [version]: gone, ...kept } = versions;
  const left = Object.fromEntries(Object.entries(tags).filter(([, tagged]) => tagged.value !== version));
  const json = { ...document, 'dist-tags': left, versions: kept };
  await client.send({
    method: 'PUT',
    url: joined`${url}/-rev/${document._rev.as('revision')}`,
    headers,
    json,
  });
  const rev = (await read()).member('_rev').as('revision');
  const file = current.link(gone.dist.tarball);
  await client.send({ method: 'DELETE', url: joined`${file}/-rev/${rev}`, headers });
}

/** A value as written in a path. */
function inPath(traced) {
  return new Traced(encodeURIComponent(traced.value), traced);
}
