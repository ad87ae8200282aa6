/**
 * Notes of organizations: every member reads and changes those of all members, the author alone deletes one.
 *
 * Correct behaviour: 401 without a caller, 404 for the note of another organization exactly as for one that does not
 * exist, 403 for a member who is not the author.
 */
import { parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import type { Note, User } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { empty, failure, json, Problem, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { textField } from './fields';

/** The notes of the caller's organization. */
export function listNotes(call: Call): Reply {
  const { organization } = requireMember(call);
  const shown = [...call.api.store.notes.values()].filter(
    (note) => note.organization === organization || call.api.flaws.has('cross-tenant-list'),
  );
  return json(200, shown.map(noteView));
}

/** A new note of the caller's organization. */
export function createNote(call: Call): Reply {
  const { id: authorId, email: author, organization } = requireMember(call);
  const { store, ids } = call.api;
  const text = textField(fieldsOf(call.request), 'text');
  const id = `note-${ids.next('note').slice(0, 12)}`;
  const note: Note = { id, organization, authorId, author, text };
  store.notes.set(id, note);
  return json(201, noteView(note));
}

/** One note. */
export function readNote(call: Call): Reply {
  return withNote(call, 'cross-tenant-read', (note, member) =>
    isColleagues(note, member) && call.api.flaws.has('colleague-refused')
      ? failure(403, 'forbidden', 'You did not write this note.')
      : json(200, noteView(note)),
  );
}

/** One note with another text. */
export function putNote(call: Call): Reply {
  return withNote(call, 'cross-tenant-update', (note) => {
    const changed = { ...note, text: textField(fieldsOf(call.request), 'text') };
    call.api.store.notes.set(note.id, changed);
    return json(200, noteView(changed));
  });
}

/** One note less. */
export function removeNote(call: Call): Reply {
  return withNote(call, 'cross-tenant-delete', (note, member) => {
    if (isColleagues(note, member) && !call.api.flaws.has('colleague-deletes')) {
      return failure(403, 'forbidden', 'You did not write this note.');
    }
    call.api.store.notes.delete(note.id);
    return empty(204);
  });
}

/** Whether another member of the same organization wrote a note. */
function isColleagues(note: Note, { id, organization }: Member): boolean {
  return note.organization === organization && note.authorId !== id;
}

type Member = User & { readonly organization: string };

function requireMember(call: Call): Member {
  const { user } = requireCaller(call);
  const { organization } = user;
  if (organization === undefined) {
    throw new Problem(failure(403, 'no-organization', 'You belong to no organization.'));
  }
  return { ...user, organization };
}

function withNote(call: Call, flaw: FlawName, carryOut: (note: Note, member: Member) => Reply): Reply {
  const member = requireMember(call);
  const note = call.api.store.notes.get(parameter(call, 'note_id'));
  const isReached = note?.organization === member.organization || call.api.flaws.has(flaw);
  return note === undefined || !isReached
    ? failure(404, 'no-such-note', 'Your organization has no such note.')
    : carryOut(note, member);
}

function noteView({ id, author, text }: Note) {
  return { id, author, text };
}
