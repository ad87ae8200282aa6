/**
 * URL, headers and body of a request that a dry run shows: as far as files tell, and without credentials.
 *
 * What a name says is a credential is never shown; variables that hold credentials stay references, so that no
 * value of theirs gets into a text under another name.
 */
import { isArray, isObject, stringifyJson, type JsonValue } from '../../json/json';
import { isCredentialHeader, isCredentialName } from '../../masking/credentialNames';
import { part, phrase, type Message } from '../../message';
import type { Auth, Body, ChainRequest } from '../../model';
import { effectiveAuth } from '../../prepare/references';
import { resolveTemplate, wholeReference, type Lookup } from '../../prepare/template';
import { addQuery, encodeAround, encodeComponent } from '../../prepare/url';
import type { AttackedRequest } from './requests/attackRequest';

/** A header as shown in a dry run. */
interface DryHeader<Text = string> {
  readonly name: string;
  readonly value: Text;
}

/** What of a request is shown in addition to its URL. */
export interface DryContent<Text = string> {
  readonly headers: readonly DryHeader<Text>[];
  /** At most 2,000 characters; absent when there is none. */
  readonly body?: Text;
}

/** Characters of a header's value and of a body that are shown. */
const MAX_HEADER = 200;
const MAX_BODY = 2000;

/** The content of an attack in the name of `user`; `lookup` gives what is known and may be shown. */
export function dryContent(
  { request, chain }: AttackedRequest,
  user: string,
  lookup: Lookup,
): DryContent<Message> {
  const mask = maskOf(user);
  const written = request.headers
    .filter(({ disabled }) => !disabled)
    .map(({ name, value }) => ({ name, value: isCredentialHeader(name) ? mask : resolved(value, lookup) }));
  const body = request.body === undefined ? undefined : bodyText(request.body, mask, lookup);
  return {
    headers: [...authHeaders(effectiveAuth(request, chain), mask), ...written].map(({ name, value }) => ({
      name,
      value: phrase`${part(value, MAX_HEADER)}`,
    })),
    ...(body === undefined ? {} : { body: phrase`${part(body, MAX_BODY)}` }),
  };
}

/** The URL of an attack in the name of `user`, its key included; `resolve` puts in what is known. */
export function dryUrl(
  { request, chain }: AttackedRequest,
  user: string,
  resolve: (template: string) => string,
): string {
  const written = request.query
    .filter(({ disabled }) => !disabled)
    .reduce(
      (url, { name, value }) => addQuery(url, encodeAround(name), encodeAround(value)),
      request.url.replace(/#.*$/s, ''),
    );
  const auth = effectiveAuth(request, chain);
  const url = resolve(written);
  const name = queryName(auth);
  return name === undefined ? url : addQuery(url, encodeComponent(name), maskOf(user));
}

/** The query parameter by which an authentication is seen in a URL, if it is sent there. */
function queryName(auth: Auth): string | undefined {
  switch (auth.type) {
    case 'apiKey':
      return auth.in === 'query' ? auth.name : undefined;
    case 'oauth1':
      return auth.in === 'query' ? 'oauth_signature' : undefined;
    default:
      return undefined;
  }
}

function maskOf(user: string): string {
  return `‹token:${user}›`;
}

function authHeaders(auth: Auth, mask: string): readonly DryHeader[] {
  if (queryName(auth) !== undefined) {
    return [];
  }
  switch (auth.type) {
    case 'none':
    case 'inherit':
      return [];
    case 'apiKey':
      return [
        auth.in === 'header'
          ? { name: auth.name, value: mask }
          : { name: 'Cookie', value: `${auth.name}=${mask}` },
      ];
    case 'bearer':
      return [{ name: 'Authorization', value: `Bearer ${mask}` }];
    default:
      return [{ name: 'Authorization', value: mask }];
  }
}

function bodyText(body: Body, mask: string, lookup: Lookup): string {
  switch (body.kind) {
    case 'json':
      return stringifyJson(shownJson(body.value, mask, lookup));
    case 'graphql':
      return stringifyJson(shownJson({ query: body.query, variables: body.variables ?? null }, mask, lookup));
    case 'text':
      return resolved(body.text, lookup);
    case 'form':
      return fieldsText(body.fields, '&', mask, lookup);
    case 'multipart':
      return fieldsText(body.parts, '; ', mask, lookup);
    case 'file':
      return `‹file ${body.path}›`;
  }
}

type ShownField = Pick<ChainRequest['query'][number], 'name' | 'disabled'> & {
  readonly value?: string;
  readonly file?: string;
};

function fieldsText(fields: readonly ShownField[], separator: string, mask: string, lookup: Lookup): string {
  return fields
    .filter(({ disabled }) => !disabled)
    .map(({ name, value = '', file }) => {
      const content = file === undefined ? resolved(value, lookup) : `‹file ${file}›`;
      return `${name}=${isCredentialName(name) ? mask : content}`;
    })
    .join(separator);
}

function shownJson(value: JsonValue, mask: string, lookup: Lookup): JsonValue {
  if (typeof value === 'string') {
    const whole = wholeReference(value);
    return (whole === undefined ? undefined : lookup(whole)) ?? resolved(value, lookup);
  }
  if (isArray(value)) {
    return value.map((item) => shownJson(item, mask, lookup));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]: [string, JsonValue]) => [
          name,
          isCredentialName(name) ? mask : shownJson(member, mask, lookup),
        ]),
      )
    : value;
}

function resolved(text: string, lookup: Lookup): string {
  return resolveTemplate(text, lookup).text;
}
