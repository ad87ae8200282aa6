/**
 * Creating an object with a property that callers must not set. The object is found by the identifiers of the
 * answer, else by its text in the caller's list.
 */
import type { VariantPorts } from '../attacks/variantCalibration';
import type { AttackPorts } from '../attacks/sendAttack';
import { defined } from '../../../defined';
import type { JsonValue } from '../../../json/json';
import type { MatrixOperation, MatrixResource } from '../../model/matrix';
import type { TestObject } from '../inventory/testObject';
import type { Cell } from '../../model/cell';
import type { CellStep } from '../../model/authzResult';
import { stepsOf } from '../attacks/finding';
import type { Answer, Values } from '../sender/sender';
import type { Signals } from '../../model/verdict';
import { closeUnlisted, createAs, type Created } from '../attacks/attemptCreation';
import { judgeViews, type SetProperty } from './propertyEffect';
import { foundObject, searchLists, type SearchedObject } from '../attacks/searchLists';
import { denialOf } from '../../judge/denial';

/** A property to be set, and the request that is to do it. */
export interface PropertyAttack extends SetProperty {
  readonly cell: Cell;
  readonly operation: MatrixOperation;
  readonly resource: MatrixResource;
  /** As the matrix writes it. */
  readonly template: JsonValue;
  /** The owner's values, by the names that the template has in the attack. */
  readonly owners: Values;
}

/** The result. */
export interface Tried {
  readonly answer: Answer | undefined;
  readonly state: Signals['state'];
  readonly steps: readonly CellStep[];
  /** Why what was given is not shown to be new. */
  readonly doubt?: string;
}

/** A new object of the caller's with the property set, compared with a usual one. */
export async function tryCreation(ports: VariantPorts, attack: PropertyAttack): Promise<Tried> {
  const { cell, resource, caller, owners, path, template } = attack;
  const created = await createAs(ports, {
    cell,
    resource,
    caller,
    keeper: caller,
    other: attack.owner,
    values: new Map([...caller.values, ...owners]),
    step: 'attack',
    property: { path, value: template },
  });
  const { answer } = created;
  const searched = created.object === undefined ? await searchCreated(ports, attack, created) : undefined;
  const object = created.object ?? searched?.object;
  const sent = stepsOf(answer, searched?.steps);
  if (object === undefined) {
    await closeUnlisted(ports, resource, created);
    const { doubt } = created;
    const tried = { answer, state: searched?.state ?? 'unknown', steps: sent };
    return doubt === undefined ? tried : { ...tried, doubt };
  }
  const seen = await ports.objects.look(object, 'after-read');
  const usual = await ports.targets.of(resource, caller);
  const before = usual.ok ? usual.target.view : undefined;
  const after = await judgeViews(ports.objects, attack, object, {
    ...{ seen, isOfAnother: true },
    ...defined({ before }),
  });
  return { answer, state: after.state, steps: [...sent, ...seen.steps, ...after.steps] };
}

interface Searched extends Pick<Tried, 'state' | 'steps'> {
  readonly object?: TestObject;
}

/** What the caller's list shows of a creation whose answer does not show it. */
async function searchCreated(
  ports: AttackPorts,
  attack: PropertyAttack,
  { accepted, answer, planted, canary, entry }: Created,
): Promise<Searched> {
  const { resource, caller } = attack;
  const readers = planted ? [{ user: caller, wouldSee: true }] : [];
  const searched = { resource, canary, readers, known: undefined };
  const search = await searchLists(ports.context, searched);
  if (search.kind === 'found') {
    const object = await foundObject(ports.context, searched, search.holder, new Map());
    if (object === undefined) {
      return { state: 'unknown', steps: search.steps };
    }
    const { ok } = await ports.objects.adopt(object);
    return { state: 'unknown', steps: search.steps, ...(ok ? { object } : {}) };
  }
  if (search.kind !== 'absent' || accepted) {
    return { state: 'unknown', steps: search.steps };
  }
  await ports.objects.discard({ entry });
  const refused = await isRefusedForProperty(ports, attack, { searched, answer });
  return { ...refused, steps: [...search.steps, ...refused.steps] };
}

/**
 * What was refused says nothing about the effect of its property, unless the same creation succeeds without it right
 * after a 403 or 404, and the other user was given nothing either.
 */
async function isRefusedForProperty(
  ports: AttackPorts,
  { resource, caller, owner }: PropertyAttack,
  { searched, answer }: { readonly searched: SearchedObject; readonly answer: Answer | undefined },
): Promise<Pick<Tried, 'state' | 'steps'>> {
  const { denied } = ports.context.loaded.matrix;
  const response = answer?.response;
  const status = response && (denialOf(response, denied).mapped ?? response.status);
  if (status !== 403 && status !== 404) {
    return { state: 'unknown', steps: [] };
  }
  const theirs = await searchLists(ports.context, {
    ...searched,
    readers: [{ user: owner, wouldSee: true }],
  });
  const usual = await ports.objects.create(resource, caller);
  const removed = usual.ok ? await ports.objects.remove(usual.object) : [];
  const steps = [...theirs.steps, ...(usual.ok ? usual.object.steps : usual.steps), ...removed];
  return { state: usual.ok && theirs.kind === 'absent' ? 'same' : 'unknown', steps };
}
