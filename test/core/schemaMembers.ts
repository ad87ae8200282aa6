/**
 * The members of a file that are texts, by its schema: what is added to the schema is among them by itself.
 *
 * A member's name is its path, with `[]` for an item, `*` for a member of any name, and in angle brackets the
 * variant that it belongs to: `requests[].auth<bearer>.token`.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../src/core/json/json';
import { readFileSync } from 'node:fs';

/** A member of a file that may be a text. */
export interface TextMember {
  readonly name: string;
  /** Whether the schema accepts this text there. */
  readonly accepts: (text: string) => boolean;
}

/** A text of a written file, and the member that it is. */
interface TextPlace {
  readonly name: string;
  readonly steps: readonly (string | number)[];
}

/** Reads the members of the files of a schema. */
export function schemaMembers(file: string): {
  readonly all: readonly TextMember[];
  readonly placesIn: (value: JsonValue) => readonly TextPlace[];
} {
  const root = JSON.parse(readFileSync(file, 'utf8')) as JsonObject;
  const resolved = (node: JsonObject): JsonObject => {
    const target = node['$ref'];
    return typeof target === 'string'
      ? { ...resolved(objectAt(root, target.slice('#/'.length).split('/'))), ...node }
      : node;
  };

  const all = (node: JsonObject, name: string): readonly TextMember[] => {
    const steps = stepsFrom(node, resolved);
    return [
      ...(mayBeText(node) ? [{ name, accepts: (text: string) => accepts(node, text) }] : []),
      ...steps.flatMap((step) => all(step.node, nameOf(name, step))),
    ];
  };
  const placesIn = (node: JsonObject, value: JsonValue, at: TextPlace): readonly TextPlace[] => [
    ...(mayBeText(node) && typeof value === 'string' ? [at] : []),
    ...stepsFrom(node, resolved).flatMap((step) =>
      membersOf(value, step).flatMap(([key, member]) =>
        placesIn(step.node, member, { name: nameOf(at.name, step), steps: [...at.steps, key] }),
      ),
    ),
  ];
  return { all: all(root, ''), placesIn: (value) => placesIn(root, value, { name: '', steps: [] }) };
}

/** A step from a value into one of its members. */
interface Step {
  readonly key: string;
  readonly node: JsonObject;
  /** The variant that has the member: those values of another member. */
  readonly when?: { readonly member: string; readonly values: readonly string[] };
}

function stepsFrom(node: JsonObject, resolved: (node: JsonObject) => JsonObject): readonly Step[] {
  const properties = Object.entries(objectAt(node, ['properties']))
    .map(([key, member]) => ({ key, node: resolved(member as JsonObject) }))
    .filter((step) => !saysNothing(step.node));
  const items = isObject(node['items'] ?? null)
    ? [{ key: '[]', node: resolved(objectAt(node, ['items'])) }]
    : [];
  const isOpen = [node['type']].flat().includes('object') && !('properties' in node) && !('allOf' in node);
  return [
    ...properties,
    ...items,
    ...(isOpen ? [{ key: '*', node: {} }] : []),
    ...((node['allOf'] ?? []) as readonly JsonObject[]).flatMap((part) =>
      stepsFrom(resolved(part), resolved),
    ),
    ...('then' in node ? variantSteps(node, resolved) : []),
    ...('else' in node ? stepsFrom(resolved(objectAt(node, ['else'])), resolved) : []),
  ];
}

function variantSteps(node: JsonObject, resolved: (node: JsonObject) => JsonObject): readonly Step[] {
  const [condition] = Object.entries(objectAt(node, ['if', 'properties']));
  const steps = stepsFrom(resolved(objectAt(node, ['then'])), resolved);
  if (condition === undefined) {
    return steps;
  }
  const [member, { const: only, enum: several }] = condition as [string, JsonObject];
  const values = (several ?? [only]) as readonly string[];
  return steps.map((step) => ({ when: { member, values }, ...step }));
}

/** Whether a node only repeats examples of a member that is described elsewhere. */
function saysNothing(node: JsonObject): boolean {
  return Object.keys(node).every((key) => key === 'examples');
}

function mayBeText(node: JsonObject): boolean {
  const isTyped = 'type' in node || 'properties' in node || 'allOf' in node || '$ref' in node;
  return isTyped ? [node['type']].flat().includes('string') : !('then' in node);
}

function accepts({ enum: words, pattern }: JsonObject, text: string): boolean {
  return words === undefined && (typeof pattern !== 'string' || new RegExp(pattern).test(text));
}

function nameOf(name: string, { key, when }: Step): string {
  const variant = when === undefined ? '' : `<${when.values.join('|')}>`;
  return key === '[]' ? `${name}${variant}[]` : `${name}${variant}${name === '' ? '' : '.'}${key}`;
}

function membersOf(
  value: JsonValue,
  { key, when }: Step,
): readonly (readonly [string | number, JsonValue])[] {
  if (key === '[]') {
    return isArray(value) ? value.map((item, index) => [index, item] as const) : [];
  }
  if (!isObject(value) || (when !== undefined && !when.values.some((text) => text === value[when.member]))) {
    return [];
  }
  const member = value[key];
  return key === '*' ? Object.entries(value) : member === undefined ? [] : [[key, member] as const];
}

function objectAt(node: JsonObject, steps: readonly string[]): JsonObject {
  return steps.reduce((at, step) => (at[step] ?? {}) as JsonObject, node);
}
