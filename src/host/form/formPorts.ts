/** What the forms work with: the owners of the editor's state. */
import type * as vscode from 'vscode';
import type { RunMemory } from '../../core/run/runStep';
import type { PreviewSettings } from '../../node/preview/previewContext';
import type { ChainPanels } from '../chainPanels';
import type { ResultHistory } from '../results/resultHistory';
import type { ShownRuns } from '../results/shownRuns';
import type { RunService } from '../running/runService';
import type { SecretActions } from '../secrets/registerSecrets';
import type { ChainAnalyses, ChainFiles, Environments, LastResults, RunHelp } from '../services';

/** Owners of the state that forms show and change. */
export interface FormPorts extends Pick<SecretActions, 'storeAsSecret'> {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly files: ChainFiles;
  readonly analyses: ChainAnalyses;
  readonly last: LastResults;
  readonly environments: Environments;
  readonly service: RunService;
  /** Runs a chain for the record, or shows what is in the way. */
  readonly execute: (chain: vscode.Uri) => Promise<void>;
  readonly help: RunHelp;
  /** Imports requests into a chain, or shows why that does not work. */
  readonly importInto: (chain: vscode.Uri) => Promise<void>;
  readonly panels: Pick<ChainPanels, 'openViewer' | 'autoMap'>;
  readonly shown: ShownRuns;
  readonly history: Pick<ResultHistory, 'list' | 'read' | 'bodies'>;
  /** What the last run of a chain left in memory. */
  readonly memory: (chain: vscode.Uri) => RunMemory | undefined;
  /** The settings that a run of the chain would have. */
  readonly settings: (chain: vscode.Uri) => Promise<PreviewSettings>;
  /** Whether the sample is open. */
  readonly isSample: () => boolean;
  readonly log: vscode.LogOutputChannel;
}
