/**
 * Other methods on the same object: sent as such, or asked for by a header or parameter of a POST, for guards
 * that know only the method they were written for.
 */
import type { JsonValue } from '../../../json/json';
import type { Body, ChainRequest, Field } from '../../../model';
import { escapeReferences } from '../../../prepare/template';
import type { VariantName } from '../../model/cell';
import { setProperty } from '../../request/canary';
import type { VariantSource, Vary } from './variantSource';

/** By name. */
export const methodVariants = {
  'verb-GET': verb('GET'),
  'verb-POST': verb('POST'),
  'verb-PUT': verb('PUT'),
  'verb-PATCH': verb('PATCH'),
  'verb-DELETE': verb('DELETE'),
  'verb-HEAD': insteadOfGet('HEAD'),
  'verb-OPTIONS': insteadOfGet('OPTIONS'),
  'override-X-HTTP-Method-Override': overridden((request) => withHeader(request, 'X-HTTP-Method-Override')),
  'override-X-HTTP-Method': overridden((request) => withHeader(request, 'X-HTTP-Method')),
  'override-X-Method-Override': overridden((request) => withHeader(request, 'X-Method-Override')),
  'override-_method': overridden(withParameter),
} as const satisfies Partial<Record<VariantName, Vary>>;

/** GraphQL knows one method and names what it does in the body. */
function fits({ owners }: VariantSource, unlike: string): boolean {
  return owners.method.toUpperCase() !== unlike && owners.body?.kind !== 'graphql';
}

function verb(method: string): Vary {
  return (source) => {
    if (!fits(source, method)) {
      return undefined;
    }
    const request = { ...source.owners, method };
    return method === 'GET' || method === 'DELETE'
      ? withoutIdleBody(request, source)
      : withBody(request, source);
  };
}

/** Where GET is asked as well: on other paths they would ask the same again. */
function insteadOfGet(method: string): Vary {
  return ({ owners }) =>
    owners.method.toUpperCase() === 'GET' && owners.body === undefined ? { ...owners, method } : undefined;
}

/** A body that does not name the object has no place in these methods. */
function withoutIdleBody(request: ChainRequest, { places }: VariantSource): ChainRequest {
  const { body: _body, ...bodiless } = request;
  return places.some((place) => place.in === 'body') ? request : bodiless;
}

/** Nothing but a planted text: an attack writes no other values. */
function withBody(request: ChainRequest, { planted }: VariantSource): ChainRequest {
  if (request.body !== undefined) {
    return request;
  }
  const text: JsonValue = escapeReferences(planted?.text ?? '');
  const empty: Body = { kind: 'json', value: {} };
  return (planted?.paths ?? []).reduce<ChainRequest>((whole, path) => setProperty(whole, path, text), {
    ...request,
    body: empty,
  });
}

/** A server that ignores the name creates: what it makes is known by the planted text, where there is a place for one. */
function overridden(name: (request: ChainRequest) => ChainRequest): Vary {
  return (source) => {
    if (!fits(source, 'POST')) {
      return undefined;
    }
    const request = { ...name(source.owners), method: 'POST' };
    return (source.planted?.paths ?? []).length > 0 ? withBody(request, source) : request;
  };
}

function withHeader(request: ChainRequest, name: string): ChainRequest {
  return { ...request, headers: [...request.headers, field(name, request)] };
}

/** In the query, and in a form as well, where some frameworks look. */
function withParameter(request: ChainRequest): ChainRequest {
  const { query, body } = request;
  const parameter = field('_method', request);
  return {
    ...request,
    query: [...query, parameter],
    ...(body?.kind === 'form' ? { body: { ...body, fields: [...body.fields, parameter] } } : {}),
  };
}

function field(name: string, { method }: ChainRequest): Field {
  return { name, value: method.toUpperCase(), disabled: false };
}
