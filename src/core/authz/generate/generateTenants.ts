/**
 * What users are divided by, such as tenants: an attribute that signing in shows, or that users have in a description. Then
 * objects can be shared within it, and each user gets the attribute when a person grants that.
 */
import { list } from '../../words';
import type { JsonValue } from '../../json/json';
import type { FoundLogin } from './generateLogin';
import { objectOf } from './generateNames';
import { answerTo, inMatrix, valuesOf, type Asking, type Question } from './questions';
import type { ProposedUser } from './generateUsers';
import { wordsOf } from '../matrix/splitWords';
import { ANONYMOUS } from '../model/matrix';

/** A member or variable that divides users. */
export interface TenantName {
  /** As the API writes it: `organizationId`. */
  readonly name: string;
  /** A value that it has in an example; absent when there is none. */
  readonly example?: string;
}

/** An attribute that divides users. */
export interface Tenant extends TenantName {
  /** What the matrix calls it: `organization`. */
  readonly attribute: string;
  /** Whether users sign in with it, so that each has a value already. */
  readonly isPersonal: boolean;
}

/**
 * Names of what a customer of the API is called, with the APIs that call it so. Each is the account of several people; a
 * `customer` or a `user` is one person, and a `group` or a `team` is a part of a tenant.
 */
const DIVIDING: ReadonlySet<string> = new Set([
  // Claims of Microsoft Entra ID, AWS SaaS identity.
  'tenant',
  // GitHub, Auth0 and Sentry.
  'org',
  'organization',
  'organisation',
  // Stripe, AWS and Salesforce.
  'account',
  // Intercom and Xero.
  'company',
  // Slack, Notion and Bitbucket.
  'workspace',
]);

/** Whether a name says what users are divided by: `tenantId`, `org_id`, `tid`. */
export function dividesUsers(name: string): boolean {
  return attributeOf(name) !== undefined;
}

/** `tenant` for `tenantId`, `tenant_uuid` and `tid`; a plain `account` is a person's own. */
function attributeOf(name: string): string | undefined {
  const object = name === 'tid' ? 'tenant' : objectOf(name);
  const isPlainAccount = object === 'account' && wordsOf(name).length === 1;
  return object !== undefined && DIVIDING.has(object) && !isPlainAccount ? object : undefined;
}

/** What the users of a chain are divided by; absent when nothing shows it. */
export function findTenant(login: FoundLogin, described: TenantName | undefined): Tenant | undefined {
  const personal = new Set(login.personal.map(({ name }) => name));
  const shown = [...personal, ...login.produced].map((name): TenantName => ({ name }));
  const found = [...shown, ...(described === undefined ? [] : [described])].find(({ name }) =>
    dividesUsers(name),
  );
  const attribute = found && attributeOf(found.name);
  return found === undefined || attribute === undefined
    ? undefined
    : { ...found, attribute, isPersonal: personal.has(found.name) };
}

/** Gives users the attribute that the policy refers to, and asks for its values where users do not sign in with it. */
export function withTenants(
  users: readonly ProposedUser[],
  tenant: Tenant | undefined,
  { answers, say }: Asking,
): { readonly users: readonly ProposedUser[]; readonly questions: readonly Question[] } {
  if (tenant === undefined) {
    return { users, questions: [] };
  }
  const { name, attribute, example = `${attribute}-1`, isPersonal } = tenant;
  const people = users.filter(({ role }) => role !== ANONYMOUS);
  const question: Question = {
    id: `attribute.${attribute}`,
    text: say(
      'Which {0} do {1} belong to? One name each, separated by commas.',
      attribute,
      list(
        people.map((user) => user.name),
        say,
      ),
    ),
    kind: 'text',
    choices: [],
    proposed: people.map(() => example).join(', '),
    decides: [inMatrix('users', '*', 'attributes', attribute)],
  };
  const given = valuesOf(answerTo(question, answers));
  const values = given.length === people.length ? given : people.map(() => example);
  const valueOf = (user: ProposedUser): JsonValue =>
    isPersonal ? (user.variables[name] ?? null) : (values[people.indexOf(user)] ?? null);
  return {
    users: users.map((user) => {
      const value = valueOf(user);
      const isKnown = user.role !== ANONYMOUS && typeof value === 'string' && value !== '';
      return isKnown ? { ...user, attributes: { [attribute]: value } } : user;
    }),
    questions: isPersonal ? [] : [question],
  };
}
