/**
 * Changes on their way to the text.
 *
 * What is typed is shown at once, on top of what the text said last: first the changes that are in the text but
 * not yet in a view, then the one that is being made, then those that wait. One is made at a time. Where the
 * text said something else meanwhile, the change yields, and with it those that build on it.
 */
import { defined } from '../../src/core/defined';
import { parseJson, stringifyJson, type JsonValue } from '../../src/core/json/json';
import type { FormAnswer, FormChange, FormEdit, FormTarget } from '../../src/protocol/formEdit';
import { changedValue, type FormPath } from './formValue';

/** Changes by how far they got. */
export interface PendingChanges {
  /** In the text since a revision, which no view has shown yet. */
  readonly landed: readonly { readonly change: FormChange; readonly revision: number }[];
  readonly inFlight?: FormChange;
  readonly waiting: readonly FormChange[];
}

/** Nothing on its way. */
export const nothingPending: PendingChanges = { landed: [], waiting: [] };

/** With further edits at the end; those of one field are one. */
export function withEdits(
  pending: PendingChanges,
  target: FormTarget,
  edits: readonly FormEdit[],
): PendingChanges {
  const last = pending.waiting.at(-1);
  if (edits.length === 0) {
    return pending;
  }
  if (last === undefined || !isSameTarget(last.target, target)) {
    return { ...pending, waiting: [...pending.waiting, { target, edits }] };
  }
  const joined = { target, edits: edits.reduce(withEdit, last.edits) };
  const others = pending.waiting.slice(0, -1);
  return { ...pending, waiting: joined.edits.length === 0 ? others : [...others, joined] };
}

/** With the first of those that wait in flight; the same when there is none, or one is in flight. */
export function withNextSent(pending: PendingChanges): PendingChanges {
  const [next, ...waiting] = pending.waiting;
  return next === undefined || pending.inFlight !== undefined
    ? pending
    : { ...pending, inFlight: next, waiting };
}

/** After the one in flight was answered; `undefined` when it could not be made. */
export function withAnswer(
  { landed, inFlight, waiting }: PendingChanges,
  answer: FormAnswer | undefined,
): PendingChanges {
  if (inFlight === undefined) {
    return { landed, waiting };
  }
  return answer?.kind === 'done'
    ? { landed: [...landed, { change: inFlight, revision: answer.revision }], waiting }
    : { landed, waiting: waiting.flatMap((change) => withoutDependent(change, inFlight)) };
}

/** After a view of a revision was shown. */
export function withView(pending: PendingChanges, revision: number): PendingChanges {
  return { ...pending, landed: pending.landed.filter((one) => one.revision > revision) };
}

/** After those that wait were handed over; they are in the text after the revision that is shown. */
export function withHandedOver({ landed, inFlight, waiting }: PendingChanges, shown: number): PendingChanges {
  const handed = waiting.map((change) => ({ change, revision: shown + 1 }));
  return { landed: [...landed, ...handed], ...defined({ inFlight }), waiting: [] };
}

/** What a document is with everything that is on its way to it. */
export function valueWith(
  value: JsonValue,
  target: FormTarget,
  { landed, inFlight, waiting }: PendingChanges,
): JsonValue {
  const changes = [
    ...landed.map(({ change }) => change),
    ...(inFlight === undefined ? [] : [inFlight]),
    ...waiting,
  ];
  return changes.filter((change) => isSameTarget(change.target, target)).reduce(changedValue, value);
}

/** Whether both mean the same request, or both the chain. A request keeps its id when it is moved. */
export function isSameTarget(one: FormTarget, other: FormTarget): boolean {
  if (one === null || other === null) {
    return one === other;
  }
  return one.id === other.id && (one.id !== '' || one.index === other.index);
}

/** Joins an edit to the one before it where both are about one place. */
function withEdit(edits: readonly FormEdit[], edit: FormEdit): readonly FormEdit[] {
  const last = edits.at(-1);
  const others = edits.slice(0, -1);
  if (last === undefined || edit.kind !== 'set') {
    return [...edits, edit];
  }
  if (last.kind === 'set' && last.value !== null && isSamePath(last.path, edit.path)) {
    return last.before === edit.value ? others : [...others, { ...edit, before: last.before }];
  }
  const inside = last.kind === 'insert' ? pathInside([...last.path, last.index], edit.path) : undefined;
  if (last.kind !== 'insert' || inside === undefined) {
    return [...edits, edit];
  }
  if (inside.length === 0 && edit.value === null) {
    return others;
  }
  const value = changedValue(parseJson(last.value), { edits: [{ ...edit, path: inside }] });
  return [...others, { ...last, value: stringifyJson(value) }];
}

/** Without the edits that build on a change that was not made. */
function withoutDependent(change: FormChange, failed: FormChange): readonly FormChange[] {
  if (!isSameTarget(change.target, failed.target)) {
    return [change];
  }
  const edits = change.edits.filter(
    ({ path }) => !failed.edits.some((other) => isOverlapping(other.path, path)),
  );
  return edits.length === 0 ? [] : [{ ...change, edits }];
}

function isSamePath(one: FormPath, other: FormPath): boolean {
  return one.length === other.length && one.every((step, at) => step === other[at]);
}

/** The rest of a path below another one; absent when it leads elsewhere. */
function pathInside(outer: FormPath, path: FormPath): FormPath | undefined {
  return isSamePath(outer, path.slice(0, outer.length)) ? path.slice(outer.length) : undefined;
}

function isOverlapping(one: FormPath, other: FormPath): boolean {
  return pathInside(one, other) !== undefined || pathInside(other, one) !== undefined;
}
