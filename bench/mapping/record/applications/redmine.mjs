/**
 * Redmine (Debian's `redmine`, unpacked; installed are what it depends on and `puma`): an issue tracker's REST API. Small
 * numbers count everything there is; the key of the API is handed out to who logs in, and a token for each upload.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { debianFiles, emptyFolder, finished, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3941;
const ADMINISTRATOR = ['admin', 'only-here'];
const PEOPLE = {
  greta: { login: 'greta', password: 'tin-whistle', firstname: 'Greta', lastname: 'Holm' },
  amir: { login: 'amir', password: 'slow+river', firstname: 'Amir', lastname: 'Sato' },
  piet: { login: 'piet', password: 'green.oar', firstname: 'Piet', lastname: 'Vos' },
  rosa: { login: 'rosa', password: 'warm=stone', firstname: 'Rosa', lastname: 'Blum' },
};
/**
 * The setup of Redmine before it is used: its own words for kinds and states, and that programs may ask it.
 */
const SETUP = `Redmine::DefaultData::Loader.load('en')
Setting.rest_api_enabled = '1'
user = User.find_by_login('${ADMINISTRATOR[0]}')
user.password = user.password_confirmation = '${ADMINISTRATOR[1]}'
user.must_change_passwd = false
user.save!
`;

export const application = {
  inputs: {
    a: {
      user: PEOPLE.greta,
      project: 'Ferry',
      tracker: 'Bug',
      priority: 'High',
      colleague: 'Piet Vos',
      version: ['Spring timetable', 'From Easter on'],
      file: ['ramp.txt', 'The ramp stops half way.\nSeen at low water.\n'],
      issue: ['Ramp stops half way', 'Since Tuesday, at low water only'],
      part: 'Measure the ramp',
      related: 'Gangway sticks',
      state: ['In Progress', 'Measured on the left', 40],
      work: ['Design', 1.25, 'At the pier', 2.75],
      earlier: {
        people: 2,
        issues: 3,
        versions: 1,
        files: 4,
        projects: ['Depot', 'Ferry', 'Harbour', 'Lighthouse'],
      },
    },
    b: {
      user: PEOPLE.amir,
      project: 'Lighthouse',
      tracker: 'Feature',
      priority: 'Urgent',
      colleague: 'Rosa Blum',
      version: ['Winter', 'Before the storms'],
      file: ['lens.md', '# Lens\nTwo of its screws are gone.\n'],
      issue: ['A second lens', 'So that one can be cleaned'],
      part: 'Ask for an offer',
      related: 'Lamp flickers',
      state: ['Feedback', 'Two offers are here', 70],
      work: ['Development', 0.5, 'Letters', 3.5],
      earlier: {
        people: 7,
        issues: 9,
        versions: 3,
        files: 21,
        projects: ['Lighthouse', 'Harbour', 'Ferry', 'Depot'],
      },
    },
  },
  start,
  prepare,
  session,
};

async function start() {
  const files = await debianFiles('redmine');
  const cwd = await emptyFolder();
  await cp(path.join(files, 'usr/share/redmine'), cwd, { recursive: true });
  const config = path.join(cwd, 'instances/default/config');
  // These lead to places of an installed Redmine.
  for (const link of ['Gemfile.lock', 'config/database.yml', 'instances'])
    await rm(path.join(cwd, link), { force: true });
  await mkdir(config, { recursive: true });
  const database = { adapter: 'sqlite3', database: path.join(cwd, 'redmine.sqlite3') };
  await writeFile(path.join(config, 'database.yml'), JSON.stringify({ production: database }));
  await writeFile(path.join(cwd, 'Gemfile.local'), "gem 'sqlite3'\ngem 'puma'\n");
  await writeFile(path.join(cwd, 'setup.rb'), SETUP);
  const env = { RAILS_ENV: 'production', SECRET_KEY_BASE: 'only-for-this-run', SCHEMA: '/dev/null' };
  const ruby = (...words) => ({ command: 'bundle', args: ['exec', ...words], cwd, env });
  await finished(ruby('rake', 'db:migrate'));
  await finished(ruby('ruby', 'bin/rails', 'runner', 'setup.rb'));
  return running({ ...ruby('puma', '--bind', `tcp://127.0.0.1:${PORT}`, '--threads', '1:1'), port: PORT });
}

/** Projects with the people of both sessions, and what was done in them before: numbers are shifted. */
async function prepare(client, { earlier }) {
  const basic = ADMINISTRATOR.map(typed);
  const post = async (url, json) => (await client.send({ method: 'POST', url, json, basic })).member();
  const people = [];
  for (const person of [...guests(earlier.people), ...Object.values(PEOPLE)]) {
    const mail = `${person.login}@example.com`;
    people.push((await post('/users.json', { user: { ...person, mail } })).user.id);
  }
  const roles = await client.send({ url: '/roles.json', basic });
  const role_ids = [roles.pick(['roles'], ({ name }) => name === 'Manager', 'id')];
  for (const name of earlier.projects) {
    const { project } = await post('/projects.json', { project: { name, identifier: name.toLowerCase() } });
    for (const user_id of people)
      await post(joined`/projects/${project.id}/memberships.json`, { membership: { user_id, role_ids } });
    for (let index = 0; index < earlier.versions; index += 1)
      await post(joined`/projects/${project.id}/versions.json`, { version: { name: `0.${index}` } });
    await reportBefore(post, project.id, subjects(name, earlier.issues));
  }
  for (let index = 0; index < earlier.files; index += 1)
    await client.send({
      method: 'POST',
      url: '/uploads.json',
      query: { filename: `${index}.txt` },
      ...content(`File ${index}`),
      basic,
    });
}

function guests(count) {
  return Array.from({ length: count }, (_, index) => ({
    login: `guest${index}`,
    password: 'old-bicycle',
    firstname: 'Guest',
    lastname: String(index),
  }));
}

/** What was reported in a project: among other things what a session looks for there. */
function subjects(project, count) {
  const old = Array.from({ length: count }, (_, index) => `${project}: old report ${index}`);
  const wanted = Object.values(application.inputs).filter((inputs) => inputs.project === project);
  return old.toSpliced(1, 0, ...wanted.map(({ related }) => related));
}

/** Reports them, each related to the one before, and books a morning and an afternoon for it. */
async function reportBefore(post, project_id, texts) {
  let before;
  for (const subject of texts) {
    const issue_id = (await post('/issues.json', { issue: { project_id, subject } })).issue.id;
    for (const hours of [4, 3])
      await post('/time_entries.json', { time_entry: { issue_id, hours, activity_id: 8 } });
    const relation = { issue_to_id: issue_id, relation_type: 'relates' };
    if (before !== undefined) await post(joined`/issues/${before}/relations.json`, { relation });
    before = issue_id;
  }
}

async function session(client, inputs) {
  const { user, file, issue, part, related, state, work } = inputs;
  const basic = [user.login, user.password].map(typed);
  const login = await client.send({ url: '/users/current.json', basic });
  const headers = { 'x-redmine-api-key': login.member('user', 'api_key').as('token') };
  const send = (method, url, json) => client.send({ method, url, headers, json });
  const chosen = await choose(send, inputs);

  const [filename, text] = file.map(typed);
  const query = { filename };
  const sent = await client.send({ method: 'POST', url: '/uploads.json', query, headers, ...content(text) });
  const upload = { token: sent.member('upload', 'token').as('token'), filename, content_type: 'text/plain' };
  const [subject, description] = issue.map(typed);
  const reported = { ...chosen, subject, description, uploads: [upload] };
  const whole = created(await send('POST', '/issues.json', { issue: reported }), 'issue');
  const { project_id, tracker_id } = chosen;
  const own = {
    project_id,
    tracker_id,
    parent_issue_id: whole,
    subject: typed(part),
    assigned_to_id: login.member('user', 'id'),
  };
  const piece = created(await send('POST', '/issues.json', { issue: own }), 'issue');

  const open = await client.send({ url: '/issues.json', query: { project_id, status_id: 'open' }, headers });
  const issue_to_id = open.pick(['issues'], (known) => known.subject === related, 'id');
  const relation = { issue_to_id, relation_type: 'relates' };
  const link = await send('POST', joined`/issues/${whole}/relations.json`, { relation });
  const status_id = await picked(send, '/issue_statuses.json', 'issue_statuses', state[0]);
  const [notes, done_ratio] = state.slice(1).map(typed);
  await send('PUT', joined`/issues/${piece}.json`, { issue: { status_id, notes, done_ratio } });
  await spendTime(send, piece, work);

  const shown = await client.send({
    url: joined`/issues/${whole}.json`,
    query: { include: 'attachments,relations,children' },
    headers,
  });
  const address = shown.link(shown.member('issue', 'attachments', 0, 'content_url'));
  await client.send({ url: address, headers });
  await send('DELETE', joined`/relations/${created(link, 'relation')}.json`);
  await send('DELETE', joined`/issues/${piece}.json`);
}

/** Where the issue belongs, of what kind it is and who shall see to it, and a version made for it. */
async function choose(send, { project, tracker, priority, colleague, version }) {
  const project_id = await picked(send, '/projects.json', 'projects', project);
  const tracker_id = await picked(send, '/trackers.json', 'trackers', tracker);
  const priorities = '/enumerations/issue_priorities.json';
  const priority_id = await picked(send, priorities, 'issue_priorities', priority);
  const members = await send('GET', joined`/projects/${project_id}/memberships.json`);
  const assigned_to_id = members.pick(['memberships'], ({ user }) => user.name === colleague, 'user', 'id');
  const [name, description] = version.map(typed);
  const planned = { version: { name, description } };
  const made = await send('POST', joined`/projects/${project_id}/versions.json`, planned);
  const fixed_version_id = created(made, 'version');
  return { project_id, tracker_id, priority_id, assigned_to_id, fixed_version_id };
}

/** Books hours, and corrects them. */
async function spendTime(send, issue_id, [activity, ...entered]) {
  const activities = '/enumerations/time_entry_activities.json';
  const activity_id = await picked(send, activities, 'time_entry_activities', activity);
  const [hours, comments, corrected] = entered.map(typed);
  const time_entry = { issue_id, activity_id, hours, comments };
  const booked = created(await send('POST', '/time_entries.json', { time_entry }), 'time_entry');
  await send('PUT', joined`/time_entries/${booked}.json`, { time_entry: { hours: corrected } });
}

async function picked(send, url, list, wanted) {
  return (await send('GET', url)).pick([list], ({ name }) => name === wanted, 'id');
}

function created(answer, kind) {
  return answer.member(kind, 'id').as('created-id');
}

function content(text) {
  return { mimeType: 'application/octet-stream', text };
}
