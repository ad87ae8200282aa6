/** What a request of a chain sends and checks, in the words of a description. */
import { isArray, isObject, type JsonValue } from '../json/json';
import { parsePath } from '../json/jsonPathParse';
import type { PathSelector, Query } from '../json/jsonPathQuery';
import type { ChainRequest, Field } from '../model';
import { namedParts, withUrlQuery } from '../prepare/namedPairs';
import { ITEMS, memberText, type MemberSteps } from './apiListing';

/** What a request uses of its operation, parameters in the path left out. */
export interface RequestUse {
  /** `query page`; names of headers are in lower case. */
  readonly parameters: readonly string[];
  /** Members of the body as `memberText` writes them. */
  readonly body: readonly string[];
  /** What is extracted from the body of the response, and what is checked there. */
  readonly response: readonly Query[];
}

/** Reads a request. */
export function useOf(request: ChainRequest): RequestUse {
  return {
    parameters: parametersOf(request),
    body: membersOf(bodyValue(request)).map(memberText),
    response: responsePaths(request).flatMap((path) => {
      const parsed = parsePath(path);
      return parsed.ok ? [parsed.query] : [];
    }),
  };
}

/** Name of a parameter as requests and descriptions are compared: names of headers have no case. */
export function parameterKey(place: string, name: string): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function parametersOf({ url, query, headers }: ChainRequest): readonly string[] {
  let written = '';
  withUrlQuery(url, (found) => (written = found));
  const names = (fields: readonly Field[]): readonly string[] =>
    fields.filter(({ disabled }) => !disabled).map(({ name }) => name);
  const cookies = headers.filter(({ name, disabled }) => !disabled && /^cookie$/i.test(name));
  return [
    ...[...namedParts(written, '&').map(({ name }) => name), ...names(query)].flatMap(queryKeys),
    ...names(headers).map((name) => parameterKey('header', name)),
    ...cookies.flatMap(({ value }) => namedParts(value, ';')).map(({ name }) => parameterKey('cookie', name)),
  ];
}

/** `filter[state]` is a member of the parameter `filter`, which may be described by either name. */
function queryKeys(name: string): readonly string[] {
  return [name, name.replace(/\[.*$/s, '')].map((one) => parameterKey('query', one));
}

/** The body as a value; the fields of a form are members. */
function bodyValue({ body }: ChainRequest): JsonValue {
  switch (body?.kind) {
    case 'json':
      return body.value;
    case 'form':
      return fieldMembers(body.fields);
    case 'multipart':
      return fieldMembers(body.parts);
    case 'graphql':
      return { query: body.query, ...(body.variables === undefined ? {} : { variables: body.variables }) };
    default:
      return null;
  }
}

function fieldMembers(fields: readonly { readonly name: string; readonly disabled: boolean }[]): JsonValue {
  return Object.fromEntries(fields.filter(({ disabled }) => !disabled).map(({ name }) => [name, null]));
}

function membersOf(value: JsonValue, before: MemberSteps = []): readonly MemberSteps[] {
  const inside: readonly (readonly [string, JsonValue])[] = isArray(value)
    ? value.map((item) => [ITEMS, item])
    : isObject(value)
      ? Object.entries(value)
      : [];
  return inside.flatMap(([step, member]) => {
    const steps = [...before, step];
    return [...(step === ITEMS ? [] : [steps]), ...membersOf(member, steps)];
  });
}

/** JSONPaths into the body of the response: of what is extracted, and of what is checked. */
export function responsePaths({ extract, expect, retry, forEach }: ChainRequest): readonly string[] {
  const checks = [
    ...expect.body,
    ...(retry?.until === undefined ? [] : [retry.until]),
    ...(forEach?.kind === 'pages' ? [forEach.until] : []),
  ];
  return [
    ...extract.flatMap(({ from, select }) =>
      from === 'body' && select?.kind === 'path' ? [select.path] : [],
    ),
    ...checks.flatMap(({ path }) => path ?? []),
  ];
}

/** Whether a JSONPath leads to a member, or to something in it. */
export function leadsTo([segment, ...rest]: Query, steps: MemberSteps): boolean {
  if (steps.length === 0) {
    return true;
  }
  if (segment === undefined) {
    return false;
  }
  const isAt = (index: number): boolean =>
    segment.selectors.some((selector) => selects(selector, steps[index] ?? '')) &&
    leadsTo(rest, steps.slice(index + 1));
  return segment.descendants ? steps.some((_step, index) => isAt(index)) : isAt(0);
}

function selects(selector: PathSelector, step: string): boolean {
  switch (selector.kind) {
    case 'name':
      return selector.name === step;
    case 'wildcard':
    case 'filter':
      return true;
    default:
      return step === ITEMS;
  }
}
