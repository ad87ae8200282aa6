/**
 * Request Tracker (Debian's `request-tracker5`, unpacked; installed are the Perl modules that it depends on, with
 * `libdbd-sqlite3-perl`, `libterm-readkey-perl` and `sqlite3`): pages that the server writes, one small number for each ticket,
 * queue, user and transaction, also in names of fields; a token for what is uploaded; a history that is loaded later.
 * Mail is written to a temporary file.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, debianProgram, emptyFolder, finished, running } from '../../running.mjs';

const PORT = 3979;
/** What somebody at a help desk may do: with fewer rights pages have fewer menus. */
const RIGHTS = [
  'SeeQueue',
  'CreateTicket',
  'ShowTicket',
  'ShowTicketComments',
  'ReplyToTicket',
  'CommentOnTicket',
  'ModifyTicket',
  'OwnTicket',
  'TakeTicket',
  'ShowConfigTab',
  'AdminUsers',
];

/** Fields in which pages send their own words, which are the same in each installation. */
const WORDS = [
  ...['SubmitTicket', 'Status', 'DefaultStatus', 'Action', 'UpdateType', 'QueueChanged', 'Priority'],
  ...['FinalPriority', 'UpdateIgnoreAddressCheckboxes', 'SetEnabled', 'Enabled', 'SetPrivileged'],
  ...['TimeEstimated', 'TimeWorked', 'TimeLeft', 'UpdateTimeWorked'].map((name) => `${name}-TimeUnits`),
];

export const application = {
  inputs: {
    a: {
      user: ['mira', 'oak-and-glue-5'],
      taken: 'Saw is blunt',
      queue: 'Workshop',
      ticket: ['Shelf for the hall', 'Three boards, each a metre long.'],
      file: ['sizes.txt', 'depth 30\nheight 180\n'],
      changed: { Subject: 'Shelf for the long hall' },
      other: 'Order of oak boards',
      search: 'bench',
      found: 'Leg of a bench is loose',
      remark: ['comment', 'Glued again, it dries until noon.', 'resolved'],
      newcomer: { Name: 'henrik', RealName: 'Henrik Moll', EmailAddress: 'henrik@desk.example' },
      leaves: true,
      colleagues: ['otto'],
      queues: ['Front desk', 'Workshop'],
      earlier: [
        ['Workshop', 'Saw is blunt'],
        ['Front desk', 'Lost a scarf'],
        ['Workshop', 'Order of oak boards'],
        ['Front desk', 'Leg of a bench is loose'],
        ['Workshop', 'Paint for the bench'],
      ],
    },
    b: {
      user: ['leon', 'two.magpies'],
      taken: 'Hide has a leak',
      ticket: ['School class on Monday', 'Twenty children and two teachers.'],
      changed: { Subject: 'School class on Tuesday', Priority: 'High' },
      other: 'Binoculars to lend',
      search: 'nest',
      found: 'Camera at the nest is off',
      remark: ['reply', 'A cable was loose.'],
      resolving: 'It works since this morning.',
      newcomer: { Name: 'wanda', RealName: 'Wanda Reh', EmailAddress: 'wanda@desk.example' },
      colleagues: ['nils', 'ruth', 'tove'],
      queues: ['Hides', 'Visits', 'Archive'],
      earlier: [
        ['Visits', 'Opening hours at Easter'],
        ['Hides', 'Nest boxes for the north side'],
        ['Hides', 'Hide has a leak'],
        ['Archive', 'Maps of last year'],
        ['Visits', 'Binoculars to lend'],
        ['Hides', 'Nest count of May'],
        ['Hides', 'Camera at the nest is off'],
      ],
    },
  },
  otherPast: {
    colleagues: ['nils', 'otto', 'ruth', 'tove'],
    queues: ['Archive', 'Front desk', 'Hides', 'Workshop'],
    earlier: [
      ['Front desk', 'Opening hours at Easter'],
      ['Hides', 'Nest boxes for the north side'],
      ['Workshop', 'Paint for the bench'],
      ['Workshop', 'Order of oak boards'],
      ['Front desk', 'Lost a scarf'],
      ['Hides', 'Hide has a leak'],
      ['Workshop', 'Bench for the yard'],
      ['Workshop', 'Saw is blunt'],
      ['Archive', 'Maps of last year'],
      ['Front desk', 'Leg of a bench is loose'],
    ],
  },
  start,
  session,
  truth: truth(),
};

async function start({ origin, inputs }) {
  const files = await debianFiles('request-tracker5');
  const program = path.join(files, 'usr/share/request-tracker5');
  const command = debianProgram('/usr/bin/perl', 'perl');
  const cwd = await emptyFolder();
  for (const folder of ['lib/RT', 'etc', 'var', 'mason', 'sessions'])
    await mkdir(path.join(cwd, folder), { recursive: true });
  const places = {
    '/usr/share/request-tracker5': program,
    '/etc/request-tracker5': `${cwd}/etc`,
    '/var/lib/request-tracker5': `${cwd}/var`,
    '/var/cache/request-tracker5/mason_data': `${cwd}/mason`,
    '/var/cache/request-tracker5/session_data': `${cwd}/sessions`,
  };
  const generated = await readFile(path.join(program, 'lib/RT/Generated.pm'), 'utf8');
  const placed = Object.entries(places).reduce(
    (text, [from, to]) => text.replaceAll(`'${from}`, `'${to}`),
    generated,
  );
  await writeFile(path.join(cwd, 'lib/RT/Generated.pm'), placed);
  await writeFile(path.join(cwd, 'etc/RT_SiteConfig.pm'), settings(origin, cwd));
  await writeFile(path.join(cwd, 'past.pl'), past(inputs));
  const env = { PERL5LIB: `${cwd}/lib:${program}/lib` };
  const setup = [path.join(files, 'usr/sbin/rt-setup-database-5'), '--skip-create'];
  const datadir = path.join(program, 'etc');
  for (const action of [
    ['init', '--datadir', datadir],
    ['insert', '--datafile', path.join(cwd, 'past.pl')],
  ])
    await finished({ command, args: [...setup, '--action', ...action], cwd, env });
  const args = [
    path.join(program, 'libexec/standalone_httpd'),
    '--host',
    '127.0.0.1',
    '--port',
    String(PORT),
  ];
  return { ...(await running({ command, args, cwd, port: PORT, env })), folder: cwd };
}

function settings(origin, folder) {
  const { hostname, port } = new URL(origin);
  const words = {
    rtname: 'desk',
    Organization: 'desk.example',
    WebDomain: hostname,
    WebPort: port,
    DatabaseType: 'SQLite',
    DatabaseName: `${folder}/var/rt.sqlite`,
    MailCommand: 'testfile',
    LogToSyslog: '',
    Timezone: 'UTC',
    CanonicalizeRedirectURLs: 1,
    MessageBoxRichText: 0,
  };
  return `${Object.entries(words)
    .map(([name, value]) => `Set($${name}, '${value}');`)
    .join('\n')}\n1;\n`;
}

/** What was there before the session: in Perl, as the program that sets up the database takes it. */
function past({ user: [name, password], colleagues, queues, earlier }) {
  const users = [...colleagues.map((colleague) => [colleague, 'not-used-here']), [name, password]].map(
    ([who, secret]) =>
      `{ Name => '${who}', Password => '${secret}', EmailAddress => '${who}@desk.example', Privileged => 1 }`,
  );
  const tickets = earlier.map(([queue, subject]) => `['${queue}', '${subject}']`);
  return `
our @Users = (${users.join(', ')});
our @Queues = (${queues.map((queue) => `{ Name => '${queue}' }`).join(', ')});
our @ACL = map { { UserId => '${name}', Right => $_ } } qw(${RIGHTS.join(' ')});
our @Final = (sub {
  for (${tickets.join(', ')}) {
    my $text = MIME::Entity->build(Type => 'text/plain', Data => ["Who looks after it?\\n"]);
    my ($id, undef, $message) =
      RT::Ticket->new(RT->SystemUser)->Create(Queue => $_->[0], Subject => $_->[1], MIMEObj => $text);
    die $message unless $id;
  }
});
1;
`;
}

async function session(person, inputs) {
  const { user, taken, other, search, found, remark, resolving, leaves } = inputs;
  await person.open('/');
  await person.fill('[name=user]', user[0]);
  await person.fill('[name=pass]', user[1]);
  await person.click('input[value=Login]');

  // The number of a ticket that the person reads in the list, and keeps in mind.
  const number = await row(person, other).locator('td').first().textContent();
  await person.click(row(person, taken).getByText('Take', { exact: true }));
  await create(person, inputs);
  await change(person, inputs);
  await person.click('#page-links');
  // Read in a page and not typed by heart.
  await person.page.locator('[name$="-RefersTo"]').fill(number.trim());
  await save(person, 'ModifyLinks');

  await person.fill('#simple-search [name=q]', search);
  await person.page.locator('#simple-search [name=q]').press('Enter');
  await person.settled();
  await person.click(row(person, found).getByText(found, { exact: true }));
  await write(person, `.history .${remark[0]}-link`, remark[1], remark[2]);
  if (resolving !== undefined) await write(person, ['#page-actions', '#page-actions-resolve'], resolving);

  await enrol(person, inputs);
  if (leaves) await choose(person, '#preferences', '#preferences-logout');
}

/** The row of a list that has the words. */
function row(person, words) {
  const cell = person.page.getByText(words, { exact: true });
  return person.page.locator('table.ticket-list tbody tr').filter({ has: cell });
}

/** Goes through a menu, which opens where the mouse is. */
async function choose(person, ...items) {
  for (const item of items.slice(0, -1)) await person.page.locator(item).first().hover();
  await person.click(items.at(-1));
}

async function save(person, form) {
  await person.click(`form[name=${form}] [name=SubmitTicket]:visible`);
}

async function create(person, { queue, ticket, file }) {
  await choose(person, '#home', '#home-create_ticket');
  if (queue !== undefined) {
    await person.select('form[name=TicketCreate] [name=Queue]', queue);
    await person.settled();
  }
  await person.fill('form[name=TicketCreate] [name=Subject]', ticket[0]);
  await person.fill('form[name=TicketCreate] [name=Content]', ticket[1]);
  if (file !== undefined) {
    await person.upload('.dz-hidden-input', file[0], file[1]);
    await person.settled();
  }
  await save(person, 'TicketCreate');
}

async function change(person, { changed, user }) {
  await person.click('#page-basics');
  const { Subject, ...picked } = changed;
  await person.fill('form[name=TicketModify] [name=Subject]', Subject);
  for (const [name, label] of Object.entries(picked))
    await person.select(`form[name=TicketModify] [name=${name}]`, label);
  await person.select('form[name=TicketModify] [name=Owner]', user[0]);
  await save(person, 'TicketModify');
}

/** Writes about the ticket that is open. */
async function write(person, way, text, status) {
  await choose(person, ...[way].flat());
  await person.fill('[name=UpdateContent]', text);
  if (status !== undefined) await person.select('form[name=TicketUpdate] [name=Status]', status);
  await person.settled();
  await save(person, 'TicketUpdate');
}

async function enrol(person, { newcomer }) {
  await choose(person, '#admin', '#admin-users', '#admin-users-create');
  for (const [name, text] of Object.entries(newcomer)) await person.fill(`[name=${name}]`, text);
  await person.click('[value=Create]:visible');
}

/** After the program's own pages (`html/Ticket`, `html/Elements`): hidden and filled fields, links, where it redirects. */
function truth() {
  const ticket = (page) => `/Ticket/${page}.html`;
  const pages = ['Create', 'Modify', 'ModifyLinks', 'Update'].map(ticket);
  const [create, modify, links, update] = pages;
  const display = `GET ${ticket('Display')}`;
  const take = `${display}?Action=Take`;
  const users = '/Admin/Users/Modify.html';
  const history = '/Helpers/TicketHistory';
  const upload = '/Helpers/Upload/Add';
  const posts = ['/NoAuth/Login.html', upload, users, ...pages].map((address) => `POST ${address}`);
  const forms = [`POST ${create}`, `GET ${create}`];
  const inForms = (answers, page, as) => answers.map((answer) => ({ answer, page, as }));
  const filled = (name) => new RegExp(`name="${name}"[^>]*?\\svalue="([^"]+)"`);
  const chosen = (name) =>
    new RegExp(`<select name="${name}"(?:(?!</select>)[^])*?<option value="(\\d+)" selected`);
  const option = /<option[^>]*\svalue="(\d+)"/;
  const shown = (page, to) => ({ answer: page, page: new RegExp(`${to}id=(\\d+)`), as: 'link' });
  const sentTo = (answers, name, as = 'link') =>
    answers.map((answer) => ({ answer, header: 'location', pattern: new RegExp(`[?&]${name}=(\\w+)`), as }));
  const listed = (answer) => ({ answer, page: /\/Ticket\/Display\.html\?id=(\d+)/, as: 'list-pick' });
  const sending = [take, ...[create, modify, links, update, users].map((address) => `POST ${address}`)];
  return [
    // The actions of forms, and words of the pages.
    ...posts.flatMap((post) =>
      post
        .split('/')
        .slice(1)
        .map((word) => [post, `path ${word}`, 'either']),
    ),
    ...WORDS.map((name) => [posts, `body ${name}`, 'either']),
    ...['Action', 'DefaultStatus', 'Create'].map((name) => [
      [display, `GET ${update}`, `GET ${users}`],
      `query ${name}`,
      'either',
    ]),
    // A new record, and nobody as the owner of a new ticket.
    [[`POST ${create}`, `POST ${users}`], 'body id', 'either'],
    [`POST ${create}`, 'body Owner', 'either'],

    ['POST /NoAuth/Login.html', 'body next', { answer: 'GET /', page: filled('next'), as: 'hidden' }],
    [[display, `GET ${modify}`, `GET ${links}`, `GET ${users}`], 'query results', sentTo(sending, 'results')],
    [take, 'query id', { answer: 'GET /', page: /Action=Take&id=(\d+)/, as: 'list-pick' }],
    [
      display,
      'query id',
      [
        ...sentTo([`POST ${create}`], 'id', 'created-id'),
        ...sentTo([take, `POST ${update}`], 'id'),
        listed('GET /Search/Simple.html'),
      ],
    ],
    [`GET ${history}`, 'query id', shown(display, 'TicketHistory\\?')],

    [[`POST ${create}`, `POST ${upload}`], 'body Token', inForms(forms, filled('Token'), 'hidden')],
    [`POST ${upload}`, 'query Token', inForms(forms, filled('Token'), 'hidden')],
    [
      `POST ${create} QueueChanged=1`,
      'body Queue',
      { answer: `GET ${create}`, page: option, as: 'list-pick' },
    ],
    [`POST ${create}`, 'body Queue', inForms(forms, chosen('Queue'), 'field')],
    [`POST ${create}`, 'body Requestors', inForms(forms, filled('Requestors'), 'field')],

    [
      `GET ${modify}`,
      'query id',
      [...sentTo([`POST ${modify}`], 'id'), shown(display, '/Ticket/Modify\\.html\\?')],
    ],
    [
      `GET ${links}`,
      'query id',
      [...sentTo([`POST ${links}`], 'id'), shown(`GET ${modify}`, '/Ticket/ModifyLinks\\.html\\?')],
    ],
    ...[modify, links, update].map((address) => [
      `POST ${address}`,
      'body id',
      { answer: `GET ${address}`, page: filled('id'), as: 'hidden' },
    ]),
    [`POST ${modify}`, 'body Queue', { answer: `GET ${modify}`, page: chosen('Queue'), as: 'field' }],
    [`POST ${modify}`, 'body Owner', { answer: `GET ${modify}`, page: option, as: 'list-pick' }],
    // The number that the person read in the list of the first page. The names of these fields have the ticket's own.
    [`POST ${links}`, 'body *-RefersTo', listed('GET /')],

    [
      `GET ${update}?DefaultStatus=resolved`,
      'query id',
      shown(display, '/Ticket/Update\\.html\\?Action=Comment&DefaultStatus=resolved&'),
    ],
    [`GET ${update}`, 'query id', shown(`GET ${history}`, '"Update\\.html\\?')],
    [
      `GET ${update}`,
      'query QuoteTransaction',
      { answer: `GET ${history}`, page: /&QuoteTransaction=(\d+)/, as: 'list-pick' },
    ],
    ...['QuoteTransaction', 'Token', 'UpdateSubject'].map((name) => [
      `POST ${update}`,
      `body ${name}`,
      { answer: `GET ${update}`, page: filled(name), as: name === 'UpdateSubject' ? 'field' : 'hidden' },
    ]),
    [`GET ${users}`, 'query id', sentTo([`POST ${users}`], 'id', 'created-id')],
  ];
}
