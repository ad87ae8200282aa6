import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { CellResult } from '../../../src/core/authz/result/authzResult';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings } from './matrixRun';

/** How an API of tasks inside of projects answers who adds one to the project of somebody else. */
interface Habits {
  readonly answers: 201 | 403;
  readonly creates: boolean;
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
}

async function run(habits: Habits): Promise<Run> {
  const workspace = await createWorkspace();
  const projects = new Map<string, string>();
  const tasks = new Map<string, Task>();
  let next = 100_000;
  const answer = (method: string, url: string, user: string | undefined, text: string): [number, object] => {
    if (user === undefined) {
      return [401, { error: 'sign in' }];
    }
    next += 7;
    if (url === '/projects') {
      projects.set(`p-${next}`, user);
      return [201, { id: `p-${next}` }];
    }
    const [, , project = '', , id] = url.split('/');
    const isOwn = projects.get(project) === user;
    if (method === 'POST') {
      const task = { id: `t-${next}`, project, text };
      if (isOwn || habits.creates) {
        tasks.set(task.id, task);
      }
      return isOwn || habits.answers === 201 ? [201, task] : [403, { error: 'not yours' }];
    }
    if (!isOwn) {
      return [404, { error: 'no such project' }];
    }
    if (id === undefined) {
      return [200, [...tasks.values()].filter((task) => task.project === project)];
    }
    const task = tasks.get(id);
    if (method === 'DELETE') {
      tasks.delete(id);
    }
    return task === undefined ? [404, { error: 'no such task' }] : [200, task];
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { text = '' } = (body === '' ? {} : JSON.parse(body)) as { readonly text?: string };
      const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
      const [status, content] = answer(request.method ?? '', request.url ?? '', user, text);
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(content));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await workspace.write({ 'tasks.chain.json': TASKS, 'tasks.authz.json': MATRIX });
    const job = { file: path.join(workspace.folder, 'tasks.authz.json'), workspace: workspace.folder };
    const settings = matrixSettings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for await (const event of runMatrix(job, settings, AbortSignal.timeout(20_000))) {
      if (event.type === 'authz-finished') {
        const { cells } = event.result;
        const cell = (begin: string): CellResult => {
          const found = cells.find(({ cell: { id } }) => id.startsWith(begin));
          assert.ok(found, `no cell ${begin}`);
          return found;
        };
        return { cell, tasks: [...tasks.values()] };
      }
    }
    throw new Error('the run has no result');
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await workspace.dispose();
  }
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
