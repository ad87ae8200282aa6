/** The first page of a list: the request for it has no parameter that leads there. */
import { isArray, isObject, type JsonValue } from '../json/json';
import type { Body, ChainRequest } from '../model';
import { keepPairs, withUrlQuery } from './namedPairs';
import { wholeReference } from './template';

/** A request without the parameters, headers and members of its body that are this variable and nothing else. */
export function withoutParameter(request: ChainRequest, variable: string): ChainRequest {
  const isOther = ({ value }: { readonly value?: string }): boolean => !isReferenceTo(value, variable);
  const { url, query, headers, body } = request;
  return {
    ...request,
    url: urlWithout(url, variable),
    query: query.filter(isOther),
    headers: headers.filter(isOther),
    ...(body === undefined ? {} : { body: bodyWithout(body, variable) }),
  };
}

function isReferenceTo(text: JsonValue | undefined, variable: string): boolean {
  return typeof text === 'string' && wholeReference(text)?.name === variable;
}

function urlWithout(url: string, variable: string): string {
  const isOther = ({ text }: { readonly text: string }): boolean =>
    !isReferenceTo(text.slice(text.indexOf('=') + 1), variable);
  return withUrlQuery(url, (query) => keepPairs(query, '&', isOther));
}

function bodyWithout(body: Body, variable: string): Body {
  switch (body.kind) {
    case 'form':
      return { ...body, fields: body.fields.filter(({ value }) => !isReferenceTo(value, variable)) };
    case 'multipart':
      return { ...body, parts: body.parts.filter(({ value }) => !isReferenceTo(value, variable)) };
    case 'json':
      return { ...body, value: membersWithout(body.value, variable) };
    case 'graphql':
      return body.variables === undefined
        ? body
        : { ...body, variables: membersWithout(body.variables, variable) };
    case 'text':
    case 'file':
      return body;
  }
}

function membersWithout(value: JsonValue, variable: string): JsonValue {
  if (isArray(value)) {
    return value.map((item) => membersWithout(item, variable));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, member]) => !isReferenceTo(member, variable))
          .map(([name, member]) => [name, membersWithout(member, variable)]),
      )
    : value;
}
