/**
 * Creations by callers who may not, or who set what they must not: what was created is found by the identifiers
 * in the answer, written into the ledger and deleted like everything else. A refusal alone does not close its
 * entry in the ledger: whoever looked for the object and did not find it does.
 */
import type { JsonValue } from '../../json';
import type { ChainRequest } from '../../model';
import { planRun } from '../../plan';
import type { RecordedResponse } from '../../result';
import { attackRequest } from '../request/attackRequest';
import type { AttackedRequest } from '../request/attackRequest';
import type { StepKind } from '../result/authzResult';
import type { Cell } from '../plan/cell';
import { operationOf, requestOf } from '../run/context';
import type { AuthzContext, NamedRequest } from '../run/context';
import { statusAccepted } from '../verdict/denial';
import type { MatrixResource } from '../matrix/matrix';
import { isSuccess } from '../run/status';
import type { LedgerEntry } from '../objects/ledger';
import { entryFor, identifiers, idTexts } from '../objects/testObject';
import type { TestObject } from '../objects/testObject';
import type { Parts } from '../run/parts';
import { attackText } from '../run/sendAttack';
import { planOf } from '../run/sender';
import type { Answer, Values } from '../run/sender';
import type { Session } from '../run/sessions';
import { ownerVariable } from '../request/swapIds';

/** What a creation came to. */
export interface Created {
  readonly canary: string;
  readonly answer: Answer | undefined;
  /** Whether the answer is what the request expects, or else a success. */
  readonly accepted: boolean;
  /** Whether the text was in what was sent, so that the object can be told by it. */
  readonly planted: boolean;
  /** How the ledger knows what may have been created. */
  readonly entry: LedgerEntry;
  /** Present when the answer is a success that tells the identifiers. */
  readonly object?: TestObject;
}

/** How something is created. */
export interface Creation {
  readonly cell: Cell;
  readonly resource: MatrixResource;
  readonly caller: Session;
  /** Who deletes what comes of it. */
  readonly keeper: Session;
  readonly values: Values;
  /** Identifiers of the owner, for the places of the cell: what the object is added to. */
  readonly outer?: Values;
  readonly step: StepKind;
  readonly property?: { readonly path: string; readonly value: JsonValue };
}

/** Sends the cell's request, which creates something, as the caller. */
export async function createAs(parts: Parts, creation: Creation): Promise<Created> {
  const { context, objects } = parts;
  const { cell, resource, caller, step, property } = creation;
  const { loaded, request } = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const canary = attackText(context, cell);
  const attacked = attackRequest(request, loaded.chain, {
    places: cell.places,
    anonymous: cell.kind === 'ANON',
    planted: { paths: resource.canary, text: canary },
    ...(property === undefined ? {} : { property }),
  });
  const extract = request.extract.map((extraction) => ({ ...extraction, optional: true }));
  const asked: AttackedRequest = { ...attacked, request: { ...attacked.request, extract } };
  const values = await withProducers(parts, creation, { loaded, request }, asked);
  const { entry, ...unborn } = unbornOf(context, creation, canary);
  await objects.expect({ ...unborn, entry });
  const answers = await context.sender.send({
    caller,
    plan: planOf(loaded, asked.request, context.loaded.environment, asked.chain),
    values,
    step,
  });
  const [answer] = answers;
  const accepted = answer?.response !== undefined && isAccepted(context, request, answer.response);
  const sent = answer?.result.exchange?.request;
  const planted = sent?.body?.content.includes(canary) === true;
  const created: Created = { canary, answer, accepted, planted, entry };
  if (answer === undefined || sent === undefined) {
    await objects.forget({ entry });
    return created;
  }
  if (answer.response === undefined) {
    return created;
  }
  await objects.expect({ ...unborn, entry, answer: answer.response });
  const succeeded = accepted || isSuccess(answer.response.status);
  const object = succeeded ? objectFrom(creation, created, answer, values) : undefined;
  if (object === undefined) {
    return created;
  }
  await objects.adopt(object);
  return { ...created, object };
}

function isAccepted({ loaded }: AuthzContext, request: ChainRequest, response: RecordedResponse): boolean {
  return statusAccepted(response, request, loaded.matrix.denied);
}

/** What may come of a creation, before it is sent. */
function unbornOf(
  context: AuthzContext,
  { cell, resource, caller, keeper, outer = new Map() }: Creation,
  canary: string,
): TestObject & { readonly entry: LedgerEntry } {
  const owner = cell.kind === 'ANON' ? keeper : caller;
  const entry = entryFor(context, resource, owner, canary);
  const memo = new Map(owner.memo);
  return { resource, owner, canary, entry, produced: outer, ids: new Map(), memo, steps: [] };
}

/** The object that an answer tells the identifiers of. */
function objectFrom(
  { resource, caller, keeper, outer = new Map() }: Creation,
  { canary, entry }: Created,
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
        entry: { ...entry, owner: keeper.user.name, state: 'created', ids: idTexts(ids) },
      };
}

/** The values of the creation, and those that other requests of the chain produce for it. */
async function withProducers(
  { context, objects }: Parts,
  { cell, caller, values, outer = new Map() }: Creation,
  { loaded, request }: NamedRequest,
  asked: AttackedRequest,
): Promise<Values> {
  const owners = [...outer].map(([name, value]) => [ownerVariable(name), value] as const);
  const known: Values = new Map([...values, ...owners]);
  if (cell.kind === 'ANON') {
    return known;
  }
  // What the owner has nobody else produces: the request is planned as it is sent.
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
