/** Conditions of a check in words, for messages and results. */
import { stringifyJson, type JsonValue } from '../json/json';
import { joinMessages, part, phrase, renderUnmasked, type Message } from '../message';
import type { Check, Comparison, Condition, Operator } from '../model';

/** The conditions of a check in words: `$.id equals 7`. */
export function describeCheck(check: Check): readonly Message[] {
  return check.operators.map((operator) => describePart(check, operator));
}

/** One of them. */
export function describePart({ path, name }: Check, operator: Operator): Message {
  const subject = path ?? (name === undefined ? 'body' : `header ${name}`);
  return phrase`${subject} ${describeOperator(operator)}`;
}

/** A comparison in words: `is 12.5`, `contains "a"`. */
export function describeOperator({ operator, value }: Operator): Message {
  switch (operator) {
    case 'exists':
      return value ? phrase`exists` : phrase`does not exist`;
    case 'matches':
      return phrase`matches /${part(value, MAX_SHOWN)}/`;
    case 'type':
      return phrase`is of type ${value}`;
    case 'schema':
      return phrase`matches its schema`;
    case 'equals':
    case 'notEquals':
    case 'contains':
    case 'lessThan':
    case 'greaterThan':
      return phrase`${PHRASES[operator]} ${shownValue(value)}`;
  }
}

/** A condition as it is written, in words: `{{plan}} equals "pro" and {{count}} is less than 3`. */
export function describeCondition({ needs, comparisons }: Condition): string {
  return comparisons
    .map((comparison) => renderUnmasked(describeComparison(comparison)))
    .join(needs === 'all' ? ' and ' : ' or ');
}

/** A comparison as it is written, in words. */
export function describeComparison({ value, operators }: Comparison): Message {
  const subject = typeof value === 'string' ? value : stringifyJson(value);
  const described = operators.map((operator) => describeOperator(operator));
  return phrase`${subject} ${joinMessages(described, ' and ')}`;
}

const PHRASES = {
  equals: 'equals',
  notEquals: 'does not equal',
  contains: 'contains',
  lessThan: 'is less than',
  greaterThan: 'is greater than',
};

/** UTF-16 code units that are shown of a value. */
const MAX_SHOWN = 200;

/** A value as messages quote it. */
export function shownValue(value: JsonValue): Message {
  return phrase`${part(stringifyJson(value), MAX_SHOWN)}`;
}
