/**
 * The body of a request as somebody without credentials sends it: members and fields that prove who sends it
 * are gone. A password in plain text or made for the request stays, because a user who registers chooses one;
 * so do identifiers of the object.
 */
import { isMadeAnew } from '../../../prepare/builtIns';
import { isArray, isObject, type JsonValue } from '../../../json/json';
import { isCredentialName } from '../../../masking/credentialNames';
import type { Body } from '../../../model';
import { findUses } from '../../../prepare/template';
import type { IdPlace } from '../../model/cell';

/**
 * The body without credentials, but for those that name the object at these places.
 *
 * @param carries whether a text uses a credential
 */
export function bodyWithoutCredentials(
  body: Body,
  places: readonly IdPlace[],
  carries: (text: string) => boolean,
): Body {
  const ids = new Set(places.filter((place) => place.in === 'body').map(({ variable }) => variable));
  const isKept = (name: string, value: JsonValue | undefined): boolean => {
    const text = typeof value === 'string' ? value : '';
    const used = findUses(text).map((use) => use.name);
    return used.some((variable) => ids.has(variable)) || !(carries(text) || isCredential(name, used));
  };
  switch (body.kind) {
    case 'json':
      return { ...body, value: withoutMembers(body.value, isKept) };
    case 'graphql':
      return body.variables === undefined
        ? body
        : { ...body, variables: withoutMembers(body.variables, isKept) };
    case 'form':
      return { ...body, fields: body.fields.filter(({ name, value }) => isKept(name, value)) };
    case 'multipart':
      return { ...body, parts: body.parts.filter(({ name, value }) => isKept(name, value)) };
    case 'text':
    case 'file':
      return body;
  }
}

type IsKept = (name: string, value: JsonValue | undefined) => boolean;

function withoutMembers(value: JsonValue, isKept: IsKept): JsonValue {
  if (isArray(value)) {
    return value.map((item) => withoutMembers(item, isKept));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([name, member]) => isKept(name, member))
          .map(([name, member]) => [name, withoutMembers(member, isKept)]),
      )
    : value;
}

function isCredential(name: string, used: readonly string[]): boolean {
  const isChosen = used.every(isMadeAnew) && /pass/i.test(name);
  return isCredentialName(name) && !isChosen;
}
