/**
 * Paths of a chain (RFC 9535) in the languages that Artillery reads: the older JSONPath of `jsonpath-plus` for
 * captures, JMESPath for expectations, lodash's for members that are there.
 */
import { stringifyJson, type JsonValue } from '../../../core/json/json';
import { parsePath } from '../../../core/json/jsonPathParse';
import type { Condition, FilterQuery, PathSelector, Segment } from '../../../core/json/jsonPathQuery';

/** The path for a capture; absent when that language cannot say it. */
export function capturePath(path: string): string | undefined {
  return joined(path, '$', captureStep);
}

/** An expression for the value at a path; absent when it selects by more than names and positions. */
export function jmesPath(path: string): string | undefined {
  const steps = joined(path, '', (segment) => onlySelector(segment, jmesStep));
  return steps === '' ? '@' : steps?.replace(/^\./, '');
}

/** The path of a member as lodash has it, likewise; absent for the whole. */
export function memberPath(path: string): string | undefined {
  const steps = joined(path, '', (segment) => onlySelector(segment, memberStep));
  return steps === '' ? undefined : steps?.replace(/^\./, '');
}

/** A literal of JMESPath. */
export function jmesLiteral(value: JsonValue): string {
  return `\`${stringifyJson(value).replaceAll('`', '\\u0060')}\``;
}

function joined(
  path: string,
  begin: string,
  stepOf: (segment: Segment) => string | undefined,
): string | undefined {
  const parsed = parsePath(path);
  const steps = parsed.ok ? parsed.query.map(stepOf) : [undefined];
  return steps.every((step) => step !== undefined) ? begin + steps.join('') : undefined;
}

/** The one selector of a segment that looks at children only. */
function onlySelector(
  { descendants, selectors }: Segment,
  stepOf: (selector: PathSelector) => string | undefined,
): string | undefined {
  const [selector, ...more] = selectors;
  return descendants || selector === undefined || more.length > 0 ? undefined : stepOf(selector);
}

function captureStep({ descendants, selectors }: Segment): string | undefined {
  const [selector, ...more] = selectors;
  const step = selector === undefined || more.length > 0 ? undefined : captureSelector(selector);
  return step === undefined || !descendants ? step : `..${step.replace(/^\./, '')}`;
}

function captureSelector(selector: PathSelector): string | undefined {
  switch (selector.kind) {
    case 'name':
      return namedStep(selector.name);
    case 'index':
      return selector.index < 0 ? fromEnd(selector.index) : `[${selector.index}]`;
    case 'wildcard':
      return '[*]';
    case 'slice': {
      const { start = '', end = '', step } = selector;
      return step > 0 ? `[${start}:${end}:${step}]` : undefined;
    }
    case 'filter': {
      const test = filterTest(selector.condition);
      return test === undefined ? undefined : `[?(${test})]`;
    }
  }
}

/** One item, counted from the end: a slice that ends where the next one begins. */
function fromEnd(index: number): string {
  return index === -1 ? '[-1:]' : `[${index}:${index + 1}]`;
}

function namedStep(name: string): string | undefined {
  if (/^[A-Za-z_]\w*$/.test(name)) {
    return `.${name}`;
  }
  return /^[\w .:-]+$/.test(name) ? `['${name}']` : undefined;
}

function filterTest(condition: Condition): string | undefined {
  switch (condition.kind) {
    case 'compare': {
      const { left, right, operator } = condition;
      const member = left.kind === 'value' ? itemMember(left.query) : undefined;
      return member === undefined || right.kind !== 'literal'
        ? undefined
        : `${member} ${operator} ${stringifyJson(right.value)}`;
    }
    case 'exists':
      return itemMember(condition.query);
    default:
      return undefined;
  }
}

function itemMember({ from, query }: FilterQuery): string | undefined {
  const steps = from === '@' ? query.map((segment) => onlySelector(segment, itemStep)) : [undefined];
  return steps.every((step) => step !== undefined) ? `@${steps.join('')}` : undefined;
}

function itemStep(selector: PathSelector): string | undefined {
  return selector.kind === 'name' ? namedStep(selector.name) : undefined;
}

function jmesStep(selector: PathSelector): string | undefined {
  switch (selector.kind) {
    case 'name':
      return /^[A-Za-z_]\w*$/.test(selector.name) ? `.${selector.name}` : `.${JSON.stringify(selector.name)}`;
    case 'index':
      return `[${selector.index}]`;
    default:
      return undefined;
  }
}

function memberStep(selector: PathSelector): string | undefined {
  switch (selector.kind) {
    case 'name':
      return /^[A-Za-z_]\w*$/.test(selector.name) ? `.${selector.name}` : undefined;
    case 'index':
      return selector.index < 0 ? undefined : `[${selector.index}]`;
    default:
      return undefined;
  }
}
