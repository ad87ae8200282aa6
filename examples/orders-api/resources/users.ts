/**
 * Profiles: /api/users/{user_id}. The profile of another is 403, and so is one that does not exist,
 * unless the role may read any.
 */
import { createHash } from 'node:crypto';
import { idParameter, type Call } from '../api';
import { requireCaller, type Caller } from '../access/caller';
import { forbidden } from '../access/guard';
import { scopeOf, type Action } from '../access/policy';
import type { User } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import type { Writable } from '../http/json';
import { empty, failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { optionalRole, optionalText, textField } from './fields';

/** A profile; the tax number only for the user, managers and administrators. */
export function getUser(call: Call): Reply {
  return withUser(call, { action: 'user.read', flaw: 'read-any-user' }, (user, caller) => {
    const trusted = user.id === caller.user.id || ['manager', 'administrator'].includes(caller.role);
    const view = userView(user, { withTaxNumber: trusted || call.api.flaws.has('sensitive-fields') });
    const passwordHash = call.api.flaws.has('undescribed-fields') ? hashOf(user.password) : undefined;
    return json(200, { ...view, passwordHash }, [['Cache-Control', 'private, no-store']]);
  });
}

/** The name changed; a role in the body is ignored (except with the flaw role-assignment). */
export function patchUser(call: Call): Reply {
  return withUser(call, { action: 'user.update' }, (user) => {
    const fields = fieldsOf(call.request);
    const role = call.api.flaws.has('role-assignment') ? optionalRole(fields) : undefined;
    const changed = { ...user, name: optionalText(fields, 'name') ?? user.name, role: role ?? user.role };
    call.api.store.users.set(user.id, changed);
    return json(200, userView(changed, { withTaxNumber: true }));
  });
}

/** The password replaced: 204, and nothing in any answer shows it but the next login. */
export function putPassword(call: Call): Reply {
  return withUser(call, { action: 'user.update', flaw: 'change-any-password' }, (user) => {
    const password = textField(fieldsOf(call.request), 'password');
    call.api.store.users.set(user.id, { ...user, password });
    return empty(204);
  });
}

function hashOf(password: string): string {
  return createHash('sha256').update(password).digest('hex');
}

/** A user as the API shows it; never the password. */
export function userView(user: User, { withTaxNumber }: { readonly withTaxNumber: boolean }) {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    taxNumber: withTaxNumber ? user.taxNumber : undefined,
    lastSeenAt: new Date(user.lastSeenAt).toISOString(),
  } satisfies Writable;
}

interface UserAccess {
  readonly action: Action;
  /** The flaw that leaves the check out. */
  readonly flaw?: FlawName;
}

function withUser(call: Call, access: UserAccess, work: (user: User, caller: Caller) => Reply): Reply {
  const caller = requireCaller(call);
  const id = idParameter(call, 'user_id');
  const allowed =
    id === caller.user.id ||
    scopeOf(caller.role, access.action) === 'any' ||
    !call.guarded ||
    (access.flaw !== undefined && call.api.flaws.has(access.flaw));
  if (!allowed) {
    return forbidden();
  }
  const user = call.api.store.users.get(id);
  return user === undefined ? failure(404, 'no-such-user', 'There is no such user.') : work(user, caller);
}
