/** What a description means for the chains of a workspace folder, worked out in the thread of imports. */
import path from 'node:path';
import { defined } from '../../core/defined';
import { unlessFaulty } from '../../core/errors';
import { openSpec, refusePart } from '../../formats/importers/read/openapi/readOpenapi';
import type { ChainEdit } from '../../formats/sync/chainText';
import { syncChains } from '../../formats/sync/syncChains';
import type { ToldOperation } from '../../formats/sync/syncLines';
import { fileOf, openNamed } from '../../node/files/loadDescription';
import { loadDescribed } from '../../node/files/loadDescribed';
import { openDescription } from '../../node/files/openDescription';
import { unsavedFirst } from '../../node/files/workspaceText';

/** What is asked. All paths are absolute. */
export interface SyncOrder {
  /** The chain whose description counts. */
  readonly chain: string;
  /** Chains of its workspace folder; those that name another description are left alone. */
  readonly chains: readonly string[];
  readonly workspace: string;
  /** Texts that are not saved, by their files. */
  readonly unsaved: ReadonlyMap<string, string>;
  /** Name of the environment that the chain runs in. */
  readonly environment?: string;
  /** The description as it was. */
  readonly older?: string;
}

/** What comes of it. */
export interface SyncFindings {
  /** Workspace path of the description. */
  readonly description: string;
  readonly operations: readonly ToldOperation[];
  /** Chains that change, with the texts that their edits are for. */
  readonly chains: readonly {
    readonly file: string;
    readonly text: string;
    readonly edits: readonly ChainEdit[];
  }[];
}

/** Finds the changes; nothing where the chain names no description. Rejects with UserError for one that cannot be used. */
export async function findChanges(order: SyncOrder): Promise<SyncFindings | undefined> {
  const { chain, workspace, environment, older, unsaved } = order;
  const text = unsavedFirst((file) => unsaved.get(file));
  const { named } = await loadDescribed(chain, workspace, environment, text);
  if (named === undefined) {
    return undefined;
  }
  const newer = refusePart(await openSpec(await openNamed(named, workspace)));
  const before =
    older === undefined
      ? undefined
      : refusePart(await openDescription(path.basename(older), path.dirname(older)));
  const description = fileOf(named);
  const chains = [];
  for (const file of order.chains) {
    // What is wrong with other chains is among their problems.
    const found = await unlessFaulty(
      loadDescribed(file, workspace, file === chain ? environment : undefined, text),
    );
    if (found?.named !== undefined && fileOf(found.named) === description) {
      chains.push(found);
    }
  }
  const sync = syncChains(chains, { newer, ...defined({ older: before }) });
  const texts = new Map(chains.map((one) => [one.file, one.text]));
  return {
    description,
    // Values are not needed, and their exact numbers would not arrive.
    operations: sync.operations.map((one) => ({
      ...one,
      requests: one.requests.map((request) => ({
        ...request,
        points: request.points.map(({ kind, text: said }) => ({ kind, text: said })),
      })),
    })),
    chains: sync.chains.flatMap(({ file, edits }) =>
      edits.length === 0 ? [] : [{ file: path.resolve(workspace, file), text: texts.get(file) ?? '', edits }],
    ),
  };
}
