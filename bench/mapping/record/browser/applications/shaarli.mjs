/**
 * Shaarli (Debian's `shaarli`, unpacked; installed are `php-cli` and what it depends on), which keeps bookmarks: pages that
 * the server writes, small numbers and short hashes in links, and in each form and link that changes something a token for
 * one change. Scripts send some of the forms. The server would fetch the titles of pages; its proxy refuses.
 */
import { createHash, createHmac } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, debianProgram, emptyFolder, running } from '../../running.mjs';

const PORT = 3976;
const KEY = 'only-for-what-was-there-before';
const SALT = 'grain';
/** Files that name the folders in which Debian keeps the program and its data. */
const PLACED = ['index.php', 'init.php', 'application/config/ConfigManager.php'];

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      link: [
        'https://joints.example/dovetail',
        'Cutting dovetails',
        'With a saw from Japan.',
        'joints handsaw',
      ],
      edited: ['Sharpening stones', 'Soak them first.'],
      pinned: 'Oil finish',
      tag: ['varnish', 'coating'],
      unused: 'misc',
      search: ['wood', 'lathe'],
      hidden: 'Bowl from green wood',
      file: ['old.html', ['https://plans.example/bench', 'Plan of a bench'], 'imported'],
      gone: 'Plan of a bench',
      earlier: [
        ['Sharpening stones', 'https://stones.example/', 'tools misc'],
        ['Oil finish', 'https://oil.example/guide', 'varnish wood'],
        ['Bowl from green wood', 'https://turning.example/bowl', 'lathe wood'],
        ['Which wood floats', 'https://wood.example/floats', 'varnish'],
      ],
    },
    b: {
      user: ['leon', 'two.magpies'],
      link: [
        'https://birds.example/owls?from=north',
        'Owls by night',
        'Sounds are at the end.',
        'owls sounds',
      ],
      edited: ['Ringing station', 'Open on Sundays only.'],
      pinned: 'Map of hides',
      tag: ['spring', 'season'],
      search: ['nest', 'cameras'],
      hidden: 'Nest of the storks',
      batch: [
        ['https://feeders.example/', 'Feeders'],
        ['https://seeds.example/mix', 'Mix of seeds'],
      ],
      again: 'At the end: sounds of five kinds.',
      gone: 'Broken link',
      earlier: [
        ['Broken link', 'https://gone.example/', 'misc'],
        ['Ringing station', 'https://rings.example/visit', 'people'],
        ['Swallows are late', 'https://late.example/', 'spring'],
        ['Map of hides', 'https://hides.example/map', 'places'],
        ['Nest of the storks', 'https://storks.example/live', 'cameras spring'],
        ['How to clean a nest box', 'https://boxes.example/clean', 'cameras garden'],
      ],
    },
  },
  otherPast: {
    earlier: [
      ['Broken link', 'https://gone.example/', 'misc'],
      ['Ringing station', 'https://rings.example/visit', 'people'],
      ['Which wood floats', 'https://wood.example/floats', 'varnish'],
      ['Swallows are late', 'https://late.example/', 'spring people'],
      ['Bowl from green wood', 'https://turning.example/bowl', 'lathe wood'],
      ['Map of hides', 'https://hides.example/map', 'people'],
      ['Oil finish', 'https://oil.example/guide', 'varnish wood'],
      ['Nest of the storks', 'https://storks.example/live', 'cameras spring'],
      ['Sharpening stones', 'https://stones.example/', 'tools misc'],
      ['How to clean a nest box', 'https://boxes.example/clean', 'cameras garden'],
    ],
  },
  start,
  prepare,
  session,
  truth: truth(),
};

async function start({ origin, inputs: { user } }) {
  const files = await debianFiles('shaarli');
  const cwd = await emptyFolder();
  const program = path.join(files, 'usr/share/shaarli');
  await cp(program, cwd, { recursive: true, filter: (file) => file !== path.join(program, 'cache') });
  for (const folder of ['data', 'cache', 'pagecache', 'tmp']) await mkdir(path.join(cwd, folder));
  for (const file of PLACED.map((name) => path.join(cwd, name))) {
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replaceAll(/\/(?:usr\/share|var\/lib|var\/cache)\/shaarli/g, cwd));
  }
  await writeFile(
    path.join(cwd, 'data/config.json.php'),
    `<?php /*\n${JSON.stringify(settings(origin, user))}\n*/ ?>`,
  );
  const refusing = 'http://127.0.0.1:9';
  const server = await running({
    command: debianProgram('/usr/bin/php', 'php-cli'),
    args: ['-d', `session.save_path=${cwd}/tmp`, '-S', `127.0.0.1:${PORT}`, '-t', cwd],
    cwd,
    port: PORT,
    env: { http_proxy: refusing, https_proxy: refusing },
  });
  return { ...server, folder: cwd };
}

function settings(origin, [login, password]) {
  const hash = createHash('sha1').update(`${password}${login}${SALT}`).digest('hex');
  return {
    credentials: { login, hash, salt: SALT },
    api: { enabled: true, secret: KEY },
    general: { title: 'Bookmarks', timezone: 'UTC', root_url: `${origin}/` },
    thumbnails: { mode: 'none' },
    updates: { check_updates: false },
  };
}

/** Bookmarks that were there before, an hour apart. Those that Shaarli begins with are deleted, so numbers do not begin at 0. */
async function prepare({ origin }, { earlier }) {
  const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const call = async (method, address, json) => {
    const claims = `${encoded({ typ: 'JWT', alg: 'HS512' })}.${encoded({ iat: Math.floor(Date.now() / 1000) })}`;
    const signature = createHmac('sha512', KEY).update(claims).digest('base64url');
    const headers = { authorization: `Bearer ${claims}.${signature}`, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}/api/v1${address}`, { method, headers, body: JSON.stringify(json) });
    if (!answer.ok) throw new Error(`${method} ${address}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const first = await call('GET', '/links');
  for (const [index, [title, url, tags]] of earlier.entries()) {
    const created = new Date(Date.UTC(2025, 2, 3, 8 + index)).toISOString().replace(/\.\d+Z/, '+00:00');
    await call('POST', '/links', { title, url, tags: tags.split(' '), created });
  }
  for (const { id } of first) await call('DELETE', `/links/${id}`);
}

async function session(person, inputs) {
  const { user, link, edited, pinned, tag, unused, search, hidden, file, batch, again, gone } = inputs;
  person.page.on('dialog', (dialog) => dialog.accept());
  await person.open('/login');
  await person.fill('#login-form [name=login]', user[0]);
  await person.fill('#login-form [name=password]', user[1]);
  await person.click('#login-form [type=submit]');

  await person.click('#shaarli-menu-shaare');
  await person.fill('#shaare', link[0]);
  await person.click('[value="Add link"]');
  for (const [index, name] of ['title', 'description', 'tags'].entries())
    await person.fill(`#lf_${name}`, link[index + 1]);
  await person.click('#button-save-edit');
  await describe(person, edited[0], edited[1]);
  await person.click(item(person, pinned).locator('.ctrl-pin a:visible'));
  if (again !== undefined) await describe(person, link[1], again);

  await person.click('a[href$="/tags/cloud"]:visible');
  await person.click('a[href*="sort=usage"]');
  await person.click(`[data-tag="${tag[0]}"] .rename-tag`);
  await person.fill(`[data-tag="${tag[0]}"] .rename-tag-input`, tag[1]);
  await person.click(`[data-tag="${tag[0]}"] .validate-rename-tag`);
  if (unused !== undefined) await person.click(`[data-tag="${unused}"] .delete-tag`);
  await person.click('#shaarli-title-desktop');

  await person.fill('#search-linklist .searchterm', search[0]);
  await person.click('#search-linklist .search-button');
  await person.click(item(person, hidden).locator('.linklist-item-tags a', { hasText: search[1] }));
  await person.click(item(person, hidden).locator('.ctrl-checkbox input:visible'));
  // By key: a click is on the icon, which the script of the page takes for the link.
  await person.page.locator('.actions-change-visibility[data-visibility=private]').press('Enter');
  await person.settled();
  await person.click(item(person, hidden).locator('a[href*="/shaare/private/"]'));

  if (file !== undefined) await bringIn(person, file);
  if (batch !== undefined) await addAll(person, batch);
  await person.click(item(person, gone).locator('.ctrl-delete a:visible'));
  await person.click('a[href$="/admin/logout"]:visible');
}

/** The bookmark of a list that has the title. */
function item(person, title) {
  const heading = person.page.locator('.linklist-link').getByText(title, { exact: true });
  return person.page.locator('.linklist-item').filter({ has: heading });
}

async function describe(person, title, text) {
  await person.click(item(person, title).locator('.ctrl-edit a:visible'));
  await person.fill('#lf_description', text);
  await person.click('#button-save-edit');
}

/** Uploads bookmarks that a browser had. */
async function bringIn(person, [name, [url, title], tag]) {
  await person.click('a[href$="/admin/tools"]:visible');
  await person.click('a[href$="/admin/import"]');
  const links = `<DL><p>\n<DT><A HREF="${url}" ADD_DATE="1700000000">${title}</A>\n</DL><p>\n`;
  await person.upload('[name=filetoupload]', name, `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${links}`);
  await person.fill('#default_tags', tag);
  await person.click('[name=import_file]');
  await person.click('#shaarli-title-desktop');
}

/** Adds several bookmarks at once, with the titles that the person gives them. */
async function addAll(person, links) {
  await person.click('#shaarli-menu-shaare');
  await person.click('.addlink-batch-show-more-block a');
  await person.fill('#urls', links.map(([url]) => url).join('\n'));
  await person.click('[value="Add links"]');
  for (const [index, [, title]] of links.entries())
    await person.fill(person.page.locator('[name=lf_title]').nth(index), title);
  await person.click('[name=save_edit_batch]');
}

/** After the templates of Shaarli (`tpl/default`) and its script `base.js`: hidden fields, links, where it redirects. */
function truth() {
  const list = 'GET /';
  const saved = 'POST /admin/shaare';
  const forms = ['POST /admin/shaare-batch', 'GET /admin/shaare/{id}', 'GET /admin/shaare'];
  const pages = [
    list,
    'GET /login',
    'GET /admin/add-shaare',
    'GET /tags/list',
    'GET /admin/import',
    ...forms,
  ];
  const token = [
    { answer: 'GET /admin/token', page: /^(\w+)$/, as: 'csrf' },
    ...pages.map((answer) => ({ answer, page: /(?:name="token" value="|[?&]token=)(\w+)/, as: 'csrf' })),
  ];
  const changes = ['{id}/pin', 'delete', 'visibility', 'private/{hash}'].map(
    (one) => `GET /admin/shaare/${one}`,
  );
  const posted = ['login', 'admin/shaare', 'admin/shaare-batch', 'admin/tags', 'admin/import'];
  const posts = posted.map((address) => `POST /${address}`);
  const listed = (page) => ({ answer: list, page, as: 'list-pick' });
  const filled = (name) => new RegExp(`name="${name}"[^>]*? value="([^"]*)"`);
  const inForms = (page, as) => forms.map((answer) => ({ answer, page, as }));
  const sentTo = (answers, pattern) =>
    answers.map((answer) => ({ answer, header: 'location', pattern, as: 'link' }));
  return [
    // The actions of forms, and words of the pages.
    ...posted.flatMap((address) =>
      address.split('/').map((word) => [`POST /${address}`, `path ${word}`, 'either']),
    ),
    ...['delete', 'visibility'].map((word) => [`GET /admin/shaare/${word}`, `path ${word}`, 'own']),
    ...['save_edit', 'source'].map((name) => [saved, `body ${name}`, 'either']),
    ...['MAX_FILE_SIZE', 'privacy', 'import_file'].map((name) => [
      'POST /admin/import',
      `body ${name}`,
      'either',
    ]),
    ['POST /admin/shaare-batch', 'body private', 'either'],
    ['GET /tags/list', 'query sort', 'either'],
    ['GET /admin/shaare/visibility', 'query newVisibility', 'either'],

    [posts, 'body token', token],
    [changes, 'query token', token],
    ['GET /admin/shaare/{id}', 'path id', listed(/\/admin\/shaare\/(\d+)"/)],
    ['GET /admin/shaare/{id}/pin', 'path id', listed(/\/admin\/shaare\/(\d+)\/pin/)],
    ['GET /admin/shaare/delete', 'query id', listed(/\/delete\?id=(\d+)/)],
    ['GET /admin/shaare/visibility', 'query id', listed(/class="link-checkbox" value="(\d+)"/)],
    ['GET /admin/shaare/private/{hash}', 'path hash', listed(/\/shaare\/private\/([^"?]+)/)],
    ['GET /shaare/{hash}', 'path hash', sentTo(['GET /admin/shaare/private/{hash}'], /\/shaare\/([^?]+)/)],
    ['GET /shaare/{hash}', 'query key', sentTo(['GET /admin/shaare/private/{hash}'], /key=(\w+)/)],

    ['POST /admin/shaare-batch', 'body urls', 'typed'],
    // Addresses that were typed, and are in the form that the answer has.
    [`${saved} source=batch`, 'body lf_url', 'either'],
    ['GET /admin/metadata', 'query url', 'either'],
    [saved, 'body lf_id', { answer: 'GET /admin/shaare/{id}', page: filled('lf_id'), as: 'hidden' }],
    [saved, 'body returnurl', inForms(filled('returnurl'), 'hidden')],
    ...['lf_url', 'lf_title', 'lf_tags'].map((name) => [
      saved,
      `body ${name}`,
      inForms(filled(name), 'field'),
      { optional: true },
    ]),

    [
      'POST /admin/tags',
      'body fromtag',
      { answer: 'GET /tags/list', page: /data-tag-url="([^"]*)"/, as: 'list-pick' },
    ],
    ['GET /add-tag/{tag}', 'path tag', listed(/\/add-tag\/([^"]+)"/)],
    ...['searchterm', 'searchtags'].map((name) => [
      list,
      `query ${name}`,
      sentTo([...changes, 'GET /add-tag/{tag}', 'POST /admin/tags'], new RegExp(`[?&]${name}=([^&#]*)`)),
      { optional: true },
    ]),
  ];
}
