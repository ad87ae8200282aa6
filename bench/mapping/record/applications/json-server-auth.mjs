/**
 * json-server with json-server-auth (npm): a board of notes as a REST API. Registration and login give a
 * token and nothing else, so that the client reads its own number out of it; small numbers count each kind of
 * thing.
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { claim } from '../answer.mjs';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3929;
const BOARDS = ['Allotment', 'Choir', 'Street fair', 'Library'];
/** Both sessions' friends have accounts on each server. */
const FRIENDS = {
  nadia: { email: 'nadia@example.com', password: 'walnut-7', name: 'Nadia' },
  pavel: { email: 'pavel@example.com', password: 'kettle_21', name: 'Pavel' },
};

export const application = {
  inputs: {
    a: {
      user: ['irma@example.com', 'gr3en-door', 'Irma'],
      town: 'Lund',
      friend: FRIENDS.nadia,
      board: 'Choir',
      notes: ['Sheet music', 'Copies are in the hall', 'Summer concert', 'Who drives?'],
      changed: 'Copies are in the office',
      comments: ['I take two', 'I take three'],
      earlier: { people: 1, notes: 4, comments: 6 },
    },
    b: {
      user: ['oskar@example.com', 'blue+ladder', 'Oskar'],
      town: 'Graz',
      friend: FRIENDS.pavel,
      board: 'Street fair',
      notes: ['Tables', 'Eight are missing', 'Lamps', 'Ask the school'],
      changed: 'Six are missing',
      comments: ['We have one', 'We have none'],
      earlier: { people: 4, notes: 9, comments: 2 },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('json-server-auth', '2.0.2');
  const cwd = await emptyFolder();
  const boards = BOARDS.map((title, index) => ({ id: index + 1, title }));
  const store = { users: [], boards, notes: [], comments: [] };
  // 600: the owner alone; 640: the owner writes, who is logged in reads.
  const guards = { users: 600, notes: 640, comments: 640 };
  await writeFile(path.join(cwd, 'db.json'), JSON.stringify(store));
  await writeFile(path.join(cwd, 'routes.json'), JSON.stringify(guards));
  const library = path.join(folder, 'node_modules/json-server-auth/dist');
  // All copies sign with one key, so that a token of another server would be taken for an hour.
  const key = `require(${JSON.stringify(`${library}/constants.js`)}).JWT_SECRET_KEY = '${randomUUID()}';\n`;
  await writeFile(path.join(cwd, 'key.cjs'), key);
  const program = ['--require', './key.cjs', path.join(library, 'bin.js')];
  const args = [...program, 'db.json', '--routes', 'routes.json', '--host', '127.0.0.1', '--quiet'];
  return running({ command: process.execPath, args: [...args, '--port', String(PORT)], cwd, port: PORT });
}

/** What others did before: numbers are shifted. */
async function prepare(client, { earlier }) {
  const others = Array.from({ length: earlier.people }, (_, index) => ({
    email: `neighbour${index}@example.com`,
    password: 'old-bicycle',
    name: `Neighbour ${index}`,
  }));
  const tokens = [];
  for (const json of [...others, ...Object.values(FRIENDS)])
    tokens.push((await client.send({ method: 'POST', url: '/register', json })).member('accessToken').value);
  const headers = { authorization: `Bearer ${tokens[0]}` };
  for (let index = 0; index < earlier.notes; index += 1) {
    const json = { title: `Note ${index}`, text: 'Old', boardId: 1 + (index % 4), userId: '1' };
    await client.send({ method: 'POST', url: '/notes', headers, json });
  }
  for (let index = 0; index < earlier.comments; index += 1) {
    const json = { noteId: 1, text: `Comment ${index}`, userId: '1' };
    await client.send({ method: 'POST', url: '/comments', headers, json });
  }
}

async function session(client, { user, town, friend, board, notes, changed, comments }) {
  const [email, password, name] = user.map(typed);
  const mine = identity(
    await client.send({ method: 'POST', url: '/register', json: { email, password, name } }),
  );
  await client.send({ url: joined`/users/${mine.id}`, headers: mine.headers });
  await client.send({
    method: 'PATCH',
    url: joined`/users/${mine.id}`,
    headers: mine.headers,
    json: { town: typed(town) },
  });
  const boards = await client.send({ url: '/boards' });
  const boardId = boards.pick([], ({ title }) => title === board, 'id');
  const [title, text, otherTitle, otherText] = notes.map(typed);
  const first = await write(client, mine, '/notes', { title, text, boardId });
  await write(client, mine, '/notes', { title: otherTitle, text: otherText, boardId });
  await client.send({ url: '/notes', query: { userId: mine.id }, headers: mine.headers });
  await client.send({
    method: 'PATCH',
    url: joined`/notes/${first}`,
    headers: mine.headers,
    json: { text: typed(changed) },
  });

  const login = { email: typed(friend.email), password: typed(friend.password) };
  const theirs = identity(await client.send({ method: 'POST', url: '/login', json: login }));
  await client.send({ url: joined`/users/${theirs.id}`, headers: theirs.headers });
  const shown = await client.send({
    url: '/notes',
    query: { boardId, _sort: 'id', _order: 'desc' },
    headers: theirs.headers,
  });
  const noteId = shown.pick([], (note) => note.title === notes[0], 'id');
  const [said, corrected] = comments.map(typed);
  const comment = await write(client, theirs, '/comments', { text: said, noteId });
  await client.send({
    method: 'PATCH',
    url: joined`/comments/${comment}`,
    headers: theirs.headers,
    json: { text: corrected },
  });

  await client.send({ url: joined`/notes/${first}/comments`, headers: mine.headers });
  await client.send({ method: 'DELETE', url: joined`/comments/${comment}`, headers: theirs.headers });
  await client.send({ method: 'DELETE', url: joined`/notes/${first}`, headers: mine.headers });
  await client.send({ method: 'DELETE', url: joined`/users/${mine.id}`, headers: mine.headers });
}

/** The user of the token, and the proof. */
function identity(answer) {
  const token = answer.member('accessToken').as('token');
  return { id: claim(token, 'sub'), headers: { authorization: joined`Bearer ${token}` } };
}

async function write(client, { id, headers }, url, json) {
  const made = await client.send({ method: 'POST', url, headers, json: { ...json, userId: id } });
  return made.member('id').as('created-id');
}
