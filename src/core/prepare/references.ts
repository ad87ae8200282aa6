/**
 * Every place of a request that may hold references, and the variables they use. Analysis,
 * planning and taint read it; `prepare.ts` fills the same places (a test compares the two).
 */
import { ExactNumber, type JsonObject, type JsonValue } from '../json/json';
import type {
  Auth,
  Body,
  Chain,
  ChainRequest,
  Check,
  Condition,
  Location,
  Loop,
  MultipartPart,
} from '../model';
import { findUses } from './template';

/** A text that may hold references, and its place. */
export interface TemplateText {
  readonly text: string;
  readonly location: Location;
}

/** A variable used at a place of a request. */
export interface VariableUse {
  readonly variable: string;
  readonly location: Location;
}

/**
 * The variables a request uses, authentication inherited from its chain included; built-ins and its own variables
 * left out.
 */
export function variableUses(request: ChainRequest, chain: Pick<Chain, 'auth'>): readonly VariableUse[] {
  const own = request.variables ?? {};
  const usesIn = ({ text, location }: TemplateText): readonly VariableUse[] =>
    referencedVariables(text)
      .filter((variable) => !Object.hasOwn(own, variable))
      .map((variable) => ({ variable, location }));
  return [
    ...textsBeforeLoop(request).flatMap(usesIn),
    ...textsInLoop(request, chain)
      .flatMap(usesIn)
      .filter(({ variable }) => !isOfLoop(variable, request.forEach)),
  ];
}

/** The variables that a request has from its loop: an item, with each member of it that is used, or what leads to a page. */
export function loopVariables(request: ChainRequest): readonly string[] {
  const { forEach } = request;
  const names = textsInLoop(request, {}).flatMap(({ text }) => referencedVariables(text));
  return [...new Set(names)].filter((name) => isOfLoop(name, forEach));
}

/** Variables to which a chain gives a value: constants, and what its requests take from responses. */
export function givenVariables({
  variables,
  requests,
}: Pick<Chain, 'variables' | 'requests'>): readonly string[] {
  const taken = requests.flatMap(({ extract, call }) => [
    ...extract.map(({ variable }) => variable),
    ...(call?.take ?? []),
  ]);
  return [...Object.keys(variables), ...taken];
}

/** Whether a variable has its value from the loop of its request. */
function isOfLoop(variable: string, loop: Loop | undefined): boolean {
  switch (loop?.kind) {
    case undefined:
      return false;
    case 'items':
      return variable === loop.as || variable.startsWith(`${loop.as}.`);
    case 'pages':
      return variable === loop.next;
  }
}

/** Names of the variables in a text, arguments of functions included, as often as they occur; built-ins left out. */
export function referencedVariables(text: string): readonly string[] {
  return findUses(text)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('$'));
}

/** All texts of a request that may hold references; disabled rows are left out, because they are not sent. */
export function requestTexts(request: ChainRequest, chain: Pick<Chain, 'auth'>): readonly TemplateText[] {
  return [...textsBeforeLoop(request), ...textsInLoop(request, chain)];
}

/** Texts that are read once, before the first item of a loop. */
function textsBeforeLoop({ when, forEach }: ChainRequest): readonly TemplateText[] {
  return [
    ...conditionTexts(when, 'when'),
    ...(forEach?.kind === 'items' ? flowTexts(forEach.in, 'forEach') : []),
  ];
}

/** Texts that are read for each item. */
function textsInLoop(request: ChainRequest, chain: Pick<Chain, 'auth'>): readonly TemplateText[] {
  const { forEach, delayMs = 0 } = request;
  const flow = [
    ...(forEach?.kind === 'items' ? conditionTexts(forEach.when, 'forEach') : []),
    ...flowTexts(delayMs, 'delayMs'),
  ];
  if (request.call !== undefined) {
    return [...flow, ...variableTexts(request.call.with)];
  }
  return [
    ...flow,
    ...urlTexts(request.url),
    ...request.query.filter(isEnabled).flatMap(({ name, value }) => [
      { text: name, location: { in: 'query', name } as const },
      { text: value, location: { in: 'query', name } as const },
    ]),
    ...request.headers.filter(isEnabled).flatMap(({ name, value }) => [
      { text: name, location: { in: 'header', name } as const },
      { text: value, location: { in: 'header', name } as const },
    ]),
    ...variableTexts(request.variables ?? {}),
    ...authTexts(effectiveAuth(request, chain)),
    ...(request.body === undefined ? [] : bodyTexts(request.body)),
    ...[...request.expect.headers, ...request.expect.body].flatMap(checkTexts),
    ...[request.retry?.until, request.stream?.until]
      .filter((check) => check !== undefined)
      .flatMap(checkTexts),
    ...(forEach?.kind === 'pages' ? checkTexts(forEach.until) : []),
  ];
}

function variableTexts(variables: JsonObject): readonly TemplateText[] {
  return Object.entries(variables).flatMap(([name, value]) =>
    jsonTexts(value).map(({ text }) => ({ text, location: { in: 'variables', name } as const })),
  );
}

/** The authentication a request is sent with: its own, or the chain's when it inherits. */
export function effectiveAuth(request: Pick<ChainRequest, 'auth'>, chain: Pick<Chain, 'auth'>): Auth {
  return request.auth.type === 'inherit' ? (chain.auth ?? { type: 'none' }) : request.auth;
}

/** Members of an authentication that are words of ours and never hold references. */
export const authWords: ReadonlySet<string> = new Set([
  'type',
  'in',
  'grant',
  'clientAuth',
  'signatureMethod',
]);

/** All strings of a JSON value that may hold references, with their JSON pointers. */
export function jsonTexts(value: JsonValue, pointer = ''): readonly { text: string; pointer: string }[] {
  if (typeof value === 'string') {
    return [{ text: value, pointer }];
  }
  if (value === null || typeof value !== 'object' || value instanceof ExactNumber) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]: [string, JsonValue]) => {
    const memberPointer = `${pointer}/${escapePointer(name)}`;
    const inName = name.includes('{{') ? [{ text: name, pointer: memberPointer }] : [];
    return [...inName, ...jsonTexts(member, memberPointer)];
  });
}

/** A member name as a token of a JSON pointer (RFC 6901 §3). */
export function escapePointer(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll('~', '~0').replaceAll('/', '~1') : name;
}

/** The location of an operand: the path or header that it is compared with. */
export function expectLocation(part: string | undefined): Location {
  return part === undefined ? { in: 'expect' } : { in: 'expect', name: part };
}

/** Whether a text at this location is sent: answers are compared with others, and some decide about sending. */
export function isSent({ in: kind }: Location): boolean {
  return kind !== 'expect' && kind !== 'flow';
}

/** Members that decide whether, how often and when a request is sent. */
export type FlowMember = 'when' | 'forEach' | 'delayMs';

/** The first member of a request that makes it more or less than one exchange that is complete. */
export function flowMemberOf(request: ChainRequest): FlowMember | 'stream' | 'chain' | undefined {
  return request.call === undefined
    ? (['when', 'forEach', 'delayMs', 'stream'] as const).find((member) => request[member] !== undefined)
    : 'chain';
}

/** The location of such a member. */
export function flowLocation(member: FlowMember): Location {
  return { in: 'flow', name: member };
}

function flowTexts(value: JsonValue, member: FlowMember): readonly TemplateText[] {
  return jsonTexts(value).map(({ text }) => ({ text, location: flowLocation(member) }));
}

function conditionTexts(condition: Condition | undefined, member: FlowMember): readonly TemplateText[] {
  return (condition?.comparisons ?? []).flatMap(({ value, operators }) =>
    [value, ...operators.map((operator) => operator.value)].flatMap((text) => flowTexts(text, member)),
  );
}

function isEnabled({ disabled }: { readonly disabled: boolean }): boolean {
  return !disabled;
}

function urlTexts(url: string): readonly TemplateText[] {
  const queryStart = url.indexOf('?');
  return queryStart === -1
    ? [{ text: url, location: { in: 'path' } }]
    : [
        { text: url.slice(0, queryStart), location: { in: 'path' } },
        { text: url.slice(queryStart), location: { in: 'query' } },
      ];
}

/** The texts of an authentication, which are everything in it but its discriminating words. */
export function authTexts(auth: Auth): readonly TemplateText[] {
  return Object.entries(auth)
    .filter(([property]) => !authWords.has(property))
    .map(([name, text]: [string, string]) => ({ text, location: { in: 'auth', name } }));
}

function bodyTexts(body: Body): readonly TemplateText[] {
  switch (body.kind) {
    case 'json':
      return jsonBodyTexts(body.value);
    case 'text':
      return [{ text: body.text, location: { in: 'body' } }, ...typeTexts(body)];
    case 'form':
      return body.fields.filter(isEnabled).flatMap(({ name, value }) => [
        { text: name, location: { in: 'body', name } as const },
        { text: value, location: { in: 'body', name } as const },
      ]);
    case 'multipart':
      return body.parts.filter(isEnabled).flatMap(partTexts);
    case 'file':
      return [{ text: body.path, location: { in: 'body' } }, ...typeTexts(body)];
    case 'graphql':
      return [
        { text: body.query, location: { in: 'body', name: '/query' } },
        { text: body.operationName ?? '', location: { in: 'body', name: '/operationName' } },
        ...jsonBodyTexts(body.variables ?? null, '/variables'),
      ];
  }
}

/** The content type that a body names, and the header it is sent in; absent when it names none. */
export function namedContentType(body: Body | undefined): TemplateText | undefined {
  const text = body?.kind === 'text' || body?.kind === 'file' ? body.contentType : undefined;
  return text === undefined ? undefined : { text, location: CONTENT_TYPE };
}

/** Where the content type of a body is sent. */
export const CONTENT_TYPE = { in: 'header', name: 'Content-Type' } as const;

function typeTexts(body: Body): readonly TemplateText[] {
  const named = namedContentType(body);
  return named === undefined ? [] : [named];
}

function checkTexts({ path, name, operators }: Check): readonly TemplateText[] {
  return operators.flatMap(({ value }) =>
    jsonTexts(value).map(({ text }) => ({ text, location: expectLocation(path ?? name) })),
  );
}

function partTexts({ name, value, file, fileName, contentType }: MultipartPart): readonly TemplateText[] {
  return [name, value, file, fileName, contentType]
    .filter((text) => text !== undefined)
    .map((text) => ({ text, location: { in: 'body', name } }));
}

function jsonBodyTexts(value: JsonValue, pointer = ''): readonly TemplateText[] {
  return jsonTexts(value, pointer).map(({ text, pointer: name }) => ({
    text,
    location: { in: 'body', name },
  }));
}
