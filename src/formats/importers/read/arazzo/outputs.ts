/** Outputs of steps and workflows: what they are taken from, and the parts of them that expressions ask for. */
import type { JsonValue } from '../../../../core/json/json';
import { pathFault } from '../../../../core/json/jsonPath';
import { memberPath } from '../../../../core/language/memberPath';
import { wholeReference } from '../../../../core/prepare/template';
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';
import type { ExtractionRule } from '../../shape/imported';
import { readExpression, type Expression } from './expression';
import type { SentParts } from './stepRequest';
import { isSelector, plainSteps, selectorType, walk } from './values';

/** A value that a step or workflow gives. */
export interface Output {
  /** JSON with references. */
  readonly value: JsonValue;
  /** Where it is taken from, so that a part of it can be, too. */
  readonly source?: {
    readonly rule: ExtractionRule;
    readonly extract: (name: string, rule: ExtractionRule) => string;
  };
}

/** Values by the names of outputs. */
export type Outputs = ReadonlyMap<string, Output>;

/** The rule for an output that is a part of the response; absent for every other one. */
export function responseRule(written: Foreign): ExtractionRule | undefined {
  if (!isSelector(written)) {
    const read = readExpression(textOf(written)?.trim() ?? '');
    return read?.kind === 'response' ? read.rule : undefined;
  }
  const rule = responseRule(memberOf(written, 'context'));
  const selector = textOf(memberOf(written, 'selector')) ?? '';
  if (rule?.from !== 'body') {
    return undefined;
  }
  switch (selectorType(written)) {
    case 'jsonpath': {
      const path = `${rule.path ?? '$'}${selector.trim().replace(/^\$/, '')}`;
      return pathFault(path) === undefined ? { from: 'body', path } : undefined;
    }
    case 'xpath':
      return rule.path === undefined ? { from: 'body', xpath: selector } : undefined;
    default:
      return responseRule(`${textOf(memberOf(written, 'context')) ?? ''}#${selector}`);
  }
}

/** A part of a value; absent where it cannot be had. */
export function partOf(
  output: Output | undefined,
  steps: readonly string[],
  name: string,
): Output | undefined {
  if (output === undefined || steps.length === 0) {
    return output;
  }
  const { value, source } = output;
  const label = [name, ...steps].join('_');
  if (source !== undefined) {
    const { rule, extract } = source;
    const before = rule.path === undefined ? [] : plainSteps(rule.path);
    if (rule.from !== 'body' || rule.xpath !== undefined || before === undefined) {
      return undefined;
    }
    const all = [...before, ...steps].map((step) =>
      /^(?:0|[1-9]\d{0,8})$/.test(step) ? Number(step) : step,
    );
    const part: ExtractionRule = { from: 'body', path: memberPath(all) };
    return { value: extract(label, part), source: { rule: part, extract } };
  }
  const found =
    typeof value === 'string' && wholeReference(value) !== undefined ? undefined : walk(value, steps);
  return found === undefined ? undefined : { value: found };
}

/** What an expression about the request itself means; absent where it is not known. */
export function sentValue(read: Expression, { method, parameters, body }: SentParts): Output | undefined {
  const value =
    read.kind === 'method'
      ? method
      : read.kind === 'request'
        ? parameters.get(`${read.place} ${read.name}`)
        : read.kind === 'requestBody'
          ? walk(body, read.steps)
          : undefined;
  return value === undefined ? undefined : { value };
}
