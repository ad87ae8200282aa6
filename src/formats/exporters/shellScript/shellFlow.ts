/**
 * Conditions, loops and pauses of a shell script: lines around those that send a request. These are not indented, because
 * texts in them may have several lines.
 */
import type { JsonValue } from '../../../core/json/json';
import type { ChainRequest, Condition, ItemLoop } from '../../../core/model';
import { loopVariables } from '../../../core/prepare/references';
import { oneLine } from '../../../core/shownText';
import type { Remark } from '../exportLog';
import { writeCondition } from '../outgoingCondition';
import { remarkOnFlow } from '../outgoingFlow';
import { operandOf } from './jqChecks';
import { posixWord } from './posixWord';
import type { ScriptTexts } from './scriptTexts';

/** What the lines are written with. */
interface FlowContext {
  /** Variables without which the request is skipped. */
  readonly needs: readonly string[];
  readonly texts: ScriptTexts;
  readonly remark: Remark;
}

/** The lines around a request; called when all commands are written, for only then it is known which values they need as JSON. */
export type ShellFlow = (lines: readonly string[]) => readonly string[];

/** Begins with a request; what cannot be said gets a remark. */
export function shellFlow(request: ChainRequest, context: FlowContext): ShellFlow {
  const { forEach, when, delayMs } = request;
  const { texts, needs } = context;
  const isKnown = needs.map((name) => known(name, true, texts));
  const sent = block([...isKnown, ...conditionOf(when, context)].join(' && '));
  const pause = delayMs === undefined ? [] : [`sleep ${pauseOf(delayMs, texts)}`];
  if (forEach?.kind !== 'items') {
    if (forEach !== undefined) {
      remarkOnFlow({ forEach }, context.remark);
    }
    return (lines) => sent([...pause, ...lines]);
  }
  const filtered = block(conditionOf(forEach.when, context).join(''));
  const list = jsonWord(forEach.in, context);
  return (lines) => sent(loopLines(request, forEach, { list, texts }, filtered([...pause, ...lines])));
}

/** The variable of the shell in which a loop collects what an extraction takes; absent for one that is sent once. */
export function listName({ forEach, extract }: ChainRequest, variable: string): string | undefined {
  return forEach?.kind === 'items'
    ? `list_${extract.findIndex((rule) => rule.variable === variable) + 1}`
    : undefined;
}

function block(condition: string): ShellFlow {
  return (lines) => (condition === '' ? lines : [`if ${condition}; then`, ...lines, 'fi']);
}

function loopLines(
  request: ChainRequest,
  { as, max }: ItemLoop,
  { list, texts }: { readonly list: string; readonly texts: ScriptTexts },
  lines: readonly string[],
): readonly string[] {
  const variables = [...new Set(request.extract.map(({ variable }) => variable))];
  const message = `${oneLine(request.name)}: a list of at most ${max} items is needed.`;
  const items = loopVariables(request).map((name) => {
    const steps = name.slice(as.length).split('.').slice(1);
    const json = texts.jsonNameOf(name);
    const sets = `${texts.nameOf(name)}=$(text "$found")${json === undefined ? '' : ` ${json}=$found`}`;
    const found =
      steps.length === 0 ? 'found=$item' : `found=$(member ${posixWord([JSON.stringify(steps)])})`;
    return `${found}; if [ "$found" ]; then ${sets}; else unset ${texts.nameOf(name)}; fi`;
  });
  return [
    `items=$(items ${list} ${max}) || stop ${posixWord([message])}`,
    ['index=-1', ...variables.map((name) => `${listName(request, name) ?? ''}=`)].join(' '),
    'while IFS= read -r item <&3; do',
    '[ "$item" ] || continue',
    'index=$((index + 1))',
    ...items,
    ...lines,
    'done 3<<END\n$items\nEND',
    ...variables.map((name) => {
      const value = `"[\${${listName(request, name) ?? ''}#,}]"`;
      return [texts.nameOf(name), texts.jsonNameOf(name) ?? []]
        .flat()
        .map((one) => `${one}=${value}`)
        .join(' ');
    }),
  ];
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
          : `holds ${jsonWord([value, operator.operator, wanted], context)}`;
      },
    });
  if (when !== undefined && condition === undefined) {
    remarkOnFlow({ when }, context.remark);
  }
  return condition === undefined ? [] : [condition];
}

/** A value as JSON. */
export function jsonWord(value: JsonValue, { texts, remark }: Pick<FlowContext, 'texts' | 'remark'>): string {
  const content = texts.body({ kind: 'json', value }, remark);
  return content.kind === 'text' ? texts.word(content.text) : "''";
}

function known(name: string, isKnown: boolean, { nameOf }: ScriptTexts): string {
  return `[ ${isKnown ? '' : '! '}"\${${nameOf(name)}+set}" ]`;
}

function pauseOf(delayMs: number | string, { word, text }: ScriptTexts): string {
  return typeof delayMs === 'number'
    ? String(delayMs / 1000)
    : `"$(jq -n --arg ms ${word(text(delayMs))} '($ms | tonumber) / 1000')"`;
}
