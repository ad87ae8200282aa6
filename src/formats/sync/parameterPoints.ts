/** Parameters that came to an operation, or went. */
import { useOf } from '../../core/openapi/requestUse';
import { namedParts } from '../../core/prepare/namedPairs';
import { memberOf, textOf } from '../importers/shape/externalJson';
import type { DescribedCall } from './apiVersion';
import type { Point } from './correction';
import type { ChangedRequest } from './requestToReview';
import { addedRows, goneRows, isSent, rowLists, rowsIn, stillSent } from './rows';

/** Compares the parameters of both descriptions; those in the path belong to the URL. */
export function* parameterPoints({ request, written, before, after }: ChangedRequest): Generator<Point> {
  const sent = new Set(useOf(request).parameters);
  const [old, now] = [before.listed.parameters, after.listed.parameters];
  for (const key of old.filter((one) => !now.includes(one))) {
    const { name, list, what } = placeOf(key);
    const points =
      list === undefined ? [] : [...goneRows({ rows: list, name, written, before: before.written })];
    yield* points;
    if (points.length === 0 && sent.has(key)) {
      yield stillSent(what);
    }
  }
  for (const key of now.filter((one) => !old.includes(one) && !sent.has(one))) {
    const { name, list, what, isPath } = placeOf(key);
    const added = { written, example: after.written, before: before.written };
    const points = list === undefined ? [] : [...addedRows({ ...added, rows: list, name })];
    yield* points;
    if (list === undefined && !isPath && isNeededCookie(name, after)) {
      yield { kind: 'open', text: `The description requires ${what}. Add it to the header "Cookie".` };
    } else if (points.length === 0 && !isPath) {
      yield { kind: 'new', text: `It can send ${what} now.` };
    }
  }
}

/** Cookies are parts of a header, which the importer sends with those that are required. */
function isNeededCookie(name: string, { written }: DescribedCall): boolean {
  return rowsIn(written, rowLists.headers).some(
    (row) =>
      isSent(row) &&
      rowLists.headers.isNamed(row, 'Cookie') &&
      namedParts(textOf(memberOf(row, 'value')) ?? '', ';').some((part) => part.name === name),
  );
}

/** `query page` in words, with the list that it is in; cookies are parts of a header. */
function placeOf(key: string) {
  const at = key.indexOf(' ');
  const [place, name] = [key.slice(0, at), key.slice(at + 1)];
  const list = place === 'query' ? rowLists.query : place === 'header' ? rowLists.headers : undefined;
  const what = list?.called(name) ?? `the cookie parameter ${JSON.stringify(name)}`;
  return { name, list, what, isPath: place === 'path' };
}
