/**
 * Lists that a request sends as an earlier answer had them. Of such a list the position is what was meant: the
 * program went through the whole list and chose none of its items.
 */
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, jsonEquals, type JsonValue } from '../../json/json';
import type { ResponseValue } from '../read/responseValue';
import type { RecordedStep } from '../read/recordedSession';
import { readJson } from '../read/readJson';
import type { Slot } from '../read/slots';

/** The lists of one session; each is held against a body once, however many of its values that body has. */
export class SentLists {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly steps: readonly RecordedStep[]) {}

  /** Whether one of the places that take a value is in a list that is sent whole, as `body` has it. */
  has(
    { place, step: answered }: ResponseValue,
    slots: readonly Slot[],
    body: JsonValue | undefined,
  ): boolean {
    const start = place.source === 'body' ? place.steps.findIndex((step) => typeof step === 'number') : -1;
    if (place.source !== 'body' || start === -1 || body === undefined) {
      return false;
    }
    const at = place.steps.slice(0, start);
    const inside = place.steps.slice(start);
    return slots.some(({ step, steps = [] }) => {
      const around = outsideOf(steps, inside);
      const key = JSON.stringify([answered, at, step, around]);
      const isSent =
        around !== undefined && (this.#known.get(key) ?? this.#isSent(valueAtSteps(body, at), step, around));
      this.#known.set(key, isSent);
      return isSent;
    });
  }

  #isSent(list: JsonValue | undefined, step: number, around: readonly (string | number)[]): boolean {
    const sent = readJson(this.steps[step]?.body?.text ?? '');
    const repeated = sent === undefined ? undefined : valueAtSteps(sent, around);
    return list !== undefined && isArray(list) && repeated !== undefined && jsonEquals(repeated, list);
  }
}

/** The members that lead to a list, given those that lead to a value in it; absent for another index in its list. */
function outsideOf(
  at: readonly (string | number)[],
  inside: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  const start = at.length - inside.length;
  return start >= 0 && inside.every((step, index) => at[start + index] === step)
    ? at.slice(0, start)
    : undefined;
}
