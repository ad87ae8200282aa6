/**
 * Cacti (Debian's `cacti`, unpacked; installed are `php-cli`, `mariadb-server` and what it depends on): pages that scripts load
 * into one another, small numbers for devices, sites, trees and people, also in names of fields and in a serialised list; a
 * token in each form; a tree whose nodes have numbers in their ids.
 *
 * Nothing is monitored: devices are without SNMP and nobody asks whether they are up.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyMariadb } from '../../mariadb.mjs';
import { debianFiles, debianProgram, emptyFolder, finished, running, withDatabase } from '../../running.mjs';

const PORT = 3994;
const DATABASE_PORT = 3995;

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      opened: ['Saw controller', 'Fan replaced in March, spare parts in the drawer.'],
      site: { name: 'Lumber yard', city: 'Ostheim' },
      device: { description: 'Kiln sensor', hostname: 'kiln.yard.example', template: 'Linux Machine' },
      tree: 'By building',
      branch: 'Behind the hall',
      search: 'yard',
      placed: 'Yard camera',
      colleague: { username: 'henrik', full_name: 'Henrik Moll', password: 'Plane.and.vice.8' },
      allowed: ['Sites/Devices/Data', 'Trees'],
      disabled: ['Desk printer', 'Door router'],
      next: { host: 14, sites: 6, graph_tree: 4, graph_tree_items: 30, user_auth: 9, host_template: 5 },
      templates: ['Cisco Router', 'Linux Machine', 'Printer'],
      sites: ['Workshop', 'Front desk'],
      devices: [
        ['Saw controller', 'saw.workshop.example', 'Workshop', 'Linux Machine'],
        ['Desk printer', 'print.desk.example', 'Front desk', 'Printer'],
        ['Yard camera', 'camera.yard.example', 'Workshop', 'Linux Machine'],
        ['Door router', 'router.desk.example', 'Front desk', 'Cisco Router'],
        ['Glue press', 'press.workshop.example', 'Workshop', 'Linux Machine'],
      ],
    },
    b: {
      user: ['leon', 'two.magpies'],
      opened: ['Nest camera', 'Cable was loose, fixed by Wanda.'],
      site: { name: 'South meadow', city: 'Reedbach' },
      device: { description: 'Rain gauge', hostname: 'rain.meadow.example', template: 'Weather Station' },
      tree: 'Places to see',
      branch: 'Along the path',
      placed: 'Wall camera',
      isPublished: true,
      colleague: { username: 'wanda', full_name: 'Wanda Reh', password: 'Reed.and.heron.4' },
      allowed: ['Log Viewing'],
      deleted: ['Old counter', 'Door screen'],
      next: { host: 61, sites: 23, graph_tree: 17, graph_tree_items: 140, user_auth: 42, host_template: 31 },
      templates: ['Access Point', 'Webcam', 'Weather Station', 'Linux Machine'],
      sites: ['Hide', 'Visitor centre', 'North wall'],
      devices: [
        ['Nest camera', 'nest.hide.example', 'Hide', 'Webcam'],
        ['Old counter', 'counter.visitors.example', 'Visitor centre', 'Linux Machine'],
        ['Wall camera', 'north.wall.example', 'North wall', 'Webcam'],
        ['Door screen', 'screen.visitors.example', 'Visitor centre', 'Linux Machine'],
        ['Hide network', 'wlan.hide.example', 'Hide', 'Access Point'],
        ['Wind mast', 'wind.wall.example', 'North wall', 'Weather Station'],
      ],
    },
  },
  otherPast: {
    next: { host: 105, sites: 48, graph_tree: 33, graph_tree_items: 290, user_auth: 71, host_template: 64 },
    templates: ['Access Point', 'Cisco Router', 'Printer', 'Webcam', 'Linux Machine'],
    sites: ['Attic', 'Front desk', 'Workshop'],
    devices: [
      ['Door router', 'router.desk.example', 'Front desk', 'Cisco Router'],
      ['Attic relay', 'relay.attic.example', 'Attic', 'Access Point'],
      ['Yard camera', 'camera.yard.example', 'Workshop', 'Linux Machine'],
      ['Glue press', 'press.workshop.example', 'Workshop', 'Linux Machine'],
      ['Saw controller', 'saw.workshop.example', 'Workshop', 'Linux Machine'],
      ['Bench scale', 'scale.workshop.example', 'Workshop', 'Linux Machine'],
      ['Desk printer', 'print.desk.example', 'Front desk', 'Printer'],
    ],
  },
  start,
  session,
  isAside,
  truth: truth(),
};

async function start({ inputs }) {
  const files = path.join(await debianFiles('cacti'), 'usr/share/cacti');
  const cwd = await emptyFolder();
  // Its links to libraries of other packages lead out of its folder.
  const share = path.join(cwd, 'share');
  const site = path.join(share, 'cacti/site');
  await cp(files, path.join(share, 'cacti'), { recursive: true, verbatimSymlinks: true });
  for (const name of ['javascript', 'nodejs', 'php', 'fonts-fork-awesome'])
    await symlink(`/usr/share/${name}`, path.join(share, name));
  for (const name of ['cache', 'log', 'rra', 'include/config.php']) await rm(path.join(site, name));
  for (const name of ['boost', 'mibcache', 'realtime', 'spikekill'])
    await mkdir(path.join(site, 'cache', name), { recursive: true });
  for (const name of ['log', 'rra']) await mkdir(path.join(site, name));
  await writeFile(path.join(site, 'log/cacti.log'), '');
  await writeFile(path.join(site, 'include/config.php'), settings(cwd));
  await writeFile(path.join(cwd, 'past.sql'), past(cwd, inputs));
  const database = await emptyMariadb({ port: DATABASE_PORT, name: 'cacti' });
  return withDatabase(database, async () => {
    for (const file of [`${share}/cacti/conf_templates/cacti.sql`, `${cwd}/past.sql`])
      await finished({
        command: debianProgram('/usr/bin/mariadb', 'mariadb-client-core'),
        args: ['--host=127.0.0.1', `--port=${DATABASE_PORT}`, '--user=root', 'cacti', '-e', `source ${file}`],
        cwd,
      });
    const args = ['-S', `127.0.0.1:${PORT}`, '-t', site];
    const command = debianProgram('/usr/bin/php', 'php-cli');
    return { ...(await running({ command, args, cwd, port: PORT })), folder: cwd };
  });
}

function settings(folder) {
  const values = {
    database_type: 'mysql',
    database_default: 'cacti',
    database_hostname: '127.0.0.1',
    database_username: 'root',
    database_password: '',
    database_port: String(DATABASE_PORT),
    database_retries: 5,
    poller_id: 1,
    url_path: '/',
    cacti_session_name: 'Cacti',
    disable_log_rotation: true,
    path_csrf_secret: `${folder}/csrf-secret.php`,
  };
  const lines = Object.entries(values).map(([name, value]) => `$${name} = ${JSON.stringify(value)};\n`);
  return `<?php\n${lines.join('')}`;
}
/** What was there before the session, as SQL: `next` has the numbers that come after what others made and deleted. */
function past(folder, { user: [name, password], next, templates, sites, devices }) {
  const own = { username: name, full_name: name, password: createHash('md5').update(password).digest('hex') };
  const named = (table, text) => `(SELECT id FROM ${table} WHERE name = '${text}')`;
  const insert = (table, row) => `INSERT INTO ${table} SET ${assigned(row)};`;
  return [
    ...Object.entries(next).map(([table, number]) => `ALTER TABLE ${table} AUTO_INCREMENT = ${number};`),
    `UPDATE version SET cacti = '1.2.24';`,
    ...['snmp_version', 'availability_method'].map((setting) =>
      insert('settings', { name: setting, value: '0' }),
    ),
    `UPDATE settings SET value = '${folder}/share/cacti/site/log/cacti.log' WHERE name = 'path_cactilog';`,
    insert('user_auth', { ...own, must_change_password: '', password_change: '', graph_settings: 'on' }),
    `INSERT INTO user_auth_realm SELECT realm_id, u.id FROM user_auth_realm r, user_auth u
      WHERE r.user_id = 1 AND u.username = '${name}';`,
    ...templates.map((template) => insert('host_template', { name: template })),
    ...sites.map((site) => insert('sites', { name: site })),
    ...devices.map(
      ([description, hostname, site, template]) =>
        `INSERT INTO host SET ${assigned({ description, hostname, notes: '', external_id: '', location: '', availability_method: '0', snmp_version: '0', status: '3' })},
      site_id = ${named('sites', site)}, host_template_id = ${named('host_template', template)};`,
    ),
  ].join('\n');
}

function assigned(row) {
  return Object.entries(row)
    .map(([column, text]) => `${column} = '${text}'`)
    .join(', ');
}

function isAside() {
  return false;
}

async function session(person, inputs) {
  const { user, isPublished, search } = inputs;
  await person.open('/');
  await person.fill('[name=login_username]', user[0]);
  await person.fill('[name=login_password]', user[1]);
  await person.click('input[type=submit]');
  await loaded(person);

  await editDevice(person, inputs);
  if (isPublished) await enrol(person, inputs);
  await addSite(person, inputs);
  await addDevice(person, inputs);
  await addTree(person, inputs);
  await placeDevice(person, inputs);
  if (search !== undefined) {
    await person.fill('#filter', '');
    await press(person, '#go');
  }
  await removeDevices(person, inputs);
  if (!isPublished) await enrol(person, inputs);
  await person.page.getByText('Logged in as').locator('visible=true').first().hover();
  await press(person, 'a[href="/logout.php"]');
}

/** Waits until the scripts have built the page. */
async function loaded(person) {
  await person.page.waitForTimeout(700);
  await person.settled();
}

/** Clicks, and waits for the part of the page that scripts load. */
async function press(person, element) {
  await person.click(element);
  await loaded(person);
}

/** Opens a list of the menu, whose groups are closed at first. */
async function list(person, group, page) {
  const item = person.page.locator(`#menu a[href="/${page}.php"]`);
  if (!(await item.isVisible())) await press(person, `#${group} > a`);
  await press(person, item);
}

/** Picks an option by its words; a list of the scripts lies over the select of the page. */
async function pick(person, select, words) {
  await person.click(`#${select}-button`);
  await person.click(person.page.locator(`#${select}-menu`).getByText(words, { exact: true }));
}

async function add(person) {
  await press(
    person,
    '.cactiTableButton a[href*="action=edit"], .cactiTableButton a[href*="action=user_edit"]',
  );
}

async function save(person) {
  await press(person, '.saveRow input[type=submit]');
}

function row(person, words) {
  return person.page.locator('#main tr.selectable', { has: person.page.getByText(words, { exact: true }) });
}

async function editDevice(person, { opened: [name, notes] }) {
  await list(person, 'menu_management', 'host');
  await press(person, row(person, name).locator('a.linkEditMain').first());
  await person.fill('#notes', notes);
  await save(person);
}

async function addSite(person, { site }) {
  await list(person, 'menu_management', 'sites');
  await add(person);
  for (const [name, text] of Object.entries(site)) await person.fill(`#${name}`, text);
  await save(person);
}

async function addDevice(person, { device: { template, ...texts }, site }) {
  await list(person, 'menu_management', 'host');
  await add(person);
  for (const [name, text] of Object.entries(texts)) await person.fill(`#${name}`, text);
  await pick(person, 'site_id', site.name);
  await pick(person, 'host_template_id', template);
  await save(person);
}

async function addTree(person, { tree, branch, isPublished }) {
  await list(person, 'menu_management', 'tree');
  await add(person);
  await person.fill('#name', tree);
  await save(person);
  await press(person, '#lock');
  await press(person, '#addbranch');
  await person.page.keyboard.press('Control+A');
  person.typed.push(branch);
  await person.page.keyboard.type(branch);
  await person.page.keyboard.press('Enter');
  await loaded(person);
  if (isPublished) {
    await press(person, '#enabled');
    await save(person);
  }
  await press(person, '#unlock');
}

/** Ticks rows of the list and does something with them, which the next page asks about. */
async function act(person, names, action) {
  for (const name of names) await person.click(row(person, name).locator('input[type=checkbox]'));
  await pick(person, 'drp_action', action);
  await press(person, '#submit');
}

async function placeDevice(person, { search, placed, tree, branch }) {
  await list(person, 'menu_management', 'host');
  if (search !== undefined) {
    await person.fill('#filter', search);
    await press(person, '#go');
  }
  await act(person, [placed], `Place on a Tree (${tree})`);
  await pick(person, 'tree_item_id', `- ${branch}`);
  await save(person);
}

async function removeDevices(person, { disabled = [], deleted = [] }) {
  if (disabled.length > 0) await act(person, disabled, 'Disable');
  else await act(person, deleted, 'Delete');
  await save(person);
}

async function enrol(person, { colleague: { password, ...texts }, allowed }) {
  await list(person, 'menu_configuration', 'user_admin');
  await add(person);
  for (const [name, text] of Object.entries(texts)) await person.fill(`#${name}`, text);
  for (const name of ['password', 'password_confirm']) await person.fill(`#${name}`, password);
  await save(person);
  await press(person, person.page.locator('a.tab', { hasText: 'Permissions' }));
  for (const name of allowed)
    await person.click(person.page.locator('#main').getByText(name, { exact: true }));
  await save(person);
}

function truth() {
  return [];
}
