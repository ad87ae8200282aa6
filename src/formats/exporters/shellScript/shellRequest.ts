/** A request of a shell script: what sends it, what is around that, and what is taken of its answers. */
import type { ChainRequest, Extraction, Loop } from '../../../core/model';
import { describeExtraction } from '../../../core/run/describeExtraction';
import { oneLine } from '../../../core/shownText';
import { curlRequest } from '../curlScript/curlRequest';
import { assigned, constantLines } from '../curlScript/writeCurl';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { withConstants } from '../lateConstants';
import { firstPage } from '../outgoingPages';
import type { OutgoingRequest } from '../outgoingRequests';
import type { ConditionContext } from './checkConditions';
import { posixWord } from './posixWord';
import type { ScriptTexts } from './scriptTexts';
import { shellFlow } from './shellFlow';
import { collectLines } from './shellLoop';
import { shellSending } from './shellRetry';
import { askWords, takeWords } from './takeWords';

interface RequestContext extends ConditionContext {
  readonly chain: ExportedChain;
  /** Constants that are set in front of what uses them. */
  readonly late: ExportedChain['constants'];
  /** Variables without which the request is skipped. */
  readonly needs: readonly string[];
}

/** Begins with a request; what it returns writes the commands, when all requests have begun. */
export function shellRequest(outgoing: OutgoingRequest, context: RequestContext): () => string {
  const { request, source } = outgoing;
  const { texts, remark, late } = context;
  const { around, loop } = shellFlow(request, context);
  const ofFlow = lateLines(late, texts);
  const { begin, repeated, isChecked } = shellSending(request, context);
  if (!isChecked) {
    remarkOnChecks(source, remark);
  }
  const ofRetry = lateLines(late, texts);
  const page = sendLines(outgoing, begin, context);
  const first = loop?.kind === 'pages' ? firstPage(outgoing, loop) : undefined;
  const lines =
    first === undefined || loop?.kind !== 'pages'
      ? page
      : [
          `if [ "\${${texts.nameOf(loop.next)}+set}" ]; then`,
          ...page,
          'else',
          ...sendLines(first, begin, context),
          'fi',
        ];
  const sent = [...ofRetry, ...repeated(lines)];
  return () => {
    remarkOnQuestions(request, loop, context);
    const taken = request.extract.flatMap((rule, index) =>
      loop === undefined ? extractionLines(rule, texts) : collectLines(rule, index, loop),
    );
    return [`# ${oneLine(request.name)}`, ...ofFlow, ...around([...sent, ...taken])].join('\n');
  };
}

function sendLines(
  outgoing: OutgoingRequest,
  begin: string,
  { texts, remark, chain, late }: RequestContext,
): readonly string[] {
  const before: string[] = [];
  const command = curlRequest(outgoing, {
    texts,
    remark,
    chain,
    begin: `${begin} ${argumentsOf(outgoing.request)}`,
    bodyText: (text) => bodyWords(text, texts, before),
  });
  return [...lateLines(late, texts), ...before, command];
}

/** The lines that set constants that were used since the last call, be it by way of others. */
function lateLines(late: ExportedChain['constants'], texts: ScriptTexts): readonly string[] {
  const wanted = withConstants(texts.takeUsed(), late);
  const set = new Map([...late].filter(([name]) => wanted.includes(name)));
  const lines = constantLines(set, texts, assigned);
  texts.takeUsed(); // by the lines themselves
  return lines;
}

/** What the function that sends gets, up to the arguments of cURL. */
function argumentsOf({ name, expect, timeoutMs }: ChainRequest): string {
  const accepted = (expect.status ?? ['2xx', '3xx']).map((one) => String(one).replace(/x/gi, '?'));
  const limit = timeoutMs === undefined ? '' : ` --max-time ${timeoutMs / 1000}`;
  return `${posixWord([oneLine(name)])} ${posixWord([accepted.join(' ')])}${limit}`;
}

/** The words for a text as a body; one that is too long for a program's argument, or has a NUL, is a file first. */
function bodyWords(text: string, { word }: ScriptTexts, before: string[]): string {
  const hasNul = text.includes('\0');
  if (!hasNul && new TextEncoder().encode(text).length <= LONGEST_ARGUMENT) {
    return `--data-raw ${word(text)}`;
  }
  const escaped = hasNul ? text.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000') : text;
  before.push(`printf '${hasNul ? '%b' : '%s'}' ${word(escaped)} >"$work/sent"`);
  return '--data-binary @"$work/sent"';
}

/** Bytes; Linux takes 128 KB, and values come on top. */
const LONGEST_ARGUMENT = 100_000;

/** Takes a value of the answer, or asks for one that jq cannot take. */
function extractionLines(rule: Extraction, texts: ScriptTexts): readonly string[] {
  const { variable, optional } = rule;
  const name = texts.nameOf(variable);
  const json = texts.jsonNameOf(variable);
  const words = takeWords(rule, undefined);
  if (words === undefined) {
    return [
      `${name}=\${${name}-$(${askWords(rule)})}`,
      ...(json === undefined ? [] : [`${json}=$(printf %s "$${name}" | jq -Rs .)`]),
    ];
  }
  const sets = `${name}=$(text "$found")${json === undefined ? '' : ` ${json}=$(digits "$found")`}`;
  return [`found=$(take ${words})`, optional ? `if [ -n "$found" ]; then ${sets}; fi` : sets];
}

function remarkOnQuestions(
  { extract }: ChainRequest,
  loop: Loop | undefined,
  { texts, remark }: ConditionContext,
): void {
  for (const rule of extract.filter((one) => takeWords(one, loop) === undefined)) {
    const asks =
      loop === undefined
        ? `the script asks for it, unless ${texts.nameOf(rule.variable)} is set before.`
        : 'the script asks for it.';
    remark(`jq cannot take ${rule.variable} from ${oneLine(describeExtraction(rule))}: ${asks}`);
  }
}

function remarkOnChecks({ expect }: ChainRequest, remark: Remark): void {
  if (expect.headers.length + expect.body.length > 0 || expect.maxDurationMs !== undefined) {
    remark('The script checks the status alone.');
  }
}
