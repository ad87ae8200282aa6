/**
 * Records of earlier responses that a later response has again: if a request sends `{"topic": 5}` and is answered with
 * `{"topic": {"id": 5, …}}`, which equals an item of an earlier list in several members, it sent the id of that item.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../json/json';
import { ownerOf } from '../../language/placeName';
import { plainText } from '../../prepare/template';
import { valueAtSteps } from '../../extraction/responsePart';
import type { RecordedStep } from '../read/recordedSession';
import { SAME, nameLikeness } from './nameSimilarity';
import { isAddressPart, type ResponseValue } from '../read/responseValue';
import { readBody } from '../read/readJson';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';

/** Whether the response to the request of a slot has the record again that a value belongs to. */
export type IsSameRecord = (slot: Slot, responseValue: ResponseValue) => boolean;

/** From so many bits on two places have the same value because it is the same. */
const UNMISTAKABLE = 24;
/** Members that have to be equal next to the value, and how much they have to say together, in bits. */
const MIN_MEMBERS = 2;
const MIN_BITS = 16;
/** A record is the response, or this deep in it: `{"doc": {"topic": {…}}}`. */
const MAX_DEPTH = 2;
/** Documents that are kept parsed: the requests that ask for an item come soon after its list. */
const MAX_PARSED = 8;

/** Reads responses only when somebody asks for one of their values. */
export function sameRecords(steps: readonly RecordedStep[]): IsSameRecord {
  const parsed = new Map<number, JsonValue | undefined>();
  const jsonOf = (step: number): JsonValue | undefined => {
    if (!parsed.has(step)) {
      const { response } = steps[step] ?? {};
      const isSuccess = response !== undefined && response.status < 400;
      parsed.set(step, isSuccess ? readBody(response) : undefined);
      const [oldest] = parsed.keys();
      if (parsed.size > MAX_PARSED && oldest !== undefined) {
        parsed.delete(oldest);
      }
    }
    return parsed.get(step);
  };
  const said = new Map<string, boolean>();
  /** The places of one answer ask the same. */
  const saysOnce = (step: number, member: string, value: string): boolean => {
    const key = JSON.stringify([step, member, value]);
    const known = said.get(key) ?? says(steps[step]?.response?.text ?? '', member, value);
    said.set(key, known);
    return known;
  };
  return (slot, responseValue) => {
    const { place, value, step } = responseValue;
    const member = place.source === 'body' ? place.steps.at(-1) : undefined;
    if (place.source !== 'body' || typeof member !== 'string' || !isUnexplained(slot, responseValue)) {
      return false;
    }
    const records = saysOnce(slot.step, member, value) ? recordsOf(jsonOf(slot.step)) : [];
    const candidates = records.filter(
      ({ record, owner }) => textOf(record[member]) === value && isAbout(slot, owner),
    );
    const item = candidates.length === 0 ? undefined : recordAt(jsonOf(step), place.steps, value);
    return (
      item !== undefined &&
      candidates.some(
        ({ record, owner }) =>
          isEqual(record, item, member) || (owner.length === 0 && isNamed(slot, responseValue, member)),
      )
    );
  };
}

/** What people call a thing, where it has no other id. */
export const NAME = /^(?:name|title|slug|code|login|username)$/i;

/** Whether an address ends with the name that an item of a list had, and that the response has as its own. */
function isNamed({ location, following }: Slot, { lists }: ResponseValue, member: string): boolean {
  return location === 'path' && following === 0 && lists > 0 && NAME.test(member);
}

/** Whether neither the names nor a long value say where an id is from, or a segment of a path. */
function isUnexplained(slot: Slot, responseValue: ResponseValue): boolean {
  const { name, value, inner } = responseValue;
  return (
    (slot.location === 'path' || name.isId) &&
    inner === undefined &&
    !isAddressPart(responseValue) &&
    valueBits(value) < UNMISTAKABLE &&
    nameLikeness(slot.name, name) < SAME
  );
}

/** Whether JSON contains a member with a value, before it is parsed. */
function says(json: string, member: string, value: string): boolean {
  const name = JSON.stringify(member);
  return [value, JSON.stringify(value)].some(
    (written) => json.includes(`${name}:${written}`) || json.includes(`${name}: ${written}`),
  );
}

/** An object of a response, and what it is called there; nothing where it is what was asked for. */
interface FoundRecord {
  readonly record: JsonObject;
  readonly owner: readonly string[];
}

/** The response and the objects in it that no list contains. */
function recordsOf(json: JsonValue | undefined, path: readonly string[] = []): readonly FoundRecord[] {
  if (json === undefined || !isObject(json)) {
    return [];
  }
  const inner = path.length === MAX_DEPTH ? [] : Object.entries(json);
  return [
    { record: json, owner: ownerOf(path) },
    ...inner.flatMap(([name, value]) => recordsOf(value, [...path, name])),
  ];
}

/** Whether a slot asks for what a response calls so: `/topics/5` and `topic_id` for a topic, `{"topic": 5}` too. */
function isAbout({ location, name }: Slot, owner: readonly string[]): boolean {
  const wanted = (name.isId ? name.noun : name.field).join(' ');
  return owner.join(' ') === wanted || (location === 'path' && owner.length === 0);
}

/** The object with a value; absent if another item of its list has the same value there. */
function recordAt(
  json: JsonValue | undefined,
  steps: readonly (string | number)[],
  value: string,
): JsonObject | undefined {
  const at = steps.findLastIndex((step) => typeof step === 'number');
  const inner = steps.slice(at + 1);
  const around = json === undefined ? undefined : valueAtSteps(json, steps.slice(0, Math.max(at, 0)));
  const items = around !== undefined && isArray(around) ? around : [around ?? null];
  const same = items.filter((item) => textOf(valueAtSteps(item, inner)) === value);
  const record = same[0] === undefined ? undefined : valueAtSteps(same[0], inner.slice(0, -1));
  return same.length === 1 && record !== undefined && isObject(record) ? record : undefined;
}

/** Whether two objects have several more members that are equal, which together are no coincidence. */
function isEqual(record: JsonObject, item: JsonObject, member: string): boolean {
  const bits = Object.entries(record)
    .filter(([name]) => name !== member)
    .map(([name, value]) => (textOf(value) === textOf(item[name]) ? valueBits(textOf(value) ?? '') : 0))
    .filter((shared) => shared > 0);
  return bits.length >= MIN_MEMBERS && bits.reduce((sum, shared) => sum + shared, 0) >= MIN_BITS;
}

/** The text of a value that is no object, list, null or choice of two. */
function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ||
    value === null ||
    typeof value === 'boolean' ||
    isArray(value) ||
    isObject(value)
    ? undefined
    : plainText(value);
}
