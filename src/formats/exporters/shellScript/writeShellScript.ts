/**
 * A chain as one script for a POSIX shell that runs without questions: cURL sends the requests in order, jq takes
 * values from the answers, and the script stops where a status is not accepted or a needed value is absent.
 */
import { loopVariables } from '../../../core/prepare/references';
import { describeExtraction } from '../../../core/run/describeExtraction';
import type { ChainRequest, Extraction } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import { curlRequest } from '../curlScript/curlRequest';
import { assigned, constantLines, remarkOnRedirects } from '../curlScript/writeCurl';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { lateConstants, withConstants } from '../lateConstants';
import { remarkOnHidden, skippableVariables } from '../outgoingFlow';
import { outgoingRequests, withTokenRequests } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { isEnabled } from '../requestTexts';
import { posixWord } from './posixWord';
import { scriptFunctions, SCRIPT_START } from './scriptFunctions';
import { listName, shellFlow } from './shellFlow';
import { shellSending } from './shellRetry';
import { takeWords } from './takeWords';
import { scriptTexts, type ScriptTexts } from './scriptTexts';

/** Writes a script; the log gets what it has no place for. */
export function writeShellScript(chain: ExportedChain, log: ExportLog): string {
  const requests = withTokenRequests(outgoingRequests(chain, log, 'is said'), chain, log);
  const rules = requests.flatMap(({ request }) => request.extract);
  const ofLoops = requests.flatMap(({ request }) =>
    request.forEach?.kind === 'items' ? loopVariables(request) : [],
  );
  const extracted = new Set([...chain.extracted, ...rules.map(({ variable }) => variable), ...ofLoops]);
  const guards = skippableVariables(requests, chain);
  remarkOnHidden(requests, chain, log.whole);
  const texts = scriptTexts({ ...chain, extracted }, createPlaceholders(chain, log.secret), log.whole);
  const late = lateConstants(chain);
  const sent = requests.map((outgoing) => {
    const remark = log.of(outgoing.source);
    const needs = guards.get(outgoing.request) ?? [];
    const flow = shellFlow(outgoing.request, { needs, texts, remark });
    const ofFlow = lateLines(texts.takeUsed(), late, texts);
    const before: string[] = [];
    const { begin, repeated, isChecked } = shellSending(outgoing.request, { texts, remark });
    if (!isChecked) {
      remarkOnChecks(outgoing.source, remark);
    }
    const command = curlRequest(outgoing, {
      texts,
      remark,
      chain,
      begin: `${begin} ${argumentsOf(outgoing.request)}`,
      bodyText: (text) => bodyWords(text, texts, before),
    });
    const lines = repeated([...lateLines(texts.takeUsed(), late, texts), ...before, command]);
    return { request: outgoing.request, remark, lines, flow, ofFlow };
  });
  // Only after all commands is it known which values they need as JSON.
  const commands = sent.map(({ request, remark, lines, flow, ofFlow }) => {
    const extractions = request.extract.flatMap((rule) =>
      extractionLines(rule, { texts, remark, list: listName(request, rule.variable) }),
    );
    return [`# ${oneLine(request.name)}`, ...ofFlow, ...flow([...lines, ...extractions])].join('\n');
  });
  if (rules.some(({ select }) => select?.kind === 'path')) {
    log.whole('jq before 1.7 writes short numbers its own way: 1.50 as 1.5.');
  }
  remarkOnRedirects(requests, log.whole);
  const constants = constantLines(new Map([...chain.constants].filter(([name]) => !late.has(name))), texts);
  const needed = [...texts.needed].map((name) => `: "\${${name}?has to be set before}"`);
  const head = [
    '#!/bin/sh',
    `# ${oneLine(chain.name)}`,
    '# Stops at a status that is not accepted, and where a value is missing.',
    SCRIPT_START,
    ...(requests.some(({ request }) => namesFile(request)) ? ['cd -- "$(dirname -- "$0")"'] : []),
  ];
  return `${[
    head.join('\n'),
    ...(needed.length === 0 ? [] : [['# Required to run it', ...needed].join('\n')]),
    ...(constants.length === 0 ? [] : [['# Values, unless they are set before', ...constants].join('\n')]),
    scriptFunctions(commands.join('\n')),
    ...commands,
  ].join('\n\n')}\n`;
}

/** The lines that set constants that a command uses, be it by way of others. */
function lateLines(
  used: ReadonlySet<string>,
  late: ExportedChain['constants'],
  texts: ScriptTexts,
): readonly string[] {
  const wanted = withConstants(used, late);
  const set = new Map([...late].filter(([name]) => wanted.includes(name)));
  return constantLines(set, texts, assigned);
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
function extractionLines(
  rule: Extraction,
  {
    texts,
    remark,
    list,
  }: { readonly texts: ScriptTexts; readonly remark: Remark; readonly list: string | undefined },
): readonly string[] {
  const { variable, optional } = rule;
  const name = texts.nameOf(variable);
  const json = texts.jsonNameOf(variable);
  const where = oneLine(describeExtraction(rule));
  const words = takeWords(rule);
  if (words === undefined) {
    remark(`jq cannot take ${variable} from ${where}: the script asks for it, unless ${name} is set before.`);
    return [
      `${name}=\${${name}-$(ask ${posixWord([`${variable} (${where})`])})}`,
      ...(json === undefined ? [] : [`${json}=$(printf %s "$${name}" | jq -Rs .)`]),
    ];
  }
  if (list !== undefined) {
    return [`found=$(take ${words})`, `${list}=$${list},$(digits "\${found:-null}")`];
  }
  const sets = `${name}=$(text "$found")${json === undefined ? '' : ` ${json}=$(digits "$found")`}`;
  return [`found=$(take ${words})`, optional ? `if [ -n "$found" ]; then ${sets}; fi` : sets];
}

function namesFile({ body }: ChainRequest): boolean {
  return (
    body?.kind === 'file' ||
    (body?.kind === 'multipart' && body.parts.some((part) => isEnabled(part) && part.file !== undefined))
  );
}

function remarkOnChecks({ expect }: ChainRequest, remark: Remark): void {
  if (expect.headers.length + expect.body.length > 0 || expect.maxDurationMs !== undefined) {
    remark('The script checks the status alone.');
  }
}
