/**
 * Which files of a workspace are as they were when a person started to let a model work in it. Only those may use
 * what the person trusted: a model that writes a file must not get a secret by it.
 */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { unlessFaulty } from '../core/errors';
import { findFiles } from '../node/files/findFiles';
import { readWorkspaceText, workspacePath, type ReadText } from '../node/files/workspaceText';

/** Files as they were at the start. */
export interface FileWatch {
  /** Begins to read files, each of them once: what is looked at first is what is run, whatever the file says by then. */
  readonly pin: () => PinnedFiles;
}

/** Files of which each is read once. */
export interface PinnedFiles {
  readonly read: ReadText;
  /** Workspace paths of what was read so far. */
  readonly names: () => readonly string[];
  /** Those of the files (workspace paths) that have changed, or that a search did not find at the start. */
  readonly changed: (files: readonly string[]) => Promise<readonly ChangedFile[]>;
}

/** A file that is not as it was at the start. */
export interface ChangedFile {
  /** Workspace path. */
  readonly name: string;
  /** SHA-256 of the text that was read, in hexadecimal; absent when it cannot be read. */
  readonly digest: string | undefined;
}

/** Remembers the chains and environments of a workspace (absolute path) as they are now. */
export async function watchFiles(workspace: string): Promise<FileWatch> {
  const digests = new Map<string, string | undefined>();
  for (const file of await watchedIn(workspace)) {
    digests.set(file, await digestOf(file, workspace, readWorkspaceText));
  }
  return { pin: () => pinFiles(workspace, digests) };
}

function pinFiles(workspace: string, digests: ReadonlyMap<string, string | undefined>): PinnedFiles {
  const texts = new Map<string, Promise<string>>();
  const read: ReadText = (file) => {
    const name = workspacePath(file, workspace);
    const text = texts.get(name) ?? readWorkspaceText(file, workspace);
    texts.set(name, text);
    return text;
  };
  return {
    read,
    names: () => [...texts.keys()],
    changed: async (names) => {
      const now = await Promise.all(
        names.map(async (name) => ({ name, digest: await digestOf(name, workspace, read) })),
      );
      return now.filter(({ name, digest }) => digest === undefined || digest !== digests.get(name));
    },
  };
}

async function watchedIn(workspace: string): Promise<readonly string[]> {
  const { files } = await findFiles('**/*.json', workspace);
  return files.filter((file) => WATCHED.test(file)).map((file) => workspacePath(file, workspace));
}

/** Chains, environments of every kind, and matrices. */
const WATCHED = /(?:\.chain|\.environment|\.authz|env)\.json$/;

async function digestOf(name: string, workspace: string, read: ReadText): Promise<string | undefined> {
  const text = await unlessFaulty(read(path.resolve(workspace, name), workspace));
  return text === undefined ? undefined : createHash('sha256').update(text).digest('hex');
}
