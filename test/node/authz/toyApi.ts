/** Runs a matrix of two writers against an API of a test's own, which keeps what it receives in memory. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { AuthzResult, CellResult } from '../../../src/core/authz/model/authzResult';
import { defined } from '../../../src/core/defined';
import type { MatrixJob } from '../../../src/node/authz/loadMatrix';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';

/** A request as the API sees it. */
export interface ToyRequest {
  readonly method: string;
  readonly url: string;
  /** What follows `Bearer`; absent without credentials. */
  readonly token: string | undefined;
  readonly cookie?: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** The method that a header names, which some servers take for that of the request. */
  readonly override?: string;
}

/** What it answers. */
export interface ToyAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A matrix and the API that it is about. */
export interface ToyScene {
  readonly answer: (request: ToyRequest) => ToyAnswer;
  readonly users?: object;
  readonly resource?: object;
  readonly operations: object;
  readonly policy?: object;
  readonly requests?: readonly object[];
  /** Variables of the chain. */
  readonly constants?: object;
  readonly packs?: readonly string[];
  readonly limits?: object;
  readonly only?: readonly string[];
  /** How many cells that only read are tested at a time. */
  readonly parallel?: number;
  readonly described?: MatrixJob['described'];
}

/** What a run came to. */
export interface ToyRun {
  readonly result: AuthzResult;
  /** The first cell whose id begins with this. */
  readonly cell: (begin: string) => CellResult;
}

/** An API that listens, and a workspace with the matrix that is about it. */
export interface ToyPlace {
  readonly origin: string;
  readonly job: MatrixJob;
  readonly close: () => Promise<void>;
}

/** An API that listens. */
interface ToyServer {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts an API that answers as a function does. */
export async function serveToy(answer: ToyScene['answer']): Promise<ToyServer> {
  const server = createServer((request, response) => {
    void fieldsOf(request).then((fields) => {
      const { method = '', url = '', headers } = request;
      const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
      const named = headers['x-http-method'];
      const override = typeof named === 'string' ? { override: named } : {};
      const {
        status,
        body,
        headers: own,
      } = answer({
        ...{ method, url, token, fields, ...override },
        ...defined({ cookie: headers.cookie }),
      });
      response.writeHead(status, { 'Content-Type': 'application/json', ...own });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** Starts the API, and writes the matrix. */
export async function startToy(scene: ToyScene): Promise<ToyPlace> {
  const workspace = await createWorkspace();
  const server = await serveToy(scene.answer);
  await workspace.write({ 'notes.chain.json': chainOf(scene), 'notes.authz.json': matrixOf(scene) });
  return {
    origin: server.origin,
    job: {
      file: path.join(workspace.folder, 'notes.authz.json'),
      workspace: workspace.folder,
      ...defined({ described: scene.described }),
    },
    async close() {
      await server.close();
      await workspace.dispose();
    },
  };
}

/** Runs it to its end. */
export async function runToy(scene: ToyScene): Promise<ToyRun> {
  const { origin, job, close } = await startToy(scene);
  try {
    const { only, parallel } = scene;
    const settings = { ...matrixSettings(origin), ...defined({ only, parallel }) };
    const result = await resultOf(runMatrix(job, settings, AbortSignal.timeout(100_000)));
    return { result, cell: (begin) => cellOf(result, begin) };
  } finally {
    await close();
  }
}

function cellOf({ cells }: AuthzResult, begin: string): CellResult {
  const found = cells.find(({ cell: { id } }) => id.startsWith(begin));
  assert.ok(found, `no cell ${begin} among ${cells.map(({ cell }) => cell.id).join(', ')}`);
  return found;
}

/** A request that signs in, and takes these extractions beside the token. */
export function loginRequest(...extract: readonly object[]): object {
  return {
    ...{ id: 'login', method: 'POST', url: '{{baseUrl}}/login', auth: { type: 'none' } },
    ...{ body: { json: { user: '{{user}}' } } },
    extract: [{ variable: 'key', from: 'body', path: '$.key' }, ...extract],
  };
}

/** A writer who signs in. */
export function userWithLogin(user: string): object {
  return { role: 'writer', login: 'notes.chain.json#login', variables: { user } };
}

const NOTE = '{{baseUrl}}/notes/{{noteId}}';

function chainOf({ requests = [], constants = {} }: ToyScene): object {
  const body = { json: { text: 'Milk' } };
  const extract = [{ variable: 'noteId', from: 'body', path: '$.id' }];
  return {
    formatVersion: 2,
    name: 'Notes',
    variables: constants,
    auth: { type: 'bearer', token: '{{key}}' },
    requests: [
      { id: 'create', method: 'POST', url: '{{baseUrl}}/notes', body, extract },
      { id: 'read', method: 'GET', url: NOTE },
      { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
      { id: 'update', method: 'PUT', url: NOTE, body },
      { id: 'delete', method: 'DELETE', url: NOTE },
      ...requests,
    ],
  };
}

function matrixOf({ users, resource, operations, policy, packs, limits }: ToyScene): object {
  return {
    formatVersion: 1,
    name: 'Notes',
    mutate: true,
    users: {
      alice: { role: 'writer', variables: { key: 'key-of-alice' } },
      bob: { role: 'writer', variables: { key: 'key-of-bob' } },
      nobody: { role: 'anonymous' },
      ...users,
    },
    resources: {
      note: {
        create: 'notes.chain.json#create',
        read: 'notes.chain.json#read',
        delete: 'notes.chain.json#delete',
        id: ['noteId'],
        canary: ['$.text'],
        ...resource,
      },
    },
    operations,
    policy: policy ?? { writer: { 'note.*': 'own' } },
    ...defined({ packs, limits }),
  };
}

async function fieldsOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}

/** Notes in the memory of a test. */
export interface ToyNotes {
  /** Answers as an API does that lets an account at its own notes alone. */
  answer(account: string | undefined, request: ToyRequest): ToyAnswer;
  /** The account that a note is of; absent when there is none at that path. */
  readonly ownerOf: (url: string) => string | undefined;
  readonly count: () => number;
}

/** What of a note is shown, and to whom. */
export interface ToyHabits {
  /** Whether a note names its owner; by default it does. */
  readonly namesOwner?: boolean;
  /** Whether everybody may do everything. */
  readonly open?: boolean;
}

/** Makes them. */
export function toyNotes({ namesOwner = true, open = false }: ToyHabits = {}): ToyNotes {
  const notes = new Map<string, { id: string; owner: string; text: unknown }>();
  let next = 100_000;
  const shown = ({ owner, ...note }: { id: string; owner: string; text: unknown }): object =>
    namesOwner ? { ...note, owner } : note;
  return {
    count: () => notes.size,
    ownerOf: (url) => notes.get(url.replace(/^\/notes\/?/, ''))?.owner,
    answer(account, { method, url, fields }) {
      const id = url.replace(/^\/notes\/?/, '');
      if (account === undefined) {
        return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: {} };
      }
      if (method === 'POST') {
        next += 7;
        const note = { id: `n-${next}`, owner: account, text: fields['text'] };
        notes.set(note.id, note);
        return { status: 201, body: shown(note) };
      }
      if (id === '') {
        const seen = [...notes.values()].filter(({ owner }) => open || owner === account);
        return { status: 200, body: { items: seen.map(shown) } };
      }
      const note = notes.get(id);
      if (note === undefined || !(open || note.owner === account)) {
        return { status: 404, body: { error: 'no such note' } };
      }
      if (method === 'DELETE') {
        notes.delete(id);
        return { status: 204 };
      }
      if (method === 'PUT') {
        note.text = fields['text'];
      }
      return { status: 200, body: shown(note) };
    },
  };
}
