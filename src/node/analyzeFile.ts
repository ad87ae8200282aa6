/** Analyzing a chain file with what it sees from outside: its required chains and its environment. */
import { analyzeChain } from '../core/analyze';
import type { Analysis } from '../core/analyze';
import { readChain } from '../core/chainFile';
import { UserError } from '../core/errors';
import type { Chain } from '../core/model';
import { extractedVariables } from '../core/plan';
import { placeAt } from '../core/jsonDocument';
import type { JsonDocument } from '../core/jsonDocument';
import type { Problem } from '../core/problem';
import { loadChains, loadEnvironment } from './loadChain';
import { readWorkspaceText, workspacePath } from './workspaceText';

/** Analyzes the chain at an absolute path. What is wrong with the files around it is among the problems. */
export async function analyzeFile(file: string, workspace: string, environment?: string): Promise<Analysis> {
  const text = await readWorkspaceText(file, workspace);
  const document = readChain(text, workspacePath(file, workspace));
  const { chain, positions } = document;
  if (chain === undefined) {
    return analyzeChain(document, { requires: new Set(), environment: new Set() });
  }
  const faults: Problem[] = [];
  const note = (code: string, error: unknown): undefined => {
    faults.push(outsideProblem(positions.document, code, error));
  };
  const required = await loadChains(file, workspace).catch((error: unknown) => note('requires', error));
  const name = environment ?? chain.environment;
  const loaded =
    name === undefined
      ? undefined
      : await loadEnvironment(name, file, workspace).catch((error: unknown) => note('environment', error));
  const analysis = analyzeChain(document, {
    requires: new Set((required?.required ?? []).flatMap((other) => variablesOf(other.chain))),
    environment: faults.length > 0 ? undefined : new Set(Object.keys(loaded?.environment.variables ?? {})),
  });
  return { ...analysis, problems: [...faults, ...analysis.problems] };
}

function variablesOf(chain: Chain): readonly string[] {
  return [...Object.keys(chain.variables), ...chain.requests.flatMap(extractedVariables)];
}

function outsideProblem(document: JsonDocument, code: string, error: unknown): Problem {
  if (!(error instanceof UserError)) {
    throw error;
  }
  const range = { start: 0, end: 0 };
  return { code, severity: 'error', message: error.message, range, place: placeAt(document, 0) };
}
