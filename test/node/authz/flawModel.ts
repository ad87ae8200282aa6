/**
 * What a correct authorization test says about an operation on one order of the sample API: which flaw
 * touches it, and with which class. Written from the table of flaws in examples/README.md and the classes of
 * the specification, and from nothing of the engine.
 *
 * Harm wins over every way of refusing; of two ways to refuse, the first one in the catalogue.
 */
import type { FlawName } from '../../../examples/orders-api/flawCatalogue';
import type { CellKind } from '../../../src/core/authz/model/cell';
import type { OutcomeClass } from '../../../src/core/authz/model/verdict';

/** A cell about an order of alice, in the words of the flaws. */
export interface Question {
  readonly kind: CellKind;
  /** `nested` is by user id and order id. */
  readonly shape: 'flat' | 'nested';
  readonly location: 'path' | 'query' | 'body' | 'header' | 'cookie' | 'form';
  readonly effect: 'read' | 'update' | 'delete';
  /** Which ids are alice's: all, only that of the order, or only that of the user, the order being the caller's. */
  readonly ids: 'all' | 'child' | 'parent';
}

/** Flaws that are on. */
export type Flaws = ReadonlySet<FlawName>;

/** The class that these flaws, and no others, give the cell. */
export function orderClass(question: Question, flaws: Flaws): OutcomeClass {
  const broken = isBroken(question, flaws);
  switch (question.kind) {
    case 'SELF':
      return broken ? 'OVER_RESTRICTED' : 'PASS_EFFECT';
    case 'ANON':
      if (isPlainRead(question) && (flaws.has('anonymous-read') || flaws.has('cached-leak'))) {
        return 'FLAW_READ';
      }
      return broken ? 'INCONCLUSIVE_CONTROL' : 'PASS_401';
    default:
      return attackClass(question, flaws, broken);
  }
}

/** Whether its owner cannot do it either, so that a refusal of others proves nothing. */
export function isBroken({ effect }: Pick<Question, 'effect'>, flaws: Flaws): boolean {
  return (
    (effect === 'update' && flaws.has('update-refused-to-all')) ||
    (effect === 'delete' && flaws.has('over-restricted'))
  );
}

function attackClass(question: Question, flaws: Flaws, broken: boolean): OutcomeClass {
  const { kind, effect, ids } = question;
  if (isPlainRead(question) && flaws.has('cached-leak')) {
    return 'FLAW_READ';
  }
  const opened = isOpened(question, flaws);
  if (opened && !broken) {
    return ids === 'parent' ? 'ID_IGNORED' : HARM[effect];
  }
  const refused = opened ? undefined : refusedClass(question, flaws);
  if (broken) {
    return refused?.startsWith('FLAW_') === true ? refused : 'INCONCLUSIVE_CONTROL';
  }
  return refused ?? (kind === 'FUN' ? 'PASS_403' : 'PASS_404');
}

const HARM = { read: 'FLAW_READ', update: 'FLAW_WRITE', delete: 'FLAW_DELETE' } as const;

/** Flaws that let the caller in. */
const OPENING: Partial<Record<FlawName, (question: Question) => boolean>> = {
  'read-any-order': isPlainRead,
  'update-any-order': (question) => isPlain(question) && question.effect === 'update',
  'delete-any-order': (question) => isPlain(question) && question.effect === 'delete',
  'by-query-unchecked': ({ location }) => location === 'query',
  'by-body-unchecked': ({ location }) => location === 'body',
  'by-header-unchecked': ({ location }) => location === 'header',
  'by-form-unchecked': ({ location }) => location === 'form',
  'by-cookie-unchecked': ({ location }) => location === 'cookie',
  // The next two leave the check of the function, so that a support agent still changes nothing.
  'nested-parent-unchecked': ({ shape, ids, kind }) => shape === 'nested' && ids === 'all' && kind === 'OBJ',
  'nested-child-unchecked': ({ shape, ids, kind }) => shape === 'nested' && ids === 'child' && kind === 'OBJ',
  'header-identity': (question) => namesAlice(question) && question.ids === 'all',
};

function isOpened(question: Question, flaws: Flaws): boolean {
  const parentOpens =
    flaws.has('nested-parent-unchecked') || (flaws.has('header-identity') && namesAlice(question));
  return (
    [...flaws].some((flaw) => OPENING[flaw]?.(question) === true) ||
    // Neither id is checked any more, which lets the caller at the own order under alice's id.
    (question.ids === 'parent' && parentOpens && flaws.has('nested-child-unchecked'))
  );
}

/** Whether the request says in X-User-Id that it is alice's, which the flaw header-identity believes. */
function namesAlice({ shape, location, ids }: Question): boolean {
  return shape === 'nested' && location === 'header' && ids !== 'child';
}

const READ = ['read'] as const;
const WRITE = ['update', 'delete'] as const;
const EVERY = [...READ, ...WRITE] as const;

interface Refusal {
  readonly flaw: FlawName;
  readonly outcome: OutcomeClass;
  readonly effects: readonly Question['effect'][];
}

/** Flaws that refuse in another way, in the order of the catalogue. */
const REFUSALS: readonly Refusal[] = [
  { flaw: 'denied-but-changed', outcome: 'FLAW_WRITE', effects: ['update'] },
  { flaw: 'denied-404-but-deleted', outcome: 'FLAW_DELETE', effects: ['delete'] },
  { flaw: 'denied-403-but-deleted', outcome: 'FLAW_DELETE', effects: ['delete'] },
  { flaw: 'takeover-on-update', outcome: 'FLAW_DELETE', effects: ['update'] },
  { flaw: 'leak-in-403', outcome: 'FLAW_READ', effects: READ },
  { flaw: 'leak-in-header', outcome: 'FLAW_READ', effects: READ },
  { flaw: 'leak-in-500', outcome: 'FLAW_READ', effects: READ },
  { flaw: 'redirect-with-body', outcome: 'FLAW_READ', effects: READ },
  { flaw: 'token-ends-midway', outcome: 'FLAW_READ', effects: READ },
  { flaw: 'accepted-202', outcome: 'SUSPECT_ACCEPTED', effects: WRITE },
  { flaw: 'not-modified-304', outcome: 'SUSPECT_ACCEPTED', effects: READ },
  { flaw: 'id-ignored', outcome: 'ID_IGNORED', effects: EVERY },
  { flaw: 'soft-deny-200', outcome: 'SOFT_DENY', effects: EVERY },
  { flaw: 'soft-404-null', outcome: 'SOFT_DENY', effects: EVERY },
  { flaw: 'login-page-200', outcome: 'SOFT_DENY', effects: EVERY },
  { flaw: 'redirect-to-login', outcome: 'DENIED_REDIRECT', effects: EVERY },
  { flaw: 'wrong-401', outcome: 'DENIED_401', effects: EVERY },
  { flaw: 'denied-400', outcome: 'DENIED_OTHER', effects: EVERY },
  { flaw: 'server-error-500', outcome: 'INCONCLUSIVE_SERVER_ERROR', effects: EVERY },
  { flaw: 'rate-limit-429', outcome: 'INCONCLUSIVE_RATE_LIMIT', effects: EVERY },
  { flaw: 'expired-token-401', outcome: 'INCONCLUSIVE_AUTH', effects: EVERY },
  { flaw: 'connection-dropped', outcome: 'INCONCLUSIVE_NETWORK', effects: EVERY },
  { flaw: 'never-answers', outcome: 'INCONCLUSIVE_NETWORK', effects: EVERY },
  { flaw: 'owner-read-broken', outcome: 'INCONCLUSIVE_STATE', effects: WRITE },
];

/** Refusals that a missing order gets as well. */
const ALSO_WHEN_MISSING: readonly FlawName[] = ['soft-deny-200', 'soft-404-null', 'login-page-200'];

function refusedClass(question: Question, flaws: Flaws): OutcomeClass | undefined {
  const refusal = REFUSALS.find((known) => flaws.has(known.flaw) && applies(known, question, flaws));
  if (refusal !== undefined && isUnrecognizable(refusal, question, flaws)) {
    return 'SUSPECT_ACCEPTED';
  }
  const mistaken = flaws.has('header-identity') && namesAlice(question);
  if (question.ids === 'parent' && !mistaken) {
    return refusal?.outcome;
  }
  if (refusal === undefined) {
    return flaws.has('existence-oracle') ? 'PASS_403' : undefined;
  }
  if (mistaken) {
    return mistakenClass(refusal, question);
  }
  return refusal.flaw === 'takeover-on-update' ? takenOverClass(flaws) : refusal.outcome;
}

function applies({ flaw, effects }: Refusal, question: Question, flaws: Flaws): boolean {
  const { kind, effect, ids } = question;
  const mistaken = flaws.has('header-identity') && namesAlice(question);
  return (
    effects.includes(effect) &&
    // An own order under the id of alice is a missing one.
    (ids !== 'parent' || mistaken || ALSO_WHEN_MISSING.includes(flaw)) &&
    // Who may not do it at all has no own order to do it to.
    (flaw !== 'id-ignored' || kind === 'OBJ') &&
    // The shared cache still shows the owner what cannot be read.
    (flaw !== 'owner-read-broken' || !flaws.has('cached-leak'))
  );
}

/**
 * An undeclared soft denial is known by being what a missing order gets. Who asks for that under a made-up user
 * id is, with header-identity, nobody, and gets a 401. Under the own one, a missing order is asked for as the caller.
 */
function isUnrecognizable({ flaw }: Refusal, { shape, location, ids }: Question, flaws: Flaws): boolean {
  return (
    ids !== 'child' &&
    (flaw === 'soft-404-null' || flaw === 'login-page-200') &&
    flaws.has('header-identity') &&
    shape === 'nested' &&
    location === 'header'
  );
}

/** The caller, taken for alice, is refused the own order: what leaks or is harmed is the caller's. */
function mistakenClass({ flaw, outcome }: Refusal, { effect }: Question): OutcomeClass {
  switch (flaw) {
    case 'denied-but-changed':
    case 'denied-404-but-deleted':
    case 'owner-read-broken':
      return 'PASS_404';
    case 'denied-403-but-deleted':
    case 'leak-in-403':
    case 'leak-in-header':
      return 'PASS_403';
    case 'leak-in-500':
      return 'INCONCLUSIVE_SERVER_ERROR';
    case 'redirect-with-body':
      return 'DENIED_REDIRECT';
    case 'token-ends-midway':
      return 'ID_IGNORED';
    // Alice takes the order of the caller over; the answer shows it with her e-mail address.
    case 'takeover-on-update':
      return 'FLAW_READ';
    // Alice's own newest order.
    case 'id-ignored':
      return HARM[effect];
    default:
      return outcome;
  }
}

/** What alice still sees of an order that was taken from her depends on how she is refused it. */
function takenOverClass(flaws: Flaws): OutcomeClass {
  // She can still read it, and it is another's.
  if (flaws.has('read-any-order') || flaws.has('token-ends-midway')) {
    return 'FLAW_WRITE';
  }
  // Whether it is gone shows nowhere; the answer to the attack held it.
  return UNTELLING.some((flaw) => flaws.has(flaw)) ? 'FLAW_READ' : 'FLAW_DELETE';
}

const UNTELLING: readonly FlawName[] = [
  'leak-in-500',
  'redirect-with-body',
  'not-modified-304',
  'redirect-to-login',
  'wrong-401',
  'server-error-500',
  'rate-limit-429',
  'expired-token-401',
  'connection-dropped',
  'never-answers',
];

function isPlain({ shape, location }: Question): boolean {
  return shape === 'flat' && location === 'path';
}

function isPlainRead(question: Question): boolean {
  return isPlain(question) && question.effect === 'read';
}
