/**
 * phpLiteAdmin (Debian's `phpliteadmin`), a table editor: one address for all, a token that all forms have, keys of rows as
 * JSON in links and in the actions of forms, fields that come back.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, debianProgram, emptyFolder, finished, running } from '../../running.mjs';

const PORT = 3977;
/** The cell of a row with its number, after those with a box and two links. */
const NUMBER = 3;

export const application = {
  inputs: {
    a: {
      password: 'reed-and-rope-3',
      added: ['Plover', 'East pier'],
      moved: ['Sandpiper', 'West pier'],
      gone: 'Curlew',
      trip: ['To the lighthouse', 'Lapwing'],
      retold: ['Seal watching', 'Seals and terns'],
      first: 3,
      boats: ['Avocet', 'Curlew', 'Lapwing', 'Sandpiper'],
      trips: ['Round the island', 'Seal watching'],
    },
    b: {
      password: 'tin-whistle-8',
      added: ['Merlin', 'Berth 12'],
      moved: ['Kestrel', 'Dry dock'],
      gone: 'Osprey',
      second: ['Hobby', 'Berth 14'],
      trip: ['Up the river', 'Buzzard'],
      retold: ['Night fishing', 'Fishing at dawn'],
      found: 'Berth 3',
      first: 24,
      boats: ['Buzzard', 'Goshawk', 'Harrier', 'Kestrel', 'Kite', 'Osprey'],
      trips: ['Mackerel', 'Night fishing', 'Regatta'],
    },
  },
  otherPast: {
    first: 41,
    boats: ['Kestrel', 'Lapwing', 'Avocet', 'Kite', 'Sandpiper', 'Osprey', 'Curlew'],
    trips: ['Regatta', 'Seal watching', 'Mackerel', 'Round the island'],
  },
  start,
  session,
  truth: truth(),
};

async function start({ inputs: { password, first, boats, trips } }) {
  const files = await debianFiles('phpliteadmin');
  const cwd = await emptyFolder();
  const php = debianProgram('/usr/bin/php', 'php-cli');
  await copyFile(path.join(files, 'usr/share/phpliteadmin/phpliteadmin.php'), path.join(cwd, 'index.php'));
  for (const folder of ['data', 'tmp']) await mkdir(path.join(cwd, folder));
  const settings = `<?php $password = '${password}'; $directory = 'data'; $subdirectories = false;\n`;
  await writeFile(path.join(cwd, 'phpliteadmin.config.php'), settings);
  const statements = [
    'CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT, berth TEXT);',
    'CREATE TABLE trips (id INTEGER PRIMARY KEY, title TEXT, boat INTEGER);',
    ...boats.map(
      (name, index) => `INSERT INTO boats VALUES (${first + index}, '${name}', 'Berth ${index + 1}');`,
    ),
    ...trips.map(
      (title, index) => `INSERT INTO trips VALUES (${2 * first + index}, '${title}', ${first + index});`,
    ),
  ];
  await writeFile(path.join(cwd, 'tmp/past.sql'), statements.join('\n'));
  const code = "(new PDO('sqlite:data/harbour.sqlite'))->exec(file_get_contents('tmp/past.sql'));";
  await finished({ command: php, args: ['-r', code], cwd });
  const args = ['-d', `session.save_path=${cwd}/tmp`, '-S', `127.0.0.1:${PORT}`, '-t', cwd];
  const server = await running({ command: php, args, cwd, port: PORT });
  return { ...server, folder: cwd };
}

async function session(person, inputs) {
  const { password, added, moved, gone, second, trip, retold, found } = inputs;
  await person.open('/');
  await person.fill('input[type=password]', password);
  await person.click('input[type=submit]');
  await openTable(person, 'boats');
  await insert(person, added);
  if (second !== undefined) await insert(person, second);
  await openTable(person, 'boats');
  await change(person, moved[0], 2, moved[1]);
  if (found !== undefined) await search(person, 2, found);
  await openTable(person, 'boats');
  await person.click(row(person, gone).locator('a.delete'));
  await person.click('input[value=Confirm]');

  // A trip of a boat, whose number the person reads in the list.
  await openTable(person, 'boats');
  const boat = await row(person, trip[1]).locator('td').nth(NUMBER).textContent();
  await openTable(person, 'trips');
  await insert(person, [trip[0]], boat.trim());
  await openTable(person, 'trips');
  await change(person, retold[0], 1, retold[1]);
}

async function openTable(person, name) {
  await person.click(`a[href*="table=${name}&"]:text-is("${name}")`);
}

/** Fills in the form of a new row. What was read in a page is not typed. */
async function insert(person, texts, read) {
  await person.click('a.tab:text-is("Insert")');
  for (const [index, text] of texts.entries()) await person.fill(`[name="0:${index + 1}"]`, text);
  if (read !== undefined) await person.page.locator(`[name="0:${texts.length + 1}"]`).fill(read);
  await person.click('input[value=Insert]');
}

async function change(person, title, column, text) {
  await person.click(row(person, title).locator('a.edit'));
  await person.fill(`[name="${column}[]"]`, text);
  await person.click('input[value="Save Changes"]');
}

async function search(person, column, text) {
  await person.click('a.tab:text-is("Search")');
  await person.fill(`[name=field_${column}_value]`, text);
  await person.click('input[value=Search]');
}

/** The row of a list with a text; page layouts are tables, too. */
function row(person, text) {
  const cell = person.page.getByText(text, { exact: true });
  return person.page.locator('tr:not(:has(tr)):has(a.edit)').filter({ has: cell });
}

/** After the program's own forms and links (`getForm`, `getLink`, `redirect` and the pages of rows). */
function truth() {
  const address = '/index.php';
  const view = `GET ${address}?action=row_view`;
  const form = `GET ${address}?action=row_editordelete`;
  const changes = ['row_create', 'row_edit', 'row_delete', 'table_search'].map(
    (action) => `POST ${address}?action=${action}`,
  );
  const posts = ['POST /', ...changes];
  const pages = ['GET /', `GET ${address}`];
  const everywhere = [...pages, ...posts];
  const words = ['database', 'table', 'action', 'confirm', 'type', 'fulltexts', 'numRows'];
  const fields = ['newRows', 'remember', 'login', 'field_*_operator', 'function_*'];
  return [
    [everywhere, 'path index.php', 'own'],
    ...words.map((name) => [everywhere, `query ${name}`, 'either']),
    ...fields.map((name) => [posts, `body ${name}`, 'either']),
    [
      posts,
      'body token',
      pages.map((answer) => ({ answer, page: /name="token" value="(\w+)"/, as: 'csrf' })),
    ],
    [form, 'query pk', { answer: view, page: /action=row_editordelete&pk=(\[\d+\])/, as: 'list-pick' }],
    [posts, 'query pk', { answer: form, page: /<form action='[^']*&pk=([^&']+)/, as: 'link' }],
    // Only the fields that the person left as they were.
    [
      `POST ${address}?action=row_edit`,
      'body *[]',
      [
        {
          answer: form,
          page: /<input type='text' id='row_0_field_\d_value' name='\d\[\]' value='([^']*)'/,
          as: 'field',
        },
        { answer: form, page: /<textarea id='row_0_field_\d_value'[^>]*>([^<]*)</, as: 'field' },
      ],
      { optional: true },
    ],
    // What the list of boats shows next to the name.
    [
      `POST ${address}?action=row_create&table=trips`,
      'body 0:2',
      { answer: `${view}&table=boats`, page: /action=row_editordelete&pk=\[(\d+)\]/, as: 'list-pick' },
    ],
    ...['message', 'search'].map((name) => [
      `GET ${address}`,
      `query ${name}`,
      changes.map((answer) => ({
        answer,
        header: 'location',
        pattern: new RegExp(`[?&]${name}=(\\w+)`),
        as: 'link',
      })),
    ]),
  ];
}
