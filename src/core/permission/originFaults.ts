/** Lists of origins in files: entries that are not origins. */
import { problemAt, rangeOf, type JsonDocument, type JsonPath } from '../json/jsonDocument';
import { originOf } from './origin';
import type { Problem } from '../problem';

/** A problem for each entry of the list at `path` that is not an origin. */
export function originFaults(
  document: JsonDocument,
  path: JsonPath,
  origins: readonly string[],
): readonly Problem[] {
  return origins.flatMap((origin, index) =>
    originOf(origin) !== undefined
      ? []
      : [
          problemAt(document, rangeOf(document, [...path, index]) ?? { start: 0, end: 0 }, {
            code: 'invalid-origin',
            severity: 'error',
            message: `${JSON.stringify(origin)} is not an origin. Write scheme, host and port such as "https://api.example.com".`,
          }),
        ],
  );
}
