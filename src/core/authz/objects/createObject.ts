/**
 * Creating an object as its owner: the requests of the chain that it takes, with a text planted in the last. It
 * is written into the ledger before the first of them is sent.
 */
import { planRun } from '../../plan';
import type { RunPlan } from '../../plan';
import type { RecordedResponse } from '../../result';
import type { BuiltInMemo } from '../../scope';
import { requestOf } from '../run/context';
import type { AuthzContext } from '../run/context';
import type { LedgerEntry } from './ledger';
import type { MatrixResource, RequestName } from '../matrix/matrix';
import { plantText } from '../request/plant';
import { foundObject } from '../cells/searchLists';
import { failureOf } from '../run/sender';
import type { Values } from '../run/sender';
import type { Session } from '../run/sessions';
import { entryFor, identifiers, idTexts } from './testObject';
import type { Made, TestObject } from './testObject';

/** Creates an object, or takes the one that its owner has anyway. Failures are in the answer. */
export async function createObject(
  context: AuthzContext,
  resource: MatrixResource,
  owner: Session,
  canary: string,
): Promise<Made> {
  if (owner.failure !== undefined) {
    return { ok: false, failure: owner.failure, steps: owner.steps };
  }
  const memo: BuiltInMemo = new Map(owner.memo);
  // Where nothing may be created, the user may have one whose identifiers are known.
  if (resource.create === undefined || !context.mayChange) {
    const ids = identifiers(resource, owner, owner.values);
    const object = { resource, owner, canary, produced: new Map(), ids, memo, steps: [] };
    return withAllIds(object, 'Neither the login nor the variables of the user give');
  }
  const entry = entryFor(context, resource, owner, canary);
  await context.ports.ledger.write(entry);
  const plan = creationPlan(context, { ...resource, create: resource.create }, owner, canary);
  const answers = await context.sender.send({
    caller: owner,
    plan,
    values: owner.values,
    step: 'create',
    memo,
  });
  const steps = answers.map(({ step }) => step);
  const failed = answers.map((answer) => failureOf(answer)).find((failure) => failure !== undefined);
  const last = answers.at(-1)?.response;
  if (failed !== undefined) {
    const sent = answers.some(
      ({ result }) => result.request.id === resource.create?.id && result.exchange !== undefined,
    );
    const failure = `${owner.user.name} could not create ${resource.name}. ${failed}`;
    const status = last?.status ?? 0;
    if (!sent || (status >= 400 && status < 500)) {
      await context.ports.ledger.write({ ...entry, state: 'gone' });
      return { ok: false, failure, steps, ...(status === 401 ? { expired: true } : {}) };
    }
    // Without an answer it may come to be later: the entry stays open.
    const stray = last === undefined ? undefined : await strayOf(context, resource, owner, entry);
    return { ok: false, failure, steps, ...(stray === undefined ? {} : { stray }) };
  }
  const values = answers.at(-1)?.values ?? owner.values;
  const object = objectFrom({ resource, owner, canary, memo, steps, entry }, values, last);
  const made = withAllIds(object, `${resource.create.chain}#${resource.create.id ?? ''} does not extract`);
  if (made.ok) {
    return made;
  }
  const stray = await strayOf(context, resource, owner, entry);
  return stray === undefined ? made : { ...made, stray };
}

/** What was created although its answer does not tell its identifiers: its owner's list does. */
function strayOf(
  context: AuthzContext,
  resource: MatrixResource,
  owner: Session,
  { canary }: LedgerEntry,
): Promise<TestObject | undefined> {
  return foundObject(context, { resource, canary }, owner, new Map());
}

/** The object that an answered creation made. */
function objectFrom(
  base: Omit<TestObject, 'produced' | 'ids' | 'entry' | 'answer'> & { readonly entry: LedgerEntry },
  values: Values,
  answer: RecordedResponse | undefined,
): TestObject {
  const { resource, owner, entry } = base;
  const ids = identifiers(resource, owner, values);
  return {
    ...base,
    produced: new Map([...values].filter(([name, value]) => owner.values.get(name) !== value)),
    ids,
    entry: { ...entry, state: 'created', ids: idTexts(ids) },
    ...(answer === undefined ? {} : { answer }),
  };
}

function withAllIds(object: TestObject, what: string): Made {
  const missing = object.resource.id.find((name) => !object.ids.has(name));
  return missing === undefined
    ? { ok: true, object }
    : {
        ok: false,
        failure: `${what} {{${missing}}}, which identifies ${object.resource.name}.`,
        steps: object.steps,
      };
}

/** The requests that create an object, those included that produce what it needs; the planted text in the last. */
function creationPlan(
  { loaded }: AuthzContext,
  { create, canary: fields }: MatrixResource & { readonly create: RequestName },
  owner: Session,
  canary: string,
): RunPlan {
  const { loaded: main, request } = requestOf(loaded, create);
  const plan = planRun(
    { main, required: main.required, environment: loaded.environment },
    { kind: 'failed', ids: [request.id] },
    new Set(owner.values.keys()),
  );
  const planted = plantText(request, fields, canary);
  const { status } = request.expect;
  const expect = { ...(status === undefined ? {} : { status }), headers: [], body: [] };
  return {
    ...plan,
    items: plan.items.map((item) =>
      item.request === request ? { ...item, request: { ...planted, expect } } : item,
    ),
  };
}
