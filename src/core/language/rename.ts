/**
 * Renaming a variable or a request wherever it is named, or the sentence why that cannot be done.
 *
 * Only the names change: blanks in braces, quotes and everything around them stay. Names consist of
 * characters that stand for themselves in JSON, so nothing needs an escape.
 */
import type { TextRange } from '../problem';
import type { TextEdit } from '../edit/textEdit';
import { requestIdFault, variableNameFault } from './names';
import { findReferences, subjectAt } from './navigation';
import { clashingOccurrences, requestOccurrences } from './occurrences';
import type { FileOffset, LinkedFiles, Occurrence } from './linkedFiles';
import type { Subject } from './subject';

/** What can be renamed, or why nothing can: one sentence what, one what to do. */
export type RenameTarget =
  | { readonly ok: true; readonly range: TextRange; readonly name: string }
  | { readonly ok: false; readonly reason: string };

/** The edits of a renaming by workspace path, or why it was refused. */
export type Renaming =
  | { readonly ok: true; readonly edits: ReadonlyMap<string, readonly TextEdit[]> }
  | { readonly ok: false; readonly reason: string };

/** What a renaming at a place would rename. */
export function prepareRename(files: LinkedFiles, at: FileOffset): RenameTarget {
  const subject = subjectAt(files, at);
  switch (subject?.kind) {
    case undefined:
      return refused('Only variables and request ids can be renamed. Place the cursor on one.');
    case 'builtIn':
      return refused(builtInReason(subject.name));
    case 'chain':
      return refused('This names a file. Rename the file itself.');
    case 'environment':
      return refused(
        'This names an environment. Change the name in its file and in the chains that name it.',
      );
    case 'request':
      return renamable(subject.range, subject.id, findReferences(files, at));
    case 'variable':
      return renamable(subject.range, subject.name, findReferences(files, at));
  }
}

/** Renames what is named at a place, in every file that names it. */
export function rename(files: LinkedFiles, at: FileOffset, newName: string): Renaming {
  const target = prepareRename(files, at);
  const subject = subjectAt(files, at);
  if (!target.ok) {
    return target;
  }
  if (newName === target.name || subject === undefined) {
    return { ok: true, edits: new Map() };
  }
  const reason = subject.kind === 'request' ? requestIdFault(newName) : variableNameFault(newName);
  const fault = reason ?? clash(files, subject, { at, newName });
  return fault === undefined
    ? { ok: true, edits: editsOf(renamed(files, subject, at), newName) }
    : refused(fault);
}

function renamable(range: TextRange, name: string, occurrences: readonly Occurrence[]): RenameTarget {
  return occurrences.some(({ role }) => role === 'definition')
    ? { ok: true, range, name }
    : refused(
        `Nothing defines ${name}, so there is nothing to rename. Define it first, or correct the name here.`,
      );
}

function builtInReason(name: string): string {
  return name === '$secret' || name === '$processEnv' || name === '$dotenv'
    ? 'The values of secrets and environment variables are kept outside the chain, and so are their names. Change the name here by hand.'
    : `${name} is built in, and its name cannot be changed. Rename a variable or a request id.`;
}

function clash(
  files: LinkedFiles,
  subject: Subject,
  { at, newName }: { readonly at: FileOffset; readonly newName: string },
): string | undefined {
  if (subject.kind === 'request') {
    const [taken] = requestOccurrences(files, subject.chain, newName);
    return taken === undefined
      ? undefined
      : taken.role === 'definition'
        ? `${subject.chain} already has a request ${newName}. Choose another id.`
        : `${taken.file} already names a request ${newName} of ${subject.chain}, which does not exist yet. Choose another id.`;
  }
  if (subject.kind !== 'variable') {
    return undefined;
  }
  const taken = clashingOccurrences(files, { name: subject.name, other: newName }, at);
  const [first] = [...taken.filter(({ role }) => role === 'definition'), ...taken];
  return first === undefined
    ? undefined
    : first.role === 'definition'
      ? `${first.file} already defines ${newName}, and the two would become one variable. Choose another name.`
      : `${first.file} already refers to ${newName}, which would then mean this variable. Choose another name.`;
}

/**
 * What a renaming changes: everything, except that of several requests with one id only the one that is
 * pointed at is renamed, and other files mean the first of them.
 */
function renamed(files: LinkedFiles, subject: Subject, at: FileOffset): readonly Occurrence[] {
  const occurrences = findReferences(files, at);
  if (subject.kind !== 'request') {
    return occurrences;
  }
  const ids = occurrences.filter(({ role }) => role === 'definition');
  const own =
    ids.find(({ file, range }) => file === at.file && range.start === subject.range.start) ?? ids[0];
  return occurrences.filter((one) => (one.role === 'use' ? own === ids[0] : one === own));
}

function editsOf(occurrences: readonly Occurrence[], text: string): ReadonlyMap<string, readonly TextEdit[]> {
  const edits = new Map<string, TextEdit[]>();
  const inOrder = occurrences.toSorted((one, other) => one.range.start - other.range.start);
  for (const { file, range } of inOrder) {
    const inFile = edits.get(file) ?? [];
    inFile.push({ offset: range.start, length: range.end - range.start, text });
    edits.set(file, inFile);
  }
  return edits;
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
