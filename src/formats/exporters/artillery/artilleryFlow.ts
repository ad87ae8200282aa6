/**
 * Conditions, loops and pauses of a scenario: `ifTrue` of a request, `loop` with `over`, and `think`.
 *
 * Expressions are those of filtrex 2, which compares numbers and texts loosely and gives `undefined` for what has no value.
 */
import type { JsonObject } from '../../../core/json/json';
import type { ChainRequest, Condition, ItemLoop } from '../../../core/model';
import { isPlainLoop } from '../exportedChain';
import type { Remark } from '../exportLog';
import { looseComparison, variableIn, writeCondition } from '../outgoingCondition';
import { remarkOnFlow } from '../outgoingFlow';
import { scriptLiteral } from '../scriptText';
import type { Scripted } from './artilleryProcessor';
import type { ArtilleryTexts } from './artilleryTexts';

/** What steps are written with. */
interface FlowContext {
  /** Variables without which the request is skipped. */
  readonly needs: readonly string[];
  /** Variables that an answer need not have. */
  readonly optional: ReadonlySet<string>;
  readonly texts: ArtilleryTexts;
  readonly remark: Remark;
  /** What functions of the processor do for the request. */
  readonly scripted: Scripted | undefined;
}

/** Writes steps of a request with more members, the one for a first page apart where that is another. */
interface StepWriters {
  readonly step: (members: JsonObject) => JsonObject;
  readonly first: ((members: JsonObject) => JsonObject) | undefined;
}

/** The steps for a request; what cannot be said gets a remark. */
export function withFlow(
  request: ChainRequest,
  context: FlowContext,
  { step, first }: StepWriters,
): readonly JsonObject[] {
  const { when, forEach, delayMs } = request;
  const { needs, texts, remark, scripted } = context;
  const isLooped = isPlainLoop(request) || scripted?.loop !== undefined;
  const loop = forEach?.kind === 'items' && isLooped ? forEach : undefined;
  const conditions = [
    ...needs.map((name) => `${symbol(name, texts)} != undefined`),
    ...[when, loop?.when].flatMap((one) => conditionOf(one, context)),
  ];
  if (forEach !== undefined && !isLooped) {
    remarkOnFlow({ forEach }, remark);
  }
  if (delayMs !== undefined && conditions.length > 0) {
    remark('The pause before it is made even where it is skipped.');
  }
  // Artillery reads a number as seconds.
  const pause = delayMs === undefined ? [] : [{ think: `${texts.text(String(delayMs), remark)}ms` }];
  const ifTrue = (more: readonly string[]): JsonObject => {
    const all = [...conditions, ...more];
    return all.length === 0 ? {} : { ifTrue: all.join(' and ') };
  };
  const next =
    scripted?.loop?.kind === 'pages' && first !== undefined ? symbol(scripted.loop.next, texts) : undefined;
  const sent =
    next === undefined || first === undefined
      ? [step(ifTrue([]))]
      : [first(ifTrue([`${next} == undefined`])), step(ifTrue([`${next} != undefined`]))];
  return looped([...pause, ...repeated(sent, scripted)], loop, context);
}

/** Steps in a loop that ends when the answer is as wanted. */
function repeated(steps: readonly JsonObject[], scripted: Scripted | undefined): readonly JsonObject[] {
  return scripted?.isSentAgain === true
    ? [
        {
          loop: steps,
          whileTrue: `again${scripted.id}`,
          // Names of their own: those of a loop around it stay.
          loopValue: '$attempt',
          loopElement: '$attemptElement',
        },
      ]
    : steps;
}

/** Steps in the loop of a request, if it has one. */
function looped(
  steps: readonly JsonObject[],
  items: ItemLoop | undefined,
  { texts, scripted }: FlowContext,
): readonly JsonObject[] {
  const over =
    items === undefined
      ? undefined
      : { loop: steps, over: texts.nameOf(variableIn(items.in) ?? ''), loopElement: texts.nameOf(items.as) };
  if (scripted?.loop === undefined) {
    return over === undefined ? steps : [over];
  }
  const { id } = scripted;
  return [
    { function: `begin${id}` },
    over ?? { loop: steps, whileTrue: `turn${id}` },
    { function: `end${id}` },
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
