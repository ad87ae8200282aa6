/** Loops of a shell script, over items and over pages: what is taken in them is collected, and becomes lists. */
import type { ChainRequest, Extraction, ItemLoop, Loop, PageLoop } from '../../../core/model';
import { loopVariables } from '../../../core/prepare/references';
import { oneLine } from '../../../core/shownText';
import { checkConditions, type ConditionContext } from './checkConditions';
import { memberLine } from './memberLine';
import { posixWord } from './posixWord';
import { jsonWord } from './scriptTexts';
import { askWords, takeWords } from './takeWords';

/** The lines around a request; called when all commands are written, for only then it is known which values they need as JSON. */
export type ShellFlow = (lines: readonly string[]) => readonly string[];

/** The lines around those for an item or page; absent for a loop that cannot be said. */
export function shellLoop(
  request: ChainRequest,
  loop: Loop,
  context: ConditionContext,
): ShellFlow | undefined {
  const around =
    loop.kind === 'items'
      ? itemLines(request, loop, context)
      : isTaken(request)
        ? pageLines(loop, context)
        : undefined;
  const { nameOf, jsonNameOf } = context.texts;
  const variables = request.extract.map(({ variable }) => variable);
  const lists = variables.flatMap((variable, index) =>
    isNext(variable, loop) ? [] : [{ variable, list: listName(index) }],
  );
  return (
    around &&
    ((lines) => [
      ...(lists.length === 0 ? [] : [lists.map(({ list }) => `${list}=`).join(' ')]),
      ...around(lines),
      ...lists.map(({ variable, list }) =>
        [nameOf(variable), jsonNameOf(variable) ?? []]
          .flat()
          .map((name) => `${name}="[\${${list}#,}]"`)
          .join(' '),
      ),
    ])
  );
}

/** The lines that collect the nth value of an item or page, of which jq takes those that it can. */
export function collectLines(rule: Extraction, index: number, loop: Loop): readonly string[] {
  const words = takeWords(rule, loop);
  const value =
    words === undefined
      ? `$(reply=$(${askWords(rule)}) && printf %s "$reply" | jq -Rs .)`
      : `$(take ${words})`;
  if (isNext(rule.variable, loop)) {
    return [`next=${value}`];
  }
  const list = listName(index);
  return [
    `found=${value}`,
    loop.kind === 'pages' && rule.all
      ? `if [ "$found" ]; then found=$(digits "$found"); found=\${found#?}; ${list}=$${list},\${found%?}; fi`
      : `${list}=$${list},$(digits "\${found:-null}")`,
  ];
}

/** Whether a variable leads from page to page, and is for the next page alone. */
function isNext(variable: string, loop: Loop): boolean {
  return loop.kind === 'pages' && loop.next === variable;
}

function listName(index: number): string {
  return `list_${index + 1}`;
}

/** Whether the script takes all values by itself. */
function isTaken({ extract, forEach }: ChainRequest): boolean {
  return extract.every((rule) => takeWords(rule, forEach) !== undefined);
}

function itemLines(
  request: ChainRequest,
  { in: list, as, max }: ItemLoop,
  { texts, remark }: ConditionContext,
): ShellFlow {
  const word = jsonWord(list, texts, remark);
  return (lines) => [
    `items=$(items ${word} ${max}) || stop ${posixWord([`${oneLine(request.name)}: a list of at most ${max} items is needed.`])}`,
    'index=-1',
    'while IFS= read -r item <&3; do',
    '[ "$item" ] || continue',
    'index=$((index + 1))',
    ...loopVariables(request).map((name) => {
      const steps = name.slice(as.length).split('.').slice(1);
      return memberLine(name, steps, texts, `unset ${texts.nameOf(name)}`);
    }),
    ...lines,
    'done 3<<END\n$items\nEND',
  ];
}

function pageLines({ next, until, max }: PageLoop, context: ConditionContext): ShellFlow | undefined {
  const isLast = checkConditions(until, context);
  const { nameOf, jsonNameOf } = context.texts;
  return (
    isLast &&
    ((lines) => {
      const names = [nameOf(next), jsonNameOf(next) ?? []].flat();
      const values = ['$(text "$next")', '$(digits "$next")'];
      return [
        [
          'index=0 how= seen=',
          ...names.map((name, nth) => `known_${nth}=\${${name}-} had_${nth}=\${${name}+set}`),
        ].join(' '),
        'while :; do',
        ...lines,
        `if ${isLast.join(' && ')}; then break; fi`,
        `turn "$next" ${max}`,
        names.map((name, nth) => `${name}=${values[nth] ?? ''}`).join(' '),
        'done',
        ...names.map(
          (name, nth) => `if [ "$had_${nth}" ]; then ${name}=$known_${nth}; else unset ${name}; fi`,
        ),
      ];
    })
  );
}
