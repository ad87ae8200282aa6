/**
 * Syncthing (Debian's `syncthing` with its web pages): a single-page application that sends its whole settings back at each
 * change, with ids of folders and devices inside; a token that comes as a cookie and goes as a header; a page that waits for
 * events. It reaches nobody: finding devices, relays, and all reports are off, and it listens on the loopback only.
 *
 * The settings of the past are in its file. It keeps its certificate, by which devices know each other, over emptied
 * stores, as people do: the name of the token's header has the first letters of its id.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianProgram, emptyFolder, finished, running } from '../../running.mjs';

const PORT = 3979;
/** With the first letters of the id that the certificate gives. */
const TOKEN = 'x-csrf-token-zkpil';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const CERTIFICATE =
  'MIIBKzCB3qADAgECAgEBMAUGAytlcDAUMRIwEAYDVQQDDAlzeW5jdGhpbmcwIBcNMjYxMTI4MTY0NTQzWhgPMjA4MTA4MzExNjQ1NDNaMBQxEjAQBgNV' +
  'BAMMCXN5bmN0aGluZzAqMAUGAytlcAMhAObsES1p4k2aiQHRkXgnFRqXTeIh49WThxmA4Q7wstiQo1MwUTAdBgNVHQ4EFgQUKGPN4s/m1L9k02Az9x05' +
  '4CsCK28wHwYDVR0jBBgwFoAUKGPN4s/m1L9k02Az9x054CsCK28wDwYDVR0TAQH/BAUwAwEB/zAFBgMrZXADQQBNYi+si5qDU+9xAGQvSAw7hxs7f8QC' +
  'y6tdaHbHTeMJqqrK0eMTVYkBQ6/0o6lW+9yjoUTaY5O2/eWEoK7wE64L';

export const application = {
  inputs: {
    a: {
      user: ['ines', 'tin-whistle-52'],
      own: 'attic',
      serial: 1,
      devices: ['Bruno', 'Library'],
      folders: ['Recipes', 'Scores'],
      added: { device: [deviceId('the phone of Ines'), 'Phone'], folder: 'Choir' },
      ignored: { folder: 'Scores', patterns: ['*.bak', '/sketches'] },
      renamed: ['Scores', 'Sheet music'],
      gone: { folder: 'Recipes' },
    },
    b: {
      user: ['tarek', 'copper-kettle-8'],
      own: 'workshop',
      serial: 2,
      devices: ['Nadja', 'Old laptop', 'Shed'],
      folders: ['Drawings', 'Films', 'Invoices'],
      shared: { folder: 'Plans', device: 'Nadja', patterns: ['*.tmp', '(?d)Thumbs.db', '/drafts'] },
      often: ['Invoices', '900'],
      second: { device: [deviceId('the tablet of Tarek'), 'Tablet'], folder: 'Films' },
      gone: { device: 'Old laptop' },
    },
  },
  // Other ids, and so other places in lists. There are as many as before, for the settings are sent back whole.
  otherPast: { own: 'annex', serial: 3 },
  start,
  session,
  login: ({ user: [username, password] }) => ({ username, password }),
  isAwaited: ({ url }) => !/\/rest\/events/.test(url),
  // What the page asks for by itself to show how things are, and parts of the page.
  isAside: ({ url }) =>
    /\/rest\/(?:events|cluster|stats|config\/insync|db\/(?:completion|status)|svc\/(?:lang|report)|system\/(?:browse|connections|discovery|error|status|upgrade|version))|\/assets\/|\w\.(?:html|json)$/.test(
      url,
    ),
  truth: truth(),
};

async function start({ inputs }) {
  const command = debianProgram('/usr/bin/syncthing', 'syncthing');
  const cwd = await emptyFolder();
  const home = path.join(cwd, 'home');
  const env = { HOME: cwd, STMONITORED: 'yes' };
  await mkdir(home);
  await writeFile(path.join(home, 'cert.pem'), pem('CERTIFICATE', CERTIFICATE));
  await writeFile(path.join(home, 'key.pem'), pem('PRIVATE KEY', privateKey()));
  const [name, password] = inputs.user;
  const user = [`--gui-user=${name}`, `--gui-password=${password}`];
  const generate = ['generate', `--home=${home}`, '--no-default-folder', '--skip-port-probing', ...user];
  await finished({ command, args: generate, cwd, env });
  for (const folder of inputs.folders) {
    await mkdir(path.join(cwd, folder));
    await writeFile(path.join(cwd, folder, 'notes.txt'), `Notes on ${folder}\n`);
  }
  const file = path.join(home, 'config.xml');
  await writeFile(file, withPast(await readFile(file, 'utf8'), cwd, inputs));
  const args = ['serve', `--home=${home}`, '--no-browser', '--no-restart', '--no-upgrade'];
  return { ...(await running({ command, args, cwd, port: PORT, env })), folder: cwd };
}

/** The settings with what keeps it from reaching anybody, and with the devices and folders of the past. */
function withPast(settings, cwd, { own, serial, devices, folders }) {
  const values = {
    listenAddress: `tcp://127.0.0.1:${PORT + 1000}`,
    globalAnnounceEnabled: false,
    localAnnounceEnabled: false,
    relaysEnabled: false,
    natEnabled: false,
    urAccepted: -1,
    autoUpgradeIntervalH: 0,
    crashReportingEnabled: false,
    announceLANAddresses: false,
  };
  const ownId = /<device id="([^"]+)"/.exec(settings)[1];
  const past = [
    ...devices.map((name) => `<device id="${deviceId(name + serial)}" name="${name}"></device>`),
    ...folders.map((label, index) => {
      const members = [ownId, ...(index === 0 ? [deviceId(devices.at(-1) + serial)] : [])];
      const shared = members.map((id) => `<device id="${id}"></device>`).join('');
      return `<folder id="${folderId(label + serial)}" label="${label}" path="${path.join(cwd, label)}">${shared}</folder>`;
    }),
  ];
  const quiet = Object.entries(values).reduce(
    (text, [name, value]) => text.replace(new RegExp(`<${name}>.*</${name}>`), `<${name}>${value}</${name}>`),
    settings,
  );
  return quiet
    .replace(/(<device id="[^"]+" name=")[^"]*/, `$1${own}`)
    .replace('127.0.0.1:8384', `127.0.0.1:${PORT}`)
    .replace('</device>', `</device>${past.join('')}`);
}

/** The key of the certificate (RFC 8410), which is no secret. */
function privateKey() {
  const seed = createHash('sha256').update('syncthing of the recordings').digest();
  return Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]).toString('base64');
}

function pem(what, text) {
  return `-----BEGIN ${what}-----\n${text.replace(/.{64}/g, '$&\n')}\n-----END ${what}-----\n`;
}

function folderId(text) {
  return base32(text).slice(0, 10).toLowerCase().replace(/^.{5}/, '$&-');
}

/** The id of a device: a hash with a check letter after every 13 letters. */
function deviceId(text) {
  const parts = base32(text).match(/.{13}/g);
  return parts
    .map((part) => part + checkLetter(part))
    .join('')
    .match(/.{7}/g)
    .join('-');
}

function checkLetter(part) {
  const sum = [...part]
    .map((letter, at) => LETTERS.indexOf(letter) * (1 + (at % 2)))
    .reduce((all, product) => all + Math.floor(product / 32) + (product % 32), 0);
  return LETTERS[(32 - (sum % 32)) % 32];
}

function base32(text) {
  const bits = [...createHash('sha256').update(text).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return bits
    .padEnd(260, '0')
    .match(/.{5}/g)
    .map((five) => LETTERS[Number.parseInt(five, 2)])
    .join('');
}

async function session(person, { added, shared, ignored, renamed, often, second, gone }) {
  await person.open('/');
  if (added !== undefined) {
    await addDevice(person, added.device);
    await addFolder(person, added.folder, added.device[1]);
  }
  if (shared !== undefined) await addFolder(person, shared.folder, shared.device, shared.patterns);
  if (ignored !== undefined) {
    await editFolder(person, ignored.folder);
    await person.click('#editFolder a[href="#folder-ignores"]');
    await person.fill('#editFolder textarea[name=ignoresText]', ignored.patterns.join('\n'));
    await save(person, 'Folder');
    await press(person, folderPanel(person, ignored.folder), 'Rescan');
  }
  if (renamed !== undefined) {
    await editFolder(person, renamed[0]);
    await person.fill('#folderLabel', renamed[1]);
    await save(person, 'Folder');
  }
  if (often !== undefined) {
    await press(person, folderPanel(person, often[0]), 'Rescan');
    await editFolder(person, often[0]);
    await person.click('#editFolder a[href="#folder-advanced"]');
    await person.fill('#rescanIntervalS', often[1]);
    await save(person, 'Folder');
  }
  if (second !== undefined) await addDevice(person, second.device, second.folder);
  await remove(person, gone);
}

/** Adds a device; the folder is one to share with it. */
async function addDevice(person, [id, name], folder) {
  await person.click('button:has-text("Add Remote Device")');
  await person.fill('#deviceID', id);
  await person.fill('#editDevice #name', name);
  if (folder !== undefined) await share(person, 'Device', folder);
  await save(person, 'Device');
}

/** Adds a folder that is shared with a device; with patterns, these are asked for in a second step. */
async function addFolder(person, label, device, patterns) {
  await person.click('button:has-text("Add Folder")');
  await person.fill('#folderLabel', label);
  await share(person, 'Folder', device);
  if (patterns !== undefined) {
    await person.click('#editFolder a[href="#folder-ignores"]');
    await person.page.getByText('Add ignore patterns').click();
    await save(person, 'Folder');
    await person.fill('#editFolder textarea[name=ignoresText]', patterns.join('\n'));
  }
  await save(person, 'Folder');
}

async function share(person, kind, name) {
  await person.click(`#edit${kind} a[href="#${kind.toLowerCase()}-sharing"]`);
  await person.click(`#edit${kind} .tab-pane.active .form-group:has-text("${name}") input[type=checkbox]`);
}

async function editFolder(person, label) {
  await press(person, folderPanel(person, label), 'Edit');
}

async function remove(person, { folder, device }) {
  const kind = folder === undefined ? 'Device' : 'Folder';
  if (folder === undefined) {
    const panel = person.page.locator(`.panel:has(.panel-title:has-text("${device}"))`);
    await press(person, panel, 'Edit');
  } else await editFolder(person, folder);
  await person.click(`#edit${kind} button:has-text("Remove")`);
  await person.click(`#remove-${kind.toLowerCase()}-confirmation button:has-text("Yes")`);
}

function folderPanel(person, label) {
  return person.page.locator(`#folders .panel:has(.panel-title:has-text("${label}"))`);
}

/** Presses a button in the details, which the page closes when it shows changed settings. */
async function press(person, panel, name) {
  const button = panel.locator(`button:has-text("${name}")`).first();
  await person.page.waitForTimeout(1500);
  while (!(await button.isVisible())) {
    await person.click(panel.locator('.panel-heading'));
    await person.page.waitForTimeout(500);
  }
  await person.click(button);
}

/** Saves and waits until the dialog, or its first step, is gone. */
async function save(person, kind) {
  await person.click(`#edit${kind} button:has-text("Save")`);
  await person.page.waitForTimeout(500);
}

/**
 * After `syncthingController.js`: settings are sent back as they came, with what was changed in them. `_` begins what the
 * page adds to show a list as a text.
 */
function truth() {
  const settings = 'GET /rest/config';
  const put = 'PUT /rest/config';
  const folder = { answer: settings, body: '$.folders[*].id', as: 'list-pick' };
  const withFolder = ['GET /rest/db/ignores', 'POST /rest/db/ignores', 'POST /rest/db/scan'];
  const withToken = [
    ...withFolder,
    settings,
    put,
    'GET /rest/config/defaults/{kind}',
    'GET /rest/svc/deviceid',
    'GET /rest/svc/random/string',
  ];
  const device = { answer: settings, body: '$.devices[*].deviceID', as: 'list-pick' };
  const asItCame = { answer: settings, same: true };
  return [
    [withToken, `header ${TOKEN}`, { answer: 'GET /', cookie: 'CSRF-Token-ZKPIL', as: 'token' }],
    [withFolder, 'query folder', folder],
    [
      'POST /rest/db/ignores',
      'body $.ignore[*]',
      [{ answer: 'GET /rest/db/ignores', same: true, as: 'field' }],
      { optional: true },
    ],
    ['POST /rest/db/ignores', 'body $.ignore[*]', 'typed'],
    ['GET /rest/svc/random/string', 'query length', 'own'],
    ...['listenAddresses', 'globalAnnounceServers', 'urAccepted'].map((name) => [
      put,
      `body $.options._${name}Str`,
      'either',
    ]),
    // The person logged in with it.
    [put, 'body $.gui.user', 'either'],
    // Whom a folder is shared with is ticked in a list of devices.
    [put, 'body $.folders[*].devices[*].deviceID', [asItCame, device], { optional: true }],
    [put, 'body $.**', asItCame, { optional: true }],
    // A new folder begins with what the application has for all.
    ...['rescanIntervalS', 'fsWatcherEnabled', 'autoNormalize', 'minDiskFree.*', 'maxConflicts'].map(
      (name) => [
        put,
        `body $.folders[*].${name}`,
        { answer: 'GET /rest/config/defaults/folder', body: `$.${name}`, as: 'field' },
        { optional: true },
      ],
    ),
    // The page makes the id of a new folder of random letters, and its place of the label.
    ...['id', 'path'].map((name) => [put, `body $.folders[*].${name}`, 'derived']),
  ];
}
