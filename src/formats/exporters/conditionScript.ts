/** Conditions of requests as expressions of JavaScript, for tools whose scripts decide what is sent. */
import type { JsonValue } from '../../core/json/json';
import type { Comparison, Condition, Operator } from '../../core/model';
import { findReferences, wholeReference } from '../../core/prepare/template';
import { asksForValue } from '../../core/run/flow';
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

/** The expression for a condition; absent when a script cannot decide it. */
export function conditionScript({ needs, comparisons }: Condition, tool: ConditionTool): string | undefined {
  const parts = comparisons.map((comparison) => comparisonScript(comparison, tool));
  return parts.every((part) => part !== undefined)
    ? parts.join(needs === 'all' ? ' && ' : ' || ')
    : undefined;
}

function comparisonScript(comparison: Comparison, tool: ConditionTool): string | undefined {
  const { value, operators } = comparison;
  const name = typeof value === 'string' ? wholeReference(value)?.name : undefined;
  const parts = operators.map((operator) => {
    if (operator.operator === 'exists') {
      return asksForValue(comparison) && name !== undefined
        ? `${operator.value ? '' : '!'}${tool.known(name)}`
        : undefined;
    }
    const wanted = operandScript(operator, tool);
    return wanted && `holds(${tool.value(value)}, ${scriptLiteral(operator.operator)}, ${wanted})`;
  });
  const isSaid = parts.length > 0 && parts.every((part) => part !== undefined);
  return isSaid ? (parts.length === 1 ? parts[0] : `(${parts.join(' && ')})`) : undefined;
}

function operandScript({ operator, value }: Operator, tool: ConditionTool): string | undefined {
  switch (operator) {
    case 'schema':
      return undefined;
    case 'matches':
      return findReferences(value).length === 0 ? scriptRegex(value)?.literal : undefined;
    default:
      return tool.value(value);
  }
}
