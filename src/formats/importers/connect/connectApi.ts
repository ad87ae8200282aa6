/**
 * Connecting the requests of a description, which states each by itself: users sign in and their token goes with the other
 * requests, and what creates an object gives its identifier to those that name it. What the description does not say is
 * asked, and assumed until somebody answers.
 */
import type { Asking, Question } from '../../../core/authz/generate/questions';
import { soundsEnding } from '../../../core/authz/matrix/endsCredentials';
import { defined } from '../../../core/defined';
import type { WrittenAuth, WrittenExtraction, WrittenField } from '../../../core/files/writtenChain';
import type { JsonValue } from '../../../core/json/json';
import { wordsOf } from '../../../core/authz/matrix/splitWords';
import { pathTemplate } from '../../../core/authz/model/cellId';
import { withMembers, type BodyMember } from './bodyMembers';
import type { TenantName } from '../../../core/authz/generate/generateTenants';
import { Credentials } from './credentials';
import type { DescribedApi, DescribedOperation } from './describedApi';
import { describedTenant } from './describedTenant';
import { findSignIn, TOKEN_VARIABLE, type SignIn } from './findSignIn';
import { findIdentifiers, isSameName, type Identifier } from './identifiers';
import { OpenValues } from './openValues';
import { operationName } from './operationNames';
import type { ImportedCollection, ImportedMembers } from '../shape/imported';

/** A description whose requests are connected. */
export interface ConnectedApi {
  readonly collection: ImportedCollection;
  /** What it does not say. */
  readonly questions: readonly Question[];
  /** What divides users; absent when no answer shows it. */
  readonly tenant: TenantName | undefined;
}

/** Connects the requests of a description, with answers to what an earlier try asked. */
export function connectApi({ collection, answers: samples }: DescribedApi, asking: Asking): ConnectedApi {
  const operations = collection.requests.flatMap((request, index): readonly DescribedOperation[] =>
    request.kind === 'kept'
      ? [{ request, path: pathTemplate({ url: request.request.url }), answer: samples[index] }]
      : [],
  );
  const isByCookie = collection.auth?.type === 'apiKey' && collection.auth.in === 'cookie';
  const { signIn, questions } = findSignIn(operations, { asking, isByCookie });
  const credentials = new Credentials(signIn, isByCookie);
  const identifiers = findIdentifiers(operations, signIn);
  const values = new OpenValues(collection, asking);
  const collections = new Set(identifiers.map((id) => id.collection));
  const connected = operations.map((operation) => {
    const name = operationName(operation, collections.has(operation.path.replace(/\/$/, '')));
    const members = connectMembers(operation, { identifiers, signIn, credentials, values });
    return { operation, request: { ...operation.request, id: name, request: members } };
  });
  const ordered = connected.toSorted(
    (one, other) => rankOf(one.operation, identifiers, signIn) - rankOf(other.operation, identifiers, signIn),
  );
  const [environment] = collection.environments;
  const { auth: shared, ...withoutAuth } = collection;
  return {
    collection: {
      ...withoutAuth,
      ...defined({ auth: shared === undefined ? undefined : credentials.replace(shared) }),
      requests: [
        ...ordered.map(({ request }) => request),
        ...collection.requests.filter(({ kind }) => kind === 'left-out'),
      ],
      variables: values.all(identifiers, credentials.variables),
      environments: environment === undefined ? [] : [environment],
    },
    questions: [...questions, ...values.questions],
    tenant: describedTenant(operations),
  };
}

/** What the members of a request are connected with. */
interface Connections {
  readonly identifiers: readonly Identifier[];
  readonly signIn: SignIn | undefined;
  readonly credentials: Credentials;
  readonly values: OpenValues;
}

function connectMembers(operation: DescribedOperation, connections: Connections): ImportedMembers {
  const { identifiers, signIn, credentials, values } = connections;
  const { auth, body, query, ...members } = operation.request.request;
  const isSignIn = operation === signIn?.operation;
  const extract = [
    ...(members.extract ?? []),
    ...(isSignIn ? tokenExtraction(signIn) : []),
    ...identifiers.flatMap((id) => idExtraction(id, operation, values)),
  ];
  const { method, url, headers, extract: _own, ...others } = members;
  return {
    method,
    url,
    ...(query === undefined ? {} : { query: query.map((row) => withReference(row, identifiers)) }),
    ...(headers === undefined ? {} : { headers }),
    ...defined({ auth: isSignIn ? NONE : auth === undefined ? undefined : credentials.replace(auth) }),
    ...(body === undefined
      ? {}
      : {
          body: withMembers(body, (member) =>
            isSignIn ? credentials.ofSignIn(member) : memberFor(member, operation, connections),
          ),
        }),
    ...(extract.length === 0 ? {} : { extract }),
    ...others,
  };
}

const NONE: WrittenAuth = { type: 'none' };

function tokenExtraction({ token }: SignIn): readonly WrittenExtraction[] {
  return token === undefined ? [] : [{ variable: TOKEN_VARIABLE, from: 'body', path: token }];
}

function idExtraction(
  { variable, source }: Identifier,
  operation: DescribedOperation,
  values: OpenValues,
): readonly WrittenExtraction[] {
  if (source.kind !== 'answered' || source.by !== operation) {
    return [];
  }
  const isGiven = operation.request.request.extract?.some((rule) => rule.variable === variable) === true;
  const path = source.path ?? values.pathOf(variable, operation);
  return isGiven ? [] : [{ variable, from: 'body', path }];
}

/** A parameter that is called like an identifier is that identifier. */
function withReference(row: WrittenField, identifiers: readonly Identifier[]): WrittenField {
  const id = identifiers.find(({ variable }) => namesId(row.name) && isSameName(variable, row.name));
  return id === undefined ? row : { ...row, value: `{{${id.variable}}}` };
}

function memberFor(
  { name, value }: BodyMember,
  operation: DescribedOperation,
  { identifiers, credentials }: Connections,
): JsonValue | undefined {
  const created = identifiers.filter(({ source }) => 'by' in source && source.by === operation);
  const chosen = created.find(({ source }) => source.kind === 'chosen' && source.member === name);
  if (chosen !== undefined) {
    return `{{${chosen.variable}}}`;
  }
  const isOwnId = /^_?(?:id|uuid)$/i.test(name) || created.some(({ variable }) => isSameName(variable, name));
  if (created.length > 0 && isOwnId) {
    // The server gives one to what is created; the example's is the same each time.
    return undefined;
  }
  const writtenTo = identifiers.find(({ collection }) => collection === operation.path);
  if (isOwnId && writtenTo !== undefined && /^(?:PUT|PATCH|DELETE)$/.test(operation.request.request.method)) {
    return `{{${writtenTo.variable}}}`;
  }
  const other = identifiers.find(({ variable }) => namesId(name) && isSameName(variable, name));
  return other === undefined
    ? (credentials.inRegistration(name, operation) ?? credentials.set({ name, value }))
    : `{{${other.variable}}}`;
}

/** In a body or a query the name has to say that it identifies something. */
function namesId(name: string): boolean {
  return /^(?:ids?|uuid|guid|number|ref)$/.test(wordsOf(name).at(-1) ?? '');
}

/** First what signs in, then what gives identifiers, outer ones first; last what deletes, and what signs out. */
function rankOf(
  operation: DescribedOperation,
  identifiers: readonly Identifier[],
  signIn: SignIn | undefined,
): number {
  const { request, path } = operation;
  if (operation === signIn?.operation) {
    return -1;
  }
  const given = identifiers.findIndex(({ source }) => 'by' in source && source.by === operation);
  if (given !== -1) {
    return given;
  }
  const after = identifiers.length;
  if (soundsEnding({ id: '', url: request.request.url })) {
    return after + LAST;
  }
  return request.request.method === 'DELETE' ? after + LAST - path.split('/').length : after;
}

/** More than any path has segments. */
const LAST = 10_000;
