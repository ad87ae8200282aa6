/**
 * Members of a record that a request sends back (the specification's Revision 2, R3.3): a form for the command 7 sends
 * the title that an earlier response had for the command 7, whether the user changed it or not.
 *
 * A request is about the record whose id ends its address or is next to the member in its body; a query in a body is
 * about the one whose id it sends. A response is about it
 * if the id is next to the member there, or ends the address that it answers.
 */
import type { IsReading } from '../read/readingSteps';
import { memberSteps, type ResponseValue } from '../read/responseValue';
import { nameWords } from '../../language/nameWords';
import { namePlace, ownerOf } from '../../language/placeName';
import type { Slot } from '../read/slots';
import type { ValueIndex } from './valueIndex';

/** What requests send back. */
export interface SentBack {
  /** Whether a slot sends a member of a record as a response had it. */
  readonly isMember: (slot: Slot, responseValue: ResponseValue) => boolean;
  /** Whether a slot writes to the record that a request has read alone, and whose id a value is. */
  readonly isReadRecord: (slot: Slot, responseValue: ResponseValue) => boolean;
  /** Whether a response is about one record, and a value in no list of it. */
  readonly isAlone: (responseValue: ResponseValue) => boolean;
}

/** What a record's own id is called, and not that of another one to which it refers. */
const OWN_ID = /^_?(?:id|uuid|guid|uid|key)$/i;
/** Members that say what a record is, and not which one. */
const KIND = /^(?:type|kind|collection|model|format|__typename)$/i;
/** A record is the response, or this deep in it: `{"data": {"command": {…}}}`. */
const MAX_DEPTH = 2;

/** Reads the ids of all requests once. */
export function sentBack({ slots, seen }: ValueIndex, isReading: IsReading): SentBack {
  const addressed = new Map<number, string>();
  const inBody = new Map<string, string>();
  for (const slot of slots) {
    if (slot.location === 'path' && slot.following === 0 && slot.name.isId) {
      addressed.set(slot.step, slot.value);
    } else if (slot.steps !== undefined && isOwnId(slot.steps)) {
      inBody.set(objectKey(slot.step, slot.steps), slot.value);
      if (isReading(slot.step)) {
        addressed.set(slot.step, slot.value);
      }
    }
  }
  const records = new Map<string, ReadonlySet<string>>();
  const recordsWith = (id: string): ReadonlySet<string> => {
    const known = records.get(id) ?? recordsOf(seen.get(id)?.responseValues ?? []);
    records.set(id, known);
    return known;
  };
  return {
    isAlone,
    isMember: (slot, responseValue) => {
      const at = memberSteps(responseValue);
      const own = slot.steps?.at(-1);
      if (
        slot.steps === undefined ||
        typeof own !== 'string' ||
        at === undefined ||
        !isCalledSo(own, at.at(-1)) ||
        isOwnId(slot.steps) ||
        KIND.test(own) ||
        isReading(slot.step)
      ) {
        return false;
      }
      const { step } = responseValue;
      const id = inBody.get(objectKey(slot.step, slot.steps)) ?? addressed.get(slot.step);
      return (
        id !== undefined &&
        (recordsWith(id).has(objectKey(step, at)) || (isAlone(responseValue) && addressed.get(step) === id))
      );
    },
    isReadRecord: (slot, responseValue) => {
      const at = memberSteps(responseValue);
      const { step, value } = responseValue;
      return (
        (slot.steps === undefined ? slot.location === 'path' : isOwnId(slot.steps)) &&
        at !== undefined &&
        isOwnId(at) &&
        isAlone(responseValue) &&
        addressed.get(step) === value &&
        isReading(step) &&
        !isReading(slot.step)
      );
    },
  };
}

/** Whether a response is about one record, which has the value. */
function isAlone(responseValue: ResponseValue): boolean {
  const at = memberSteps(responseValue);
  return responseValue.lists === 0 && at !== undefined && at.length <= MAX_DEPTH + 1;
}

/** Whether two members are called the same, however their words are joined. */
function isCalledSo(one: string, other: string | number | undefined): boolean {
  return (
    one === other || (typeof other === 'string' && nameWords(one).join(' ') === nameWords(other).join(' '))
  );
}

/** Whether members lead to what a record's own id is called: `id`, or `attribute_id` of an attribute. */
export function isOwnId(steps: readonly (string | number)[]): boolean {
  const own = String(steps.at(-1));
  const owner = ownerOf(steps.slice(0, -1)).join(' ');
  return (
    OWN_ID.test(own) || (owner !== '' && /id$/i.test(own) && namePlace(own, []).noun.join(' ') === owner)
  );
}

/** The objects of responses that a value identifies. */
function recordsOf(responseValues: readonly ResponseValue[]): ReadonlySet<string> {
  return new Set(
    responseValues.flatMap((responseValue) => {
      const at = memberSteps(responseValue);
      return at !== undefined && isOwnId(at) ? [objectKey(responseValue.step, at)] : [];
    }),
  );
}

/** The same for the members of one object. */
export function objectKey(step: number, steps: readonly (string | number)[]): string {
  return JSON.stringify([step, ...steps.slice(0, -1)]);
}
