/** What a step takes of a response and when it is successful: outputs, success criteria, and sending it again. */
import escapeRegExp from 'lodash/escapeRegExp.js';
import { ExactNumber, stringifyJson, type JsonObject, type JsonValue } from '../../../core/json/json';
import { parsePath } from '../../../core/json/jsonPathParse';
import type { Check, ChainRequest, Expectation, Extraction, Operator } from '../../../core/model';
import { findReferences } from '../../../core/prepare/template';
import { describeExtraction } from '../../../core/run/describeExtraction';
import type { Remark } from '../exportLog';
import { scriptRegex } from '../scriptText';
import type { WorkflowValues } from './arazzoValues';

/** An output and its variable. */
export interface StepOutput {
  readonly variable: string;
  /** An expression, or a selector of Arazzo 1.1. */
  readonly value: JsonValue;
}

/** The outputs of a step. */
export function outputsOf(rules: readonly Extraction[], remark: Remark): readonly StepOutput[] {
  return rules.flatMap((rule): readonly StepOutput[] => {
    const value = sourceOf(rule);
    if (value === undefined) {
      remark(`Arazzo cannot take ${rule.variable} from ${describeExtraction(rule)}: give it as an input.`);
      return [];
    }
    return [{ variable: rule.variable, value }];
  });
}

function sourceOf({ from, name = '', select, decode, all }: Extraction): JsonValue | undefined {
  if (decode !== undefined) {
    return undefined;
  }
  switch (from) {
    case 'status':
      return select === undefined ? '$statusCode' : undefined;
    case 'header':
      return select === undefined ? `$response.header.${name}` : undefined;
    case 'body':
      return bodySource(select, all);
    case 'cookie':
    case 'url':
      return undefined;
  }
}

function bodySource(select: Extraction['select'], all: boolean): JsonValue | undefined {
  switch (select?.kind) {
    case undefined:
      return '$response.body';
    case 'path': {
      const expression = all ? undefined : bodyExpression(select.path);
      return expression ?? { context: '$response.body', selector: select.path, type: 'jsonpath' };
    }
    case 'xpath':
      return {
        context: '$response.body',
        selector: select.xpath,
        type: { type: 'xpath', version: 'xpath-10' },
      };
    default:
      return undefined;
  }
}

/** The expression for the value at a path of names and positions; absent for every other path. */
function bodyExpression(path: string): string | undefined {
  const parsed = parsePath(path);
  const steps = parsed.ok
    ? parsed.query.map(({ descendants, selectors: [selector, ...more] }) => {
        if (descendants || selector === undefined || more.length > 0) {
          return undefined;
        }
        return selector.kind === 'name'
          ? selector.name
          : selector.kind === 'index' && selector.index >= 0
            ? String(selector.index)
            : undefined;
      })
    : [undefined];
  const names = steps.filter((step) => step !== undefined);
  // Braces end an expression inside a text.
  if (names.length < steps.length || names.some((name) => /[{}\s]/.test(name))) {
    return undefined;
  }
  const pointer = names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  return pointer === '' ? '$response.body' : `$response.body#${pointer}`;
}

/** What checks are written with. */
interface CheckContext {
  readonly values: WorkflowValues;
  readonly remark: Remark;
  /** Gets what holds for all steps. */
  readonly whole: Remark;
}

/** The criteria of a step; there is always one, for the status. */
export function criteriaOf(expect: Expectation, context: CheckContext): readonly JsonObject[] {
  if (expect.maxDurationMs !== undefined) {
    context.remark('Arazzo does not check how long a response takes.');
  }
  return [
    { condition: statusCondition(expect.status ?? ['2xx', '3xx']) },
    ...[...expect.headers, ...expect.body].flatMap((check) => checkCriteria(check, context)),
  ];
}

/** `&&` binds more than `||`, so that no brackets are needed, which not every runner reads. */
function statusCondition(accepted: readonly (number | string)[]): string {
  const classes = accepted.map((status) => Number(/^([1-5])xx$/i.exec(String(status))?.[1] ?? 0));
  return accepted
    .flatMap((status, index) => {
      const first = classes[index] ?? 0;
      if (first === 0) {
        return `$statusCode == ${status}`;
      }
      if (classes.includes(first - 1)) {
        return [];
      }
      let last = first;
      while (classes.includes(last + 1)) {
        last += 1;
      }
      return `$statusCode >= ${first}00 && $statusCode <= ${last}99`;
    })
    .join(' || ');
}

function checkCriteria(check: Check, context: CheckContext): readonly JsonObject[] {
  const part =
    check.name === undefined ? bodyExpression(check.path ?? '$') : `$response.header.${check.name}`;
  return check.operators.flatMap((operator): readonly JsonObject[] => {
    const criterion =
      part === undefined ? pathCriterion(check, operator) : criterionOf(part, operator, context);
    if (criterion === undefined) {
      const place = check.name ?? check.path ?? 'body';
      context.remark(`Its check \`${operator.operator}\` of ${place} has no counterpart in Arazzo.`);
    }
    return criterion === undefined ? [] : [criterion];
  });
}

/** A path by more than names and positions can only be one that finds something. */
function pathCriterion({ path }: Check, operator: Operator): JsonObject | undefined {
  return operator.operator === 'exists' && operator.value && path !== undefined
    ? { context: '$response.body', condition: path, type: 'jsonpath' }
    : undefined;
}

function criterionOf(part: string, operator: Operator, context: CheckContext): JsonObject | undefined {
  switch (operator.operator) {
    case 'equals':
      return comparison(part, '==', operator.value, context);
    case 'notEquals':
      return comparison(part, '!=', operator.value, context);
    case 'lessThan':
      return comparison(part, '<', operator.value, context);
    case 'greaterThan':
      return comparison(part, '>', operator.value, context);
    case 'exists':
      return operator.value ? { condition: `${part} != null` } : undefined;
    case 'matches': {
      const regex = scriptRegex(operator.value);
      return regex === undefined || regex.flags !== '' || findReferences(operator.value).length > 0
        ? undefined
        : { context: part, condition: regex.source, type: 'regex' };
    }
    case 'contains':
      return typeof operator.value === 'string' && findReferences(operator.value).length === 0
        ? { context: part, condition: escapeRegExp(operator.value), type: 'regex' }
        : undefined;
    case 'type':
    case 'schema':
      return undefined;
  }
}

function comparison(
  part: string,
  operator: string,
  value: JsonValue,
  context: CheckContext,
): JsonObject | undefined {
  const operand = operandOf(value, context);
  return operand === undefined ? undefined : { condition: `${part} ${operator} ${operand}` };
}

/** A literal, or the expression for a value that is one reference. */
function operandOf(value: JsonValue, { values, remark, whole }: CheckContext): string | undefined {
  if (typeof value === 'string' && findReferences(value).length > 0) {
    const written = values.text(value, remark);
    if (/^\$(?:steps|workflows)\./.test(written)) {
      whole(
        'Arazzo compares texts, numbers, true, false and null: checks that compare with other values fail there.',
      );
    }
    return /^\$[\w.-]+$/.test(written) ? written : undefined;
  }
  if (typeof value === 'string') {
    return `'${value.replaceAll("'", "''")}'`;
  }
  const isLiteral = value === null || typeof value !== 'object' || value instanceof ExactNumber;
  return isLiteral ? stringifyJson(value) : undefined;
}

/** How a step is sent again when it failed. */
export function retryOf({ id, retry }: ChainRequest, remark: Remark): readonly JsonObject[] {
  if (retry === undefined) {
    return [];
  }
  if (retry.until !== undefined) {
    remark('It is sent once: Arazzo does not wait until a condition holds.');
    return [];
  }
  return [{ name: `retry-${id}`, type: 'retry', retryAfter: retry.delayMs / 1000, retryLimit: retry.times }];
}
