/**
 * The script before a request in Postman: it skips the request where its condition does not hold, and waits. Variables are
 * texts there, and stay from run to run, so a skipped request takes away those that it would have set.
 */
import { defined } from '../../../core/defined';
import type { ChainRequest } from '../../../core/model';
import type { Remark } from '../exportLog';
import { looseComparison, variableIn, writeCondition, type ConditionWriter } from '../outgoingCondition';
import { remarkOnFlow } from '../outgoingFlow';
import { scriptLiteral } from '../scriptText';

/** The lines of the script; what cannot be said gets a remark. `needs` are variables without which it is skipped. */
export function flowScript(
  { when, forEach, delayMs, extract }: ChainRequest,
  needs: readonly string[],
  remark: Remark,
): readonly string[] {
  const condition = when && writeCondition(when, WRITER);
  const reference = typeof delayMs === 'string' ? variableIn(delayMs) : undefined;
  const pause = reference === undefined ? delayMs : get(reference);
  const isPauseSaid = reference !== undefined || typeof delayMs !== 'string';
  remarkOnFlow(
    {
      ...(condition === undefined ? defined({ when }) : {}),
      ...defined({ forEach }),
      ...(isPauseSaid ? {} : defined({ delayMs })),
    },
    remark,
  );
  const unset = [...new Set(extract.map(({ variable }) => variable))].map(
    (name) => `pm.collectionVariables.unset(${scriptLiteral(name)}); `,
  );
  return [
    ...[...needs.map(has), ...(condition === undefined ? [] : [condition])].map(
      (one) => `if (!(${one})) { ${unset.join('')}pm.execution.skipRequest(); }`,
    ),
    ...(pause === undefined || !isPauseSaid ? [] : [`setTimeout(() => {}, ${pause});`]),
  ];
}

/** A number is the same as the text that says it, as it is in a chain; any other text has to be the same. */
const WRITER: ConditionWriter = {
  and: ' && ',
  or: ' || ',
  group: (text) => `(${text})`,
  known: (variable, isKnown) => `${isKnown ? '' : '!'}${has(variable)}`,
  compare: (value, operator) => {
    const name = variableIn(value);
    const found = name === undefined ? undefined : looseComparison(operator);
    return found && `${get(name)} ${found.sign}${found.isText ? '=' : ''} ${scriptLiteral(operator.value)}`;
  },
};

function get(variable = ''): string {
  return `pm.variables.get(${scriptLiteral(variable)})`;
}

function has(variable: string): string {
  return `pm.variables.has(${scriptLiteral(variable)})`;
}
