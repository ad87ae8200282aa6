/** The flaw of a matrix that an issue is raised about. */
import * as vscode from 'vscode';
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import { formatPlace, UserError } from '../../../core/errors';
import { matrixPlace, type MatrixPlace } from '../../authz/matrixDocument';
import type { MatrixRunSource } from '../../authz/matrixRuns';
import { verdictText } from '../../authz/verdictText';
import { maskedAuthz, type KnownSecrets } from '../maskAgain';
import type { Fault, IssueSubject } from './fault';
import type { IssueQuestions } from './issueQuestions';
import { findCells } from '../../../node/authz/cellPlaces';
import { flawContent, isFlaw } from '../../../sharing/issues/flawIssue';
import { mainPlace } from '../../../formats/reporters/authz/places';

/** Where runs of matrices are found, and who is asked which flaw is meant. */
export interface FlawFaultPorts extends Pick<MatrixRunSource, 'recall'> {
  readonly ask: Pick<IssueQuestions, 'choose'>;
}

/**
 * The flaw that is meant. Nothing when the person gave up.
 *
 * @throws UserError when there is nothing to raise, or the run has not ended
 */
export async function flawFault(
  { uri, cell: wanted }: IssueSubject,
  { recall, ask }: FlawFaultPorts,
  known: KnownSecrets,
): Promise<Fault | undefined> {
  const place = matrixPlace(uri);
  const result = maskedAuthz(await lastResult(place, recall), known);
  const cell = await chooseFlaw(result, wanted, ask);
  if (cell === undefined) {
    return undefined;
  }
  return {
    workspace: place.root,
    content: async () => {
      const written = mainPlace((await findCells(place.root, result))(cell));
      const at = written === undefined ? {} : { place: formatPlace(written) };
      return flawContent({ result, cell, ...at });
    },
  };
}

async function lastResult(place: MatrixPlace, recall: MatrixRunSource['recall']): Promise<AuthzResult> {
  const run = await recall(place);
  if (run?.view.outcome === 'running') {
    throw new UserError(
      vscode.l10n.t('This matrix is being run, so its result is not complete.'),
      vscode.l10n.t('Raise the issue when the run has ended.'),
    );
  }
  if (run?.result === undefined) {
    throw new UserError(vscode.l10n.t('This matrix has no result.'), vscode.l10n.t('Run it first.'));
  }
  return run.result;
}

async function chooseFlaw(
  { cells }: AuthzResult,
  wanted: string | undefined,
  ask: FlawFaultPorts['ask'],
): Promise<CellResult | undefined> {
  const flaws = cells.filter((one) => isFlaw(one) && (wanted === undefined || one.cell.id === wanted));
  if (flaws.length < 2) {
    return flaws[0] ?? nothingToRaise();
  }
  const choices = flaws.map((flaw) => ({ label: verdictText(flaw), description: flaw.class }));
  const chosen = await ask.choose(vscode.l10n.t('Raise an Issue about Which Flaw?'), choices);
  return chosen === undefined ? undefined : flaws[chosen];
}

function nothingToRaise(): never {
  throw new UserError(
    vscode.l10n.t('There is nothing to raise: no flaw was found.'),
    vscode.l10n.t('Run the matrix again.'),
  );
}
