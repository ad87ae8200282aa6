/**
 * Conditions, loops and pauses of a scenario: `ifTrue` of a request, `loop` with `over`, and `think`.
 *
 * Expressions are those of filtrex 2, which compares numbers and texts loosely and gives `undefined` for what has no value.
 */
import type { JsonObject } from '../../../core/json/json';
import type { ChainRequest, Comparison, Condition, Operator } from '../../../core/model';
import { findReferences, wholeReference } from '../../../core/prepare/template';
import { asksForValue } from '../../../core/run/flow';
import { isPlainLoop } from '../exportedChain';
import type { Remark } from '../exportLog';
import { remarkOnFlow } from '../outgoingFlow';
import { scriptLiteral } from '../scriptText';
import type { ArtilleryTexts } from './artilleryTexts';

/** What steps are written with. */
interface FlowContext {
  /** Variables without which the request is skipped. */
  readonly needs: readonly string[];
  /** Variables that an answer need not have. */
  readonly optional: ReadonlySet<string>;
  readonly texts: ArtilleryTexts;
  readonly remark: Remark;
}

/** The steps for a request, of which `step` sends it with more members; what cannot be said gets a remark. */
export function withFlow(
  request: ChainRequest,
  context: FlowContext,
  step: (members: JsonObject) => JsonObject,
): readonly JsonObject[] {
  const { when, forEach, delayMs } = request;
  const { needs, texts, remark } = context;
  const loop = forEach?.kind === 'items' && isPlainLoop(request) ? forEach : undefined;
  const conditions = [
    ...needs.map((name) => `${symbol(name, texts)} != undefined`),
    ...[when, loop?.when].flatMap((one) => conditionOf(one, context)),
  ];
  if (forEach !== undefined && loop === undefined) {
    remarkOnFlow({ forEach }, remark);
  }
  if (delayMs !== undefined && conditions.length > 0) {
    remark('The pause before it is made even where it is skipped.');
  }
  // Artillery reads a number as seconds.
  const pause = delayMs === undefined ? [] : [{ think: `${texts.text(String(delayMs), remark)}ms` }];
  const sent = step(conditions.length === 0 ? {} : { ifTrue: conditions.join(' and ') });
  return loop === undefined
    ? [...pause, sent]
    : [{ loop: [...pause, sent], over: texts.nameOf(nameIn(loop.in)), loopElement: texts.nameOf(loop.as) }];
}

function conditionOf(when: Condition | undefined, context: FlowContext): readonly string[] {
  const parts = when?.comparisons.map((comparison) => comparisonOf(comparison, context)) ?? [];
  if (when === undefined) {
    return [];
  }
  if (!parts.every((part) => part !== undefined)) {
    remarkOnFlow({ when }, context.remark);
    return [];
  }
  return when.needs === 'all' || parts.length === 1 ? parts : [`(${parts.join(' or ')})`];
}

function comparisonOf(comparison: Comparison, { texts, optional }: FlowContext): string | undefined {
  const { value, operators } = comparison;
  const name = nameIn(value);
  const parts = operators.map((operator) => {
    if (operator.operator === 'exists') {
      const isKnown = asksForValue(comparison) && !optional.has(name);
      return isKnown ? `${symbol(name, texts)} ${operator.value ? '!=' : '=='} undefined` : undefined;
    }
    const sign = SIGNS.get(operator.operator);
    const wanted = literalOf(operator);
    return sign === undefined || wanted === undefined
      ? undefined
      : `${symbol(name, texts)} ${sign} ${wanted}`;
  });
  const isSaid = name !== '' && parts.length > 0 && parts.every((part) => part !== undefined);
  return isSaid ? (parts.length === 1 ? parts[0] : `(${parts.join(' and ')})`) : undefined;
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['equals', '=='],
  ['notEquals', '!='],
  ['lessThan', '<'],
  ['greaterThan', '>'],
]);

/** A number, or a text that is none: to filtrex they are the same. */
function literalOf({ operator, value }: Operator): string | undefined {
  const isText = typeof value === 'string' && Number.isNaN(Number(value)) && /quals$/.test(operator);
  return typeof value === 'number' || (isText && findReferences(value).length === 0)
    ? scriptLiteral(value)
    : undefined;
}

function nameIn(value: Comparison['value']): string {
  const { name = '' } = typeof value === 'string' ? (wholeReference(value) ?? {}) : {};
  return name.startsWith('$') ? '' : name;
}

/** `'id' of 'order'` for a member of the item. */
function symbol(variable: string, { nameOf }: ArtilleryTexts): string {
  const steps = nameOf(variable).split('.');
  return steps
    .toReversed()
    .map((step) => `'${step}'`)
    .join(' of ');
}
