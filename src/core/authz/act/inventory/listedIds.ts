/** The identifiers that lists show. */
import { type JsonValue, isArray, isObject } from '../../../json/json';
import { lastName } from '../../../json/lastName';
import type { RecordedResponse } from '../../../result/result';
import { requestOf } from '../../matrix/findByName';
import type { MatrixResource } from '../../model/matrix';
import { membersNamed } from '../../response/propertyValues';
import { jsonBody } from '../../response/responseBody';
import type { AuthzContext } from '../context';
import { extractedIds, listedIdPaths } from './existingIds';

/** The identifiers that a list shows, as the answer to a creation calls them. */
export function listedIds(
  context: AuthzContext,
  resource: MatrixResource,
  responses: readonly RecordedResponse[],
): readonly JsonValue[] {
  const names = idNames(context, resource);
  const items = responses.flatMap((response) => {
    const body = jsonBody(response);
    return body === undefined ? [] : itemsOf(body);
  });
  return items.flatMap((item) => names.flatMap((name) => ownOrInner(item, name)));
}

/** The items of the outermost arrays. */
export function itemsOf(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) {
    return value;
  }
  return isObject(value) ? Object.values(value).flatMap((member: JsonValue) => itemsOf(member)) : [];
}

/** What is inside of an item has identifiers of its own. */
function ownOrInner(item: JsonValue, name: string): readonly JsonValue[] {
  return isObject(item) && Object.hasOwn(item, name) ? [item[name] ?? null] : membersNamed(item, name);
}

/** What the identifiers are called in answers: in that to the creation, else in the list. */
export function idNames({ loaded }: AuthzContext, resource: MatrixResource): readonly string[] {
  const extracted = extractedIds(loaded, resource);
  const extract = resource.create === undefined ? [] : requestOf(loaded, resource.create).request.extract;
  const given = extract.flatMap(({ variable, select }) =>
    extracted.has(variable) && select?.kind === 'path' ? [select.path] : [],
  );
  return [...given, ...listedIdPaths(resource).values()].flatMap((path) => lastName(path) ?? []);
}
