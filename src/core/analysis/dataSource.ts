/** A data file as the analyzer sees it: its columns with the places of their names, and its rows. */
import { csvHead } from '../data/csv';
import type { DataTable } from '../data/dataTable';
import { isJsonLines, readDataText } from '../data/readData';
import { parseDocument } from '../json/jsonDocument';
import type { NameMark } from './chainSource';
import { memberNames } from './marks';

/** A data file that could be read. */
export interface DataSource {
  /** Workspace path. */
  readonly file: string;
  /** Every place that names a column, quotes left out: a member of each row, or a cell of the first line. */
  readonly names: readonly NameMark[];
  readonly table: DataTable;
}

/** Reads a data file for the analyzer. Throws UserError when it has no rows that can be used. */
export function readDataSource(text: string, file: string): DataSource {
  const table = readDataText(text, file);
  return { file, names: namesIn(text, file), table };
}

function namesIn(text: string, file: string): readonly NameMark[] {
  if (file.toLowerCase().endsWith('.csv')) {
    return csvHead(text);
  }
  if (!isJsonLines(file)) {
    const { root } = parseDocument(text, file);
    return root?.kind === 'array' ? root.items.flatMap((row) => memberNames(text, row)) : [];
  }
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const base = start;
    start += line.length + 1;
    return memberNames(line, parseDocument(line, file).root).map((mark) => ({
      ...mark,
      start: mark.start + base,
      end: mark.end + base,
    }));
  });
}
