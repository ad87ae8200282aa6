/**
 * What scripts say of the order of requests: `pm.execution.skipRequest()` under a condition, `setNextRequest` to the
 * request itself until its response is as wanted, and pauses by `setTimeout`. A chain sends its requests in order, so
 * every other jump is reported with what to do.
 */
import type { CallExpression, Expression, NewExpression, Node, SpreadElement } from 'acorn';
import { defined } from '../../../../core/defined';
import type { WrittenComparison, WrittenRequest, WrittenRetry } from '../../../../core/files/writtenChain';
import { wholeReference } from '../../../../core/prepare/template';
import type { Remark } from '../../shape/remark';
import type { ScriptTexts } from './postmanApi';
import { joinConditions, type ScriptCondition } from './scriptConditions';
import type { Branch } from './scriptLoops';
import { valueText, type ScriptValue } from './scriptValue';

/** What a script decides about its request. */
export interface ScriptFlow {
  /** The request is sent only if all of them hold. */
  readonly when: readonly ScriptCondition[];
  /** It is never sent. */
  readonly disabled?: true;
  /** Milliseconds, or a reference to them. */
  readonly pause?: number | string;
  readonly retry?: WrittenRetry;
}

type Lose = (node: Node, why: string) => void;

/** Keeps account of what one script decides. */
export class ScriptFlowAccount {
  private readonly when: ScriptCondition[] = [];
  private disabled = false;
  private pauses: { readonly node: Node; readonly delayMs: number | string }[] = [];
  private until: NonNullable<WrittenRetry['until']> | undefined;

  constructor(
    private readonly texts: ScriptTexts,
    private readonly lose: Lose,
  ) {}

  /** Skips the request where all branches are entered; they are absent where that is not known. */
  skip(node: Node, branches: readonly (Branch | undefined)[] | undefined): void {
    const condition = joinConditions(
      'any',
      (branches ?? [undefined]).map((branch) => branch?.unmet),
    );
    if (branches?.length === 0 && this.isBefore()) {
      this.disabled = true;
    } else if (condition === undefined || !this.isBefore() || condition.comparisons.some(isOnResponse)) {
      this.lose(
        node,
        'the request is always sent, as this condition cannot be carried over (write it as "when")',
      );
    } else {
      this.when.push(condition);
      if (condition.comparisons.some(({ isNear }) => isNear)) {
        this.lose(node, 'here, an empty value counts as a value');
      }
    }
  }

  /** Goes on with another request: a value with its name, the request itself, or `null` for none. */
  next(
    node: Node,
    target: ScriptValue | undefined,
    branches: readonly (Branch | undefined)[] | undefined,
  ): void {
    const { requestName, nextName } = this.texts;
    const isStop = target?.kind === 'constant' && target.value === null;
    const isOwn = target?.kind === 'api' && target.path === 'pm.info.requestName';
    const name = isOwn ? requestName : valueText(target);
    if (isStop ? nextName === '' : name !== undefined && name === nextName) {
      return;
    }
    const until = name === requestName && name !== undefined ? untilUnmet(branches) : undefined;
    if (isStop) {
      this.lose(node, 'later requests are sent all the same, as this is not carried over (run with --bail)');
    } else if (until === undefined || this.until !== undefined || this.isBefore()) {
      this.lose(
        node,
        'requests are sent in their order, so this jump is not carried over (write "when" or "retry")',
      );
    } else {
      this.until = until;
      this.lose(node, `it is sent again at most ${TIMES} times`);
    }
  }

  /** Waits; false where it is not known how long. */
  pause(node: Node, value: ScriptValue | undefined): boolean {
    const text = value?.kind === 'text' ? value.text : undefined;
    const delayMs = value?.kind === 'constant' ? value.value : text;
    const isReference = text !== undefined && wholeReference(text)?.name.startsWith('$') === false;
    const isNumber = typeof delayMs === 'number' && Number.isInteger(delayMs) && delayMs >= 0;
    if (
      (!isNumber && !isReference) ||
      typeof delayMs === 'boolean' ||
      delayMs === null ||
      delayMs === undefined
    ) {
      return false;
    }
    this.pauses.push({ node, delayMs });
    return true;
  }

  /** Everything so far; absent for a script that decides nothing. */
  effects(): ScriptFlow | undefined {
    const pause = joinPauses(this.pauses.map(({ delayMs }) => delayMs));
    const { until, when, disabled } = this;
    const isLost = !this.isBefore() && (until === undefined || typeof pause === 'string');
    if (isLost || pause === undefined) {
      this.pauses.forEach(({ node }) => this.lose(node, 'not carried over'));
    }
    const kept = isLost ? undefined : pause;
    const retry = until && { times: TIMES, ...(typeof kept === 'number' ? { delayMs: kept } : {}), until };
    const flow = {
      when,
      ...(disabled ? { disabled } : {}),
      ...defined({ pause: this.isBefore() ? kept : undefined, retry }),
    };
    return when.length > 0 || Object.keys(flow).length > 1 ? flow : undefined;
  }

  private isBefore(): boolean {
    return this.texts.takesHeaders === true;
  }
}

/** What a file format allows, as scripts have no limit. */
const TIMES = 100;
const MAX_PAUSE = 3_600_000;

/** Pauses one after the other as one; absent when there is none that a chain can have. */
function joinPauses(pauses: readonly (number | string)[]): number | string | undefined {
  const numbers = pauses.filter((one) => typeof one === 'number');
  const sum = numbers.reduce((all, one) => all + one, 0);
  return pauses.length === 1 && numbers.length === 0
    ? pauses[0]
    : numbers.length === pauses.length && pauses.length > 0 && sum <= MAX_PAUSE
      ? sum
      : undefined;
}

function isOnResponse({ subject }: ScriptCondition['comparisons'][number]): boolean {
  return 'path' in subject;
}

/** What a response is where the only branch is not entered. */
function untilUnmet(branches: readonly (Branch | undefined)[] | undefined): WrittenRetry['until'] {
  const [only, ...others] = branches ?? [];
  const [comparison, ...more] = only?.unmet?.comparisons ?? [];
  if (comparison === undefined || others.length + more.length > 0 || !('path' in comparison.subject)) {
    return undefined;
  }
  const { path } = comparison.subject;
  return { ...(path === '$' ? {} : { path }), ...comparison.operators };
}

/** What flows of scripts around a request, and of its own, make of it; `remark` gets what they cannot say together. */
export function flowMembers(
  flows: readonly (ScriptFlow | undefined)[],
  remark: (remark: Remark) => void,
): Pick<WrittenRequest, 'when' | 'delayMs' | 'retry' | 'disabled'> {
  const all = flows.filter((flow) => flow !== undefined);
  const conditions = all.flatMap(({ when }) => when);
  const condition = joinConditions('all', conditions);
  if (conditions.length > 0 && condition === undefined) {
    remark('Scripts skip it under several conditions, which are not carried over: give it one as "when".');
  }
  const pauses = all.flatMap(({ pause = [] }) => pause);
  const delayMs = joinPauses(pauses);
  if (pauses.length > 0 && delayMs === undefined) {
    remark('Scripts wait several times before it, which is not carried over: give it the sum as "delayMs".');
  }
  return defined({
    when: condition && whenOf(condition),
    delayMs,
    retry: all.find(({ retry }) => retry !== undefined)?.retry,
    disabled: all.some(({ disabled }) => disabled) ? true : undefined,
  });
}

function whenOf({ needs, comparisons }: ScriptCondition): WrittenRequest['when'] {
  const written = comparisons.flatMap(({ subject, operators }): readonly WrittenComparison[] =>
    'variable' in subject ? [{ value: `{{${subject.variable}}}`, ...operators }] : [],
  );
  const [only] = written;
  return written.length === 1 ? only : needs === 'any' ? { any: written } : written;
}

/** The timer in `new Promise((done) => setTimeout(done, 500))`, which is a pause. */
export function timerIn({ callee, arguments: [executor] }: NewExpression): CallExpression | undefined {
  const isPromise = callee.type === 'Identifier' && callee.name === 'Promise';
  const timer = isPromise ? onlyCall(executor) : undefined;
  const [done] = timer?.arguments ?? [];
  const [param] = executor !== undefined && 'params' in executor ? executor.params : [];
  const isDone = done?.type === 'Identifier' && param?.type === 'Identifier' && done.name === param.name;
  return isDone ? timer : undefined;
}

/** The call that is all that a function does. */
export function onlyCall(called: Expression | SpreadElement | undefined): CallExpression | undefined {
  if (called?.type !== 'ArrowFunctionExpression' && called?.type !== 'FunctionExpression') {
    return undefined;
  }
  const { body } = called;
  const [only] = body.type === 'BlockStatement' && body.body.length === 1 ? body.body : [];
  const expression = only?.type === 'ExpressionStatement' ? only.expression : body;
  return expression.type === 'CallExpression' ? expression : undefined;
}
