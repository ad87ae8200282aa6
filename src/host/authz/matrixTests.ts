/**
 * Running cells as tests: one run for each matrix, with the service that everything else uses too, so that the
 * grid, the problems and the status bar show it as well. Whatever happens, every test gets a result.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { CellResult } from '../../core/authz/model/authzResult';
import { countsAsDenied, judgementOf } from '../../core/authz/model/verdict';
import { defined } from '../../core/defined';
import { oneLine } from '../../core/shownText';
import { engineText } from '../engineText';
import type { ChainFiles } from '../services';
import { cellFinder, type CellFinder } from './cellLinks';
import { MatrixTestTree, type MatrixItem } from './matrixTestTree';
import type { MatrixService } from './matrixService';
import { reasonTexts, verdictText } from './verdictText';

/** What the tests work with. */
export interface MatrixTestPorts {
  readonly service: MatrixService;
  readonly files: ChainFiles;
  readonly log: vscode.LogOutputChannel;
}

/** Cells that somebody wants to be run. */
interface MatrixTestJob {
  readonly matrix: MatrixItem;
  /** By the id of their cell. */
  readonly cells: ReadonlyMap<string, vscode.TestItem>;
  /** Whether that is all of them. */
  readonly isWhole: boolean;
}

/** The matrices of a test controller. */
export class MatrixTests implements vscode.Disposable {
  readonly #tree: MatrixTestTree;

  constructor(
    controller: vscode.TestController,
    private readonly ports: MatrixTestPorts,
  ) {
    this.#tree = new MatrixTestTree(controller, ports.files);
  }

  dispose(): void {
    this.#tree.dispose();
  }

  /** Makes the matrices of the tree those of the workspace. */
  refresh(): Promise<void> {
    return this.#tree.refresh();
  }

  /** Whether an item is a matrix, or is below one. */
  owns(item: vscode.TestItem): boolean {
    return this.#tree.matrixOf(item) !== undefined;
  }

  /** Plans the matrix of an item, so that its cells are below it. */
  async resolve(item: vscode.TestItem): Promise<void> {
    const matrix = this.#tree.matrixOf(item);
    if (matrix?.item === item) {
      await this.#tree.resolve(matrix);
    }
  }

  /** Runs what was chosen, matrix by matrix; items of chains are passed over. Never rejects. */
  async run(
    chosen: readonly vscode.TestItem[],
    excluded: ReadonlySet<vscode.TestItem>,
    run: vscode.TestRun,
    environment?: string,
  ): Promise<void> {
    const matrices = new Set(chosen.flatMap((item) => this.#tree.matrixOf(item) ?? []));
    for (const matrix of matrices) {
      const planned = await this.#tree.resolve(matrix);
      if (planned !== undefined && !run.token.isCancellationRequested) {
        await this.#runJob(jobFor(planned, chosen, excluded), run, environment);
      }
    }
  }

  async #runJob(job: MatrixTestJob, run: vscode.TestRun, environment: string | undefined): Promise<void> {
    const open = new Map(job.cells);
    open.forEach((item) => run.enqueued(item));
    try {
      if (job.matrix.item.error !== undefined) {
        run.errored(job.matrix.item, new vscode.TestMessage(job.matrix.item.error));
      } else if (open.size > 0) {
        await this.#follow(job, run, open, environment);
      }
    } catch (error) {
      const message = new vscode.TestMessage(this.#explain(error));
      open.forEach((item) => run.errored(item, message));
      open.clear();
    } finally {
      // Cancelled, or the person said no: not run is not failed.
      open.forEach((item) => run.skipped(item));
    }
  }

  /** Runs and reports each verdict as it comes; `open` loses the items that have one. */
  async #follow(
    { matrix, cells, isWhole }: MatrixTestJob,
    run: vscode.TestRun,
    open: Map<string, vscode.TestItem>,
    environment: string | undefined,
  ): Promise<void> {
    const { service, files } = this.ports;
    const { place } = matrix;
    const find = await cellFinder(place, files);
    const watching = vscode.Disposable.from(
      run.token.onCancellationRequested(() => service.runs.cancel(place.uri)),
      service.runs.onDidChange((change) => {
        if (change.type !== 'updated' || change.run.place.uri.toString() !== place.uri.toString()) {
          return;
        }
        const { event } = change;
        if (event.type === 'cell-started') {
          const item = open.get(event.id);
          if (item !== undefined) {
            run.started(item);
          }
        } else if (event.type === 'cell-finished') {
          const { id } = event.result.cell;
          const item = open.get(id);
          if (item !== undefined) {
            reportCell(run, item, event.result, find);
            open.delete(id);
          }
        }
      }),
    );
    try {
      await service.start({
        place,
        ...(isWhole ? {} : { only: [...cells.keys()] }),
        ...defined({ environment }),
      });
    } finally {
      watching.dispose();
    }
  }

  /** Why a matrix could not be run: what the user can fix in full, an internal error in the log. */
  #explain(error: unknown): string {
    if (error instanceof UserError) {
      return engineText(error.message);
    }
    this.ports.log.error(error instanceof Error ? error : String(error));
    return vscode.l10n.t('This did not work because of a fault in Chainwright. Its log says more.');
  }
}

/** Reports the outcome of a cell in a test run. */
export function reportCell(
  run: vscode.TestRun,
  item: vscode.TestItem,
  result: CellResult,
  find: CellFinder,
): void {
  run.appendOutput(`${result.class}  ${oneLine(verdictText(result))}\r\n`, undefined, item);
  switch (judgementOf(result.class)) {
    case 'pass':
      run.passed(item);
      return;
    case 'denied':
      // A correct API may refuse what an attack pack guesses in any way; that is neither a failure nor a proof.
      if (countsAsDenied(result)) {
        run.failed(item, messageOf(item, result, find));
      } else {
        run.skipped(item);
      }
      return;
    case 'flaw':
    case 'restricted':
      run.failed(item, messageOf(item, result, find));
      return;
    case 'inconclusive':
      run.errored(item, messageOf(item, result, find));
      return;
    case 'open':
      run.skipped(item);
  }
}

function messageOf(item: vscode.TestItem, result: CellResult, find: CellFinder): vscode.TestMessage {
  const message = new vscode.TestMessage(
    [`${result.class}: ${verdictText(result)}.`, ...reasonTexts(result)].map(oneLine).join('\n'),
  );
  const { main } = find(result.cell);
  if (main !== undefined && item.uri !== undefined) {
    message.location = new vscode.Location(item.uri, main);
  }
  return message;
}

function jobFor(
  matrix: MatrixItem,
  chosen: readonly vscode.TestItem[],
  excluded: ReadonlySet<vscode.TestItem>,
): MatrixTestJob {
  const isIn = (items: { has(item: vscode.TestItem): boolean }, item: vscode.TestItem): boolean =>
    items.has(item) || (item.parent !== undefined && items.has(item.parent)) || items.has(matrix.item);
  const wanted = new Set(chosen);
  const cells = [...matrix.cells].filter(([, item]) => isIn(wanted, item) && !isIn(excluded, item));
  return { matrix, cells: new Map(cells), isWhole: cells.length === matrix.cells.size };
}
