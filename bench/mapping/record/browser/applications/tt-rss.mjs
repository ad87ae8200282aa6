/**
 * Tiny Tiny RSS (Debian's `tt-rss`, unpacked; installed are `php-cli`, `php-pgsql`, `postgresql` and what it depends on):
 * a single-page application over one address, whose answers are JSON with pages in it and pages with forms; small numbers
 * for feeds, articles, categories and labels, and negative ones for labels as feeds; a token in each request.
 *
 * Feeds and their articles are of the past, nothing is fetched.
 */
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { debianFiles, debianProgram, emptyFolder, running, withDatabase } from '../../running.mjs';

const PORT = 3953;

const ASIDE = ['getAllCounters', 'getinactivefeeds', 'getfiltertree', 'setpanelmode'];

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      category: 'Workbench',
      label: 'To build',
      filter: ['Offcuts', 'offcut', 'Sawdust Weekly'],
      opened: ['Joinery Notes', 'A drawer without nails'],
      starred: true,
      note: 'Needs a finer saw.',
      renamed: 'Joinery, the good part',
      search: 'clamp',
      gone: 'Paint of the Day',
      leaves: true,
      next: { feeds: 14, entries: 230, user_entries: 260, feed_categories: 6, labels2: 3, filters2: 2 },
      categories: ['News', 'Crafts'],
      labels: ['Later'],
      feeds: [
        ['Joinery Notes', 'Crafts', ['Clamps for a round table', 'A drawer without nails', 'Old planes']],
        ['Sawdust Weekly', 'Crafts', ['An offcut is no waste', 'Masks compared']],
        ['Paint of the Day', 'News', ['Linseed green', 'Lamp black']],
      ],
    },
    b: {
      user: ['leon', 'two.magpies'],
      category: 'Field work',
      label: 'For the club',
      filter: ['Owls only', 'owl', 'Hide and Seek'],
      opened: ['Nest Report', 'Camera on the north wall'],
      published: true,
      note: 'Ask Wanda about the cable.',
      tags: 'camera, winter',
      renamed: 'Nest Report (north)',
      search: 'stork',
      gone: 'Seeds for Sale',
      next: { feeds: 41, entries: 610, user_entries: 702, feed_categories: 19, labels2: 11, filters2: 8 },
      categories: ['Birds', 'Shops', 'Weather'],
      labels: ['Read again', 'Maps'],
      feeds: [
        ['Hide and Seek', 'Birds', ['The owl in the barn', 'A new bench', 'Where herons sleep']],
        ['Seeds for Sale', 'Shops', ['Sunflower in bags']],
        ['Rain Tomorrow', 'Weather', ['Low pressure', 'A storm from the west']],
        ['Nest Report', 'Birds', ['Two storks are back', 'Camera on the north wall']],
      ],
    },
  },
  otherPast: {
    next: { feeds: 72, entries: 905, user_entries: 980, feed_categories: 31, labels2: 24, filters2: 15 },
    categories: ['Art', 'Crafts', 'News'],
    labels: ['Gifts', 'Later'],
    feeds: [
      ['Paint of the Day', 'News', ['Linseed green', 'Lamp black']],
      ['Kites', 'Art', ['Wind from the sea']],
      ['Sawdust Weekly', 'Crafts', ['Masks compared', 'An offcut is no waste']],
      [
        'Joinery Notes',
        'Crafts',
        ['Old planes', 'Pegs and wedges', 'A drawer without nails', 'Clamps for a round table'],
      ],
    ],
  },
  start,
  session,
  isAside,
  truth: truth(),
};

async function start({ origin, inputs }) {
  const files = path.join(await debianFiles('tt-rss'), 'usr/share/tt-rss');
  const cwd = await emptyFolder();
  // Its links to libraries of other packages lead out of its folder.
  const share = path.join(cwd, 'share');
  const program = path.join(share, 'tt-rss/www');
  await cp(path.join(files, 'www'), program, { recursive: true, verbatimSymlinks: true });
  for (const name of ['javascript', 'php', 'phpqrcode', 'fonts', 'fonts-material-design-icons-iconfont'])
    await symlink(`/usr/share/${name}`, path.join(share, name));
  for (const folder of ['lock', 'icons', 'cache/images', 'cache/upload', 'cache/export'])
    await mkdir(path.join(cwd, folder), { recursive: true });
  await rm(path.join(program, 'config.php'));
  const database = await startPostgres();
  return withDatabase(database, async () => {
    await writeFile(path.join(program, 'config.php'), settings(origin, cwd, database));
    database.query(await readFile(path.join(files, 'schema/ttrss_schema_pgsql.sql'), 'utf8'));
    database.query(past(inputs));
    // It refuses to run as root where it can tell.
    const args = ['-d', 'disable_functions=posix_getuid', '-S', `127.0.0.1:${PORT}`, '-t', program];
    const command = debianProgram('/usr/bin/php', 'php-cli');
    return { ...(await running({ command, args, cwd, port: PORT })), folder: cwd };
  });
}

function settings(origin, folder, { port, user, database }) {
  const constants = {
    DB_TYPE: 'pgsql',
    DB_HOST: '127.0.0.1',
    DB_PORT: String(port),
    DB_USER: user,
    DB_NAME: database,
    DB_PASS: '',
    MYSQL_CHARSET: 'UTF8',
    SELF_URL_PATH: `${origin}/`,
    SINGLE_USER_MODE: false,
    SIMPLE_UPDATE_MODE: false,
    PHP_EXECUTABLE: '/usr/bin/php',
    LOCK_DIRECTORY: `${folder}/lock`,
    CACHE_DIR: `${folder}/cache`,
    ICONS_DIR: `${folder}/icons`,
    ICONS_URL: 'feed-icons',
    AUTH_AUTO_CREATE: false,
    AUTH_AUTO_LOGIN: false,
    FORCE_ARTICLE_PURGE: 0,
    ENABLE_REGISTRATION: false,
    REG_NOTIFY_ADDRESS: '',
    REG_MAX_USERS: 0,
    SESSION_COOKIE_LIFETIME: 0,
    SMTP_FROM_NAME: 'Feeds',
    SMTP_FROM_ADDRESS: 'feeds@site.example',
    DIGEST_SUBJECT: 'News',
    CHECK_FOR_UPDATES: false,
    ENABLE_GZIP_OUTPUT: false,
    PLUGINS: 'auth_internal, note',
    LOG_DESTINATION: 'sql',
    CONFIG_VERSION: 26,
  };
  const lines = Object.entries(constants).map(
    ([name, value]) => `define('${name}', ${JSON.stringify(value)});\n`,
  );
  return `<?php\n${lines.join('')}`;
}

/** What was there before the session, as SQL: `next` has how many rows other accounts had made and deleted. */
function past({ user: [name, password], next, categories, labels, feeds }) {
  const hash = createHash('sha1').update(password).digest('hex');
  const owner = `(SELECT id FROM ttrss_users WHERE login = '${name}')`;
  const one = (table, column, text) =>
    `(SELECT id FROM ttrss_${table} WHERE ${column} = '${text}' AND owner_uid = ${owner})`;
  const insert = (table, row) =>
    `INSERT INTO ttrss_${table} (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')});`;
  return [
    ...Object.entries(next).map(
      ([table, count]) =>
        `SELECT setval('ttrss_${table}_${table === 'user_entries' ? 'int_id' : 'id'}_seq', ${count});`,
    ),
    insert('users', { login: `'${name}'`, pwd_hash: `'SHA1:${hash}'`, email: `'${name}@post.example'` }),
    ...categories.map((title) => insert('feed_categories', { owner_uid: owner, title: `'${title}'` })),
    ...labels.map((caption) => insert('labels2', { owner_uid: owner, caption: `'${caption}'` })),
    ...feeds.flatMap(([title, category, articles]) => {
      const site = `http://${title.toLowerCase().replaceAll(' ', '-')}.example/`;
      const feed = {
        owner_uid: owner,
        title: `'${title}'`,
        feed_url: `'${site}feed.xml'`,
        site_url: `'${site}'`,
        cat_id: one('feed_categories', 'title', category),
      };
      return [
        insert('feeds', feed),
        ...articles.flatMap((article, at) => {
          const link = `'${site}${at + 1}'`;
          const date = `'2026-03-${String(20 - at).padStart(2, '0')} 08:00:00'`;
          return [
            insert('entries', {
              title: `'${article}'`,
              guid: link,
              link,
              updated: date,
              content: `'<p>${article}: more of it in the next issue.</p>'`,
              content_hash: "'none'",
              date_entered: date,
              date_updated: date,
              tsvector_combined: `to_tsvector('simple', '${article}')`,
            }),
            insert('user_entries', {
              ref_id: `(SELECT id FROM ttrss_entries WHERE guid = ${link})`,
              uuid: "''",
              feed_id: one('feeds', 'title', title),
              owner_uid: owner,
              tag_cache: "''",
              label_cache: "''",
            }),
          ];
        }),
      ];
    }),
  ].join('\n');
}

/** What pages ask for by themselves: numbers of unread articles, the frames of tabs, profiles that nobody has. */
function isAside({ url, body }) {
  const fields = new URLSearchParams([...new URL(url).searchParams, ...new URLSearchParams(body?.text)]);
  const [op, method] = ['op', 'method'].map((name) => fields.get(name));
  const isTab = /^pref-/.test(op) && method === null;
  return isTab || op === 'getprofiles' || ASIDE.includes(method) || /\/errors\.php/.test(url);
}

async function session(person, inputs) {
  const { user, starred, published, opened, gone, leaves } = inputs;
  await person.open('/');
  await person.fill('[name=login]', user[0]);
  await person.fill('[name=password]', user[1]);
  // The page asks for the person's profiles.
  await person.settled();
  await person.click('button[type=submit], .dijitButtonNode:has-text("Log in")');
  await loaded(person);

  await act(person, 'Preferences...');
  await loaded(person);
  await addLabel(person, inputs);
  if (starred) await addCategory(person, inputs);
  await addFilter(person, inputs);
  if (published) await addCategory(person, inputs);
  await person.click('#header a:has-text("Exit preferences")');
  await loaded(person);

  await openFeed(person, inputs, opened[0]);
  const row = person.page.locator('#headlines-frame [data-article-title]', { hasText: opened[1] });
  await press(person, row.locator('.content-inner'));
  if (starred) await press(person, row.locator('.marked-pic'));
  if (published) await press(person, row.locator('.pub-pic'));
  await assign(person, row, inputs);
  await note(person, row, inputs);
  await editFeed(person, inputs);
  await search(person, inputs);
  await press(person, '#cancel_search a');
  await openFeed(person, inputs, gone);
  person.page.once('dialog', (dialog) => dialog.accept());
  await act(person, 'Unsubscribe');
  if (leaves) await act(person, 'Logout');
}

/** Waits until the scripts have built the page. */
async function loaded(person) {
  await person.page.locator('#overlay').waitFor({ state: 'hidden' });
  await person.page.waitForTimeout(800);
  await person.settled();
}

/** Clicks, and waits for what the page does a moment later. */
async function press(person, element) {
  await person.click(element);
  await person.page.waitForTimeout(900);
  await person.settled();
}

async function act(person, words) {
  await person.click('.action-chooser .dijitDropDownButton');
  await press(person, menuItem(person, words));
}

function menuItem(person, words) {
  return person.page.locator('.dijitPopup:visible .dijitMenuItemLabel').getByText(words, { exact: true });
}

/** Types what a window asks for. */
async function answer(person, text, element) {
  person.typed.push(text);
  person.page.once('dialog', (dialog) => dialog.accept(text));
  await press(person, element);
}

async function pick(person, select, words) {
  await person.click(select);
  await person.click(menuItem(person, words));
}

async function tab(person, name) {
  await press(person, person.page.locator('#pref-tabs .tabLabel', { hasText: name }));
}

async function addLabel(person, { label }) {
  await tab(person, 'Labels');
  await answer(person, label, '#labelConfigTab .dijitButtonNode:has-text("Create label")');
}

async function addCategory(person, { category }) {
  await tab(person, 'Feeds');
  await person.click('#feedConfigTab .dijitDropDownButton:has-text("Categories")');
  await answer(person, category, menuItem(person, 'Add category'));
}

async function addFilter(person, { filter: [title, pattern, feed], label }) {
  await tab(person, 'Filters');
  await press(person, '#filterConfigTab .dijitButtonNode:has-text("Create filter")');
  const dialog = person.page.locator('#filterEditDlg');
  await person.fill(dialog.locator('input[name=title]'), title);
  await press(person, dialog.locator('.dijitButtonNode:has-text("Add")').first());
  const rule = person.page.locator('#filterNewRuleDlg');
  await person.fill(rule.locator('textarea[name=reg_exp]'), pattern);
  await rule.locator('select[name=feed_id]').selectOption({ label: `+ ${feed}` });
  await press(person, rule.locator('.dijitButtonNode:has-text("Add rule")'));
  await press(person, dialog.locator('.dijitButtonNode:has-text("Add")').nth(1));
  const action = person.page.locator('#filterNewActionDlg');
  await pick(person, action.locator('.dijitSelect').first(), 'Assign label');
  await pick(person, action.locator('#filterDlg_actionParamLabel'), label);
  await press(person, action.locator('.dijitButtonNode:has-text("Add action")'));
  await press(person, dialog.locator('.dijitButtonNode:has-text("Create")'));
}

/** Opens the category of a feed in the tree, and the feed. */
async function openFeed(person, { feeds }, title) {
  const node = (words) =>
    person.page.locator('#feedTree .dijitTreeRow', { has: person.page.getByText(words, { exact: true }) });
  const [, category] = feeds.find(([name]) => name === title);
  if (!(await node(title).isVisible())) await press(person, node(category).locator('.dijitTreeExpando'));
  await press(person, node(title).locator('.dijitTreeLabel'));
}

async function assign(person, row, { label }) {
  await row.locator('.hlMenuAttach').first().click({ button: 'right' });
  await menuItem(person, 'Assign label').hover();
  await press(person, menuItem(person, label));
}

async function note(person, row, { note: text, tags }) {
  await press(person, row.locator('[title="Edit article note"]'));
  await person.fill('#editNoteDlg textarea', text);
  await press(person, '#editNoteDlg .dijitButtonNode:has-text("Save")');
  if (tags === undefined) return;
  await press(person, row.locator('[title="Edit tags for this article"]'));
  await person.fill('#editTagsDlg textarea', tags);
  await press(person, '#editTagsDlg .dijitButtonNode:has-text("Save")');
}

async function editFeed(person, { renamed, category }) {
  await act(person, 'Edit this feed...');
  const dialog = person.page.locator('#feedEditDlg');
  await person.fill(dialog.locator('input[name=title]'), renamed);
  await pick(person, dialog.locator('#cat_id'), category);
  await press(person, dialog.locator('.dijitButtonNode:has-text("Save")'));
}

async function search(person, { search: words }) {
  await act(person, 'Search...');
  await person.fill('#search_query', words);
  await press(person, person.page.locator('#searchDlg').getByText('Search', { exact: true }).last());
}

/**
 * After the program's own scripts (`js`, `plugins/note`), pages (`index.php`, `prefs.php`) and the forms in answers
 * (`classes/pref`, `include/controls.php`): a click in the tree sends its item, a dialog the form that it loaded.
 */
function truth() {
  const all = 'POST /backend.php';
  const post = (op, method) => `${all} op=${op} method=${method}`;
  const get = (op, method) => `GET /backend.php?op=${op}&method=${method}`;
  const login = 'POST /public.php op=login';
  const logout = 'POST /public.php op=logout';
  const view = post('feeds', 'view');
  const editNote = get('pluginhandler', 'edit');
  const setNote = post('pluginhandler', 'setNote');
  const editTags = post('article', 'editarticletags');
  const setTags = post('article', 'setArticleTags');
  const editFeed = get('pref-feeds', 'editfeed');
  const saveFeed = post('pref-feeds', 'editSave');
  const addFilter = post('pref-filters', 'add');
  const assign = post('article', 'assignToLabel');
  const rules = [
    [post('pref-filters', 'printrulename'), 'body rule'],
    [addFilter, 'body rule[]'],
  ];
  const actions = [
    [post('pref-filters', 'printactionname'), 'body action'],
    [addFilter, 'body action[]'],
  ];
  const parts = (places, part, origin) =>
    places.map(([request, place]) => [request, { place, part }, origin]);
  const either = (requests, names) => names.map((name) => [requests, `body ${name}`, 'either']);
  const filled = (name) => new RegExp(`name=["']${name}["'] value="([^"]*)"`);
  const hidden = (answer) => ({ answer, page: filled('id'), as: 'hidden' });
  const article = { answer: view, body: '$.headlines.content[*].id' };
  const feed = {
    answer: `${get('pref_feeds', 'getfeedtree')}&mode=2`,
    body: '$.items[*].items[*].bare_id',
  };
  const token = ['GET /{page}', 'GET /'].map((answer) => ({
    answer,
    page: /__csrf_token = "(\w+)"/,
    as: 'csrf',
  }));
  const caption = {
    answer: get('pref-filters', 'newaction'),
    page: /<option value="([^"]+)"\s*>/,
    as: 'list-pick',
  };
  return [
    [[all, logout], 'body csrf_token', token],
    // The form of the first page: its action, hidden fields, and what its selects have at first.
    [login, 'path public.php', 'either'],
    [login, 'query return', 'either'],
    ...either(login, ['op', 'profile']),
    // Hidden fields of forms, and what nobody changed in their selects and boxes.
    ...either([setNote, setTags, saveFeed, addFilter], ['op', 'method', 'plugin', 'enabled']),
    ...either(saveFeed, ['feed_language', 'update_interval', 'purge_interval', 'include_in_digest']),
    ...either(view, ['view_mode', 'order_by', 'search_language']),
    // All fresh articles, and no feed at all: words of the scripts.
    [`${view} feed=-3`, 'body feed', 'own'],
    [`${view} feed=-5`, 'body feed', 'own'],

    [view, 'body feed', feed],
    [editFeed, 'query id', feed],
    [post('feeds', 'search'), { place: 'body param', part: /^(\d+):/ }, feed],
    [post('pref-feeds', 'remove'), 'body ids', feed],
    ...['catchupSelected', 'markSelected', 'publishSelected'].map((method) => [
      post('rpc', method),
      'body ids',
      article,
    ]),
    [assign, 'body ids', article],
    [editTags, 'body param', article],
    [editNote, 'query param', article],
    // The menu of an article has the labels that the page knows since it was opened.
    [assign, 'body lid', { answer: post('rpc', 'sanityCheck'), body: "$['init-params'].labels[*].id" }],
    [setNote, 'body id', hidden(editNote)],
    [setTags, 'body id', hidden(editTags)],
    [saveFeed, 'body id', hidden(editFeed)],
    ...['feed_url', 'site_url'].map((name) => [
      saveFeed,
      `body ${name}`,
      { answer: editFeed, page: filled(name), as: 'field' },
    ]),
    [saveFeed, 'body cat_id', { answer: editFeed, page: /<option\s+value='(\d+)'>/, as: 'list-pick' }],

    ...parts(rules, /"reg_exp":"([^"]*)"/, 'typed'),
    ...parts(rules, /"filter_type":"(\d+)"/, 'either'),
    ...parts(rules, /"feed_id":\["(\d+)"\]/, {
      answer: post('pref-filters', 'newrule'),
      page: /<option\s+value='(\d+)'>/,
      as: 'list-pick',
    }),
    ...parts(actions, /"action_id":"(\d+)"/, 'either'),
    ...parts(actions, /"action_param":"([^"]*)"/, caption),
    ...parts(actions, /"action_param_label":"([^"]*)"/, caption),
  ];
}
