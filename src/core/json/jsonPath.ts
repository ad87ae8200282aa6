/**
 * Selecting values of a JSON document by JSONPath (RFC 9535).
 *
 * A path comes from a chain and the document from a server, both strangers: regular expressions run in
 * linear time, and a path that would walk the document over and over is stopped and said to.
 */
import { isArray, isObject, jsonType, type JsonValue } from './json';
import { joinMessages, part, phrase, type Message } from '../message';
import { parsePath, type ParsedPath } from './jsonPathParse';
import { evaluateQuery } from './jsonPathEvaluate';
import type { Query } from './jsonPathQuery';
import { JsonTooDeepError } from './jsonSyntax';
import { canRepeat, isTooLarge, TOO_LARGE } from './selectionSize';
import { BudgetExceededError, NeedsFullEffortError, WorkBudget, type Effort } from '../workBudget';

/** What a path selected, in the standard's order, or one sentence why it could not be followed. */
export type PathSelection =
  | { readonly ok: true; readonly values: readonly JsonValue[] }
  | { readonly ok: false; readonly message: Message };

/** Selects values; none is a selection, too. Throws NeedsFullEffortError when more than quick work is needed. */
export function selectPath(path: string, value: JsonValue, effort: Effort = 'full'): PathSelection {
  const parsed = parsedPath(path);
  if (!parsed.ok) {
    return parsed;
  }
  const { query } = parsed;
  const budget = budgetOf(effort);
  return withinBudget(path, () => {
    const values = evaluateQuery(query, value, budget);
    return canRepeat(query) && isTooLarge(values, budget)
      ? { ok: false, message: phrase`The path \`${path}\` ${TOO_LARGE}.` }
      : { ok: true, values };
  });
}

/** Selects values where the editor waits for them: a path that takes longer than a moment is given up. */
export function selectPathQuickly(path: string, value: JsonValue): PathSelection {
  try {
    return selectPath(path, value, 'quick');
  } catch (error) {
    if (error instanceof NeedsFullEffortError) {
      return {
        ok: false,
        message: phrase`The path \`${path}\` takes too long on this response to be shown.`,
      };
    }
    throw error;
  }
}

/** One sentence about a path that is not valid; absent when it is. */
export function pathFault(path: string): Message | undefined {
  const parsed = parsedPath(path);
  return parsed.ok ? undefined : parsed.message;
}

/**
 * Where a path that selects nothing loses its way: "the body has `data`, `meta` at its top".
 * `subject` names the document: `the body`. Throws as {@link selectPath} does.
 */
export function explainMiss(
  path: string,
  value: JsonValue,
  subject: string,
  effort: Effort = 'full',
): Message {
  const parsed = parsedPath(path);
  if (!parsed.ok) {
    return parsed.message;
  }
  const { query } = parsed;
  const budget = budgetOf(effort);
  for (let length = query.length - 1; length > 0; length -= 1) {
    const prefix = query.slice(0, length);
    const selection = withinBudget(path, () => ({ ok: true, values: evaluateQuery(prefix, value, budget) }));
    if (!selection.ok) {
      return selection.message;
    }
    const [first] = selection.values;
    if (first !== undefined) {
      return describe(first, query[length]?.text ?? '', naming(prefix, selection.values.length));
    }
  }
  return describe(value, query[0]?.text ?? '', { place: phrase`${subject}`, suffix: ' at its top' });
}

const MAX_KEPT = 500;

/** Steps from value to value; of full effort some seconds at worst. */
const MAX_STEPS: Readonly<Record<Effort, number>> = { full: 20_000_000, quick: 300_000 };

function budgetOf(effort: Effort): WorkBudget {
  return new WorkBudget(MAX_STEPS[effort], effort);
}

const parsedPaths = new Map<string, ParsedPath>();

function parsedPath(path: string): ParsedPath {
  const known = parsedPaths.get(path);
  if (known !== undefined) {
    return known;
  }
  const parsed = parsePath(path);
  if (parsedPaths.size >= MAX_KEPT) {
    parsedPaths.clear();
  }
  parsedPaths.set(path, parsed);
  return parsed;
}

function withinBudget(path: string, select: () => PathSelection): PathSelection {
  try {
    return select();
  } catch (error) {
    if (error instanceof BudgetExceededError) {
      return { ok: false, message: phrase`The path \`${path}\` was given up: ${error.message}.` };
    }
    if (error instanceof JsonTooDeepError) {
      return {
        ok: false,
        message: phrase`The path \`${path}\` was given up: the document is ${error.message}.`,
      };
    }
    throw error;
  }
}

/** How a sentence names a value: its place before the verb, and what follows the list of its members. */
interface Naming {
  readonly place: Message;
  readonly suffix: string;
}

function naming(prefix: Query, count: number): Naming {
  const path = phrase`\`$${prefix.map(({ text }) => text).join('')}\``;
  return { place: count === 1 ? path : phrase`the first of ${count} values of ${path}`, suffix: '' };
}

function describe(value: JsonValue, missed: string, { place, suffix }: Naming): Message {
  if (isArray(value)) {
    return describeList(place, value.length);
  }
  if (!isObject(value)) {
    const type = jsonType(value);
    return phrase`${place} is ${type === 'null' ? 'null' : `${article(type)} ${type}`}`;
  }
  const names = Object.keys(value);
  if (names.length === 0) {
    return phrase`${place} is an empty object`;
  }
  const like = names.find((name) => withoutStyle(name) === withoutStyle(missed));
  const members = phrase`${place} has ${listed(names)}${suffix}`;
  return like === undefined ? members : phrase`${members}; did you mean ${named(like)}?`;
}

function describeList(place: Message, length: number): Message {
  switch (length) {
    case 0:
      return phrase`${place} is an empty list`;
    case 1:
      return phrase`${place} is a list of 1 item`;
    default:
      return phrase`${place} is a list of ${length} items`;
  }
}

const MAX_NAMES = 8;

/** UTF-16 code units that are shown of a name. */
const MAX_NAME_LENGTH = 40;

function listed(names: readonly string[]): Message {
  const shown = names.slice(0, MAX_NAMES).map(named);
  const more = names.length - shown.length;
  const list = joinMessages(shown, ', ');
  return more > 0 ? phrase`${list} and ${more} more` : list;
}

function named(name: string): Message {
  return phrase`\`${part(name, MAX_NAME_LENGTH)}\``;
}

/** `order_id`, `orderId` and `OrderID` are one name to a person. */
function withoutStyle(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}

function article(noun: string): string {
  return /^[aeio]/.test(noun) ? 'an' : 'a';
}
