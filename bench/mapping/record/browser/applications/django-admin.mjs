/**
 * The admin of Django (Debian's `python3-django`) for a small library: pages that the server writes, small numbers for each
 * model in links and as options, forms with rows for the copies of a book, a popup that adds a publisher, authors that a script
 * asks for while a person types, and a token in each form.
 */
import { djangoProject } from '../../djangoProject.mjs';
import { emptyFolder, running } from '../../running.mjs';

const PORT = 3982;

/** Fields in which pages send their own words, which are the same in each installation. */
const WORDS = [
  ...['_save', '_continue', '_popup', '_to_field', 'next'],
  ...['action', 'select_across', 'index', 'post'],
];

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      changed: {
        title: 'Joints without glue',
        pages: '212',
        publisher: 'Fjord Books',
        copy: ['W-14', '2025-03-11'],
      },
      removedCopy: 0,
      author: ['Ida Moen', ['moen.txt', 'Builds boats in the north.\n']],
      book: { title: 'A boat in ten weeks', search: 'moen', pages: '148', tags: ['Boats', 'Wood'] },
      copies: [['B-02', '2025-10-01']],
      publisher: ['Tern House', 'Bergen'],
      looksBack: true,
      filtered: ['Oak Press', 'Finishing with oil', '180'],
      newcomer: ['henrik', 'Henrik', 'sawdust-in-may', 'Desk'],
      discarded: ['almanac', ['Old almanac', 'Almanac of winds']],
      leaves: true,
      first: { Publisher: 4, Author: 11, Tag: 6, Group: 2, Book: 27, Copy: 63, User: 3 },
      colleagues: ['otto'],
      groups: ['Buyers', 'Desk'],
      publishers: ['Oak Press', 'Fjord Books', 'Hearth and Sons'],
      authors: ['Karla Vogt', 'Jonas Berg', 'Arne Moe'],
      tags: ['Tools', 'Wood', 'Weather', 'Boats'],
      books: [
        ['Sharp edges', 'Jonas Berg', 'Hearth and Sons', 96, ['Tools'], [['T-01', '2021-05-04']]],
        [
          'Joints without glue',
          'Karla Vogt',
          'Oak Press',
          208,
          ['Wood', 'Tools'],
          [
            ['W-03', '2020-02-17'],
            ['W-04', '2022-08-30'],
          ],
        ],
        ['Old almanac', 'Arne Moe', 'Fjord Books', 64, ['Weather'], []],
        ['Finishing with oil', 'Karla Vogt', 'Oak Press', 176, ['Wood'], [['W-09', '2023-11-02']]],
        ['Almanac of winds', 'Arne Moe', 'Oak Press', 72, [], []],
        ['Almanac of tides', 'Arne Moe', 'Fjord Books', 80, ['Weather'], []],
      ],
    },
    b: {
      user: ['leon', 'two.magpies'],
      changed: {
        title: 'Nests and their builders',
        pages: '330',
        tag: 'Spring',
        copy: ['N-21', '2025-09-09'],
      },
      described: ['Wanda Reh', ['reh.txt', 'Counts herons since 1998.\n']],
      author: ['Tove Aas'],
      book: { title: 'Listening at dusk', search: 'tove', pages: '120', tags: ['Owls'] },
      copies: [
        ['O-05', '2025-12-01'],
        ['O-06', '2025-12-02'],
      ],
      publisher: ['Reed and Pond', 'Lund'],
      found: ['heron', 'The heron year', '260'],
      newcomer: ['nora', 'Nora', 'feathers-and-rain', 'Wardens'],
      renewed: ['ruth', 'quiet-hide-77'],
      gone: 'Anonymous',
      first: { Publisher: 9, Author: 31, Tag: 14, Group: 5, Book: 112, Copy: 240, User: 8 },
      colleagues: ['nils', 'ruth', 'tove'],
      groups: ['Guests', 'Wardens', 'Members'],
      publishers: ['Hide Press', 'North Marsh', 'Club of Birders', 'Wader Books'],
      authors: ['Anonymous', 'Wanda Reh', 'Nils Ek', 'Ruth Dale'],
      tags: ['Owls', 'Nests', 'Herons', 'Spring', 'Cameras'],
      books: [
        ['The heron year', 'Wanda Reh', 'North Marsh', 256, ['Herons'], [['H-01', '2019-01-15']]],
        ['Cameras in the hide', 'Nils Ek', 'Hide Press', 88, ['Cameras'], []],
        ['Heron and egret', 'Ruth Dale', 'Wader Books', 144, ['Herons'], []],
        [
          'Nests and their builders',
          'Ruth Dale',
          'Club of Birders',
          312,
          ['Nests'],
          [
            ['N-02', '2018-06-06'],
            ['N-03', '2018-06-06'],
            ['N-07', '2024-04-12'],
          ],
        ],
        ['Owls of the old barn', 'Nils Ek', 'North Marsh', 132, ['Owls', 'Nests'], [['O-01', '2022-02-22']]],
      ],
    },
  },
  otherPast: {
    first: { Publisher: 17, Author: 45, Tag: 21, Group: 8, Book: 301, Copy: 512, User: 14 },
    colleagues: ['nils', 'otto', 'tove'],
    groups: ['Desk', 'Guests', 'Buyers'],
    publishers: ['Hide Press', 'Fjord Books', 'North Marsh', 'Oak Press', 'Hearth and Sons'],
    authors: ['Arne Moe', 'Nils Ek', 'Karla Vogt', 'Ruth Dale', 'Jonas Berg'],
    tags: ['Boats', 'Owls', 'Weather', 'Tools', 'Nests', 'Wood'],
    books: [
      ['Almanac of winds', 'Arne Moe', 'Oak Press', 72, [], []],
      ['Owls of the old barn', 'Nils Ek', 'North Marsh', 132, ['Owls', 'Nests'], [['O-01', '2022-02-22']]],
      ['Finishing with oil', 'Karla Vogt', 'Oak Press', 176, ['Wood'], [['W-09', '2023-11-02']]],
      ['Almanac of tides', 'Arne Moe', 'Fjord Books', 80, ['Weather'], []],
      ['Old almanac', 'Arne Moe', 'Fjord Books', 64, ['Weather'], []],
      ['Cameras in the hide', 'Ruth Dale', 'Hide Press', 88, [], [['C-01', '2022-03-03']]],
      [
        'Joints without glue',
        'Karla Vogt',
        'Oak Press',
        208,
        ['Tools', 'Wood'],
        [
          ['W-03', '2020-02-17'],
          ['W-04', '2022-08-30'],
        ],
      ],
      ['Sharp edges', 'Jonas Berg', 'Hearth and Sons', 96, ['Tools'], [['T-01', '2021-05-04']]],
    ],
  },
  start,
  session,
  truth: truth(),
};

async function start({ inputs: past }) {
  const cwd = await emptyFolder();
  const program = await djangoProject({ folder: cwd, port: PORT, past });
  return running({ ...program, cwd, port: PORT });
}

async function session(person, inputs) {
  const { user, described, looksBack, filtered, found, renewed, discarded, gone, leaves } = inputs;
  await person.open('/admin/');
  await person.fill('#id_username', user[0]);
  await person.fill('#id_password', user[1]);
  await person.click('#login-form [type=submit]');

  await person.click('tr.model-book th a');
  await change(person, inputs);
  if (described !== undefined) await describe(person, described);
  await addAuthor(person, inputs.author);
  await addBook(person, inputs);
  if (looksBack) {
    await person.click('.messagelist a');
    await person.click('.historylink');
    await person.click('.breadcrumbs a[href="/admin/library/book/"]');
  }
  if (filtered !== undefined) {
    await person.click(person.page.locator('#changelist-filter').getByText(filtered[0], { exact: true }));
    await setPages(person, filtered[1], filtered[2]);
  }
  if (found !== undefined) {
    await search(person, found[0]);
    await setPages(person, found[1], found[2]);
  }
  await enrol(person, inputs.newcomer);
  if (renewed !== undefined) await renew(person, renewed);
  if (discarded !== undefined) await discard(person, discarded);
  if (gone !== undefined) {
    await person.click('tr.model-author th a');
    await person.click(row(person, gone).locator('th a'));
    await person.click('.deletelink');
    await person.click('#content form [type=submit]');
  }
  if (leaves) await person.click('#user-tools a[href="/admin/logout/"]');
}

/** The row of a list that has the words. */
function row(person, words) {
  const link = person.page.getByRole('link', { name: words, exact: true });
  return person.page.locator('#result_list tbody tr').filter({ has: link });
}

async function save(person) {
  await person.click('[name=_save]');
}

/** Changes the book: its first empty row gets a copy. */
async function change(person, { changed, removedCopy }) {
  await person.click(row(person, changed.title).locator('th a'));
  await person.fill('#id_pages', changed.pages);
  if (changed.publisher !== undefined) await person.select('#id_publisher', changed.publisher);
  if (changed.tag !== undefined) await choose(person, 'tags', changed.tag);
  await fillCopy(person, changed.copy);
  if (removedCopy !== undefined) {
    await person.click('[name=_continue]');
    await person.page.check(`#id_copies-${removedCopy}-DELETE`);
  }
  await save(person);
}

/** Moves what is called so into the chosen ones. */
async function choose(person, field, label) {
  await person.select(`#id_${field}_from`, label);
  await person.click(`#id_${field}_add_link`);
}

/** Fills the last row of the copies. */
async function fillCopy(person, [shelf, bought]) {
  const last = person.page.locator('#copies-group tr.form-row:not(.empty-form)').last();
  await person.fill(last.locator('[name$=shelf]'), shelf);
  await person.fill(last.locator('[name$=bought]'), bought);
}

async function describe(person, [name, file]) {
  await person.click('tr.model-author th a');
  await person.click(row(person, name).locator('th a'));
  await person.upload('#id_biography', ...file);
  await save(person);
}

async function addAuthor(person, [name, file]) {
  await person.click('tr.model-author .addlink');
  await person.fill('#id_name', name);
  if (file !== undefined) await person.upload('#id_biography', ...file);
  await save(person);
}

/** Adds a book of the author that the person searches, and its publisher in a small window. */
async function addBook(person, { book, author, publisher: [name, city], copies }) {
  await person.click('tr.model-book .addlink');
  await person.fill('#id_title', book.title);
  await person.click('.field-author .select2-selection');
  await person.fill('.select2-search__field', book.search);
  await person.settled();
  await person.click(person.page.locator('.select2-results__option').getByText(author[0], { exact: true }));
  const opened = person.page.waitForEvent('popup');
  await person.click('#add_id_publisher');
  const popup = await opened;
  await person.fill(popup.locator('#id_name'), name);
  await person.fill(popup.locator('#id_city'), city);
  await person.click(popup.locator('[name=_save]'));
  await person.fill('#id_pages', book.pages);
  for (const tag of book.tags) await choose(person, 'tags', tag);
  for (const [index, copy] of copies.entries()) {
    if (index > 0) await person.click('#copies-group .add-row a');
    await fillCopy(person, copy);
  }
  await save(person);
}

/** Opens a book of the list and says how many pages it has. */
async function setPages(person, title, pages) {
  await person.click(row(person, title).locator('th a'));
  await person.fill('#id_pages', pages);
  await save(person);
}

async function search(person, words) {
  await person.fill('#searchbar', words);
  await person.click('#changelist-search [type=submit]');
}

/** Adds an account, and then says more about it. */
async function enrol(person, [account, name, password, group]) {
  await person.click('tr.model-user .addlink');
  await person.fill('#id_username', account);
  for (const field of ['password1', 'password2']) await person.fill(`#id_${field}`, password);
  await save(person);
  await person.fill('#id_first_name', name);
  await person.page.check('#id_is_staff');
  await choose(person, 'groups', group);
  await save(person);
}

/** Gives an account of the list another password. */
async function renew(person, [account, password]) {
  await person.click(row(person, account).locator('th a'));
  await person.click('a[href="../password/"]');
  for (const field of ['password1', 'password2']) await person.fill(`#id_${field}`, password);
  await person.click('#user_form [type=submit]');
}

/** Deletes several books at once. */
async function discard(person, [words, titles]) {
  await person.click('tr.model-book th a');
  await search(person, words);
  for (const title of titles) await row(person, title).locator('.action-select').check();
  await person.select('[name=action]', 'Delete selected books');
  await person.click('[name=index]');
  await person.click('#content form [type=submit]');
}

/** After the templates and scripts of `django.contrib.admin`: hidden and filled fields, options, links, where it redirects. */
function truth() {
  const [books, authors, publishers, users] = [
    'library/book',
    'library/author',
    'library/publisher',
    'auth/user',
  ].map((model) => `/admin/${model}/`);
  const adding = (list) => `${list}add/`;
  const changing = (list) => `${list}{id}/change/`;
  const [added, edited] = [adding(books), changing(books)];
  const deletion = `${authors}{id}/delete/`;
  const password = `${users}{id}/password/`;
  const login = '/admin/login/';
  const lookup = 'GET /admin/autocomplete/';
  const popup = `POST ${adding(publishers)}`;
  const lists = [books, authors, users];
  const forms = [
    login,
    ...lists,
    deletion,
    password,
    ...[...lists, publishers].map(adding),
    ...lists.map(changing),
  ];
  const posts = forms.map((address) => `POST ${address}`);
  const saved = [`POST ${added}`, `POST ${edited}`];

  const at = (address, page, as) => ({ answer: `GET ${address}`, page, as });
  const filled = (name) => new RegExp(`name="${name}"[^>]*?\\svalue="([^"]*)"`);
  const option = /<option value="(\d+)"/;
  const chosen = (name) =>
    new RegExp(`(?<=<select name="${name}"(?:(?!</select>)[^])*)<option value="(\\d+)" selected`);
  const sentTo = (answers, pattern, as = 'link') =>
    answers.map((answer) => ({ answer, header: 'location', pattern, as }));
  const opens = (list) => new RegExp(`${list}(\\d+)/change/`);
  const filter = 'publisher__id__exact';
  /** The page that shows a form also has what nobody changes in it. */
  const fields = (address, names, as) =>
    names.map((name) => [
      `POST ${address}`,
      `body ${name}`,
      at(address, filled(name), as),
      { optional: true },
    ]);
  const copyFields = (address) =>
    ['0', '1', '2', '3', '__prefix__'].flatMap((index) => [
      ...fields(address, [`copies-${index}-id`, `copies-${index}-book`], 'hidden'),
      ...fields(address, [`copies-${index}-shelf`, `copies-${index}-bought`], 'field'),
    ]);
  const moments = ['last_login', 'date_joined'].flatMap((name) => [`${name}_0`, `${name}_1`]);
  return [
    // Words of the pages.
    ...WORDS.map((name) => [posts, `body ${name}`, 'either']),
    ...['_to_field', '_popup'].map((name) => [
      [`GET ${adding(publishers)}`, popup],
      `query ${name}`,
      'either',
    ]),
    ...['app_label', 'model_name', 'field_name'].map((name) => [lookup, `query ${name}`, 'either']),
    ...['admin', 'login'].map((word) => [`POST ${login}`, `path ${word}`, 'either']),
    [[`GET ${login}`, `POST ${login}`], 'query next', 'either'],

    [posts, 'body csrfmiddlewaretoken', csrfOf(forms, books)],

    // A form without an address is sent to that of its page.
    [
      [`GET ${deletion}`, `POST ${deletion}`],
      'path id',
      at(changing(authors), /\/author\/(\d+)\/delete\//, 'link'),
    ],
    [`GET ${books}{id}/history/`, 'path id', at(edited, /\/book\/(\d+)\/history\//, 'link')],
    // The link of the page of an account is `../password/`.
    [[`GET ${password}`, `POST ${password}`], 'path id', at(users, opens(users), 'list-pick')],
    [
      [`GET ${edited}`, `POST ${edited}`],
      'path id',
      [
        ...sentTo([`POST ${edited}`], opens(books)),
        at(books, /class="success">[^<]*<a href="\/admin\/library\/book\/(\d+)\//, 'created-id'),
        at(books, opens(books), 'list-pick'),
      ],
    ],
    [
      [`GET ${changing(authors)}`, `POST ${changing(authors)}`],
      'path id',
      at(authors, opens(authors), 'list-pick'),
    ],
    [
      [`GET ${changing(users)}`, `POST ${changing(users)}`],
      'path id',
      [
        ...sentTo([`POST ${adding(users)}`], opens(users), 'created-id'),
        ...sentTo([`POST ${password}`], opens(users)),
        at(users, opens(users), 'list-pick'),
      ],
    ],

    // A list that is filtered or searched goes on with that after a book of it was changed.
    [
      `GET ${books}`,
      `query ${filter}`,
      [
        ...sentTo([`POST ${edited}`], new RegExp(`[?&]${filter}=(\\d+)`)),
        at(books, new RegExp(`\\?${filter}=(\\d+)`), 'list-pick'),
      ],
    ],
    [
      `GET ${books}`,
      'query q',
      sentTo([`POST ${edited}`, `POST ${books}`], /[?&]q=([^&]*)/),
      { optional: true },
    ],
    ...[
      { place: 'query _changelist_filters', part: /^q=(.+)$/, page: /_changelist_filters=q=([^"]+)"/ },
      { place: 'query _changelist_filters', page: /_changelist_filters=([^"]+)"/ },
    ].flatMap(({ page, ...wanted }) => [
      [`GET ${edited}`, wanted, at(books, page, 'link')],
      [`POST ${edited}`, wanted, at(edited, page, 'link')],
    ]),

    [
      saved,
      'body author',
      [at(edited, chosen('author'), 'field'), { answer: lookup, body: '$.results[*].id' }],
    ],
    [
      `POST ${edited}`,
      'body publisher',
      [at(edited, chosen('publisher'), 'field'), at(edited, option, 'list-pick')],
    ],
    [
      `POST ${added}`,
      'body publisher',
      { answer: popup, page: /data-popup-response="\{"value": "(\d+)"/, as: 'created-id' },
    ],
    [`POST ${edited}`, 'body tags', [at(edited, chosen('tags'), 'field'), at(edited, option, 'list-pick')]],
    [`POST ${added}`, 'body tags', at(added, option, 'list-pick')],
    ...fields(edited, ['title', 'pages'], 'field'),
    ...[added, edited].flatMap(copyFields),
    // Two rows, for the script of the page has made one more. Otherwise how many there are is a word of the page:
    // the request has so many rows.
    [`POST ${added} copies-TOTAL_FORMS=2`, 'body copies-TOTAL_FORMS', 'derived'],
    [saved, 'body copies-*_FORMS', 'either'],

    ...fields(changing(authors), ['name'], 'field'),
    [
      `POST ${books} post=yes`,
      'body _selected_action',
      { answer: `POST ${books}`, page: filled('_selected_action'), as: 'hidden' },
    ],
    [`POST ${books}`, 'body _selected_action', at(books, filled('_selected_action'), 'list-pick')],

    ...fields(changing(users), ['username', ...moments], 'field'),
    ...fields(changing(users), ['initial-date_joined_0', 'initial-date_joined_1'], 'hidden'),
    [`POST ${changing(users)}`, 'body groups', at(changing(users), option, 'list-pick')],
    ...fields(password, ['username'], 'field'),
  ];
}

/** The token of each page with a form, and of the one that asks whether several books are to be deleted. */
function csrfOf(forms, books) {
  return [...forms.map((address) => `GET ${address}`), `POST ${books}`].map((answer) => ({
    answer,
    page: /name="csrfmiddlewaretoken" value="(\w+)"/,
    as: 'csrf',
  }));
}
