/**
 * `Import Requests…`: requests of other tools as chains. The person chooses what and where to; files are read and
 * written, nothing is run, fetched or sent, so this works in Restricted Mode as well.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChosenParts, KeptOverview, SourceOverview } from '../../formats/importers/chooseRequests';
import type { ChainFiles } from '../services';
import { ImportCancelled, startImport, type BackgroundImport } from './backgroundImport';
import { askChoice, askFolders, positionOf, type ImportChoice } from './importChoice';
import { knownSecrets, type SecretPorts } from './importedSecrets';
import { orderFrom, type ImportOrder, type NamedSource } from './importOrder';
import { reportImport, type OutcomePorts } from './importOutcome';
import { askFolder, askPlace, type ImportPlace } from './importPlace';
import type { ComposedOverview, ComposeOrder } from './importSession';
import { askSources, readNamed, showingProgress } from './importSources';
import { canKeepResponses, keepResponses, type ResponsePorts } from './keepResponses';
import { filesIn, writeInto, writeNew } from './writeImport';

/** What an import needs of the extension. */
export interface ImportPorts extends SecretPorts, OutcomePorts, ResponsePorts {
  readonly files: Pick<ChainFiles, 'list'>;
}

/**
 * Imports what the arguments of the command name, asking for what they do not say.
 *
 * @returns the chain or environment that is shown, or nothing when the person gave up
 * @throws UserError when there is nothing that can be imported
 */
export async function importRequests(
  ports: ImportPorts,
  args: readonly unknown[],
): Promise<vscode.Uri | undefined> {
  const order = orderFrom(args);
  const sources = order.sources ?? (await askSources());
  if (sources === undefined) {
    return undefined;
  }
  const background = startImport();
  try {
    return await importInBackground({ ...ports, background }, { ...order, sources });
  } catch (error) {
    if (error instanceof ImportCancelled) {
      return undefined;
    }
    throw error;
  } finally {
    background.end();
  }
}

/** What an import works with. */
interface RunningImport extends ImportPorts {
  readonly background: BackgroundImport;
}

async function importInBackground(
  running: RunningImport,
  order: ImportOrder & { readonly sources: readonly NamedSource[] },
): Promise<vscode.Uri | undefined> {
  const chosen = await chooseFrom(running.background, order.sources);
  const place = chosen && (await placeFor(running, order, chosen));
  const written = place && (await write(running, chosen, place));
  if (written !== undefined) {
    await reportImport(running, written);
  }
  return written?.shown;
}

/** What a person chose of the sources. */
interface ChosenSources {
  /** One for each source that could be read. */
  readonly parts: readonly ChosenParts[];
  /** The requests among them. */
  readonly requests: readonly KeptOverview[];
}

async function chooseFrom(
  background: BackgroundImport,
  sources: readonly NamedSource[],
): Promise<ChosenSources | undefined> {
  const first = await readNamed(background, sources, new Set());
  const choice = await askChoice(first);
  if (choice === undefined || isNothing(choice)) {
    return undefined;
  }
  const { sound } = choice.keep.size === 0 ? first : await readNamed(background, sources, choice.keep);
  const parts = first.sound.map((overview, at) => partsOf(overview, at, choice));
  const requests = sound.flatMap((overview, at) =>
    overview.requests.filter((_request, index) => parts[at]?.requests.has(index) === true),
  );
  return { parts, requests: requests.filter((request) => request.kind === 'kept') };
}

function isNothing({ requests, environments, keep }: ImportChoice): boolean {
  return requests.size + environments.size + keep.size === 0;
}

/** Which parts of a source are taken: those that were chosen, and what a rule set aside that is not applied. */
function partsOf({ requests, environments }: SourceOverview, at: number, choice: ImportChoice): ChosenParts {
  const taken = (request: SourceOverview['requests'][number], index: number): boolean =>
    choice.requests.has(positionOf(at, index)) ||
    (request.kind === 'left-out' && request.rule !== undefined && choice.keep.has(request.rule));
  return {
    requests: indicesOf(requests, taken),
    environments: indicesOf(environments, (_one, index) => choice.environments.has(positionOf(at, index))),
  };
}

function indicesOf<Item>(
  items: readonly Item[],
  isWanted: (item: Item, index: number) => boolean,
): ReadonlySet<number> {
  return new Set(items.flatMap((item, index) => (isWanted(item, index) ? [index] : [])));
}

/** Environments alone are not asked about: they are files of their own. */
async function placeFor(
  { files }: ImportPorts,
  order: ImportOrder,
  { requests }: ChosenSources,
): Promise<ImportPlace | undefined> {
  if (requests.length > 0) {
    return askPlace(files, order);
  }
  const folder = await askFolder(order);
  return folder === undefined ? undefined : { kind: 'folder', folder };
}

/** What was written. */
interface Written extends ComposedOverview {
  /** The folder of new files. */
  readonly folder: vscode.Uri;
  readonly shown: vscode.Uri;
  /** How many responses were kept. */
  readonly responses: number;
}

async function write(
  running: RunningImport,
  chosen: ChosenSources,
  place: ImportPlace,
): Promise<Written | undefined> {
  return place.kind === 'folder'
    ? writeFolder(running, chosen, place.folder)
    : writeChain(running, chosen, place);
}

async function writeFolder(
  running: RunningImport,
  { parts, requests }: ChosenSources,
  folder: vscode.Uri,
): Promise<Written | undefined> {
  const folders = await askFolders(requests);
  if (folders === undefined) {
    return undefined;
  }
  const composed = await compose(running, folder, { chosen: parts, into: { folders } });
  const required = new Set(composed.run?.required);
  const written = await writeNew(folder, composed.files, ({ path: file }) => !required.has(file));
  if (written === undefined) {
    return undefined;
  }
  const responses = await keepResponses(running, folder);
  return { ...composed, folder, shown: await written.show(), responses };
}

async function writeChain(
  running: RunningImport,
  { parts }: ChosenSources,
  { chain, before }: Extract<ImportPlace, { kind: 'chain' }>,
): Promise<Written> {
  const folder = vscode.Uri.joinPath(chain, '..');
  const document = await vscode.workspace.openTextDocument(chain);
  const target = { text: document.getText(), file: path.posix.basename(chain.path), before };
  const composed = await compose(running, folder, { chosen: parts, into: target });
  await writeInto(document, composed.edits, { folder, files: composed.files });
  return { ...composed, folder, shown: chain, responses: await keepResponses(running, folder) };
}

async function compose(
  running: RunningImport,
  folder: vscode.Uri,
  order: Pick<ComposeOrder, 'chosen' | 'into'>,
): Promise<ComposedOverview> {
  const taken = await filesIn(folder);
  const known = await knownSecrets(running);
  const responses = canKeepResponses(folder);
  return showingProgress(running.background, vscode.l10n.t('Importing'), () =>
    running.background.calls.compose({ ...order, taken, known, responses }),
  );
}
