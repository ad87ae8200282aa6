/** Calibration: what an object that does not exist is answered with. A refusal of the same shape hides existence. */
import { plainText } from '../template';
import { absentId, canaryFor } from './absentId';
import type { Attack } from './attack';
import { attackRequest } from './attackRequest';
import { operationOf, requestOf } from './context';
import type { AuthzContext } from './context';
import type { IdPlace, VariantName } from './cell';
import { removeCreated } from './unexpected';
import { isSuccess } from './status';
import { idPlaces } from './idPlaces';
import type { MatrixOperation } from './matrix';
import type { Parts } from './parts';
import { planOf } from './sender';
import type { Answer, Values } from './sender';
import type { Session } from './sessions';
import { ownerVariable } from './swapIds';
import { entryFor, knownOf } from './testObject';
import type { TestObject } from './testObject';

/** An answer to identifiers of nothing. */
export interface Absent {
  readonly answer: Answer;
  readonly ids: Values;
}

/** Such answers by operation, and by operation and user. */
export type AbsentAnswers = Map<string, Absent>;

/**
 * The answer to an absent object. One per operation is enough to know how an API says "not found"; a caller whose
 * attack was a success is asked for as well, for then the two answers are compared.
 */
export async function calibrate(
  parts: Parts,
  { cell, caller, own, target }: Attack,
  attacked: Answer | undefined,
): Promise<Absent | undefined> {
  if (target === undefined || cell.places.length === 0) {
    return undefined;
  }
  const succeeded = attacked?.response !== undefined && isSuccess(attacked.response.status);
  // A variant may lead to another part of the server, which has an answer of its own.
  const variant = succeeded ? cell.variant : undefined;
  const key = succeeded ? `${cell.operation} ${cell.caller} ${variant ?? ''}` : cell.operation;
  const known = parts.absent.get(key);
  if (known !== undefined || (cell.kind !== 'OBJ' && !succeeded)) {
    return known;
  }
  const operation = operationOf(parts.context.loaded, cell.operation);
  const values = own === undefined ? caller.values : knownOf(own.object);
  const question = { operation, caller, object: target.object, values };
  const absent = await askAbsent(parts, variant === undefined ? question : { ...question, variant });
  if (absent !== undefined) {
    parts.absent.set(key, absent);
    parts.absent.set(cell.operation, parts.absent.get(cell.operation) ?? absent);
  }
  return absent;
}

/** Who asks, with what, and whose identifiers those of nothing are made like. */
export interface AbsentQuestion {
  readonly operation: MatrixOperation;
  readonly caller: Session;
  readonly object: TestObject;
  readonly values: Values;
  readonly variant?: VariantName;
}

/** Asks for an absent object; absent itself when the request names none. */
export async function askAbsent(
  parts: Pick<Parts, 'context' | 'objects'>,
  question: AbsentQuestion,
): Promise<Absent | undefined> {
  const { context, objects } = parts;
  const { operation, object } = question;
  const { loaded, request } = requestOf(context.loaded, operation.request);
  const places = idPlaces(request, loaded.chain, object.resource.id);
  if (places.length === 0) {
    return undefined;
  }
  const nothing = imagined(context, question);
  // Some servers create what a change finds missing, which then has to be deleted.
  const mayCreate = operation.effect !== 'read' && operation.effect !== 'delete';
  if (mayCreate && nothing.entry !== undefined) {
    await context.ports.ledger.write({ ...nothing.entry, state: 'creating' });
  }
  const answer = await sendImagined(context, question, { nothing, places });
  if (mayCreate && answer?.response !== undefined) {
    await (isSuccess(answer.response.status) ? removeCreated(parts, nothing) : objects.forget(nothing));
  }
  return answer === undefined ? undefined : { answer, ids: nothing.ids };
}

/** An object like another one that does not exist, as the caller's. */
function imagined(
  { loaded, seed, ports }: AuthzContext,
  { operation, caller, object }: AbsentQuestion,
): TestObject {
  const canary = canaryFor(seed, `absent ${operation.name} ${caller.user.name}`, ports.hash);
  const ids: Values = new Map(
    [...object.ids].map(([name, id]) => [
      name,
      { ...id, value: absentId(id.value, `${seed} ${name}`, ports.hash) },
    ]),
  );
  const entry =
    object.entry === undefined ? undefined : entryFor({ loaded }, object.resource, caller, canary);
  const { resource, memo } = object;
  const base = { resource, owner: caller, canary, produced: new Map(), ids, memo, steps: [] };
  return entry === undefined ? base : { ...base, entry };
}

async function sendImagined(
  { loaded: matrix, sender }: AuthzContext,
  { operation, caller, values, variant }: AbsentQuestion,
  { nothing, places }: { readonly nothing: TestObject; readonly places: readonly IdPlace[] },
): Promise<Answer | undefined> {
  const { loaded, request } = requestOf(matrix, operation.request);
  const owners = [...nothing.ids].map(([name, value]) => [ownerVariable(name), value] as const);
  const asked = attackRequest(request, loaded.chain, {
    places,
    anonymous: false,
    ...(variant === undefined ? {} : { variant }),
    ...(operation.effect === 'read' || operation.effect === 'delete'
      ? {}
      : { planted: { paths: nothing.resource.canary, text: nothing.canary } }),
  });
  const answers = await sender.send({
    caller,
    plan: planOf(loaded, asked.request, matrix.environment, asked.chain),
    values: new Map([...values, ...owners]),
    step: 'calibration',
  });
  return answers[0];
}

/** Identifiers as texts, as they may stand in answers. */
export function idTextsOf(ids: Values | undefined): readonly string[] {
  return ids === undefined ? [] : [...ids.values()].map(({ value }) => plainText(value));
}
