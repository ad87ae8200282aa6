/** Radicale, a calendar server, with the rights that it has by default: everybody reads and writes the own collections only. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { filesBelow } from '../files.mjs';
import { requireDebian } from '../installed.mjs';
import { answers, freePort, startServer } from '../service.mjs';

const PROGRAM = '/usr/bin/radicale';
const USERS = ['alice', 'bob'];

export const name = 'Radicale';
export const versions = ['of Debian'];

export async function start({ folder, passwords }) {
  await requireDebian(PROGRAM, 'radicale');
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const storage = path.join(folder, 'collections');
  const configuration = path.join(folder, 'radicale.conf');
  const passwordFile = path.join(folder, 'users');
  await writeFile(passwordFile, USERS.map((user) => `${user}:${passwords[user]}\n`).join(''));
  await writeFile(
    configuration,
    [
      ...['[server]', `hosts = 127.0.0.1:${port}`],
      ...['[auth]', 'type = htpasswd', 'htpasswd_encryption = plain', `htpasswd_filename = ${passwordFile}`],
      ...['[rights]', 'type = owner_only'],
      ...['[storage]', `filesystem_folder = ${storage}`, ''],
    ].join('\n'),
  );
  const { stop } = await startServer({
    name: 'radicale',
    folder,
    command: PROGRAM,
    args: ['--config', configuration],
    ready: () => answers(`${baseUrl}/.web/`),
  });
  for (const user of USERS) {
    await seed(baseUrl, user, passwords[user]);
  }
  return { baseUrl, stop, snapshot: () => filesBelow(path.join(storage, 'collection-root'), isContent) };
}

/** A calendar with one event. */
async function seed(baseUrl, user, password) {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const send = async (method, target, body, type) => {
    const headers = { Authorization: authorization, ...(type === undefined ? {} : { 'Content-Type': type }) };
    const response = await fetch(baseUrl + target, { method, headers, body });
    if (!response.ok) {
      throw new Error(`${method} ${target} was answered with ${response.status}`);
    }
  };
  await send('MKCALENDAR', `/${user}/calendar/`);
  await send('PUT', `/${user}/calendar/first.ics`, event('first', `First words of ${user}`), 'text/calendar');
}

function event(uid, summary) {
  const lines = [`UID:${uid}`, 'DTSTAMP:20240101T000000Z', 'DTSTART:20240102T100000Z', `SUMMARY:${summary}`];
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:bench',
    'BEGIN:VEVENT',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

/** Caches and locks say nothing of what is in collections. */
function isContent(file) {
  return !file.includes('.Radicale.cache') && !file.includes('.Radicale.lock');
}
