/**
 * A request as somebody without credentials sends it: authentication, credential headers, parameters, members
 * of the body and cookies are gone before anything is resolved, so that no missing token keeps it from being sent.
 */
import type { JsonObject } from '../../../json/json';
import { isCredentialName } from '../../../masking/credentialNames';
import type { Chain, ChainRequest, Field } from '../../../model';
import { jsonTexts } from '../../../prepare/references';
import { bodyWithoutCredentials } from './bodyWithoutCredentials';
import type { IdPlace } from '../../model/cell';
import { placeKey } from '../../request/idLocations';
import { keepPairs, withUrlQuery } from '../../../prepare/namedPairs';
import { findReferences, findUses } from '../../../prepare/template';
import { reachableNames } from '../../../prepare/writtenValues';

/**
 * The request without credentials, and without what its variables or the constants of its chain make from them.
 * Cookies go as well, but for those that name the object at these places.
 */
export function withoutCredentials(
  request: ChainRequest,
  { variables }: Pick<Chain, 'variables'>,
  places: readonly IdPlace[],
): ChainRequest {
  const carries = (text: string): boolean => carriesCredential(text, [request.variables ?? {}, variables]);
  const isCredential = ({ name, value }: Pick<Field, 'name' | 'value'>): boolean =>
    isCredentialName(name) || carries(value);
  return {
    ...request,
    url: withUrlQuery(request.url, (query) =>
      keepPairs(query, '&', ({ name, text }) => !isCredential({ name, value: text })),
    ),
    query: request.query.filter((row) => !isCredential(row)),
    headers: request.headers.flatMap((line) => headerWithout(line, places, isCredential)),
    ...(request.body === undefined ? {} : { body: bodyWithoutCredentials(request.body, places, carries) }),
    auth: { type: 'none' },
  };
}

/** Whether a text uses a credential, directly or through functions and variables that people wrote. */
function carriesCredential(text: string, written: readonly JsonObject[]): boolean {
  const usesIn = (value: string): readonly string[] => findUses(value).map(({ name }) => name);
  const reached = reachableNames(usesIn(text), (name) => {
    const layer = written.find((values) => Object.hasOwn(values, name));
    return jsonTexts(layer?.[name] ?? null).flatMap((inner) => usesIn(inner.text));
  });
  return [...reached].some(isCredentialName);
}

/** Those of the places that are still there without credentials. */
export function anonymousPlaces(places: readonly IdPlace[]): readonly IdPlace[] {
  return places.filter(
    ({ in: part, name = '', variable }) =>
      part === 'path' ||
      part === 'body' ||
      (part !== 'auth' && !isCredentialName(name) && !isCredentialName(variable)),
  );
}

function headerWithout(
  line: Field,
  places: readonly IdPlace[],
  isCredential: (line: Field) => boolean,
): readonly Field[] {
  if (!/^cookie$/i.test(line.name)) {
    return isCredential(line) ? [] : [line];
  }
  const wanted = new Set(anonymousPlaces(places).map(placeKey));
  const value = keepPairs(line.value, ';', ({ name, text }) =>
    findReferences(text).some((reference) =>
      wanted.has(placeKey({ in: 'cookie', name, variable: reference.name })),
    ),
  );
  return value === '' ? [] : [{ ...line, value: value.trim() }];
}
