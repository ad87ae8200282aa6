/**
 * Who may do what: a scope for every role and action. `own` means objects of the caller, `any` those
 * of everybody; an action that is not listed is not granted. This is the correct policy, the one
 * that examples/workspace/orders.authz.json declares; flaws never change it, they bypass it.
 */
import type { Role } from '../data/store';

/** Something the API can do for a caller. Creating an own order is open to every signed-in user. */
export type Action =
  | 'order.read'
  | 'order.update'
  | 'order.delete'
  | 'user.read'
  | 'user.update'
  | 'users.list'
  | 'users.create'
  | 'users.read'
  | 'users.delete'
  | 'users.assignRole'
  | 'stats.read';

/** Whose objects an action may touch. */
export type Scope = 'own' | 'any' | 'none';

const GRANTS: Readonly<Record<Role, Partial<Record<Action, Scope>>>> = {
  customer: {
    'order.read': 'own',
    'order.update': 'own',
    'order.delete': 'own',
    'user.read': 'own',
    'user.update': 'own',
  },
  supportAgent: {
    'order.read': 'any',
    'user.read': 'any',
    'user.update': 'own',
  },
  manager: {
    'order.read': 'any',
    'order.update': 'any',
    'order.delete': 'any',
    'user.read': 'any',
    'user.update': 'own',
    'stats.read': 'any',
  },
  administrator: {
    'order.read': 'any',
    'order.update': 'any',
    'order.delete': 'any',
    'user.read': 'any',
    'user.update': 'any',
    'users.list': 'any',
    'users.create': 'any',
    'users.read': 'any',
    'users.delete': 'any',
    'users.assignRole': 'any',
    'stats.read': 'any',
  },
};

/** The scope a role has for an action. */
export function scopeOf(role: Role, action: Action): Scope {
  return GRANTS[role][action] ?? 'none';
}
