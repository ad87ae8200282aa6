/** Pieces of JavaScript for tools whose checks and extractions are scripts. Nothing of a chain is code in them. */
import { stringifyJson, type JsonValue } from '../../core/json/json';
import { parsePath } from '../../core/json/jsonPathParse';
import type { Condition, FilterQuery, Segment } from '../../core/json/jsonPathQuery';

/** A value as a literal. */
export function scriptLiteral(value: JsonValue): string {
  return stringifyJson(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Whether an expression throws where a value on its way is missing, or is `undefined` then. */
export type Absence = 'throws' | 'is undefined';

/**
 * What a path selects of a variable: `body.items[0].id`, or `body?.items?.[0]?.id`. Absent for a path that selects
 * by more than names, positions and one member of an item.
 */
export function pathExpression(variable: string, path: string, absence: Absence): string | undefined {
  const parsed = parsePath(path);
  const steps = parsed.ok ? parsed.query.map(stepOf) : [undefined];
  const written = absence === 'throws' ? steps : steps.map((step) => step && optionalStep(step));
  return written.every((step) => step !== undefined) ? `${variable}${written.join('')}` : undefined;
}

/**
 * All that a path selects of a variable, as a list that is `undefined` when it is empty. Absent for a path that selects by
 * more than names, positions and wildcards.
 */
export function listExpression(variable: string, path: string): string | undefined {
  const parsed = parsePath(path);
  const steps = parsed.ok ? parsed.query.map(listStep) : [undefined];
  return steps.every((step) => step !== undefined)
    ? `[[${variable}]${steps.join('')}].find((all) => all.length > 0)`
    : undefined;
}

function listStep(segment: Segment): string | undefined {
  const isWildcard = !segment.descendants && segment.selectors.every(({ kind }) => kind === 'wildcard');
  const step = isWildcard ? undefined : stepOf(segment);
  return isWildcard
    ? '.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []))'
    : step && `.map((one) => one${optionalStep(step)}).filter((one) => one !== undefined)`;
}

function optionalStep(step: string): string {
  return step.startsWith('.') ? `?${step}` : `?.${step}`;
}

/** A regular expression of JavaScript. */
export interface ScriptRegex {
  readonly source: string;
  /** `i`, `m` and `s`, or nothing. */
  readonly flags: string;
  readonly literal: string;
  /** The group that is meant; 0 for the whole. */
  readonly group: 0 | 1;
}

/** A regular expression of a chain (RE2) in JavaScript. Absent when JavaScript would not understand it so. */
export function scriptRegex(text: string): ScriptRegex | undefined {
  const { source, flags } = withoutFlags(withoutLead(text));
  const groups = groupsOf(source);
  if (source === '' || groups === undefined || meansSomethingElse(source)) {
    return undefined;
  }
  const escaped = source.replace(/\\[^]|[/\n\r\u2028\u2029]/g, (mark) => LINE_MARKS.get(mark) ?? mark);
  return { source, flags, literal: `/${escaped}/${flags}`, group: groups > 0 ? 1 : 0 };
}

/** An expression without what leads it to its first match, where scripts look anyway. */
function withoutLead(text: string): string {
  const rest = text.replace(/^\^\(\?s:\.\*\?\)/, '');
  const groups = groupsOf(withoutFlags(rest).source) ?? 0;
  return groups > 0 ? rest : text;
}

/** Flags for all of an expression apart from it: `(?i:…)`, `(?i)…`. */
function withoutFlags(text: string): { readonly source: string; readonly flags: string } {
  const [, flags = '', inside, behind] = /^\(\?([ims]+)(?::(.*)\)|\)(.*))$/s.exec(text) ?? [];
  const source = inside ?? behind;
  // What is not an expression by itself began in one group and ended in another.
  return source === undefined || groupsOf(source) === undefined
    ? { source: text, flags: '' }
    : { source, flags };
}

/** How many groups an expression has; absent when JavaScript does not understand it. */
function groupsOf(source: string): number | undefined {
  try {
    return (new RegExp(`${source}|`).exec('')?.length ?? 1) - 1;
  } catch {
    // SyntaxError: a construct that RE2 has and JavaScript has not, such as `(?P<name>…)`.
    return undefined;
  }
}

/** Whether JavaScript takes a part for something else: `\pL`, `\A`, `\z`, `\Q`, `\C`, `\x{41}`, `[:alpha:]`. */
function meansSomethingElse(source: string): boolean {
  const tokens = source.match(/\\[^]\{?|\[:\^?[a-z]+:\]/g) ?? [];
  return tokens.some((token) => /^(?:\\[pPAzQEC]|\\x\{|\[:)/.test(token));
}

const LINE_MARKS: ReadonlyMap<string, string> = new Map([
  ['/', '\\/'],
  ['\n', '\\n'],
  ['\\\n', '\\n'],
  ['\r', '\\r'],
  ['\\\r', '\\r'],
  ['\u2028', '\\u2028'],
  ['\\\u2028', '\\u2028'],
  ['\u2029', '\\u2029'],
  ['\\\u2029', '\\u2029'],
]);

function stepOf({ descendants, selectors }: Segment): string | undefined {
  const [selector, ...more] = selectors;
  if (descendants || more.length > 0) {
    return undefined;
  }
  switch (selector?.kind) {
    case 'name':
      return /^[A-Za-z_]\w*$/.test(selector.name) ? `.${selector.name}` : `[${scriptLiteral(selector.name)}]`;
    case 'index':
      return selector.index < 0 ? `.at(${selector.index})` : `[${selector.index}]`;
    case 'filter': {
      const test = testOf(selector.condition);
      return test === undefined ? undefined : `.find((item) => ${test})`;
    }
    default:
      return undefined;
  }
}

/** `item.name === "x"` for the filter `[?@.name == 'x']`, which is how most items are found. */
function testOf(condition: Condition): string | undefined {
  if (condition.kind !== 'compare') {
    return undefined;
  }
  const { left, right } = condition;
  const operator = OPERATORS.get(condition.operator);
  const member = left.kind === 'value' ? memberOfItem(left.query) : undefined;
  return member === undefined || operator === undefined || right.kind !== 'literal'
    ? undefined
    : `${member} ${operator} ${scriptLiteral(right.value)}`;
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['==', '==='],
  ['!=', '!=='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
]);

function memberOfItem({ from, query }: FilterQuery): string | undefined {
  const steps = from === '@' ? query.map(stepOf) : [undefined];
  return steps.every((step) => step !== undefined) ? `item${steps.join('')}` : undefined;
}
