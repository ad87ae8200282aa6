/**
 * What the commands about matrices do. Without arguments they mean the active editor; what they are given is looked
 * at before it is believed. Whatever sends or reads secrets checks the trust first.
 */
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import type { Coverage } from '../../core/authz/report/coverage';
import { UserError } from '../../core/errors';
import { withoutLinks } from '../fileText';
import { requireTrust } from '../trust';
import { orShowFailure } from '../commandRegistrar';
import type { DryRunDocuments } from './dryRunDocuments';
import { engineText } from '../engineText';
import type { MatrixCoverages } from './matrixCoverages';
import { matrixOf, patternsFrom, type MatrixPlace } from './matrixDocument';
import { runMatrixShown, type AuthzDisplay } from './matrixProgress';
import type { MatrixService, WantedMatrixRun } from './matrixService';

/** The last result of a matrix that is given to somebody else, and the one that it is compared with. */
export interface SharedMatrix {
  readonly result: AuthzResult;
  readonly earlier: AuthzResult | undefined;
  /** What of an API it tested; absent when nothing lists its operations. */
  readonly coverage?: Coverage | undefined;
}

/** What the commands work on. */
export interface MatrixCommandPorts {
  readonly service: MatrixService;
  readonly panels: AuthzDisplay;
  readonly coverages: Pick<MatrixCoverages, 'of'>;
  readonly dryRuns: Pick<DryRunDocuments, 'show'>;
  /** Gives a result to somebody else; without one a link at most. */
  readonly share: (place: MatrixPlace, shared: SharedMatrix | undefined) => Promise<void>;
  /** Opens the page that proposes a matrix from a file. */
  readonly propose: (source: unknown) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

/**
 * The commands by their names without `chainwright.`. Those that run answer how the run ended, or nothing; all
 * others answer nothing.
 *
 * @param subject a matrix; for `generateMatrix` a chain, a description or a recording
 * @param patterns for `runMatrixCells`: ids of cells, or names of operations
 */
export type MatrixCommands = Readonly<
  Record<
    | 'runMatrix'
    | 'runMatrixCells'
    | 'dryRunMatrix'
    | 'showAuthzResults'
    | 'shareMatrix'
    | 'generateMatrix'
    | 'cleanUpMatrix'
    | 'cancelMatrix',
    (subject?: unknown, patterns?: unknown) => Promise<AuthzResult['outcome'] | undefined | void>
  >
>;

/** The commands on these ports. */
export function matrixCommands(ports: MatrixCommandPorts): MatrixCommands {
  const { service, panels, dryRuns, propose, log } = ports;
  return {
    runMatrix: async (matrix) => {
      requireTrust();
      return runWanted(ports, { place: matrixOf(matrix) });
    },
    runMatrixCells: async (matrix, patterns) => {
      requireTrust();
      const place = matrixOf(matrix);
      const only = patternsFrom(patterns) ?? (await askOperation(service, place));
      return only === undefined ? undefined : runWanted(ports, { place, only });
    },
    dryRunMatrix: async (matrix) => {
      requireTrust();
      const place = matrixOf(matrix);
      await orShowFailure(log, () => dryRuns.show(place), place.root);
    },
    showAuthzResults: async (matrix) => {
      const place = matrixOf(matrix);
      if ((await service.runs.recall(place)) === undefined) {
        throw new UserError(vscode.l10n.t('This matrix has no result.'), vscode.l10n.t('Run it first.'));
      }
      panels.show(place);
    },
    shareMatrix: async (matrix) => shareLast(ports, matrixOf(matrix)),
    generateMatrix: propose,
    cleanUpMatrix: async (matrix) => {
      requireTrust();
      const place = matrixOf(matrix);
      await orShowFailure(log, async () => cleanUpShown(service, place), place.root);
    },
    cancelMatrix: (matrix) => {
      // Without a matrix every run is cancelled: who wants one to stop should not have to find its file.
      const isNamed = matrix !== undefined && matrix !== null;
      service.runs.cancel(isNamed ? matrixOf(matrix).uri : undefined);
      return Promise.resolve();
    },
  };
}

/**
 * Gives the last result of a matrix to somebody else.
 *
 * @throws UserError while the matrix runs
 */
export async function shareLast(
  { service, coverages, share }: Pick<MatrixCommandPorts, 'service' | 'coverages' | 'share'>,
  place: MatrixPlace,
): Promise<void> {
  service.runs.requireIdle(place.uri);
  await share(place, await sharedResult({ runs: service.runs, coverages }, place));
}

async function sharedResult(
  { runs, coverages }: Pick<MatrixService, 'runs'> & Pick<MatrixCommandPorts, 'coverages'>,
  place: MatrixPlace,
): Promise<SharedMatrix | undefined> {
  const run = await runs.recall(place);
  if (run?.result === undefined) {
    return undefined;
  }
  const { result } = run;
  const [earlier, coverage] = await Promise.all([
    runs.earlier({ ...run, result }),
    coverages.of(place, result),
  ]);
  return { result, earlier, coverage };
}

async function runWanted(
  { service, panels, log }: MatrixCommandPorts,
  wanted: WantedMatrixRun,
): Promise<AuthzResult['outcome'] | undefined> {
  const { root } = wanted.place;
  const result = await orShowFailure(log, () => runMatrixShown(service, panels, wanted), root);
  return result?.outcome;
}

/** Asks for an operation of the matrix; absent when the person gives up. */
async function askOperation(
  service: MatrixService,
  place: MatrixPlace,
): Promise<readonly string[] | undefined> {
  const { plan } = await service.dryRun({ place });
  const operations = new Map<string, number>();
  plan.cells.forEach(({ operation }) => operations.set(operation, (operations.get(operation) ?? 0) + 1));
  const items = [...operations].map(([label, count]) => ({
    label,
    description: vscode.l10n.t('{0} cells', count),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Run Authorization Test of an Operation'),
    placeHolder: vscode.l10n.t('Which operation do you want to test?'),
  });
  return chosen === undefined ? undefined : [chosen.label];
}

function cleanUpShown(service: MatrixService, place: MatrixPlace): Thenable<void> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Deleting what authorization tests left'),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const cancel = new AbortController();
    const watching = token.onCancellationRequested(() => cancel.abort());
    try {
      const done = await service.cleanUp(place, cancel.signal);
      if (done !== undefined) {
        showCleanUp(done.deleted, done.left);
      }
    } finally {
      watching.dispose();
    }
  });
}

function showCleanUp(deleted: number, left: readonly { readonly reason: string }[]): void {
  const [first] = left;
  if (first !== undefined) {
    const message = vscode.l10n.t(
      '{0} deleted, {1} left: {2}',
      deleted,
      left.length,
      engineText(first.reason),
    );
    void vscode.window.showWarningMessage(withoutLinks(message));
    return;
  }
  void vscode.window.showInformationMessage(
    deleted === 0
      ? vscode.l10n.t('Authorization tests of this matrix left nothing.')
      : vscode.l10n.t('{0} objects that authorization tests left were deleted.', deleted),
  );
}
