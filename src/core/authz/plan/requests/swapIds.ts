/**
 * Identifiers of the caller exchanged for those of the owner, at some places of a request and nowhere else.
 * Only the references themselves are rewritten: everything around them stays unchanged, byte for byte.
 */
import { ExactNumber, type JsonValue } from '../../../json/json';
import type { Auth, Body, Chain, ChainRequest, Field, Location, MultipartPart } from '../../../model';
import { authWords, CONTENT_TYPE, effectiveAuth, escapePointer } from '../../../prepare/references';
import { findReferences } from '../../../prepare/template';
import type { IdPlace } from '../../model/cell';
import { placeAt, placeKey } from '../../request/idLocations';

/**
 * The request with `{{owner.X}}`, or what `write` gives, in place of `{{X}}` at these places; inherited authentication
 * becomes its own.
 */
export function swapIds(
  request: ChainRequest,
  chain: Pick<Chain, 'auth'>,
  places: readonly IdPlace[],
  write = ({ variable }: IdPlace): string => ownerReference(variable),
): ChainRequest {
  const wanted = new Set(places.map(placeKey));
  const change: Change = (text, location) =>
    swapReferences(text, (variable, offset) => {
      const at = placeAt({ text, location }, offset);
      const place = at === undefined ? undefined : { ...at, variable };
      return place !== undefined && wanted.has(placeKey(place)) ? write(place) : undefined;
    });
  const inAuth = places.some((place) => place.in === 'auth');
  return {
    ...request,
    url: changeUrl(request.url, change),
    query: request.query.map((field) => changeField(field, 'query', change)),
    headers: request.headers.map((field) => changeField(field, 'header', change)),
    auth: inAuth ? changeAuth(effectiveAuth(request, chain), change) : request.auth,
    ...(request.body === undefined ? {} : { body: changeBody(request.body, change) }),
  };
}

/** A value whose references all mean the owner's variables; built-ins stay. */
export function ownersValue(value: JsonValue): JsonValue {
  return changeJson(value, '', (text) =>
    swapReferences(text, (variable) => (variable.startsWith('$') ? undefined : ownerReference(variable))),
  );
}

/** The variable under which a value of the object's owner is in the scope of the caller. */
export function ownerVariable(name: string): string {
  return `owner.${name}`;
}

/** A reference to the owner's value of a variable. */
export function ownerReference(variable: string): string {
  return `{{${ownerVariable(variable)}}}`;
}

type Change = (text: string, location: Location) => string;

function swapReferences(
  text: string,
  replacement: (variable: string, offset: number) => string | undefined,
): string {
  return findReferences(text).reduceRight((rest, { name, start, end }) => {
    const other = replacement(name, start);
    return other === undefined ? rest : `${rest.slice(0, start)}${other}${rest.slice(end)}`;
  }, text);
}

function changeUrl(url: string, change: Change): string {
  const mark = url.indexOf('?');
  const end = mark === -1 ? url.length : mark;
  return `${change(url.slice(0, end), { in: 'path' })}${change(url.slice(end), { in: 'query' })}`;
}

function changeField<F extends Field>(
  { name, value, ...rest }: F,
  part: 'query' | 'header' | 'body',
  change: Change,
) {
  const location = { in: part, name } as const;
  return { ...rest, name: change(name, location), value: change(value, location) };
}

function changeAuth(auth: Auth, change: Change): Auth {
  return Object.fromEntries(
    Object.entries(auth).map(([name, text]: [string, string]) => [
      name,
      authWords.has(name) ? text : change(text, { in: 'auth', name }),
    ]),
  ) as unknown as Auth;
}

function changeBody(body: Body, change: Change): Body {
  switch (body.kind) {
    case 'json':
      return { ...body, value: changeJson(body.value, '', change) };
    case 'text':
      return { ...body, text: change(body.text, { in: 'body' }), ...changeType(body, change) };
    case 'form':
      return { ...body, fields: body.fields.map((field) => changeField(field, 'body', change)) };
    case 'multipart':
      return { ...body, parts: body.parts.map((part) => changePart(part, change)) };
    case 'file':
      return { ...body, ...changeType(body, change) };
    case 'graphql':
      return {
        ...body,
        query: change(body.query, { in: 'body', name: '/query' }),
        ...(body.operationName === undefined
          ? {}
          : { operationName: change(body.operationName, { in: 'body', name: '/operationName' }) }),
        ...(body.variables === undefined
          ? {}
          : { variables: changeJson(body.variables, '/variables', change) }),
      };
  }
}

function changeType(
  { contentType }: { readonly contentType?: string },
  change: Change,
): { readonly contentType?: string } {
  return contentType === undefined ? {} : { contentType: change(contentType, CONTENT_TYPE) };
}

function changePart(part: MultipartPart, change: Change): MultipartPart {
  const location = { in: 'body', name: part.name } as const;
  return {
    ...part,
    name: change(part.name, location),
    ...(part.value === undefined ? {} : { value: change(part.value, location) }),
    ...(part.fileName === undefined ? {} : { fileName: change(part.fileName, location) }),
    ...(part.contentType === undefined ? {} : { contentType: change(part.contentType, location) }),
  };
}

function changeJson(value: JsonValue, pointer: string, change: Change): JsonValue {
  if (typeof value === 'string') {
    return change(value, { in: 'body', name: pointer });
  }
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => changeJson(item, `${pointer}/${index}`, change));
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, JsonValue]) => {
      const inner = `${pointer}/${escapePointer(name)}`;
      return [change(name, { in: 'body', name: inner }), changeJson(member, inner, change)];
    }),
  );
}
