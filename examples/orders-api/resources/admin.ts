/** Administration: /api/admin. Every function answers 403 to roles without the grant. */
import { idParameter, type Api, type Call } from '../api';
import { requireCaller } from '../access/caller';
import { forbidden } from '../access/guard';
import { scopeOf, type Action } from '../access/policy';
import { addUser } from '../data/seed';
import { ordersOf, userByEmail, type User } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { cutIntoPages, pageReply } from '../http/paging';
import { empty, failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { optionalRole, textField } from './fields';
import { userView } from './users';

/** All users, paged. */
export function listUsers(call: Call): Reply {
  return withGrant(call, { action: 'users.list', flaw: 'bfla-admin-list' }, () => {
    const users = [...call.api.store.users.values()].map((user) => userView(user, { withTaxNumber: true }));
    return pageReply(call.request, cutIntoPages(call.request, users), users.length);
  });
}

/** A new user: 201. */
export function createUser(call: Call): Reply {
  return withGrant(call, { action: 'users.create' }, () => {
    const fields = fieldsOf(call.request);
    const email = textField(fields, 'email');
    if (userByEmail(call.api.store, email) !== undefined) {
      return failure(409, 'email-taken', 'Another user has this e-mail address.');
    }
    const user = addUser(call.api.store, {
      email,
      name: textField(fields, 'name'),
      password: textField(fields, 'password'),
      role: optionalRole(fields) ?? 'customer',
    });
    return json(201, userView(user, { withTaxNumber: true }), [['Location', `/api/admin/users/${user.id}`]]);
  });
}

/** One user. */
export function readUser(call: Call): Reply {
  return withGrant(call, { action: 'users.read' }, () =>
    withUser(call, (user) => json(200, userView(user, { withTaxNumber: true }))),
  );
}

/** The role of a user changed; it counts at once, for tokens that are out already, too. */
export function assignRole(call: Call): Reply {
  return withGrant(call, { action: 'users.assignRole' }, () =>
    withUser(call, (user) => {
      const changed = { ...user, role: optionalRole(fieldsOf(call.request)) ?? user.role };
      call.api.store.users.set(user.id, changed);
      return json(200, userView(changed, { withTaxNumber: true }));
    }),
  );
}

/** A user with orders and sessions gone: 204; 409 for oneself. */
export function deleteUser(call: Call): Reply {
  return withGrant(call, { action: 'users.delete', flaw: 'bfla-verb' }, () =>
    withUser(call, (user) => {
      if (user.id === requireCaller(call).user.id) {
        return failure(409, 'own-account', 'You cannot delete yourself.');
      }
      forget(call.api, user);
      return empty(204);
    }),
  );
}

/** Counts of everything; managers may see them as well. */
export function stats(call: Call): Reply {
  return withGrant(call, { action: 'stats.read' }, () => {
    const { orders, users } = call.api.store;
    const all = [...orders.values()];
    return json(200, {
      users: users.size,
      orders: all.length,
      revenue: all.reduce((sum, { product, quantity }) => sum + product.price * quantity, 0),
    });
  });
}

interface AdminFunction {
  readonly action: Action;
  /** The flaw that leaves the check out. */
  readonly flaw?: FlawName;
}

function withGrant(call: Call, { action, flaw }: AdminFunction, work: () => Reply): Reply {
  const { role } = requireCaller(call);
  const flawed = flaw !== undefined && call.api.flaws.has(flaw);
  return scopeOf(role, action) === 'any' || flawed || !call.guarded ? work() : forbidden();
}

function withUser(call: Call, work: (user: User) => Reply): Reply {
  const user = call.api.store.users.get(idParameter(call, 'user_id'));
  return user === undefined ? failure(404, 'no-such-user', 'There is no such user.') : work(user);
}

function forget(api: Api, user: User): void {
  for (const order of ordersOf(api.store, user.id)) {
    api.store.orders.delete(order.id);
  }
  for (const [credential, session] of api.sessions) {
    if (session.userId === user.id) {
      api.sessions.delete(credential);
    }
  }
  for (const [refreshToken, userId] of api.refreshTokens) {
    if (userId === user.id) {
      api.refreshTokens.delete(refreshToken);
    }
  }
  api.store.users.delete(user.id);
}
