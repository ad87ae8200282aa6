/**
 * Conditions, loops and pauses of a scenario: `ifTrue` of a request, `loop` with `over`, and `think`.
 *
 * Expressions are those of filtrex 2, which compares numbers and texts loosely and gives `undefined` for what has no value.
 */
import type { JsonObject } from '../../../core/json/json';
import type { ChainRequest, Condition } from '../../../core/model';
import { isPlainLoop } from '../exportedChain';
import type { Remark } from '../exportLog';
import { looseComparison, variableIn, writeCondition } from '../outgoingCondition';
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
    : [
        {
          loop: [...pause, sent],
          over: texts.nameOf(variableIn(loop.in) ?? ''),
          loopElement: texts.nameOf(loop.as),
        },
      ];
}

function conditionOf(
  when: Condition | undefined,
  { texts, optional, remark }: FlowContext,
): readonly string[] {
  const condition =
    when &&
    writeCondition(when, {
      and: ' and ',
      or: ' or ',
      group: (text) => `(${text})`,
      known: (variable, isKnown) =>
        optional.has(variable) ? undefined : `${symbol(variable, texts)} ${isKnown ? '!=' : '=='} undefined`,
      compare: (value, operator) => {
        const name = variableIn(value);
        const found = name === undefined ? undefined : looseComparison(operator);
        return found && `${symbol(name ?? '', texts)} ${found.sign} ${scriptLiteral(operator.value)}`;
      },
    });
  if (when !== undefined && condition === undefined) {
    remarkOnFlow({ when }, remark);
  }
  return condition === undefined ? [] : [condition];
}

/** `'id' of 'order'` for a member of the item. */
function symbol(variable: string, { nameOf }: ArtilleryTexts): string {
  const steps = nameOf(variable).split('.');
  return steps
    .toReversed()
    .map((step) => `'${step}'`)
    .join(' of ');
}
