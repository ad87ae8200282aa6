/** The first rows of data of a chain, for a table that shows what they are. */
import type { ChainAnalysis } from '../analysis/analysis';
import { tableOf, type DataTable } from '../data/dataTable';
import { UserError } from '../errors';
import { stringifyJson, type JsonValue } from '../json/json';
import { isCredentialName } from '../masking/credentialNames';
import { shorten } from '../shownText';

/** Rows of data in short. */
export interface RowPreview {
  readonly columns: readonly string[];
  /** Cells of the first rows, by column; credentials are hidden. */
  readonly rows: readonly (readonly string[])[];
  /** How many rows there are. */
  readonly count: number;
}

/** Rows and characters of a cell that are shown. */
const SHOWN_ROWS = 10;
const SHOWN_CELL = 60;

/** The first rows of a chain; absent when it has none, or they cannot be read. */
export function rowPreview({ source, surroundings }: ChainAnalysis): RowPreview | undefined {
  const data = source.chain?.data;
  const table = typeof data === 'object' ? ownTable(data, source.file) : surroundings.data?.table;
  return table === undefined
    ? undefined
    : {
        columns: table.columns,
        rows: table.rows
          .slice(0, SHOWN_ROWS)
          .map(({ values }) =>
            table.columns.map((name) => (Object.hasOwn(values, name) ? cellText(name, values[name]) : '')),
          ),
        count: table.rows.length,
      };
}

function ownTable(data: readonly DataTable['rows'][number]['values'][], file: string): DataTable | undefined {
  try {
    return tableOf(
      file,
      data.map((values) => ({ place: { file }, values })),
      { isAuthored: true },
    );
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}

function cellText(column: string, value: JsonValue = null): string {
  const text = typeof value === 'string' ? value : stringifyJson(value);
  return isCredentialName(column) && text !== '' ? '••••••' : shorten(text, SHOWN_CELL);
}
