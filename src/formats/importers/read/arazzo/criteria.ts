/**
 * Success criteria of a step as what a chain expects. Conditions on the status alone are tried on every status there is,
 * so that `>= 200 && < 300` is `2xx`; each other one is a check of a header or of a part of the body. What no check
 * says is a fault with its reason: it is reported, never left out in silence.
 */
import type {
  WrittenBodyCheck,
  WrittenExpectation,
  WrittenHeaderCheck,
  WrittenOperators,
} from '../../../../core/files/writtenChain';
import { ExactNumber, isNumber, type JsonValue } from '../../../../core/json/json';
import { pathFault } from '../../../../core/json/jsonPath';
import { compileRegex } from '../../../../core/regex';
import { escapeReferences } from '../../../../core/prepare/template';
import { memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ExtractionRule } from '../../shape/imported';
import { lostCheck, type Remark } from '../../shape/remark';
import { readExpression } from './expression';
import { readCondition, type Comparison, type Condition, type Operand } from './simpleCondition';
import { allStatuses, holds, isOnStatus, statusMembers } from './statusConditions';
import { selectorType } from './values';

/** What criteria are read with. */
interface CriteriaContext {
  /** The value of an expression that is known before the request is sent; absent for all others. */
  readonly valueOf: (expression: string) => JsonValue | undefined;
  /** A text in which expressions in braces are references. */
  readonly textOf: (text: string) => string;
  /** Gets what is not carried over. */
  readonly remark: (remark: Remark) => void;
}

/** Reads criteria, all of which have to hold. */
export function readCriteria(criteria: readonly JsonValue[], context: CriteriaContext): WrittenExpectation {
  const reader = new CriteriaReader(context);
  criteria.forEach((criterion) => reader.read(criterion));
  return reader.expectation();
}

/** The opposite of one comparison of a part of the response, as a check of that part. */
export interface UnmetCriteria {
  readonly rule: ExtractionRule;
  readonly operators: WrittenOperators;
}

/** What a response is where criteria do not hold; absent where they are more than one comparison. */
export function unmetCriteria(
  criteria: readonly Foreign[],
  valueOf: CriteriaContext['valueOf'],
): UnmetCriteria | undefined {
  const [only, ...others] = criteria;
  const isSimple = others.length === 0 && (selectorType(only) || 'simple') === 'simple';
  const read = isSimple ? readCondition(scalarText(memberOf(only, 'condition')) ?? '') : undefined;
  const unmet = read && negated(read);
  return unmet?.kind === 'compare' ? checkOf(unmet, valueOf) : undefined;
}

/** The check that a comparison is; absent where no chain can say it. */
function checkOf(
  { left, right, operator }: Condition & { kind: 'compare' },
  valueOf: CriteriaContext['valueOf'],
): UnmetCriteria | undefined {
  const isMirrored = responseRule(left) === undefined;
  const rule = responseRule(isMirrored ? right : left);
  const other = isMirrored ? left : right;
  const value = 'literal' in other ? literal(other.literal) : valueOf(other.expression);
  const operators =
    value === undefined ? undefined : operatorsFor(isMirrored ? MIRRORED[operator] : operator, value);
  return rule === undefined || operators === undefined ? undefined : { rule, operators };
}

class CriteriaReader {
  private statuses: readonly number[] = allStatuses;
  private readonly headers: WrittenHeaderCheck[] = [];
  private readonly body: WrittenBodyCheck[] = [];

  constructor(private readonly context: CriteriaContext) {}

  expectation(): WrittenExpectation {
    const status = this.statuses.length === allStatuses.length ? [] : statusMembers(this.statuses);
    if (status === undefined) {
      this.context.remark(
        lostCheck(
          'The statuses that its success criteria accept are too many, or none; they are not checked.',
        ),
      );
    }
    const [first, ...more] = status ?? [];
    return {
      ...(first === undefined ? {} : { status: more.length === 0 ? first : [first, ...more] }),
      ...(this.headers.length === 0 ? {} : { headers: this.headers }),
      ...(this.body.length === 0 ? {} : { body: this.body }),
    };
  }

  read(criterion: JsonValue): void {
    const condition = scalarText(memberOf(criterion, 'condition')) ?? '';
    const fault = this.faultOf(criterion, condition);
    if (fault !== undefined) {
      this.context.remark(
        lostCheck(`Its success criterion ${JSON.stringify(condition)} is not checked: ${fault}.`),
      );
    }
  }

  /** Why a criterion cannot be checked; absent when it is. */
  private faultOf(criterion: JsonValue, condition: string): string | undefined {
    const type = selectorType(criterion) || 'simple';
    if (type === 'simple') {
      const read = readCondition(condition);
      return read === undefined ? 'it is not a condition' : this.require(read);
    }
    const context = readExpression(textOf(memberOf(criterion, 'context'))?.trim() ?? '');
    if (context?.kind !== 'response') {
      return 'its context is not part of the response';
    }
    switch (type) {
      case 'regex':
        return this.requireMatch(context.rule, condition);
      case 'jsonpath':
        return this.requirePath(context.rule, condition);
      default:
        return `conditions of the type ${JSON.stringify(type)} cannot be checked`;
    }
  }

  private require(condition: Condition): string | undefined {
    if (condition.kind === 'and') {
      const faults = condition.parts.flatMap((part) => this.require(part) ?? []);
      return faults.length === 0 ? undefined : [...new Set(faults)].join('; ');
    }
    if (isOnStatus(condition)) {
      this.statuses = this.statuses.filter((status) => holds(condition, status));
      return undefined;
    }
    if (condition.kind === 'not') {
      const inverse = negated(condition.part);
      return inverse === undefined ? 'only comparisons can be negated' : this.require(inverse);
    }
    if (condition.kind === 'or') {
      return this.requireOneOf(condition.parts);
    }
    return condition.kind === 'compare' ? this.requireComparison(condition) : 'it compares nothing';
  }

  private requireComparison(condition: Condition & { kind: 'compare' }): string | undefined {
    const { left, right, operator } = condition;
    const rule = responseRule(left);
    if (rule === undefined) {
      return responseRule(right) === undefined
        ? 'it compares nothing of the response'
        : this.requireComparison({ kind: 'compare', operator: MIRRORED[operator], left: right, right: left });
    }
    const value = 'literal' in right ? literal(right.literal) : this.context.valueOf(right.expression);
    const operators = value === undefined ? undefined : operatorsFor(operator, value);
    if (operators === undefined) {
      return value === undefined
        ? 'it compares with what is not known before the request is sent'
        : 'no check of a chain says that';
    }
    return this.add(rule, operators);
  }

  /** One of several values of the same part. */
  private requireOneOf(parts: readonly Condition[]): string | undefined {
    const pairs = parts.map((part) => {
      const rule = part.kind === 'compare' && part.operator === '==' ? responseRule(part.left) : undefined;
      return part.kind === 'compare' && rule?.from === 'body' && 'literal' in part.right
        ? { path: rule.path, value: part.right.literal }
        : undefined;
    });
    const [first] = pairs;
    return first === undefined || pairs.some((pair) => pair?.path !== first.path)
      ? 'alternatives can only be values of one part of the body'
      : this.add(bodyRule(first.path), {
          schema: { enum: pairs.flatMap((pair) => (pair === undefined ? [] : [pair.value])) },
        });
  }

  private requireMatch(rule: ExtractionRule, condition: string): string | undefined {
    if (rule.from === 'status') {
      const compiled = compileRegex(condition);
      if (!compiled.ok) {
        return 'it is not a regular expression';
      }
      const { regex } = compiled;
      this.statuses = this.statuses.filter((status) => regex.occursIn(String(status)));
      return undefined;
    }
    return compileRegex(condition).ok
      ? this.add(rule, { matches: this.context.textOf(condition) })
      : 'it is not a regular expression';
  }

  /** A path that finds something. */
  private requirePath(rule: ExtractionRule, condition: string): string | undefined {
    const path = condition.trim();
    if (rule.from !== 'body') {
      return 'its context is not the body';
    }
    if (/\{\$/.test(path)) {
      return 'paths cannot refer to variables';
    }
    if (pathFault(path) !== undefined) {
      return this.requireFilter(rule, path);
    }
    if (rule.path !== undefined && path.lastIndexOf('$') > 0) {
      return 'it refers to the whole context inside a filter';
    }
    const whole = rule.path === undefined ? path : `${rule.path}${path.slice(1)}`;
    return this.add(bodyRule(onContextToo(whole, rule.path ?? '$')), { exists: true });
  }

  /** A comparison in place of a path, `$.name == 'a'`, as people write it: a filter that asks about the whole. */
  private requireFilter(rule: ExtractionRule, condition: string): string | undefined {
    const path = `$[?(${condition})]`;
    return rule.path !== undefined || pathFault(path) !== undefined
      ? 'it is not JSONPath as RFC 9535 defines it'
      : this.add(bodyRule(path), { exists: true });
  }

  private add(rule: ExtractionRule, operators: WrittenOperators): string | undefined {
    if (rule.from === 'body') {
      this.body.push({ ...(rule.path === undefined ? {} : { path: rule.path }), ...operators });
      return undefined;
    }
    if (rule.from !== 'header' || rule.name === undefined) {
      return 'only the status, headers and the body can be checked';
    }
    if (operators.schema !== undefined) {
      return 'no check of a header says that';
    }
    this.headers.push({ name: rule.name, ...operators });
    return undefined;
  }
}

function bodyRule(path: string | undefined): ExtractionRule {
  return { from: 'body', ...(path === undefined ? {} : { path }) };
}

/**
 * A filter of the context tried on the context itself, too: the standard's examples mean that (`$[?count(@.pets) > 0]` for
 * a body with `pets`), and RFC 9535 its items. Filters inside it and `@` in texts are left as RFC 9535 has them.
 */
function onContextToo(path: string, context: string): string {
  const [, condition] = path.startsWith(`${context}[?`)
    ? (/^\[\?(.*)\]$/s.exec(path.slice(context.length)) ?? [])
    : [];
  const both = `${context}[?(${condition ?? ''}) || (${(condition ?? '').replaceAll('@', context)})]`;
  const isPlain = condition !== undefined && !condition.includes('?') && !/["'][^"']*@/.test(condition);
  return isPlain && pathFault(both) === undefined ? both : path;
}

function literal(value: JsonValue): JsonValue {
  return typeof value === 'string' ? escapeReferences(value) : value;
}

function responseRule(operand: Operand): ExtractionRule | undefined {
  const read = 'expression' in operand ? readExpression(operand.expression) : undefined;
  return read?.kind === 'response' ? read.rule : undefined;
}

/** The check of a value that a comparison is; absent when there is none. */
function operatorsFor(operator: Comparison, value: JsonValue): WrittenOperators | undefined {
  const isOrdered = typeof value === 'number' || typeof value === 'string' || value instanceof ExactNumber;
  switch (operator) {
    case '==':
      // What is absent is null to the standard, and nothing to a chain.
      return value === null ? undefined : { equals: value };
    case '!=':
      return value === null ? { exists: true, notEquals: null } : { notEquals: value };
    case '<':
      return isOrdered ? { lessThan: value } : undefined;
    case '>':
      return isOrdered ? { greaterThan: value } : undefined;
    case '<=':
      return isNumber(value) ? { schema: { type: 'number', maximum: value } } : undefined;
    case '>=':
      return isNumber(value) ? { schema: { type: 'number', minimum: value } } : undefined;
  }
}

const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

const INVERSE: Readonly<Record<Comparison, Comparison>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

function negated(condition: Condition): Condition | undefined {
  return condition.kind === 'compare'
    ? { ...condition, operator: INVERSE[condition.operator] }
    : condition.kind === 'not'
      ? condition.part
      : undefined;
}
