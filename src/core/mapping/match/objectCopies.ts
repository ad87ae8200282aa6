/**
 * Whole objects that a request sends as an earlier answer had them: an address, a security question. One variable
 * for the object says more than one for each member, and keeps members that are no ids.
 *
 * One of the members has to be unmistakable, and the object must not have been sent before it was answered.
 */
import { isArray, isObject, stringifyJson, type JsonObject, type JsonValue } from '../../json/json';
import { plainText } from '../../prepare/template';
import type { RecordedStep } from '../read/recordedSession';
import { readBody, readJson } from '../read/readJson';
import { valueBits } from '../read/valueEntropy';

/** An object in an answer, and the bodies that repeat it. */
export interface ObjectCopy {
  /** Entry whose answer has it, and where. */
  readonly producer: ObjectPlace;
  readonly consumers: readonly ObjectPlace[];
  readonly members: readonly string[];
}

/** The place of an object in a JSON body; no steps mean the whole body. */
export interface ObjectPlace {
  readonly entry: number;
  readonly steps: readonly (string | number)[];
}

const MIN_MEMBERS = 3;
const UNMISTAKABLE = 12;
const MAX_OBJECTS = 20_000;

/** The objects that were copied, in the order of their first use. */
export function objectCopies(steps: readonly RecordedStep[]): readonly ObjectCopy[] {
  const sent = sentObjects(steps);
  if (sent.size === 0) {
    return [];
  }
  const sizes = new Set([...sent.values()].map(({ members }) => members.length));
  const copies = new Map<string, ObjectCopy>();
  steps.forEach(({ entry, response }, index) => {
    const json = response === undefined || response.status >= 400 ? undefined : readBody(response);
    for (const { object, steps: at } of json === undefined ? [] : objectsOf(json)) {
      const text = sizes.has(Object.keys(object).length) ? canonical(object) : '';
      const use = sent.get(text);
      const isTyped = use !== undefined && use.first <= index;
      if (use !== undefined && !isTyped && !copies.has(text)) {
        copies.set(text, {
          producer: { entry, steps: at },
          consumers: use.places,
          members: use.members,
        });
      }
    }
  });
  const all = [...copies.values()];
  return all.filter((copy) => !all.some((other) => other !== copy && isInside(copy, other)));
}

/** Whether every use of a copy is a part of a use of another one. */
function isInside(copy: ObjectCopy, other: ObjectCopy): boolean {
  return copy.consumers.every((place) =>
    other.consumers.some(
      ({ entry, steps }) =>
        entry === place.entry &&
        steps.length < place.steps.length &&
        steps.every((step, index) => step === place.steps[index]),
    ),
  );
}

interface SentObject {
  /** Index of the step that sends it first. */
  readonly first: number;
  readonly places: ObjectPlace[];
  readonly members: readonly string[];
}

function sentObjects(steps: readonly RecordedStep[]): ReadonlyMap<string, SentObject> {
  const sent = new Map<string, SentObject>();
  steps.forEach(({ entry, body }, index) => {
    const json = body === undefined ? undefined : readJson(body.text);
    for (const { object, steps: at } of json === undefined ? [] : objectsOf(json)) {
      if (isDistinctive(object)) {
        const text = canonical(object);
        const known = sent.get(text) ?? { first: index, places: [], members: Object.keys(object) };
        known.places.push({ entry, steps: at });
        sent.set(text, known);
      }
    }
  });
  return sent;
}

/** Whether chance does not make a second one. */
function isDistinctive(object: JsonObject): boolean {
  const values = Object.values(object);
  return (
    values.length >= MIN_MEMBERS &&
    values.some(
      (value) =>
        value !== null && !isArray(value) && !isObject(value) && valueBits(plainText(value)) >= UNMISTAKABLE,
    )
  );
}

/** The same for objects with the same members in any order. */
function canonical(object: JsonObject): string {
  const members = Object.entries(object).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return stringifyJson(members.map(([name, value]) => [name, value]));
}

interface FoundObject {
  readonly object: JsonObject;
  readonly steps: readonly (string | number)[];
}

/** The objects of a body, outer ones first, up to a bound. */
export function objectsOf(json: JsonValue): readonly FoundObject[] {
  const found: FoundObject[] = [];
  const walk = (value: JsonValue, steps: readonly (string | number)[]): void => {
    if (found.length >= MAX_OBJECTS) {
      return;
    }
    if (isArray(value)) {
      value.forEach((item, index) => {
        walk(item, [...steps, index]);
      });
    } else if (isObject(value)) {
      found.push({ object: value, steps });
      Object.entries(value).forEach(([name, member]) => {
        walk(member, [...steps, name]);
      });
    }
  };
  walk(json, []);
  return found;
}
