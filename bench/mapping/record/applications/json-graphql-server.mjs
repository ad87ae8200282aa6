/**
 * JSON GraphQL server (npm `json-graphql-server`): queries and mutations with variables, small ids counted per type,
 * and ids written into the text of a query.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3923;
const VERSION = '3.3.2';

export const application = {
  inputs: {
    a: {
      user: 'Nadia Brandt',
      titles: ['Why tides turn', 'Knots for beginners'],
      retitled: 'Why tides really turn',
      body: 'Well explained',
      section: 'Sailing',
      more: 2,
    },
    b: {
      user: 'Pavel Orlov',
      titles: ['Planting bulbs', 'The compost heap'],
      retitled: 'Planting bulbs in autumn',
      body: 'Mine froze',
      section: 'Garden',
      more: 5,
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const folder = await installed('json-graphql-server', VERSION);
  const cwd = await emptyFolder();
  await writeFile(path.join(cwd, 'data.json'), JSON.stringify(SEED));
  const program = path.join(folder, 'node_modules/json-graphql-server/bin/json-graphql-server.cjs');
  const args = [program, 'data.json', '--port', String(PORT), '--host', '127.0.0.1'];
  return running({ command: process.execPath, args, cwd, port: PORT });
}

const SEED = {
  sections: ['Kitchen', 'Sailing', 'Garden', 'Letters'].map((name, index) => ({ id: index + 11, name })),
  users: [{ id: 1, name: 'Editor' }],
  posts: [{ id: 1, title: 'Welcome', views: 10, user_id: 1, section_id: 11 }],
  comments: [{ id: 1, post_id: 1, user_id: 1, body: 'First' }],
};

/** What others did before: it moves the next ids, of each type by another amount. */
async function prepare(client, { more }) {
  for (let index = 0; index < more * 3; index += 1) {
    await ask(client, CREATE_POST, { title: `Older ${index}`, views: index, user: 1, section: 11 });
    if (index % 2 === 0) await ask(client, CREATE_USER, { name: `Reader ${index}` });
    if (index % 3 === 0) await ask(client, CREATE_COMMENT, { post: 1, user: 1, body: `Older ${index}` });
  }
}

const CREATE_USER = 'mutation CreateUser($name: String!) { createUser(name: $name) { id name } }';
const CREATE_POST =
  'mutation CreatePost($title: String!, $views: Int!, $user: ID!, $section: ID!) { createPost(title: $title, views: $views, user_id: $user, section_id: $section) { id title user_id } }';
const CREATE_COMMENT =
  'mutation CreateComment($post: ID!, $user: ID!, $body: String!) { createComment(post_id: $post, user_id: $user, body: $body) { id body } }';

async function session(client, { user, titles, retitled, body, section }) {
  const sections = await ask(client, 'query Sections { allSections { id name } }', {});
  const sectionId = sections.pick(['data', 'allSections'], ({ name }) => name === section, 'id');
  const author = await ask(client, CREATE_USER, { name: typed(user) });
  const userId = author.member('data', 'createUser', 'id').as('created-id');
  const post = await ask(client, CREATE_POST, {
    title: typed(titles[0]),
    views: 0,
    user: userId,
    section: sectionId,
  });
  const postId = post.member('data', 'createPost', 'id').as('created-id');
  await ask(client, CREATE_POST, { title: typed(titles[1]), views: 0, user: userId, section: sectionId });
  await ask(client, 'query Post($id: ID!) { Post(id: $id) { id title views User { id name } } }', {
    id: postId,
  });
  await ask(
    client,
    'mutation Retitle($id: ID!, $title: String!) { updatePost(id: $id, title: $title) { id title } }',
    {
      id: postId,
      title: typed(retitled),
    },
  );
  const comment = await ask(client, CREATE_COMMENT, { post: postId, user: userId, body: typed(body) });
  const commentId = comment.member('data', 'createComment', 'id').as('created-id');
  await ask(client, 'query PostsOf($filter: PostFilter) { allPosts(filter: $filter) { id title } }', {
    filter: { user_id: userId },
  });
  await written(client, joined`{ Comment(id: ${commentId}) { id body post_id } }`);
  await ask(client, 'mutation DropComment($id: ID!) { removeComment(id: $id) { id } }', { id: commentId });
  await ask(client, 'mutation DropPost($id: ID!) { removePost(id: $id) { id } }', { id: postId });
  await ask(client, 'mutation DropUser($id: ID!) { removeUser(id: $id) { id } }', { id: userId });
}

async function ask(client, query, variables) {
  return client.send({
    method: 'POST',
    url: '/',
    json: { operationName: /^\w+ (\w+)/.exec(query)?.[1], query, variables },
  });
}

/** A query with its arguments in the text, as people write them by hand. */
async function written(client, query) {
  return client.send({ method: 'POST', url: '/', json: { query } });
}
