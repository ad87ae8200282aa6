import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { AuthzResult, CellResult } from '../../../src/core/authz/model/authzResult';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';

/** How an API of tasks inside of projects answers who adds one to the project of somebody else. */
interface Habits {
  readonly answers: 201 | 403;
  readonly creates: boolean;
  /** Lists show tasks without their ids. */
  readonly hidesIds?: boolean;
}

describe('adding to what belongs to another', () => {
  it('is refused', async () => {
    const { cell, tasks } = await run({ answers: 403, creates: false });
    assert.equal(cell('OBJ task.create').class, 'PASS_403');
    assert.deepEqual(tasks, []);
  });

  it('is found where it is accepted, and taken away', async () => {
    const { cell, tasks } = await run({ answers: 201, creates: true });
    assert.equal(cell('OBJ task.create').class, 'FLAW_WRITE');
    assert.deepEqual(tasks, []);
  });

  it('is found where it is refused and done all the same', async () => {
    const { cell, tasks } = await run({ answers: 403, creates: true });
    assert.equal(cell('OBJ task.create').class, 'FLAW_WRITE');
    assert.deepEqual(tasks, []);
  });

  it('is reported where it was done and the list does not show what to delete', async () => {
    const { tasks, leftovers } = await run({ answers: 403, creates: true, hidesIds: true });
    assert.ok(tasks.length > 0);
    const [first] = leftovers.filter(({ resource }) => resource === 'task');
    assert.match(
      first?.reason ?? '',
      /The list of .* shows it, but not all that identifies it\. Delete it by hand/,
    );
  });

  it('takes away what was made only to add to it', async () => {
    for (const creates of [false, true]) {
      const { projects, leftovers } = await run({ answers: 403, creates });
      assert.deepEqual([projects, leftovers], [[], []]);
    }
  });
});

interface Task {
  readonly id: string;
  readonly project: string;
  readonly text: string;
}

interface Run {
  /** The first cell whose id begins with this. */
  readonly cell: (begin: string) => CellResult;
  /** Tasks that are there afterwards. */
  readonly tasks: readonly Task[];
  /** Ids of projects that are there afterwards. */
  readonly projects: readonly string[];
  readonly leftovers: AuthzResult['leftovers'];
}

async function run(habits: Habits): Promise<Run> {
  const workspace = await createWorkspace();
  const api = createTasks(habits);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { text = '' } = (body === '' ? {} : JSON.parse(body)) as { readonly text?: string };
      const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
      const [status, content] = api.answer(request.method ?? '', request.url ?? '', user, text);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await workspace.write({ 'tasks.chain.json': TASKS, 'tasks.authz.json': MATRIX });
    const job = { file: path.join(workspace.folder, 'tasks.authz.json'), workspace: workspace.folder };
    const settings = matrixSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const result = await resultOf(runMatrix(job, settings, AbortSignal.timeout(100_000)));
    const { cells, leftovers } = result;
    const cell = (begin: string): CellResult => {
      const found = cells.find(({ cell: { id } }) => id.startsWith(begin));
      assert.ok(found, `no cell ${begin}`);
      return found;
    };
    return { cell, tasks: [...api.tasks.values()], projects: [...api.projects.keys()], leftovers };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await workspace.dispose();
  }
}

interface TasksApi {
  readonly projects: ReadonlyMap<string, string>;
  readonly tasks: ReadonlyMap<string, Task>;
  readonly answer: (method: string, url: string, user: string | undefined, text: string) => Answer;
}

type Answer = readonly [status: number, body: object];

/** Projects, which only who made them may delete, and only empty; tasks inside of them. */
function createTasks(habits: Habits): TasksApi {
  const projects = new Map<string, string>();
  const tasks = new Map<string, Task>();
  let next = 100_000;
  const inside = (project: string): readonly Task[] =>
    [...tasks.values()].filter((task) => task.project === project);
  const add = (project: string, isOwn: boolean, text: string): Answer => {
    const task = { id: `t-${next}`, project, text };
    if (isOwn || habits.creates) {
      tasks.set(task.id, task);
    }
    return isOwn || habits.answers === 201 ? [201, task] : [403, { error: 'not yours' }];
  };
  const list = (project: string): Answer => [
    200,
    habits.hidesIds === true ? inside(project).map(({ text }) => ({ text })) : inside(project),
  ];
  const close = (project: string): Answer =>
    inside(project).length === 0 && projects.delete(project) ? [200, {}] : [409, { error: 'not empty' }];
  const reach = (method: string, id: string): Answer => {
    const task = tasks.get(id);
    if (method === 'DELETE') {
      tasks.delete(id);
    }
    return task === undefined ? [404, { error: 'no such task' }] : [200, task];
  };
  const answer: TasksApi['answer'] = (method, url, user, text) => {
    if (user === undefined) {
      return [401, { error: 'sign in' }];
    }
    next += 7;
    if (url === '/projects') {
      projects.set(`p-${next}`, user);
      return [201, { id: `p-${next}` }];
    }
    const [, , project = '', part, id] = url.split('/');
    const isOwn = projects.get(project) === user;
    if (method === 'POST') {
      return add(project, isOwn, text);
    }
    if (!isOwn) {
      return [404, { error: 'no such project' }];
    }
    if (part === undefined) {
      return close(project);
    }
    return id === undefined ? list(project) : reach(method, id);
  };
  return { projects, tasks, answer };
}

const ALL = '{{baseUrl}}/projects/{{projectId}}/tasks';

const TASKS = {
  formatVersion: 1,
  name: 'Tasks',
  auth: { type: 'bearer', token: '{{name}}' },
  requests: [
    {
      id: 'project',
      method: 'POST',
      url: '{{baseUrl}}/projects',
      body: { json: {} },
      extract: [{ variable: 'projectId', from: 'body', path: '$.id' }],
    },
    {
      id: 'create',
      method: 'POST',
      url: ALL,
      body: { json: { text: 'Milk' } },
      extract: [{ variable: 'taskId', from: 'body', path: '$.id' }],
    },
    { id: 'close', method: 'DELETE', url: '{{baseUrl}}/projects/{{projectId}}' },
    { id: 'list', method: 'GET', url: ALL },
    { id: 'read', method: 'GET', url: `${ALL}/{{taskId}}` },
    { id: 'delete', method: 'DELETE', url: `${ALL}/{{taskId}}` },
  ],
};

const MATRIX = {
  formatVersion: 1,
  name: 'Tasks',
  mutate: true,
  users: {
    alice: { role: 'writer', variables: { name: 'alice' } },
    bob: { role: 'writer', variables: { name: 'bob' } },
    nobody: { role: 'anonymous' },
  },
  resources: {
    project: {
      create: 'tasks.chain.json#project',
      delete: 'tasks.chain.json#close',
      id: ['projectId'],
    },
    task: {
      create: 'tasks.chain.json#create',
      read: 'tasks.chain.json#read',
      list: 'tasks.chain.json#list',
      delete: 'tasks.chain.json#delete',
      id: ['projectId', 'taskId'],
      canary: ['$.text'],
    },
  },
  operations: { 'task.create': { resource: 'task', request: 'tasks.chain.json#create' } },
  policy: { writer: { 'task.*': 'own' } },
};
