/**
 * Community Solid Server (npm `@solid/community-server`): an account whose every next address is a link in the answer
 * before (HATEOAS), UUIDs, client credentials, and documents changed only while their ETag holds.
 */
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3925;

export const application = {
  inputs: {
    a: {
      email: 'greta@example.com',
      password: 'cobalt-river',
      pod: 'greta',
      app: 'Diary sync',
      text: 'Rain all day',
      changed: 'Rain until noon',
    },
    b: {
      email: 'hugo@example.com',
      password: 'seven+lamps',
      pod: 'hugo-k',
      app: 'Backup job',
      text: 'Tent, stove',
      changed: 'Tent, stove, rope',
    },
  },
  start,
  session,
};

async function start() {
  const folder = await installed('@solid/community-server', '7.2.0');
  const cwd = await emptyFolder();
  const program = path.join(folder, 'node_modules/@solid/community-server/bin/server.js');
  const args = [
    program,
    '--port',
    String(PORT),
    '--baseUrl',
    `http://127.0.0.1:${PORT}/`,
    '--config',
    '@css:config/default.json',
  ];
  return running({ command: process.execPath, args: [...args, '--loggingLevel', 'warn'], cwd, port: PORT });
}

async function session(client, { email, password, pod, app, text, changed }) {
  const open = await client.send({ url: '/.account/' });
  const created = await client.send({ method: 'POST', url: control(open, 'account', 'create'), json: {} });
  const mine = await client.send({ url: control(open, 'main', 'index'), headers: account(created) });
  await client.send({
    method: 'POST',
    url: control(mine, 'password', 'create'),
    headers: account(created),
    json: { email: typed(email), password: typed(password) },
  });
  await client.send({
    method: 'POST',
    url: control(mine, 'account', 'logout'),
    headers: account(created),
    json: {},
  });

  const login = await client.send({
    method: 'POST',
    url: control(open, 'password', 'login'),
    json: { email: typed(email), password: typed(password) },
  });
  const index = await client.send({ url: '/.account/', headers: account(login) });
  const podMade = await client.send({
    method: 'POST',
    url: control(index, 'account', 'pod'),
    headers: account(login),
    json: { name: typed(pod) },
  });
  await client.send({ url: podMade.link(podMade.member('podResource')), headers: account(login) });
  const credentials = await client.send({
    method: 'POST',
    url: control(index, 'account', 'clientCredentials'),
    headers: account(login),
    json: { name: typed(app), webId: podMade.member('webId').as('address') },
  });
  await client.send({ url: credentials.link(credentials.member('resource')), headers: account(login) });
  await documents(client, { text, changed });
  await client.send({
    method: 'DELETE',
    url: credentials.link(credentials.member('resource')),
    headers: account(login),
  });
  await client.send({
    method: 'POST',
    url: control(index, 'account', 'logout'),
    headers: account(login),
    json: {},
  });
}

/** A document is made where everybody may write, read, changed while nobody else did, and deleted. */
async function documents(client, { text, changed }) {
  const made = await client.send({
    method: 'POST',
    url: '/',
    text: typed(text),
  });
  const url = made.link(made.header('location'));
  const etag = async () => (await client.send({ url })).header('etag').as('etag');
  await client.send({ method: 'PUT', url, headers: { 'if-match': await etag() }, text: typed(changed) });
  const now = await etag();
  await client.send({ url, headers: { 'if-none-match': now } });
  await client.send({ method: 'DELETE', url, headers: { 'if-match': now } });
}

function control(answer, ...names) {
  return answer.link(answer.member('controls', ...names));
}

function account(answer) {
  return { authorization: joined`CSS-Account-Token ${answer.member('authorization').as('token')}` };
}
