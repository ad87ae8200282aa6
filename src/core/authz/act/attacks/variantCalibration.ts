/**
 * Calibration of attack packs: a server may answer a variant with a success that concerns no object, such as a
 * start page for a path it does not know, or a creation where it ignores which method a header names. Then the
 * same variant succeeds for an object that does not exist as well, or does not show the caller's own one.
 */
import type { Cell } from '../../model/cell';
import { hasCredentials } from '../../plan/requests/tokenVariants';
import { isMutating } from '../../plan/requests/variants';
import { anonymousPlaces } from '../../plan/requests/withoutCredentials';
import { isSuccess } from '../../response/status';
import type { Absent } from '../controls/calibration';
import { showsOwn } from './leakEvidence';
import { NO_COOKIES } from '../sender/readOnlyCookies';
import { sendAttack, type AttackPorts } from './sendAttack';
import type { Answer } from '../sender/sender';
import type { Signals } from '../../model/verdict';
import type { Targets } from '../objects/targets';
import type { Target } from '../objects/target';
import type { Attack } from './prepareAttack';
import { replaceIfTouched, handleUnintendedObject } from './restoreAfterAttack';

/** What calibrating a variant uses. */
export interface VariantPorts extends AttackPorts {
  readonly targets: Targets;
}

/** What a variant was answered, and what is known after it. */
export interface VariantAnswer extends Pick<Signals, 'leak' | 'state'> {
  readonly answer: Answer | undefined;
  /** What the same variant was answered for an object that does not exist. */
  readonly absent: Absent | undefined;
}

/**
 * Whether the success of a variant concerns no object. Never where harm was seen, or where it could not have been:
 * the owner's object has to be unchanged, and without a marker a page may be the object.
 */
export async function reachesNothing(
  ports: VariantPorts,
  attack: Attack,
  { answer, absent, leak, state }: VariantAnswer,
): Promise<boolean> {
  const isHarmless = leak === 'no' && (state === 'same' || state === 'unasked');
  if (attack.cell.variant === undefined || answer?.response === undefined || !isHarmless) {
    return false;
  }
  // What a server allows on a path says nothing about an object.
  return (
    attack.cell.variant === 'verb-OPTIONS' ||
    absent?.answer.response?.status === answer.response.status ||
    (await missesOwn(ports, attack))
  );
}

/**
 * Why a forged or ended token that was accepted shows nothing: without any token the answer is a success as well. Reads are
 * asked at the same object, changes at the caller's own.
 */
export async function whyTokenless(
  ports: VariantPorts,
  attack: Attack,
  isAccepted: boolean,
): Promise<string | undefined> {
  const { cell } = attack;
  if (cell.kind === 'ANON' || hasCredentials(cell) || !isAccepted) {
    return undefined;
  }
  const { variant: _variant, ...base } = cell;
  const target = isMutating(base) ? await intactOwn(ports.targets, attack) : attack.target;
  const bare: Cell = { ...base, kind: 'ANON', places: anonymousPlaces(cell.places) };
  const answer =
    target === undefined
      ? undefined
      : await sendAttack(
          ports,
          { ...attack, caller: { ...attack.caller, cookies: NO_COOKIES }, cell: bare, target },
          { step: 'calibration' },
        );
  const isTouched =
    isMutating(base) && target !== undefined && (await replaceIfTouched(ports.targets, target));
  const isOpen = answer?.response !== undefined && isSuccess(answer.response.status);
  return isTouched || (isOpen && !isMutating(base))
    ? `${cell.operation} needs no token at all, so that this shows nothing about tokens; the cell without credentials tests that.`
    : undefined;
}

/** Whether the variant does not reach the caller's own object either: it neither shows nor changes it. */
async function missesOwn(ports: VariantPorts, attack: Attack): Promise<boolean> {
  const { cell, target } = attack;
  const own = await intactOwn(ports.targets, attack);
  if (own === undefined) {
    return false;
  }
  const asked = { ...attack, target: own };
  const answer = await sendAttack(ports, asked, { step: 'self-check' });
  const seen = { view: target?.view, sent: answer?.result.exchange?.request };
  const isShown =
    answer?.response === undefined ||
    // It has no body that could show anything: a success is all it says of an object.
    (cell.variant === 'verb-HEAD' && isSuccess(answer.response.status)) ||
    showsOwn(answer.response, own, seen, ports.context.ports.hash);
  if (!isMutating(cell)) {
    return !isShown;
  }
  const isTouched = await replaceIfTouched(ports.targets, own);
  await handleUnintendedObject(ports, asked, {
    state: isTouched ? 'changed' : 'same',
    status: answer?.response?.status ?? 'none',
  });
  return !isShown && !isTouched;
}

/** The caller's own object; where it may be changed, only one that the run created, as the caller sees it now. */
async function intactOwn(targets: Targets, { cell, own }: Attack): Promise<Target | undefined> {
  if (own === undefined || !isMutating(cell)) {
    return own;
  }
  const { resource, owner, entry } = own.object;
  const made = entry === undefined ? undefined : await targets.of(resource, owner);
  const seen = made?.ok === true ? await targets.current(made.target, cell.operation) : undefined;
  // Without a view nothing shows whether it was changed.
  return seen?.ok === true && seen.target.view !== undefined ? seen.target : undefined;
}
