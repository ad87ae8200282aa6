/**
 * Roundcube (Debian's `roundcube-core`, unpacked; installed are `php-cli`, `php-sqlite3` and what it depends on, `sqlite3` and
 * `dovecot-imapd`): webmail of which every answer to a script is JSON with code in it, small numbers for messages of a folder,
 * contacts, groups and identities, random ids for what is being written, a token in forms and in a header.
 *
 * Mail is kept by a Dovecot of its own, which has to be started as root, and what is sent is taken and thrown away.
 */
import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mailServer, mailSink } from '../../mailServer.mjs';
import { debianFiles, debianProgram, emptyFolder, finished, running } from '../../running.mjs';

const PORT = 3964;
const IMAP_PORT = 3965;
const SMTP_PORT = 3966;

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      identities: ['Mira Olsen <mira@post.example>', 'Workshop <workshop@post.example>'],
      answered: ['Oak boards', 'Friday is fine.', 'Friday is fine, after ten.'],
      sender: 'Workshop <workshop@post.example>',
      file: ['sizes.txt', 'depth 30\nheight 180\n'],
      flagged: 'Glue is sold out',
      edited: ['Karla Vogt', { 'phone[]': '+47 555 0142' }],
      contact: ['Ida', 'Moen', 'ida@oil.example'],
      group: 'Suppliers',
      folder: ['Boards', 'Projects'],
      search: 'boards',
      moved: 'Oak boards',
      gone: 'Book is overdue',
      leaves: true,
      accounts: ['otto'],
      contacts: ['Jonas Berg <jonas@boards.example>', 'Karla Vogt <karla@glue.example>'],
      groups: ['Neighbours'],
      next: { '': 17, Drafts: 5, Projects: 2 },
      mails: [
        ['Jonas Berg <jonas@boards.example>', 'Oak boards'],
        ['Karla Vogt <karla@glue.example>', 'Glue is sold out'],
        ['Library <desk@library.example>', 'Book is overdue'],
        ['Otto Brink <otto@post.example>', 'Boards for the fence'],
      ],
    },
    b: {
      user: ['leon', 'two.magpies'],
      identities: [
        'Leon Hart <leon@post.example>',
        'Ringing station <rings@post.example>',
        'Bird club <club@post.example>',
      ],
      opened: 'Camera is off',
      written: [
        'nora@school.example',
        'School class on Monday',
        'Twenty children?',
        'Twenty children, and two teachers?',
      ],
      again: 'Twenty children, and two teachers? Bring boots.',
      sender: 'Bird club <club@post.example>',
      edited: ['Wanda Reh', { surname: 'Rehm', 'locality[]': 'Northwood' }],
      contact: ['Nora', 'Lind', 'nora@school.example'],
      group: 'Schools',
      folder: ['Owls', 'Visits'],
      search: 'nest',
      moved: 'Nest of the owls',
      gone: 'Seeds for sale',
      accounts: ['nils', 'ruth', 'tove'],
      contacts: [
        'Tove Aas <tove@hides.example>',
        'Wanda Reh <wanda@nests.example>',
        'Nils Ek <nils@post.example>',
      ],
      groups: ['Wardens', 'Guests', 'Members'],
      next: { '': 104, Drafts: 31, Visits: 12, Archive: 8 },
      mails: [
        ['Tove Aas <tove@hides.example>', 'Key of the hide'],
        ['Wanda Reh <wanda@nests.example>', 'Nest of the owls'],
        ['Shop <shop@seeds.example>', 'Seeds for sale'],
        ['Wanda Reh <wanda@nests.example>', 'Nest boxes are full'],
        ['Ruth Dale <ruth@post.example>', 'Camera is off'],
        ['Nils Ek <nils@post.example>', 'Minutes of May'],
      ],
    },
  },
  otherPast: {
    accounts: ['nils', 'otto', 'ruth', 'tove'],
    contacts: [
      'Wanda Reh <wanda@nests.example>',
      'Karla Vogt <orders@glue.example>',
      'Jonas Berg <jonas@boards.example>',
    ],
    groups: ['Wardens', 'Guests', 'Neighbours'],
    identities: [
      'Mira Olsen <mira@post.example>',
      'Choir <choir@post.example>',
      'Workshop <workshop@post.example>',
    ],
    next: { '': 232, Drafts: 44, Projects: 9 },
    mails: [
      ['Tove Aas <tove@hides.example>', 'Key of the hide'],
      ['Library <desk@library.example>', 'Book is overdue'],
      ['Otto Brink <otto@post.example>', 'Boards for the fence'],
      ['Karla Vogt <karla@glue.example>', 'Glue is sold out'],
      ['Nils Ek <nils@post.example>', 'Minutes of May'],
      ['Jonas Berg <jonas@sawmill.example>', 'Oak boards'],
      ['Shop <shop@seeds.example>', 'Seeds for sale'],
    ],
  },
  start,
  session,
  // The page that shows nothing is often left before it came.
  isAwaited: ({ url }) => !url.endsWith('/watermark.html'),
  // What the pages ask for by themselves: numbers of unread messages, and pictures of people.
  isAside: ({ url }) => /\/watermark\.html$|_action=(?:getunread|photo)\b/.test(url),
  truth: truth(),
};

async function start({ inputs }) {
  const files = await debianFiles('roundcube-core');
  const cwd = await emptyFolder();
  // Dovecot reads mail as another user.
  await chmod(cwd, 0o711);
  const program = path.join(cwd, 'usr/share/roundcube');
  await cp(path.join(files, 'usr/share/roundcube'), program, { recursive: true, verbatimSymlinks: true });
  await symlink('/usr/share/javascript', path.join(cwd, 'usr/share/javascript'));
  await cp(path.join(files, 'etc/roundcube'), path.join(program, 'config'), { recursive: true });
  for (const folder of ['logs', 'temp']) await mkdir(path.join(program, folder));
  await writeFile(path.join(program, 'config/config.inc.php'), settings(program));
  await writeFile(path.join(cwd, 'place.php'), `<?php define('INSTALL_PATH', '${program}/');\n`);
  await fillDatabase(program, inputs);
  const smtp = await mailSink(SMTP_PORT);
  const imap = await mailServer({ cwd, port: IMAP_PORT, ...inputs });
  const web = await running({
    command: debianProgram('/usr/bin/php', 'php-cli'),
    args: ['-d', `auto_prepend_file=${cwd}/place.php`, '-S', `127.0.0.1:${PORT}`, '-t', program],
    cwd,
    port: PORT,
  });
  return {
    ...web,
    folder: cwd,
    async stop() {
      smtp.close();
      await imap.stop();
      await web.stop();
    },
  };
}

function settings(program) {
  const values = {
    db_dsnw: `sqlite:///${program}/roundcube.db`,
    imap_host: `127.0.0.1:${IMAP_PORT}`,
    smtp_host: `127.0.0.1:${SMTP_PORT}`,
    smtp_user: '',
    smtp_pass: '',
    des_key: 'made-up-and-24-characters',
    language: 'en_US',
    mail_domain: 'post.example',
    refresh_interval: 0,
    display_next: false,
  };
  const lines = Object.entries(values).map(
    ([name, value]) => `$config['${name}'] = ${JSON.stringify(value)};\n`,
  );
  return `<?php\n${lines.join('')}`;
}

/** Accounts, identities, contacts and groups of the past; those of the other accounts shift the numbers of the user's. */
async function fillDatabase(program, { user, accounts, identities, contacts, groups }) {
  const database = path.join(program, 'roundcube.db');
  const moment = '2026-01-02 08:00:00';
  const own = accounts.length + 1;
  const people = [...accounts, user[0]];
  const identity = (id, [name, email], isStandard) =>
    row('identities', { user_id: id, standard: Number(isStandard), name, email });
  const contact = (id, [name, email]) => {
    const [firstname, surname] = name.split(' ');
    const words = ` ${name} ${email} `.toLowerCase();
    return row('contacts', { user_id: id, changed: moment, name, email, firstname, surname, words });
  };
  const rows = [
    ...people.map((username) =>
      row('users', { username, mail_host: '127.0.0.1', created: moment, language: 'en_US' }),
    ),
    ...accounts.flatMap((name, at) => [
      identity(at + 1, [name, `${name}@post.example`], true),
      contact(at + 1, ['Help Desk', 'desk@post.example']),
      row('contactgroups', { user_id: at + 1, changed: moment, name: 'Family' }),
    ]),
    ...identities.map((text, at) => identity(own, nameAndAddress(text), at === 0)),
    ...contacts.map((text) => contact(own, nameAndAddress(text))),
    ...groups.map((name) => row('contactgroups', { user_id: own, changed: moment, name })),
  ];
  await writeFile(path.join(program, 'past.sql'), rows.join('\n'));
  const command = debianProgram('/usr/bin/sqlite3', 'sqlite3');
  for (const file of ['SQL/sqlite.initial.sql', 'past.sql'])
    await finished({ command, args: [database, `.read ${file}`], cwd: program });
}

function row(table, values) {
  const texts = Object.values(values).map((value) => (typeof value === 'string' ? `'${value}'` : value));
  return `INSERT INTO ${table} (${Object.keys(values).join(', ')}) VALUES (${texts.join(', ')});`;
}

function nameAndAddress(text) {
  return /^(.*) <(.*)>$/.exec(text).slice(1);
}

async function session(person, inputs) {
  const { user, opened, flagged, answered, group, leaves } = inputs;
  await person.open('/');
  await person.fill('#rcmloginuser', user[0]);
  await person.fill('#rcmloginpwd', user[1]);
  await person.click('#rcmloginsubmit');

  if (flagged !== undefined) await press(person, message(person, flagged).locator('span.flag'));
  if (opened !== undefined) await press(person, message(person, opened).locator('td.subject'));
  if (answered !== undefined) {
    await press(person, message(person, answered[0]).locator('td.subject'));
    await press(person, '#mailtoolbar a.reply:visible, #toolbar-menu a.reply:visible');
  } else await press(person, '#taskmenu a.compose');
  await write(person, inputs);

  await person.click('#taskmenu a.contacts');
  await edit(person, inputs.edited);
  if (answered !== undefined) await addContact(person, inputs.contact);
  await addGroup(person, group);
  if (answered === undefined) await addContact(person, inputs.contact);
  await assign(person, inputs);

  await person.click('#taskmenu a.settings');
  await person.click('#settings-menu .folders a');
  await addFolder(person, inputs.folder);
  await person.click('#taskmenu a.mail');
  await file(person, inputs);
  await press(person, '#mailboxlist li.inbox > a');
  await press(person, message(person, inputs.gone).locator('td.subject'));
  await press(person, '#toolbar-menu a.delete:visible, #mailtoolbar a.delete:visible');
  if (leaves) await person.click('#taskmenu a.logout');
}

/** Clicks, and waits for what the page does a moment later. */
async function press(person, element) {
  await person.click(element);
  await person.page.waitForTimeout(700);
  await person.settled();
}

/** The row of a list of messages that has the subject. */
function message(person, subject) {
  const words = person.page.getByText(subject, { exact: true });
  return person.page.locator('#messagelist tr.message').filter({ has: words });
}

/** Fills in the page for a new mail, keeps a draft of it and sends it. */
async function write(person, { sender, written, answered, again, file: attached }) {
  const [early, late] = (answered ?? written).slice(-2);
  await person.select('#_from', sender);
  if (written !== undefined) {
    await person.fill('#_to + .recipient-input input, .recipient-input input', written[0]);
    await person.fill('#compose-subject', written[1]);
  }
  await person.fill('#composebody', early);
  if (attached !== undefined) {
    await person.upload('input[name="_attachments[]"]', ...attached);
    await person.settled();
  }
  await press(person, 'a.save.draft');
  await person.fill('#composebody', late);
  if (again !== undefined) {
    await press(person, 'a.save.draft');
    await person.fill('#composebody', again);
  }
  await press(person, 'button.send:visible');
}

function frameOf(person) {
  return person.page.frameLocator('#contact-frame, #preferences-frame');
}

async function openContact(person, name) {
  const words = person.page.getByText(name, { exact: true });
  await press(person, person.page.locator('#contacts-table tr').filter({ has: words }));
}

async function edit(person, [name, changed]) {
  await openContact(person, name);
  await press(person, frameOf(person).locator('.formbuttons .edit'));
  for (const [field, text] of Object.entries(changed))
    await person.fill(frameOf(person).locator(`[name="_${field}"]`), text);
  await press(person, frameOf(person).locator('button.submit'));
}

async function addContact(person, [first, last, address]) {
  await press(person, '#layout-content a.create:visible');
  await person.fill(frameOf(person).locator('#ff_firstname'), first);
  await person.fill(frameOf(person).locator('#ff_surname'), last);
  await person.fill(frameOf(person).locator('#ff_email0'), address);
  await press(person, frameOf(person).locator('button.submit'));
}

async function addGroup(person, name) {
  await person.click('#layout-sidebar .sidebar-menu');
  await person.click('#groupoptions-menu a.create:visible');
  await person.fill('.ui-dialog input[type=text]', name);
  await press(person, '.ui-dialog button.save');
}

async function assign(person, { contact: [first, last], group }) {
  await openContact(person, `${first} ${last}`);
  const frame = frameOf(person);
  await person.click(frame.getByText('Groups', { exact: true }));
  await press(person, frame.locator('.contactgroups li', { hasText: group }).locator('label'));
}

async function addFolder(person, [name, parent]) {
  await press(person, '#layout-content a.create:visible');
  await person.fill(frameOf(person).locator('#_name'), name);
  await person.select(frameOf(person).locator('#_parent'), parent);
  await press(person, frameOf(person).locator('button.submit'));
}

/** Looks for a message and moves it into the new folder. */
async function file(person, { search, moved, folder }) {
  await person.fill('#mailsearchform', search);
  await person.page.locator('#mailsearchform').press('Enter');
  await person.settled();
  await press(person, message(person, moved).locator('td.subject'));
  await person.click('#messagemenulink');
  await person.click('#message-menu a.move:visible');
  await press(person, person.page.locator('#folder-selector a', { hasText: folder[0] }));
}

/**
 * After the program's own pages (`program/actions`, the templates of `skins/elastic`) and scripts (`program/js/app.js`): hidden
 * and filled fields, what a page keeps in `env`, and the rows that scripts add.
 */
function truth() {
  const all = ['GET /', 'POST /'];
  const get = (task, action) => `GET /?_task=${task}&_action=${action}`;
  const post = (task, action) => `POST /?_task=${task}&_action=${action}`;
  const mail = 'GET /?_task=mail';
  const addressbook = 'GET /?_task=addressbook';
  const newMail = get('mail', 'compose');
  const send = 'POST /?_task=mail _action=send';
  const upload = post('mail', 'upload');
  const save = 'POST /?_task=addressbook _action=save';
  const contact = get('addressbook', 'show');
  const edited = get('addressbook', 'edit');
  const member = post('addressbook', 'group-addmembers');
  const move = post('mail', 'move');
  const saveFolder = 'POST / _task=settings _action=save-folder';
  const either = (requests, location, names) =>
    names.map((name) => [requests, `${location} ${name}`, 'either']);
  const token = { answer: 'GET /', page: /(?:"request_token":"|name="_token" value=")(\w+)/, as: 'csrf' };
  const message = { answer: mail, page: /add_message_row\((\d+),/, as: 'list-pick' };
  const search = {
    answer: get('mail', 'search'),
    body: '$.env.search_request',
    as: 'value',
  };
  const filled = (name) => new RegExp(`name="${name}"[^>]*?\\svalue="([^"]*)"`);
  const scripted = ['list', 'mark', 'search', 'move', 'upload'].flatMap((action) => [
    get('mail', action),
    post('mail', action),
  ]);
  const groups = [get('addressbook', 'list'), post('addressbook', 'group-create'), member];
  return [
    // Words of addresses and hidden fields, and what the page keeps in `env`, which is the same for all users.
    ...either(all, 'query', ['_task', '_action', '_mbox', '_layout', '_page', '_source', '_orig_source']),
    ...either(get('mail', 'search'), 'query', ['_headers', '_filter', '_scope']),
    ...either(upload, 'query', ['_from']),
    ...either(all, 'body', ['_task', '_action', '_framed', '_mbox', '_source']),
    ...either(save, 'body', ['_photo', '_gid', '_subtype_**']),
    ...either(send, 'body', ['_is_html', 'editorSelector', '_priority', '_store_target']),
    ...either(saveFolder, 'body', ['_viewmode']),
    // Words of the scripts, and numbers that they make up.
    ...['query _remote', 'query _framed', 'query _refresh', 'query _caps'].map((place) => [
      all,
      place,
      'own',
    ]),
    ...['body _remote', 'body _flag', 'body _draft'].map((place) => [all, place, 'own']),
    ...['query _', 'query _unlock', 'query _uploadid', 'body _unlock', 'body _timezone'].map((place) => [
      all,
      place,
      'derived',
    ]),

    [
      mail,
      'query _token',
      { answer: 'POST /?_task=login', header: 'location', pattern: /[?&]_token=(\w+)/, as: 'link' },
    ],
    ['GET /?_task=logout', 'query _token', token],
    [all, 'body _token', token],
    [[...scripted, ...groups], 'header x-roundcube-request', token],

    ...['query _uid', 'query _reply_uid', 'body _uid'].map((place) => [all, place, message]),
    ...['query _search', 'body _search'].map((place) => [all, place, search]),
    [
      newMail,
      'query _id',
      { answer: newMail, header: 'location', pattern: /[?&]_id=(\w+)/, as: 'created-id' },
    ],
    [upload, 'query _id', { answer: newMail, page: /"compose_id":"(\w+)"/, as: 'hidden' }],
    [send, 'body _id', { answer: newMail, page: filled('_id'), as: 'hidden' }],
    [send, 'body _attachments', { answer: upload, page: /rcmfile(\d+)/, as: 'created-id' }],
    [send, 'body _draft_saveid', { answer: send, page: /set_draft_id\("(\d+)"\)/, as: 'created-id' }],
    [
      send,
      'body _from',
      { answer: newMail, page: /<option value="(\d+)"[^>]*>[^<]*<[^>]*@/, as: 'list-pick' },
    ],
    // Whom a mail is answered, or who was typed; the page adds a comma.
    [
      send,
      { place: 'body _to', part: /^(.*),$/ },
      { answer: newMail, page: /name="_to"[^>]*>([^,]*?)<\/textarea>/, as: 'field' },
      { optional: true },
    ],
    [send, { place: 'body _to', part: /^(.*),$/ }, 'typed'],
    [send, 'body _subject', { answer: newMail, page: filled('_subject'), as: 'field' }, { optional: true }],

    [contact, 'query _cid', { answer: addressbook, page: /add_contact_row\(\\?"(\d+)/, as: 'list-pick' }],
    [edited, 'query _cid', { answer: contact, page: /"cid":"(\d+)"/, as: 'hidden' }],
    [save, 'body _cid', { answer: edited, page: filled('_cid'), as: 'hidden' }],
    ...['_firstname', '_surname', '_email\\[\\]'].map((name) => [
      save,
      `body ${name.replaceAll('\\', '')}`,
      { answer: edited, page: filled(name), as: 'field' },
      { optional: true },
    ]),
    [member, 'body _cid', { answer: contact, page: /"cid":"(\d+)"/, as: 'hidden' }],
    [member, 'body _gid', { answer: contact, page: /class="groupmember" value="(\d+)"/, as: 'list-pick' }],
    [
      saveFolder,
      'body _parent',
      { answer: get('settings', 'add-folder'), page: /<option value="([^"]+)">/, as: 'list-pick' },
    ],
    // Folders to move to are those of the list in the page; the trash has a word of its own.
    [`${move} _target_mbox=Trash`, 'body _target_mbox', 'either'],
    [
      move,
      'body _target_mbox',
      { answer: mail, page: /_mbox=([^"&]+)" onclick="return rcmail\.command\('list'/, as: 'list-pick' },
    ],
  ];
}
