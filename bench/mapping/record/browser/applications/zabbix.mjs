/**
 * Zabbix (Debian's `zabbix-frontend-php` with the schema of `zabbix-server-pgsql`, both unpacked; installed are `php-cli`,
 * `php-pgsql`, `php-bcmath`, `php-gd`, `php-mbstring`, `php-xml` and `postgresql`): pages that the server writes and windows in
 * them that are JSON with a form in it, one number for each host, interface, group, item, trigger and user; a token in forms,
 * in a link and in the head of pages.
 *
 * Only the web interface runs: nothing is monitored.
 */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { debianFiles, debianProgram, emptyFolder, finished, running, withDatabase } from '../../running.mjs';

const PORT = 3989;

/** What pages ask for by themselves: notifications, and whether the server is there. */
const ASIDE = /[?&](?:action=notifications\.get|output=json-rpc)/;

/** What forms, links and fields that suggest things have of the program's own words, which are the same in each installation. */
const WORDS = {
  query: [
    ...['action', 'context', 'form', 'filter_set', 'type', 'method', 'object_name', 'editable'],
    ...['filter_monitored_by', 'filter_evaltype', 'filter_tags[*][operator]'],
  ],
  body: [
    ...['action', 'form', 'form_refresh', 'groupid', 'userid', 'add', 'enter', 'autologin', 'status'],
    // A window with things to choose from.
    ...['srctbl', 'srcfld1', 'dstfrm', 'dstfld1'],
    // A host.
    ...['interfaces[*][items]', 'interfaces[*][type]', 'interfaces[*][useip]', 'interfaces[*][port]'],
    ...['proxy_hostid', 'ipmi_authtype', 'ipmi_privilege', 'show_inherited_macros', 'macros[*][type]'],
    ...['inventory_mode', 'tls_connect', 'tls_in_none', 'tls_accept'],
    // An item.
    ...['selectedInterfaceId', 'type', 'value_type', 'query_fields[*][*]', 'headers[*][*]', 'timeout'],
    ...['post_type', 'status_codes', 'follow_redirects', 'retrieve_mode', 'delay', 'delay_flex[*][type]'],
    ...['history_mode', 'history', 'trends_mode', 'trends', 'inventory_link', 'show_inherited_tags'],
    'value_type_steps',
    // A trigger.
    ...['expression_constructor', 'recovery_expression_constructor', 'priority', 'recovery_mode'],
    'correlation_mode',
    // People and their groups.
    ...['lang', 'timezone', 'theme', 'autologout', 'refresh', 'rows_per_page', 'user_type'],
    ...[
      'gui_access',
      'users_status',
      'debug_mode',
      'group_rights[*][grouped]',
      'group_rights[*][permission]',
    ],
    ...['new_group_right[permission]', 'new_group_right[include_subgroups]'],
  ],
};

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      course: [addGroup, changeHost, addHost, addItem, addTrigger, addUser, removeHost],
      group: 'Workshop machines',
      opened: ['band-saw', { visiblename: 'Band saw, north wall', description: 'New blade in March.' }],
      host: ['lathe-2', '10.20.0.7'],
      item: ['Spindle speed', 'lathe.spindle', 'Numeric (float)', 'rpm'],
      trigger: ['Spindle turns too fast', 'last(/lathe-2/lathe.spindle)>2400', 'High'],
      newcomer: { username: 'henrik', name: 'Henrik', surname: 'Moll', password1: 'Three-clamps-8' },
      userGroup: 'Night shift',
      role: 'Machine keeper',
      gone: 'old-planer',
      past: {
        next: {
          hosts: 10700,
          interface: 40,
          hstgrp: 30,
          items: 51000,
          triggers: 26000,
          users: 8,
          usrgrp: 20,
          role: 9,
        },
        groups: ['Saws', 'Planers'],
        hosts: [
          ['band-saw', 'Saws', '10.20.0.4'],
          ['old-planer', 'Planers', '10.20.0.5'],
          ['jig-saw', 'Saws', '10.20.0.6'],
        ],
        userGroups: ['Day shift', 'Night shift'],
        roles: ['Visitor', 'Machine keeper'],
      },
    },
    b: {
      user: ['leon', 'two.magpies'],
      course: [addUserGroup, addUser, addGroup, addHost, addItem, addTrigger, removeHost, changeHost],
      group: 'Cameras in the reeds',
      opened: ['weather-mast', { description: 'The vane sticks when it freezes.' }],
      found: 'weather',
      host: ['nest-cam-4', '10.31.5.44', 'Camera at the fourth nest'],
      item: ['Battery', 'cam.battery', 'Numeric (unsigned)', '%'],
      trigger: ['Battery is nearly empty', 'min(/nest-cam-4/cam.battery,30m)<15', 'Average'],
      newcomer: { username: 'wanda', name: 'Wanda', surname: 'Reh', password1: 'Seven-herons-3' },
      userGroup: 'Ringing team',
      readable: 'Masts',
      role: 'Ringer',
      gone: 'boat-gps',
      past: {
        next: {
          hosts: 11200,
          interface: 95,
          hstgrp: 61,
          items: 60400,
          triggers: 31000,
          users: 23,
          usrgrp: 35,
          role: 17,
        },
        groups: ['Boats', 'Hides', 'Masts'],
        hosts: [
          ['hide-door', 'Hides', '10.31.5.8'],
          ['boat-gps', 'Boats', '10.31.5.12'],
          ['weather-mast', 'Masts', '10.31.5.19'],
          ['boat-pump', 'Boats', '10.31.5.13'],
        ],
        userGroups: ['Wardens', 'Volunteers'],
        roles: ['Ringer', 'Guide', 'Warden'],
      },
    },
  },
  otherPast: {
    past: {
      next: {
        hosts: 12030,
        interface: 210,
        hstgrp: 84,
        items: 71500,
        triggers: 42000,
        users: 57,
        usrgrp: 52,
        role: 33,
      },
      groups: ['Planers', 'Drills', 'Saws'],
      hosts: [
        ['post-drill', 'Drills', '10.20.0.3'],
        ['jig-saw', 'Saws', '10.20.0.6'],
        ['old-planer', 'Planers', '10.20.0.5'],
        ['band-saw', 'Saws', '10.20.0.4'],
      ],
      userGroups: ['Night shift', 'Apprentices', 'Day shift'],
      roles: ['Machine keeper', 'Apprentice', 'Visitor'],
    },
  },
  start,
  prepare,
  session,
  isAside: ({ url }) => ASIDE.test(url),
  truth: truth(),
};

async function start({ inputs: { past } }) {
  const files = path.join(await debianFiles('zabbix-frontend-php'), 'usr/share/zabbix');
  const schema = path.join(await debianFiles('zabbix-server-pgsql'), 'usr/share/zabbix-server-pgsql');
  const cwd = await emptyFolder();
  const program = path.join(cwd, 'zabbix');
  await cp(files, program, { recursive: true, verbatimSymlinks: true });
  const config = path.join(program, 'include/classes/core/CConfigFile.php');
  const code = await readFile(config, 'utf8');
  await writeFile(config, code.replace('/etc/zabbix/', `${cwd}/`));
  const database = await startPostgres();
  return withDatabase(database, async () => {
    await writeFile(path.join(cwd, 'zabbix.conf.php'), settings(database));
    const parts = ['schema', 'images', 'data'].map((name) => readFile(path.join(schema, `${name}.sql.gz`)));
    const sql = (await Promise.all(parts)).map((part) => gunzipSync(part));
    await writeFile(path.join(cwd, 'all.sql'), Buffer.concat(sql));
    const place = ['-h', '127.0.0.1', '-p', String(database.port), '-U', database.user, database.database];
    await finished({
      command: debianProgram('/usr/bin/psql', 'postgresql-client-common'),
      args: ['-q', '-v', 'ON_ERROR_STOP=1', '-f', 'all.sql', ...place],
      cwd,
    });
    // Without the templates that it comes with, which fill the list of groups.
    database.query('TRUNCATE hosts CASCADE');
    // A language that needs no locale of the machine.
    database.query("UPDATE config SET default_lang = 'en_GB'");
    database.query(usedNumbers(past));
    const args = ['-S', `127.0.0.1:${PORT}`, '-t', program];
    const command = debianProgram('/usr/bin/php', 'php-cli');
    return { ...(await running({ command, args, cwd, port: PORT })), folder: cwd };
  });
}

function settings({ port, user, database }) {
  const db = { TYPE: 'POSTGRESQL', SERVER: '127.0.0.1', PORT: String(port), DATABASE: database, USER: user };
  const lines = Object.entries({ ...db, PASSWORD: '', SCHEMA: '', ENCRYPTION: false, DOUBLE_IEEE754: true });
  return `<?php
${lines.map(([name, value]) => `$DB['${name}'] = ${JSON.stringify(value)};`).join('\n')}
$ZBX_SERVER_NAME = '';
$IMAGE_FORMAT_DEFAULT = IMAGE_FORMAT_PNG;
`;
}

/** `next` has the numbers that were given to things before, which are there no longer. */
function usedNumbers({ next }) {
  const keys = { hstgrp: 'groupid', usrgrp: 'usrgrpid' };
  const rows = Object.entries(next).map(
    ([table, number]) => `('${table}', '${keys[table] ?? `${table.replace(/s$/, '')}id`}', ${number})`,
  );
  return `INSERT INTO ids (table_name, field_name, nextid) VALUES ${rows.join(', ')}`;
}

/** What was there before, made by the person's colleague with the program's own interface. */
async function prepare({ origin }, { user: [username, passwd], past }) {
  const sign = await called(origin, 'user.login', { username: 'Admin', password: 'zabbix' });
  const make = (what, properties) => called(origin, `${what}.create`, properties, sign);
  const groups = {};
  for (const name of past.groups) [groups[name]] = (await make('hostgroup', { name })).groupids;
  for (const [host, group, ip] of past.hosts)
    await make('host', {
      host,
      groups: [{ groupid: groups[group] }],
      interfaces: [{ type: 1, main: 1, useip: 1, ip, dns: '', port: '10050' }],
    });
  for (const name of past.userGroups) await make('usergroup', { name });
  for (const name of past.roles) await make('role', { name, type: 1 });
  const [{ usrgrpid }] = await called(
    origin,
    'usergroup.get',
    { filter: { name: 'Zabbix administrators' } },
    sign,
  );
  const [{ roleid }] = await called(origin, 'role.get', { filter: { name: 'Super admin role' } }, sign);
  const url = 'zabbix.php?action=host.list';
  await make('user', { username, passwd, roleid, usrgrps: [{ usrgrpid }], url });
}

/** The result of a call of JSON-RPC. */
async function called(origin, method, params, auth = null) {
  const answer = await fetch(`${origin}/api_jsonrpc.php`, {
    method: 'POST',
    headers: { 'content-type': 'application/json-rpc' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, auth }),
  });
  const { result, error } = await answer.json();
  if (error !== undefined) throw new Error(`${method}: ${error.data}`);
  return result;
}

async function session(person, inputs) {
  const [name, password] = inputs.user;
  person.page.on('dialog', (dialog) => dialog.accept());
  await person.open('/');
  await person.fill('#name', name);
  await person.fill('#password', password);
  await person.click('#enter');
  for (const step of inputs.course) await step(person, inputs);
  await person.click('.sidebar a:text-is("Sign out")');
}

async function addGroup(person, { group }) {
  await visit(person, 'config', 'Host groups');
  await person.click('button:text-is("Create host group")');
  await person.fill('#name', group);
  await person.click('#add');
}

async function changeHost(person, { opened: [host, changed], found }) {
  await visit(person, 'config', 'Hosts');
  if (found !== undefined) {
    await person.fill('#filter_host', found);
    await person.click('button[name=filter_set]');
  }
  await person.click(`form[name=hosts] a:text-is("${host}")`);
  const form = person.page.locator('#host-form');
  for (const [name, text] of Object.entries(changed)) await person.fill(form.locator(`[name=${name}]`), text);
  await person.click('.overlay-dialogue-footer button:text-is("Update")');
}

async function addHost(person, { group, host: [host, ip, visiblename] }) {
  await visit(person, 'config', 'Hosts');
  await person.click('button:text-is("Create host")');
  const form = person.page.locator('#host-form');
  await person.fill(form.locator('[name=host]'), host);
  if (visiblename !== undefined) await person.fill(form.locator('[name=visiblename]'), visiblename);
  await suggested(person, '#groups_', group);
  await person.click(form.getByText('Add', { exact: true }));
  await person.click('.menu-popup a:text-is("Agent")');
  await person.fill(form.locator('[name="interfaces[1][ip]"]'), ip);
  await person.click('.overlay-dialogue-footer button:text-is("Add")');
}

async function addItem(person, { host: [host, , visiblename], item: [name, key, type, units] }) {
  await visit(person, 'config', 'Hosts');
  await person.click(row(person, visiblename ?? host).locator('a:text-is("Items")'));
  await person.click('button:text-is("Create item")');
  await person.fill('#name', name);
  await person.fill('#key', key);
  await choose(person, 'value_type', type);
  await person.fill('#units', units);
  await person.click('#add');
}

/** On the page of the items of a host, which has a link to its triggers. */
async function addTrigger(person, { trigger: [name, expression, severity] }) {
  await person.click('.header-navigation a:text-is("Triggers")');
  await person.click('button:text-is("Create trigger")');
  await person.fill('#description', name);
  await person.click(`#priority label:text-is("${severity}")`);
  await person.fill('#expression', expression);
  await person.click('#add');
}

async function addUserGroup(person, { userGroup, readable }) {
  await visit(person, 'admin', 'User groups');
  await person.click('button:text-is("Create user group")');
  await person.fill('#name', userGroup);
  await person.click('a:text-is("Permissions")');
  await suggested(person, '#new_group_right_groupids_', readable);
  await person.click('#new-group-right-table label:text-is("Read")');
  await person.click('#new-group-right-table button:text-is("Add")');
  await person.click('#add');
}

async function addUser(person, { newcomer, userGroup, role }) {
  await visit(person, 'admin', 'Users');
  await person.click('button:text-is("Create user")');
  for (const [name, text] of Object.entries({ ...newcomer, password2: newcomer.password1 }))
    await person.fill(`#${name}`, text);
  await suggested(person, '#user_groups_', userGroup);
  await person.click('a:text-is("Permissions")');
  await person.click('#roleid + .multiselect-button button');
  await person.click(`.overlay-dialogue a:text-is("${role}")`);
  await person.click('#add');
}

async function removeHost(person, { gone }) {
  await visit(person, 'config', 'Hosts');
  await person.click(row(person, gone).locator('input[type=checkbox]'));
  await person.click('form[name=hosts] button:text-is("Delete")');
}

/** Goes through the menu, whose parts open where the person clicks, unless the page is open already. */
async function visit(person, part, page) {
  if ((await person.page.locator('h1').textContent()) === page) return;
  const isOpen = (await person.page.locator(`#${part}.is-expanded`).count()) > 0;
  if (!isOpen) await person.click(`#${part} > a`);
  await person.page.waitForTimeout(500);
  await person.click(`#${part} .submenu a:text-is("${page}")`);
}

function row(person, name) {
  const link = person.page.getByText(name, { exact: true });
  return person.page.locator('table.list-table tbody tr').filter({ has: link });
}

/** Types into a field that suggests what there is, and takes what is called so. */
async function suggested(person, field, name) {
  await person.type(`${field} input[type=text]`, name);
  await person.page.waitForTimeout(800);
  await person.settled();
  await person.click(`.multiselect-available li:has-text("${name}")`);
}

/** Picks from a select of the program's own. */
async function choose(person, name, label) {
  const select = person.page.locator(`z-select[name=${name}]`);
  await person.click(select);
  await person.click(select.locator(`li:has-text("${label}")`));
}

/**
 * After the program's own pages (`app/views`, `include/views`) and scripts (`js/multiselect.js`, `js/class.curl.js`, `js/main.js`).
 * A window is JSON with a form in it, whose quotes have a backslash.
 */
function truth() {
  const scripts = ['index', 'hostgroups', 'items', 'triggers', 'zabbix', 'jsrpc'].map(
    (name) => `${name}.php`,
  );
  const everywhere = scripts.flatMap((name) => [`GET /${name}`, `POST /${name}`]);
  const page = (action) => `GET /zabbix.php?action=${action}`;
  const call = (action) => `POST /zabbix.php?action=${action}`;
  const form = (action) => `POST /zabbix.php action=${action}`;
  const of = (answer, pattern, as) => ({ answer, page: pattern, as });
  const filled = (name) => new RegExp(`name="${name}" value="([^"]+)"`);
  const inWindow = (name) => new RegExp(`name=\\\\"${name}\\\\" value=\\\\"([^"\\\\]+)\\\\"`);
  const hosts = page('host.list');
  const host = call('popup.host.edit');
  const [newItem, newTrigger] = ['items', 'triggers'].map((name) => `GET /${name}.php?form=create`);
  const suggested = { answer: 'GET /jsrpc.php?method=multiselect.get', body: '$.result[*].id' };
  // Each form with the page or window that has it.
  const forms = [
    ['POST /hostgroups.php', 'GET /hostgroups.php?form=create'],
    ['POST /items.php', newItem],
    ['POST /triggers.php', newTrigger],
    [form('user.edit'), page('user.edit')],
    [form('user.create'), form('user.edit')],
    [form('usergroup.create'), page('usergroup.edit')],
  ];
  // What scripts send has the token of the page that they run in.
  const calls = [
    [host, hosts],
    [call('host.massdelete'), hosts],
    [call('popup.generic'), page('user.edit')],
    [call('usergroup.groupright.add'), page('usergroup.edit')],
  ];
  const inHead = (answer) => of(answer, /name="csrf-token" content="(\w+)"/, 'csrf');
  const messages = [
    [call('user.list'), form('user.create')],
    [call('usergroup.list'), form('usergroup.create')],
  ];
  return [
    ...scripts.map((name) => [`POST /${name}`, `path ${name}`, 'either']),
    ...Object.entries(WORDS).flatMap(([location, names]) =>
      names.map((name) => [everywhere, `${location} ${name}`, 'either']),
    ),
    // The time, so that nothing is answered from a cache.
    ...['curtime', '_'].map((name) => ['GET /jsrpc.php', `query ${name}`, 'derived']),

    ...forms.map(([sent, answer]) => [sent, 'body sid', of(answer, filled('sid'), 'csrf')]),
    ...['host.update', 'host.create'].map((action) => [
      call(action),
      'body sid',
      of(host, inWindow('sid'), 'csrf'),
    ]),
    ...calls.map(([sent, answer]) => [sent, 'query sid', inHead(answer)]),
    ['POST /index.php', 'body sid', inHead(hosts)],
    // A change is answered with a form that sends itself, with words for the next page and their signature.
    ...messages.flatMap(([sent, answer]) => [
      [sent, 'body sign', of(answer, filled('sign'), 'hidden')],
      [sent, 'body data', 'either'],
    ]),

    [host, 'body hostid', of(hosts, /view\.editHost\(event, "(\d+)"\)/, 'list-pick')],
    [call('host.update'), 'body hostid', of(host, inWindow('hostid'), 'hidden')],
    [call('host.update'), 'body host', of(host, inWindow('host'), 'field')],
    [call('host.update'), 'body groups[*]', of(host, /\\"data\\":\[\{\\"id\\":\\"(\d+)\\"/, 'field')],
    ...['interfaces[*][interfaceid]', 'mainInterfaces[*]'].map((name) => [
      call('host.update'),
      `body ${name}`,
      of(host, /\\"interfaceid\\":\\"(\d+)\\"/, 'field'),
    ]),
    [call('host.update'), 'body interfaces[*][ip]', of(host, /\\"ip\\":\\"([\d.]+)\\"/, 'field')],
    [call('host.create'), 'body groups[*]', suggested],
    [
      call('host.massdelete'),
      'body hostids[*]',
      of(hosts, /name="hostids\[\d+\]" value="(\d+)"/, 'list-pick'),
    ],

    [
      'GET /items.php?filter_set=1',
      'query filter_hostids[*]',
      of(hosts, /"items\.php\?filter_set=1&filter_hostids\[0\]=(\d+)/, 'list-pick'),
    ],
    [
      newItem,
      'query hostid',
      of('GET /items.php?filter_set=1', /"items\.php\?form=create&hostid=(\d+)/, 'link'),
    ],
    ['POST /items.php', 'body hostid', of(newItem, filled('hostid'), 'hidden')],
    // The only interface of the host, which a script chooses.
    ['POST /items.php', 'body interfaceid', of(newItem, /"options":\[\{"value":"(\d+)"/, 'field')],
    [
      'GET /triggers.php?filter_set=1',
      'query filter_hostids[*]',
      of('POST /items.php', /"triggers\.php\?filter_set=1&filter_hostids\[0\]=(\d+)/, 'link'),
    ],
    [
      newTrigger,
      'query hostid',
      of('GET /triggers.php?filter_set=1', /"triggers\.php\?hostid=(\d+)&form=create/, 'link'),
    ],
    ['POST /triggers.php', 'body hostid', of(newTrigger, filled('hostid'), 'hidden')],

    [form('user.edit'), 'body user_groups[]', suggested],
    [form('user.edit'), 'body roleid', of(call('popup.generic'), /addValue\('roleid', '(\d+)'/, 'list-pick')],
    // The page comes again with what was typed and chosen.
    ...['username', 'name', 'surname', 'password1', 'password2'].map((name) => [
      form('user.create'),
      `body ${name}`,
      of(form('user.edit'), filled(name), 'field'),
    ]),
    [
      form('user.create'),
      'body user_groups[]',
      of(form('user.edit'), /"data":\[\{"name":"[^"]*","id":"(\d+)"/, 'field'),
    ],
    [form('user.create'), 'body roleid', of(form('user.edit'), /"data":\[\{"id":"(\d+)","name"/, 'field')],
    [call('usergroup.groupright.add'), 'body new_group_right[groupids][]', suggested],
    [
      form('usergroup.create'),
      'body group_rights[*][name]',
      of(call('usergroup.groupright.add'), /\[name\]\\" value=\\"([^"\\]+)\\"/, 'field'),
    ],
  ];
}
