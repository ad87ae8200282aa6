/**
 * Names that an authorization matrix takes from itself and from its chains: roles, resources, users,
 * patterns of operations, identifiers, members that can be planted in.
 *
 * The place is found by the scanner rather than the tree, because a name without a value is in no tree.
 */
import { getLocation } from 'jsonc-parser';
import { isArray, isObject, type JsonValue } from '../json/json';
import { nodeAt, parseDocument, type JsonDocument, type JsonPath } from '../json/jsonDocument';
import type { JsonNode } from '../json/jsonTree';
import { ANONYMOUS, type RequestName } from '../authz/model/matrix';
import type { NamedByMatrix } from '../authz/matrix/partialMatrix';
import { requestNamed, requestNameFrom } from '../authz/matrix/requestName';
import { textAt } from '../analysis/locationOf';
import { extractedVariables } from '../run/plan';
import type { TextRange } from '../problem';
import { memberPath } from './memberPath';
import { pathSteps } from './pathSteps';
import type { LastResponse } from './responseSearch';
import { contains } from './subject';
import { wholeValues, type Suggestion } from './suggestion';

/** A matrix that is being written, and where in it. */
export interface WrittenPlace {
  readonly text: string;
  /** Workspace path. */
  readonly file: string;
  readonly offset: number;
}

/** What is known in addition to the matrix. */
export interface MatrixSurroundings {
  readonly chains: NamedByMatrix['chains'];
  readonly responseOf: (request: RequestName) => LastResponse | undefined;
}

/** The names to propose at a place; empty where no name belongs. */
export function completeNames(place: WrittenPlace, known: MatrixSurroundings): readonly Suggestion[] {
  const site = siteOf(place);
  if (site === undefined) {
    return [];
  }
  const { kind, names } = namesFor(site, known);
  return wholeValues(
    site,
    [...new Set(names)].map((text) => ({ kind, text })),
  );
}

/** A text of the matrix and the caret in it. */
interface Site {
  readonly document: JsonDocument;
  readonly path: JsonPath;
  /** The name of a member is being written, not a value. */
  readonly isName: boolean;
  /** Quotes left out. */
  readonly range: TextRange;
  /** The text before the caret. */
  readonly written: string;
}

interface Names {
  readonly kind: Suggestion['kind'];
  readonly names: readonly string[];
}

const NOTHING: Names = { kind: 'name', names: [] };

function siteOf({ text, file, offset }: WrittenPlace): Site | undefined {
  const { path, isAtPropertyKey: isName, previousNode: node } = getLocation(text, offset);
  if (node === undefined || text[node.offset] !== '"') {
    return undefined;
  }
  const range = contentOf(text, node);
  return contains(range, offset)
    ? { document: parseDocument(text, file), path, isName, range, written: text.slice(range.start, offset) }
    : undefined;
}

/** Between the quotes; a text that is not closed ends with its line. */
function contentOf(
  text: string,
  { offset, length }: { readonly offset: number; readonly length: number },
): TextRange {
  const start = offset + 1;
  const isClosed = length > 1 && /[^\\](?:\\\\)*"$/.test(text.slice(offset, offset + length));
  return { start, end: Math.max(start, offset + length - (isClosed ? 1 : 0)) };
}

function namesFor(site: Site, known: MatrixSurroundings): Names {
  const { document, path, isName } = site;
  const [section, , member] = path;
  if (section === 'policy') {
    return { kind: 'name', names: policyNames(site) };
  }
  if (section === 'throwAway') {
    return { kind: 'name', names: throwAwayNames(site) };
  }
  if (section === 'users' && member === 'attributes') {
    return { kind: 'name', names: attributeNames(site) };
  }
  if (isName) {
    return NOTHING;
  }
  if (section === 'users' && member === 'role') {
    const { ofUsers, ofPolicy } = rolesOf(document);
    return { kind: 'name', names: [...ofPolicy, ...ofUsers, ANONYMOUS] };
  }
  if (section === 'operations' && member === 'resource') {
    return { kind: 'name', names: memberNames(nodeAt(document.root, ['resources'])) };
  }
  if (section === 'operations' && (path[4] === 'except' || path[4] === 'from')) {
    return { kind: 'name', names: rolesOf(document).ofUsers.filter((role) => role !== ANONYMOUS) };
  }
  return section === 'resources' ? resourceNames(site, known) : NOTHING;
}

/** Roles whose users sign in, resources, and users who make others. */
function throwAwayNames({ document, path, isName }: Site): readonly string[] {
  const [, role, member] = path;
  if (isName) {
    const used = memberNames(nodeAt(document.root, ['throwAway']));
    const roles = rolesOf(document).ofUsers.filter((name) => name !== ANONYMOUS);
    return path.length === 2 ? roles.filter((name) => name === role || !used.includes(name)) : [];
  }
  if (member === 'resource') {
    return memberNames(nodeAt(document.root, ['resources']));
  }
  return member === 'by' ? ownersIn(document) : [];
}

function policyNames({ document, path, isName }: Site): readonly string[] {
  const [, role, last] = path;
  if (isName && path.length === 2) {
    const { ofUsers, ofPolicy } = rolesOf(document);
    return ofUsers.filter((name) => name !== ANONYMOUS && (name === role || !ofPolicy.includes(name)));
  }
  if (isName && path.length === 3) {
    const used = memberNames(nodeAt(document.root, ['policy', String(role)]));
    return patternsOf(document).filter((pattern) => pattern === last || !used.includes(pattern));
  }
  if (isName) {
    return [];
  }
  return role === 'public' ? patternsOf(document) : attributesIn(document);
}

/** Attributes, and values, that other users have. */
function attributeNames({ document, path, isName }: Site): readonly string[] {
  const [, user, , attribute] = path;
  const others = usersOf(document).filter(({ name }) => name !== user);
  const attributes = others.map(({ name }) => nodeAt(document.root, ['users', name, 'attributes']));
  if (isName) {
    const used = memberNames(nodeAt(document.root, ['users', String(user), 'attributes']));
    return attributes.flatMap(memberNames).filter((name) => name === attribute || !used.includes(name));
  }
  return attributes.flatMap((node) => textAt(node, [String(attribute)]) ?? []);
}

function resourceNames(site: Site, { chains, responseOf }: MatrixSurroundings): Names {
  const { document, path, written } = site;
  const [, resource = '', member] = path.map(String);
  const create = requestOf(document, resource, 'create');
  switch (member) {
    case 'owners':
      return { kind: 'name', names: ownersIn(document) };
    case 'id':
      return path.length === 4 || path[4] === 'variable'
        ? { kind: 'variable', names: producedBy(chains, create) }
        : NOTHING;
    case 'canary':
      return { kind: 'path', names: create === undefined ? [] : plantable(create, chains) };
    case 'marker': {
      const read = requestOf(document, resource, 'read');
      const body = read === undefined ? undefined : responseOf(read)?.body;
      return {
        kind: 'path',
        names: body === undefined ? [] : pathSteps(written, body).map((step) => step.path),
      };
    }
    default:
      return NOTHING;
  }
}

function ownersIn(document: JsonDocument): readonly string[] {
  return usersOf(document)
    .filter(({ role }) => role !== ANONYMOUS)
    .map(({ name }) => name);
}

function requestOf(
  { root, file }: JsonDocument,
  resource: string,
  member: 'create' | 'read',
): RequestName | undefined {
  const text = textAt(root, ['resources', resource, member]);
  return text === undefined ? undefined : requestNameFrom(file, text);
}

/** Variables that the chains of the matrix extract, those of the creation first. */
function producedBy(chains: NamedByMatrix['chains'], create: RequestName | undefined): readonly string[] {
  const created = create === undefined ? undefined : requestNamed(create, chains);
  const all = [...chains.values()].flatMap(({ chain, required }) =>
    [chain, ...required.map((loaded) => loaded.chain)].flatMap(({ requests }) =>
      requests.flatMap(extractedVariables),
    ),
  );
  return [...(created === undefined ? [] : extractedVariables(created)), ...all];
}

/** Members of the creation's body whose text is written out: nothing can be planted in values of references. */
function plantable(create: RequestName, chains: NamedByMatrix['chains']): readonly string[] {
  const body = requestNamed(create, chains)?.body;
  switch (body?.kind) {
    case 'json':
      return textPaths(body.value);
    case 'graphql':
      return textPaths(body.variables ?? null);
    case 'form':
      return body.fields.map(({ name }) => name);
    case 'multipart':
      return body.parts.filter(({ value }) => value !== undefined).map(({ name }) => name);
    default:
      return [];
  }
}

/** Paths of the texts in a value that hold no reference. */
function textPaths(value: JsonValue, steps: readonly (string | number)[] = []): readonly string[] {
  if (typeof value === 'string') {
    return value.includes('{{') ? [] : [memberPath(steps)];
  }
  if (isArray(value)) {
    return value.flatMap((item, index) => textPaths(item, [...steps, index]));
  }
  return isObject(value)
    ? Object.entries(value).flatMap(([name, member]) => textPaths(member, [...steps, name]))
    : [];
}

/** Operations by name, and by what their names begin with: `order.*`, `*`. */
function patternsOf({ root }: JsonDocument): readonly string[] {
  const operations = memberNames(nodeAt(root, ['operations']));
  const groups = operations.flatMap((name) => {
    const dot = name.indexOf('.');
    return dot === -1 ? [] : [`${name.slice(0, dot)}.*`];
  });
  return [...new Set([...groups, ...operations, '*'])];
}

function rolesOf(document: JsonDocument): {
  readonly ofUsers: readonly string[];
  readonly ofPolicy: readonly string[];
} {
  const ofPolicy = memberNames(nodeAt(document.root, ['policy'])).filter((name) => name !== 'public');
  return { ofUsers: usersOf(document).map(({ role }) => role), ofPolicy };
}

function usersOf({ root }: JsonDocument): readonly { readonly name: string; readonly role: string }[] {
  const users = nodeAt(root, ['users']);
  const members = users?.kind === 'object' ? users.members : [];
  return members.flatMap(({ name, value }) => {
    const role = textAt(value, ['role']);
    // An empty one is just being written.
    return role === undefined || role === '' ? [] : [{ name, role }];
  });
}

/** Names of attributes of users. */
function attributesIn(document: JsonDocument): readonly string[] {
  return usersOf(document).flatMap(({ name }) =>
    memberNames(nodeAt(document.root, ['users', name, 'attributes'])),
  );
}

function memberNames(node: JsonNode | undefined): readonly string[] {
  return node?.kind === 'object' ? node.members.map(({ name }) => name) : [];
}
