/**
 * CNCjs (npm's `cncjs`), which drives milling machines: a single-page application that keeps a token in memory and sends it
 * in a header; UUIDs; pages of lists. No machine is connected.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../../running.mjs';

const PORT = 3972;

export const application = {
  inputs: {
    a: {
      user: ['ines', 'flat-washer-7'],
      command: ['Update the list', 'ls -l'],
      changed: 'ls -la',
      event: 'G28',
      colleague: ['tom', 'round-file-3', 'thomas'],
      old: 'Clean',
      earlier: ['Lights on', 'Clean', 'Lights off'],
    },
    b: {
      user: ['jonas', 'hex-key-44'],
      command: ['Back up', 'tar c jobs'],
      event: 'M5',
      colleague: ['ulla', 'center-punch'],
      old: 'Fan',
      extra: ['Fan off', 'fan 0'],
      earlier: ['Vacuum', 'Pump', 'Fan', 'Door'],
    },
  },
  otherPast: { earlier: ['Vacuum', 'Pump', 'Lights on', 'Lights off', 'Fan', 'Clean', 'Door'] },
  start,
  prepare: addUser,
  session,
  isAside: ({ url }) => /\/(?:socket\.io|i18n|assets)\//.test(url),
  truth: truth(),
};

async function start({ inputs: { earlier } }) {
  const folder = await installed('cncjs', '1.11.5');
  const cwd = await emptyFolder();
  const config = {
    state: { checkForUpdates: false, allowAnonymousUsageDataCollection: false },
    commands: earlier.map((title) => ({ title, commands: `echo ${title}` })),
  };
  await writeFile(path.join(cwd, 'cncrc.json'), JSON.stringify(config));
  const program = path.join(folder, 'node_modules/cncjs/bin/cncjs');
  const args = [
    program,
    '--port',
    String(PORT),
    '--host',
    '127.0.0.1',
    '--config',
    path.join(cwd, 'cncrc.json'),
  ];
  return running({ command: process.execPath, args, cwd, port: PORT, env: { HOME: cwd } });
}

/** The first user may be added by everybody. */
async function addUser({ origin }, { user: [name, password] }) {
  const post = async (address, json, headers = {}) =>
    (
      await fetch(`${origin}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(json),
      })
    ).json();
  const { token } = await post('/api/signin', {});
  await post('/api/users', { enabled: true, name, password }, { authorization: `Bearer ${token}` });
}

async function session(person, inputs) {
  const { user, command, changed, event, colleague, old, extra } = inputs;
  await person.open('/');
  await person.fill('input[type=text]', user[0]);
  await person.fill('input[type=password]', user[1]);
  await person.click('button:has-text("Sign In")');
  await person.click('a[href="#/settings"]');

  await section(person, 'Commands');
  await add(person, { title: command[0], commands: command[1] });
  if (extra !== undefined) await add(person, { title: extra[0], commands: extra[1] });
  await edit(person, old, { commands: `${command[1]} again` });
  if (changed !== undefined) await edit(person, command[0], { commands: changed });
  await row(person, old, '[class*=oggle]');
  await remove(person, command[0]);

  await section(person, 'Events');
  await person.click('button:has-text("Add"):visible');
  await person.select('select[name=event]', 'G-code: Stop');
  await person.select('select[name=trigger]', 'G-code');
  await person.fill('textarea[name=commands]', event);
  await save(person);
  if (extra === undefined) await edit(person, 'G-code: Stop', { commands: `${event} X0` });

  await section(person, 'User Accounts');
  await person.click('button:has-text("New Account")');
  await person.fill('[name=name]:visible', colleague[0]);
  for (const index of [0, 1])
    await person.fill(person.page.locator('input[type=password]:visible').nth(index), colleague[1]);
  await save(person);
  if (colleague[2] !== undefined) await edit(person, colleague[0], { name: colleague[2] });
  await remove(person, colleague[2] ?? colleague[0]);
}

async function section(person, name) {
  await person.click(`a:has-text("${name}"):visible`);
}

async function add(person, fields) {
  await person.click('button:has-text("Add"):visible');
  await enter(person, fields);
}

async function edit(person, name, fields) {
  await row(person, name, '.fa-edit');
  await enter(person, fields);
}

async function remove(person, name) {
  await row(person, name, '.fa-trash');
  await person.click('button:has-text("OK"):visible, button:has-text("Delete"):visible');
}

/** Clicks in the row of the list that has the name. */
async function row(person, name, icon) {
  const around = `ancestor::*[.//*[contains(@class, "fa-trash")]][1]`;
  const found = person.page.locator(`xpath=//*[text()="${name}"]/${around}`).last();
  await person.click(found.locator(icon).first());
}

async function enter(person, fields) {
  for (const [name, text] of Object.entries(fields)) await person.fill(`[name=${name}]:visible`, text);
  await save(person);
}

async function save(person) {
  await person.click('button:has-text("Save"):visible, button:has-text("OK"):visible');
}

/** After `src/app/api/index.js` of CNCjs and its settings pages, which send a whole form with what the list had. */
function truth() {
  const all = ['/api/{kind}', '/api/{kind}/{id}', '/api/version/latest'].flatMap((address) =>
    ['GET', 'POST', 'PUT', 'DELETE'].map((method) => `${method} ${address}`),
  );
  const one = ['PUT /api/{kind}/{id}', 'DELETE /api/{kind}/{id}'];
  const list = 'GET /api/{kind}';
  const listed = (name) => ({ answer: list, body: `$.records[*].${name}` });
  return [
    ['GET /api/version/latest', 'path latest', 'own'],
    [
      all,
      { place: 'header authorization', part: /^Bearer (.+)$/ },
      { answer: 'POST /api/signin', body: '$.token', as: 'token' },
    ],
    [
      'POST /api/signin',
      'body $.token',
      { answer: 'POST /api/signin', body: '$.token', as: 'token' },
      { optional: true },
    ],
    [one, 'path id', [{ answer: 'POST /api/{kind}', body: '$.id', as: 'created-id' }, listed('id')]],
    ...['title', 'commands', 'event', 'trigger', 'name'].map((name) => [
      'PUT /api/{kind}/{id}',
      `body $.${name}`,
      listed(name),
      { optional: true },
    ]),
    ...['event', 'trigger'].map((name) => ['POST /api/events', `body $.${name}`, 'typed']),
    // Against caches.
    [all, 'query _', 'derived'],
  ];
}
