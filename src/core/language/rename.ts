/**
 * Renaming a variable or a request wherever it is named, or the sentence why that cannot be done.
 *
 * Only the names change: spaces in braces, quotes and everything around them stay. Names consist of
 * characters that JSON does not escape, so nothing needs an escape.
 */
import type { TextRange } from '../problem';
import type { TextEdit } from '../edit/textEdit';
import type { Say } from '../say';
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
export function prepareRename(files: LinkedFiles, at: FileOffset, say: Say): RenameTarget {
  const subject = subjectAt(files, at);
  switch (subject?.kind) {
    case undefined:
      return refused(say('Only variables and request ids can be renamed. Place the cursor on one.'));
    case 'builtIn':
      return refused(builtInReason(subject.name, say));
    case 'chain':
      return refused(say('This names a file. Rename the file itself.'));
    case 'environment':
      return refused(
        say('This names an environment. Change the name in its file and in the chains that name it.'),
      );
    case 'request':
      return renamable(subject, findReferences(files, at), say);
    case 'variable':
      return renamable(subject, findReferences(files, at), say);
  }
}

/** Renames what is named at a place, in every file that names it. */
export function rename(files: LinkedFiles, at: FileOffset, newName: string, say: Say): Renaming {
  const target = prepareRename(files, at, say);
  const subject = subjectAt(files, at);
  if (!target.ok) {
    return target;
  }
  if (newName === target.name || subject === undefined) {
    return { ok: true, edits: new Map() };
  }
  const reason = subject.kind === 'request' ? requestIdFault(newName, say) : variableNameFault(newName, say);
  const fault = reason ?? clash(files, subject, { at, newName, say });
  return fault === undefined
    ? { ok: true, edits: editsOf(renamed(files, subject, at), newName) }
    : refused(fault);
}

function renamable(
  subject: Extract<Subject, { kind: 'request' | 'variable' }>,
  occurrences: readonly Occurrence[],
  say: Say,
): RenameTarget {
  const { range } = subject;
  const name = subject.kind === 'request' ? subject.id : subject.name;
  return occurrences.some(({ role }) => role === 'definition')
    ? { ok: true, range, name }
    : refused(
        say(
          'Nothing defines {0}, so there is nothing to rename. Define it first, or correct the name here.',
          name,
        ),
      );
}

function builtInReason(name: string, say: Say): string {
  return name === '$secret' || name === '$processEnv' || name === '$dotenv'
    ? say(
        'The values of secrets and environment variables are kept outside the chain, and so are their names. Change the name here by hand.',
      )
    : say('{0} is built in, and its name cannot be changed. Rename a variable or a request id.', name);
}

function clash(
  files: LinkedFiles,
  subject: Subject,
  { at, newName, say }: { readonly at: FileOffset; readonly newName: string; readonly say: Say },
): string | undefined {
  if (subject.kind === 'request') {
    const [taken] = requestOccurrences(files, subject.chain, newName);
    return taken === undefined
      ? undefined
      : taken.role === 'definition'
        ? say('{0} already has a request {1}. Choose another id.', subject.chain, newName)
        : say(
            '{0} already names a request {1} of {2}, which does not exist yet. Choose another id.',
            taken.file,
            newName,
            subject.chain,
          );
  }
  if (subject.kind !== 'variable') {
    return undefined;
  }
  const taken = clashingOccurrences(files, { name: subject.name, other: newName }, at);
  const [first] = [...taken.filter(({ role }) => role === 'definition'), ...taken];
  return first === undefined
    ? undefined
    : first.role === 'definition'
      ? say(
          '{0} already defines {1}, and the two would become one variable. Choose another name.',
          first.file,
          newName,
        )
      : say(
          '{0} already refers to {1}, which would then mean this variable. Choose another name.',
          first.file,
          newName,
        );
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
