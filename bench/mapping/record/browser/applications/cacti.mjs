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
const ASIDE = /[?&]action=(?:ping_host|get_node|get_(?:branch|host)_sort|checkpass)\b/;
/** The token that a page has for its forms, and for what its scripts send. */
const TOKEN = /(?:name='__csrf_magic' value="|csrfMagicToken ?= ?["'])(sid:[^"']+)/;
/** Fields with words of Cacti, or with settings that are the same in each installation. */
const WORDS = [
  ...['action', 'poller_id', 'device_threads', 'availability_method', 'max_oids', 'bulk_walk_size'],
  ...['version', 'community', 'security_level', 'auth_protocol', 'priv_protocol', 'port', 'timeout'].map(
    (name) => `snmp_${name}`,
  ),
  ...['method', 'port', 'timeout', 'retries'].map((name) => `ping_${name}`),
  ...['reindex_method', 'zoom', 'sort_type', 'sequence', 'enabled', 'delete_type', 'tab'],
  ...['password_change', 'graph_settings', 'show_tree', 'show_list', 'show_preview', 'login_opts', 'realm'],
  ...['host', 'site', 'tree', 'user', 'realm_perms'].map((name) => `save_component_${name}`),
];

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
      next: { host: 14, sites: 6, graph_tree: 4, graph_tree_items: 30, user_auth: 9, host_template: 9 },
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

/** What a page asks on its way: whether a device is up, what a tree has in it, whether a password is a good one. */
function isAside({ url }) {
  return ASIDE.test(url);
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
  await person.page.locator('#user').hover();
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
    await press(person, '.checkboxSwitch:has(#enabled)');
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

/** After Cacti's own pages and scripts: `host.php`, `tree.php`, `lib/html_form.php`, `include/vendor/csrf`. */
function truth() {
  const [devices, sites, trees, people] = ['host', 'sites', 'tree', 'user_admin'].map(
    (name) => `/${name}.php`,
  );
  const pages = ['/', '/index.php', devices, sites, trees, people, '/logout.php'];
  const everywhere = pages.flatMap((page) => [`GET ${page}`, `POST ${page}`]);
  const asked = `POST ${devices} action=actions`;
  const [changed, made] = ['reindex_method=0', 'id=0'].map(
    (field) => `POST ${devices} save_component_host=1 ${field}`,
  );
  const of = (answer, page, as) => ({ answer, page, as });
  const filled = (name) => new RegExp(`name='${name}'[^>]*? value='([^']+)'`);
  const chosen = (name) =>
    new RegExp(`<select id='${name}'(?:(?!</select>)[^])*?<option value='(\\d+)' selected`);
  const sentTo = (answer, as) => ({ answer, header: 'location', pattern: /[?&]id=(\d+)/, as });
  const called = (action) =>
    of(`GET ${trees}?action=edit`, new RegExp(`'tree\\.php\\?action=${action}&id=(\\d+)'`), 'link');
  // The form of a tree is replaced by the answer to its lock.
  const inTree = [`POST ${trees}?action=lock`, `GET ${trees}?action=edit`].map((answer) =>
    of(answer, filled('id'), 'hidden'),
  );
  const token = (answer) => of(answer, TOKEN, 'csrf');
  return [
    ...pages.slice(1).map((page) => [everywhere, `path ${page.slice(1)}`, 'either']),
    ...['action', 'header', 'tab'].map((name) => [everywhere, `query ${name}`, 'either']),
    ...WORDS.map((name) => [everywhere, `body ${name}`, 'either']),
    // Filters that nobody set.
    ...['host_status', 'host_template_id', 'site_id', 'poller_id', 'location', 'rows'].map((name) => [
      `GET ${devices}`,
      `query ${name}`,
      'either',
    ]),

    ['POST /index.php', 'body __csrf_magic', token('GET /')],
    [`POST ${devices}`, 'body __csrf_magic', [token(asked), token(`GET ${devices}`)]],
    ...[sites, trees, people].map((page) => [`POST ${page}`, 'body __csrf_magic', token(`GET ${page}`)]),

    [`GET ${devices}?header=false`, 'query id', [sentTo(made, 'created-id'), sentTo(changed, 'link')]],
    [`GET ${devices}`, 'query id', of(`GET ${devices}`, /"host\.php\?action=edit&id=(\d+)">/, 'list-pick')],
    ...['site_id', 'host_template_id'].flatMap((name) => [
      [made, `body ${name}`, of(`GET ${devices}?action=edit`, /<option value='(\d+)'/, 'list-pick')],
      [changed, `body ${name}`, of(`GET ${devices}?action=edit`, chosen(name), 'field')],
    ]),
    ...['description', 'hostname'].flatMap((name) => [
      [made, `body ${name}`, 'typed'],
      [changed, `body ${name}`, of(`GET ${devices}?action=edit`, filled(name), 'field')],
    ]),
    // A new record has no number yet.
    [[made, ...[sites, trees, people].map((page) => `POST ${page} id=0`)], 'body id', 'either'],
    [changed, 'body id', of(`GET ${devices}?action=edit`, filled('id'), 'hidden')],

    [`GET ${sites}`, 'query id', sentTo(`POST ${sites}`, 'created-id')],

    [`GET ${trees}?action=create_node`, 'query id', 'either'],
    ...['text', 'position'].map((name) => [`GET ${trees}?action=create_node`, `query ${name}`, 'either']),
    [
      `GET ${trees}?action=edit`,
      'query id',
      [sentTo(`POST ${trees} enabled=on`, 'link'), sentTo(`POST ${trees} id=0`, 'created-id')],
    ],
    ...['lock', 'unlock'].map((action) => [`POST ${trees}?action=${action}`, 'query id', called(action)]),
    [`GET ${trees}`, 'query tree_id', inTree],
    [
      `GET ${trees}?action=rename_node`,
      'query id',
      { answer: `GET ${trees}?action=create_node`, body: '$.id', as: 'created-id' },
    ],
    [`POST ${trees} enabled=on`, 'body id', inTree],
    [`POST ${trees} enabled=on`, 'body name', inTree.map((source) => ({ ...source, page: filled('name') }))],

    // What is done with ticked rows: a word of Cacti, or a tree in the list, which the page that asks sends back.
    [[`${asked} drp_action=1`, `${asked} drp_action=3`], 'body drp_action', 'either'],
    [
      `POST ${devices}`,
      'body drp_action',
      [
        of(asked, filled('drp_action'), 'hidden'),
        of(`GET ${devices}`, /<option value="(tr_\d+)">/, 'list-pick'),
      ],
    ],
    ...['tree_id', 'selected_items'].map((name) => [
      asked,
      `body ${name}`,
      of(asked, filled(name), 'hidden'),
    ]),
    [asked, 'body tree_item_id', of(asked, /<option value='(\d+)'/, 'list-pick')],

    [
      `GET ${people}?tab=realms`,
      'query id',
      of(`GET ${people}`, /user_admin\.php\?action=user_edit&id=(\d+)&tab=realms/, 'link'),
    ],
    [
      `GET ${people}`,
      'query id',
      [sentTo(`POST ${people} tab=realms`, 'link'), sentTo(`POST ${people} id=0`, 'created-id')],
    ],
    [`POST ${people} tab=realms`, 'body id', of(`GET ${people}?tab=realms`, filled('id'), 'hidden')],
  ];
}
