/**
 * Matrices as tests, next to chains: an item for each matrix file, its operations below it, their cells below those.
 *
 * A matrix is planned when somebody looks into it: that reads the chains it names, and sends nothing.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { Cell } from '../../core/authz/model/cell';
import { locationOf } from '../../core/authz/report/grid';
import { openDocument } from '../chainDocument';
import { findFiles } from '../findFiles';
import { remedies } from '../remedies';
import type { ChainFiles } from '../services';
import { cellFinder } from './cellLinks';
import { MATRIX_FILES, isMatrixFile, matrixPlace, type MatrixPlace } from './matrixDocument';
import { jobOf } from './matrixRuns';
import { loadMatrix } from '../../node/authz/loadMatrix';
import { planMatrix } from '../../core/authz/plan/planMatrix';
import { engineText } from '../engineText';

/** A matrix in the tree, with its cells by id once it was planned. */
export interface MatrixItem {
  readonly item: vscode.TestItem;
  readonly place: MatrixPlace;
  readonly cells: ReadonlyMap<string, vscode.TestItem>;
}

/** Owner of the matrix items of a controller. */
export class MatrixTestTree implements vscode.Disposable {
  readonly #matrices = new Map<string, MatrixItem>();
  readonly #watching: vscode.Disposable;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly files: ChainFiles,
  ) {
    this.#watching = files.onDidChange((changed) => void this.#follow(changed));
  }

  dispose(): void {
    this.#watching.dispose();
  }

  /** Makes the matrices of the tree those of the workspace. */
  async refresh(): Promise<void> {
    const found = await findFiles(MATRIX_FILES);
    const uris = new Map(found.map((uri) => [uri.toString(), uri]));
    for (const name of this.#matrices.keys()) {
      if (!uris.has(name)) {
        this.#matrices.delete(name);
        this.controller.items.delete(name);
      }
    }
    for (const [name, uri] of uris) {
      if (!this.#matrices.has(name) && uri.scheme === 'file') {
        this.#add(uri);
      }
    }
  }

  /** The matrix of an item or of its parent; absent for items of chains. */
  matrixOf(item: vscode.TestItem): MatrixItem | undefined {
    const top = item.parent?.parent ?? item.parent ?? item;
    return this.#matrices.get(top.id);
  }

  /** Plans a matrix, so that its operations and cells are below it; says on the item why it cannot. */
  async resolve({ item, place }: MatrixItem): Promise<MatrixItem | undefined> {
    try {
      const loaded = await loadMatrix(jobOf(place, undefined));
      const plan = planMatrix(loaded, {
        allowMutations: true,
        allowChanges: remedies.allowChanges,
        irreversible: [],
      });
      const find = await cellFinder(place, this.files);
      item.description = loaded.matrix.name;
      item.error = undefined;
      const cells = this.#fill(item, plan.cells, (cell) => find(cell).main);
      return this.#keep({ item, place, cells });
    } catch (error) {
      item.error =
        error instanceof UserError ? engineText(error.message) : vscode.l10n.t('This file cannot be read.');
      item.children.replace([]);
      return this.#keep({ item, place, cells: new Map() });
    }
  }

  async #follow(changed: readonly vscode.Uri[]): Promise<void> {
    if (changed.some(isMatrixFile)) {
      await this.refresh();
    }
    // Chains are planned as they are on disk, and any of them may give any matrix other cells.
    const saved = changed.some((uri) => isMatrixFile(uri) || openDocument(uri)?.isDirty !== true);
    for (const matrix of saved ? [...this.#matrices.values()] : []) {
      if (matrix.cells.size > 0) {
        await this.resolve(matrix);
      }
    }
  }

  #add(uri: vscode.Uri): void {
    const item = this.controller.createTestItem(uri.toString(), vscode.workspace.asRelativePath(uri), uri);
    item.canResolveChildren = true;
    this.controller.items.add(item);
    this.#keep({ item, place: matrixPlace(uri), cells: new Map() });
  }

  #keep(matrix: MatrixItem): MatrixItem {
    this.#matrices.set(matrix.item.id, matrix);
    return matrix;
  }

  /** Items stay for as long as their cells do, so that a run in progress can still report on them. */
  #fill(
    matrix: vscode.TestItem,
    cells: readonly Cell[],
    rangeOf: (cell: Cell) => vscode.Range | undefined,
  ): ReadonlyMap<string, vscode.TestItem> {
    const operations = new Map<string, vscode.TestItem>();
    const children = new Map<string, vscode.TestItem[]>();
    const items = new Map<string, vscode.TestItem>();
    for (const [index, cell] of cells.entries()) {
      const { operation } = cell;
      const parent =
        operations.get(operation) ??
        matrix.children.get(operation) ??
        this.controller.createTestItem(operation, operation, matrix.uri);
      parent.range ??= rangeOf(cell);
      operations.set(operation, parent);
      const item =
        parent.children.get(cell.id) ?? this.controller.createTestItem(cell.id, cellLabel(cell), matrix.uri);
      item.range = rangeOf(cell);
      item.sortText = String(index).padStart(6, '0');
      children.set(operation, [...(children.get(operation) ?? []), item]);
      items.set(cell.id, item);
    }
    operations.forEach((parent, name) => parent.children.replace(children.get(name) ?? []));
    matrix.children.replace([...operations.values()]);
    return items;
  }
}

/** Who does what to whose, and where: `alice: bob's order, path orderId`. */
function cellLabel(cell: Cell): string {
  const { kind, caller, owner, resource } = cell;
  const object =
    resource === undefined || owner === undefined || kind === 'FUN'
      ? vscode.l10n.t('without a grant')
      : owner === caller
        ? vscode.l10n.t('their own {0}', resource)
        : vscode.l10n.t('{0} of {1}', resource, owner);
  return `${caller}: ${object}, ${locationOf(cell)}`;
}
