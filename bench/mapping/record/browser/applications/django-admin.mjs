/**
 * The admin of Django (Debian's `python3-django`) for a small library: pages that the server writes, small numbers for each
 * model in links and as options, forms with rows for the copies of a book, a popup that adds a publisher, authors that a script
 * asks for while a person types, and a token in each form.
 */
import { djangoProject } from '../../djangoProject.mjs';
import { emptyFolder, running } from '../../running.mjs';

const PORT = 3982;

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
  truth: [],
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
