/**
 * Which operations of a specification are new or other than in an older one. References are followed, so that a changed
 * schema changes every operation that uses it; texts for people and examples change nothing.
 */
import { isArray, isObject, jsonEquals, type JsonValue } from '../../../../core/json/json';
import { memberOf } from '../../shape/externalJson';
import type { Operation } from './operations';
import { findScheme } from './security';
import type { Place, Spec } from './spec';

/** What became of an operation. */
export type OperationChange =
  | { readonly change: 'new'; readonly after: Operation }
  | { readonly change: 'same' | 'changed'; readonly before: Operation; readonly after: Operation }
  | { readonly change: 'gone'; readonly before: Operation };

/** Compares two lists of operations: in the order of the newer one, then what is gone. */
export function compareOperations(older: SpecOperations, newer: SpecOperations): readonly OperationChange[] {
  const before = new Map(older.operations.map((one) => [keyOf(one), one]));
  const after = new Map(newer.operations.map((one) => [keyOf(one), one]));
  const differs = createComparison(older.spec, newer.spec);
  return [
    ...[...after].map(([key, one]): OperationChange => {
      const known = before.get(key);
      return known === undefined
        ? { change: 'new', after: one }
        : { change: differs(known, one) ? 'changed' : 'same', before: known, after: one };
    }),
    ...[...before].flatMap(([key, one]): readonly OperationChange[] =>
      after.has(key) ? [] : [{ change: 'gone', before: one }],
    ),
  ];
}

/** The operations of a specification. */
export interface SpecOperations {
  readonly spec: Spec;
  readonly operations: readonly Operation[];
}

/** A parameter that has another name is the same place of the path. */
function keyOf({ method, path }: Operation): string {
  return `${method} ${path.replace(/\{[^{}]*\}/g, '{}')}`;
}

/** What is read on its own, because it can be written in several places. */
const ELSEWHERE: ReadonlySet<string> = new Set(['parameters', 'security']);

/** What only people read. */
const FOR_PEOPLE: ReadonlySet<string> = new Set(
  'description summary title tags externalDocs example examples deprecated operationId'.split(' '),
);

/** Whose members have names of the API's own, which are no words of the specification. */
const NAME_MAPS: ReadonlySet<string> = new Set(
  'properties patternProperties dependentSchemas definitions $defs headers responses content encoding links callbacks variables mapping scopes'.split(
    ' ',
  ),
);

function createComparison(older: Spec, newer: Spec): (before: Operation, after: Operation) => boolean {
  // Schemas may contain themselves: two that are met again are the same unless they differ where they were met first.
  const met = new Map<JsonValue, Set<JsonValue>>();
  const isMet = (one: JsonValue, other: JsonValue): boolean => {
    const others = met.get(one) ?? new Set();
    met.set(one, others);
    const known = others.has(other);
    others.add(other);
    return known;
  };
  const same = (before: Place, after: Place, isNameMap: boolean): boolean => {
    const [one, other] = [older.resolve(before), newer.resolve(after)];
    if (one.value === undefined || other.value === undefined) {
      return one.value === other.value;
    }
    if (!isNested(one.value) || !isNested(other.value)) {
      return jsonEquals(one.value, other.value);
    }
    if (isArray(one.value) !== isArray(other.value)) {
      return false;
    }
    if (isMet(one.value, other.value)) {
      return true;
    }
    return isArray(one.value)
      ? sameItems(older.items(one), newer.items(other))
      : sameMembers(membersOf(older, one, isNameMap), membersOf(newer, other, isNameMap));
  };
  const sameItems = (ones: readonly Place[], others: readonly Place[]): boolean =>
    ones.length === others.length &&
    ones.every((one, index) => {
      const other = others[index];
      return other !== undefined && same(one, other, false);
    });
  const sameMembers = (ones: ReadonlyMap<string, Place>, others: ReadonlyMap<string, Place>): boolean =>
    ones.size === others.size &&
    [...ones].every(([name, one]) => {
      const other = others.get(name);
      return other !== undefined && same(one, other, NAME_MAPS.has(name));
    });
  return (before, after) => {
    const isSame =
      sameMembers(operationMembers(older, before), operationMembers(newer, after)) &&
      sameItems(before.parameters, after.parameters) &&
      sameItems(securityOf(older, before), securityOf(newer, after));
    if (!isSame) {
      met.clear();
    }
    return !isSame;
  };
}

function isNested(value: JsonValue): boolean {
  return isArray(value) || isObject(value);
}

function membersOf(spec: Spec, place: Place, isNameMap: boolean): ReadonlyMap<string, Place> {
  const members = spec.members(place);
  return new Map(isNameMap ? members : members.filter(([name]) => !FOR_PEOPLE.has(name)));
}

function operationMembers(spec: Spec, { operation }: Operation): ReadonlyMap<string, Place> {
  return new Map([...membersOf(spec, operation, false)].filter(([name]) => !ELSEWHERE.has(name)));
}

/** The requirements that hold for an operation, and the schemes that they name. */
function securityOf(spec: Spec, { operation }: Operation): readonly Place[] {
  const isOwn = memberOf(operation.value, 'security') !== undefined;
  const requirements = spec.items(spec.at(isOwn ? operation : spec.root, 'security'));
  const schemes = requirements.flatMap((requirement) =>
    spec.members(requirement).map(([name]) => findScheme(spec, name)),
  );
  return [...requirements, ...schemes];
}
