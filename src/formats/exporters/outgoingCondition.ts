/** Conditions of requests in the words of other tools, which differ in how they compare and join. */
import type { JsonValue } from '../../core/json/json';
import type { Comparison, Condition, Operator } from '../../core/model';
import { wholeReference } from '../../core/prepare/template';
import { asksForValue } from '../../core/run/flow';

/** How a tool says it; absent for what it cannot say. */
export interface ConditionWriter {
  readonly and: string;
  readonly or: string;
  readonly group: (text: string) => string;
  /** Whether a variable has a value. */
  readonly known: (variable: string, isKnown: boolean) => string | undefined;
  readonly compare: (value: JsonValue, operator: Operator) => string | undefined;
}

/** The condition; absent when the tool cannot say all of it. */
export function writeCondition(
  { needs, comparisons }: Condition,
  writer: ConditionWriter,
): string | undefined {
  const parts = comparisons.map((comparison) => writeComparison(comparison, writer));
  return joined(parts, needs === 'all' ? writer.and : writer.or, writer);
}

function writeComparison(comparison: Comparison, writer: ConditionWriter): string | undefined {
  const { value, operators } = comparison;
  const parts = operators.map((operator) => {
    if (operator.operator !== 'exists') {
      return writer.compare(value, operator);
    }
    const name = asksForValue(comparison) ? variableIn(value) : undefined;
    return name && writer.known(name, operator.value);
  });
  return joined(parts, writer.and, writer);
}

function joined(
  parts: readonly (string | undefined)[],
  mark: string,
  { group }: ConditionWriter,
): string | undefined {
  const isSaid = parts.length > 0 && parts.every((part) => part !== undefined);
  return isSaid ? (parts.length === 1 ? parts[0] : group(parts.join(mark))) : undefined;
}

/** The variable that a value is as a whole; absent for any other value. */
export function variableIn(value: JsonValue): string | undefined {
  const name = typeof value === 'string' ? wholeReference(value)?.name : undefined;
  return name === undefined || name.startsWith('$') ? undefined : name;
}

/**
 * What tools with loose comparisons decide as a chain does: numbers, and whether something is a text that is no number.
 * The literal is one of JavaScript.
 */
export function looseComparison({
  operator,
  value,
}: Operator): { sign: string; isText: boolean } | undefined {
  const isText = typeof value === 'string' && Number.isNaN(Number(value)) && !value.includes('{{');
  const sign = SIGNS.get(operator);
  return sign !== undefined && (typeof value === 'number' || (isText && sign.endsWith('=')))
    ? { sign, isText }
    : undefined;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['equals', '=='],
  ['notEquals', '!='],
  ['lessThan', '<'],
  ['greaterThan', '>'],
]);
