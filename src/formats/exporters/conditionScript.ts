/** Conditions of requests as expressions of JavaScript, for tools whose scripts decide what is sent. */
import type { JsonValue } from '../../core/json/json';
import type { Operator } from '../../core/model';
import { findReferences } from '../../core/prepare/template';
import type { ConditionWriter } from './outgoingCondition';
import { scriptLiteral, scriptRegex } from './scriptText';

/** How a tool reads values. */
export interface ConditionTool {
  /** An expression for a value in which texts have references. */
  readonly value: (value: JsonValue) => string;
  /** Whether a variable has a value. */
  readonly known: (variable: string) => string;
}

/** The function that conditions call. A text that is JSON is also compared as the value it says. */
export const HOLDS = `function holds(one, comparison, wanted) {
  const readings = [one];
  try {
    if (typeof one === "string") readings.push(JSON.parse(one));
  } catch (error) {
    // a text only
  }
  const isThing = (a) => typeof a === "object" && a !== null;
  const same = (a, b) =>
    a === b ||
    (isThing(a) && isThing(b) && Array.isArray(a) === Array.isArray(b) &&
      Object.keys(a).length === Object.keys(b).length &&
      Object.keys(a).every((name) => Object.keys(b).includes(name) && same(a[name], b[name])));
  const ordered = (a) => typeof a === typeof wanted && /^(number|string)$/.test(typeof a);
  const typeOf = (a) => (a === null ? "null" : Array.isArray(a) ? "array" : typeof a);
  const contains = (a) =>
    typeof a === "string"
      ? typeof wanted === "string" && a.includes(wanted)
      : Array.isArray(a)
        ? a.some((item) => same(item, wanted))
        : isThing(a) &&
          (isThing(wanted)
            ? Object.keys(wanted).every((name) => Object.keys(a).includes(name) && same(a[name], wanted[name]))
            : Object.keys(a).includes(wanted));
  switch (comparison) {
    case "equals": return readings.some((a) => same(a, wanted));
    case "notEquals": return !readings.some((a) => same(a, wanted));
    case "lessThan": return readings.some((a) => ordered(a) && a < wanted);
    case "greaterThan": return readings.some((a) => ordered(a) && a > wanted);
    case "contains": return readings.some(contains);
    case "matches": return wanted.test(typeof one === "string" ? one : JSON.stringify(one));
    default: return readings.some((a) => typeOf(a) === wanted || (wanted === "integer" && Number.isInteger(a)));
  }
}`;

/** Writes conditions as expressions. */
export function conditionScript({ value: valueOf, known }: ConditionTool): ConditionWriter {
  return {
    and: ' && ',
    or: ' || ',
    group: (text) => `(${text})`,
    known: (variable, isKnown) => `${isKnown ? '' : '!'}${known(variable)}`,
    compare: (value, operator) => {
      const wanted = operandScript(operator, valueOf);
      return wanted && `holds(${valueOf(value)}, ${scriptLiteral(operator.operator)}, ${wanted})`;
    },
  };
}

function operandScript({ operator, value }: Operator, valueOf: ConditionTool['value']): string | undefined {
  switch (operator) {
    case 'schema':
      return undefined;
    case 'matches':
      return findReferences(value).length === 0 ? scriptRegex(value)?.literal : undefined;
    default:
      return valueOf(value);
  }
}
