/**
 * Creations by callers who may not, or who set what they must not: what was created is found by the identifiers
 * in the answer, written into the ledger and deleted like everything else. A refusal alone does not close its
 * entry in the ledger: a search that did not find the object does.
 */
import { defined } from '../../../defined';
import type { JsonValue } from '../../../json/json';
import type { ChainRequest } from '../../../model';
import { planRun } from '../../../run/plan';
import { canaryFor } from '../../request/nonexistentId';
import { attackRequest, type AttackedRequest } from '../../plan/requests/attackRequest';
import { plantedChecks, withoutReferences } from '../../request/checksWithCanary';
import type { StepKind } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import type { AuthzContext } from '../context';
import { operationOf, requestOf, type NamedRequest } from '../../matrix/findByName';
import { statusAccepted } from '../../judge/denial';
import type { MatrixResource } from '../../model/matrix';
import type { Creating } from '../creation/clientChosenIds';
import { answerKindOf, type Sendable } from '../creation/creationProof';
import { lookAtPlaces, placesBefore, type Landed } from './chosenPlaces';
import type { RepeatedCreation } from '../creation/returnedObject';
import type { RecordedObject } from '../inventory/newObjects';
import type { LedgerEntry } from '../ledger';
import {
  entryFor,
  withHolder,
  identifiers,
  idTexts,
  sentWith,
  type TestObject,
} from '../inventory/testObject';
import { attackText, type AttackPorts } from './sendAttack';
import { planOf, type Answer, type Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { ownerVariable } from '../../plan/requests/swapIds';
import { hasCredentials } from '../../plan/requests/tokenVariants';
import { isRefusal } from '../../response/status';

/** The result of a creation. */
export interface Created {
  readonly canary: string;
  readonly answer: Answer | undefined;
  /** Whether the answer is what the request expects, or else a success. */
  readonly accepted: boolean;
  /** Whether the answer is a refusal (4xx). */
  readonly refused: boolean;
  /** Whether the text was in what was sent, so that the object can be found by it. */
  readonly planted: boolean;
  /** How the ledger knows what may have been created. */
  readonly entry: LedgerEntry;
  /** Present when the answer gives the identifiers, and the object is shown to be new. */
  readonly object?: TestObject;
  /** Present where the client chooses the identifiers, and reading before showed nothing under them. */
  readonly landed?: Landed;
  /** Why what the answer names is not shown to be new. Whole sentences. */
  readonly doubt?: string;
  /** Why it was not sent. */
  readonly problem?: string;
}

/** How something is created. */
export interface Creation {
  readonly cell: Cell;
  readonly resource: MatrixResource;
  readonly caller: Session;
  /** Who deletes what it creates. */
  readonly keeper: Session;
  /** Who else may be the one that can. */
  readonly other: Session;
  readonly values: Values;
  /** Identifiers of the owner, for the places of the cell: what the object is added to. */
  readonly outer?: Values;
  /** Identifiers of an object of the caller's own. */
  readonly own?: Values;
  readonly step: StepKind;
  readonly property?: { readonly path: string; readonly value: JsonValue };
}

/** Sends the cell's request, which creates something, as the caller. */
export async function createAs(ports: AttackPorts, creation: Creation): Promise<Created> {
  const { context } = ports;
  const { cell } = creation;
  const named = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const canary = attackText(context, cell);
  const asked = creationRequest(context, named, creation, canary);
  const values = await withProducers(ports, creation, named, asked);
  const pending = pendingObjectOf(context, creation, canary);
  const plan = planOf(named.loaded, asked.request, context.loaded.environment, asked.chain);
  const item = { loaded: plan.main, request: asked.request };
  const sendable = await maySend(ports, creation, { object: pending, item, plan, values });
  if (!sendable.ok) {
    const { reason: problem } = sendable;
    const unsent = { accepted: false, refused: false, planted: false, entry: pending.entry };
    return { canary, answer: undefined, ...unsent, problem };
  }
  const sending = { named, values: new Map([...values, ...sendable.ids]), canary };
  const places = sendable.isShownAbsent ? await placesBefore(ports, creation, pending, sendable.ids) : [];
  const sent = await sendCreation(ports, creation, sending);
  const { answer } = sent;
  const confirmed = await confirmAttempt(ports, creation, sending, sent);
  const accepted = isAccepted(context, sent.request, answer);
  const landed = confirmed.object === undefined ? await lookAtPlaces(ports, places) : undefined;
  return {
    canary,
    answer,
    accepted,
    refused: !accepted && isRefusal(answer?.response?.status ?? 0),
    planted: answer?.result.exchange?.request.body?.content.includes(canary) === true,
    entry: sent.pending.entry,
    ...confirmed,
    ...defined({ landed }),
  };
}

/** What the caller is refused to see may be shown to be absent by the owner of what is added to. */
async function maySend(
  { objects }: AttackPorts,
  { cell, keeper }: Creation,
  creating: Creating,
): Promise<Sendable> {
  const asCaller = await objects.maySend(creating);
  return asCaller.ok || cell.kind !== 'OBJ'
    ? asCaller
    : objects.maySend({
        ...creating,
        object: { ...creating.object, owner: keeper, memo: new Map(keeper.memo) },
      });
}

interface Sending {
  readonly named: NamedRequest;
  /** What was known before. */
  readonly values: Values;
  readonly canary: string;
}

interface Sent {
  readonly pending: RecordedObject;
  /** With the planted text. */
  readonly request: ChainRequest;
  readonly answer: Answer | undefined;
}

async function sendCreation(
  { context, objects }: AttackPorts,
  creation: Creation,
  { named, values, canary }: Sending,
): Promise<Sent> {
  const { request, chain } = creationRequest(context, named, creation, canary);
  const pending = await objects.listedBefore(sentWith(pendingObjectOf(context, creation, canary), request));
  await objects.expect(pending);
  objects.accessibleTo(pending, creation.other);
  const [answer] = await context.sender.send({
    caller: creation.caller,
    plan: planOf(named.loaded, request, context.loaded.environment, chain),
    values,
    step: creation.step,
  });
  return { pending, request, answer };
}

/** The request of the cell with the text planted; what its answer does not give does not fail the request. */
function creationRequest(
  { planting }: AuthzContext,
  { loaded, request }: NamedRequest,
  { cell, resource, property }: Creation,
  canary: string,
): AttackedRequest {
  const attacked = attackRequest(request, loaded.chain, {
    places: cell.places,
    anonymous: cell.kind === 'ANON',
    planted: { ...planting.of(resource), text: canary },
    ...defined({ property }),
  });
  const extract = request.extract.map((extraction) => ({ ...extraction, optional: true }));
  const expect = withoutReferences(plantedChecks(request, attacked.request));
  return { ...attacked, request: { ...attacked.request, extract, expect } };
}

/** Records the result of a creation in the inventory. Returns the object, where it is shown to be new. */
async function confirmAttempt(
  ports: AttackPorts,
  creation: Creation,
  sending: Sending,
  { pending, request, answer }: Sent,
): Promise<Pick<Created, 'object' | 'doubt'>> {
  const { context, objects } = ports;
  if (answer?.result.exchange === undefined) {
    await objects.discard(pending);
    return {};
  }
  const { response } = answer;
  if (response === undefined) {
    return {};
  }
  await objects.expect({ ...pending, answer: response });
  const isGiven = answerKindOf(context, pending, request, answer) === 'created';
  const given = isGiven ? objectFrom(creation, pending, answer, sending.values) : undefined;
  if (given === undefined) {
    return {};
  }
  const repeat = (): Promise<RepeatedCreation> => repeatCreation(ports, creation, sending);
  const { object, problem } = await objects.confirm(given, { request, repeat });
  return object === undefined ? { doubt: problem ?? '' } : { object };
}

/** The same request with another text. */
async function repeatCreation(
  ports: AttackPorts,
  creation: Creation,
  { named, values }: Sending,
): Promise<RepeatedCreation> {
  const { context } = ports;
  const canary = canaryFor(context.seed, `attack ${creation.cell.id} again`, context.ports.hash);
  const { pending, request, answer } = await sendCreation(ports, creation, { named, values, canary });
  const object = answer === undefined ? undefined : objectFrom(creation, pending, answer, values);
  return { request, answer, object: object ?? { ...pending, ...answerOf(answer) } };
}

function answerOf(answer: Answer | undefined): Pick<TestObject, 'answer'> {
  return answer?.response === undefined ? {} : { answer: answer.response };
}

function isAccepted({ loaded }: AuthzContext, request: ChainRequest, answer: Answer | undefined): boolean {
  return (
    answer?.response !== undefined &&
    statusAccepted(answer.response, request, loaded.matrix.denied) &&
    answer.result.expectations.every(({ passed }) => passed)
  );
}

/**
 * Believes a refusal where no request of the matrix could show what it created all the same: the verdict says that
 * nobody looked, and there is nothing to clean up.
 */
export async function closeUnlisted(
  { objects }: Pick<AttackPorts, 'objects'>,
  { list }: MatrixResource,
  { refused, planted, entry }: Created,
): Promise<void> {
  if (refused && (list === undefined || !planted)) {
    await objects.discard({ entry });
  }
}

/** The object that a creation may create, before it is sent. */
function pendingObjectOf(
  context: AuthzContext,
  { cell, resource, caller, keeper, outer = new Map() }: Creation,
  canary: string,
): RecordedObject {
  const owner = hasCredentials(cell) ? caller : keeper;
  const entry = entryFor(context, resource, owner, canary);
  const memo = new Map(owner.memo);
  return { resource, owner, canary, entry, produced: outer, ids: new Map(), memo, steps: [] };
}

/** The object whose identifiers an answer gives. */
function objectFrom(
  { resource, caller, keeper, outer = new Map() }: Creation,
  { canary, entry }: RecordedObject,
  answer: Answer,
  before: Values,
): TestObject | undefined {
  const produced = new Map([...outer, ...newValues(answer, before)]);
  const ids = identifiers(resource, caller, produced);
  return ids.size < resource.id.length
    ? undefined
    : {
        resource,
        owner: keeper,
        canary,
        produced,
        ids,
        memo: new Map(keeper.memo),
        steps: [answer.step],
        ...answerOf(answer),
        entry: { ...withHolder(entry, keeper), state: 'created', ids: idTexts(ids) },
      };
}

/** The values of the creation, and those that other requests of the chain produce for it. */
async function withProducers(
  { context, objects }: AttackPorts,
  { cell, caller, values, outer = new Map() }: Creation,
  { loaded, request }: NamedRequest,
  asked: AttackedRequest,
): Promise<Values> {
  const owners = [...outer].map(([name, value]) => [ownerVariable(name), value] as const);
  const known: Values = new Map([...values, ...owners]);
  if (cell.kind === 'ANON') {
    return known;
  }
  // What the owner has nobody else produces: the request is planned exactly as sent.
  const requests = loaded.chain.requests.map((one) => (one === request ? asked.request : one));
  const plan = planRun(
    {
      main: { ...loaded, chain: { ...asked.chain, requests } },
      required: loaded.required,
      environment: context.loaded.environment,
    },
    { kind: 'failed', ids: [request.id] },
    new Set(known.keys()),
  );
  const items = plan.items.filter((item) => item.request !== asked.request);
  const answers = await objects.produce({ ...plan, items }, caller, known);
  return answers.at(-1)?.values ?? known;
}

function newValues(answer: Answer, before: Values): Values {
  return new Map([...answer.values].filter(([name, value]) => before.get(name) !== value));
}
