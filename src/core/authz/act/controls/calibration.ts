/** Calibration: what an object that does not exist is answered with. A refusal of the same shape hides existence. */
import { defined } from '../../../defined';
import type { ChainRequest } from '../../../model';
import { plainText } from '../../../prepare/template';
import { splitUrl } from '../../../prepare/url';
import type { RecordedResponse } from '../../../result/result';
import { absentId, canaryFor } from '../../request/nonexistentId';
import type { Attack } from '../attacks/prepareAttack';
import { attackRequest } from '../../plan/requests/attackRequest';
import { operationOf, requestOf, type AuthzContext } from '../../matrix/findByName';
import type { Cell, IdPlace, VariantName } from '../../model/cell';
import { denialOf } from '../../judge/denial';
import { removeCreated } from '../objects/unexpectedObjects';
import { isRefusal, isSuccess } from '../../response/status';
import { idPlaces } from '../../request/idLocations';
import type { MatrixOperation } from '../../model/matrix';
import type { Parts } from '../../run/runParts';
import { openValuesOf } from '../attacks/sendAttack';
import { planOf, type Answer, type Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { ownerVariable } from '../../plan/requests/swapIds';
import { entryFor, knownValuesOf, showsObject, type Look, type TestObject } from '../inventory/testObject';
import { isMutating } from '../../plan/requests/variants';

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
  attack: Attack,
  attacked: Answer | undefined,
): Promise<Absent | undefined> {
  const { cell, target } = attack;
  if (target === undefined || cell.places.length === 0) {
    return undefined;
  }
  const succeeded = attacked?.response !== undefined && isSuccess(attacked.response.status);
  const key = keyOf(cell, succeeded);
  const asked = parts.absent.get(key);
  if (asked !== undefined || (cell.kind !== 'OBJ' && !succeeded)) {
    return asked;
  }
  const absent = await askAbsent(parts, questionOf(parts, attack, target.object, succeeded));
  if (absent !== undefined) {
    parts.absent.set(key, absent);
    if (cell.kind !== 'ANON') {
      parts.absent.set(cell.operation, parts.absent.get(cell.operation) ?? absent);
    }
  }
  return absent;
}

/** What somebody without credentials is answered says nothing of the answer to others. */
function keyOf(cell: Cell, succeeded: boolean): string {
  return succeeded || cell.kind === 'ANON'
    ? `${cell.operation} ${cell.caller} ${variantOf(cell, succeeded) ?? ''}`
    : cell.operation;
}

/** A variant may lead to another part of the server, which has an answer of its own. */
function variantOf({ variant }: Cell, succeeded: boolean): VariantName | undefined {
  return succeeded ? variant : undefined;
}

function questionOf(
  { context }: Pick<Parts, 'context'>,
  attack: Attack,
  object: TestObject,
  succeeded: boolean,
): AbsentQuestion {
  const { cell, caller, own } = attack;
  const operation = operationOf(context.loaded, cell.operation);
  const anonymous = cell.kind === 'ANON';
  const known = own === undefined ? caller.values : knownValuesOf(own.object);
  const values = anonymous ? openValuesOf(context, attack) : known;
  const variant = variantOf(cell, succeeded);
  const question = { operation, caller, object, values, anonymous };
  return variant === undefined ? question : { ...question, variant };
}

/** Who asks, with what, and whose identifiers those of nothing are made like. */
export interface AbsentQuestion {
  readonly operation: MatrixOperation;
  readonly caller: Session;
  readonly object: TestObject;
  readonly values: Values;
  readonly variant?: VariantName;
  /** Asked without credentials. */
  readonly anonymous?: boolean;
}

/**
 * Asks for an absent object; absent itself when the request names none, or when it would change something and
 * nothing shows that there is nothing to change.
 */
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
  const changes = mayChange(request, question);
  if (changes && !isNowhere(context, nothing, await objects.look(nothing, 'calibration'))) {
    return undefined;
  }
  // Some servers create what a change finds missing, which then has to be deleted.
  const mayCreate = changes && (operation.effect !== 'delete' || question.variant !== undefined);
  await (mayCreate ? objects.expect(nothing) : undefined);
  const answer = await sendImagined(context, question, { nothing, places });
  if (mayCreate && answer?.response !== undefined) {
    await (isSuccess(answer.response.status) ? removeCreated(parts, nothing) : objects.forget(nothing));
  }
  return answer === undefined ? undefined : { answer, ids: nothing.ids };
}

function mayChange(
  { method }: ChainRequest,
  { operation: { effect }, variant }: Pick<AbsentQuestion, 'operation' | 'variant'>,
): boolean {
  return isMutating({ method, effect, ...defined({ variant }) });
}

/** Refusals that show nothing of what an identifier names. */
const SHOWS_NOTHING: ReadonlySet<number> = new Set([403, 404, 410]);

/** Whether reading showed nothing. An invented identifier may be somebody's: then it must not be changed. */
function isNowhere({ loaded }: AuthzContext, nothing: TestObject, { response, failure }: Look): boolean {
  if (response === undefined) {
    return false;
  }
  return (
    SHOWS_NOTHING.has(response.status) ||
    // A success may be none: a declared denial, errors of GraphQL, a page that does not name the object.
    (isSuccess(response.status) && (failure !== undefined || !showsObject(response, nothing))) ||
    denialOf(response, loaded.matrix.denied).mapped !== undefined
  );
}

/**
 * An object like another one that does not exist, as the caller's. Without credentials nobody could look for
 * it: there it is asked for, and deleted, as the owner of the other one.
 */
function imagined(
  context: AuthzContext,
  { operation, caller, object, anonymous = false }: AbsentQuestion,
): TestObject {
  const { seed, ports } = context;
  const owner = anonymous ? object.owner : caller;
  const canary = canaryFor(seed, `absent ${operation.name} ${caller.user.name}`, ports.hash);
  const ids: Values = new Map(
    [...object.ids].map(([name, id]) => [
      name,
      { ...id, value: absentId(id.value, `${seed} ${name}`, ports.hash) },
    ]),
  );
  const entry = object.entry === undefined ? undefined : entryFor(context, object.resource, owner, canary);
  const { resource, memo } = object;
  const base = { resource, owner, canary, produced: new Map(), ids, memo, steps: [] };
  return entry === undefined ? base : { ...base, entry };
}

async function sendImagined(
  { loaded: matrix, sender, planting }: AuthzContext,
  { operation, caller, values, variant, anonymous = false }: AbsentQuestion,
  { nothing, places }: { readonly nothing: TestObject; readonly places: readonly IdPlace[] },
): Promise<Answer | undefined> {
  const { loaded, request } = requestOf(matrix, operation.request);
  const owners = [...nothing.ids].map(([name, value]) => [ownerVariable(name), value] as const);
  const asked = attackRequest(request, loaded.chain, {
    places,
    anonymous,
    ...defined({ variant }),
    ...(mayChange(request, { operation, ...defined({ variant }) })
      ? { planted: { ...planting.of(nothing.resource), text: nothing.canary } }
      : {}),
  });
  const answers = await sender.send({
    caller,
    plan: planOf(loaded, asked.request, matrix.environment, asked.chain),
    values: new Map([...values, ...owners]),
    step: 'calibration',
  });
  return answers[0];
}

/**
 * The refusal of a path next to that of a function, which concerns no object: what is in it, every refusal of the
 * server holds. Absent when the path is not refused.
 */
export async function askNeighbour(
  { context }: Pick<Parts, 'context'>,
  attack: Attack,
): Promise<RecordedResponse | undefined> {
  const { cell, caller } = attack;
  const { loaded, request } = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const anonymous = cell.kind === 'ANON';
  const bare = attackRequest(request, loaded.chain, { places: [], anonymous });
  const { body: _body, ...bodiless } = bare.request;
  const name = canaryFor(context.seed, `neighbour ${cell.operation}`, context.ports.hash).toLowerCase();
  const { pathStart, queryStart } = splitUrl(request.url);
  const path = request.url.slice(pathStart, queryStart).replace(/[^/]*\/?$/, name);
  const url = `${request.url.slice(0, pathStart)}${path}`;
  const answers = await context.sender.send({
    caller,
    plan: planOf(
      loaded,
      { ...bodiless, url, query: [], method: 'GET' },
      context.loaded.environment,
      bare.chain,
    ),
    values: anonymous ? openValuesOf(context, attack) : caller.values,
    step: 'calibration',
  });
  const response = answers[0]?.response;
  return response !== undefined && isRefusal(response.status) ? response : undefined;
}

/** Identifiers as texts, as they may stand in answers. */
export function idTextsOf(ids: Values | undefined): readonly string[] {
  return ids === undefined ? [] : [...ids.values()].map(({ value }) => plainText(value));
}
