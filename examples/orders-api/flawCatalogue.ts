/**
 * Every authorization flaw the sample API can have, by name, with the outcome class that a correct
 * authorization test gives it. The classes are those of the authorization matrix: FLAW_* is harm,
 * the others are ways of saying no (or of saying nothing) that a test must not take for a pass.
 * Flaws are in order of precedence: where two apply to the same refusal, the first one wins. One that
 * leaves several methods unchecked has the class of the first; the others are read, written or deleted.
 */

/** What an authorization test should conclude about the operation that has the flaw. */
export type OutcomeClass =
  | 'FLAW_READ'
  | 'FLAW_WRITE'
  | 'FLAW_DELETE'
  | 'SUSPECT_ACCEPTED'
  | 'ID_IGNORED'
  | 'SOFT_DENY'
  | 'DENIED_REDIRECT'
  | 'DENIED_401'
  | 'DENIED_OTHER'
  | 'INCONCLUSIVE_CONTROL'
  | 'INCONCLUSIVE_AUTH'
  | 'INCONCLUSIVE_RATE_LIMIT'
  | 'INCONCLUSIVE_SERVER_ERROR'
  | 'INCONCLUSIVE_NETWORK'
  | 'INCONCLUSIVE_STATE'
  | 'OVER_RESTRICTED'
  | 'PASS_403';

/** One flaw: its name, the class it leads to, and what the API does when it is on. */
export interface Flaw {
  readonly name: string;
  readonly outcome: OutcomeClass;
  readonly does: string;
}

function flaw<const Name extends string>(name: Name, outcome: OutcomeClass, does: string) {
  return { name, outcome, does };
}

/** The catalogue; examples/README.md shows the same table. */
export const FLAWS = [
  // Objects by path: the ownership check is missing.
  flaw('read-any-order', 'FLAW_READ', 'GET /api/orders/{order_id} answers every signed-in user.'),
  flaw('update-any-order', 'FLAW_WRITE', 'PUT, PATCH and cancel of an order work for every signed-in user.'),
  flaw('delete-any-order', 'FLAW_DELETE', 'DELETE /api/orders/{order_id} works for every signed-in user.'),
  flaw('read-any-user', 'FLAW_READ', 'GET /api/users/{user_id} answers every signed-in user.'),
  flaw(
    'change-any-password',
    'FLAW_WRITE',
    'PUT of a password works on every user; only logging in shows it.',
  ),
  flaw('sensitive-fields', 'FLAW_READ', 'A support agent who reads a user also gets the tax number.'),
  flaw('undescribed-fields', 'FLAW_READ', 'Who reads a user also gets a hash of the password.'),

  // Objects by other locations.
  flaw(
    'by-query-unchecked',
    'FLAW_READ',
    '/api/order?order_id= and /api/user-order? do not check the owner.',
  ),
  flaw(
    'by-body-unchecked',
    'FLAW_WRITE',
    'Operations that take an orderId in the body do not check the owner.',
  ),
  flaw('by-header-unchecked', 'FLAW_READ', 'Operations that take X-Order-Id do not check the owner.'),
  flaw(
    'by-form-unchecked',
    'FLAW_WRITE',
    'POST /session/orders/cancel does not check the form field orderId.',
  ),
  flaw('by-cookie-unchecked', 'FLAW_READ', 'GET /session/orders/current trusts the lastOrder cookie.'),
  flaw('header-identity', 'FLAW_READ', 'An X-User-Id header replaces the identity of the token.'),
  flaw('header-user-name', 'FLAW_READ', 'An X-Original-User header replaces the identity of the token.'),
  flaw(
    'trusted-proxy',
    'FLAW_READ',
    'X-Forwarded-For: 127.0.0.1 passes for the proxy, which nothing checks.',
  ),
  flaw('graphql-unchecked', 'FLAW_READ', 'The GraphQL field order(id:) does not check the owner.'),
  flaw(
    'graphql-errors-with-data',
    'FLAW_READ',
    'GraphQL refuses the order of another in errors, and has it in data all the same.',
  ),
  flaw('graphql-alias-unchecked', 'FLAW_READ', 'Of several GraphQL fields only the first one is checked.'),
  flaw(
    'graphql-batch-unchecked',
    'FLAW_READ',
    'Of a batch of GraphQL operations only the first one is checked.',
  ),
  flaw(
    'nested-parent-unchecked',
    'FLAW_READ',
    'Orders addressed by user id and order id open under every user.',
  ),
  flaw('nested-child-unchecked', 'FLAW_READ', 'Under your own user id, every order id opens.'),

  // Parameter pollution, methods, paths, types.
  flaw('duplicate-key', 'FLAW_WRITE', 'The first of two orderId members is checked, the last one used.'),
  flaw('query-pollution', 'FLAW_READ', 'The first of two order_id parameters is checked, the last one used.'),
  flaw(
    'body-path-disagreement',
    'FLAW_WRITE',
    'PUT checks the id of the path and changes the id of the body.',
  ),
  flaw('method-override', 'FLAW_DELETE', 'POST with X-HTTP-Method-Override (or _method) escapes the checks.'),
  flaw('original-url', 'FLAW_READ', 'X-Original-URL and X-Rewrite-URL choose a path that nothing checks.'),
  flaw('path-case', 'FLAW_READ', '/API/Orders/{order_id} is served, unchecked.'),
  flaw('trailing-slash', 'FLAW_READ', '/api/orders/{order_id}/ is served, unchecked.'),
  flaw('path-normalization', 'FLAW_READ', 'Paths with //, /./ or %2e are served, unchecked.'),
  flaw(
    'path-semicolon',
    'FLAW_READ',
    'Path parameters (;x, ..;) are taken off the path, which is then served, unchecked.',
  ),
  flaw('path-decoding', 'FLAW_READ', 'Paths with %2f or codes of codes (%256f) are served, unchecked.'),
  flaw('path-suffix', 'FLAW_READ', '/api/orders/{order_id}.json is served, unchecked.'),
  flaw('old-api-version', 'FLAW_READ', '/v0/orders/{order_id} is still served, unchecked.'),
  flaw(
    'type-confusion',
    'FLAW_READ',
    'lookup with an orderId that is not a string (["ord-…"]) is not checked.',
  ),
  flaw('head-unchecked', 'SUSPECT_ACCEPTED', 'HEAD /api/orders/{order_id} answers every signed-in user.'),
  flaw('wildcard-id', 'FLAW_READ', 'GET of the order *, null, 0 or -1 shows the orders of everybody.'),
  flaw('id-list-unchecked', 'FLAW_READ', 'Of several ids with commas only the first one is checked.'),
  flaw('global-id-unchecked', 'FLAW_READ', 'An order id as base64 of Order:{order_id} is served, unchecked.'),

  // Tokens that the API did not issue.
  flaw('token-alg-none', 'FLAW_READ', 'A token whose header says alg none is taken for what it says.'),
  flaw('token-signature-optional', 'FLAW_READ', 'A token without a signature is taken for what it says.'),
  flaw('token-unverified', 'FLAW_READ', 'A token is taken for what it says, whatever its signature.'),
  flaw('token-weak-key', 'FLAW_READ', 'A token that is signed with the key "secret" is accepted.'),

  // Functions, anonymous callers, sessions, properties, lists, caches.
  flaw('bfla-admin-list', 'FLAW_READ', 'GET /api/admin/users answers every role.'),
  flaw('bfla-verb', 'FLAW_DELETE', 'GET /api/admin/users/{user_id} is guarded, DELETE is not.'),
  flaw(
    'stale-role',
    'FLAW_READ',
    'A token keeps the role it was issued with, even when that was taken away.',
  ),
  flaw('logout-ignored', 'FLAW_READ', 'A token works after log-out.'),
  flaw('anonymous-read', 'FLAW_READ', 'GET /api/orders/{order_id} needs no credentials.'),
  flaw('owner-assignment', 'FLAW_WRITE', 'customerId in the body of a create or update sets the owner.'),
  flaw('role-assignment', 'FLAW_WRITE', 'PATCH /api/users/{user_id} of oneself accepts a role.'),
  flaw('list-leaks', 'FLAW_READ', 'GET /api/orders lists the orders of everybody.'),
  flaw(
    'list-leaks-later-page',
    'FLAW_READ',
    'GET /api/orders continues with the orders of others after the last page.',
  ),
  flaw(
    'cached-leak',
    'FLAW_READ',
    'A shared cache answers GET /api/orders/{order_id} without asking who calls.',
  ),

  // The shop: small ids, texts in members of any name, effects beyond the object, accounts of before.
  flaw('read-any-wish', 'FLAW_READ', 'GET /shop/wishes/{wish_id} answers every signed-in user.'),
  flaw('change-any-wish', 'FLAW_WRITE', 'PUT /shop/wishes/{wish_id} works for every signed-in user.'),
  flaw('delete-any-wish', 'FLAW_DELETE', 'DELETE /shop/wishes/{wish_id} works for every signed-in user.'),
  flaw('list-every-wish', 'FLAW_READ', 'GET /shop/wishes lists the wishes of everybody.'),
  flaw('wish-in-403', 'FLAW_READ', 'The 403 to what is asked of the wish of another carries the wish.'),
  flaw(
    'clear-any-wish-list',
    'SUSPECT_ACCEPTED',
    'POST /shop/wish-lists/{list_id}/clear works for every signed-in user; the list does not show it.',
  ),
  flaw('newsletter-shows-wish', 'FLAW_READ', 'The public newsletter answers with the newest wish.'),
  flaw('read-any-card', 'FLAW_READ', 'GET /shop/cards/{name} answers every signed-in user.'),

  // Notes of organizations: what one organization must not reach of another, and what members must not do.
  flaw('cross-tenant-read', 'FLAW_READ', 'GET /team/notes/{note_id} answers members of every organization.'),
  flaw(
    'cross-tenant-update',
    'FLAW_WRITE',
    'PUT /team/notes/{note_id} works for members of every organization.',
  ),
  flaw(
    'cross-tenant-delete',
    'FLAW_DELETE',
    'DELETE /team/notes/{note_id} works for members of other organizations.',
  ),
  flaw('cross-tenant-list', 'FLAW_READ', 'GET /team/notes lists the notes of all organizations.'),
  flaw(
    'colleague-deletes',
    'FLAW_DELETE',
    'DELETE /team/notes/{note_id} works for every member of the organization.',
  ),
  flaw(
    'colleague-refused',
    'OVER_RESTRICTED',
    'GET /team/notes/{note_id} is 403 for members who did not write the note.',
  ),

  // Identifiers that only a list shows, and such as the client chooses.
  flaw('read-any-review', 'FLAW_READ', 'GET /team/reviews/{review_id} answers every signed-in user.'),
  flaw(
    'delete-any-review',
    'FLAW_DELETE',
    'DELETE /team/reviews/{review_id} works for every signed-in user.',
  ),
  flaw('read-any-board', 'FLAW_READ', 'GET /team/boards/{key} answers every signed-in user.'),

  // Refusals that do harm all the same.
  flaw('denied-but-changed', 'FLAW_WRITE', 'A refused update answers 404 and is saved.'),
  flaw('denied-404-but-deleted', 'FLAW_DELETE', 'A refused DELETE answers 404 and deletes.'),
  flaw('denied-403-but-deleted', 'FLAW_DELETE', 'A refused DELETE answers 403 and deletes.'),
  flaw(
    'takeover-on-update',
    'FLAW_DELETE',
    'Updating the order of another makes it yours; its owner loses it.',
  ),
  flaw('leak-in-403', 'FLAW_READ', 'The 403 to a refused read carries the order.'),
  flaw(
    'leak-in-header',
    'FLAW_READ',
    'The 403 to a refused read carries the order, percent-encoded, in a header.',
  ),
  flaw('leak-in-500', 'FLAW_READ', 'A refused read ends in a 500 whose dump holds the order.'),
  flaw(
    'redirect-with-body',
    'FLAW_READ',
    'A refused read redirects to the login page, the order in the body.',
  ),
  flaw(
    'token-ends-midway',
    'FLAW_READ',
    'A refused read is 401 and ends the token; with a fresh token the order is read.',
  ),

  // Refusals that are not 403 or 404, and answers that prove nothing.
  flaw('accepted-202', 'SUSPECT_ACCEPTED', 'A refused update or delete answers 202 and does nothing.'),
  flaw('not-modified-304', 'SUSPECT_ACCEPTED', 'A refused read answers 304.'),
  flaw('id-ignored', 'ID_IGNORED', 'With the id of another, your own newest order is used instead.'),
  flaw('soft-deny-200', 'SOFT_DENY', 'A refusal is 200 with {"status":"fail"}.'),
  flaw('soft-404-null', 'SOFT_DENY', 'A refusal is 200 with {"status":"success","data":null}.'),
  flaw('login-page-200', 'SOFT_DENY', 'A refusal is 200 with the login page as HTML.'),
  flaw('redirect-to-login', 'DENIED_REDIRECT', 'A refusal is 302 to the login page.'),
  flaw('wrong-401', 'DENIED_401', 'A refusal is 401 although the token is good, without WWW-Authenticate.'),
  flaw('denied-400', 'DENIED_OTHER', 'A refusal is 400.'),
  flaw('existence-oracle', 'PASS_403', 'The order of another is 403, a missing one 404: existence shows.'),
  flaw('server-error-500', 'INCONCLUSIVE_SERVER_ERROR', 'A refusal is 500.'),
  flaw('rate-limit-429', 'INCONCLUSIVE_RATE_LIMIT', 'A refusal is 429 with Retry-After: 0, every time.'),
  flaw(
    'expired-token-401',
    'INCONCLUSIVE_AUTH',
    'A refusal is 401 and the token of the caller ends with it.',
  ),
  flaw('connection-dropped', 'INCONCLUSIVE_NETWORK', 'Instead of a refusal the connection is cut.'),
  flaw(
    'never-answers',
    'INCONCLUSIVE_NETWORK',
    'Instead of a refusal nothing comes, until the client gives up.',
  ),
  flaw('owner-read-broken', 'INCONCLUSIVE_STATE', 'After a refused write the owner reads 503.'),
  flaw(
    'update-refused-to-all',
    'INCONCLUSIVE_CONTROL',
    'PUT and PATCH of an order are 404 for its owner, too.',
  ),
  flaw('over-restricted', 'OVER_RESTRICTED', 'DELETE of an own order is 403.'),
] as const satisfies readonly Flaw[];

/** The name of a flaw in {@link FLAWS}. */
export type FlawName = (typeof FLAWS)[number]['name'];
