/** Ranges of texts that no editor need have open: offsets as lines and characters. */
import * as vscode from 'vscode';
import type { TextRange } from '../../core/problem';

/** A text as far as its lines go. */
export interface Lines {
  readonly file: string;
  readonly lineStarts: () => readonly number[];
}

/** The lines and columns of ranges of a text, in the same order. */
export async function lineRanges(
  lines: Lines,
  ranges: readonly TextRange[],
): Promise<readonly vscode.Range[]> {
  const { placeAt } = await import('../../core/json/jsonDocument');
  const positionAt = (offset: number): vscode.Position => {
    const { line = 1, column = 1 } = placeAt(lines, offset);
    return new vscode.Position(line - 1, column - 1);
  };
  return ranges.map(({ start, end }) => new vscode.Range(positionAt(start), positionAt(end)));
}

/** The lines of a text. */
export async function linesOf(file: string, text: string): Promise<Lines> {
  const { lineStartsIn } = await import('../../core/json/jsonDocument');
  return { file, lineStarts: lineStartsIn(text) };
}
