/**
 * The issues that were raised from a workspace, by the fingerprints of what they are about: `.chainwright/issues.json`.
 * A later run that fails in the same way leads to the same issue. The file may have come with a clone: it names issues,
 * and never an address to open.
 */
import path from 'node:path';
import { UserError } from '../../core/errors';
import { writeFileAtomically } from '../files/atomicFile';
import { makeResultFolder, readResultText } from './resultFolder';
import { isText, itemsOf, membersOf, parseUnknown } from '../../core/json/unknownJson';

/** An issue that was raised. */
export interface RaisedIssue {
  readonly fingerprint: string;
  /** Name of the tracker. */
  readonly tracker: string;
  readonly server: string;
  readonly project: string;
  readonly key: string;
}

/** Issues that are remembered; the oldest go first. */
const MAX_ISSUES = 500;

/** The issues that were raised from a workspace folder (absolute path), the newest last. */
export async function readRaisedIssues(workspace: string): Promise<readonly RaisedIssue[]> {
  try {
    const text = await readResultText(workspace, fileIn(workspace));
    return itemsOf(membersOf(parseUnknown(text))['issues']).flatMap(raisedIssue);
  } catch (error) {
    if (error instanceof UserError) {
      return [];
    }
    throw error;
  }
}

/** Remembers an issue, in place of an earlier one of the same fingerprint in the same project. */
export async function rememberIssue(workspace: string, issue: RaisedIssue): Promise<void> {
  const others = (await readRaisedIssues(workspace)).filter((other) => !isSame(other, issue));
  const issues = [...others, issue].slice(-MAX_ISSUES);
  await makeResultFolder(workspace, path.dirname(fileIn(workspace)));
  await writeFileAtomically(fileIn(workspace), `${JSON.stringify({ formatVersion: 1, issues }, null, 2)}\n`, {
    access: 'private',
  });
}

function fileIn(workspace: string): string {
  return path.join(workspace, '.chainwright', 'issues.json');
}

function isSame(one: RaisedIssue, other: RaisedIssue): boolean {
  return MEMBERS.every((name) => name === 'key' || one[name] === other[name]);
}

const MEMBERS = ['fingerprint', 'tracker', 'server', 'project', 'key'] as const;

function raisedIssue(value: unknown): readonly RaisedIssue[] {
  const { fingerprint, tracker, server, project, key } = membersOf(value);
  return isText(fingerprint) && isText(tracker) && isText(server) && isText(project) && isText(key)
    ? [{ fingerprint, tracker, server, project, key }]
    : [];
}
