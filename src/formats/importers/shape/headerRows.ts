/** Rows of headers as a chain states them, and what a request gets of those that the folders around it state. */
import type { JsonObject } from '../../../core/json/json';
import { textOf } from './externalJson';

/** The rows of a request behind those of its folders; of a name that it has itself, only its own count. */
export function withInherited(
  own: readonly JsonObject[],
  inherited: readonly JsonObject[],
): readonly JsonObject[] {
  const names = new Set(own.flatMap((row) => (row['disabled'] === true ? [] : [nameOf(row)])));
  return [...inherited.filter((row) => !names.has(nameOf(row))), ...own];
}

/** The Content-Type that is sent; absent when no row says it. */
export function contentTypeIn(rows: readonly JsonObject[]): string | undefined {
  const said = rows.find((row) => row['disabled'] !== true && nameOf(row) === 'content-type');
  return textOf(said?.['value']);
}

function nameOf(row: JsonObject): string {
  return textOf(row['name'])?.toLowerCase() ?? '';
}
