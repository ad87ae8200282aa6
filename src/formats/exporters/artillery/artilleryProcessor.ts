/**
 * The processor of a load test: functions for requests of which Artillery's own words cannot say how often they are
 * sent, or that make lists. They read answers in place of captures and expectations.
 */
import type { ChainRequest } from '../../../core/model';
import { answerScript, checkCondition, retryCondition, takenValue, type AnswerTool } from '../answerScript';
import { isVariableLoop, isPlainLoop } from '../exportedChain';
import type { Remark } from '../exportLog';
import { readsOwnAnswer } from '../outgoingFlow';
import { pageRequest } from '../outgoingPages';
import { scriptLiteral } from '../scriptText';
import type { ArtilleryTexts } from './artilleryTexts';
import { PROCESSOR } from './processorText';

/** What functions do for a request. */
export interface Scripted {
  /** The number in their names. */
  readonly id: number;
  readonly isSentAgain: boolean;
  /** The loop whose values they collect; absent when the request is in none. */
  readonly loop?: ChainRequest['forEach'];
}

/** Collects the functions of one scenario. */
export interface ArtilleryProcessor {
  /** Adds what a request needs; absent for one that Artillery sends by itself. `needs` are variables without which it is skipped. */
  readonly add: (request: ChainRequest, needs: readonly string[], remark: Remark) => Scripted | undefined;
  /** Whether a request is sent again until something holds. */
  readonly sendsAgain: () => boolean;
  /** The file; absent when nothing needs it. */
  readonly text: () => string | undefined;
}

/** Begins without functions. */
export function artilleryProcessor(texts: ArtilleryTexts): ArtilleryProcessor {
  const entries: string[] = [];
  let sendsAgain = false;
  return {
    add: (one, needs, remark) => {
      const request = pageRequest(one);
      const said = saidOf(request, texts);
      if (said.retry === undefined && said.loop === undefined) {
        return undefined;
      }
      if (request.retry !== undefined && said.retry === undefined) {
        remark('It is sent once: Artillery does not send again until a condition holds.');
      }
      sendsAgain ||= said.retry !== undefined;
      const id = entries.push(entryOf(request, said, { texts, needs: needs.map(texts.nameOf), remark }));
      return {
        id,
        isSentAgain: said.retry !== undefined,
        ...(said.loop === undefined ? {} : { loop: request.forEach }),
      };
    },
    sendsAgain: () => sendsAgain,
    text: () => (entries.length === 0 ? undefined : PROCESSOR.replace('REQUESTS', () => entries.join('\n'))),
  };
}

/** Members of an entry for what functions can do of a request. */
interface Said {
  readonly retry?: readonly string[];
  readonly loop?: readonly string[];
}

function saidOf(request: ChainRequest, texts: ArtilleryTexts): Said {
  const tool = toolFor(request, texts);
  const { retry, extract } = request;
  if (!extract.every((rule) => takenValue(rule, tool) !== undefined)) {
    return {};
  }
  const isDone = retry && !readsOwnAnswer(request) ? retryCondition(request, tool) : undefined;
  const loop = loopMembers(request, texts, tool);
  return {
    ...(retry === undefined || isDone === undefined
      ? {}
      : {
          retry: [
            `times: ${retry.times}, delayMs: ${retry.delayMs}`,
            `isDone: (response, vars, index) => ((body) => ${isDone})(parsed(response))`,
          ],
        }),
    ...(loop === undefined ? {} : { loop }),
  };
}

function loopMembers(
  request: ChainRequest,
  { nameOf }: ArtilleryTexts,
  tool: AnswerTool,
): readonly string[] | undefined {
  const { forEach, extract } = request;
  const named = (rules: ChainRequest['extract']): string =>
    scriptLiteral(rules.map(({ variable }) => nameOf(variable)));
  if (forEach?.kind === 'items') {
    return isVariableLoop(request) && !isPlainLoop(request) && request.when === undefined
      ? [`lists: ${named(extract)}, joined: []`]
      : undefined;
  }
  const isLast = forEach && checkCondition(forEach.until, tool);
  if (forEach === undefined || isLast === undefined) {
    return undefined;
  }
  const kept = extract.filter(({ variable }) => variable !== forEach.next);
  return [
    `lists: ${named(kept.filter(({ all }) => !all))}, joined: ${named(kept.filter(({ all }) => all))}`,
    `next: ${scriptLiteral(nameOf(forEach.next))}, max: ${forEach.max}`,
    `isLast: (response, vars) => ((body) => ${isLast})(parsed(response))`,
  ];
}

interface EntryContext {
  readonly texts: ArtilleryTexts;
  readonly needs: readonly string[];
  readonly remark: Remark;
}

function entryOf(request: ChainRequest, { retry = [], loop = [] }: Said, context: EntryContext): string {
  const { expect } = request;
  const take = answerScript(
    { ...request, expect: { ...expect, status: expect.status ?? ['2xx', '3xx'] } },
    toolFor(request, context.texts),
    context.remark,
  );
  return [
    '  {',
    ...[...retry, ...loop, `needs: ${scriptLiteral(context.needs)}`].map((member) => `    ${member},`),
    '    take: (response, vars, keep, index) => {',
    ...take.map((line) => `      ${line}`),
    '    },',
    '  },',
  ].join('\n');
}

function toolFor({ forEach }: ChainRequest, { nameOf }: ArtilleryTexts): AnswerTool {
  return {
    name: 'Artillery',
    status: 'response.statusCode',
    text: 'response.body',
    json: 'parsed(response)',
    header: (name) => `header(response, ${name})`,
    keep: (variable) => `keep(${scriptLiteral(nameOf(variable))}, found);`,
    ...(forEach?.kind === 'pages' ? { noItems: 'index > 0 ? [] : undefined' } : {}),
    miss: (message) => `throw new Error(${message});`,
    check: (name, condition) => `if (!(${condition})) throw new Error(${name} + " is not as expected");`,
    valueOf: ({ name }) => (name.startsWith('$') ? undefined : `value(vars, ${scriptLiteral(nameOf(name))})`),
  };
}
