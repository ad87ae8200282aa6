/** Signing in with JSON and a bearer token: POST /login, POST /logout, GET /api/me. */
import type { Api, Call } from '../api';
import { bearerToken, requireCaller } from '../access/caller';
import { issueToken } from '../access/sessions';
import { userByEmail, type User } from '../data/store';
import { empty, failure, json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { textField } from './fields';
import { userView } from './users';

/** `{ email, password }` for a token, the user id (64-bit), the role and the time it expires. */
export function login(call: Call): Reply {
  const fields = fieldsOf(call.request);
  const user = checkPassword(call.api, textField(fields, 'email'), textField(fields, 'password'));
  if (user === undefined) {
    return failure(401, 'wrong-credentials', 'E-mail address or password is wrong.');
  }
  const { credential, expiresAt } = issueToken(call.api, user);
  return json(200, {
    token: credential,
    userId: user.id,
    role: user.role,
    expiresAt: new Date(expiresAt).toISOString(),
  });
}

/** Ends the session of the bearer token. */
export function logout(call: Call): Reply {
  requireCaller(call);
  const token = bearerToken(call);
  if (token !== undefined && !call.api.flaws.has('logout-ignored')) {
    call.api.sessions.delete(token);
  }
  return empty(204);
}

/** Who the caller is. */
export function me(call: Call): Reply {
  const caller = requireCaller(call);
  return json(200, userView(caller.user, { withTaxNumber: true }));
}

/** The user with that e-mail address and password, if both are right. */
export function checkPassword(api: Api, email: string, password: string): User | undefined {
  const user = userByEmail(api.store, email);
  return user?.password === password ? user : undefined;
}
