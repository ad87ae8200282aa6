/** An API of notes with habits that other APIs have: envelopes, PUT that creates, open registration, a page for every unknown path. */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What differs from API to API. */
export interface Habits {
  /** Answers are `{"status": "success", "data": …}`. */
  readonly envelope?: boolean;
  /** `role` of a note is taken from the request. */
  readonly takesRole?: boolean;
  /** A note shows its role. */
  readonly showsRole?: boolean;
  /** PUT of a note that is not there creates it, under an id of the server's choice. */
  readonly upserts?: boolean;
  /** Every path that is not known is a page. */
  readonly fallbackPage?: boolean;
}

interface Note {
  readonly id: string;
  readonly owner: string;
  readonly text: string;
  readonly role: string;
}

/** The running API. Users sign in as `Authorization: Bearer <name>`. */
export interface NotesApi {
  readonly origin: string;
  /** Ids of the notes that are there. */
  readonly ids: () => readonly string[];
  close(): Promise<void>;
}

/** Starts the API on a free port of this machine. */
export async function startNotesApi(habits: Habits): Promise<NotesApi> {
  const notes = new Map<string, Note>();
  let next = 100_000;
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((fields) => {
      answer(request, response, fields);
    });
  });
  const put = (note: Omit<Note, 'id'>): Note => {
    next += 1;
    const added = { ...note, id: `n-${next}` };
    notes.set(added.id, added);
    return added;
  };
  const answer = (request: IncomingMessage, response: ServerResponse, fields: Fields): void => {
    const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
    const send = (status: number, body: object): void => {
      const whole = habits.envelope === true ? { status: 'success', data: body } : body;
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(status === 204 ? '' : JSON.stringify(whole));
    };
    const url = request.url ?? '';
    if (url === '/register') {
      return send(201, shown(put({ owner: 'anybody', text: fields.text ?? '', role: 'user' }), habits));
    }
    if (!url.startsWith('/v2/notes')) {
      response.writeHead(habits.fallbackPage === true ? 200 : 404, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Notes</title>');
      return;
    }
    if (user === undefined) {
      return send(401, { error: 'sign in' });
    }
    const role = habits.takesRole === true ? (fields.role ?? 'user') : 'user';
    if (request.method === 'POST') {
      return send(201, shown(put({ owner: user, text: fields.text ?? '', role }), habits));
    }
    if (url === '/v2/notes') {
      const own = [...notes.values()].filter(({ owner }) => owner === user);
      return send(200, { items: own.map((note) => shown(note, habits)) });
    }
    const note = notes.get(url.slice('/v2/notes/'.length));
    if (note === undefined && request.method === 'PUT' && habits.upserts === true) {
      return send(201, shown(put({ owner: user, text: fields.text ?? '', role }), habits));
    }
    if (note?.owner !== user) {
      return send(note === undefined || note.owner !== 'anybody' ? 404 : 403, { error: 'no such note' });
    }
    if (request.method === 'PUT') {
      notes.set(note.id, { ...note, text: fields.text ?? note.text, role });
      return send(200, shown({ ...note, text: fields.text ?? note.text, role }, habits));
    }
    if (request.method === 'DELETE') {
      notes.delete(note.id);
      return send(204, {});
    }
    send(200, shown(note, habits));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    ids: () => [...notes.keys()],
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Fields {
  readonly text?: string;
  readonly role?: string;
}

function shown({ role, ...note }: Note, { showsRole = true }: Habits): object {
  return showsRole ? { ...note, role } : note;
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as Fields);
}
