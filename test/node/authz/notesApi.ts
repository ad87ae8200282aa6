/** An API of notes with habits that other APIs have: envelopes, PUT that creates, open registration, a page for every unknown path. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
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
  const notes = createNotes();
  const server: Server = createServer((request, response) => {
    void bodyOf(request).then((fields) => {
      reply(response, habits, answerTo(request, fields, { notes, habits }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    ids: () => notes.all().map(({ id }) => id),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

interface Notes {
  add(note: Omit<Note, 'id'>): Note;
  change(note: Note): Note;
  remove(id: string): void;
  find(id: string): Note | undefined;
  all(): readonly Note[];
}

function createNotes(): Notes {
  const notes = new Map<string, Note>();
  let next = 100_000;
  const change = (note: Note): Note => {
    notes.set(note.id, note);
    return note;
  };
  return {
    add(note) {
      next += 1;
      return change({ ...note, id: `n-${next}` });
    },
    change,
    remove: (id) => {
      notes.delete(id);
    },
    find: (id) => notes.get(id),
    all: () => [...notes.values()],
  };
}

interface Place {
  readonly notes: Notes;
  readonly habits: Habits;
}

interface Reply {
  readonly status: number;
  /** A page when absent. */
  readonly body?: object;
}

function answerTo(request: IncomingMessage, fields: Fields, place: Place): Reply {
  const { notes, habits } = place;
  const url = request.url ?? '';
  if (url === '/register') {
    const note = notes.add({ owner: 'anybody', text: fields.text ?? '', role: 'user' });
    return { status: 201, body: shown(note, habits) };
  }
  if (!url.startsWith('/v2/notes')) {
    return { status: habits.fallbackPage === true ? 200 : 404 };
  }
  const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (user === undefined) {
    return { status: 401, body: { error: 'sign in' } };
  }
  const id = /^\/v2\/notes\/(.*)$/.exec(url)?.[1];
  return id === undefined || request.method === 'POST'
    ? answerForAll(request.method, user, fields, place)
    : answerForOne(request.method, user, { fields, id }, place);
}

function answerForAll(
  method: string | undefined,
  user: string,
  fields: Fields,
  { notes, habits }: Place,
): Reply {
  if (method === 'POST') {
    return { status: 201, body: shown(notes.add(noteOf(user, fields, habits)), habits) };
  }
  const own = notes.all().filter(({ owner }) => owner === user);
  return { status: 200, body: { items: own.map((note) => shown(note, habits)) } };
}

function answerForOne(
  method: string | undefined,
  user: string,
  { fields, id }: { readonly fields: Fields; readonly id: string },
  { notes, habits }: Place,
): Reply {
  const note = notes.find(id);
  if (note === undefined && method === 'PUT' && habits.upserts === true) {
    return { status: 201, body: shown(notes.add(noteOf(user, fields, habits)), habits) };
  }
  if (note?.owner !== user) {
    return { status: note?.owner === 'anybody' ? 403 : 404, body: { error: 'no such note' } };
  }
  if (method === 'PUT') {
    const { role } = noteOf(user, fields, habits);
    const changed = notes.change({ ...note, text: fields.text ?? note.text, role });
    return { status: 200, body: shown(changed, habits) };
  }
  if (method === 'DELETE') {
    notes.remove(note.id);
    return { status: 204, body: {} };
  }
  return { status: 200, body: shown(note, habits) };
}

function noteOf(
  owner: string,
  { text = '', role = 'user' }: Fields,
  { takesRole }: Habits,
): Omit<Note, 'id'> {
  return { owner, text, role: takesRole === true ? role : 'user' };
}

function reply(response: ServerResponse, { envelope }: Habits, { status, body }: Reply): void {
  response.writeHead(status, { 'Content-Type': body === undefined ? 'text/html' : 'application/json' });
  const whole = envelope === true ? { status: 'success', data: body } : body;
  response.end(status === 204 ? '' : body === undefined ? PAGE : JSON.stringify(whole));
}

const PAGE = '<!doctype html><title>Notes</title>';

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
