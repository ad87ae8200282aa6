/**
 * Creations by callers who may not, or who set what they must not: what was created is found by the identifiers
 * in the answer, written into the ledger and deleted like everything else. A refusal alone does not close its
 * entry in the ledger: whoever looked for the object and did not find it does.
 */
import type { JsonValue } from '../../json';
import { planRun } from '../../plan';
import { attackRequest } from '../request/attackRequest';
import type { AttackedRequest } from '../request/attackRequest';
import type { StepKind } from '../result/authzResult';
import type { Cell } from '../plan/cell';
import { operationOf, requestOf } from '../run/context';
import type { NamedRequest } from '../run/context';
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
  const { cell, resource, caller, keeper, step, property } = creation;
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
  const entry = entryFor(context, resource, cell.kind === 'ANON' ? keeper : caller, canary);
  await context.ports.ledger.write(entry);
  const answers = await context.sender.send({
    caller,
    plan: planOf(loaded, asked.request, context.loaded.environment, asked.chain),
    values,
    step,
  });
  const answer = answers[0];
  const sent = answer?.result.exchange?.request;
  const status = answer?.response?.status;
  const created: Created = {
    canary,
    answer,
    accepted:
      answer?.response !== undefined &&
      statusAccepted(answer.response, request, context.loaded.matrix.denied),
    planted: sent?.body?.content.includes(canary) === true,
    entry,
  };
  if (sent === undefined) {
    await context.ports.ledger.write({ ...entry, state: 'gone' });
    return created;
  }
  if (answer === undefined || !(created.accepted || (status !== undefined && isSuccess(status)))) {
    return created;
  }
  const object = objectFrom(creation, created, answer, values);
  if (object === undefined) {
    return created;
  }
  await objects.adopt(object);
  return { ...created, object };
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
  { context }: Parts,
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
  const answers = await context.sender.send({
    caller,
    plan: { ...plan, items },
    values: known,
    step: 'create',
  });
  return answers.at(-1)?.values ?? known;
}

function newValues(answer: Answer, before: Values): Values {
  return new Map([...answer.values].filter(([name, value]) => before.get(name) !== value));
}
