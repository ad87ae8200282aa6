/** The views of the activity bar and the sample, with their commands. */
import * as vscode from 'vscode';
import { commandRegistrar } from '../commandRegistrar';
import type { ChainAnalyses, ChainFiles, LastResults } from '../services';
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

/** Shows the views for as long as the returned disposable lives. */
export function registerViews(ports: ViewPorts): vscode.Disposable {
  const register = commandRegistrar(ports.log);
  const failed = (error: unknown): void => showFailure(error, undefined, ports.log);
  return vscode.Disposable.from(
    registerChainsView({ ...ports, register, failed }),
    registerParametersView({ ...ports, register }),
    registerSample({ ...ports, register, failed }),
  );
}
