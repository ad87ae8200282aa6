/** Values that can be columns of rows of data, in plain words for the review. */
import { stringifyJson } from '../core/json/json';
import { consumerWords } from '../core/mapping/review/explainMapping';
import type { OpenColumn } from '../core/mapping/review/reviewColumns';
import type { ShownColumn } from './mappingContract';
import type { ReviewWording } from './mappingView';
import { line } from './shownLine';

/** The columns as the review gets them; an id without a name is shown itself. */
export function shownColumns(
  columns: readonly OpenColumn[],
  { names, say }: ReviewWording,
): readonly ShownColumn[] {
  return columns.map(({ key, variable, values, uses }) => ({
    key,
    variable,
    values: values.map((value) => line(stringifyJson(value))),
    uses: uses.map(({ request, slot }) => ({
      request: { id: request, name: line(names.get(request) ?? request) },
      place: line(consumerWords({ slot }, say)),
    })),
  }));
}
