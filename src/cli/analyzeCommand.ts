/** `chainwright analyze`: what is wrong with chains, and who produces and consumes each variable. */
import type { ChainAnalysis } from '../core/analysis/analysis';
import { variableFlows } from '../core/analysis/variableFlows';
import { hasErrors } from '../core/problem';
import { analyzeFile } from '../node/analyzeFile';
import { renderAnalyses } from './analysisText';
import { findChains } from './chainFiles';
import { workspaceOf } from '../node/files/workspaceOf';
import { exitCodes } from './exitCode';
import { colours } from './paint';
import type { CommandContext } from './commandContext';

/** What commander gives for `analyze`. */
export interface AnalyzeOptions {
  readonly environment?: string;
  readonly json: boolean;
}

/** Analyzes chains; resolves to the exit code: 1 when one has an error. */
export async function analyzeCommand(
  patterns: readonly string[],
  { environment, json }: AnalyzeOptions,
  { folder, environment: processEnvironment }: CommandContext,
): Promise<number> {
  const analyses: ChainAnalysis[] = [];
  for (const file of await findChains(patterns, folder)) {
    const workspace = await workspaceOf(file, folder);
    const chosen = environment === undefined ? {} : { environment };
    analyses.push(await analyzeFile({ file, workspace, ...chosen }));
  }
  process.stdout.write(
    json
      ? `${JSON.stringify(together(analyses), null, 2)}\n`
      : `${renderAnalyses(analyses, colours(process.stdout, processEnvironment))}\n`,
  );
  return analyses.some(({ problems }) => hasErrors(problems)) ? exitCodes.failed : exitCodes.passed;
}

function together(analyses: readonly ChainAnalysis[]) {
  return {
    problems: analyses.flatMap(({ problems }) => problems),
    variables: analyses.flatMap((analysis) =>
      variableFlows(analysis).map((flow) => ({ ...flow, chain: analysis.source.file })),
    ),
  };
}
