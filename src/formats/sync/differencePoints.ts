/** What a request has other than the newer description says, corrected by what the importer would write. */
import { jsonEquals, stringifyJson, type JsonValue } from '../../core/json/json';
import type { JsonPath } from '../../core/json/jsonDocument';
import { memberPath } from '../../core/language/memberPath';
import type { RequestDifference } from '../../core/openapi/namedDescription';
import { shorten } from '../../core/shownText';
import { memberOf, textOf } from '../importers/shape/externalJson';
import { contentTypePoints } from './bodyPoints';
import type { Point } from './correction';
import { holdsCredential, inBody, valueAt } from './places';
import type { RequestToReview } from './requestToReview';
import { addedRows, rowLists, rowsIn, type RowList } from './rows';

/** Turns the differences of a request into points. */
export function differencePoints(review: RequestToReview): readonly Point[] {
  return review.differences.flatMap((difference): readonly Point[] => {
    const points = [
      ...(difference.code === 'openapi-missing'
        ? missingPoints(difference, review)
        : typePoints(difference, review)),
    ];
    return points.length > 0 ? points : [{ kind: 'open', text: difference.message }];
  });
}

function* missingPoints({ path, missing }: RequestDifference, review: RequestToReview): Generator<Point> {
  const { written, before, after } = review;
  const example = after.written;
  const list = listAt(path);
  if (list !== undefined && missing !== undefined) {
    yield* addedRows({ rows: list, name: missing, written, example, before: before?.written });
  } else if (missing === undefined) {
    const body = example?.body;
    if (body !== undefined && !holdsCredential(body)) {
      yield { kind: 'set', path: ['body'], value: body, text: 'Adds a body, which is required.' };
      yield* contentTypePoints(written, undefined, example);
    }
  } else {
    const place = [...path, missing];
    const value = valueAt(example, place);
    if (value !== undefined && !holdsCredential({ [missing]: value })) {
      const text = `Adds ${memberPath(place.slice(2))} to the body with ${shown(value)}, which is required.`;
      yield { kind: 'set', path: place, value, text };
    }
  }
}

/** A value that the importer wrote is what it would write now; that of a person is theirs. */
function* typePoints(
  { path }: RequestDifference,
  { written, before, after }: RequestToReview,
): Generator<Point> {
  const list = listAt(path);
  const own = valueAt(written, path);
  const name = list && textOf(valueAt(written, [...path.slice(0, -1), 'name']));
  const exampleIn = (request: JsonValue | undefined): JsonValue | undefined =>
    list === undefined || name === undefined
      ? valueAt(request, path)
      : memberOf(
          rowsIn(request, list).find((row) => list.isNamed(row, name)),
          'value',
        );
  const [old, value] = [exampleIn(before?.written), exampleIn(after.written)];
  const isOfImport = own !== undefined && old !== undefined && jsonEquals(own, old);
  if (isOfImport && value !== undefined && !jsonEquals(own, value)) {
    const what = list === undefined ? inBody(path) : list.called(name ?? '');
    const text = `Changes ${what} from ${shown(own)} to ${shown(value)}, as the description has it now.`;
    yield { kind: 'set', path, value, text };
  }
}

function listAt([member]: JsonPath): RowList | undefined {
  return member === 'query' || member === 'headers' ? rowLists[member] : undefined;
}

function shown(value: JsonValue): string {
  return shorten(stringifyJson(value), MOST_SHOWN);
}

/** UTF-16 code units of a value in a sentence. */
const MOST_SHOWN = 60;
