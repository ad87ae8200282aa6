/** json-server with json-server-auth: a REST API over one JSON file, whose guards are named like file permissions. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npmApplication } from '../installed.mjs';
import { answers, freePort, requestJson, startServer } from '../service.mjs';

export const name = 'json-server-auth';
export const versions = ['2.1.0'];

const MEMBERS = ['alice', 'bob'];
/** Kinds of objects and their guards: owner, signed in, public. */
const GUARDS = { users: 600, letters: 600, posts: 640, comments: 660, pages: 664 };

export async function start({ folder, version, passwords }) {
  const installed = await npmApplication(`json-server-auth-${version}`, [
    `json-server-auth@${version}`,
    'json-server@0.17.4',
  ]);
  const data = path.join(folder, 'db.json');
  const routes = path.join(folder, 'routes.json');
  const kinds = Object.keys(GUARDS);
  await writeFile(data, JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, []]))));
  await writeFile(routes, JSON.stringify(GUARDS));
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const { stop } = await startServer({
    name,
    folder,
    command: process.execPath,
    args: [
      path.join(installed, 'node_modules/json-server-auth/dist/bin.js'),
      ...[data, '--routes', routes, '--host', '127.0.0.1', '--port', String(port), '--quiet'],
    ],
    ready: () => answers(`${baseUrl}/pages`),
  });
  await seed(baseUrl, passwords);
  return {
    baseUrl,
    stop,
    snapshot: () => objectsBehind(baseUrl, kinds),
  };
}

/** Two members with an object of each kind, which are there before the run. */
async function seed(baseUrl, passwords) {
  for (const member of MEMBERS) {
    const body = { email: `${member}@example.com`, password: passwords[member], name: member };
    const { accessToken, user } = await requestJson(`${baseUrl}/register`, { method: 'POST', body });
    for (const kind of ['letters', 'posts', 'comments', 'pages']) {
      await requestJson(`${baseUrl}/${kind}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${accessToken}` },
        body: { title: `About ${kind}`, text: `First words of ${member}`, userId: user.id },
      });
    }
  }
}

/** All objects of all kinds, through the guard that lets everybody read. */
async function objectsBehind(baseUrl, kinds) {
  const lists = await Promise.all(kinds.map((kind) => requestJson(`${baseUrl}/666/${kind}`)));
  const named = kinds.flatMap((kind, index) =>
    lists[index].map((object) => [`${kind}/${object.id}`, JSON.stringify(object)]),
  );
  return Object.fromEntries(named);
}
