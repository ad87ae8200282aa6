/**
 * Which run to notify a channel about: that of a panel, of a line of a view, or of the open file.
 * Every message is masked once more.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { NotifiableRun } from '../../sharing/notifyDesk';
import { isMatrixFile, matrixPlace, type MatrixPlace } from '../authz/matrixDocument';
import type { FinishedMatrix, MatrixRun } from '../authz/matrixRuns';
import { activeChain, isChainFile } from '../chainDocument';
import { resultOf, type ChainRun } from '../chainRuns';
import { subjectOf } from '../results/resultCommands';
import type { ShownRuns } from '../results/shownRuns';
import { maskedComparison, maskedResult, type KnownSecrets } from '../sharing/maskAgain';
import { chainLink, matrixLink } from './newsLink';
import { notifiableChain, notifiableMatrix } from './notifiableRuns';

/** The known secrets of this workspace. */
export interface MaskingPorts {
  readonly machine: () => Promise<KnownSecrets>;
}

/** The same, and where runs are found. */
export interface SubjectPorts extends MaskingPorts {
  readonly shown: ShownRuns;
  /** The last or current run of a matrix, from the disk when this window has none. */
  readonly recall: (place: MatrixPlace) => Promise<MatrixRun | undefined>;
}

/** This extension, as messages name it and links lead to it. */
export interface OwnExtension {
  /** `publisher.name`. */
  readonly id: string;
  readonly version: string;
}

/**
 * The run that an argument of a command names. It may come from anywhere: only files count that are chains, matrices,
 * or where results are kept.
 *
 * @throws UserError when it names none, or one that has not ended
 */
export async function notifiableRun(
  argument: unknown,
  ports: SubjectPorts,
  extension: OwnExtension,
): Promise<NotifiableRun> {
  const uri = argument instanceof vscode.Uri ? argument : activeMatrix(argument);
  if (uri !== undefined && isMatrixFile(uri)) {
    return matrixRun(matrixPlace(uri), ports, extension);
  }
  return chainRun(await chainSubject(argument, ports.shown), ports, extension);
}

/** A run of a chain as rules and messages know it. */
export async function runOfChain(
  run: ChainRun,
  { machine }: MaskingPorts,
  { id, version }: OwnExtension,
): Promise<NotifiableRun> {
  const { place, trigger } = run;
  const result = maskedResult(resultOf(run), await machine());
  return notifiableChain(place, result, { trigger, version, link: chainLink(place, result, id) });
}

/** A run of a matrix as rules and messages know it. */
export async function runOfMatrix(
  { place, isPart, ...run }: FinishedMatrix,
  { machine }: MaskingPorts,
  { id }: OwnExtension,
): Promise<NotifiableRun> {
  const { result, before } = maskedComparison(run, await machine());
  return notifiableMatrix(place, result, { before, isPart, link: matrixLink(place, id) });
}

async function chainSubject(argument: unknown, shown: ShownRuns): Promise<vscode.Uri> {
  const stored = subjectOf(argument);
  if (stored !== undefined) {
    await shown.open(stored);
    return stored;
  }
  return shown.latest(argument instanceof vscode.Uri && isChainFile(argument) ? argument : activeChain());
}

async function chainRun(
  subject: vscode.Uri,
  ports: SubjectPorts,
  extension: OwnExtension,
): Promise<NotifiableRun> {
  const run = ports.shown.runOf(subject);
  if (run === undefined || run.view.outcome === 'running' || run.view.recorded === true) {
    throw nothingToTell();
  }
  return runOfChain(run, ports, extension);
}

async function matrixRun(
  place: MatrixPlace,
  ports: SubjectPorts,
  extension: OwnExtension,
): Promise<NotifiableRun> {
  const run = await ports.recall(place);
  if (run?.result === undefined) {
    throw nothingToTell();
  }
  return runOfMatrix({ place, result: run.result, before: run.before, isPart: false }, ports, extension);
}

/** The matrix in the active editor, where a command names nothing. */
function activeMatrix(argument: unknown): vscode.Uri | undefined {
  return argument === undefined || argument === null
    ? vscode.window.activeTextEditor?.document.uri
    : undefined;
}

/** Recordings and unfinished runs are not sent. */
function nothingToTell(): UserError {
  return new UserError(
    vscode.l10n.t('No run has finished yet.'),
    vscode.l10n.t('Run it first, or select a result of a run in the Results view.'),
  );
}
