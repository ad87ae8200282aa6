/**
 * Hexo with its editor (npm's `hexo` and `hexo-admin`): a single-page application that saves by itself while one writes and
 * shows what it has not saved yet; random ids.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, finished, installed, running } from '../../running.mjs';

const PORT = 3971;
const WRITER = ['wanda', 'ink-and-paper'];
const PACKAGES = ['hexo@7.3.0', 'hexo-server@3.0.0', 'hexo-renderer-marked@6.3.0'];

export const application = {
  inputs: {
    a: {
      title: 'Boats in spring',
      retitled: 'Boats in April',
      text: 'The ferry runs again. ',
      more: 'Twice a day.',
      tags: ['harbour', 'ferry'],
      category: 'News',
      second: ['Timetable', 'Nine and five.'],
      old: 'Old mole',
      mark: 'stone',
      oldText: 'It was built long ago. ',
      earlier: ['Old mole', 'Lamps', 'Rope'],
    },
    b: {
      title: 'Bees',
      text: 'Three hives moved in. ',
      more: 'They like the limes.',
      tags: ['garden'],
      category: 'Animals',
      second: ['Visits', 'On Sundays.'],
      mark: 'water',
      old: 'Ponds',
      oldText: 'Two of them. ',
      abandoned: 'Draft on wasps',
      renamed: '_posts/bees-and-limes.md',
      earlier: ['Hedges', 'Frogs', 'Moles', 'Ponds', 'Rain'],
    },
  },
  otherPast: { earlier: ['Hedges', 'Frogs', 'Lamps', 'Moles', 'Old mole', 'Ponds', 'Rope'] },
  // Of pages that were rendered since.
  laterMembers: ['content', 'excerpt', 'more'],
  start,
  session,
  // Hexo's own pages are shown in tabs of their own.
  isAside: ({ url }) => !new URL(url).pathname.startsWith('/admin'),
  truth: truth(),
};

async function start({ inputs }) {
  const folder = await installed('hexo-admin', '2.3.0', {}, PACKAGES);
  await rm(path.join(folder, 'db.json'), { force: true });
  await rm(path.join(folder, 'source'), { recursive: true, force: true });
  await mkdir(path.join(folder, 'source/_posts'), { recursive: true });
  const [username, password] = WRITER;
  await finished({
    command: process.execPath,
    args: [
      '-e',
      `const hash = require('bcrypt-nodejs').hashSync(${JSON.stringify(password)});
      const admin = { username: '${username}', password_hash: hash, secret: 'only-for-this-run' };
      const config = { title: 'Notes', author: 'Wanda', theme: false, admin, timezone: 'UTC' };
      require('fs').writeFileSync('_config.yml', JSON.stringify(config));`,
    ],
    cwd: folder,
  });
  const manifest = JSON.stringify({
    private: true,
    hexo: { version: '7.3.0' },
    dependencies: Object.fromEntries([...PACKAGES, 'hexo-admin@2.3.0'].map((one) => one.split('@'))),
  });
  await writeFile(path.join(folder, 'package.json'), manifest);
  for (const [index, title] of inputs.earlier.entries()) {
    const head = { title, date: `2025-0${index + 2}-11 08:30:00`, author: 'Wanda', tags: [`kept${index}`] };
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
    const text = ['---', ...lines, '---', `About ${title}.`, ''].join('\n');
    await writeFile(path.join(folder, 'source/_posts', `${index}.md`), text);
  }
  const program = path.join(folder, 'node_modules/hexo/bin/hexo');
  // Static: when it watches its files as well, it can miss a new post and never answers the request that made it.
  const args = [program, 'server', '--static', '--cwd', folder, '-p', String(PORT), '-i', '127.0.0.1'];
  const server = await running({ command: process.execPath, args, cwd: await emptyFolder(), port: PORT });
  return { ...server, folder };
}

async function session(person, inputs) {
  const { title, retitled, text, more, tags, category, second, old, mark, oldText, abandoned, renamed } =
    inputs;
  await person.open('/admin/login');
  await person.fill('input[name=username]', WRITER[0]);
  await person.fill('input[name=password]', WRITER[1]);
  await person.click('input[type=submit], button[type=submit]');
  await person.click('a:has-text("Posts")');
  if (abandoned !== undefined) {
    await create(person, abandoned);
    await person.click('a:has-text("Posts")');
  }
  await create(person, title);
  await write(person, text);
  if (retitled !== undefined) {
    await person.fill('.editor_title', retitled);
    await saved(person);
  }
  await describe(person, tags, category);
  await write(person, more);
  await person.click('.editor_publish');
  if (renamed !== undefined) await rename(person, renamed);

  await person.click('a:has-text("Posts")');
  await person.click(`.posts_post:has-text("${old}") .posts_edit-link`);
  await write(person, oldText);
  await describe(person, [mark], category);
  await person.click('.editor_unpublish');

  await person.click('a:has-text("Posts")');
  await create(person, second[0]);
  await write(person, second[1]);
}

async function create(person, title) {
  await person.click('.new-post_button');
  await person.fill('.new-post_input', title);
  await person.page.keyboard.press('Enter');
  await person.page.locator('.editor_title').waitFor();
  await person.settled();
}

/** Writes at the start of the text; it is saved by itself a second later. */
async function write(person, text) {
  await person.type('.CodeMirror', text);
  await saved(person);
}

async function saved(person) {
  await person.page.waitForTimeout(1300);
  await person.settled();
}

async function describe(person, tags, category) {
  await person.click('.config-dropper_handle');
  for (const [index, names] of [tags, [category]].entries()) {
    for (const name of names) {
      const section = person.page.locator('.config_section').nth(2 + index);
      await section.locator('.autolist_show--new').dispatchEvent('mousedown', { button: 0 });
      await person.fill(section.locator('.autolist_input'), name);
      await section.locator('.autolist_input').blur();
    }
  }
  await person.click('.config-dropper_handle');
}

async function rename(person, name) {
  await person.click('.fileRename_display');
  await person.fill('.fileRename input', name);
  await person.page.keyboard.press('Enter');
  await person.settled();
}

/** After hexo-admin's `client/api/rest.js`, `posts.js`, `post.js` and `config-dropper.js`. */
function truth() {
  const made = { answer: 'POST /admin/api/posts/new', body: '$._id', as: 'created-id' };
  const listed = { answer: 'GET /admin/api/posts/list', body: '$[*]._id' };
  const shown = [
    { answer: 'GET /admin/api/posts/{id}', body: '$._id' },
    { answer: 'POST /admin/api/posts/{id}', body: '$.post._id' },
    { answer: 'POST /admin/api/posts/{id}/publish', body: '$._id' },
  ];
  const post = '/admin/api/posts/{id}';
  return [
    ['GET /admin/api/posts/list', 'path list', 'own'],
    ['POST /admin/api/posts/new', 'path new', 'own'],
    [[`GET ${post}`, `POST ${post}`], 'path id', [made, listed]],
    [['publish', 'unpublish', 'rename'].map((word) => `POST ${post}/${word}`), 'path id', shown],
    // The page writes the date without its seconds.
    [
      `POST ${post}`,
      'body $.date',
      [
        { answer: `GET ${post}`, body: '$.date' },
        { answer: `POST ${post}`, body: '$.post.date' },
      ],
      { optional: true },
    ],
    [`POST ${post}`, 'body $.date', 'derived'],
    [
      `POST ${post}`,
      'body $.author',
      [
        { answer: `GET ${post}`, body: '$.author' },
        { answer: `POST ${post}`, body: '$.post.author' },
      ],
    ],
    [
      `POST ${post}`,
      'body $.tags[*]',
      [
        { answer: `GET ${post}`, body: '$.tags[*]', as: 'value' },
        { answer: `POST ${post}`, body: '$.post.tags[*]', as: 'value' },
      ],
      { optional: true },
    ],
    // The whole text: what was there, and what the person typed before it.
    [`POST ${post}`, 'body $._content', 'derived'],
  ];
}
