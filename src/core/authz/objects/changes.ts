/**
 * Attacks on what a run did not create and cannot replace, such as an account. The ledger knows of each before it
 * is sent, so that what a killed run changed is put right: the owner does the operation with the own values, and
 * gives a property back the value that it had.
 */
import { parseJson, stringifyJson, type JsonValue } from '../../json/json';
import { escapeReferences } from '../../prepare/template';
import type { MatrixOperation } from '../model/matrix';
import { attackRequest } from '../plan/requests/attackRequest';
import { requestOf, type AuthzContext } from '../matrix/findByName';
import type { Parts } from '../run/runParts';
import { putBack } from '../act/objects/restoreValues';
import { planOf } from '../act/sender/sender';
import { isSuccess } from '../response/status';
import { earlierValues, replacedValues, type EarlierValue } from '../act/objects/originalValues';
import type { LedgerEntry } from '../act/ledger';
import type { Target } from '../act/objects/targets';
import { entryFor, idTexts, knownValuesOf, type TestObject } from '../act/inventory/testObject';

/** An attack on what was there before the run. */
export interface Change {
  readonly object: TestObject;
  readonly operation: MatrixOperation;
  /** The text that the attack writes. */
  readonly canary: string;
  /** What the attack sets, and what it was; no value where the owner was not shown one. */
  readonly property?: { readonly path: string; readonly before?: JsonValue };
  /** What the request sets, and what it was. */
  readonly earlier?: readonly EarlierValue[];
}

/** Why a change of what was there before the run must not be sent; absent where it can be undone, or a person agreed. */
export function whyWithheld(
  context: AuthzContext,
  operation: MatrixOperation,
  { object, first }: Pick<Target, 'object' | 'first'>,
): string | undefined {
  const isOwn = object.entry !== undefined || object.owner.standIn !== undefined;
  if (operation.effect !== 'update' || operation.irreversible || isOwn) {
    return undefined;
  }
  const earlier = earlierValues(context, operation, object, first);
  return earlier.ok ? undefined : earlier.reason;
}

/** What an operation sets of what was there before the run, and what it was. */
export function setBy(
  context: AuthzContext,
  operation: MatrixOperation,
  { object, first }: Pick<Target, 'object' | 'first'>,
): Pick<Change, 'earlier'> {
  const earlier = earlierValues(context, operation, object, first);
  return earlier.ok && earlier.values.length > 0 ? { earlier: earlier.values } : {};
}

/** How the ledger knows it. */
export function changeEntry(
  context: AuthzContext,
  { object, operation, canary, property, earlier = [] }: Change,
): LedgerEntry {
  return {
    ...entryFor(context, object.resource, object.owner, canary),
    state: 'changing',
    ids: idTexts(object.ids),
    operation: operation.name,
    ...(property === undefined ? {} : { property: propertyText(property) }),
    ...(earlier.length === 0
      ? {}
      : { earlier: earlier.map(({ path, value }) => ({ path, before: stringifyJson(value) })) }),
  };
}

function propertyText({
  path,
  before,
}: NonNullable<Change['property']>): NonNullable<LedgerEntry['property']> {
  return { path, ...(before === undefined ? {} : { before: stringifyJson(before) }) };
}

/** Puts right what an entry tells of; why that failed, absent when it did not. */
export async function undoChange(
  parts: Parts,
  object: TestObject,
  { operation: name = '', property, earlier = [] }: LedgerEntry,
): Promise<string | undefined> {
  const { matrix } = parts.context.loaded;
  const operation = matrix.operations.find((one) => one.name === name);
  if (operation?.resource !== object.resource.name) {
    return `The matrix has no operation ${name} of ${object.resource.name} any more. ${BY_HAND}`;
  }
  const made = await parts.targets.of(object.resource, object.owner);
  if (!made.ok) {
    return `${made.failure} ${BY_HAND}`;
  }
  const { target } = made;
  const failure = await giveBack(parts.context, target.object, operation, property);
  if (failure !== undefined) {
    return failure;
  }
  const { first: _first, ...unseen } = target;
  const before = earlier.map(({ path, before: text }) => ({ path, value: parseJson(text) }));
  const { response: view = target.view } =
    property === undefined ? {} : await parts.objects.look(target.object, 'after-read');
  const seen = { object: target.object, ...(view === undefined ? {} : { view }) };
  const values = replacedValues(parts.context, operation, seen, before);
  if (values.length > 0) {
    const { failure: unchanged } = await putBack(parts, operation, unseen, { values });
    return unchanged === undefined ? undefined : `${unchanged} ${BY_HAND}`;
  }
  // What is as it was needs nothing; an earlier version did not note what it was.
  return earlier.length > 0
    ? undefined
    : (await parts.controls.restore(operation, target.object.owner, unseen)).failure;
}

/** Only what the matrix says an attack sets: nothing else is for a ledger to write. */
async function giveBack(
  { loaded: matrix, sender }: AuthzContext,
  object: TestObject,
  { request: name, assign }: MatrixOperation,
  property: LedgerEntry['property'],
): Promise<string | undefined> {
  if (property?.before === undefined || !assign.some(({ path }) => path === property.path)) {
    return undefined;
  }
  const { loaded, request } = requestOf(matrix, name);
  const before = parseJson(property.before);
  const value = typeof before === 'string' ? escapeReferences(before) : before;
  const asked = attackRequest(request, loaded.chain, {
    places: [],
    anonymous: false,
    property: { path: property.path, value },
  });
  const answers = await sender.send({
    caller: object.owner,
    plan: planOf(loaded, asked.request, matrix.environment, asked.chain),
    values: knownValuesOf(object),
    step: 'restore',
    memo: object.memo,
  });
  const status = answers[0]?.response?.status;
  return status !== undefined && isSuccess(status)
    ? undefined
    : `${object.owner.user.name} could not give ${property.path} its earlier value back (${status ?? 'no answer'}). ${BY_HAND}`;
}

/** What to do about what cannot be put right. */
export const BY_HAND =
  'Look at it and put it right by hand, then remove the ledger of this matrix below .chainwright/ledger.';
