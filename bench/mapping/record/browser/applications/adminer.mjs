/**
 * Adminer (Debian's `adminer`), an editor of databases: one address for all, whose query says which database, table and row;
 * a token that each page writes in another way; forms that are sent to the page's own address.
 */
import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, debianProgram, emptyFolder, finished, running } from '../../running.mjs';

const PORT = 3978;

export const application = {
  inputs: {
    a: {
      user: 'librarian',
      password: 'paper-boat-41',
      added: ['The salt road', 'Ines Alvar'],
      changed: ['Field notes', 'Tove Lind'],
      gone: 'Old maps',
      loan: ['Greta', 'Winter light'],
      returned: ['Anselm', 'until Friday'],
      first: 3,
      books: ['Atlas of rivers', 'Field notes', 'Old maps', 'Winter light'],
      loans: ['Anselm', 'Beatrix'],
    },
    b: {
      user: 'keeper',
      password: 'green-lamp-77',
      added: ['Bread and stone', 'Nils Aho'],
      second: ['Letters home', 'Mara Quint'],
      changed: ['Night trains', 'Ruth Sand'],
      gone: 'Tide tables',
      found: 'Letters home',
      loan: ['Corin', 'Harbours'],
      returned: ['Edda', 'until Monday'],
      first: 24,
      books: ['Comets', 'Gardens', 'Harbours', 'Night trains', 'Orchards', 'Tide tables'],
      loans: ['Dario', 'Edda', 'Fenja'],
    },
  },
  otherPast: {
    first: 41,
    books: ['Old maps', 'Comets', 'Winter light', 'Atlas of rivers', 'Gardens', 'Field notes', 'Orchards'],
    loans: ['Fenja', 'Anselm', 'Dario'],
  },
  start,
  session,
  truth: truth(),
};

async function start({ inputs: { password, first, books, loans } }) {
  const files = path.join(await debianFiles('adminer'), 'usr/share/adminer');
  const php = debianProgram('/usr/bin/php', 'php-cli');
  const cwd = await emptyFolder();
  for (const folder of ['adminer', 'externals', 'plugins'])
    await cp(path.join(files, folder), path.join(cwd, folder), { recursive: true, dereference: true });
  await mkdir(path.join(cwd, 'tmp'));
  // As the package's own `sqlite.php` says, with a password; nothing asks for news of the program.
  const settings = `<?php
function adminer_object() {
  foreach (array('plugin', 'login-password-less', 'version-noverify') as $name) include_once "../plugins/$name.php";
  $hash = password_hash('${password}', PASSWORD_DEFAULT);
  return new AdminerPlugin(array(new AdminerLoginPasswordLess($hash), new AdminerVersionNoverify()));
}
include './index.php';
`;
  await writeFile(path.join(cwd, 'adminer/sqlite.php'), settings);
  const statements = [
    'CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, writer TEXT);',
    'CREATE TABLE loans (id INTEGER PRIMARY KEY, reader TEXT, book INTEGER, note TEXT);',
    ...books.map(
      (title, index) => `INSERT INTO books VALUES (${first + index}, '${title}', 'Shelf ${index}');`,
    ),
    ...loans.map(
      (reader, index) =>
        `INSERT INTO loans VALUES (${2 * first + index}, '${reader}', ${first + index}, '');`,
    ),
  ];
  await writeFile(path.join(cwd, 'tmp/past.sql'), statements.join('\n'));
  const code = "(new PDO('sqlite:adminer/library.sqlite'))->exec(file_get_contents('tmp/past.sql'));";
  await finished({ command: php, args: ['-r', code], cwd });
  const args = ['-d', `session.save_path=${cwd}/tmp`, '-S', `127.0.0.1:${PORT}`, '-t', cwd];
  const server = await running({ command: php, args, cwd, port: PORT });
  return { ...server, folder: cwd };
}

async function session(person, inputs) {
  const { user, password, added, second, changed, gone, found, loan, returned } = inputs;
  person.page.on('dialog', (dialog) => dialog.accept());
  await person.open('/adminer/sqlite.php');
  await person.select('select[name="auth[driver]"]', 'SQLite 3');
  await person.fill('[name="auth[username]"]', user);
  await person.fill('[name="auth[password]"]', password);
  await person.fill('[name="auth[db]"]', 'library.sqlite');
  await person.click('input[value=Login]');
  await openTable(person, 'books');
  await insert(person, { title: added[0], writer: added[1] });
  if (second !== undefined) await insert(person, { title: second[0], writer: second[1] });
  await change(person, changed[0], 'writer', changed[1]);
  if (found !== undefined) {
    await person.page.locator('legend a[href="#fieldset-search"]').click();
    await person.select('[name="where[0][col]"]', 'title');
    await person.fill('[name="where[0][val]"]', found);
    await person.click('#form input[value=Select]');
    await openTable(person, 'books');
  }
  await person.click(row(person, gone).locator('a.edit, a:text-is("edit")'));
  await person.click('input[value=Delete]');

  // A loan of a book, whose number the person reads in the list.
  const book = await row(person, loan[1]).locator('td').nth(1).textContent();
  await openTable(person, 'loans');
  await insert(person, { reader: loan[0] }, { book: book.trim() });
  await change(person, returned[0], 'note', returned[1]);
}

async function openTable(person, name) {
  await person.click(`#tables a[href*="select=${name}"]`);
}

/** Fills in the form of a new row. What was read in a page is not typed. */
async function insert(person, texts, read = {}) {
  await person.click('a:text-is("New item")');
  for (const [column, text] of Object.entries(texts)) await person.fill(field(column), text);
  for (const [column, text] of Object.entries(read)) await person.page.locator(field(column)).fill(text);
  await person.click('input[value=Save]');
}

async function change(person, title, column, text) {
  await person.click(row(person, title).locator('a:text-is("edit")'));
  await person.fill(field(column), text);
  await person.click('input[value=Save]');
}

function field(column) {
  return `[name="fields[${column}]"]`;
}

function row(person, text) {
  const cell = person.page.getByText(text, { exact: true });
  return person.page.locator('#table tbody tr').filter({ has: cell });
}

/** After the program's own pages (`edit_form`, `input` and the lists of `select.inc.php`). */
function truth() {
  const address = '/adminer/sqlite.php';
  const forms = ['books', 'loans'].map((table) => ({
    form: `GET ${address}?edit=${table}`,
    sent: `POST ${address}?edit=${table}`,
    list: `GET ${address}?select=${table}`,
  }));
  const everywhere = [`GET ${address}`, `POST ${address}`];
  const words = [
    'sqlite',
    'select',
    'edit',
    'limit',
    'text_length',
    'order[*]',
    'columns[*][*]',
    'where[*][op]',
  ];
  // A page repeats in `referer` where the browser came from.
  const fields = ['auth[driver]', 'function[*]', 'save', 'referer'];
  return [
    ...words.map((name) => [everywhere, `query ${name}`, 'either']),
    ...fields.map((name) => [everywhere, `body ${name}`, 'either']),
    ...forms.map(({ form: answer, sent }) => [
      sent,
      'body token',
      { answer, page: /name="token" value="(\d+:\d+)"/, as: 'csrf' },
    ]),
    // A form is sent to the address of its page.
    ...forms.map(({ form: page, sent, list }) => [
      [page, sent],
      'query where[id]',
      { answer: list, page: /&where\[id\]=(\d+)' class='edit'/, as: 'list-pick' },
    ]),
    // What the list of books shows next to the title.
    [
      `POST ${address}?edit=loans`,
      'body fields[book]',
      [
        {
          answer: `GET ${address}?edit=loans`,
          page: /<input[^>]* value='(\d+)'[^>]* name='fields\[book\]'/,
          as: 'field',
        },
        { answer: `GET ${address}?select=books`, page: /&where\[id\]=(\d+)' class='edit'/, as: 'list-pick' },
      ],
    ],
    // Only the fields that the person left as they were.
    ...forms.map(({ form: answer, sent }) => [
      sent,
      'body fields[*]',
      [
        { answer, page: /<input[^>]* value='([^']+)'[^>]* name='fields\[\w+\]'/, as: 'field' },
        { answer, page: /<textarea name='fields\[\w+\]'[^>]*>([^<]+)</, as: 'field' },
      ],
      { optional: true },
    ]),
  ];
}
