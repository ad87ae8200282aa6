/**
 * The OpenAPI description that a chain or an environment names, with the files that its `$ref`s lead to.
 *
 * All of them are read inside the workspace only. A large one takes seconds, so the last ones that were read are
 * kept for as long as their files stay the same.
 */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors';
import { pathFrom } from '../../core/language/filePath';
import {
  descriptionOf,
  type ApiDescription,
  type NamedDescription,
} from '../../core/openapi/namedDescription';
import type { OpenedSource } from '../../core/ports';
import type { LoadedChain } from '../../core/run/plan';
import type { LoadedEnvironment } from './loadChain';
import { createSourceFiles, sourceText } from './openSource';
import { ignoreSystemError } from './systemError';
import { readNamedFile } from './workspaceFiles';

/** A description that was read from files. */
export interface LoadedDescription extends ApiDescription {
  /** Workspace paths of the files that it consists of, those that are missing included. */
  readonly files: readonly string[];
}

/** How a description is read; here, or elsewhere in the same way. */
export type LoadDescription = (named: NamedDescription, workspace: string) => Promise<LoadedDescription>;

/** Reads the descriptions that responses of chains are held against, by the files of the chains. */
export async function loadDescriptions(
  chains: readonly LoadedChain[],
  environment: LoadedEnvironment | undefined,
  workspace: string,
  load: LoadDescription = loadDescription,
): Promise<ReadonlyMap<string, ApiDescription>> {
  const descriptions = new Map<string, ApiDescription>();
  for (const loaded of chains.filter(({ chain }) => chain.requests.some(({ expect }) => expect.contract))) {
    const named = descriptionOf(loaded, environment);
    if (named !== undefined) {
      descriptions.set(loaded.file, await load(named, workspace));
    }
  }
  return descriptions;
}

/** Reads a description. Rejects with UserError when it is missing, outside of the workspace, or cannot be used. */
export async function loadDescription(
  named: NamedDescription,
  workspace: string,
): Promise<LoadedDescription> {
  const file = fileOf(named);
  const key = path.resolve(workspace, file);
  const known = kept.get(key);
  if (known !== undefined && (await isUnchanged(known, workspace))) {
    return known.description;
  }
  const stamps = new Map([[file, await stampOf(file, workspace)]]);
  const source = await openNamed(named, workspace);
  const { files } = source;
  const { readDescription } = await import('../../formats/contract/readDescription');
  try {
    const read = await readDescription({
      ...source,
      files: {
        ...files,
        text: async (other) => {
          stamps.set(other, await stampOf(other, workspace));
          return files.text(other);
        },
      },
    });
    const description = { ...read, files: [...stamps.keys()] };
    keep(key, { description, stamps });
    return description;
  } catch (error) {
    throw error instanceof UserError
      ? new UserError(`${file} is no OpenAPI description that can be used. ${error.what}`, error.todo, {
          file: named.from,
        })
      : error;
  }
}

/** Opens a description and the files beside it. Rejects with UserError when it is missing or outside of the workspace. */
export async function openNamed(
  named: NamedDescription,
  workspace: string,
): Promise<Extract<OpenedSource, { kind: 'file' }>> {
  const { name, from } = named;
  const place = { file: from };
  const bytes = await readNamedFile(name, { root: workspace, folder: path.dirname(from), place });
  const files = createSourceFiles(workspace, 'the workspace');
  return { kind: 'file', name, path: fileOf(named), text: sourceText(bytes), files };
}

/** Workspace path of a description. */
export function fileOf({ name, from }: NamedDescription): string {
  return pathFrom(from, name) ?? name;
}

/** A description, and what its files looked like when they were read. */
interface KeptDescription {
  readonly description: LoadedDescription;
  readonly stamps: ReadonlyMap<string, string>;
}

const kept = new Map<string, KeptDescription>();

/** A workspace has few; each may take much memory. */
const MAX_KEPT = 4;

function keep(key: string, description: KeptDescription): void {
  kept.delete(key);
  kept.set(key, description);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) {
    kept.delete(oldest);
  }
}

async function isUnchanged({ stamps }: KeptDescription, workspace: string): Promise<boolean> {
  const now = await Promise.all([...stamps.keys()].map((file) => stampOf(file, workspace)));
  return [...stamps.values()].every((stamp, index) => stamp === now[index]);
}

/** Tells whether a file was written since; a missing one has a stamp, too. */
async function stampOf(file: string, workspace: string): Promise<string> {
  const found = await stat(path.resolve(workspace, file)).catch(ignoreSystemError);
  return found === undefined ? '' : `${found.ino} ${found.size} ${found.mtimeMs}`;
}
