/** The quick fixes of a chain as a form offers them: by title, and named by number when one is asked for. */
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import { problemsOf, type Part } from '../../core/form/partProblems';
import type { Problem } from '../../core/problem';
import { CallFailure } from '../../protocol/channel';
import { fixContext, fixEdit, type FixServices } from '../providers/fixEdits';
import { placesAround } from '../providers/linkedDocuments';
import { carryOut } from '../textEdits';
import type { FormPorts } from './formPorts';
import { fixesFor } from '../../core/language/fixes';

/** Problems that fixes are offered for at once. */
const MAX_PROBLEMS = 20;

/** Titles of the fixes of each problem of a chain. */
export async function fixTitles(
  services: FixServices,
  chain: vscode.Uri,
  analysis: ChainAnalysis,
): Promise<(problem: Problem) => readonly string[]> {
  const context = await fixContext(services, chain, analysis);
  let left = MAX_PROBLEMS;
  return (problem) => {
    left -= 1;
    return left < 0 ? [] : fixesFor(problem, context).map(({ title }) => title);
  };
}

/** A fix that a page asks for, by numbers. */
export interface WantedFix {
  readonly part: Part;
  readonly problem: number;
  readonly fix: number;
}

/**
 * Applies a fix to the text that it was offered for.
 *
 * @throws CallFailure when the fix does not exist, UserError when the text cannot be changed
 */
export async function applyFix(
  services: FixServices & Pick<FormPorts, 'storeAsSecret'>,
  chain: vscode.Uri,
  analysis: ChainAnalysis,
  { part, ...wanted }: WantedFix,
): Promise<void> {
  const problem = problemsOf(analysis, part)[wanted.problem]?.problem;
  const context = await fixContext(services, chain, analysis);
  const fix = problem === undefined ? undefined : fixesFor(problem, context)[wanted.fix];
  if (fix === undefined) {
    throw new CallFailure(vscode.l10n.t('The text has changed. Choose a fix again.'));
  }
  const { change } = fix;
  if (change.kind === 'storeAsSecret') {
    await services.storeAsSecret(chain, change.range);
    return;
  }
  const places = placesAround(chain, services.files);
  await carryOut(await fixEdit(fix, places));
  if (change.kind === 'create') {
    await vscode.commands.executeCommand('vscode.open', places.uriOf(change.file));
  }
}
