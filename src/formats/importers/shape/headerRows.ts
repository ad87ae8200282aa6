/** Rows of headers as a chain states them, and what a request gets of those that the folders around it state. */
import type { WrittenField } from '../../../core/files/writtenChain';
import { textOf } from './externalJson';

/** The rows of a request behind those of its folders; of a name that it has itself, only its own count. */
export function withInherited(
  own: readonly WrittenField[],
  inherited: readonly WrittenField[],
): readonly WrittenField[] {
  const names = new Set(own.flatMap((row) => (row['disabled'] === true ? [] : [nameOf(row)])));
  return [...inherited.filter((row) => !names.has(nameOf(row))), ...own];
}

/** The Content-Type that is sent; absent when no row says it. */
export function contentTypeIn(rows: readonly WrittenField[]): string | undefined {
  const said = rows.find((row) => row['disabled'] !== true && nameOf(row) === 'content-type');
  return textOf(said?.['value']);
}

function nameOf(row: WrittenField): string {
  return textOf(row['name'])?.toLowerCase() ?? '';
}
