/** Conditions, loops and pauses of a k6 script: blocks around the lines that send a request. */
import type { ChainRequest, Condition, ItemLoop } from '../../../core/model';
import { loopVariables } from '../../../core/prepare/references';
import type { AnswerTool } from '../answerScript';
import { conditionScript, HOLDS } from '../conditionScript';
import type { Remark } from '../exportLog';
import { writeCondition } from '../outgoingCondition';
import { remarkOnFlow } from '../outgoingFlow';
import { scriptLiteral } from '../scriptText';
import { PAGES, pageLines } from './k6Pages';
import type { K6Texts } from './k6Texts';

/** What a block is written with. */
interface FlowContext {
  /** Variables without which the request is skipped. */
  readonly needs: readonly string[];
  readonly texts: K6Texts;
  readonly remark: Remark;
  /** Whether pages are sent one after the other, if the request is one for pages. */
  readonly sendsPages: boolean;
}

/**
 * The block of a request; what cannot be said gets a remark.
 *
 * @param send gives the lines that send it; `keep` keeps a value
 */
export function withFlow(
  request: ChainRequest,
  context: FlowContext,
  send: (keep: AnswerTool['keep']) => readonly string[],
): readonly string[] {
  const { forEach, delayMs } = request;
  const needs = context.needs.map((name) => known(name));
  const conditions = [...needs, ...conditionOf(request.when, context)].join(' && ');
  const open = ['', conditions === '' ? '{' : `if (${conditions}) {`];
  const pause = delayMs === undefined ? [] : [`sleep(${pauseOf(delayMs, context.texts)} / 1000);`];
  if (forEach?.kind === 'items') {
    const lines = [...filterLines(forEach, context), ...pause, ...send((name) => keepIn('kept', name))];
    return [...open, ...indented(loopLines(request, forEach, { ...context, lines })), '}'];
  }
  if (forEach !== undefined && context.sendsPages) {
    const lines = [...pause, ...send((name) => keepIn('kept', name))];
    return [...open, ...indented(pageLines(request, forEach, indented(lines))), '}'];
  }
  if (forEach !== undefined) {
    remarkOnFlow({ forEach }, context.remark);
  }
  return [...open, ...indented([...pause, ...send((name) => keepIn('vars', name))]), '}'];
}

/**
 * The functions that blocks call.
 *
 * @param isInRow the condition that a row has a column of a `name`, behind others; empty without rows
 */
export function flowFunctions(blocks: string, isInRow: string): readonly string[] {
  const functions = [['known', knownFunction(isInRow)] as const, ...FUNCTIONS];
  return functions.flatMap(([name, text]) => (blocks.includes(`${name}(`) ? [text] : []));
}

const knownFunction = (isInRow: string): string => `function known(name) {
  return vars.has(name) || __ENV[name] !== undefined || Object.keys(constants).includes(name)${isInRow};
}`;

const FUNCTIONS: readonly (readonly [name: string, text: string])[] = [
  ['holds', HOLDS],
  ['pages', PAGES],
  [
    'each',
    `// Sends a request for each item; what it keeps becomes lists.
function each(list, max, members, keeps, send) {
  if (!Array.isArray(list) || list.length > max) fail(\`A list of at most \${max} items is needed.\`);
  const before = new Map(vars);
  const all = [];
  for (const [index, item] of list.entries()) {
    vars.clear();
    before.forEach((one, name) => vars.set(name, one));
    vars.set("$index", index);
    for (const [name, member] of Object.entries(members)) {
      if (member(item) !== undefined) vars.set(name, member(item));
    }
    const kept = new Map();
    if (send(kept) !== false) all.push(kept);
  }
  vars.clear();
  before.forEach((one, name) => vars.set(name, one));
  keeps.forEach((name) => vars.set(name, all.map((kept) => (kept.has(name) ? kept.get(name) : null))));
}`,
  ],
];

function loopLines(
  request: ChainRequest,
  { in: list, as, max }: ItemLoop,
  { texts, lines }: FlowContext & { readonly lines: readonly string[] },
): readonly string[] {
  const members = loopVariables(request).map((name) => {
    const steps = name.slice(as.length).split('.').slice(1);
    return `${scriptLiteral(name)}: (item) => item${steps.map((step) => `?.[${scriptLiteral(step)}]`).join('')}`;
  });
  const keeps = scriptLiteral([...new Set(request.extract.map(({ variable }) => variable))]);
  return [
    `each(${texts.value(list)}, ${max}, { ${members.join(', ')} }, ${keeps}, (kept) => {`,
    ...indented(lines),
    '});',
  ];
}

/** Leaves out items for which the condition inside the loop does not hold. */
function filterLines({ when }: ItemLoop, context: FlowContext): readonly string[] {
  return conditionOf(when, context).map((condition) => `if (!(${condition})) return false;`);
}

function conditionOf(when: Condition | undefined, { texts, remark }: FlowContext): readonly string[] {
  const condition = when && writeCondition(when, conditionScript({ value: texts.value, known }));
  if (when !== undefined && condition === undefined) {
    remarkOnFlow({ when }, remark);
  }
  return condition === undefined ? [] : [condition];
}

/** Whether a variable has a value. */
export function known(name: string): string {
  return `known(${scriptLiteral(name)})`;
}

function keepIn(map: 'kept' | 'vars', name: string): string {
  return `${map}.set(${scriptLiteral(name)}, found);`;
}

function pauseOf(delayMs: number | string, { text }: K6Texts): string {
  return typeof delayMs === 'number' ? String(delayMs) : `Number(${text(delayMs)})`;
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
