/** Calibration: what an object that does not exist is answered with. A refusal of the same shape hides existence. */
import { defined } from '../../../defined';
import type { ChainRequest } from '../../../model';
import { plainText } from '../../../prepare/template';
import { absentId, canaryFor } from '../../request/nonexistentId';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { IdPlace, VariantName } from '../../model/cell';
import { denialOf } from '../../judge/denial';
import { extractedIds } from '../inventory/existingIds';
import type { Objects } from '../objects/objects';
import { removeCreated, type RemovalPorts } from '../objects/unexpectedObjects';
import { isMissing, isSuccess } from '../../response/status';
import { idPlaces } from '../../request/idLocations';
import type { MatrixOperation } from '../../model/matrix';
import { planOf, textsIn, type Answer, type Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { ownerVariable } from '../../plan/requests/swapIds';
import { entryFor, showsObject, type Look, type TestObject } from '../inventory/testObject';
import { isMutating } from '../../plan/requests/variants';

/** An answer to identifiers of nothing. */
export interface Absent {
  readonly answer: Answer;
  readonly ids: Values;
}

/** Such answers by operation, and by operation and user. */
export type AbsentAnswers = Map<string, Absent>;

/** Who asks, with what, and whose identifiers those of nothing are made like. */
export interface AbsentQuestion {
  readonly operation: MatrixOperation;
  readonly caller: Session;
  readonly object: TestObject;
  readonly values: Values;
  readonly variant?: VariantName;
  /** Where the identifiers go that are those of nothing, and what stays the caller's own; by default all of them. */
  readonly part?: { readonly places: readonly IdPlace[]; readonly own: Values };
  /** Asked without credentials. */
  readonly anonymous?: boolean;
}

/** What asking for an absent object uses. */
export interface AskingPorts extends RemovalPorts {
  readonly objects: RemovalPorts['objects'] & Pick<Objects, 'expect'>;
}

/**
 * Asks for an absent object; absent itself when the request names none, or when it would change something and
 * nothing shows that there is nothing to change.
 */
export async function askAbsent(ports: AskingPorts, question: AbsentQuestion): Promise<Absent | undefined> {
  const { context, objects } = ports;
  const { operation, object } = question;
  const { loaded, request } = requestOf(context.loaded, operation.request);
  const places = question.part?.places ?? idPlaces(request, loaded.chain, object.resource.id);
  if (places.length === 0) {
    return undefined;
  }
  const nothing = imagined(context, question);
  const changes = mayChange(request, question);
  const before = changes ? await objects.look(nothing, 'calibration') : undefined;
  if (before !== undefined && !isNowhere(context, nothing, before)) {
    return undefined;
  }
  // Some servers create what a change finds missing, which then has to be deleted.
  const mayCreate = changes && (operation.effect !== 'delete' || question.variant !== undefined);
  await (mayCreate ? objects.expect(nothing) : undefined);
  const answer = await sendImagined(context, question, { nothing, places });
  if (mayCreate && answer?.response !== undefined) {
    const isPlanted = answer.result.exchange?.request.body?.content.includes(nothing.canary) === true;
    const byReading = !isPlanted && isMissing(before?.response?.status ?? 0);
    await (isSuccess(answer.response.status)
      ? removeCreated(ports, nothing, { byReading })
      : objects.discard(nothing));
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
    (upserts(loaded, nothing) ? isMissing(response.status) : SHOWS_NOTHING.has(response.status)) ||
    // A success may be none: a declared denial, errors of GraphQL, a page that does not name the object.
    (isSuccess(response.status) && (failure !== undefined || !showsObject(response, nothing))) ||
    denialOf(response, loaded.matrix.denied).mapped !== undefined
  );
}

/** Where clients choose identifiers, a change may create what it does not find: below a parent that nobody cleans up. */
function upserts(loaded: AuthzContext['loaded'], { resource }: TestObject): boolean {
  return resource.create !== undefined && extractedIds(loaded, resource).size === 0;
}

/** Identifiers like those of an object that belong to nothing. */
export function absentIds({ seed, ports }: AuthzContext, ids: Values): Values {
  return new Map(
    [...ids].map(([name, id]) => [name, { ...id, value: absentId(id.value, `${seed} ${name}`, ports.hash) }]),
  );
}

/**
 * An object like another one that does not exist, as the caller's. Without credentials nobody could look for
 * it: there it is asked for, and deleted, as the owner of the other one.
 */
function imagined(
  context: AuthzContext,
  { operation, caller, object, part, anonymous = false }: AbsentQuestion,
): TestObject {
  const { seed, ports } = context;
  const owner = anonymous ? object.owner : caller;
  const canary = canaryFor(seed, `absent ${operation.name} ${caller.user.name}`, ports.hash);
  const named = part === undefined ? undefined : new Set(part.places.map(({ variable }) => variable));
  const ids: Values = new Map(
    [...absentIds(context, object.ids)].map(([name, id]) => [
      name,
      named?.has(name) === false ? (part?.own.get(name) ?? object.ids.get(name) ?? id) : id,
    ]),
  );
  const entry = object.entry === undefined ? undefined : entryFor(context, object.resource, owner, canary);
  const { resource } = object;
  // What functions gave for the owner, such as a password, is not the caller's.
  const memo = owner === object.owner ? object.memo : new Map(owner.memo);
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
  const known: Values = new Map([...values, ...owners]);
  const asked = attackRequest(request, loaded.chain, {
    places,
    anonymous,
    ...defined({ variant }),
    isText: textsIn(sender, {
      caller,
      plan: planOf(loaded, request, matrix.environment),
      values: known,
    }),
    ...(mayChange(request, { operation, ...defined({ variant }) })
      ? { planted: { ...planting.of(nothing.resource), text: nothing.canary } }
      : {}),
  });
  const answers = await sender.send({
    caller,
    plan: planOf(loaded, asked.request, matrix.environment, asked.chain),
    values: known,
    step: 'calibration',
  });
  return answers[0];
}

/** Identifiers as texts, as answers may contain them. */
export function idTextsOf(ids: Values | undefined): readonly string[] {
  return ids === undefined ? [] : [...ids.values()].map(({ value }) => plainText(value));
}
