/**
 * A magazine's JSON:API (npm `jsonapi-server`, the example that it ships): resources name each other by type and id,
 * relationships are sent as such, answers say where everything lies, and what belongs to them is included. Ids are UUIDs.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3943;
const JSON_API = 'application/vnd.api+json';
const PAGE = 4;
/** Both sessions' servers know them before, in another order and not all of them. */
const PEOPLE = [
  ['Ansel', 'Okoro'],
  ['Britta', 'Lund'],
  ['Chiyo', 'Mori'],
  ['Dario', 'Conti'],
  ['Esra', 'Aydin'],
  ['Frida', 'Brandt'],
];
const TAGS = ['harvest', 'recipes', 'travel', 'winter'];

export const application = {
  inputs: {
    a: {
      author: ['Marta', 'Vega', 'marta.vega@example.com'],
      editor: 'Okoro',
      tags: { general: 'recipes', special: 'quinces', added: 'harvest' },
      photo: { title: 'Quinces in a bowl', url: 'http://images.example.com/quinces.jpg', width: 1200 },
      article: { title: 'What to do with forty quinces', content: '<p>Jelly, for a start.</p>' },
      rewritten: '<p>Jelly, for a start, and then paste.</p>',
      comments: ['How long does it keep?', 'How long does the paste keep?'],
      earlier: { people: [0, 1, 2, 3, 4], tags: [0, 1, 2, 3] },
    },
    b: {
      author: ['Tomas', 'Hruby', 'tomas.hruby@example.com'],
      editor: 'Mori',
      tags: { general: 'travel', special: 'night trains', added: 'winter' },
      photo: { title: 'Platform nine', url: 'http://images.example.com/platform.png', width: 900 },
      article: { title: 'Asleep to Ljubljana', content: '<p>Bring earplugs.</p>' },
      rewritten: '<p>Bring earplugs and slippers.</p>',
      comments: ['Is there a buffet car', 'Is there a buffet car on Sundays?'],
      earlier: { people: [3, 4, 5, 0, 2, 1], tags: [2, 3, 1, 0] },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('jsonapi-server', '4.2.0');
  const cwd = await emptyFolder();
  const library = path.join(folder, 'node_modules/jsonapi-server');
  const program = `const jsonApi = require(${JSON.stringify(library)});
jsonApi.setConfig({ protocol: 'http', hostname: '127.0.0.1', port: ${PORT}, base: 'rest' });
for (const name of ['articles', 'comments', 'people', 'photos', 'tags'])
  require(${JSON.stringify(library)} + '/example/resources/' + name);
jsonApi.start();
`;
  await writeFile(path.join(cwd, 'server.cjs'), program);
  return running({ command: process.execPath, args: ['server.cjs'], cwd, port: PORT });
}

/** Who works there, and what they write about: all of their ids are random. */
async function prepare(client, { earlier }) {
  const { make } = speaking(client);
  for (const [firstname, lastname] of earlier.people.map((index) => PEOPLE[index])) {
    const email = `${firstname}.${lastname}@example.com`.toLowerCase();
    await make({ type: 'people', attributes: { firstname, lastname, email } });
  }
  for (const index of earlier.tags) await make({ type: 'tags', attributes: { name: TAGS[index] } });
}

async function session(client, inputs) {
  const { read, make, send } = speaking(client);
  const [firstname, lastname, email] = inputs.author.map(typed);
  const author = await make({ type: 'people', attributes: { firstname, lastname, email } });
  const authorId = created(author);
  const { articleId, photoId, specialId, addedId } = await writeArticle({ read, make }, inputs, authorId);

  const shown = await read(joined`/rest/articles/${articleId}`, { include: 'author,tags,photos' });
  const article = (members) => ({ type: 'articles', id: articleId, ...members });
  const rewritten = article({ attributes: { content: typed(inputs.rewritten), status: 'ready' } });
  await send('PATCH', joined`/rest/articles/${articleId}`, rewritten);
  // This server takes one resource here, where others take a list.
  const tagging = shown.link(shown.member('data', 'relationships', 'tags', 'links', 'self'));
  await send('POST', tagging, { type: 'tags', id: addedId });

  const commentId = await discuss({ read, make, send }, inputs, articleId);

  await read(author.link(author.member('data', 'relationships', 'articles', 'links', 'related')));
  await send('DELETE', joined`/rest/articles/${articleId}/relationships/tags`, {
    type: 'tags',
    id: specialId,
  });
  await send('PATCH', joined`/rest/photos/${photoId}`, {
    type: 'photos',
    id: photoId,
    attributes: { raw: true },
  });
  await send('DELETE', joined`/rest/comments/${commentId}`);
  await send('DELETE', joined`/rest/articles/${articleId}`);
}

/** An article with a photo, about something that others wrote about and something new. */
async function writeArticle({ read, make }, { tags, photo, article }, authorId) {
  const known = await read('/rest/tags', { sort: 'name' });
  const tagId = (name) => known.pick(['data'], ({ attributes }) => attributes.name === name, 'id');
  const generalId = tagId(tags.general);
  const special = { attributes: { name: typed(tags.special) }, relationships: { parent: tag(generalId) } };
  const specialId = created(await make({ type: 'tags', ...special }));
  const [title, url, width] = [photo.title, photo.url, photo.width].map(typed);
  const photographer = { data: { type: 'people', id: authorId } };
  const photoId = created(
    await make({ type: 'photos', attributes: { title, url, width }, relationships: { photographer } }),
  );
  const attributes = { title: typed(article.title), content: typed(article.content), status: 'draft' };
  const relationships = {
    author: { data: { type: 'people', id: authorId } },
    tags: { data: [tag(generalId).data, tag(specialId).data] },
    photos: { data: [{ type: 'photos', id: photoId }] },
  };
  const articleId = created(await make({ type: 'articles', attributes, relationships }));
  return { articleId, photoId, specialId, addedId: tagId(tags.added) };
}

/** An editor looks for her name page by page, asks something about the article, and asks more clearly. */
async function discuss({ read, make, send }, { editor, comments }, articleId) {
  const first = await read('/rest/people', { sort: 'lastname', 'page[limit]': PAGE });
  const next = await read(first.link(first.member('links', 'next')));
  const editorId = next.pick(['data'], ({ attributes }) => attributes.lastname === editor, 'id');
  const [said, corrected] = comments.map(typed);
  const author = { data: { type: 'people', id: editorId } };
  const comment = await make({ type: 'comments', attributes: { body: said }, relationships: { author } });
  const commentId = created(comment);
  const place = joined`/rest/articles/${articleId}/relationships/comments`;
  await send('POST', place, { type: 'comments', id: commentId });
  const self = comment.link(comment.member('data', 'links', 'self'));
  await send('PATCH', self, { type: 'comments', id: commentId, attributes: { body: corrected } });
  await read(joined`/rest/articles/${articleId}/comments`, { include: 'author' });
  return commentId;
}

function speaking(client) {
  const headers = { accept: JSON_API };
  const send = (method, url, data) => {
    const body = data === undefined ? {} : { json: { data }, mimeType: JSON_API };
    return client.send({ method, url, headers, ...body });
  };
  return {
    send,
    read: (url, query) => client.send({ url, query, headers }),
    make: (data) => send('POST', `/rest/${data.type}`, data),
  };
}

function tag(id) {
  return { data: { type: 'tags', id } };
}

function created(answer) {
  return answer.member('data', 'id').as('created-id');
}
