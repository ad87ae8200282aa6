/** The files of a run: a chain with what it requires, and the environment that it runs in. */
import type { DataTable } from '../../core/data/dataTable';
import { selectRow, selectRows } from '../../core/data/selectRows';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { jsonEquals, type JsonValue } from '../../core/json/json';
import type { Chain } from '../../core/model';
import type { AuthoredSettings } from '../../core/permission/originPolicy';
import type { RunMemory } from '../../core/run/runStep';
import { loadData, refuseRequiredData } from './loadData';
import { loadChains, loadEnvironment, type LoadedChains, type LoadedEnvironment } from './loadChain';
import type { ReadText } from './workspaceText';

/** What names the files of a run. */
export interface RunFiles {
  /** Absolute path of the chain. */
  readonly file: string;
  /** Unsaved text of the chain; read from disk when absent. */
  readonly text?: string;
  /** The chain, when it was read already; it wins over `text`. */
  readonly chain?: Chain;
  /** Absolute path of the workspace folder: nothing outside it is read. */
  readonly workspace: string;
  /** Reads chains and environments; absent reads them from disk. */
  readonly readText?: ReadText;
  /** Name of an environment; absent is the one the chain names, if any. */
  readonly environment?: string;
  /** Rows of data that the person gave; absent are those of the chain, if any. */
  readonly data?: DataTable;
  /** Which of the rows, `2,5-7`; absent is all. */
  readonly rows?: string;
  /** The number of the only row to take, the first where there is no such row; absent is all of `rows`. */
  readonly oneRow?: number;
}

/** The files of a run, read. */
export interface LoadedRun extends LoadedChains {
  /** Absent when neither the job nor the chain names one. */
  readonly loaded?: LoadedEnvironment;
  /** The selected rows; absent when it runs once, without. */
  readonly data?: DataTable;
  /** What they say about where the run goes. */
  readonly authored: AuthoredSettings;
}

/** Reads the files of a run. Throws UserError when one is missing or invalid. */
export async function loadRun(
  { file, text, chain, workspace, readText, environment, data, rows, oneRow }: RunFiles,
  overrides: ReadonlyMap<string, JsonValue>,
): Promise<LoadedRun> {
  const chains = await loadChains(file, workspace, chain ?? text, readText);
  refuseRequiredData([
    ...chains.required,
    ...[...chains.called.values()].map(({ loaded: called }) => called),
  ]);
  const table = data ?? (await loadData(chains.main.chain.data, chains.main.file, workspace));
  if (table === undefined && rows !== undefined) {
    throw new UserError(
      `${chains.main.file} has no rows of data to choose from.`,
      'Name a file with "data" in the chain or with --data.',
    );
  }
  const name = environment ?? chains.main.chain.environment;
  const loaded = name === undefined ? undefined : await loadEnvironment(name, file, workspace, readText);
  return {
    ...chains,
    ...defined({
      loaded,
      data: table && (oneRow === undefined ? selectRows(table, rows) : selectRow(table, oneRow)),
    }),
    authored: {
      ...defined({ environment: loaded?.environment }),
      environmentFile: loaded?.file ?? 'environment',
      overrides,
    },
  };
}

/**
 * What is known of a run in the same environment and for the same row of data: what one of them answered stays away from
 * every other. A row that says something else by now is another one.
 */
export function memoryOf(
  known: RunMemory | undefined,
  { loaded, data }: Pick<LoadedRun, 'loaded' | 'data'>,
): RunMemory | undefined {
  const isOfThese =
    known?.environment === loaded?.environment.name &&
    jsonEquals(known?.row?.values ?? null, data?.rows[0]?.values ?? null);
  return isOfThese ? known : undefined;
}
