/**
 * Attacks on what a run did not create and cannot replace, such as an account. The ledger gets an entry for each
 * before it is sent, so that what a killed run changed can be restored.
 */
import { stringifyJson, type JsonValue } from '../../../json/json';
import type { MatrixOperation } from '../../model/matrix';
import type { AuthzContext } from '../context';
import { earlierValues, type EarlierValue } from './originalValues';
import type { LedgerEntry } from '../ledger';
import type { Target } from './target';
import { entryFor, idTexts, type TestObject } from '../inventory/testObject';

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

/**
 * Why a change of what was there before the run must not be sent; absent where it can be undone, or a person agreed.
 *
 * @param property JSONPath of what an attack sets besides
 */
export function whyWithheld(
  context: AuthzContext,
  operation: MatrixOperation,
  { object, first }: Pick<Target, 'object' | 'first'>,
  property?: string,
): string | undefined {
  const isOwn = object.entry !== undefined || object.owner.standIn !== undefined;
  if (operation.effect !== 'update' || operation.irreversible || isOwn) {
    return undefined;
  }
  const earlier = earlierValues(context, operation, object, first, property);
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
  const entry = entryFor(context, object.resource, object.owner, canary);
  return {
    ...entry,
    // An attack may change what is another one's and what is the attacker's own, with one text.
    id: `${entry.id} ${object.owner.user.name}`,
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

/** What to do about what cannot be restored. */
export const BY_HAND =
  'Check and restore it by hand, then remove the ledger of this matrix below .chainwright/ledger.';
