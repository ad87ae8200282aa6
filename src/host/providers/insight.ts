/** The input of the insertion features: the analysis of the current text, and the last values. */
import type * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import type { ChainAnalyses, ChainFiles, Environments, LastResults } from '../services';

/** Owners of the state that hover, completion, hints and lenses read. */
export interface InsightServices {
  readonly analyses: ChainAnalyses;
  readonly last: LastResults;
  readonly files: ChainFiles;
  readonly environments: Environments;
}

/** The analysis of what an editor shows; absent when the text has moved on meanwhile. */
export async function analysisOf(
  document: vscode.TextDocument,
  { analyses }: Pick<InsightServices, 'analyses'>,
): Promise<ChainAnalysis | undefined> {
  const analysis = await analyses.of(document.uri);
  return analysis.source.text === document.getText() ? analysis : undefined;
}
