/**
 * What a chain sees besides itself, for the analyzer: the chains that it requires or runs as steps and its environment,
 * read inside the workspace and as far as they can be read. Their problems are data, reported at the place
 * where the chain names them.
 */
import path from 'node:path';
import type { CalledSource, LastRun, Surroundings } from '../../core/analysis/analysis';
import { callsOf, type ChainSource, type EnvironmentSource } from '../../core/analysis/chainSource';
import type { ReadChainSource } from '../../core/analysis/readSource';
import { readDataSource, type DataSource } from '../../core/analysis/dataSource';
import { withPrivatePart } from '../../core/analysis/environmentSource';
import { defined } from '../../core/defined';
import { readEnvironmentNamed } from '../../core/language/environmentSources';
import { isPrivateEnvironmentFile } from '../../core/files/privateEnvironment';
import {
  descriptionOf,
  type ApiDescription,
  type NamedDescription,
} from '../../core/openapi/namedDescription';
import { loadDescription } from './loadDescription';
import { loadEnvironment, readNamed } from './loadChain';
import { createRequireWalk } from './requireWalk';
import { createStepReader, type StepReader } from './stepReader';
import { faultOf, messageOf, refuseBroken, refuseRows } from './surroundingFaults';
import { workspacePath, type ReadText } from './workspaceText';

/** The place of a chain, and the settings of its run. */
export interface ChainPlace {
  /** Absolute path of the chain. */
  readonly file: string;
  /** Absolute path of the workspace folder: nothing outside it is read. */
  readonly workspace: string;
  /** Name of an environment; absent is the one the chain names, if any. */
  readonly environment?: string;
  readonly lastRun?: LastRun;
}

/** How texts are read: from disk (`readWorkspaceText`), or unsaved ones first (`unsavedFirst`). */
export interface SurroundingsReaders {
  readonly text: ReadText;
  /** Reads required chains; may remember what it read. */
  readonly chain: ReadChainSource;
  /** Reads a description, or answers nothing while it is being read; absent is `loadDescription`. */
  readonly description?: (named: NamedDescription, workspace: string) => Promise<ApiDescription | undefined>;
}

/** Reads what a chain sees besides itself. Mistakes in files are part of the answer. */
export async function readSurroundings(
  source: ChainSource,
  place: ChainPlace,
  readers: SurroundingsReaders,
): Promise<Surroundings> {
  const steps = createStepReader(source, place.workspace, readers);
  const [required, environment, data] = await Promise.all([
    readRequiredChains(source, place, readers, steps),
    readEnvironmentAround(source, place, readers.text),
    readDataAround(source, place, readers.text),
  ]);
  return {
    ...required,
    ...environment,
    ...data,
    ...(await readDescriptionAround(source, place, environment, readers)),
    ...(await readCalledChains(source, steps)),
    ...defined({ lastRun: place.lastRun }),
  };
}

async function readRequiredChains(
  { file: name, marks }: ChainSource,
  { file, workspace }: ChainPlace,
  readers: SurroundingsReaders,
  steps: StepReader,
): Promise<Pick<Surroundings, 'required' | 'requiresFaults'>> {
  const walk = createRequireWalk(workspace, async (step) => {
    const text = await readNamed(
      step.file,
      workspace,
      step.from === undefined ? undefined : { from: step.from, member: 'requires' },
      readers.text,
    );
    const source = readers.chain(text, step.name);
    return { source, requires: source.marks.requires.map((required) => required.name) };
  });
  const requiresFaults: { readonly index: number; readonly message: string }[] = [];
  for (const [index, required] of marks.requires.entries()) {
    const known = new Set(walk.visited.keys());
    const fault = await faultOf(async () => {
      await walk.visit(path.resolve(path.dirname(file), required.name), [name]);
      const sources = [...walk.visited.values()].map((visited) => visited.source);
      const found = sources.filter((visited) => !known.has(visited.file));
      refuseBroken(found);
      refuseRows(found, 'required');
      await steps.readBehind(found);
    });
    const message = fault === undefined ? undefined : messageOf(fault, name);
    if (message !== undefined) {
      requiresFaults.push({ index, message });
    }
  }
  return { required: [...walk.visited.values()].map(({ source }) => source), requiresFaults };
}

/** The chains that are run as steps, and the files that were read for that. */
async function readCalledChains(
  source: ChainSource,
  steps: StepReader,
): Promise<Pick<Surroundings, 'called' | 'stepFiles'>> {
  const called = await readStepsOf(source, steps, new Map());
  const { files } = steps;
  return { ...(called.size === 0 ? {} : { called }), ...(files.size === 0 ? {} : { stepFiles: files }) };
}

/** What the steps of a chain run, each once for every name that they have for it; `known` has that of other chains. */
async function readStepsOf(
  source: ChainSource,
  steps: StepReader,
  known: Map<string, ReadonlyMap<string, CalledSource>>,
): Promise<ReadonlyMap<string, CalledSource>> {
  const before = known.get(source.file);
  if (before !== undefined) {
    return before;
  }
  const called = new Map<string, CalledSource>();
  known.set(source.file, called);
  for (const { name } of callsOf(source)) {
    if (!called.has(name)) {
      let sources: readonly ChainSource[] = [];
      const fault = await faultOf(async () => {
        sources = await steps.read(name, source);
      });
      const found = sources.at(-1) ?? steps.known(name, source);
      const inside =
        found === undefined || fault !== undefined ? undefined : await readStepsOf(found, steps, known);
      called.set(name, {
        required: sources.slice(0, -1),
        ...(inside === undefined || inside.size === 0 ? {} : { called: inside }),
        ...defined({ source: found, fault: fault && messageOf(fault, source.file) }),
      });
    }
  }
  return called;
}

async function readEnvironmentAround(
  { marks }: ChainSource,
  { file, workspace, environment }: ChainPlace,
  readText: ReadText,
): Promise<Pick<Surroundings, 'environment' | 'environmentFault'>> {
  const name = environment ?? marks.environment?.name;
  if (name === undefined) {
    return {};
  }
  const sourceIn = async (environmentFile: string): Promise<EnvironmentSource | undefined> => {
    const text = await readText(path.resolve(workspace, environmentFile), workspace);
    return readEnvironmentNamed(text, environmentFile, name);
  };
  let found: EnvironmentSource | undefined;
  const fault = await faultOf(async () => {
    const loaded = await loadEnvironment(name, file, workspace, readText);
    const files = [loaded.file, ...(loaded.otherFile === undefined ? [] : [loaded.otherFile])];
    const [first, second] = await Promise.all(files.toSorted(privateLast).map(sourceIn));
    found = first === undefined || second === undefined ? (first ?? second) : withPrivatePart(first, second);
  });
  if (fault !== undefined) {
    return { environmentFault: messageOf(fault, workspacePath(file, workspace)) };
  }
  return found === undefined ? {} : { environment: found };
}

async function readDataAround(
  { file: name, marks: { data } }: ChainSource,
  { file, workspace }: ChainPlace,
  readText: ReadText,
): Promise<Pick<Surroundings, 'data' | 'dataFault'>> {
  if (data === undefined) {
    return {};
  }
  let found: DataSource | undefined;
  const fault = await faultOf(async () => {
    const absolute = path.resolve(path.dirname(file), data.name);
    found = readDataSource(await readText(absolute, workspace), workspacePath(absolute, workspace));
  });
  return fault === undefined ? defined({ data: found }) : { dataFault: messageOf(fault, name) };
}

/** Only what is on disk is read: a description takes long to read, and may be of several files. */
async function readDescriptionAround(
  { file, marks }: ChainSource,
  { workspace }: ChainPlace,
  { environment }: Pick<Surroundings, 'environment'>,
  { description: read = loadDescription }: SurroundingsReaders,
): Promise<Pick<Surroundings, 'openapi' | 'openapiFault' | 'isOpenapiPending'>> {
  const named = descriptionOf(
    { file, chain: { openapi: marks.openapi?.name } },
    environment && { file: environment.file, environment },
  );
  if (named === undefined) {
    return {};
  }
  let found: ApiDescription | undefined;
  const fault = await faultOf(async () => {
    found = await read(named, workspace);
  });
  if (fault !== undefined) {
    return { openapiFault: messageOf(fault, file) };
  }
  return found === undefined ? { isOpenapiPending: true } : { openapi: found };
}

function privateLast(one: string, other: string): number {
  return Number(isPrivateEnvironmentFile(one)) - Number(isPrivateEnvironmentFile(other));
}
