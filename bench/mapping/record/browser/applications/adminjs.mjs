/**
 * AdminJS (npm's `adminjs` with Sequelize, on Debian's `postgresql`): a single-page application over JSON for the tables of a
 * small library. Forms are sent back whole, with the moments of each record; books have a UUID and all else a number.
 * References are picked in selects that search, ticked rows are deleted together, a cover is uploaded.
 */
import { startPostgres } from '../../../../authz/postgres.mjs';
import { adminjsProject } from '../../adminjsProject.mjs';
import { running, withDatabase } from '../../running.mjs';

const PORT = 3992;

/** Who is a member: name, email, town. */
const BRUNO = ['Bruno Reis', 'bruno@example.com', 'Lower Weir'];
const SALMA = ['Salma Haddad', 'salma@example.com', 'Hill End'];
const GREGOR = ['Gregor Tan', 'gregor@example.com', 'Lower Weir'];
const ULLA = ['Ulla Holm', 'ulla@example.com', 'Ferry'];
const PIOTR = ['Piotr Zielak', 'piotr@example.com', 'Saltings'];
const JONAS = ['Jonas Beck', 'jonas@example.com', 'Ferry'];

/** Books: title, genre, shelf, pages. */
const MILLS = ['Seven mills', 'history', 'H2', 212];
const HERONS = ['Herons', 'nature', 'N1', 96];
const WEIR = ['At the weir', 'novel', 'F7', 340];
const RYE = ['A field of rye', 'history', 'H4', 128];
const FERRY = ['The last ferry', 'novel', 'F1', 288];
const SALT = ['Salt roads', 'travel', 'T3', 176];
const OVENS = ['Ovens for all', 'history', 'H5', 151];

/** What the pages ask for by themselves, with the page that asks. */
const ASIDE = [
  // A cover that is shown.
  /^GET \/covers\//,
  // Their texts and settings, without records, and the empty first page.
  /^GET \/admin(?!\/api\/resources\/|\/logout)/,
  // Options of a filter and of a form for a record that is there, of which nothing is picked.
  /\/actions\/search from .*(?:resources\/\w+|\/edit|bulkDelete.*)$/,
  // The list behind the question whether to delete its ticked rows.
  /\/actions\/list\?recordIds=/,
];

export const application = {
  inputs: {
    a: {
      user: { email: 'ines@example.com', password: 'Tin-whistle-52' },
      course: [
        moveBook,
        addMember,
        addBook,
        countPages,
        addLoan,
        changeLoan,
        addReminder,
        removeReminders,
        removeBook,
      ],
      moved: { filter: 'weir', title: 'At the weir', shelf: 'F9' },
      member: ['Ruth Amsel', 'ruth@example.com', 'Hill End'],
      book: {
        title: 'Owls at dusk',
        genre: 'nature',
        shelf: 'N6',
        pages: '144',
        cover: ['owls.txt', 'An owl on a post\n'],
      },
      counted: '148',
      loan: {
        purpose: 'Talk on owls',
        member: 'Ruth Amsel',
        book: 'Owls at dusk',
        dueOn: '2026-12-18',
        state: 'out',
      },
      changed: ['Class on rivers', 'returned'],
      reminder: ['Owls are wanted', 'Talk on owls', '1.50'],
      gone: { reminders: ['First call', 'Third call'], book: 'Seven mills' },
      past: {
        members: [BRUNO, SALMA, GREGOR],
        books: [MILLS, HERONS, WEIR],
        loans: [
          ['Birds of the bank', 'Bruno Reis', 'Herons', '2026-11-20', 'overdue'],
          ['Class on rivers', 'Salma Haddad', 'At the weir', '2026-12-04', 'out'],
        ],
        reminders: [
          ['First call', 'Birds of the bank', 0.5],
          ['Second call', 'Birds of the bank', 1],
          ['Third call', 'Class on rivers', 2.25],
        ],
      },
    },
    b: {
      user: { email: 'tarek@example.com', password: 'Copper-kettle-8' },
      course: [moveBook, addBook, addMember, changeLoan, addLoan, addReminder, removeBook, removeReminders],
      moved: { filter: 'rye', title: 'A field of rye', shelf: 'H9' },
      book: { title: 'Bread again', genre: 'history', shelf: 'H8', pages: '203' },
      member: ['Nadja Wolf', 'nadja@example.com', 'Saltings'],
      changed: ['Course for bakers', 'overdue'],
      // This librarian types the first word of each to find it.
      loan: {
        purpose: 'Baking on Friday',
        member: 'Ulla Holm',
        book: 'Bread again',
        dueOn: '2027-01-08',
        state: 'out',
        isSearched: true,
      },
      reminder: ['Bring the bread book', 'Baking on Friday', '0.75'],
      gone: { reminders: ['Please renew', 'Second note', 'Last note'], book: 'Salt roads' },
      past: {
        members: [PIOTR, GREGOR, JONAS, SALMA, ULLA],
        books: [SALT, FERRY, OVENS, RYE],
        loans: [
          ['Journey north', 'Piotr Zielak', 'The last ferry', '2026-12-11', 'out'],
          ['Field day', 'Gregor Tan', 'A field of rye', '2026-10-30', 'overdue'],
          ['Reading aloud', 'Salma Haddad', 'The last ferry', '2026-12-15', 'returned'],
          ['Course for bakers', 'Jonas Beck', 'Ovens for all', '2026-11-27', 'out'],
        ],
        reminders: [
          ['Please renew', 'Journey north', 0.4],
          ['Second note', 'Field day', 1.2],
          ['Desk copy', 'Course for bakers', 0],
          ['Last note', 'Field day', 3],
        ],
      },
    },
  },
  otherPast: {
    past: {
      members: [PIOTR, SALMA, ULLA, JONAS, BRUNO],
      books: [SALT, ['At the weir', 'travel', 'F3', 352], OVENS, HERONS, RYE, MILLS],
      loans: [
        ['Field day', 'Ulla Holm', 'A field of rye', '2026-10-30', 'overdue'],
        ['Course for bakers', 'Jonas Beck', 'Ovens for all', '2026-11-27', 'out'],
        ['Class on rivers', 'Bruno Reis', 'At the weir', '2026-12-05', 'overdue'],
        ['Birds of the bank', 'Salma Haddad', 'Herons', '2026-11-20', 'overdue'],
      ],
      reminders: [
        ['Second note', 'Field day', 1.2],
        ['Third call', 'Class on rivers', 2.25],
        ['Desk copy', 'Course for bakers', 0],
        ['Last note', 'Field day', 3],
        ['First call', 'Birds of the bank', 0.5],
      ],
    },
  },
  start,
  session,
  isAside: (entry) => ASIDE.some((pattern) => pattern.test(describe(entry))),
  truth: truth(),
};

function describe({ method, url, headers }) {
  const { pathname, search } = new URL(url);
  const from = headers.find(([name]) => name === 'referer')?.[1];
  return `${method} ${pathname}${search} from ${from}`;
}

async function start({ inputs }) {
  const { folder, command, args, env } = await adminjsProject();
  const database = await startPostgres();
  const its = { PORT: String(PORT), ACCOUNT: JSON.stringify(inputs.user), PAST: JSON.stringify(inputs.past) };
  return withDatabase(database, () =>
    running({ command, args, cwd: folder, port: PORT, env: { ...env, ...its, DATABASE_URL: database.uri } }),
  );
}

async function session(person, inputs) {
  const { user, course } = inputs;
  await person.open('/admin/login');
  await person.fill('input[name=email]', user.email);
  await person.fill('input[name=password]', user.password);
  await person.click('form button, form input[type=submit]');
  await person.click('[data-css=sidebar] >> text=Library');
  for (const step of course) await step(person, inputs);
  await person.click('[data-css=logged-in] > *');
  await person.click('[data-css=logged-in] >> text=Log out');
}

/** Finds a book by a filter, opens it, and gives it another shelf. */
async function moveBook(person, { moved: { filter, title, shelf } }) {
  await list(person, 'books');
  await person.click('[data-css=books-filter-button]');
  await person.fill('[data-testid=property-filter-title] input', filter);
  await person.click('[data-css=books-filter-drawer-button-apply]');
  await person.click('[data-css=books-filter-drawer-content] button');
  await openBook(person, title);
  await person.fill(field('shelf'), shelf);
  await save(person);
}

async function addMember(person, { member: [name, email, town] }) {
  await list(person, 'members');
  await person.click('[data-testid=action-new]');
  await person.fill(field('name'), name);
  await person.fill(field('email'), email);
  await person.fill(field('town'), town);
  await save(person);
}

async function addBook(person, { book: { title, genre, shelf, pages, cover } }) {
  await list(person, 'books');
  await person.click('[data-testid=action-new]');
  await person.fill(field('title'), title);
  await pick(person, 'genre', genre);
  await person.fill(field('shelf'), shelf);
  await person.fill(field('pages'), pages);
  if (cover !== undefined)
    await person.upload('[data-testid=property-edit-cover] input[type=file]', ...cover);
  await save(person);
}

/** Opens the new book in the list, and corrects how many pages it has. */
async function countPages(person, { book: { title }, counted }) {
  await openBook(person, title);
  await person.fill(field('pages'), counted);
  await save(person);
}

async function openBook(person, title) {
  await person.click(row(person, title).locator('[data-testid=property-list-title]'));
  await person.click('[data-testid=action-edit]');
}

async function addLoan(person, { loan: { purpose, member, book, dueOn, state, isSearched = false } }) {
  await list(person, 'loans');
  await person.click('[data-testid=action-new]');
  await person.fill(field('purpose'), purpose);
  await pick(person, 'memberId', member, isSearched);
  await pick(person, 'bookId', book, isSearched);
  await person.fill(field('dueOn'), dueOn);
  await person.page.keyboard.press('Escape');
  await pick(person, 'state', state);
  await save(person);
}

/** Changes the state of a loan by the menu of its row. */
async function changeLoan(person, { changed: [purpose, state] }) {
  await list(person, 'loans');
  await rowAction(person, purpose, 'edit');
  await pick(person, 'state', state);
  await save(person);
}

async function addReminder(person, { reminder: [subject, loan, fee] }) {
  await list(person, 'reminders');
  await person.click('[data-testid=action-new]');
  await person.fill(field('subject'), subject);
  await pick(person, 'loanId', loan);
  await person.fill(field('fee'), fee);
  await save(person);
}

/** Ticks some reminders and deletes them together. */
async function removeReminders(person, { gone: { reminders } }) {
  await list(person, 'reminders');
  for (const subject of reminders) await person.click(row(person, subject).locator('td').first());
  await person.click('[data-testid=action-bulkDelete]');
  await person.click('[data-css=reminders-bulkDelete-drawer-footer] button');
}

async function removeBook(person, { gone: { book } }) {
  await list(person, 'books');
  await rowAction(person, book, 'delete');
  await person.click(person.page.getByRole('button', { name: 'Confirm' }));
}

/** Opens the list of a table. */
async function list(person, table) {
  await person.click(`[data-css=sidebar] a[href="/admin/resources/${table}"]`);
}

function row(person, text) {
  return person.page.locator(`tr[data-id]:has-text("${text}")`);
}

async function rowAction(person, text, name) {
  await row(person, text).locator('[data-testid=actions-dropdown]').hover();
  await person.click(row(person, text).locator(`[data-testid=action-${name}]`));
}

function field(name) {
  return `[data-testid=property-edit-${name}] input`;
}

async function save(person) {
  await person.click('[data-testid=button-save]');
}

/** Picks an option by its words, of those that are found for the first of them if it is searched. */
async function pick(person, name, words, isSearched = false) {
  await person.click(`[data-testid=property-edit-${name}] [class*=-control]`);
  if (isSearched) {
    await person.fill(field(name), words.split(' ')[0]);
    await person.settled();
  }
  await person.click(person.page.getByRole('option', { name: words, exact: true }));
}

/**
 * After the sources of the pages (`src/frontend` of adminjs): `record-in-list.tsx` and the menus have the id of a row,
 * `reference/edit.tsx` what is picked for a reference and which record it shows, `use-record.tsx` what a form sends.
 */
function truth() {
  const at = (table, rest) => `/admin/api/resources/${table}/${rest}`;
  const made = (table) => ({
    answer: `POST ${at(table, 'actions/new')}`,
    body: '$.record.id',
    as: 'created-id',
  });
  const listed = (table) => ({ answer: `GET ${at(table, 'actions/list')}`, body: '$.records[*].id' });
  // The options of a reference: those that it has when it opens, and those for some letters.
  const options = (table) =>
    ['actions/search/{letters}', 'actions/search'].map((rest) => ({
      answer: `GET ${at(table, rest)}`,
      body: '$.records[*].id',
    }));
  const one = 'records/{id}';
  const shown = (table, name) => ({
    answer: `GET ${at(table, `${one}/edit`)}`,
    body: `$.record.params.${name}`,
    as: 'field',
  });
  const references = [
    ['loans', 'memberId', 'members'],
    ['loans', 'bookId', 'books'],
    ['reminders', 'loanId', 'loans'],
  ];
  const sentBack = {
    books: [
      ...['id', 'title', 'genre', 'shelf', 'pages', 'coverKey', 'coverType', 'filePath'],
      ...['createdAt', 'updatedAt'],
    ],
    loans: ['id', 'purpose', 'memberId', 'bookId', 'dueOn', 'createdAt', 'updatedAt'],
  };
  const bulk = at('reminders', 'bulk/bulkDelete');
  return [
    // A form shows the record that a reference refers to: the one picked, or the one of the record that is edited.
    ...references.flatMap(([table, name, referred]) => [
      [`POST ${at(table, 'actions/new')}`, `body ${name}`, [made(referred), ...options(referred)]],
      [
        `GET ${at(referred, `${one}/show`)}`,
        'path id',
        [made(referred), shown(table, name), ...options(referred), listed(referred)],
      ],
    ]),
    ...['books', 'loans'].map((table) => [
      [
        `GET ${at(table, `${one}/edit`)}`,
        ...['edit', 'delete'].map((name) => `POST ${at(table, `${one}/${name}`)}`),
      ],
      'path id',
      [made(table), listed(table)],
    ]),
    ...Object.entries(sentBack).flatMap(([table, names]) =>
      names.map((name) => [
        `POST ${at(table, `${one}/edit`)}`,
        `body ${name}`,
        shown(table, name),
        { optional: true },
      ]),
    ),
    // Each of the ticked rows, at most three.
    ...[/^(\d+)/, /^\d+,(\d+)/, /^\d+,\d+,(\d+)/].map((part) => [
      [`GET ${bulk}`, `POST ${bulk}`],
      { place: 'query recordIds', part },
      listed('reminders'),
    ]),
    // The words of a select are those of the table.
    [`POST ${at('books', 'actions/new')}`, 'body genre', 'typed'],
    [[`POST ${at('loans', 'actions/new')}`, `POST ${at('loans', `${one}/edit`)}`], 'body state', 'typed'],
  ];
}
