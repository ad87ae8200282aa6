/**
 * The rules that take one value out of a response, for a person to choose from.
 *
 * A rule must find the value again in the next response, in which the value is another one: so it never
 * filters on the value itself. An item of a list is taken by its position, by a neighbour that tells it from
 * the other items, or all items are taken together.
 */
import { isArray, isObject, jsonEquals } from '../json';
import type { JsonValue } from '../json';
import { selectPath } from '../jsonPath';
import { memberPath } from '../language/memberPath';
import { maskBegin } from '../masking/mask';
import type { Extraction } from '../model';
import { valueAtSteps } from './responsePart';
import type { ResponsePart } from './responsePart';

/** A rule without the name of its variable. */
export type ExtractionRule = Omit<Extraction, 'variable'>;

/** Neighbours by which items of a list are told apart: names first that people give, then kinds. */
const TELLING = ['name', 'key', 'code', 'sku', 'slug', 'type', 'kind', 'role', 'title', 'email', 'state'];
/** UTF-16 code units; longer texts are no names. */
const MAX_TEXT = 40;
const MAX_CONDITIONS = 2;

/**
 * The rules that take a part: first by position, then by condition, then all items of its list.
 *
 * @param body the response's body as JSON; absent when it is none
 */
export function extractionRules(part: ResponsePart, body: JsonValue | undefined): readonly ExtractionRule[] {
  if (part.from !== 'body') {
    return [{ from: part.from, name: part.name, all: false, optional: false }];
  }
  const { steps } = part;
  const byPosition = bodyRule(memberPath(steps), false);
  const list = steps.findLastIndex((step) => typeof step === 'number');
  if (list === -1 || body === undefined) {
    return [byPosition];
  }
  const conditions = conditionPaths(body, steps, list).map((path) => bodyRule(path, false));
  const every = `${memberPath(steps.slice(0, list))}[*]${memberPath(steps.slice(list + 1)).slice(1)}`;
  return [byPosition, ...conditions, bodyRule(every, true)];
}

function bodyRule(path: string, all: boolean): ExtractionRule {
  return { from: 'body', select: { kind: 'path', path }, all, optional: false };
}

/** Paths that choose the item at `list` by a neighbour, each tried on the body. */
function conditionPaths(
  body: JsonValue,
  steps: readonly (string | number)[],
  list: number,
): readonly string[] {
  const item = valueAtSteps(body, steps.slice(0, list + 1));
  const value = valueAtSteps(body, steps);
  if (item === undefined || value === undefined || !isObject(item)) {
    return [];
  }
  const rest = memberPath(steps.slice(list + 1)).slice(1);
  return Object.entries(item)
    .flatMap(([name, neighbour]): [string, string][] =>
      name !== steps[list + 1] && isTelling(neighbour) ? [[name, neighbour]] : [],
    )
    .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
    .map(([name, neighbour]) => {
      const condition = `@${memberPath([name]).slice(1)} == '${quoted(neighbour)}'`;
      return `${memberPath(steps.slice(0, list))}[?${condition}]${rest}`;
    })
    .filter((path) => selectsOnly(path, body, value))
    .slice(0, MAX_CONDITIONS);
}

function isTelling(value: JsonValue): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT && !value.includes(maskBegin);
}

/** Names that tell items apart come first; what only names a thing of this one response is left to the end. */
function rankOf(name: string): number {
  const rank = TELLING.indexOf(name.toLowerCase());
  return rank === -1 ? TELLING.length : rank;
}

/** RFC 9535 §2.3.1.1: a text in single quotes. */
function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
}

function selectsOnly(path: string, body: JsonValue, value: JsonValue): boolean {
  const selection = selectPath(path, body);
  const [first, ...others] = selection.ok ? selection.values : [];
  return first !== undefined && others.length === 0 && jsonEquals(first, value);
}

/** A rule in few words: its path, or `header ETag`. */
export function ruleText({ from, name, select }: ExtractionRule): string {
  return select?.kind === 'path' ? select.path : `${from} ${name ?? ''}`;
}

/** How many values a rule selects in a body; 0 where its path cannot be followed. */
export function countSelected({ select }: ExtractionRule, body: JsonValue): number {
  const selection = select?.kind === 'path' ? selectPath(select.path, body) : undefined;
  return selection?.ok === true ? selection.values.length : 0;
}

/** Whether a value is a list or an object. */
export function isContainer(value: JsonValue): boolean {
  return isArray(value) || isObject(value);
}
