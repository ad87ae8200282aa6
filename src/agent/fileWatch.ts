/**
 * Which files of a workspace are as they were when a person started to let a model work in it. Only those may use
 * what the person trusted: a model that writes a file must not get a secret by it.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { unlessFaulty, UserError } from '../core/errors';
import { findFiles } from '../node/files/findFiles';
import { readWorkspaceText, workspacePath, type ReadText } from '../node/files/workspaceText';

/** Files as they were at the start. */
export interface FileWatch {
  /** The chains, environments and matrices that a search finds now, by their workspace paths. */
  readonly files: () => Promise<readonly string[]>;
  /** Those of the files (workspace paths) that have changed, or that a search did not find at the start. */
  readonly changed: (files: readonly string[]) => Promise<readonly string[]>;
  /** Reads a file. Rejects with UserError also when it has changed, however shortly before. */
  readonly readUnchanged: ReadText;
}

/** Remembers the chains and environments of a workspace (absolute path) as they are now. */
export async function watchFiles(workspace: string): Promise<FileWatch> {
  const digests = new Map<string, string | undefined>();
  for (const file of await watchedIn(workspace)) {
    digests.set(file, await digestOf(file, workspace));
  }
  const isUnchanged = (name: string, now: string | undefined): boolean =>
    now !== undefined && now === digests.get(name);
  return {
    files: () => watchedIn(workspace),
    changed: async (names) => {
      const now = await Promise.all(names.map((name) => digestOf(name, workspace)));
      return names.filter((name, index) => !isUnchanged(name, now[index]));
    },
    readUnchanged: async (file) => {
      const text = await readWorkspaceText(file, workspace);
      const name = workspacePath(file, workspace);
      if (!isUnchanged(name, digest(text))) {
        throw new UserError(`${name} changed after the start.`, 'Call it again.');
      }
      return text;
    },
  };
}

async function watchedIn(workspace: string): Promise<readonly string[]> {
  const { files } = await findFiles('**/*.json', workspace);
  return files.filter((file) => WATCHED.test(file)).map((file) => workspacePath(file, workspace));
}

/** Chains, environments of every kind, and matrices. */
const WATCHED = /(?:\.chain|\.environment|\.authz|env)\.json$/;

async function digestOf(name: string, workspace: string): Promise<string | undefined> {
  const text = await unlessFaulty(readWorkspaceText(path.resolve(workspace, name), workspace));
  return text === undefined ? undefined : digest(text);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
