/**
 * Undoes what a killed run changed in objects that it did not create, by its entries in the ledger: the owner repeats
 * the operation with the original values, and sets a property back to the value that it had.
 */
import { defined } from '../../defined';
import { jsonEquals, parseJson } from '../../json/json';
import { escapeReferences } from '../../prepare/template';
import type { AuthzContext } from '../act/context';
import type { Controls } from '../act/controls/controls';
import type { Targets } from '../act/objects/targets';
import { type TestObject, knownValuesOf } from '../act/inventory/testObject';
import type { LedgerEntry } from '../act/ledger';
import { BY_HAND } from '../act/objects/changesToExisting';
import { replacedValues } from '../act/objects/originalValues';
import { restoreValues, type RestoreValuesPorts } from '../act/objects/restoreValues';
import { planOf } from '../act/sender/sender';
import { requestOf } from '../matrix/findByName';
import type { MatrixOperation } from '../model/matrix';
import { attackRequest } from '../plan/requests/attackRequest';
import { statusAccepted } from '../judge/denial';
import type { RecordedResponse } from '../../result/result';
import { valuesAt } from '../response/propertyValues';
import { isSuccess } from '../response/status';

/** What undoing a change uses. */
export interface UndoPorts extends RestoreValuesPorts {
  readonly controls: Controls;
  readonly targets: Targets;
}

/** Undoes the change that an entry describes. Returns why that failed; absent when it did not. */
export async function undoChange(
  ports: UndoPorts,
  object: TestObject,
  { operation: name = '', property, earlier = [] }: LedgerEntry,
): Promise<string | undefined> {
  const { matrix } = ports.context.loaded;
  const operation = matrix.operations.find((one) => one.name === name);
  if (operation?.resource !== object.resource.name) {
    return `The matrix has no operation ${name} of ${object.resource.name} any more. ${BY_HAND}`;
  }
  const made = await ports.targets.of(object.resource, object.owner);
  if (!made.ok) {
    return `${made.failure} ${BY_HAND}`;
  }
  const { target } = made;
  const failure = await restoreProperty(ports.context, target.object, operation, property);
  if (failure !== undefined) {
    return failure;
  }
  const { first: _first, ...unseen } = target;
  const before = earlier.map(({ path, before: text }) => ({ path, value: parseJson(text) }));
  const { response: view = target.view } =
    property === undefined ? {} : await ports.objects.look(target.object, 'after-read');
  const kept = keptProperty(operation, view, property);
  if (kept !== undefined) {
    return kept;
  }
  const seen = { object: target.object, ...defined({ view }) };
  const values = replacedValues(ports.context, operation, seen, before);
  if (values.length > 0) {
    const { failure: unchanged } = await restoreValues(ports, operation, unseen, { values });
    return unchanged === undefined ? undefined : `${unchanged} ${BY_HAND}`;
  }
  // What is unchanged needs nothing; an earlier version did not note what it was.
  return earlier.length > 0
    ? undefined
    : (await ports.controls.restore(operation, target.object.owner, unseen)).failure;
}

/** Why a property that the owner is shown is not what it was; absent where it is, or where nothing shows it. */
function keptProperty(
  { assign }: MatrixOperation,
  view: RecordedResponse | undefined,
  property: LedgerEntry['property'],
): string | undefined {
  if (property?.before === undefined || !assign.some(({ path }) => path === property.path)) {
    return undefined;
  }
  const before = parseJson(property.before);
  const shown = view === undefined || !isSuccess(view.status) ? [] : valuesAt(view, property.path);
  return shown.length === 0 || shown.some((value) => jsonEquals(value, before))
    ? undefined
    : `${property.path} was sent with its earlier value, and is another one. ${BY_HAND}`;
}

/** Only what the matrix says an attack sets: nothing else is for a ledger to write. */
async function restoreProperty(
  { loaded: matrix, sender }: AuthzContext,
  object: TestObject,
  { request: name, assign }: MatrixOperation,
  property: LedgerEntry['property'],
): Promise<string | undefined> {
  if (property === undefined || !assign.some(({ path }) => path === property.path)) {
    return undefined;
  }
  if (property.before === undefined) {
    return `A killed run may have set ${property.path}, and what it was before is not known. ${BY_HAND}`;
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
  const response = answers[0]?.response;
  const status = response?.status;
  return response !== undefined && statusAccepted(response, request, matrix.matrix.denied)
    ? undefined
    : `${object.owner.user.name} could not give ${property.path} its earlier value back (${status ?? 'no answer'}). ${BY_HAND}`;
}
