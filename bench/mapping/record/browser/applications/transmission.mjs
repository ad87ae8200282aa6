/**
 * Transmission (Debian's `transmission-daemon` with its web pages): every call goes to one address, with small numbers for
 * all that it is about, and a token that the first refusal gives; files are uploaded as base64 in JSON; the page asks for
 * news by itself. It reaches nobody: torrents have no trackers, and finding peers is off.
 */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, running } from '../../running.mjs';

const PORT = 3974;

export const application = {
  inputs: {
    a: {
      files: ['atlas.bin', 'maps.bin'],
      moved: 'maps.bin',
      place: 'done',
      old: 'songs.bin',
      earlier: 3,
      gone: 2,
    },
    b: {
      files: ['letters.bin'],
      moved: 'letters.bin',
      place: 'archive',
      old: 'films.bin',
      renamed: 'post.bin',
      earlier: 11,
      gone: 10,
    },
  },
  otherPast: { earlier: 11, gone: 10 },
  start,
  prepare,
  session,
  truth: truth(),
};

async function start({ inputs: { place } }) {
  const command = debianProgram('/usr/bin/transmission-daemon', 'transmission-daemon');
  const cwd = await emptyFolder();
  for (const folder of ['settings', 'files', place]) await mkdir(path.join(cwd, folder));
  const settings = {
    'bind-address-ipv4': '127.0.0.1',
    'bind-address-ipv6': '::1',
    'dht-enabled': false,
    'download-dir': path.join(cwd, 'files'),
    'lpd-enabled': false,
    'peer-port': PORT + 1000,
    'pex-enabled': false,
    'port-forwarding-enabled': false,
    'rpc-bind-address': '127.0.0.1',
    'rpc-port': PORT,
    'utp-enabled': false,
  };
  await writeFile(path.join(cwd, 'settings/settings.json'), JSON.stringify(settings));
  const args = ['--foreground', '--config-dir', path.join(cwd, 'settings')];
  return { ...(await running({ command, args, cwd, port: PORT })), folder: cwd };
}

/** Torrents that came and went: numbers are counted from the first one on. */
async function prepare({ origin }, { earlier, gone, old }) {
  const call = (method, arguments_, token = '') =>
    fetch(`${origin}/transmission/rpc`, {
      method: 'POST',
      headers: { 'x-transmission-session-id': token },
      body: JSON.stringify({ method, arguments: arguments_ }),
    });
  const token = (await call('session-get', {})).headers.get('x-transmission-session-id');
  const names = Array.from({ length: earlier }, (_, index) => `old-${index}.bin`);
  for (const [index, name] of [...names, old, 'notes.bin'].entries()) {
    const metainfo = torrent(name).toString('base64');
    await call('torrent-add', { metainfo, paused: true }, token);
    if (index < gone) await call('torrent-remove', { ids: [index + 1] }, token);
  }
}

/** A file for one piece of data, named so (BEP 3). */
function torrent(name) {
  const piece = createHash('sha1').update(name).digest();
  const head = `d4:infod6:lengthi${1000 + name.length}e4:name${name.length}:${name}12:piece lengthi16384e6:pieces20:`;
  return Buffer.concat([Buffer.from(head), piece, Buffer.from('7:privatei1eee')]);
}

async function session(person, { files, moved, place, old, renamed }) {
  await person.open('/transmission/web/');
  for (const name of files) {
    await person.click('#toolbar-open');
    const file = { name: `${name}.torrent`, mimeType: 'application/x-bittorrent', buffer: torrent(name) };
    await person.page.locator('#torrent_upload_file').setInputFiles(file);
    await person.page.locator('#torrent_auto_start').uncheck();
    await person.click('#upload_confirm_button');
    await person.page.locator(`.torrent_name:text-is("${name}")`).waitFor();
  }
  await select(person, old);
  await person.click('#toolbar-inspector');
  await person.click('#inspector-tab-files');
  await person.click('#toolbar-inspector');
  if (renamed !== undefined) {
    await menu(person, old, 'rename');
    await person.fill('#torrent_rename_name', renamed);
    await person.click('#rename_confirm_button');
  }
  await menu(person, moved, 'move');
  const now = await person.page.locator('#torrent_path').inputValue();
  await person.fill('#torrent_path', now.replace(/[^/]+\/?$/, place));
  await person.click('#move_confirm_button');
  await menu(person, renamed ?? old, 'move_top');
  await select(person, files[0]);
  await person.click('#toolbar-remove');
  await person.click('#dialog_confirm_button');
}

async function select(person, name) {
  await person.click(`.torrent_name:text-is("${name}")`);
}

async function menu(person, name, item) {
  await person.page.locator(`.torrent_name:text-is("${name}")`).click({ button: 'right' });
  await person.click(`#torrent_context_menu [data-command=${item}]`);
}

/** After `remote.js`, `transmission.js` and `inspector.js` of Transmission. */
function truth() {
  const call = 'POST /transmission/rpc';
  const number = [
    { answer: `${call} $.method=torrent-add`, body: "$.arguments['torrent-added'].id", as: 'created-id' },
    { answer: `${call} $.method=torrent-get`, body: '$.arguments.torrents[*].id' },
  ];
  return [
    [
      call,
      'header x-transmission-session-id',
      { answer: call, header: 'x-transmission-session-id', as: 'token' },
    ],
    [call, 'body $.arguments.ids[*]', number],
    [call, 'body $.arguments.metainfo', 'typed'],
    [
      `${call} $.method=torrent-rename-path`,
      'body $.arguments.path',
      { answer: `${call} $.method=torrent-get`, body: '$.arguments.torrents[*].name' },
    ],
    ...["['download-dir']", '.path'].map((name) => [
      call,
      `body $.arguments${name}`,
      { answer: `${call} $.method=session-get`, body: "$.arguments['download-dir']" },
    ]),
  ];
}
