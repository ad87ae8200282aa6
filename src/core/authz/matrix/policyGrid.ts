/**
 * The policy of a matrix as a grid: operations by roles, and for each pair what the text grants and which line says so.
 *
 * It is read from the tree of the text, because the grid is for writing a matrix: it shows what is there already, and
 * scopes that it does not know as they are written.
 */
import { defined } from '../../defined';
import { groupBy } from '../../groupBy';
import { itemsAt, nodeAt, valueOf, type JsonDocument } from '../../json/jsonDocument';
import type { JsonNode, Member } from '../../json/jsonTree';
import { writeInline } from '../../edit/jsonText';
import { textAt } from '../../analysis/locationOf';
import { ANONYMOUS, fits, longestFit, type RequestName } from '../model/matrix';
import { requestNameFrom } from './requestName';

/** The policy of a matrix file. */
export interface PolicyGrid {
  /** What people call the matrix; empty when the file does not say. */
  readonly name: string;
  /** Roles in the order of the policy, then those that only users have. */
  readonly roles: readonly PolicyColumn[];
  /** Users who have no credentials: what is public holds for them, too. */
  readonly anonymous: readonly string[];
  /** The scopes that a person can choose from, as JSON. */
  readonly scopes: readonly string[];
  /** Resource by resource, in the order of the file; functions last. */
  readonly rows: readonly PolicyRow[];
}

/** A role and the users who have it. */
export interface PolicyColumn {
  readonly role: string;
  readonly users: readonly string[];
}

/** An operation and what the policy says of it. */
export interface PolicyRow {
  readonly operation: string;
  /** Absent for a function, which concerns no object. */
  readonly resource?: string;
  /** As the file names it; empty while it does not. */
  readonly request: string;
  /** The request that this means; absent when it leads out of the workspace. */
  readonly named?: RequestName;
  /** One for each role. */
  readonly grants: readonly PolicyGrant[];
  readonly public: PublicGrant;
  /** Whether the policy leaves it open for a role, and no line but one for everything (`*`) is about it. */
  readonly isUnpoliced: boolean;
}

/** What the policy says of a role and an operation. Scopes are JSON as written: `"own"`. */
export interface PolicyGrant {
  /** The scope in the line that names the operation. */
  readonly own?: string;
  /** The longest pattern that fits, which decides where no line names the operation. */
  readonly pattern?: string;
  /** The scope in the line of that pattern. */
  readonly patternScope?: string;
}

/** How an operation is public. */
export interface PublicGrant {
  /** Whether `public` names it. */
  readonly isNamed: boolean;
  /** The first pattern of `public` that fits, other than its name. */
  readonly pattern?: string;
}

/** The scopes that a person can choose from, as JSON: attributes of users, such as a tenant, among them. */
export function offeredScopes(root: JsonNode | undefined): readonly string[] {
  const attributes = membersAt(root, 'users').flatMap(({ value }) =>
    membersAt(value, 'attributes').map(({ name }) => name),
  );
  return [...new Set(['own', ...attributes, 'any', 'none'])].map((scope) => writeInline(scope));
}

/** The policy of a matrix, as far as its text can be read. */
export function policyGrid({ root, file }: Pick<JsonDocument, 'root' | 'file'>): PolicyGrid {
  const users = usersByRole(root);
  const policies = new Map(
    membersAt(root, 'policy').flatMap(({ name, value }) =>
      name === 'public' ? [] : [[name, linesOf(value)] as const],
    ),
  );
  const roles = [...new Set([...policies.keys(), ...users.keys()])].filter(
    (role) => role !== ANONYMOUS || policies.has(role),
  );
  const publicPatterns = textsAt(root, 'policy', 'public');
  const rows = membersAt(root, 'operations').map(({ name, value }): PolicyRow => {
    const request = textAt(value, ['request']) ?? '';
    const grants = roles.map((role) => grantIn(policies.get(role) ?? NO_LINES, name));
    const open = publicGrant(publicPatterns, name);
    return {
      operation: name,
      ...defined({ resource: textAt(value, ['resource']) }),
      request,
      ...defined({ named: requestNameFrom(file, request) }),
      grants,
      public: open,
      isUnpoliced: isUnpoliced({ grants, public: open }),
    };
  });
  return {
    name: textAt(root, ['name']) ?? '',
    roles: roles.map((role) => ({ role, users: users.get(role) ?? [] })),
    anonymous: users.get(ANONYMOUS) ?? [],
    scopes: offeredScopes(root),
    rows: byResource(rows, membersAt(root, 'resources')),
  };
}

/** The lines of a role. A large policy has hundreds that name one operation each, and few patterns. */
interface RoleLines {
  /** Scopes by operation, or by pattern. */
  readonly scopes: ReadonlyMap<string, string>;
  readonly patterns: readonly { readonly pattern: string }[];
}

/**
 * Whether nobody has thought of an operation: no line is about it, and it is left open for a role. A line for
 * everything (`*`) decides, and is about no operation.
 */
function isUnpoliced({ grants, public: open }: Pick<PolicyRow, 'grants' | 'public'>): boolean {
  const isAbout = ({ own, pattern = '*' }: PolicyGrant): boolean => own !== undefined || pattern !== '*';
  return (
    !open.isNamed &&
    open.pattern === undefined &&
    !grants.some(isAbout) &&
    (grants.length === 0 || grants.some(({ pattern }) => pattern === undefined))
  );
}

function grantIn({ scopes, patterns }: RoleLines, operation: string): PolicyGrant {
  const others = scopes.has(operation) ? patterns.filter(({ pattern }) => pattern !== operation) : patterns;
  const pattern = longestFit(others, operation)?.pattern;
  return defined({
    own: scopes.get(operation),
    pattern,
    patternScope: pattern === undefined ? undefined : scopes.get(pattern),
  });
}

function publicGrant(patterns: readonly string[], operation: string): PublicGrant {
  return {
    isNamed: patterns.includes(operation),
    ...defined({ pattern: patterns.find((pattern) => pattern !== operation && fits(pattern, operation)) }),
  };
}

function linesOf(policy: JsonNode): RoleLines {
  const members = policy.kind === 'object' ? lastOfEach(policy.members) : [];
  return {
    scopes: new Map(members.map(({ name, value }) => [name, writeInline(valueOf(value))])),
    patterns: members.flatMap(({ name }) => (name.includes('*') ? [{ pattern: name }] : [])),
  };
}

const NO_LINES: RoleLines = { scopes: new Map(), patterns: [] };

function usersByRole(root: JsonNode | undefined): ReadonlyMap<string, readonly string[]> {
  const users = membersAt(root, 'users').flatMap(({ name, value }) => {
    const role = textAt(value, ['role']);
    return role === undefined ? [] : [{ name, role }];
  });
  return new Map(
    [...groupBy(users, ({ role }) => role)].map(([role, members]) => [role, members.map(({ name }) => name)]),
  );
}

/** Those of a resource together, in the order of `resources`; unknown resources after them, functions last. */
function byResource(rows: readonly PolicyRow[], resources: readonly Member[]): readonly PolicyRow[] {
  const known = new Map<string | undefined, PolicyRow[]>(resources.map(({ name }) => [name, []]));
  const functions: PolicyRow[] = [];
  for (const row of rows) {
    const group = row.resource === undefined ? functions : known.get(row.resource);
    if (group === undefined) {
      known.set(row.resource, [row]);
    } else {
      group.push(row);
    }
  }
  return [...known.values(), functions].flat();
}

function textsAt(root: JsonNode | undefined, ...path: readonly string[]): readonly string[] {
  return itemsAt(root, path).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
  );
}

function membersAt(root: JsonNode | undefined, section: string): readonly Member[] {
  const node = nodeAt(root, [section]);
  return node?.kind === 'object' ? lastOfEach(node.members) : [];
}

/** Of members with the same name the last, which is the one that counts. */
function lastOfEach(members: readonly Member[]): readonly Member[] {
  return [...new Map(members.map((member) => [member.name, member])).values()];
}
