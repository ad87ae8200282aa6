/** Where the workspace's files say what a cell asks: the rule, the operation and the waiver, and the attacking request. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import type { Cell } from '../../core/authz/model/cell';
import { createCellLocator, type PlacedRange } from '../../core/authz/matrix/locateCell';
import { pathFrom } from '../../core/language/filePath';
import { outlineChain } from '../../core/files/outline';
import type { RequestReference } from '../../core/result/result';
import { lineRanges, linesOf } from '../providers/lineRanges';
import type { ChainFiles } from '../services';
import { attackOf } from './cellEvidence';
import { matrixName, type MatrixPlace } from './matrixDocument';

/** A place in a file, and how it is called: `orders.authz.json:21`. */
export interface CellLink {
  readonly text: string;
  readonly location: vscode.Location;
}

/** Where a matrix file says what a cell asks; absent is what it does not say. */
interface CellPlaces {
  /** The place for problems of the cell: its operation. */
  readonly main?: vscode.Range;
  /** The grant that decides, or the lack of one. */
  readonly rule?: vscode.Range;
  readonly waiver?: vscode.Range;
}

/** Finds cells in one matrix file as it was read. */
export type CellFinder = (cell: Cell) => CellPlaces;

/** A finder for the current matrix; one that finds nothing when it cannot be read. */
export async function cellFinder(place: MatrixPlace, files: Pick<ChainFiles, 'text'>): Promise<CellFinder> {
  const text = await textOf(place.uri, files);
  if (text === undefined) {
    return () => ({});
  }
  const locate = createCellLocator(text, matrixName(place));
  return (cell) => {
    const { rule, operation, resource, waiver } = locate(cell);
    const main = operation ?? rule ?? resource;
    return {
      ...(main === undefined ? {} : { main: rangeOf(main) }),
      ...(rule === undefined ? {} : { rule: rangeOf(rule) }),
      ...(waiver === undefined ? {} : { waiver: rangeOf(waiver) }),
    };
  };
}

/** The links of a cell's evidence, each place once. */
export async function cellLinks(
  place: MatrixPlace,
  cell: CellResult,
  result: AuthzResult | undefined,
  files: Pick<ChainFiles, 'text'>,
): Promise<readonly CellLink[]> {
  const { main, rule, waiver } = (await cellFinder(place, files))(cell.cell);
  const inMatrix = [main, rule, waiver]
    .filter((range) => range !== undefined)
    .map((range) => new vscode.Location(place.uri, range));
  const attack = result === undefined ? undefined : attackOf(cell, result);
  const inChain = attack === undefined ? undefined : await requestLocation(place, attack.request, files);
  const links = [...inMatrix, ...(inChain === undefined ? [] : [inChain])].map((location) => ({
    text: `${path.posix.basename(location.uri.path)}:${location.range.start.line + 1}`,
    location,
  }));
  return [...new Map(links.map((link) => [link.text, link])).values()];
}

/** The place of a request; a result from disk is untrusted, and so is the path in it. */
export async function requestLocation(
  { root }: Pick<MatrixPlace, 'root'>,
  { chain, id }: RequestReference,
  files: Pick<ChainFiles, 'text'>,
): Promise<vscode.Location | undefined> {
  const name = pathFrom('', chain);
  if (name === undefined) {
    return undefined;
  }
  const uri = vscode.Uri.file(path.join(root, name));
  const text = await textOf(uri, files);
  const range = outlineChain(text ?? '').requests.find((request) => request.id === id)?.range;
  if (text === undefined || range === undefined) {
    return undefined;
  }
  const [at] = await lineRanges(await linesOf(name, text), [{ start: range.start, end: range.start }]);
  return at === undefined ? undefined : new vscode.Location(uri, at);
}

async function textOf(uri: vscode.Uri, files: Pick<ChainFiles, 'text'>): Promise<string | undefined> {
  try {
    return await files.text(uri);
  } catch {
    // A file that is gone has no places; the rest of the evidence is still valid.
    return undefined;
  }
}

function rangeOf({ line, column, endLine, endColumn }: PlacedRange): vscode.Range {
  return new vscode.Range(line - 1, column - 1, endLine - 1, endColumn - 1);
}
