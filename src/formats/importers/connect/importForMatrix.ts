/**
 * A description or a recording as what an authorization matrix is proposed from: a chain whose requests refer to what
 * others give, with its environment. Nothing is written.
 */
import { generateMatrix, type ProposedMatrix } from '../../../core/authz/generate/generate';
import type { TenantName } from '../../../core/authz/generate/generateTenants';
import type { NewUser } from '../../../core/authz/generate/generateUsers';
import type { Asking, Question } from '../../../core/authz/generate/questions';
import type { MatrixChain } from '../../../core/authz/model/matrix';
import { defined } from '../../../core/defined';
import { InvalidFileError, UserError } from '../../../core/errors';
import { readChainOnly } from '../../../core/files/chainFile';
import { readEnvironment } from '../../../core/files/environmentFile';
import { pathFrom } from '../../../core/language/filePath';
import type { NamedSource } from '../../../core/ports';
import type { LoadedChain } from '../../../core/run/plan';
import { readDescription, type ImportFile } from '../importers';
import { mapImport } from '../mapImport';
import { readSources } from '../readSources';
import type { RecordedRules } from '../shape/recordedResponses';
import { composeImport, type ComposedFile, type ComposedImport } from '../write/composeImport';
import { pathTemplate } from '../../../core/authz/model/cellId';
import { parsedJson } from '../shape/externalJson';
import type { ReadSource } from '../shape/imported';
import { describedTenant } from './describedTenant';
import { connectApi, type ConnectedApi } from './connectApi';

/** Files that were made of a description or a recording. */
export interface ImportedApi {
  /** Relative to the folder of the matrix. */
  readonly files: readonly ComposedFile[];
  /** Path of the chain that the matrix is about. */
  readonly chain: string;
  readonly questions: readonly Question[];
  /** What divides users; absent when no answer shows it. */
  readonly tenant: TenantName | undefined;
}

/** What the user named, and how it is read. */
interface ApiSource {
  readonly file: ImportFile;
  /** As the user named it. */
  readonly name: string;
  readonly rules: RecordedRules;
}

/** A description or a recording that was read. */
export interface ReadApi {
  /** As the user named it. */
  readonly name: string;
  /** What it becomes; answers say what a description leaves open. */
  readonly connect: (asking: Asking) => ConnectedImport;
}

/** Reads a description or a recording. Rejects with UserError when it is neither. */
export async function readApi({ file, name, rules }: ApiSource): Promise<ReadApi> {
  const api = await readDescription(file);
  if (api !== undefined) {
    return { name, connect: (asking) => connectedImport(name, connectApi(api, asking)) };
  }
  const recorded = await mapped({ name, open: () => Promise.resolve({ kind: 'file', ...file }) }, rules);
  return { name, connect: () => recorded };
}

/**
 * The files that a description or a recording becomes.
 *
 * @param stem the beginning of their names: `shop` for `shop.authz.json`
 * @throws UserError when there is nothing to make a chain of
 */
export function importForMatrix(
  { name, connect }: ReadApi,
  { stem, asking }: { readonly stem: string; readonly asking: Asking },
): ImportedApi {
  const { composed, questions, tenant } = connect(asking);
  const chains = composed.files.map(({ path }) => path).filter((path) => path.endsWith(CHAIN));
  const required = new Set(composed.run.required);
  const chain = chains.find((path) => !required.has(path));
  if (chain === undefined) {
    const { say } = asking;
    throw new UserError(
      say('{0} has no request that a chain can have.', name),
      say('Name a file with requests.'),
    );
  }
  const own = `${stem}${CHAIN}`;
  const isFree = !chains.includes(own);
  return {
    files: isFree
      ? composed.files.map((one) => (one.path === chain ? { ...one, path: own } : one))
      : composed.files,
    chain: isFree ? own : chain,
    questions,
    tenant,
  };
}

const CHAIN = '.chain.json';

/** Requests as files, and what is known of them. */
interface ConnectedImport extends Pick<ImportedApi, 'questions' | 'tenant'> {
  readonly composed: ComposedImport;
}

function connectedImport(source: string, { collection, ...known }: ConnectedApi): ConnectedImport {
  return { composed: composeImport([{ source, collection }], { folders: 'tags' }), ...known };
}

/** A recording whose requests refer to what earlier ones were answered. */
async function mapped(source: NamedSource, rules: RecordedRules): Promise<ConnectedImport> {
  const [read] = await readSources([source], { keep: new Set(), rules });
  if (read === undefined || !('collection' in read)) {
    throw new UserError(
      read?.kind === 'refused' ? read.reason : `${source.name} cannot be read.`,
      'Name a chain, an OpenAPI description or a recording.',
    );
  }
  const { composed } = await mapImport(composeImport([read], { folders: 'tags', responses: true }), rules);
  return { composed, questions: [], tenant: recordedTenant(read.collection) };
}

/** The name alone: a value of a recording belongs to somebody. */
function recordedTenant({ requests }: ReadSource['collection']): TenantName | undefined {
  const found = describedTenant(
    requests.flatMap((request) => {
      const { response } = (request.kind === 'kept' ? request.recorded?.exchange : undefined) ?? {};
      return request.kind !== 'kept' || response === undefined
        ? []
        : [
            {
              request,
              path: pathTemplate({ url: request.request.url }),
              answer: parsedJson(response.body.content),
            },
          ];
    }),
  );
  return found && { name: found.name };
}

/** A matrix that is proposed, and the files that it needs. */
export interface Proposal extends ProposedMatrix {
  /** Relative to the folder of the matrix; none where the chain is there already. */
  readonly files: readonly ComposedFile[];
}

/** Proposes a matrix with its files. Throws UserError when there is nothing to make a chain of. */
export function proposeFromApi(api: ReadApi, place: MatrixPlace): Proposal {
  const stem = place.file.replace(/^.*\//s, '').replace(/\.authz\.json$/, '');
  const imported = importForMatrix(api, { stem, asking: place.asking });
  return { ...proposeForImport(imported, place), files: imported.files };
}

/** Where a matrix will be, and what for. */
export interface MatrixPlace {
  readonly users: readonly NewUser[];
  readonly asking: Asking;
  /** Workspace path that the matrix will have. */
  readonly file: string;
}

/** Proposes a matrix for what was imported. Throws UserError when its chain cannot be read. */
export function proposeForImport(
  { files, chain, questions, tenant }: ImportedApi,
  { users, asking, file }: MatrixPlace,
): ProposedMatrix {
  const at = (path: string): string => pathFrom(file, path) ?? path;
  const loaded = new Map(
    files
      .filter(({ path }) => path.endsWith(CHAIN))
      .map(({ path, text }) => [at(path), loadChain(at(path), text)]),
  );
  const main = loaded.get(at(chain));
  const environment = files.find(({ path }) => path.endsWith('.environment.json'));
  if (main === undefined) {
    throw new Error(`${chain} is among the files`);
  }
  const proposed = generateMatrix({
    chain: withRequired(main, loaded),
    users,
    asking,
    ...defined({
      tenant,
      environment:
        environment === undefined
          ? undefined
          : readEnvironment(environment.text, environment.path).environment,
    }),
    file,
  });
  return { ...proposed, questions: [...questions, ...proposed.questions] };
}

function loadChain(file: string, text: string): LoadedChain {
  const { chain, problems } = readChainOnly(text, file);
  if (chain === undefined) {
    throw new InvalidFileError(file, problems);
  }
  return { file, chain };
}

function withRequired(main: LoadedChain, all: ReadonlyMap<string, LoadedChain>): MatrixChain {
  const files = new Set<string>([main.file]);
  for (const file of files) {
    // Iterating a Set also visits members added during the iteration.
    all.get(file)?.chain.requires.forEach((name) => files.add(pathFrom(file, name) ?? name));
  }
  const required = [...files].slice(1).toReversed();
  return { ...main, required: required.flatMap((file) => all.get(file) ?? []) };
}
