/**
 * Creations by callers who may not, or who set what they must not: what was created is found by the identifiers
 * in the answer, written into the ledger and deleted like everything else.
 */
import type { JsonValue } from '../json';
import { planRun } from '../plan';
import { attackRequest } from './attackRequest';
import type { StepKind } from './authzResult';
import type { Cell } from './cell';
import { operationOf, requestOf } from './context';
import type { NamedRequest } from './context';
import { isSuccess } from './status';
import type { MatrixResource } from './matrix';
import { entryFor, identifiers, idTexts } from './testObject';
import type { TestObject } from './testObject';
import type { Parts } from './parts';
import { attackText } from './sendAttack';
import { planOf } from './sender';
import type { Answer, Values } from './sender';
import type { Session } from './sessions';

/** What a creation came to. */
export interface Created {
  readonly canary: string;
  readonly answer: Answer | undefined;
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
    places: [],
    anonymous: cell.kind === 'ANON',
    planted: { paths: resource.canary, text: canary },
    ...(property === undefined ? {} : { property }),
  });
  const values = await withProducers(parts, creation, { loaded, request });
  const entry = entryFor(context, resource, keeper, canary);
  await context.ports.ledger.write(entry);
  const extract = request.extract.map((extraction) => ({ ...extraction, optional: true }));
  const answers = await context.sender.send({
    caller,
    plan: planOf(loaded, { ...attacked.request, extract }, context.loaded.environment, attacked.chain),
    values,
    step,
  });
  const answer = answers[0];
  if (answer?.response !== undefined && !isSuccess(answer.response.status)) {
    await context.ports.ledger.write({ ...entry, state: 'gone' });
    return { canary, answer };
  }
  const produced = newValues(answer, values);
  const ids = identifiers(resource, caller, produced);
  if (answer === undefined || ids.size < resource.id.length) {
    return { canary, answer };
  }
  const object: TestObject = {
    resource,
    owner: keeper,
    canary,
    produced,
    ids,
    memo: new Map(keeper.memo),
    steps: [answer.step],
    entry: { ...entry, state: 'created', ids: idTexts(ids) },
  };
  await objects.adopt(object);
  return { canary, answer, object };
}

/** The caller's values, and those that other requests of the chain produce for this one. */
async function withProducers(
  { context }: Parts,
  { cell, caller, values }: Creation,
  { loaded, request }: NamedRequest,
): Promise<Values> {
  if (cell.kind === 'ANON') {
    return values;
  }
  const plan = planRun(
    { main: loaded, required: loaded.required, environment: context.loaded.environment },
    { kind: 'failed', ids: [request.id] },
    new Set(values.keys()),
  );
  const items = plan.items.filter((item) => item.request !== request);
  const answers = await context.sender.send({ caller, plan: { ...plan, items }, values, step: 'create' });
  return answers.at(-1)?.values ?? values;
}

function newValues(answer: Answer | undefined, before: Values): Values {
  return new Map([...(answer?.values ?? [])].filter(([name, value]) => before.get(name) !== value));
}
