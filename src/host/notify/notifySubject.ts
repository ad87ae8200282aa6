/** Which run a person means who wants a chat to be told: that of a panel, of a line of a view, or of the open file. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { TellableRun } from '../../sharing/notifyDesk';
import { isMatrixFile, matrixPlace } from '../authz/matrixDocument';
import type { MatrixPlace } from '../authz/matrixDocument';
import type { FinishedMatrix, MatrixRun } from '../authz/matrixRuns';
import { activeChain, isChainFile } from '../chainDocument';
import { resultOf } from '../chainRuns';
import type { ChainRun } from '../chainRuns';
import { subjectOf } from '../results/resultCommands';
import type { ShownRuns } from '../results/shownRuns';
import { chainLink, matrixLink } from './newsLink';
import { tellableChain, tellableMatrix } from './tellableRuns';

/** Where runs are found. */
export interface SubjectPorts {
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
export async function tellableRun(
  argument: unknown,
  ports: SubjectPorts,
  extension: OwnExtension,
): Promise<TellableRun> {
  const uri = argument instanceof vscode.Uri ? argument : activeMatrix(argument);
  if (uri !== undefined && isMatrixFile(uri)) {
    return matrixRun(matrixPlace(uri), ports, extension);
  }
  return chainRun(await chainSubject(argument, ports.shown), ports.shown, extension);
}

/** A run of a chain as rules and messages know it. */
export function runOfChain(run: ChainRun, { id, version }: OwnExtension): TellableRun {
  const { place, trigger } = run;
  const result = resultOf(run);
  return tellableChain(place, result, { trigger, version, link: chainLink(place, result, id) });
}

/** A run of a matrix as rules and messages know it. */
export function runOfMatrix({ place, result, ...known }: FinishedMatrix, { id }: OwnExtension): TellableRun {
  return tellableMatrix(place, result, { ...known, link: matrixLink(place, id) });
}

async function chainSubject(argument: unknown, shown: ShownRuns): Promise<vscode.Uri> {
  const stored = subjectOf(argument);
  if (stored !== undefined) {
    await shown.open(stored);
    return stored;
  }
  return shown.latest(argument instanceof vscode.Uri && isChainFile(argument) ? argument : activeChain());
}

function chainRun(subject: vscode.Uri, shown: ShownRuns, extension: OwnExtension): TellableRun {
  const run = shown.runOf(subject);
  if (run === undefined || run.view.outcome === 'running' || run.view.recorded === true) {
    throw nothingToTell();
  }
  return runOfChain(run, extension);
}

async function matrixRun(
  place: MatrixPlace,
  { recall }: SubjectPorts,
  extension: OwnExtension,
): Promise<TellableRun> {
  const run = await recall(place);
  if (run?.result === undefined) {
    throw nothingToTell();
  }
  return runOfMatrix({ place, result: run.result, before: run.before, isPart: false }, extension);
}

/** The matrix in the active editor, where a command names nothing. */
function activeMatrix(argument: unknown): vscode.Uri | undefined {
  return argument === undefined || argument === null
    ? vscode.window.activeTextEditor?.document.uri
    : undefined;
}

/** Recordings and unfinished runs cannot be told. */
function nothingToTell(): UserError {
  return new UserError(
    vscode.l10n.t('There is no finished run to tell of.'),
    vscode.l10n.t('Run it first, or select a result of a run in the Results view.'),
  );
}
