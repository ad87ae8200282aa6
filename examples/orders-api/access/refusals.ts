/**
 * How the API says no to an order of another: correctly, or, with a flaw, in one of the ways that
 * look like a refusal and are none, or are one and do not look like it. A shape gets the refused
 * access with the order and what the caller asked for, and returns the answer.
 */
import type { Call } from '../api';
import { changeOrder, ordersOf, orderView, type Order } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import { writeJson } from '../http/json';
import {
  AnswerWithheld,
  ConnectionCut,
  empty,
  escapeMarkup,
  failure,
  html,
  json,
  type Reply,
} from '../http/reply';
import type { Caller } from './caller';
import type { OrderAccess, OrderAction } from './orderAccess';
import { scopeOf } from './policy';
import { page } from '../http/page';

/** An access that is not allowed, to an order that exists. */
export interface Refused {
  readonly call: Call;
  readonly caller: Caller;
  readonly access: OrderAccess;
  readonly order: Order;
  /** The answer of an API without flaws. */
  readonly correct: Reply;
}

/** The answer to a refused access: the correct one, or that of the first flaw that applies. */
export function refuse(refused: Refused): Reply {
  const { flaws } = refused.call.api;
  const { action } = refused.access;
  const shape = SHAPES.find(
    ({ flaw, actions, applies }) =>
      flaws.has(flaw) && actions.includes(action) && applies?.(refused) !== false,
  );
  return shape?.answer(refused) ?? refused.correct;
}

/** The answer for an order that does not exist. */
export function missingOrder(call: Call): Reply {
  return softened(call) ?? failure(404, 'no-such-order', 'There is no such order among yours.');
}

/** How an API that refuses with 200 does so, whether there is an order or not; undefined when it does not. */
export function softened({ api }: Call): Reply | undefined {
  return SOFT.find(({ flaw }) => api.flaws.has(flaw))?.answer();
}

interface Shape {
  readonly flaw: FlawName;
  readonly actions: readonly OrderAction[];
  /** What else must hold. */
  readonly applies?: (refused: Refused) => boolean;
  readonly answer: (refused: Refused) => Reply;
}

const READ = ['order.read'] as const;
const UPDATE = ['order.update'] as const;
const DELETE = ['order.delete'] as const;
const WRITE = [...UPDATE, ...DELETE] as const;
const EVERY = [...READ, ...WRITE] as const;

const SOFT = [
  { flaw: 'soft-deny-200', answer: softDenial },
  { flaw: 'soft-404-null', answer: softNull },
  { flaw: 'login-page-200', answer: loginPage },
] as const satisfies readonly Pick<Shape, 'flaw' | 'answer'>[];

// In the order of the catalogue, which is the order of precedence.
const SHAPES: readonly Shape[] = [
  { flaw: 'denied-but-changed', actions: UPDATE, answer: carryOutAndDeny },
  { flaw: 'denied-404-but-deleted', actions: DELETE, answer: carryOutAndDeny },
  { flaw: 'denied-403-but-deleted', actions: DELETE, answer: carryOutAndForbid },
  { flaw: 'takeover-on-update', actions: UPDATE, answer: takeOver },
  { flaw: 'leak-in-403', actions: READ, answer: leakInBody },
  { flaw: 'leak-in-header', actions: READ, answer: leakInHeader },
  { flaw: 'leak-in-500', actions: READ, answer: leakInDump },
  { flaw: 'redirect-with-body', actions: READ, answer: leakInRedirect },
  { flaw: 'token-ends-midway', actions: READ, answer: endSessionOnce },
  { flaw: 'accepted-202', actions: WRITE, answer: () => json(202, { status: 'accepted' }) },
  { flaw: 'not-modified-304', actions: READ, answer: () => empty(304) },
  { flaw: 'id-ignored', actions: EVERY, applies: hasOwnOrder, answer: useOwnOrder },
  ...SOFT.map((soft) => ({ ...soft, actions: EVERY })),
  { flaw: 'redirect-to-login', actions: EVERY, answer: () => empty(302, [['Location', '/session/login']]) },
  { flaw: 'wrong-401', actions: EVERY, answer: () => failure(401, 'unauthorized', 'This is not yours.') },
  {
    flaw: 'denied-400',
    actions: EVERY,
    answer: () => failure(400, 'bad-request', 'This order id is invalid.'),
  },
  { flaw: 'server-error-500', actions: EVERY, answer: () => failure(500, 'internal', 'Something broke.') },
  { flaw: 'rate-limit-429', actions: EVERY, answer: limitRate },
  { flaw: 'expired-token-401', actions: EVERY, answer: endSession },
  { flaw: 'connection-dropped', actions: EVERY, answer: cutConnection },
  { flaw: 'never-answers', actions: EVERY, answer: withholdAnswer },
  { flaw: 'owner-read-broken', actions: WRITE, answer: breakOwnerRead },
];

function carryOutAndDeny({ access, order, correct }: Refused): Reply {
  access.carryOut(order);
  return correct;
}

function carryOutAndForbid({ access, order }: Refused): Reply {
  access.carryOut(order);
  return failure(403, 'forbidden', 'This is not yours.');
}

function takeOver({ call: { api }, caller, order }: Refused): Reply {
  return json(200, orderView(api.store, changeOrder(api.store, order, { ownerId: caller.user.id })));
}

function leakInBody({ call: { api }, order }: Refused): Reply {
  return json(403, { error: 'forbidden', order: orderView(api.store, order) });
}

function leakInHeader(refused: Refused): Reply {
  return failure(403, 'forbidden', 'This is not yours.', [
    ['X-Debug-Order', encodeURIComponent(dump(refused))],
  ]);
}

function leakInDump(refused: Refused): Reply {
  return failure(500, 'internal', `Assertion failed: ${dump(refused)} belongs to the caller.`);
}

function leakInRedirect(refused: Refused): Reply {
  return html(302, `<pre>${escapeMarkup(dump(refused))}</pre>`, [['Location', '/session/login']]);
}

function dump({ call: { api }, order }: Refused): string {
  return writeJson(orderView(api.store, order));
}

function hasOwnOrder({ access, caller, ...refused }: Refused): boolean {
  return scopeOf(caller.role, access.action) !== 'none' && ownOrder({ caller, ...refused }) !== undefined;
}

function useOwnOrder({ access, correct, ...refused }: Refused): Reply {
  const own = ownOrder(refused);
  return own === undefined ? correct : access.carryOut(own);
}

function ownOrder({ call: { api }, caller }: Pick<Refused, 'call' | 'caller'>): Order | undefined {
  return ordersOf(api.store, caller.user.id).at(-1);
}

function softDenial(): Reply {
  return json(200, { status: 'fail', message: 'There is no such order among yours.' });
}

function softNull(): Reply {
  return json(200, { status: 'success', data: null });
}

function loginPage(): Reply {
  return html(200, page('Sign in', '<a href="/session/login">Sign in to go on.</a>'));
}

function limitRate(): Reply {
  return failure(429, 'too-many-requests', 'Try again later.', [['Retry-After', '0']]);
}

function endSession({ call, caller }: Refused): Reply {
  call.api.sessions.delete(caller.credential);
  return failure(401, 'session-ended', 'Sign in again.', [
    ['WWW-Authenticate', 'Bearer error="invalid_token"'],
  ]);
}

function endSessionOnce(refused: Refused): Reply {
  const { access, call, caller, order } = refused;
  const ended = call.api.endedMidway;
  if (ended.delete(caller.user.id)) {
    return access.carryOut(order);
  }
  ended.add(caller.user.id);
  return endSession(refused);
}

function cutConnection(): never {
  throw new ConnectionCut();
}

function withholdAnswer(): never {
  throw new AnswerWithheld();
}

function breakOwnerRead({ call: { api }, order, correct }: Refused): Reply {
  api.unreadable.add(order.id);
  return correct;
}
