/** The files of a run: a chain with what it requires, and the environment that it runs in. */
import { defined } from '../../core/defined';
import type { JsonValue } from '../../core/json/json';
import type { Chain } from '../../core/model';
import type { AuthoredSettings } from '../../core/permission/originPolicy';
import { loadChains, loadEnvironment, type LoadedChains, type LoadedEnvironment } from './loadChain';

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
  /** Name of an environment; absent is the one the chain names, if any. */
  readonly environment?: string;
}

/** The files of a run, read. */
export interface LoadedRun extends LoadedChains {
  /** Absent when neither the job nor the chain names one. */
  readonly loaded?: LoadedEnvironment;
  /** What they say about where the run goes. */
  readonly authored: AuthoredSettings;
}

/** Reads the files of a run. Throws UserError when one is missing or invalid. */
export async function loadRun(
  { file, text, chain, workspace, environment }: RunFiles,
  overrides: ReadonlyMap<string, JsonValue>,
): Promise<LoadedRun> {
  const chains = await loadChains(file, workspace, chain ?? text);
  const name = environment ?? chains.main.chain.environment;
  const loaded = name === undefined ? undefined : await loadEnvironment(name, file, workspace);
  return {
    ...chains,
    ...defined({ loaded }),
    authored: {
      ...defined({ environment: loaded?.environment }),
      environmentFile: loaded?.file ?? 'environment',
      overrides,
    },
  };
}
