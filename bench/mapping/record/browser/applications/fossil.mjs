/**
 * Fossil (Debian's `fossil`), a version control system with tickets, a forum and a wiki: forms that the server writes, with
 * a token against forgery; hashes in addresses, of which a part is enough; files that are attached.
 */
import path from 'node:path';
import { debianProgram, emptyFolder, finished, running } from '../../running.mjs';

const PORT = 3973;
const FILE = 'work.fossil';

export const application = {
  inputs: {
    a: {
      user: ['ada', 'blue-lamp-9'],
      ticket: ['Clock is slow', 'Code_Defect', 'Severe', 'It loses a minute a day.'],
      file: ['times.txt', 'Monday 9:00\nTuesday 8:59\n', 'Two mornings'],
      edit: ['Open', 'Seen by others, too.'],
      old: 'Bell does not ring',
      remark: 'Works again since today.',
      thread: ['Which oil?', 'The old one is used up.'],
      reply: 'Any thin one will do.',
      earlier: ['Door creaks', 'Bell does not ring', 'Paint is off'],
    },
    b: {
      user: ['bert', 'red-kettle-2'],
      ticket: ['Add a second hand', 'Feature_Request', 'Minor', 'For the trains.'],
      edit: ['Verified', 'Asked for twice.'],
      old: 'Too loud',
      remark: 'At night only.',
      thread: ['Meeting', 'On Friday at ten.'],
      reply: 'I can come.',
      second: 'With cake.',
      earlier: ['Wrong face', 'No key', 'Too loud', 'Too heavy', 'Glass is cracked'],
    },
  },
  otherPast: {
    earlier: [
      'Wrong face',
      'No key',
      'Paint is off',
      'Too loud',
      'Bell does not ring',
      'Too heavy',
      'Door creaks',
    ],
  },
  start,
  session,
  truth: truth(),
};

async function start({ inputs: { user, earlier } }) {
  const command = debianProgram('/usr/bin/fossil', 'fossil');
  const cwd = await emptyFolder();
  const env = { HOME: cwd, USER: 'root' };
  const fossil = (...args) => finished({ command, args, cwd, env });
  await fossil('init', '--admin-user', 'root', FILE);
  await fossil('user', 'new', user[0], 'Somebody', user[1], '-R', FILE);
  await fossil('user', 'capabilities', user[0], 's', '-R', FILE);
  for (const title of earlier)
    await fossil('ticket', 'add', 'title', title, 'status', 'Open', 'type', 'Incident', '-R', FILE);
  const args = ['server', '--localhost', '--port', String(PORT), path.join(cwd, FILE)];
  return running({ command, args, cwd, port: PORT, env });
}

async function session(person, inputs) {
  const { user, ticket, file, edit, old, remark, thread, reply, second } = inputs;
  await person.open('/login');
  await person.fill('#u', user[0]);
  await person.fill('#p', user[1]);
  await person.click('input[name=in]');

  await person.open('/ticket');
  await person.click('a[href$="/tktnew"]:visible, a[href="tktnew"]:visible');
  await person.fill('[name=title]', ticket[0]);
  await person.select('#type', ticket[1]);
  await person.select('#severity', ticket[2]);
  await person.fill('[name=icomment]', ticket[3]);
  await person.click('input[name=preview]');
  await person.click('input[name=submit]');
  if (file !== undefined) {
    await person.click('a:has-text("Attach")');
    await person.upload('input[type=file]', file[0], file[1]);
    await person.fill('[name=comment]', file[2]);
    await person.click('input[value="Add Attachment"], input[name=ok]');
  }
  await person.click('a[href*="tktedit"]');
  await person.select('#status', edit[0]);
  await change(person, edit[1]);

  await person.open('/rptview/1');
  await person.click(person.page.locator(`tr:has-text("${old}") a`));
  await person.click('a[href*="tktedit"]');
  await change(person, remark);

  await person.open('/forum');
  await person.click('a[href*="forumnew"]');
  await person.fill('[name=title]', thread[0]);
  await post(person, thread[1]);
  await answer(person, reply);
  if (second !== undefined) await answer(person, second);
}

async function change(person, text) {
  await person.fill('[name=icomment]', text);
  await person.click('input[name=preview]');
  await person.click('input[name=submit]');
}

async function answer(person, text) {
  await person.click(person.page.locator('input[name=reply], input[value=Reply]').last());
  await post(person, text);
}

async function post(person, text) {
  await person.fill('[name=content]', text);
  await person.click('input[name=preview]');
  await person.click('input[name=submit]');
}

/** After the pages of Fossil: what its forms are filled with, its links, and where it sends the browser. */
function truth() {
  const changes = ['POST /tktnew', 'POST /tktedit'];
  const forms = ['GET /tktnew', 'GET /tktedit/{id}', ...changes];
  const inForms = (page, as) => forms.map((answer) => ({ answer, page, as }));
  const filled = (name) => new RegExp(`name="${name}"[^>]*? value="([^"]*)"`);
  const chosen = (name) =>
    new RegExp(`<select[^>]*name="${name}"(?:(?!</select>).)*?value="([^"]*)" selected`, 's');
  const sentTo = (answer, word) => ({
    answer,
    header: 'location',
    pattern: new RegExp(`/${word}/(\\w+)`),
    as: 'created-id',
  });
  const ticket = [
    ...[...changes, 'POST /attachadd'].map((answer) => sentTo(answer, 'tktview')),
    { answer: 'GET /rptview/{id}', page: /href="\/tktview\/(\w+)"/, as: 'list-pick' },
  ];
  const shown = (page) => ({ answer: 'GET /tktview/{id}', page, as: 'link' });
  const thread = ['forume1', 'forume2'].map((form) => sentTo(`POST /${form}`, 'forumpost'));
  const post = [
    ...['GET /forumpost/{id}', 'POST /forumedit', 'POST /forume2'].map((answer) => ({
      answer,
      page: /name="fpid" value="(\w+)"/,
      as: 'hidden',
    })),
  ];
  const posted = ['login', 'tktnew', 'tktedit', 'attachadd', 'forume1', 'forume2', 'forumedit'];
  return [
    // The actions of forms.
    ...posted.map((word) => [`POST /${word}`, `path ${word}`, 'either']),
    ['GET /rptview/{id}', 'path id', { answer: 'GET /ticket', page: /\/rptview\/(\d+)/, as: 'link' }],
    ['POST /tktnew', 'body mutype', inForms(chosen('mutype'), 'field')],
    [['POST /forume1', 'POST /forume2'], 'body mimetype', 'either'],
    ['POST /login', 'body cs', { answer: 'GET /login', page: filled('cs'), as: 'hidden' }],
    [changes, 'body csrf', inForms(filled('csrf'), 'csrf')],
    ['GET /tktview/{id}', 'path id', ticket],
    ['GET /tktedit/{id}', 'path id', shown(/\/tktedit\/(\w+)/)],
    ['GET /attachadd', 'query tkt', shown(/attachadd\?tkt=(\w+)/)],
    ['GET /attachadd', 'query from', shown(/&from=([^"&]+)/)],
    ...['tkt', 'from'].map((name) => [
      'POST /attachadd',
      `body ${name}`,
      { answer: 'GET /attachadd', page: filled(name), as: 'hidden' },
    ]),
    ['POST /tktedit', 'body name', inForms(filled('name'), 'hidden')],
    ['POST /tktedit', 'body title', inForms(filled('title'), 'field')],
    ...['type', 'status', 'severity', 'priority', 'resolution', 'mutype'].map((name) => [
      'POST /tktedit',
      `body ${name}`,
      inForms(chosen(name), 'field'),
      { optional: true },
    ]),
    ['GET /forumpost/{id}', 'path id', thread],
    [['POST /forumedit', 'POST /forume2'], 'body fpid', post],
  ];
}
