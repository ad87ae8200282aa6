/**
 * Payload (npm `payload`): the REST API of a content management system, only whose collections are here.
 * Posts refer to people and topics by counted numbers, rows of a post have random ids, earlier versions are
 * numbers of their own.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3961;
const TOPICS = ['Cycling', 'Food', 'Gardens', 'Music', 'Rivers'];
/** Both sessions' editors have accounts on each server; who writes there makes posts, too. */
const EDITORS = {
  ines: { name: 'Ines Prado', email: 'ines@example.com', password: 'wet paint 12' },
  joakim: { name: 'Joakim Berg', email: 'joakim@example.com', password: 'loud=Heron' },
};

export const application = {
  inputs: {
    a: {
      writer: { name: 'Salma Haddad', email: 'salma@example.com', password: 'seven+plums' },
      editor: EDITORS.joakim,
      topic: 'Rivers',
      post: ['Low water at the weir', 'low-water', 'The gauge has not been this low since spring.'],
      source: ['River gauge', 'http://gauge.example.com/weir'],
      second: ['Where the herons went', 'herons-went', 'They stand two bends further down.'],
      headline: 'Low water at the old weir',
      added: ['Fishing club', 'http://club.example.com/notes'],
      remark: 'Which of the two weirs is it?',
      corrected: 'Which of the three weirs is it?',
      earlier: { people: 2, topics: [0, 1, 2, 3, 4], posts: 3, edits: 4, remarks: 9 },
    },
    b: {
      writer: { name: 'Piotr Zielak', email: 'piotr@example.com', password: 'cold#gravel' },
      editor: EDITORS.ines,
      topic: 'Food',
      post: ['A market on Mondays', 'monday-market', 'Twelve stalls, and eleven of them sell cheese.'],
      source: ['Town council', 'http://council.example.com/markets'],
      second: ['What the twelfth stall sells', 'twelfth-stall', 'It is honey.'],
      headline: 'A cheese market on Mondays',
      added: ['Dairy school', 'http://dairy.example.com/visit'],
      remark: 'Does it rain there',
      corrected: 'Is it open when it rains?',
      earlier: { people: 5, topics: [4, 3, 1, 0], posts: 5, edits: 2, remarks: 6 },
    },
  },
  start,
  prepare,
  session,
};

const CONFIGURATION = {
  secret: 'a made-up secret of this server',
  serverURL: `http://127.0.0.1:${PORT}`,
  telemetry: false,
  typescript: { autoGenerate: false },
  graphQL: { disable: true },
  admin: { user: 'users' },
  collections: [
    { slug: 'users', auth: true, fields: [text('name')] },
    { slug: 'topics', fields: [text('title')] },
    {
      slug: 'posts',
      versions: { drafts: true },
      fields: [
        text('title'),
        { ...text('slug'), unique: true },
        { name: 'content', type: 'textarea' },
        one('topic', 'topics'),
        one('author', 'users'),
        one('reviewer', 'users'),
        { ...one('related', 'posts'), hasMany: true },
        { name: 'sources', type: 'array', fields: [text('label'), text('url')] },
      ],
    },
    {
      slug: 'remarks',
      fields: [one('post', 'posts'), one('author', 'users'), { name: 'text', type: 'textarea' }],
    },
  ],
  globals: [{ slug: 'front-page', fields: [one('lead', 'posts'), text('headline')] }],
};

function text(name) {
  return { name, type: 'text' };
}

function one(name, relationTo) {
  return { name, type: 'relationship', relationTo };
}

async function start() {
  const folder = await installed('@payloadcms/db-sqlite', '3.90.2');
  const cwd = await emptyFolder();
  const library = (file) => JSON.stringify(pathToFileURL(path.join(folder, 'node_modules', file)).href);
  const program = `import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buildConfig, getPayload, handleEndpoints } from ${library('payload/dist/index.js')};
import { sqliteAdapter } from ${library('@payloadcms/db-sqlite/dist/index.js')};
const db = sqliteAdapter({ client: { url: 'file:content.db' } });
const config = await buildConfig({ ...${JSON.stringify(CONFIGURATION)}, db });
await getPayload({ config });
createServer(async (asked, answer) => {
  const { method, headers } = asked;
  const body = ['GET', 'HEAD'].includes(method) ? undefined : Readable.toWeb(asked);
  const request = new Request(config.serverURL + asked.url, { method, headers, body, duplex: 'half' });
  const response = await handleEndpoints({ config, request });
  answer.writeHead(response.status, [...response.headers].flat());
  answer.end(Buffer.from(await response.arrayBuffer()));
}).listen(${PORT}, '127.0.0.1');
`;
  await writeFile(path.join(cwd, 'server.mjs'), program);
  return running({ command: process.execPath, args: ['server.mjs'], cwd, port: PORT });
}

/** Who works there and what they wrote: all numbers are shifted. */
async function prepare(client, { earlier }) {
  const register = { name: 'Office', email: 'office@example.com', password: 'key under mat' };
  await client.send({ method: 'POST', url: '/api/users/first-register', json: register });
  const { send } = await logIn(client, register);
  const make = async (kind, bodies) => {
    const ids = [];
    for (const json of bodies) ids.push((await send('POST', `/api/${kind}`, json)).member('doc', 'id').value);
    return ids;
  };
  const times = (count, body) => Array.from({ length: count }, (_, index) => body(index));
  const person = (index) => ({
    name: `Author ${index}`,
    email: `author${index}@example.com`,
    password: 'ink',
  });
  await make('users', times(earlier.people, person));
  const editors = await make('users', Object.values(EDITORS));
  await make(
    'users',
    Object.values(application.inputs).map(({ writer }) => writer),
  );
  const topics = await make(
    'topics',
    earlier.topics.map((index) => ({ title: TOPICS[index] })),
  );
  const post = (index) => ({
    title: `Post ${index}`,
    slug: `post-${index}`,
    topic: topics[index],
    reviewer: editors[index % editors.length],
    _status: 'draft',
  });
  const posts = await make('posts', times(earlier.posts, post));
  for (const content of times(earlier.edits, (index) => `Edited ${index}`))
    await send('PATCH', `/api/posts/${posts[0]}`, { content });
  await make(
    'remarks',
    times(earlier.remarks, (index) => ({ post: posts[0], text: `Remark ${index}` })),
  );
}

async function session(client, inputs) {
  await write(client, inputs);
  await review(client, inputs);
}

/** Two posts of one writer, who then tells everything in the first and looks at what it was before. */
async function write(client, { writer, editor, topic, post, source, second, headline, added }) {
  const { me, send } = await logIn(client, writer);
  await send('GET', '/api/users/me');
  const topics = await send('GET', '/api/topics', undefined, { sort: 'title', limit: 50 });
  const topicId = topics.pick(['docs'], ({ title }) => title === topic, 'id');
  const draft = { ...drafted(post), topic: topicId, author: me, _status: 'draft' };
  const [label, url] = source.map(typed);
  const made = await send('POST', '/api/posts', { ...draft, sources: [{ label, url }] });
  const postId = created(made);
  const people = await send('GET', '/api/users', undefined, { sort: 'name', limit: 50 });
  const reviewer = people.pick(['docs'], ({ name }) => name === editor.name, 'id');
  await send('PATCH', joined`/api/posts/${postId}`, { reviewer });
  const other = { ...drafted(second), topic: topicId, author: me, related: [postId], _status: 'draft' };
  const otherId = created(await send('POST', '/api/posts', other));
  const [moreLabel, moreUrl] = added.map(typed);
  const row = made.member('doc', 'sources', 0, 'id').as('row-id');
  await send('PATCH', joined`/api/posts/${postId}`, {
    title: typed(headline),
    sources: [
      { id: row, label, url },
      { label: moreLabel, url: moreUrl },
    ],
  });
  await send('DELETE', joined`/api/posts/${otherId}`);
  const query = { 'where[parent][equals]': postId, sort: 'updatedAt', depth: 0 };
  const versions = await send('GET', '/api/posts/versions', undefined, query);
  const isBefore = ({ version }) => version.reviewer !== null && version.title === post[0];
  const versionId = versions.pick(['docs'], isBefore, 'id');
  await send('GET', joined`/api/posts/versions/${versionId}`, undefined, { depth: 0 });
  await send('POST', '/api/users/logout');
}

/** The editor finds the post among those that wait for her, asks something about it and publishes it. */
async function review(client, { editor, headline, remark, corrected }) {
  const { me, send } = await logIn(client, editor);
  const query = { 'where[reviewer][equals]': me, 'where[_status][equals]': 'draft', sort: 'createdAt' };
  const waiting = await send('GET', '/api/posts', undefined, query);
  const post = waiting.pick(['docs'], ({ title }) => title === headline, 'id');
  const said = await send('POST', '/api/remarks', { post, author: me, text: typed(remark) });
  const remarkId = created(said);
  await send('PATCH', joined`/api/remarks/${remarkId}`, { text: typed(corrected) });
  await send('GET', '/api/remarks', undefined, { 'where[post][equals]': post, depth: 1 });
  await send('PATCH', joined`/api/posts/${post}`, { _status: 'published' });
  await send('POST', '/api/globals/front-page', { lead: post, headline: typed(headline) });
  await send('GET', '/api/globals/front-page', undefined, { depth: 2 });
  await send('DELETE', joined`/api/remarks/${remarkId}`);
  await send('POST', '/api/users/logout');
}

function drafted(post) {
  const [title, slug, content] = post.map(typed);
  return { title, slug, content };
}

/** Who logs in, and how requests are sent in their name. */
async function logIn(client, { email, password }) {
  const json = { email: typed(email), password: typed(password) };
  const login = await client.send({ method: 'POST', url: '/api/users/login', json });
  const headers = { authorization: joined`JWT ${login.member('token').as('token')}` };
  return {
    me: login.member('user', 'id').as('user-id'),
    send: (method, url, body, query) =>
      client.send({ method, url, query, headers, ...(body === undefined ? {} : { json: body }) }),
  };
}

function created(answer) {
  return answer.member('doc', 'id').as('created-id');
}
