/**
 * What divides the users of an API, such as `tenantId`: a member of what signing in, or a request about users, is answered
 * with, or a claim of the token in it.
 */
import { dividesUsers, type TenantName } from '../../../core/authz/generate/generateTenants';
import { asksWhoIsSignedIn } from '../../../core/authz/matrix/safeRequest';
import { isArray, isObject } from '../../../core/json/json';
import { tokenClaims } from '../../../core/run/decode';
import { itemsOf, objectOf, type Foreign } from '../shape/externalJson';
import { bodyMembers } from './bodyMembers';
import type { DescribedOperation } from './describedApi';
import { isPassword } from './findSignIn';

/** Requests and what they are answered. */
export type AnsweredRequest = Pick<DescribedOperation, 'request' | 'path' | 'answer'>;

/** What divides users; absent when no answer shows it. Signing in comes first, then the own account, then all users. */
export function describedTenant(operations: readonly AnsweredRequest[]): TenantName | undefined {
  const about = operations
    .map((operation) => ({ operation, rank: rankOf(operation) }))
    .filter(({ rank }) => rank < OTHERS)
    .toSorted((one, other) => one.rank - other.rank);
  for (const { operation } of about) {
    const found = tenantIn(operation.answer, 0);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

const OTHERS = 3;

function rankOf({ request: { request }, path }: AnsweredRequest): number {
  if (bodyMembers(request.body).some(({ name }) => isPassword(name))) {
    return 0;
  }
  if (asksWhoIsSignedIn({ url: request.url })) {
    return 1;
  }
  return /\/(?:users?|members?|profile)(?:\/\{\{[^{}]+\}\})?\/?$/i.test(path) ? 2 : OTHERS;
}

/** How deep answers are looked into: `data.user.tenantId` is 3. */
const MAX_DEPTH = 3;

function tenantIn(answer: Foreign, depth: number): TenantName | undefined {
  const [first = answer] = itemsOf(answer);
  const members = Object.entries(objectOf(first) ?? {});
  if (depth >= MAX_DEPTH) {
    return undefined;
  }
  const own = members.find(([name, member]) => dividesUsers(name) && !isObject(member) && !isArray(member));
  if (own !== undefined) {
    const [name, example] = own;
    const isShown = (typeof example === 'string' && example !== '') || typeof example === 'number';
    return { name, ...(isShown ? { example: String(example) } : {}) };
  }
  const inner = members.map(([, member]) => (typeof member === 'string' ? tokenClaims(member) : member));
  return inner.map((member) => tenantIn(member, depth + 1)).find((found) => found !== undefined);
}
