/**
 * PouchDB Server (npm `pouchdb-server`): CouchDB's interface. Ids handed out in advance, revisions that hold for one
 * change, a session cookie, a place in a feed of changes.
 */
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3922;

export const application = {
  inputs: {
    a: {
      user: ['maria', 'tulip-41'],
      db: 'recipes',
      titles: ['Lentil soup', 'Rye bread', 'Plum cake'],
      changed: 'Red lentil soup',
      chosen: 'Plum cake',
      limit: 2,
      note: 'soak over night',
    },
    b: {
      user: ['jonas', 'w1nter+fox'],
      db: 'journeys',
      titles: ['Down the Elbe', 'Over the Alps', 'Along the coast'],
      changed: 'Up the Elbe',
      chosen: 'Over the Alps',
      limit: 3,
      note: 'passports',
    },
  },
  start,
  session,
};

async function start() {
  const folder = await installed('pouchdb-server', '4.2.0');
  const cwd = await emptyFolder();
  const program = path.join(folder, 'node_modules/pouchdb-server/bin/pouchdb-server');
  const args = [program, '--in-memory', '--no-stdout-logs', '--port', String(PORT), '--host', '127.0.0.1'];
  return running({ command: process.execPath, args, cwd, port: PORT });
}

async function session(client, { user, db, titles, changed, chosen, limit, note }) {
  const [name, password] = user.map(typed);
  const store = joined`/${typed(db)}`;
  await client.send({ method: 'PUT', url: joined`/_config/admins/${name}`, json: password });
  await client.send({ method: 'POST', url: '/_session', json: { name, password } });
  const ids = (await client.send({ url: '/_uuids', query: { count: 2 } }))
    .member('uuids')
    .map((id) => id.as('uuid'));
  await client.send({ method: 'PUT', url: store });

  const first = await put(client, joined`${store}/${ids[0]}`, { title: typed(titles[0]), portions: 4 });
  const read = await client.send({ url: joined`${store}/${ids[0]}` });
  const document = read.member();
  const second = await put(client, joined`${store}/${ids[0]}`, {
    ...document,
    _rev: document._rev.as('revision'),
    title: typed(changed),
  });
  await put(client, joined`${store}/${ids[1]}`, { title: typed(titles[1]), portions: 2, seeAlso: ids[0] });

  const posted = await client.send({
    method: 'POST',
    url: store,
    json: { title: typed(titles[2]), portions: 8 },
  });
  const id = posted.member('id').as('created-id');
  const attached = await client.send({
    method: 'PUT',
    url: joined`${store}/${id}/note.txt`,
    query: { rev: posted.member('rev').as('revision') },
    text: typed(note),
  });
  await client.send({ url: joined`${store}/${id}/note.txt` });
  await client.send({
    method: 'PUT',
    url: joined`${store}/${id}`,
    json: { _rev: attached.member('rev').as('revision'), title: typed(titles[2]), portions: 9 },
  });

  const all = await client.send({ url: joined`${store}/_all_docs`, query: { include_docs: 'true' } });
  const row = (...keys) => all.pick(['rows'], ({ doc }) => doc.title === chosen, ...keys);
  await client.send({ url: joined`${store}/${row('id')}`, query: { rev: row('value', 'rev') } });
  const changes = await client.send({ url: joined`${store}/_changes`, query: { limit: typed(limit) } });
  await client.send({
    url: joined`${store}/_changes`,
    query: { since: changes.member('last_seq').as('position') },
  });

  const stale = first.member('rev').as('revision');
  await client.send({ url: joined`${store}/${ids[0]}`, query: { rev: stale } });
  const docs = [{ _id: ids[0], _rev: second.member('rev').as('revision'), _deleted: true }];
  await client.send({ method: 'POST', url: joined`${store}/_bulk_docs`, json: { docs } });
  await client.send({
    method: 'DELETE',
    url: joined`${store}/${row('id')}`,
    query: { rev: row('value', 'rev') },
  });
  await client.send({ method: 'DELETE', url: '/_session' });
}

async function put(client, url, json) {
  return client.send({ method: 'PUT', url, json });
}
