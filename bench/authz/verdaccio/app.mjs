/** Verdaccio, a registry of npm packages: each user has a scope that nobody else reads or publishes to. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from '../files.mjs';
import { npmApplication } from '../installed.mjs';
import { answers, freePort, requestJson, startServer } from '../service.mjs';

const USERS = ['alice', 'bob'];

export const name = 'Verdaccio';
export const versions = ['6.8.0'];

export async function start({ folder, version, passwords }) {
  // The version of node-fetch that it asks for cannot be installed.
  const options = { overrides: { 'node-fetch': '2.7.0' } };
  const installed = await npmApplication(`verdaccio-${version}`, [`verdaccio@${version}`], options);
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const storage = path.join(folder, 'storage');
  const configuration = path.join(folder, 'config.yaml');
  await writeFile(configuration, configurationText(storage, path.join(folder, 'htpasswd')));
  const { stop } = await startServer({
    name: 'verdaccio',
    folder,
    command: process.execPath,
    args: [
      path.join(installed, 'node_modules/verdaccio/bin/verdaccio'),
      ...['--config', configuration, '--listen', `127.0.0.1:${port}`],
    ],
    ready: () => answers(`${baseUrl}/-/ping`),
  });
  for (const user of USERS) {
    await seed(baseUrl, user, passwords[user]);
  }
  return { baseUrl, stop, snapshot: () => filesBelow(storage, (file) => file !== '.verdaccio-db.json') };
}

function configurationText(storage, users) {
  const scopes = USERS.map(
    (user) => `  '@${user}/*': { access: ${user}, publish: ${user}, unpublish: ${user} }`,
  );
  return [
    `storage: ${storage}`,
    `auth: { htpasswd: { file: ${users}, algorithm: bcrypt, rounds: 4 } }`,
    'uplinks: {}',
    ...['packages:', ...scopes, "  '**': { access: $authenticated, publish: nobody, unpublish: nobody }"],
    'log: { type: stdout, format: json, level: warn }',
    'web: { enable: false }',
    'userRateLimit: { windowMs: 1000, max: 100000 }',
    '',
  ].join('\n');
}

/** A user with a package that is there before the run. */
async function seed(baseUrl, user, password) {
  const { token } = await requestJson(`${baseUrl}/-/user/org.couchdb.user:${user}`, {
    method: 'PUT',
    body: { name: user, password },
  });
  const name = `@${user}/first`;
  const version = {
    name,
    version: '1.0.0',
    description: `First words of ${user}`,
    dist: { tarball: `${baseUrl}/${name}/-/package-1.0.0.tgz` },
  };
  await requestJson(`${baseUrl}/${encodeURIComponent(name)}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}` },
    body: {
      ...{ _id: name, name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } },
      _attachments: {
        'package-1.0.0.tgz': { content_type: 'application/octet-stream', data: 'Zmlyc3Q=', length: 5 },
      },
    },
  });
}
