/**
 * The administration pages of react-admin (npm's `react-admin` with `ra-data-graphql-simple`) over Apollo Server, with
 * automatic persisted queries on both sides: the hash of a query first, the query once when the server does not know it.
 * Changes are shown before they are sent, since they can be undone for a while; small numbers for everything.
 *
 * No application with persisted queries and pages of its own was found: the pages are those that react-admin guesses, the
 * data and its schema come from `json-graphql-server`, and only the lines that put them together are written here.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { emptyFolder, installed, running } from '../../running.mjs';

const PORT = 3975;
const PACKAGES = [
  'ra-data-graphql-simple@5.15.0',
  'ra-data-graphql@5.15.3',
  '@apollo/client@3.14.1',
  '@apollo/server@5.5.1',
  'json-graphql-server@3.3.2',
  'graphql@16.15.0',
  'react@18.3.1',
  'react-dom@18.3.1',
  '--legacy-peer-deps',
];

const PAGE = `
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin, Create, EditGuesser, ListGuesser, ReferenceInput, Resource, SimpleForm, TextInput } from 'react-admin';
import buildDataProvider from 'ra-data-graphql-simple';
import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client/core';
import { createPersistedQueryLink } from '@apollo/client/link/persisted-queries';

async function sha256(text) {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const link = createPersistedQueryLink({ sha256 }).concat(new HttpLink({ uri: '/graphql' }));
const client = new ApolloClient({ link, cache: new InMemoryCache() });
const created = (...fields) => () => h(Create, { redirect: 'edit' }, h(SimpleForm, null, ...fields));
const reference = (source, resource) => h(ReferenceInput, { source, reference: resource });
const forms = {
  User: created(h(TextInput, { source: 'name' })),
  Post: created(h(TextInput, { source: 'title' }), h(TextInput, { source: 'teaser' }), reference('user_id', 'User')),
  Comment: created(h(TextInput, { source: 'text' }), reference('post_id', 'Post'), reference('user_id', 'User')),
};

const name = (one) => one.name ?? one.title ?? one.text;
const resources = Object.entries(forms).map(([key, create]) =>
  h(Resource, { key, name: key, list: ListGuesser, edit: EditGuesser, create, recordRepresentation: name }),
);
const pages = h(Admin, { dataProvider: buildDataProvider({ client }), disableTelemetry: true }, ...resources);
createRoot(document.getElementById('root')).render(pages);
`;
const FRAME = '<!doctype html><meta charset="utf-8"><div id="root"></div><script src="/page.js"></script>';

export const application = {
  inputs: {
    a: {
      author: 'Nora',
      post: 'Ferns',
      retitled: 'Ferns in the shade',
      made: ['Mosses', 'Small and green'],
      writer: 'Emil',
      comment: 'Seen near the well',
      data: data(3, ['Nora', 'Emil', 'Ruth'], ['Lichens', 'Ferns', 'Clover']),
    },
    b: {
      author: 'Ivan',
      post: 'Owls',
      retitled: 'Owls and jays',
      made: ['Swifts', 'They never land'],
      writer: 'Olga',
      comment: 'Heard at dusk',
      reworded: 'They sleep in the air',
      data: data(40, ['Olga', 'Pia', 'Ivan', 'Kurt'], ['Owls', 'Geese', 'Rooks', 'Wrens', 'Larks']),
    },
  },
  otherPast: {
    data: data(
      40,
      ['Olga', 'Ruth', 'Pia', 'Nora', 'Ivan', 'Emil'],
      ['Owls', 'Clover', 'Geese', 'Rooks', 'Lichens', 'Ferns'],
    ),
  },
  start,
  session,
  truth: truth(),
};

/** Users, posts and comments, each counted on from another number. */
function data(first, names, titles) {
  const users = names.map((name, index) => ({ id: first + index, name }));
  const posts = titles.map((title, index) => ({
    id: first * 5 + index,
    title,
    teaser: `About ${title.toLowerCase()}`,
    user_id: users[index % users.length].id,
  }));
  const comments = posts.flatMap(({ id, title }, index) => ({
    id: first * 9 + index,
    text: `More on ${title.toLowerCase()}`,
    post_id: id,
    user_id: users[(index + 1) % users.length].id,
  }));
  return { users, posts, comments };
}

async function start({ inputs }) {
  const folder = await installed('react-admin', '5.15.4', {}, PACKAGES);
  const cwd = await emptyFolder();
  await build({
    stdin: { contents: PAGE, resolveDir: folder },
    bundle: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    outfile: path.join(cwd, 'page.js'),
    logLevel: 'silent',
  });
  const library = (file) => JSON.stringify(pathToFileURL(path.join(folder, 'node_modules', file)).href);
  const program = `import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { ApolloServer, HeaderMap } from ${library('@apollo/server/dist/esm/index.js')};
import { jsonSchemaBuilder } from ${library('json-graphql-server/dist/json-graphql-server-node.js')};
const page = await readFile('page.js', 'utf8');
const server = new ApolloServer({ schema: jsonSchemaBuilder(${JSON.stringify(inputs.data)}), introspection: true });
await server.start();
createServer(async (asked, answer) => {
  const { pathname, search } = new URL(asked.url, 'http://127.0.0.1');
  if (pathname !== '/graphql') {
    answer.setHeader('content-type', pathname === '/page.js' ? 'text/javascript' : 'text/html');
    return answer.end(pathname === '/page.js' ? page : ${JSON.stringify(FRAME)});
  }
  const headers = new HeaderMap(Object.entries(asked.headers));
  const body = JSON.parse((await text(asked)) || '{}');
  const request = { method: asked.method, headers, search, body };
  const { status, headers: given, body: { string } } = await server.executeHTTPGraphQLRequest({ httpGraphQLRequest: request, context: async () => ({}) });
  answer.writeHead(status ?? 200, Object.fromEntries(given));
  answer.end(string);
}).listen(${PORT}, '127.0.0.1');
`;
  await writeFile(path.join(cwd, 'server.mjs'), program);
  // Otherwise errors are answered with a stack.
  const env = { NODE_ENV: 'production' };
  return running({ command: process.execPath, args: ['server.mjs'], cwd, port: PORT, env });
}

async function session(person, { author, post, retitled, made, writer, comment, reworded }) {
  await person.open('/');
  await person.click('a:has-text("Post")');
  await open(person, post);
  await person.fill('input[name=title]', retitled);
  await save(person);

  await person.click('a:has-text("Create")');
  await person.fill('input[name=title]', made[0]);
  await person.fill('input[name=teaser]', made[1]);
  await pick(person, 'user_id', author);
  await save(person);
  if (reworded !== undefined) {
    await person.fill('input[name=teaser]', reworded);
    await save(person);
  }

  await person.click('a[href="#/Comment"]');
  await person.click('a:has-text("Create")');
  await person.fill('input[name=text]', comment);
  await pick(person, 'post_id', made[0]);
  await pick(person, 'user_id', writer);
  await save(person);

  await person.click('a[href="#/User"]');
  await open(person, writer);
  if (reworded === undefined) {
    await person.click('a[href="#/Comment"]');
    await open(person, comment);
    await person.click('button:has-text("Delete")');
    await sendChange(person);
  }
}

async function open(person, name) {
  await person.click(`tr:has-text("${name}") td:nth-child(2)`);
}

async function save(person) {
  await person.click('button:has-text("Save")');
  await sendChange(person);
}

/** Changes are sent when they can no longer be undone: here at a click elsewhere. */
async function sendChange(person) {
  await person.page.waitForTimeout(700);
  await person.page.mouse.click(900, 950);
  await person.settled();
}

async function pick(person, source, name) {
  await person.click(`.ra-input-${source} input, input[name=${source}]`);
  await person.click(`[role=option]:has-text("${name}")`);
}

/** After `buildVariables.js` of ra-data-graphql-simple and the forms and references of react-admin. */
function truth() {
  const on = (...names) => names.map((name) => `POST /graphql $.operationName=${name}`);
  const said = (names, body, as) => on(...names).map((answer) => ({ answer, body, as }));
  const kinds = ['User', 'Post', 'Comment'];
  const references = { user_id: 'User', post_id: 'Post' };
  const made = said(
    kinds.map((kind) => `create${kind}`),
    '$.data.data.id',
    'created-id',
  );
  const listed = said(
    kinds.map((kind) => `all${kind}s`),
    '$.data.items[*].id',
  );
  const shown = (name) => said([...kinds, ...kinds.map((kind) => `update${kind}`)], `$.data.data.${name}`);
  const updates = on(...kinds.map((kind) => `update${kind}`));
  return [
    [on(...kinds), 'body $.variables.id', [...made, ...listed]],
    [
      [...updates, ...on(...kinds.map((kind) => `delete${kind}`))],
      'body $.variables.id',
      [...shown('id'), ...listed],
    ],
    ...Object.entries(references).flatMap(([name, kind]) => {
      const chosen = [
        ...said([`create${kind}`], '$.data.data.id', 'created-id'),
        ...said([`all${kind}s`], '$.data.items[*].id'),
      ];
      return [
        [on('createPost', 'createComment'), `body $.variables.${name}`, chosen],
        [on(`all${kind}s`), 'body $.variables.filter.ids[*]', [...chosen, ...shown(name)]],
      ];
    }),
    ...['name', 'title', 'teaser', 'text', 'user_id', 'post_id'].map((name) => [
      updates,
      `body $.variables.${name}`,
      shown(name),
      { optional: true },
    ]),
  ];
}
