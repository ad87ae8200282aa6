/**
 * A request as somebody without credentials sends it: authentication, credential headers, parameters, members
 * of the body and cookies are gone before anything is resolved, so that no missing token keeps it from being sent.
 */
import { isCredentialName } from '../../../masking/credentialNames';
import type { ChainRequest, Field } from '../../../model';
import { referencedVariables } from '../../../prepare/references';
import { bodyWithoutCredentials } from './bodyWithoutCredentials';
import type { IdPlace } from '../../model/cell';
import { placeKey } from '../../request/idLocations';
import { namedParts, withUrlQuery } from '../../request/namedPairs';
import { findReferences } from '../../../prepare/template';

/** The request without credentials. Cookies go as well, but for those that name the object at these places. */
export function withoutCredentials(request: ChainRequest, places: readonly IdPlace[]): ChainRequest {
  return {
    ...request,
    url: withUrlQuery(request.url, (query) => keepParts(query, '&', (part) => !isCredentialPair(part))),
    query: request.query.filter((row) => !isCredential(row)),
    headers: request.headers.flatMap((line) => headerWithout(line, places)),
    ...(request.body === undefined ? {} : { body: bodyWithoutCredentials(request.body, places) }),
    auth: { type: 'none' },
  };
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

function headerWithout(line: Field, places: readonly IdPlace[]): readonly Field[] {
  if (!/^cookie$/i.test(line.name)) {
    return isCredential(line) ? [] : [line];
  }
  const wanted = new Set(anonymousPlaces(places).map(placeKey));
  const value = keepParts(line.value, ';', ({ name, text }) =>
    findReferences(text).some((reference) =>
      wanted.has(placeKey({ in: 'cookie', name, variable: reference.name })),
    ),
  );
  return value === '' ? [] : [{ ...line, value: value.trim() }];
}

interface Pair {
  readonly name: string;
  readonly text: string;
}

function keepParts(text: string, separator: '&' | ';', isKept: (part: Pair) => boolean): string {
  return namedParts(text, separator)
    .map(({ name, start, end }) => ({ name, text: text.slice(start, end) }))
    .filter(isKept)
    .map((part) => part.text)
    .join(separator);
}

function isCredentialPair({ name, text }: Pair): boolean {
  return isCredential({ name, value: text });
}

function isCredential({ name, value }: Pick<Field, 'name' | 'value'>): boolean {
  return isCredentialName(name) || referencedVariables(value).some(isCredentialName);
}
