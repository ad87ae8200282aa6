/** `chainwright sync`: requests of chains follow a description of their API that has changed. Nothing is sent. */
import path from 'node:path';
import { defined } from '../../core/defined';
import { applyEdits, inOrder } from '../../core/edit/textEdit';
import { UserError } from '../../core/errors';
import { groupBy } from '../../core/groupBy';
import { list } from '../../core/words';
import { openSpec, type OpenedSpec } from '../../formats/importers/read/openapi/readOpenapi';
import { addOperations } from '../../formats/sync/addOperations';
import { syncChains } from '../../formats/sync/syncChains';
import { fileOf, openNamed } from '../../node/files/loadDescription';
import { loadDescribed, type DescribedChain } from '../../node/files/loadDescribed';
import { writeOutputFile } from '../../node/files/outputFile';
import { openDescription } from '../../node/files/openDescription';
import { findChains } from '../chainFiles';
import { workspaceOf } from '../../node/files/workspaceOf';
import type { CommandContext } from '../commandContext';
import { exitCodes } from '../exitCode';
import { colours } from '../paint';
import { whole } from '../wholeDescription';
import { isDone, renderSync, syncJson, type ChangedChain, type SyncReport } from './syncText';

/** What commander gives for `sync`. */
export interface SyncOptions {
  /** The description, where chains name none or another one is meant. */
  readonly openapi?: string;
  /** The description as it was. */
  readonly since?: string;
  /** The environment whose description and variables count; absent is the one that each chain names. */
  readonly environment?: string;
  /** A chain that gets requests for operations that nothing calls. */
  readonly add?: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** Changes chains; resolves to the exit code: 1 when something is left to do. */
export async function syncCommand(
  patterns: readonly string[],
  options: SyncOptions,
  { folder, environment, signal }: CommandContext,
): Promise<number> {
  const { add, dryRun, json } = options;
  const chains: FoundChain[] = [];
  for (const absolute of await findChains([...patterns, ...(add === undefined ? [] : [add])], folder)) {
    const workspace = await workspaceOf(absolute, folder);
    const chain = await loadDescribed(absolute, workspace, options.environment);
    chains.push({ ...chain, file: path.relative(folder, absolute), absolute, workspace });
  }
  const reports: SyncReport[] = [];
  for (const group of await groupsOf(chains, options, folder)) {
    reports.push(await syncGroup(group, options, folder));
  }
  for (const { absolute, text } of dryRun ? [] : reports.flatMap(({ changed }) => changed)) {
    await writeOutputFile('The chain', absolute, text, signal);
  }
  process.stdout.write(
    json
      ? `${JSON.stringify(reports.map(syncJson), null, 2)}\n`
      : renderSync(reports, dryRun, colours(process.stdout, environment)),
  );
  return reports.every((report) => isDone(report, dryRun)) ? exitCodes.passed : exitCodes.failed;
}

/** A chain, and where it is. */
interface FoundChain extends DescribedChain {
  readonly absolute: string;
  readonly workspace: string;
}

/** Chains of one description. */
interface SyncGroup {
  /** As messages call it. */
  readonly description: string;
  readonly open: () => Promise<OpenedSpec>;
  /** The folder that its files are named from, absolute. */
  readonly root: string;
  readonly chains: readonly FoundChain[];
}

/** The chains by their descriptions. Rejects with UserError where there is none, or several for what is about one. */
async function groupsOf(
  chains: readonly FoundChain[],
  { openapi, since, add }: SyncOptions,
  folder: string,
): Promise<readonly SyncGroup[]> {
  if (openapi !== undefined) {
    const root = await workspaceOf(path.resolve(folder, openapi), folder);
    return [{ description: openapi, open: () => openDescription(openapi, folder), root, chains }];
  }
  const named = chains.flatMap(({ named: name, ...chain }) =>
    name === undefined ? [] : [{ chain, name, file: path.resolve(chain.workspace, fileOf(name)) }],
  );
  const groups = [...groupBy(named, ({ file }) => file)].flatMap(([file, members]): readonly SyncGroup[] =>
    members.slice(0, 1).map(({ name, chain: { workspace } }) => ({
      description: path.relative(folder, file),
      open: async () => openSpec(await openNamed(name, workspace)),
      root: workspace,
      chains: members.map(({ chain }) => chain),
    })),
  );
  if (groups.length === 0) {
    throw new UserError(
      'No chain here names an OpenAPI description.',
      'Add "openapi" to a chain or its environment, or name the description with --openapi.',
    );
  }
  if (groups.length > 1 && (since !== undefined || add !== undefined)) {
    throw new UserError(
      `The chains name several descriptions: ${list(groups.map(({ description }) => description))}.`,
      `${since === undefined ? '--add' : '--since'} is about one. Name the chains of one of them.`,
    );
  }
  return groups;
}

/** Holds the chains of a description against it. Nothing is written yet. */
async function syncGroup(
  { description, open, root, chains }: SyncGroup,
  { since, add }: SyncOptions,
  folder: string,
): Promise<SyncReport> {
  const newer = whole(await open());
  const older = since === undefined ? undefined : whole(await openDescription(since, folder));
  const sync = syncChains(chains, { newer, ...defined({ older }) });
  const edits = new Map(sync.chains.map((one) => [one.file, one.edits]));
  const target = add === undefined ? undefined : path.relative(folder, path.resolve(folder, add));
  const uncalled = new Set(sync.uncalled);
  const needs: string[] = [];
  const changed = chains.flatMap((chain): readonly ChangedChain[] => {
    const own = edits.get(chain.file) ?? [];
    let text = applyEdits(chain.text, inOrder(own.flatMap((one) => one.edits)));
    if (chain.file === target) {
      const more = addOperations({ ...chain, text }, newer, uncalled);
      text = more.text;
      needs.push(...more.needs);
    }
    const requests = own.flatMap(({ request }) => request ?? []);
    return text === chain.text ? [] : [{ absolute: chain.absolute, file: chain.file, text, requests }];
  });
  const added = target === undefined ? {} : { added: { file: target, operations: sync.uncalled, needs } };
  const operations = sync.operations.map((one) => ({
    ...one,
    ...(one.place === undefined
      ? {}
      : { place: { ...one.place, file: path.relative(folder, path.resolve(root, one.place.file)) } }),
  }));
  return { description, ...defined({ since }), sync: { ...sync, operations }, changed, ...added };
}
