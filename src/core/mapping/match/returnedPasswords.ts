/**
 * Passwords that nobody typed: a response had one, mostly as a hash, and the object around it is sent back with all its
 * members. What a person sent before is typed, also where a response repeats it.
 */
import { isObject, jsonEquals, type JsonObject, type JsonValue } from '../../json/json';
import { isContainer } from '../../extraction/extractionRules';
import { valueAtSteps } from '../../extraction/responsePart';
import { plainText } from '../../prepare/template';
import { readJson } from '../read/readJson';
import type { RecordedStep } from '../read/recordedSession';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';
import { objectsOf } from './objectCopies';

/** Other members that have to be equal: a name and a password are what people sign in with. */
const MIN_MEMBERS = 3;

/** Tells of a place for a password whether its request only sends back what a response had. */
export function returnedPasswords(
  steps: readonly RecordedStep[],
  slots: readonly Slot[],
): (slot: Slot) => boolean {
  const firstUses = new Map(
    slots
      .toReversed()
      .flatMap(({ step, value, candidates }) => [value, ...candidates].map((one) => [one, step] as const)),
  );
  const known = new Map<string, readonly JsonObject[]>();
  return ({ step, steps: path, value }) => {
    if (path === undefined || value === '') {
      return false;
    }
    const name = String(path.at(-1));
    const key = JSON.stringify([name, value]);
    const read = known.get(key) ?? objectsWith(name, value, steps.slice(0, firstUses.get(value)));
    known.set(key, read);
    const sent =
      read.length === 0
        ? undefined
        : valueAtSteps(readJson(steps[step]?.body?.text ?? '') ?? null, path.slice(0, -1));
    return sent !== undefined && isObject(sent) && read.some((one) => isSentBack(one, sent, name));
  };
}

/** The objects of responses that have a member with a value. */
function objectsWith(name: string, value: string, steps: readonly RecordedStep[]): readonly JsonObject[] {
  return steps.flatMap(({ response }) => {
    const isSuccess = response !== undefined && response.status < 400;
    const json =
      isSuccess && response.text.includes(JSON.stringify(name)) ? readJson(response.text) : undefined;
    return (json === undefined ? [] : objectsOf(json))
      .map(({ object }) => object)
      .filter((object) => textOf(object[name]) === value);
  });
}

/** Whether an object has all members of one that was read, several of them unchanged next to the one of that name. */
function isSentBack(read: JsonObject, sent: JsonObject, name: string): boolean {
  const isUnchanged = ([member, value]: [string, JsonValue]): boolean =>
    member !== name && valueBits(textOf(value) ?? '') > 0 && jsonEquals(value, sent[member] ?? null);
  return (
    Object.keys(read).every((member) => Object.hasOwn(sent, member)) &&
    Object.entries(read).filter(isUnchanged).length >= MIN_MEMBERS
  );
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined || isContainer(value) ? undefined : plainText(value);
}
