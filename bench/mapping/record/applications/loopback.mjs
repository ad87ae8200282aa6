/**
 * LoopBack (npm `loopback`): a team's projects and tasks as a REST API, only whose models are here. Ids are
 * counted per model, resources lie in resources, the token is the whole `Authorization`, filters are JSON in
 * the query.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, installed, running } from '../running.mjs';
import { joined, typed } from '../traced.mjs';

const PORT = 3934;
const LABELS = ['garden', 'urgent', 'indoors', 'waiting', 'cheap'];
/** Both sessions' colleagues have accounts on each server, and work there already. */
const COLLEAGUES = {
  mirek: {
    name: 'Mirek',
    email: 'mirek@example.com',
    password: 'thin=ice4',
    tasks: ['Clean the oven', 'Buy salt'],
  },
  astrid: { name: 'Astrid', email: 'astrid@example.com', password: 'old tower', tasks: ['Call the plumber'] },
};

export const application = {
  inputs: {
    a: {
      user: ['Yusuf', 'yusuf@example.com', 'paper+moon3'],
      colleague: COLLEAGUES.astrid,
      project: ['Move the library', 'blue'],
      tasks: ['Pack the maps', 'Order shelves'],
      changed: 'Order eight shelves',
      label: 'urgent',
      said: 'The large ones do not fit into boxes',
      replies: ['I bring two tubes', 'I bring three tubes'],
      earlier: { people: 3, projects: 1, tasks: 5, comments: 8, labels: [4, 1, 2] },
    },
    b: {
      user: ['Beatriz', 'beatriz@example.com', 'sour#cherry'],
      colleague: COLLEAGUES.mirek,
      project: ['Open day', 'red'],
      tasks: ['Print the plan', 'Hire a tent'],
      changed: 'Hire two tents',
      label: 'waiting',
      said: 'Paper is on its way',
      replies: ['The printer is free at noon', 'The printer is free at two'],
      earlier: { people: 1, projects: 4, tasks: 2, comments: 3, labels: [3, 0, 1, 2, 4] },
    },
  },
  start,
  prepare,
  session,
};

const TITLED = { title: { type: 'string', required: true } };
const TEXT = { text: { type: 'string', required: true } };
const PEOPLE = [allowed('$authenticated', 'find'), allowed('$owner', '__create__projects')];
const MODELS = [
  model(
    'Member',
    { name: 'string' },
    { projects: many('Project', 'ownerId') },
    { base: 'User', acls: PEOPLE },
  ),
  model(
    'Project',
    { ...TITLED, color: 'string' },
    { tasks: many('Task', 'projectId'), owner: one('Member', 'ownerId') },
  ),
  model(
    'Task',
    { ...TITLED, done: { type: 'boolean', default: false } },
    {
      project: one('Project', 'projectId'),
      assignee: one('Member', 'assigneeId'),
      comments: many('Comment', 'taskId'),
      labels: { type: 'hasAndBelongsToMany', model: 'Label' },
    },
  ),
  model('Label', { name: 'string' }, {}),
  model('Comment', TEXT, { task: one('Task', 'taskId'), author: one('Member', 'authorId') }),
];

function model(name, properties, relations, options = {}) {
  const acls = [allowed('$everyone', '*', 'DENY'), allowed('$authenticated', '*')];
  return { name, base: 'PersistedModel', properties, relations, acls, ...options };
}

function allowed(principalId, property, permission = 'ALLOW') {
  return { principalType: 'ROLE', principalId, permission, property };
}

function many(name, foreignKey) {
  return { type: 'hasMany', model: name, foreignKey };
}

function one(name, foreignKey) {
  return { type: 'belongsTo', model: name, foreignKey };
}

async function start() {
  const folder = await installed('loopback', '3.28.0');
  const cwd = await emptyFolder();
  const program = `const loopback = require(${JSON.stringify(path.join(folder, 'node_modules/loopback'))});
const app = loopback({ localRegistry: true, loadBuiltinModels: true });
app.dataSource('db', { connector: 'memory' });
for (const definition of ${JSON.stringify(MODELS)})
  app.model(app.registry.createModel(definition), { dataSource: 'db' });
app.enableAuth({ dataSource: 'db' });
app.use('/api', loopback.rest());
app.listen(${PORT}, '127.0.0.1');
`;
  await writeFile(path.join(cwd, 'app.cjs'), program);
  return running({ command: process.execPath, args: ['app.cjs'], cwd, port: PORT });
}

/** What others did before: numbers are shifted. */
async function prepare(client, { earlier }) {
  const make = async (kind, bodies, headers) => {
    const ids = [];
    for (const json of bodies)
      ids.push(
        (await client.send({ method: 'POST', url: `/api/${kind}`, json, headers })).member('id').value,
      );
    return ids;
  };
  const times = (count, body) => Array.from({ length: count }, (_, index) => body(index));
  const colleagues = Object.values(COLLEAGUES);
  const helper = (index) => ({
    name: `Helper ${index}`,
    email: `helper${index}@example.com`,
    password: 'spoon',
  });
  await make('Members', times(earlier.people, helper));
  const ids = await make(
    'Members',
    colleagues.map(({ name, email, password }) => ({ name, email, password })),
  );
  const { headers } = await logIn(client, colleagues[0]);
  const project = (index) => ({ title: `Project ${index}`, color: 'grey', ownerId: ids[0] });
  const theirs = colleagues.flatMap(({ tasks }, index) =>
    tasks.map((title) => ({ title, projectId: 1, assigneeId: ids[index] })),
  );
  const comment = (index) => ({ text: `Comment ${index}`, taskId: 1, authorId: ids[1] });
  await make('Projects', times(earlier.projects, project), headers);
  await make(
    'Tasks',
    times(earlier.tasks, (index) => ({ title: `Task ${index}`, projectId: 1 })),
    headers,
  );
  await make('Tasks', theirs, headers);
  await make('Comments', times(earlier.comments, comment), headers);
  await make(
    'Labels',
    earlier.labels.map((index) => ({ name: LABELS[index] })),
    headers,
  );
}

async function session(client, { user, colleague, project, tasks, changed, label, said, replies }) {
  const [name, email, password] = user.map(typed);
  await client.send({ method: 'POST', url: '/api/Members', json: { name, email, password } });
  const mine = await logIn(client, { email: user[1], password: user[2] });
  const send = (method, url, json) => client.send({ method, url, json, headers: mine.headers });
  const [title, color] = project.map(typed);
  const projectId = created(
    await send('POST', joined`/api/Members/${mine.userId}/projects`, { title, color }),
  );
  const [first, second] = tasks.map(typed);
  const taskId = created(await send('POST', joined`/api/Projects/${projectId}/tasks`, { title: first }));
  const otherId = created(await send('POST', joined`/api/Projects/${projectId}/tasks`, { title: second }));
  await send('PUT', joined`/api/Projects/${projectId}/tasks/${otherId}`, { title: typed(changed) });

  const labels = await send('GET', '/api/Labels');
  const labelId = labels.pick([], (item) => item.name === label, 'id');
  await send('PUT', joined`/api/Tasks/${taskId}/labels/rel/${labelId}`);
  const people = await client.send({
    url: '/api/Members',
    query: { filter: '{"fields":["id","name"],"order":"name ASC"}' },
    headers: mine.headers,
  });
  const assigneeId = people.pick([], (item) => item.name === colleague.name, 'id');
  await send('PATCH', joined`/api/Tasks/${taskId}`, { assigneeId });
  await send('POST', joined`/api/Tasks/${taskId}/comments`, { text: typed(said), authorId: mine.userId });

  await answerTask(client, colleague, { title: tasks[0], replies });

  await send('GET', joined`/api/Projects/${projectId}/tasks`);
  await send('DELETE', joined`/api/Projects/${projectId}/tasks/${otherId}`);
  await send('DELETE', joined`/api/Projects/${projectId}`);
  await send('POST', '/api/Members/logout');
}

/** The colleague looks for the task among those that wait, answers and does it. */
async function answerTask(client, colleague, { title, replies }) {
  const { userId, headers } = await logIn(client, colleague);
  const send = (method, url, json) => client.send({ method, url, json, headers });
  const waiting = await client.send({
    url: '/api/Tasks',
    query: {
      filter: joined`{"where":{"assigneeId":${userId},"done":false},"include":["project","labels"]}`,
    },
    headers,
  });
  const taskId = waiting.pick([], (task) => task.title === title, 'id');
  await send('GET', joined`/api/Tasks/${taskId}/comments`);
  const [reply, corrected] = replies.map(typed);
  const commentId = created(
    await send('POST', joined`/api/Tasks/${taskId}/comments`, { text: reply, authorId: userId }),
  );
  await send('PATCH', joined`/api/Comments/${commentId}`, { text: corrected });
  await send('PATCH', joined`/api/Tasks/${taskId}`, { done: true });
  await send('POST', '/api/Members/logout');
}

/** Who logs in, and the headers that prove it: the token alone, without a scheme. */
async function logIn(client, { email, password }) {
  const json = { email: typed(email), password: typed(password) };
  const login = await client.send({ method: 'POST', url: '/api/Members/login', json });
  return {
    userId: login.member('userId').as('user-id'),
    headers: { authorization: login.member('id').as('token') },
  };
}

function created(answer) {
  return answer.member('id').as('created-id');
}
