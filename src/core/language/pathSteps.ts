/**
 * The next step of a JSONPath that somebody is writing: the members and items that the last response has
 * at the place the path leads to so far.
 */
import { isArray, isObject, stringifyJson, type JsonValue } from '../json/json';
import { selectPathQuickly } from '../json/jsonPath';
import { bodyValue, type TextBody } from './bodyJson';
import { memberPath } from './memberPath';
import { shorten } from '../shownText';

/** A path that goes one step further. */
export interface PathStep {
  /** The whole path: `$.items[0]`. */
  readonly path: string;
  /** The step alone: `.items`, `[0]`. */
  readonly step: string;
  /** The beginning of the value there, as JSON. */
  readonly sample: string;
}

/** Members shown of one object; nobody scrolls further. */
const MAX_STEPS = 200;
const MAX_SAMPLE = 60;

/**
 * The steps that may follow `written`, a path up to the caret. Its last step may be unfinished. None when
 * the path so far selects nothing, or the body is neither JSON nor a list of events.
 */
export function pathSteps(written: string, body: TextBody): readonly PathStep[] {
  const root = bodyValue(body);
  if (root === undefined) {
    return [];
  }
  const base = /^(\$.*?)(?:\.[^.[\]]*|\['?[^[\]]*)?$/s.exec(written)?.[1] ?? '$';
  const selection = selectPathQuickly(base, root);
  const [first] = selection.ok ? selection.values : [];
  return first === undefined ? [] : stepsOf(first).map((step) => asStep(base, step));
}

interface Step {
  readonly text: string;
  readonly value: JsonValue;
}

function stepsOf(value: JsonValue): readonly Step[] {
  if (isObject(value)) {
    return Object.entries(value)
      .slice(0, MAX_STEPS)
      .map(([name, member]) => ({ text: memberPath([name]).slice(1), value: member }));
  }
  if (!isArray(value)) {
    return [];
  }
  const items = value.slice(0, MAX_ITEMS).map((item, index) => ({ text: `[${index}]`, value: item }));
  const last = value.at(-1);
  return last === undefined
    ? []
    : [...items, { text: '[-1]', value: last }, { text: '[*]', value: value.slice(0, MAX_ITEMS) }];
}

/** Items of a list are alike. */
const MAX_ITEMS = 5;

function asStep(base: string, { text, value }: Step): PathStep {
  return { path: base + text, step: text, sample: shorten(stringifyJson(value), MAX_SAMPLE) };
}
