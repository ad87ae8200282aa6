/** The views of the activity bar and the sample, with their commands. */
import * as vscode from 'vscode';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import type { ChainAnalyses, ChainFiles, LastResults, RunHelp } from '../services';
import { showFailure } from '../userMessage';
import { registerChainsView, type ChainsPorts } from './chainCommands';
import { registerParametersView } from './parameterCommands';
import { registerSample, type SamplePorts } from './sampleCommands';

/** What the views work on. */
export interface ViewPorts extends Pick<SamplePorts, 'context' | 'secrets'>, Pick<ChainsPorts, 'importTo'> {
  readonly files: ChainFiles;
  readonly analyses: ChainAnalyses;
  readonly last: LastResults;
  readonly log: vscode.LogOutputChannel;
}

/** The views, as other parts of the extension ask for them. */
export type Views = vscode.Disposable & Pick<RunHelp, 'startSampleApi'>;

/** Shows the views for as long as what is returned lives. */
export function registerViews(ports: ViewPorts): Views {
  const register = commandRegistrar(ports.log);
  const failed = (error: unknown): void => showFailure(error, undefined, ports.log);
  const sample = registerSample({ ...ports, register, failed });
  const all = vscode.Disposable.from(
    registerChainsView({ ...ports, register, failed }),
    registerParametersView({ ...ports, register }),
    sample,
  );
  return {
    startSampleApi: async () => {
      await orShowFailure(ports.log, sample.startApi);
    },
    dispose: () => void all.dispose(),
  };
}
