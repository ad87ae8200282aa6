/**
 * Where a request names the object it is about: every occurrence of an identifying variable that is sent.
 *
 * The texts are those of `references.ts`; a query in the URL and a `Cookie` line hold several places, which
 * are separated here. Operands of expectations, fragments and paths of local files are never sent.
 */
import { defined } from '../../defined';
import type { Chain, ChainRequest } from '../../model';
import { requestTexts, type TemplateText } from '../../prepare/references';
import { findReferences, hideReferences } from '../../prepare/template';
import type { IdPlace } from '../model/cell';
import { namedParts } from '../../prepare/namedPairs';

/** The places of the identifiers, each once, in the order of the request: URL, query, headers, auth, body. */
export function idPlaces(
  request: ChainRequest,
  chain: Pick<Chain, 'auth'>,
  ids: readonly string[],
): readonly IdPlace[] {
  const places = requestTexts(withoutLocalFiles(request), chain).flatMap((text) =>
    placesIn(text).filter(({ variable }) => ids.includes(variable)),
  );
  return [...new Map(places.map((place) => [placeKey(place), place])).values()];
}

/** The same text for the same place, another for any other. */
export function placeKey({ in: part, name, variable }: IdPlace): string {
  return JSON.stringify([part, variable, ...(name === undefined ? [] : [name])]);
}

/** The place at an offset of a text; absent where nothing is sent. */
export function placeAt(
  { text, location: { in: part, name } }: TemplateText,
  offset: number,
): Pick<IdPlace, 'in' | 'name'> | undefined {
  switch (part) {
    case 'expect':
    case 'flow':
    case 'variables':
      return undefined;
    case 'path':
      return isInFragment(text, offset) ? undefined : { in: part };
    case 'query':
      return name === undefined ? queryPlace(text, offset) : { in: part, name };
    case 'header':
      return /^cookie$/i.test(name ?? '')
        ? { in: 'cookie', name: partNameAt(text, ';', offset) }
        : { in: part, name: name ?? '' };
    default:
      return { in: part, ...defined({ name }) };
  }
}

function placesIn(text: TemplateText): readonly IdPlace[] {
  return findReferences(text.text).flatMap(({ name: variable, start }) => {
    const place = placeAt(text, start);
    return place === undefined ? [] : [{ ...place, variable }];
  });
}

/** The text of a URL from its `?`. */
function queryPlace(text: string, offset: number): Pick<IdPlace, 'in' | 'name'> | undefined {
  return isInFragment(text, offset)
    ? undefined
    : { in: 'query', name: partNameAt(text.slice(1), '&', offset - 1) };
}

function partNameAt(text: string, separator: '&' | ';', offset: number): string {
  return namedParts(text, separator).find(({ start, end }) => start <= offset && offset < end)?.name ?? '';
}

function isInFragment(text: string, offset: number): boolean {
  return hideReferences(text).lastIndexOf('#', offset) !== -1;
}

function withoutLocalFiles(request: ChainRequest): ChainRequest {
  const { body, ...rest } = request;
  switch (body?.kind) {
    case undefined:
      return rest;
    case 'file':
      return { ...rest, body: { ...body, path: '' } };
    case 'multipart': {
      const parts = body.parts.map(({ file: _path, ...part }) => part);
      return { ...rest, body: { ...body, parts } };
    }
    default:
      return request;
  }
}
