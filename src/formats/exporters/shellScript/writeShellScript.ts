/**
 * A chain as one script for a POSIX shell that runs without questions: cURL sends the requests in order, jq takes
 * values from the answers, and the script stops where a status is not accepted or a needed value is absent.
 */
import type { ChainRequest } from '../../../core/model';
import { loopVariables } from '../../../core/prepare/references';
import { oneLine } from '../../../core/shownText';
import { constantLines, remarkOnRedirects } from '../curlScript/writeCurl';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog } from '../exportLog';
import { lateConstants } from '../lateConstants';
import { remarkOnHidden, skippableVariables } from '../outgoingFlow';
import { sentOnce, standAlone } from '../outgoingRows';
import { outgoingRequests, withTokenRequests } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { isEnabled } from '../requestTexts';
import { scriptFunctions, SCRIPT_START } from './scriptFunctions';
import { scriptTexts } from './scriptTexts';
import { shellRequest } from './shellRequest';
import { shellRows } from './shellRows';

/** Writes a script; the log gets what it has no place for. */
export function writeShellScript(chain: ExportedChain, log: ExportLog): string {
  const requests = withTokenRequests(outgoingRequests(chain, log, 'is said'), chain, log);
  const columns = chain.data !== undefined && standAlone(chain.data) ? chain.columns : new Set<string>();
  const rules = requests.flatMap(({ request }) => request.extract);
  const ofLoops = requests.flatMap(({ request }) =>
    request.forEach?.kind === 'items' ? loopVariables(request) : [],
  );
  const extracted = new Set([
    ...chain.extracted,
    ...rules.map(({ variable }) => variable),
    ...ofLoops,
    ...columns,
  ]);
  const guards = skippableVariables(requests, chain);
  remarkOnHidden(requests, chain, log.whole);
  const texts = scriptTexts({ ...chain, extracted }, createPlaceholders(chain, log.secret), log.whole);
  const fixed = new Map([...chain.constants].filter(([name]) => !columns.has(name)));
  const late = lateConstants({
    constants: fixed,
    extracted: new Set([...chain.extracted, ...columns]),
  });
  const rows = shellRows(chain, { texts, remark: log.whole });
  const sent = requests.map((outgoing) => {
    const needs = guards.get(outgoing.request) ?? [];
    return shellRequest(outgoing, { texts, remark: log.of(outgoing.source), chain, late, needs });
  });
  // Only after all commands is it known which values they need as JSON.
  const written = sent.map((write) => write());
  const once = rows === undefined ? written.length : sentOnce(requests, chain);
  const commands = rows?.(written.slice(0, once), written.slice(once)) ?? written;
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
    ...(typeof chain.data === 'string' || requests.some(({ request }) => namesFile(request))
      ? ['cd -- "$(dirname -- "$0")"']
      : []),
  ];
  return `${[
    head.join('\n'),
    ...(needed.length === 0 ? [] : [['# Required to run it', ...needed].join('\n')]),
    ...(constants.length === 0 ? [] : [['# Values, unless they are set before', ...constants].join('\n')]),
    scriptFunctions(commands.join('\n')),
    ...commands,
  ].join('\n\n')}\n`;
}

function namesFile({ body }: ChainRequest): boolean {
  return (
    body?.kind === 'file' ||
    (body?.kind === 'multipart' && body.parts.some((part) => isEnabled(part) && part.file !== undefined))
  );
}
