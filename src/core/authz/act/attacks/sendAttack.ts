/**
 * Sending attacks: the caller's credentials and values with the owner's identifiers, and nothing else of the
 * owner's.
 */
import type { Objects } from '../objects/objects';
import { defined } from '../../../defined';
import { credentialVariables } from '../../../masking/credentialVariables';
import { outerValues } from '../../../prepare/writtenValues';
import { canaryFor } from '../../request/nonexistentId';
import type { Attack } from './prepareAttack';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { StepKind } from '../../model/authzResult';
import type { ChainRequest } from '../../../model';
import type { Effect } from '../../model/matrix';
import type { Cell } from '../../model/cell';
import { operationOf, requestOf } from '../../matrix/findByName';
import { setBy } from '../objects/changesToExisting';
import { entryFor, knownValuesOf } from '../inventory/testObject';
import type { RecordedObject } from '../inventory/newObjects';
import type { AuthzContext } from '../context';
import { planOf, textsIn, type Answer, type Values } from '../sender/sender';
import type { Target } from '../objects/target';
import type { Planted } from '../../request/canary';
import { ownerVariable } from '../../plan/requests/swapIds';
import { isMutating } from '../../plan/requests/variants';
import { withVariantValues } from './variantValues';

/** What sending an attack uses. */
export interface AttackPorts {
  readonly context: AuthzContext;
  readonly objects: Objects;
}

/** How an attack is sent. */
export interface AttackSending {
  readonly step?: StepKind;
  /** A text that no cache has an answer for. */
  readonly uncached?: string;
}

/** Sends the cell's request at the owner's identifiers. */
export async function sendAttack(
  { context, objects }: AttackPorts,
  attack: Attack,
  { step = 'attack', uncached }: AttackSending = {},
): Promise<Answer | undefined> {
  const { cell, caller, target } = attack;
  const named = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const anonymous = cell.kind === 'ANON';
  const known = anonymous
    ? openValuesOf(context, attack)
    : withVariantValues(context, attack, callerValues(attack));
  const owners = [...(target?.object.ids ?? [])].map(
    ([name, value]) => [ownerVariable(name), value] as const,
  );
  const values: Values = new Map([...known, ...owners]);
  const attacked = attackRequest(named.request, named.loaded.chain, {
    places: cell.places,
    ...defined({ variant: cell.variant }),
    anonymous,
    ...defined({ uncached }),
    isText: textsIn(context.sender, {
      caller,
      plan: planOf(named.loaded, named.request, context.loaded.environment),
      values,
    }),
    ...(isMutating(cell) && target !== undefined ? plantedIn(context, cell, target) : {}),
  });
  await recordChange({ context, objects }, attack, attacked.request);
  const answers = await context.sender.send({
    caller,
    plan: planOf(named.loaded, attacked.request, context.loaded.environment, attacked.chain),
    values,
    step,
  });
  return answers[0];
}

/** What was there before the run and may be changed now is written down first, and so is what may be made. */
async function recordChange(
  { context, objects }: AttackPorts,
  attack: Attack,
  request: ChainRequest,
): Promise<void> {
  const { cell, target } = attack;
  for (const reachable of isMutating(cell) ? existingIn(attack) : []) {
    const operation = operationOf(context.loaded, cell.operation);
    const { object } = reachable;
    const earlier = setBy(context, operation, reachable);
    await objects.changing({ object, operation, canary: attackText(context, cell), ...earlier });
  }
  if (isMutating(cell) && target !== undefined) {
    objects.accessibleTo(target.object, attack.caller);
  }
  const unintended = unintendedObjectOf(context, attack);
  if (unintended !== undefined && JSON.stringify(request.body ?? null).includes(unintended.canary)) {
    await objects.expect(await objects.listedBefore(unintended));
  }
}

/** What was there before the run and an attack may reach: its target, and the caller's own where it names that as well. */
function existingIn({ target, own }: Attack): readonly Target[] {
  return [target, own].flatMap((one) => (one === undefined || one.object.entry !== undefined ? [] : one));
}

const WRITING: ReadonlySet<Effect> = new Set(['update', 'action']);

/**
 * The object that an attack may make instead of changing its target, as the caller's: with the identifiers that
 * were asked for, or others. Absent when it makes none, or when nobody could look for it.
 */
export function unintendedObjectOf(
  context: AuthzContext,
  { cell, caller, target, own }: Attack,
): RecordedObject | undefined {
  // Another method, or one that a header names, may create where the request of the chain reads or deletes.
  const mayMakeOne = isMutating(cell) && (WRITING.has(cell.effect) || cell.variant !== undefined);
  if (!mayMakeOne || target?.object.entry === undefined || cell.kind === 'ANON') {
    return undefined;
  }
  const { resource } = target.object;
  const canary = attackText(context, cell);
  const memo = new Map(caller.memo);
  const swapped = new Set(cell.places.map(({ variable }) => variable));
  const ids: Values = new Map(
    [...target.object.ids].map(([name, id]) => [
      name,
      swapped.has(name) ? id : (own?.object.ids.get(name) ?? id),
    ]),
  );
  return {
    ...{ resource, owner: caller, canary, produced: new Map(), ids, memo, steps: [] },
    entry: entryFor(context, resource, caller, canary),
    onlyIfFound: true,
  };
}

/** Whether what an attack writes has a text of the run in it, by which what it creates is found. */
export function plantsText(context: AuthzContext, { cell, target }: Attack): boolean {
  const { loaded, request } = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const planted = target === undefined ? {} : plantedIn(context, cell, target);
  const attacked = attackRequest(request, loaded.chain, {
    places: cell.places,
    anonymous: false,
    ...planted,
  });
  return JSON.stringify(attacked.request.body ?? null).includes(attackText(context, cell));
}

function plantedIn(
  context: AuthzContext,
  cell: Pick<Cell, 'id'>,
  { object }: Target,
): { readonly planted: Planted } {
  return { planted: { ...context.planting.of(object.resource), text: attackText(context, cell) } };
}

/** The text that the attack of a cell plants in what it writes. */
export function attackText({ seed, ports }: AuthzContext, { id }: Pick<Cell, 'id'>): string {
  return canaryFor(seed, `attack ${id}`, ports.hash);
}

/** What the caller knows, an own object included. */
function callerValues({ caller, own }: Attack): Values {
  return own === undefined ? caller.values : knownValuesOf(own.object);
}

/** A caller without credentials may know all other values of the owner, so no attack is blocked for lack of a value. */
export function openValuesOf(
  { loaded }: AuthzContext,
  { cell, owner, target }: Pick<Attack, 'cell' | 'owner' | 'target'>,
): Values {
  const { chain, required } = requestOf(loaded, operationOf(loaded, cell.operation).request).loaded;
  const outside = outerValues(
    required.map((other) => other.chain),
    loaded.environment,
  );
  const credentials = credentialVariables(chain, outside);
  const known = target === undefined ? owner.values : knownValuesOf(target.object);
  return new Map([...known].filter(([name]) => !credentials.has(name)));
}
