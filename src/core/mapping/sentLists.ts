/**
 * Lists that a request sends as an earlier answer had them. Of such a list the position is what was meant: the
 * program went through all of it, and chose none of its items.
 */
import { valueAtSteps } from '../extraction/responsePart';
import { isArray, jsonEquals } from '../json/json';
import type { JsonValue } from '../json/json';
import type { Leaf } from './leaf';
import type { RecordedStep } from './recordedSession';
import { readJson } from './slots';
import type { Slot } from './slots';

/** Whether one of the places that take a value stands in a list that is sent whole, as `body` has it. */
export function isOfSentList(
  { place }: Leaf,
  slots: readonly Slot[],
  body: JsonValue | undefined,
  steps: readonly RecordedStep[],
): boolean {
  if (place.source !== 'body' || body === undefined) {
    return false;
  }
  const start = place.steps.findIndex((step) => typeof step === 'number');
  const list = start === -1 ? undefined : valueAtSteps(body, place.steps.slice(0, start));
  const inside = place.steps.slice(start);
  return (
    list !== undefined &&
    isArray(list) &&
    slots.some(({ step, steps: at }) => {
      const around = at === undefined ? undefined : outsideOf(at, inside);
      const sent = around === undefined ? undefined : readJson(steps[step]?.body?.text ?? '');
      const repeated = around === undefined || sent === undefined ? undefined : valueAtSteps(sent, around);
      return repeated !== undefined && jsonEquals(repeated, list);
    })
  );
}

/** The members that lead to a list, of those that lead to a value inside of it; absent where it stands elsewhere in its list. */
function outsideOf(
  at: readonly (string | number)[],
  inside: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  const start = at.length - inside.length;
  return start >= 0 && inside.every((step, index) => at[start + index] === step)
    ? at.slice(0, start)
    : undefined;
}
