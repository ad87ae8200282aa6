/**
 * Strapi (npm's `@strapi/strapi` with its admin panel, on Debian's `postgresql`): a single-page application with a bearer
 * token; things that have a random id in addresses and a number in references, relations and roles that are picked from
 * lists, whole forms sent back, an upload whose details are JSON in a field of the form.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { startPostgres } from '../../../../authz/postgres.mjs';
import { emptyFolder, running, withDatabase } from '../../running.mjs';
import { strapiProject } from '../../strapiProject.mjs';

const PORT = 3980;
/** Who was there first. The panel shows this person around, and nobody else. */
const OWNER = { firstname: 'Olga', lastname: 'Berg', email: 'olga@example.com', password: 'Owner-of-all-1' };

/** Articles that are there before: title, teaser, section, author, tags. */
const HERONS = [
  'Herons downstream',
  'They stand two bends further down.',
  'News',
  'Bruno Reis',
  ['Birds', 'Rivers'],
];
const WEIR = [
  'Low water at the weir',
  'The gauge has not been this low since spring.',
  'Reports',
  'Salma Haddad',
  ['Rivers'],
];
const NOISE = ['A letter on noise', 'The saw runs at night.', 'Letters', 'Bruno Reis', []];
const OVEN = ['An oven for all', 'It is lit on Saturdays.', 'News', 'Ulla Holm', ['Bread']];
const MARKET = [
  'A market on Mondays',
  'Twelve stalls, and eleven of them sell cheese.',
  'Letters',
  'Jonas Beck',
  ['Cheese', 'Markets'],
];
const HERBS = ['Herbs on the sill', 'Basil does not like it there.', 'Reports', 'Olga Maier', ['Herbs']];
const RYE = ['Rye', 'A whole field of it.', 'News', 'Piotr Zielak', ['Bread']];

/** What the panel asks for by itself. It also logs out twice. */
const ASIDE = [
  // Itself, its settings, and its first page.
  /\/admin\/$|\/admin\/(?:init|project-type|users\/me|information|guided-tour-meta|license-limit-information|homepage|ai-feature-config)/,
  /\/i18n\/|\/content-manager\/(?:homepage|init|content-types|preview)|\/upload\/settings/,
  // What is around a list or a form, of which nothing is picked.
  /^GET .*\/upload\/(?:folder-structure|folders\/\d|folders$|folders\?.*\[id\]=|files\?pageSize=1&)|\/admin\/users\/\?|\/api::author\.author\?/,
  /\/countDraftRelations|\/relations\/(?:api::author|[^/]+\/[^/]+\/|.*\?id=\w|.*_q=\w)/,
];

export const application = {
  inputs: {
    a: {
      user: { firstname: 'Ines', lastname: 'Prado', email: 'ines@example.com', password: 'Tin-whistle-52' },
      course: [retitle, addAuthor, addArticle, addFile, invite, remove],
      opened: ['Low water at the weir', 'Low water at the old weir'],
      author: ['Ruth Amsel', 'Writes about mills.'],
      article: {
        title: 'Seven mills',
        teaser: 'Only two of them still turn.',
        section: 'Reports',
        tags: ['Rivers'],
      },
      newFolder: 'Plans',
      file: ['mill.txt', 'Wheel 4 m, built 1871\n', 'The lower mill'],
      invited: { firstname: 'Nils', lastname: 'Ferber', email: 'nils@example.com', role: 'Proofreaders' },
      gone: ['noise', 'A letter on noise'],
      earlier: {
        colleagues: ['Tom'],
        roles: ['Translators', 'Proofreaders'],
        folders: ['Photos'],
        files: ['map.txt', 'levels.txt', 'birds.txt', 'weir.txt', 'saw.txt'],
        authors: ['Bruno Reis', 'Salma Haddad'],
        tags: ['Birds', 'Markets', 'Trails', 'Rivers'],
        articles: [HERONS, WEIR, NOISE],
      },
    },
    b: {
      user: { firstname: 'Tarek', lastname: 'Aziz', email: 'tarek@example.com', password: 'Copper-kettle-8' },
      course: [addFile, addAuthor, addArticle, invite, remove, retitle],
      folder: 'Menus',
      file: ['soups.txt', 'Lentils, leeks, barley\n', 'Soups in winter'],
      author: ['Nadja Wolf', 'Cooks on Fridays.'],
      article: {
        title: 'Barley again',
        teaser: 'It keeps for two days.',
        section: 'News',
        tags: ['Bread', 'Soup'],
      },
      invited: { firstname: 'Pia', lastname: 'Lund', email: 'pia@example.com', role: 'Testers' },
      gone: ['oven', 'An oven for all'],
      opened: ['A market on Mondays', 'A market on Mondays and Fridays'],
      earlier: {
        colleagues: ['Kurt', 'Emil', 'Rosa'],
        roles: ['Cooks', 'Writers', 'Testers'],
        folders: ['Stalls', 'Kitchens', 'Menus'],
        files: ['menu.txt', 'cheese.txt', 'rye.txt', 'oven.txt', 'herbs.txt', 'prices.txt'],
        authors: ['Piotr Zielak', 'Ulla Holm', 'Jonas Beck', 'Olga Maier'],
        tags: ['Soup', 'Cheese', 'Markets', 'Bread', 'Herbs'],
        articles: [OVEN, MARKET, HERBS, RYE],
      },
    },
  },
  otherPast: {
    earlier: {
      colleagues: ['Kurt', 'Tom', 'Rosa'],
      roles: ['Cooks', 'Translators', 'Testers', 'Proofreaders'],
      folders: ['Stalls', 'Photos', 'Kitchens'],
      files: ['menu.txt', 'map.txt'],
      authors: ['Piotr Zielak', 'Salma Haddad', 'Ulla Holm', 'Bruno Reis'],
      tags: ['Soup', 'Rivers', 'Bread', 'Birds', 'Markets'],
      articles: [NOISE, RYE, WEIR, OVEN, HERONS],
    },
  },
  start,
  prepare,
  session,
  isAside: ({ method, url, body }) =>
    ASIDE.some((pattern) => pattern.test(`${method} ${url}`)) || (method === 'POST' && body === undefined),
  truth: truth(),
};

async function start({ inputs }) {
  const { program, env } = await strapiProject(PORT);
  const database = await startPostgres();
  const cwd = await emptyFolder();
  await mkdir(path.join(cwd, 'uploads'));
  return withDatabase(database, () =>
    running({
      command: process.execPath,
      args: [program],
      cwd,
      port: PORT,
      env: { ...env, DATABASE_URL: database.uri, PUBLIC_FOLDER: cwd },
    }),
  );
}

/** Accounts, roles, and what was written before. */
async function prepare({ origin }, { user, earlier }) {
  const { token } = await posted(`${origin}/admin/register-admin`, OWNER);
  const post = (address, json) => posted(origin + address, json, token);
  for (const name of earlier.colleagues)
    await post('/admin/users', { firstname: name, email: `${name.toLowerCase()}@example.com`, roles: [2] });
  const { email, password, ...named } = user;
  const { registrationToken } = await post('/admin/users', { ...named, email, roles: [1] });
  await post('/admin/register', { registrationToken, userInfo: { ...named, password } });
  for (const name of earlier.roles) await post('/admin/roles', { name, description: `${name} of the paper` });
  for (const name of earlier.folders) await post('/upload/folders', { name, parent: null });
  for (const name of earlier.files) {
    const form = new FormData();
    form.append('files', new Blob([`About ${name}\n`], { type: 'text/plain' }), name);
    await post('/upload', form);
  }
  await write(earlier, post);
}

async function write({ authors, tags, articles }, post) {
  const make = (kind, json) => post(`/content-manager/collection-types/api::${kind}.${kind}`, json);
  const ids = new Map();
  for (const name of authors) ids.set(name, (await make('author', { name })).documentId);
  for (const name of tags) ids.set(name, (await make('tag', { name })).documentId);
  const refer = (names) => ({ connect: names.map((name) => ({ documentId: ids.get(name) })) });
  for (const [title, teaser, section, author, its] of articles)
    await make('article', { title, teaser, section, author: refer([author]), tags: refer(its) });
}

/** The data of the answer to JSON or a form. */
async function posted(url, content, token) {
  const isForm = content instanceof FormData;
  const headers = {
    ...(isForm ? {} : { 'content-type': 'application/json' }),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const body = isForm ? content : JSON.stringify(content);
  const answer = await fetch(url, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).data;
}

async function session(person, inputs) {
  const { user, course } = inputs;
  await person.open('/admin/');
  await person.fill('input[name=email]', user.email);
  await person.fill('input[name=password]', user.password);
  await person.click('button[type=submit]');
  for (const step of course) await step(person, inputs);
  await person.click(`button[aria-haspopup=menu]:has-text("${user.firstname[0]}${user.lastname[0]}")`);
  await person.click('[role=menuitem]:has-text("Log out")');
}

async function retitle(person, { opened: [title, changed] }) {
  await list(person, 'Article');
  await person.click(`tr:has-text("${title}")`);
  await person.fill('[name=title]', changed);
  await press(person, 'Save');
}

async function addAuthor(person, { author: [name, about] }) {
  await list(person, 'Author');
  await person.click('a:has-text("Create new entry")');
  await person.fill('[name=name]', name);
  await person.fill('[name=about]', about);
  await press(person, 'Save');
}

async function addArticle(person, { author: [author], article: { title, teaser, section, tags } }) {
  await list(person, 'Article');
  await person.click('a:has-text("Create new entry")');
  await person.fill('[name=title]', title);
  await person.fill('[name=teaser]', teaser);
  await pick(person, '[name=section]', section);
  await pick(person, '[name=author]', author);
  for (const tag of tags) await pick(person, '[name=tags]', tag);
  await press(person, 'Save');
  await press(person, 'Publish');
}

async function addFile(person, { newFolder, folder = newFolder, file: [name, text, caption] }) {
  await person.click('a:has-text("Media Library")');
  if (newFolder !== undefined) {
    await press(person, 'New');
    await person.click('[role=menuitem]:has-text("New folder")');
    await person.fill('[role=dialog] input[name=name]', newFolder);
    await person.click('[role=dialog] button[type=submit]');
  }
  await person.click(`main :text-is("${folder}")`);
  await person.upload('input[type=file]', name, text);
  await person.settled();
  await person.click(`main :text-is("${name}")`);
  await person.fill('[name=caption]', caption);
  await press(person, 'Save changes');
  await person.page.keyboard.press('Escape');
  await person.page.waitForTimeout(500);
}

async function invite(person, { invited: { firstname, lastname, email, role } }) {
  await person.click('a:has-text("Settings")');
  await person.click('a[href*="/settings/users"]');
  await press(person, 'Invite new user');
  await person.fill('[role=dialog] [name=firstname]', firstname);
  await person.fill('[role=dialog] [name=lastname]', lastname);
  await person.fill('[role=dialog] [name=email]', email);
  await pick(person, '[role=dialog] [role=combobox]', role);
  await person.page.keyboard.press('Escape');
  await press(person, 'Invite user');
  await press(person, 'Finish');
}

async function remove(person, { gone: [word, title] }) {
  await list(person, 'Article');
  await press(person, 'Search');
  await person.fill('[name=search]', word);
  await person.page.keyboard.press('Enter');
  await person.settled();
  await person.click(`tr:has-text("${title}") button[aria-haspopup=menu]`);
  await person.click('[role=menuitem]:has-text("Delete")');
  await press(person, 'Confirm');
}

/** Opens the list of a content type. */
async function list(person, name) {
  await person.click('a:has-text("Content Manager")');
  await person.click(`nav a:has-text("${name}")`);
}

async function press(person, name) {
  await person.click(person.page.getByRole('button', { name, exact: true }));
}

async function pick(person, field, name) {
  await person.click(field);
  await person.click(person.page.getByRole('option', { name, exact: true }));
}

/**
 * After the sources of the panel (`content-manager/dist/admin`, `upload/dist/admin/future`): `Relations.mjs` has what is
 * picked for a relation from a list, `documents.mjs` and `data.mjs` what a form sends, `AssetDetailsDrawer.mjs` that of a file.
 */
function truth() {
  const items = '/content-manager/collection-types/{type}';
  const article = '/content-manager/collection-types/api::article.article';
  const one = `${items}/{id}`;
  const relations = '/content-manager/relations/api::article.article';
  const changes = [`PUT ${one}`, `POST ${one}/actions/publish`];
  const newFolder = { answer: 'POST /upload/folders', body: '$.data.id', as: 'created-id' };
  const folder = [newFolder, { answer: 'GET /upload/folders', body: '$.data[*].id' }];
  const shown = (name) => ({ answer: `GET ${one}`, body: `$.data.${name}`, as: 'field' });
  const file = '/upload/files/{id}';
  const inFolder = { place: 'body fileInfo', part: /"folder":(\d+)/ };
  const named = { place: 'body fileInfo', part: /"name":"([^"]*)"/ };
  return [
    [
      [
        ...['GET', 'POST'].flatMap((method) =>
          [items, '/upload/files', '/upload/folders'].map((at) => `${method} ${at}`),
        ),
        ...['GET', 'PUT', 'DELETE'].flatMap((method) => [one, file].map((at) => `${method} ${at}`)),
        `POST ${one}/actions/publish`,
        `GET ${relations}/{field}`,
        'GET /admin/roles',
        'POST /admin/users',
        'POST /admin/logout',
      ],
      { place: 'header authorization', part: /^Bearer (.+)$/ },
      { answer: 'POST /admin/login', body: '$.data.token', as: 'token' },
    ],
    // The panel makes it up and keeps it.
    [['POST /admin/login', 'POST /admin/logout'], 'body $.deviceId', 'derived'],
    // Of a tag that was picked, the panel looks up the whole entry.
    [
      [`GET ${one}`, `PUT ${one}`, `DELETE ${one}`, `POST ${one}/actions/publish`],
      'path id',
      [
        { answer: `POST ${items}`, body: '$.data.documentId', as: 'created-id' },
        { answer: `GET ${items}`, body: '$.results[*].documentId' },
        { answer: `GET ${relations}/tags`, body: '$.results[*].documentId' },
      ],
    ],
    [changes, 'body $.documentId', shown('documentId')],
    ...['title', 'teaser', 'section'].map((name) => [
      changes,
      `body $.${name}`,
      shown(name),
      { optional: true },
    ]),
    // Its words are those of the content type.
    [`POST ${article}`, 'body $.section', 'typed'],
    ...['author', 'tag'].flatMap((kind) => {
      const field = kind === 'tag' ? 'tags' : kind;
      const chosen = (name) => [
        {
          answer: `POST /content-manager/collection-types/api::${kind}.${kind}`,
          body: `$.data.${name}`,
          as: 'created-id',
        },
        { answer: `GET ${relations}/${field}`, body: `$.results[*].${name}` },
      ];
      return [
        [`POST ${article}`, `body $.${field}.connect[*].id`, chosen('id')],
        [`POST ${article}`, `body $.${field}.connect[*].documentId`, chosen('documentId')],
        [`GET ${relations}/${field}`, 'query idsToOmit[*]', chosen('id')],
      ];
    }),
    ['GET /upload/files', 'query filters[$and][0][folder][id]', folder],
    ['POST /upload/files', inFolder, folder],
    ['POST /upload/files', named, 'typed'],
    [`PUT ${file}`, inFolder, { answer: `GET ${file}`, body: '$.folder.id', as: 'field' }],
    [`PUT ${file}`, named, { answer: `GET ${file}`, body: '$.name', as: 'field' }],
    [`PUT ${file}`, { place: 'body fileInfo', part: /"caption":"([^"]*)"/ }, 'typed'],
    [
      [`GET ${file}`, `PUT ${file}`],
      'path id',
      { answer: 'POST /upload/files', body: '$.id', as: 'created-id' },
    ],
    ['POST /admin/users', 'body $.roles[*]', { answer: 'GET /admin/roles', body: '$.data[*].id' }],
  ];
}
