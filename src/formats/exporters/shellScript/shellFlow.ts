/**
 * Conditions, loops and pauses of a shell script: lines around those that send a request. These are not indented, because
 * texts in them may have several lines.
 */
import { defined } from '../../../core/defined';
import type { ChainRequest, Condition, Loop } from '../../../core/model';
import type { Remark } from '../exportLog';
import { writeCondition } from '../outgoingCondition';
import { remarkOnFlow } from '../outgoingFlow';
import { operandOf } from './jqChecks';
import { jsonWord, type ScriptTexts } from './scriptTexts';
import { shellLoop, type ShellFlow } from './shellLoop';

/** What the lines are written with. */
interface FlowContext {
  /** Variables without which the request is skipped. */
  readonly needs: readonly string[];
  readonly texts: ScriptTexts;
  readonly remark: Remark;
}

/** What is around a request. */
interface Flow {
  readonly around: ShellFlow;
  /** The loop in which it is sent, if it is one that the script has. */
  readonly loop: Loop | undefined;
}

/** Begins with a request; what cannot be said gets a remark. */
export function shellFlow(request: ChainRequest, context: FlowContext): Flow {
  const { forEach, when, delayMs } = request;
  const { texts, needs, remark } = context;
  const isKnown = needs.map((name) => known(name, true, texts));
  const sent = block([...isKnown, ...conditionOf(when, context)].join(' && '));
  const pause = delayMs === undefined ? [] : [`sleep ${pauseOf(delayMs, texts)}`];
  const loop = forEach && shellLoop(request, forEach, context);
  if (forEach === undefined || loop === undefined) {
    remarkOnFlow(defined({ forEach }), remark);
    return { around: (lines) => sent([...pause, ...lines]), loop: undefined };
  }
  const filtered = block(forEach.kind === 'items' ? conditionOf(forEach.when, context).join('') : '');
  return { around: (lines) => sent(loop(filtered([...pause, ...lines]))), loop: forEach };
}

function block(condition: string): ShellFlow {
  return (lines) => (condition === '' ? lines : [`if ${condition}; then`, ...lines, 'fi']);
}

function conditionOf(when: Condition | undefined, context: FlowContext): readonly string[] {
  const condition =
    when &&
    writeCondition(when, {
      and: ' && ',
      or: ' || ',
      group: (text) => `{ ${text}; }`,
      known: (variable, isKnown) => known(variable, isKnown, context.texts),
      compare: (value, operator) => {
        const wanted = operandOf(operator);
        return wanted === undefined
          ? undefined
          : `holds ${jsonWord([value, operator.operator, wanted], context.texts, context.remark)}`;
      },
    });
  if (when !== undefined && condition === undefined) {
    remarkOnFlow({ when }, context.remark);
  }
  return condition === undefined ? [] : [condition];
}

function known(name: string, isKnown: boolean, { nameOf }: ScriptTexts): string {
  return `[ ${isKnown ? '' : '! '}"\${${nameOf(name)}+set}" ]`;
}

function pauseOf(delayMs: number | string, { word, text }: ScriptTexts): string {
  return typeof delayMs === 'number'
    ? String(delayMs / 1000)
    : `"$(jq -n --arg ms ${word(text(delayMs))} '($ms | tonumber) / 1000')"`;
}
