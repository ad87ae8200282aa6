/**
 * Checks of a request whose body got a planted text: those about the text that it replaced cannot hold any
 * more and are left out. All others show whether the request did its work.
 */
import { defined } from '../../defined';
import type { ChainRequest, Check, Expectation, Operator } from '../../model';
import { findReferences } from '../../prepare/template';
import { compileRegex } from '../../regex';

/** What is expected of the answer to a request that was planted; how long it takes proves nothing. */
export function plantedChecks(before: ChainRequest, after: ChainRequest): Expectation {
  const replaced = replacedTexts(before.body, after.body);
  const { status, headers, body } = before.expect;
  const isKept = (check: Check): readonly Check[] => {
    const operators = check.operators.filter((operator) => !replaced.some((text) => isAbout(operator, text)));
    return operators.length === 0 ? [] : [{ ...check, operators }];
  };
  return {
    ...defined({ status }),
    headers: headers.flatMap(isKept),
    body: body.flatMap(isKept),
  };
}

/** The sender of a request need not know what its checks refer to. */
export function withoutReferences({ headers, body, ...expect }: Expectation): Expectation {
  const isPlain = (check: Check): boolean => findReferences(JSON.stringify(check)).length === 0;
  return { ...expect, headers: headers.filter(isPlain), body: body.filter(isPlain) };
}

/** Texts of one value that another one has a different text for. */
function replacedTexts(before: unknown, after: unknown): readonly string[] {
  if (typeof before === 'string') {
    return before !== after && before !== '' ? [before] : [];
  }
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) {
    return [];
  }
  const others = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).flatMap(([name, member]: [string, unknown]) =>
    replacedTexts(member, others.get(name)),
  );
}

function isAbout(operator: Operator, text: string): boolean {
  switch (operator.operator) {
    case 'contains':
    case 'equals':
    case 'notEquals':
    case 'schema': {
      const { value } = operator;
      const isPart = operator.operator === 'contains' && typeof value === 'string' && text.includes(value);
      return isPart || JSON.stringify(value).includes(JSON.stringify(text).slice(1, -1));
    }
    case 'matches': {
      const regex = compileRegex(operator.value);
      return regex.ok && regex.regex.occursIn(text);
    }
    case 'exists':
    case 'lessThan':
    case 'greaterThan':
    case 'type':
      return false;
  }
}
