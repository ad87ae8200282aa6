/**
 * The script before a request in Postman: it skips the request where its condition does not hold, and waits. Variables are
 * texts there, and stay from run to run, so a skipped request takes away those that it would have set.
 */
import type { ChainRequest, Comparison, Operator } from '../../../core/model';
import { findReferences, wholeReference } from '../../../core/prepare/template';
import { asksForValue } from '../../../core/run/flow';
import type { Remark } from '../exportLog';
import { remarkOnFlow } from '../outgoingFlow';
import { scriptLiteral } from '../scriptText';

/** The lines of the script; what cannot be said gets a remark. `needs` are variables without which it is skipped. */
export function flowScript(
  { when, forEach, delayMs, extract }: ChainRequest,
  needs: readonly string[],
  remark: Remark,
): readonly string[] {
  const parts = when?.comparisons.map(comparisonScript) ?? [];
  const isSaid = parts.every((part) => part !== undefined);
  const pause = typeof delayMs === 'string' ? variableIn(delayMs) : delayMs;
  remarkOnFlow(
    {
      ...(isSaid || when === undefined ? {} : { when }),
      ...(forEach === undefined ? {} : { forEach }),
      ...(pause === undefined && delayMs !== undefined ? { delayMs } : {}),
    },
    remark,
  );
  const conditions = isSaid ? (when?.needs === 'any' ? [parts.join(' || ')] : parts) : [];
  const unset = [...new Set(extract.map(({ variable }) => variable))].map(
    (name) => `pm.collectionVariables.unset(${scriptLiteral(name)}); `,
  );
  return [
    ...[...needs.map((name) => `pm.variables.has(${scriptLiteral(name)})`), ...conditions].map(
      (condition) => `if (!(${condition})) { ${unset.join('')}pm.execution.skipRequest(); }`,
    ),
    ...(pause === undefined ? [] : [`setTimeout(() => {}, ${pause});`]),
  ];
}

function comparisonScript(comparison: Comparison): string | undefined {
  const { value, operators } = comparison;
  const variable = typeof value === 'string' ? variableIn(value) : undefined;
  const parts = operators.map((operator) =>
    operator.operator === 'exists' && asksForValue(comparison)
      ? variable && `${operator.value ? '' : '!'}${variable.replace('.get(', '.has(')}`
      : variable && operatorScript(variable, operator),
  );
  const isSaid = parts.length > 0 && parts.every((part) => part !== undefined);
  return isSaid ? (parts.length === 1 ? parts[0] : `(${parts.join(' && ')})`) : undefined;
}

/** A number is the same as the text that says it, as it is in a chain; any other text has to be the same. */
function operatorScript(variable: string, { operator, value }: Operator): string | undefined {
  const sign = SIGNS.get(operator);
  const isText =
    typeof value === 'string' && Number.isNaN(Number(value)) && findReferences(value).length === 0;
  if (sign === undefined || (typeof value !== 'number' && !(isText && /quals$/.test(operator)))) {
    return undefined;
  }
  return `${variable} ${sign}${isText ? '=' : ''} ${scriptLiteral(value)}`;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['equals', '=='],
  ['notEquals', '!='],
  ['lessThan', '<'],
  ['greaterThan', '>'],
]);

function variableIn(text: string): string | undefined {
  const name = wholeReference(text)?.name;
  return name === undefined || name.startsWith('$') ? undefined : `pm.variables.get(${scriptLiteral(name)})`;
}
