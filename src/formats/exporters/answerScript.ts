/**
 * What a script in JavaScript does with an answer: it keeps values, and checks what is expected. Tools differ in how an
 * answer is read, a value kept and a check told; everything else is written here.
 */
import { isObject, isArray, type JsonValue } from '../../core/json/json';
import type { ChainRequest, Check, Extraction, Operator } from '../../core/model';
import { findReferences, wholeReference, type Reference } from '../../core/prepare/template';
import { describeExtraction } from '../../core/run/describeExtraction';
import { oneLine } from '../../core/shownText';
import type { Remark } from './exportLog';
import { listExpression, pathExpression, scriptLiteral, scriptRegex } from './scriptText';
import { piecesOf } from './templatePieces';

/** How a tool does it; all are expressions or statements of JavaScript. */
export interface AnswerTool {
  /** In remarks: `httpYac`. */
  readonly name: string;
  readonly status: string;
  readonly text: string;
  /** The body as JSON, `undefined` when it is none. */
  readonly json: string;
  /** A header by the literal of its name in small letters, `undefined` when it is absent. */
  readonly header: (name: string) => string;
  /** Milliseconds; absent where the tool does not say. */
  readonly duration?: string;
  /** Keeps the value of the variable `found`. */
  readonly keep: (variable: string) => string;
  /** What a list without items is; `undefined` when absent. */
  readonly noItems?: string;
  /** Says that a value is missing; the argument is a literal. */
  readonly miss: (message: string) => string;
  /** Tells a check; the name is a literal. */
  readonly check: (name: string, condition: string) => string;
  /** The value that a reference has; absent where the script does not know it. */
  readonly valueOf: (reference: Reference) => string | undefined;
}

/** The statements for a request; none when there is nothing to do. */
export function answerScript(
  { name, extract, expect }: Pick<ChainRequest, 'name' | 'extract' | 'expect'>,
  tool: AnswerTool,
  remark: Remark,
): readonly string[] {
  const parts = { header: tool.header, tool, remark };
  const status =
    expect.status === undefined ? [] : [tool.check('"status"', acceptedStatus(expect.status, tool))];
  const checks = [
    ...status,
    ...expect.headers.flatMap((check) => checkLines(check, parts)),
    ...expect.body.flatMap((check) => checkLines(check, parts)),
    ...durationCheck(expect.maxDurationMs, tool, remark),
  ];
  const values = extract.flatMap((rule) => keepLines(rule, oneLine(name), tool, remark));
  return [
    ...(extract.some(readsJson) || expect.body.some(({ path }) => path !== undefined)
      ? [`const body = ${tool.json};`]
      : []),
    ...checks,
    ...(values.length === 0 ? [] : ['let found;', ...values]),
  ];
}

function readsJson({ from, select }: Extraction): boolean {
  return from === 'body' && select?.kind === 'path';
}

function keepLines(rule: Extraction, request: string, tool: AnswerTool, remark: Remark): readonly string[] {
  const { variable, optional } = rule;
  const value = takenValue(rule, tool);
  const where = oneLine(describeExtraction(rule));
  if (value === undefined) {
    remark(`${tool.name} cannot take ${variable} from ${where}.`);
    return [];
  }
  const message = scriptLiteral(`${request}: ${variable} was not found: the answer has no ${where}.`);
  return optional
    ? [`found = ${value};`, `if (found !== undefined) { ${tool.keep(variable)} }`]
    : [`found = ${value};`, `if (found === undefined) { ${tool.miss(message)} }`, tool.keep(variable)];
}

/** What a rule takes, or `undefined`; absent where a script cannot take it. */
export function takenValue(rule: Extraction, tool: AnswerTool): string | undefined {
  if (rule.decode !== undefined) {
    return undefined;
  }
  const list = rule.all ? listed(rule) : undefined;
  return rule.all ? list && itemsOr(list, tool.noItems) : extracted(rule, tool);
}

function itemsOr(list: string, noItems: string | undefined): string {
  return noItems === undefined ? list : `(${list} ?? (${noItems}))`;
}

function listed({ from, select }: Extraction): string | undefined {
  return from === 'body' && select?.kind === 'path' ? listExpression('body', select.path) : undefined;
}

function extracted({ from, name = '', select }: Extraction, tool: AnswerTool): string | undefined {
  switch (from) {
    case 'body':
      switch (select?.kind) {
        case undefined:
          return tool.text;
        case 'path':
          return pathExpression('body', select.path, 'is undefined');
        case 'regex':
          return matched(tool.text, select.regex);
        default:
          return undefined;
      }
    case 'header':
    case 'status': {
      const text = from === 'status' ? tool.status : tool.header(scriptLiteral(name.toLowerCase()));
      return select === undefined
        ? text
        : select.kind === 'regex'
          ? matched(from === 'status' ? `String(${text})` : text, select.regex)
          : undefined;
    }
    case 'cookie':
    case 'url':
      return undefined;
  }
}

function matched(text: string, source: string): string | undefined {
  const regex = scriptRegex(source);
  return regex === undefined ? undefined : `${text}?.match(${regex.literal})?.[${regex.group}]`;
}

/** A condition for the accepted codes; with none, what a chain accepts. */
export function acceptedStatus(
  status: readonly (number | string)[] | undefined,
  { status: code }: AnswerTool,
): string {
  const patterns = (status ?? ['2xx', '3xx']).map((one) => String(one).replace(/x/gi, '\\d'));
  return patterns.every((one) => /^\d+$/.test(one))
    ? patterns.map((one) => `${code} === ${one}`).join(' || ')
    : `/^(?:${patterns.join('|')})$/.test(String(${code}))`;
}

function durationCheck(limit: number | undefined, { name, check, duration }: AnswerTool, remark: Remark) {
  if (limit === undefined) {
    return [];
  }
  if (duration === undefined) {
    remark(`${name} does not check how long an answer takes.`);
    return [];
  }
  return [check('"duration"', `${duration} <= ${limit}`)];
}

interface CheckContext {
  readonly tool: AnswerTool;
  readonly remark: Remark;
}

/**
 * Whether an answer is what a request is sent again for: that of `until`, else all that is expected and taken. Absent where
 * a script cannot say it.
 */
export function retryCondition(
  { retry, expect, extract }: Pick<ChainRequest, 'retry' | 'expect' | 'extract'>,
  tool: AnswerTool,
): string | undefined {
  if (retry?.until !== undefined) {
    return checkCondition(retry.until, tool);
  }
  const { status, headers, body, maxDurationMs: limit } = expect;
  return joined([
    acceptedStatus(status, tool),
    ...[...headers, ...body].flatMap((check) => fulfils(check, tool)),
    ...(limit === undefined ? [] : [tool.duration && `${tool.duration} <= ${limit}`]),
    ...extract.filter(({ optional }) => !optional).map((rule) => isFound(takenValue(rule, tool))),
  ]);
}

/** Whether an answer fulfils all of a check; absent where a script cannot say it. */
export function checkCondition(check: Check, tool: AnswerTool): string | undefined {
  return joined(fulfils(check, tool));
}

function joined(conditions: readonly (string | undefined)[]): string | undefined {
  const isSaid = conditions.every((one) => one !== undefined);
  return isSaid ? conditions.map((one) => (one.includes(' || ') ? `(${one})` : one)).join(' && ') : undefined;
}

/** A part that is not there fulfils nothing but that it is absent. */
function fulfils(check: Check, tool: AnswerTool): readonly (string | undefined)[] {
  const part = partOf(check, tool);
  return check.operators.map((operator) => {
    const condition = part && conditionOf(part, operator, tool);
    return operator.operator === 'exists' ? condition : condition && `${isFound(part)} && ${condition}`;
  });
}

function isFound(value: string | undefined): string | undefined {
  return value && `${value} !== undefined`;
}

function partOf({ name, path }: Check, tool: AnswerTool): string | undefined {
  return name !== undefined
    ? tool.header(scriptLiteral(name.toLowerCase()))
    : path === undefined
      ? tool.text
      : pathExpression('body', path, 'is undefined');
}

function checkLines(check: Check, { tool, remark }: CheckContext): readonly string[] {
  const subject = check.path ?? check.name ?? 'body';
  const part = partOf(check, tool);
  return check.operators.flatMap((operator) => {
    const condition = part === undefined ? undefined : conditionOf(part, operator, tool);
    if (condition === undefined) {
      remark(`${tool.name} cannot check ${subject}: ${operator.operator}.`);
      return [];
    }
    return [tool.check(scriptLiteral(oneLine(`${subject} ${operator.operator}`)), condition)];
  });
}

function conditionOf(part: string, operator: Operator, tool: AnswerTool): string | undefined {
  switch (operator.operator) {
    case 'exists':
      return `${part} ${operator.value ? '!==' : '==='} undefined`;
    case 'matches': {
      const regex = scriptRegex(operator.value);
      return regex === undefined ? undefined : `${regex.literal}.test(String(${part}))`;
    }
    case 'type':
      return TYPES[operator.value](part);
    case 'schema':
      return undefined;
    default: {
      const wanted = operand(operator.value, tool);
      return wanted === undefined ? undefined : COMPARISONS[operator.operator](part, wanted);
    }
  }
}

const COMPARISONS = {
  equals: (part: string, wanted: string) => `JSON.stringify(${part}) === JSON.stringify(${wanted})`,
  notEquals: (part: string, wanted: string) => `JSON.stringify(${part}) !== JSON.stringify(${wanted})`,
  contains: (part: string, wanted: string) => `${part}?.includes?.(${wanted}) === true`,
  lessThan: (part: string, wanted: string) => `${part} < ${wanted}`,
  greaterThan: (part: string, wanted: string) => `${part} > ${wanted}`,
} as const;

const TYPES = {
  string: (part: string) => `typeof ${part} === "string"`,
  number: (part: string) => `typeof ${part} === "number"`,
  integer: (part: string) => `Number.isInteger(${part})`,
  boolean: (part: string) => `typeof ${part} === "boolean"`,
  object: (part: string) => `Object.prototype.toString.call(${part}) === "[object Object]"`,
  array: (part: string) => `Array.isArray(${part})`,
  null: (part: string) => `${part} === null`,
} as const;

/** What is compared with. Objects have no order of members that a script could compare by. */
function operand(value: JsonValue, { valueOf }: AnswerTool): string | undefined {
  if (typeof value !== 'string') {
    const isPlain = !isObject(value) && !(isArray(value) && value.some(isObject));
    return isPlain && findReferences(JSON.stringify(value)).length === 0 ? scriptLiteral(value) : undefined;
  }
  const whole = wholeReference(value);
  if (whole !== undefined) {
    return valueOf(whole);
  }
  const parts = piecesOf(value).map((piece) =>
    typeof piece === 'string' ? scriptLiteral(piece) : valueOf(piece),
  );
  return parts.every((part) => part !== undefined) ? parts.join(' + ') || '""' : undefined;
}
