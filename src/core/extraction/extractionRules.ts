/**
 * The rules that take one value out of a response, for a person to choose from.
 *
 * A rule must find the value again in the next response, in which the value is another one: so it never
 * filters on the value itself. An item of a list is taken by its position, by a neighbour that tells it from
 * the other items, or all items are taken together.
 */
import {
  ExactNumber,
  isArray,
  isObject,
  jsonEquals,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../json/json';
import { selectPath } from '../json/jsonPath';
import { memberPath } from '../language/memberPath';
import { nameWords } from '../language/nameWords';
import { maskBegin } from '../masking/mask';
import type { Extraction } from '../model';
import { valueAtSteps, type ResponsePart } from './responsePart';

/** A rule without the name of its variable. */
export type ExtractionRule = Omit<Extraction, 'variable'>;

/** Neighbours that identify items of a list: names first that people give, then kinds. */
export const IDENTIFYING: readonly string[] = [
  'name',
  'key',
  'code',
  'sku',
  'slug',
  'type',
  'kind',
  'role',
  'title',
  'email',
  'state',
];
/** UTF-16 code units; longer texts are no names. */
const MAX_TEXT = 40;
const MAX_CONDITIONS = 2;
/** Members from an item to its neighbour: `node.title` of an edge, no deeper. */
const MAX_DEPTH = 2;
const MAX_NEIGHBOURS = 100;

/**
 * The rules that take a part: first by position, then by condition, then all items of its list.
 *
 * @param body the response's body as JSON; absent when it is none
 * @param lasts whether a condition's path goes by what will be the same in the next response; all do unless given
 */
export function extractionRules(
  part: ResponsePart,
  body: JsonValue | undefined,
  lasts: (path: string) => boolean = () => true,
): readonly ExtractionRule[] {
  if (part.from !== 'body') {
    return [{ from: part.from, name: part.name, all: false, optional: false }];
  }
  const { steps } = part;
  const byPosition = bodyRule(memberPath(steps), false);
  const list = steps.findLastIndex((step) => typeof step === 'number');
  if (list === -1 || body === undefined) {
    return [byPosition];
  }
  const conditions = listsToTell(body, steps)
    .flatMap((one) => conditionPaths(body, steps, one, lasts))
    .slice(0, MAX_CONDITIONS)
    .map((path) => bodyRule(path, false));
  const every = `${memberPath(steps.slice(0, list))}[*]${memberPath(steps.slice(list + 1)).slice(1)}`;
  return [byPosition, ...conditions, bodyRule(every, true)];
}

/** The rule that takes the name of a list's item by that name, as people pick it; absent where several have it. */
export function ownNameRule(
  steps: readonly (string | number)[],
  body: JsonValue,
  lasts: (path: string) => boolean,
): ExtractionRule | undefined {
  const value = valueAtSteps(body, steps);
  if (typeof value !== 'string' || !isIdentifyingText(value) || typeof steps.at(-2) !== 'number') {
    return undefined;
  }
  const member = memberPath(steps.slice(-1)).slice(1);
  const path = `${toldPath(body, steps.slice(0, -2), lasts)}[?@${member} == '${quoted(value)}']${member}`;
  return selectsOnly(path, body, value) ? bodyRule(path, false) : undefined;
}

function bodyRule(path: string, all: boolean): ExtractionRule {
  return { from: 'body', select: { kind: 'path', path }, all, optional: false };
}

/**
 * Indices of the steps that lead to an identifiable item, outermost first: of the innermost list, and of the list around
 * it where the lists inside have one item only, which needs no telling.
 */
function listsToTell(body: JsonValue, steps: readonly (string | number)[]): readonly number[] {
  const lists: number[] = [];
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    if (typeof steps[at] === 'number') {
      lists.unshift(at);
      const list = valueAtSteps(body, steps.slice(0, at)) ?? null;
      if (!isArray(list) || list.length > 1) {
        break;
      }
    }
  }
  return lists;
}

/** Paths that choose the item at `list` by a neighbour, each tried on the body. */
function conditionPaths(
  body: JsonValue,
  steps: readonly (string | number)[],
  list: number,
  lasts: (path: string) => boolean,
): readonly string[] {
  const item = valueAtSteps(body, steps.slice(0, list + 1));
  const value = valueAtSteps(body, steps);
  if (item === undefined || value === undefined || !isObject(item)) {
    return [];
  }
  const rest = steps.slice(list + 1);
  const around = toldPath(body, steps.slice(0, list), lasts);
  return conditionsOf(item, rest)
    .map((condition) => `${around}${condition}${memberPath(rest).slice(1)}`)
    .filter((path) => lasts(path) && selectsOnly(path, body, value))
    .slice(0, MAX_CONDITIONS);
}

/** The conditions that an item fulfils by its neighbours of a part, best first. */
function conditionsOf(item: JsonObject, taken: readonly (string | number)[]): readonly string[] {
  return neighboursOf(item, taken)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ path, literal }) => `[?@${memberPath(path).slice(1)} == ${literal}]`);
}

/** The path to a list, on the way to which items are told by a neighbour where one tells them, else by their position. */
function toldPath(
  body: JsonValue,
  steps: readonly (string | number)[],
  lasts: (path: string) => boolean,
): string {
  return steps.reduce<string>((path, step, at) => {
    const item = typeof step === 'number' ? valueAtSteps(body, steps.slice(0, at + 1)) : undefined;
    const list = item === undefined ? null : (valueAtSteps(body, steps.slice(0, at)) ?? null);
    const told =
      item !== undefined && isObject(item) && isArray(list) && list.length > 1
        ? conditionsOf(item, steps.slice(at + 1)).find(
            (condition) => lasts(`$${condition}`) && selectsOnly(`$${condition}`, list, item),
          )
        : undefined;
    return path + (told ?? memberPath([step]).slice(1));
  }, '$');
}

/** A member next to the taken one in an item, and how its value is written in a path. */
interface Neighbour {
  /** Members that lead to it from the item. */
  readonly path: readonly string[];
  readonly literal: string;
}

/** The members of an item, and of objects in it, that may tell it; `taken` leads from the item to the value. */
function neighboursOf(item: JsonObject, taken: readonly (string | number)[]): readonly Neighbour[] {
  const walk = (object: JsonObject, path: readonly string[]): readonly Neighbour[] =>
    Object.entries(object).flatMap(([name, member]): readonly Neighbour[] => {
      const here = [...path, name];
      if (isObject(member)) {
        return taken.length > 0 && here.length < MAX_DEPTH ? walk(member, here) : [];
      }
      // Of an item that is taken as a whole every member is a part of the value; its names still identify it.
      const isPart =
        taken.length === 0 ? typeof member !== 'string' : here.every((step, index) => step === taken[index]);
      const literal = isPart ? undefined : tellingLiteral(name, member);
      return literal === undefined ? [] : [{ path: here, literal }];
    });
  return walk(item, []).slice(0, MAX_NEIGHBOURS);
}

/** How a value that may tell items apart is written in a path; absent for others: `false` and `null` say little, numbers that are ids will be others next time. */
function tellingLiteral(name: string, value: JsonValue): string | undefined {
  if (typeof value === 'string') {
    return isIdentifyingText(value) ? `'${quoted(value)}'` : undefined;
  }
  const isNumber = typeof value === 'number' || value instanceof ExactNumber;
  return value === true || (isNumber && !/id$/i.test(name)) ? stringifyJson(value) : undefined;
}

/** Whether a text may be a name: it is short, and known. */
export function isIdentifyingText(text: string): boolean {
  return text !== '' && text.length <= MAX_TEXT && !text.includes(maskBegin);
}

/**
 * Names that tell items apart come first, then marks such as `"primary": true`, other texts, and at last numbers:
 * those are most often of this one response.
 */
function rankOf({ path, literal }: Neighbour): number {
  const rank = IDENTIFYING.indexOf(nameWords(path.at(-1) ?? '').at(-1) ?? '');
  if (rank !== -1) {
    return rank;
  }
  return IDENTIFYING.length + (literal === 'true' ? 0 : literal.startsWith("'") ? 1 : 2);
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

/** Whether a value is a list or an object. */
export function isContainer(value: JsonValue): boolean {
  return isArray(value) || isObject(value);
}
