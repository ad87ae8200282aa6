/** `chainwright analyze`: what is wrong with chains, and who produces and consumes each variable. */
import { formatPlace } from '../core/errors';
import type { Analysis } from '../core/analyze';
import { hasErrors } from '../core/problem';
import { analyzeFile } from '../node/analyzeFile';
import { workspacePath } from '../node/workspaceText';
import { findChains, workspaceOf } from './chainFiles';
import { exitCodes } from './exitCode';
import { printable } from './paint';
import type { CommandContext } from './runCommand';

/** What commander gives for `analyze`. */
export interface AnalyzeOptions {
  readonly environment?: string;
  readonly json: boolean;
}

interface FileAnalysis extends Analysis {
  readonly chain: string;
}

/** Analyzes chains; resolves to the exit code: 1 when one has an error. */
export async function analyzeCommand(
  patterns: readonly string[],
  { environment, json }: AnalyzeOptions,
  { folder }: CommandContext,
): Promise<number> {
  const files = await findChains(patterns, folder);
  const analyses: FileAnalysis[] = [];
  for (const file of files) {
    const workspace = await workspaceOf(file, folder);
    const analysis = await analyzeFile(file, workspace, environment);
    analyses.push({ ...analysis, chain: workspacePath(file, workspace) });
  }
  process.stdout.write(
    json ? `${JSON.stringify(together(analyses), null, 2)}\n` : printable(analyses.map(inWords).join('\n')),
  );
  return analyses.some(({ problems }) => hasErrors(problems)) ? exitCodes.failed : exitCodes.passed;
}

function together(analyses: readonly FileAnalysis[]) {
  return {
    problems: analyses.flatMap(({ problems }) => problems),
    variables: analyses.flatMap(({ chain, variables }) =>
      variables.map((variable) => ({ ...variable, chain })),
    ),
  };
}

function inWords({ chain, problems, variables }: FileAnalysis): string {
  const lines = problems.map(
    ({ place, severity, message, code }) => `  ${formatPlace(place)}: ${severity}: ${message} (${code})`,
  );
  const flows = variables.map(
    ({ name, producer, consumers }) =>
      `    ${name}: ${producer ?? 'from outside'} → ${consumers.length === 0 ? 'unused' : consumers.join(', ')}`,
  );
  return [chain, ...lines, ...(flows.length === 0 ? [] : ['  Variables:', ...flows]), ''].join('\n');
}
