/**
 * A chain as a script for bash: a cURL command for each request, values in variables of the shell. What a command
 * gives for later ones is asked for where the command ends, for cURL extracts nothing.
 */
import { describeExtraction } from '../../../core/run/describeExtraction';
import type { ChainRequest } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { isEnabled } from '../requestTexts';
import { curlRequest } from './curlRequest';
import { madeLine } from './madeValues';
import { shellTexts, type ShellTexts } from './shellTexts';

/** Writes a script; the log gets what it cannot express. */
export function writeCurl(chain: ExportedChain, log: ExportLog): string {
  const texts = shellTexts(chain, createPlaceholders(chain, log.secret));
  const requests = withTokenRequests(outgoingRequests(chain, log), chain, log);
  const commands = requests.map((outgoing) => {
    const remark = log.of(outgoing.source);
    remarkOnMissing(outgoing.source, remark);
    if (outgoing.auth.type === 'oauth1') {
      remark('cURL does not sign for OAuth 1.0; the authentication is left out.');
    }
    return [
      `# ${oneLine(outgoing.request.name)}`,
      curlRequest(outgoing, { texts, remark, chain }),
      ...questions(outgoing.request, texts),
    ].join('\n');
  });
  if (requests.length > 1) {
    log.whole('Cookies are not kept from one command to the next: add -b and -c with a file to each.');
  }
  if (requests.some(repeatsMethod)) {
    log.whole('Where a redirection says to go on with GET (303), cURL repeats the method.');
  }
  const unsafe = constantsToEncode(chain);
  if (unsafe.length > 0) {
    log.whole(
      `Values are inserted unchanged: encode these where they are in a URL, a form or JSON: ${unsafe.join(', ')}.`,
    );
  }
  const constants = constantLines(chain, texts);
  if (texts.made.size > 0) {
    log.whole(
      'Values that a chain generates for each request, such as {{$uuid}}, are generated once for all commands.',
    );
  }
  const made = [...texts.made].map(([name, reference]) => madeLine(name, reference, log.whole));
  const head = [
    '#!/usr/bin/env bash',
    `# ${oneLine(chain.name)}`,
    '# A variable without a value ends the script: set secrets (SECRET_…) before.',
    'set -u',
    ...made,
    ...constants,
  ].join('\n');
  return `${[head, ...commands].join('\n\n')}\n`;
}

function repeatsMethod({ request: { method, redirects } }: OutgoingRequest): boolean {
  return redirects === 'follow' && !['GET', 'HEAD', 'POST'].includes(method);
}

/** Constants with characters that mean something in a URL, a form or a text of JSON. */
function constantsToEncode({ constants }: ExportedChain): readonly string[] {
  return [...constants].flatMap(([name, value]) =>
    typeof value === 'string' && /[^\w.~:/?=!$'()*,;@-]/.test(value.replace(/\{\{[^{}]*\}\}/g, ''))
      ? [name]
      : [],
  );
}

/** Constants, each after those that it refers to; what is set already stays. */
function constantLines({ constants }: ExportedChain, texts: ShellTexts): readonly string[] {
  const lines = new Map<string, string>();
  const visit = (name: string, path: readonly string[]): void => {
    const value = constants.get(name);
    if (value === undefined || lines.has(name) || path.includes(name)) {
      return;
    }
    const marked = texts.value(value);
    for (const other of constants.keys()) {
      if (marked.includes(texts.text(`{{${other}}}`))) {
        visit(other, [...path, name]);
      }
    }
    const variable = texts.nameOf(name);
    lines.set(name, `${variable}=\${${variable}-${texts.word(marked)}}`);
  };
  [...constants.keys()].forEach((name) => visit(name, []));
  return [...lines.values()];
}

/** Asks for what later commands need. */
function questions({ extract }: ChainRequest, { nameOf, word }: ShellTexts): readonly string[] {
  return extract.map((rule) => {
    const prompt = `${nameOf(rule.variable)} (${oneLine(describeExtraction(rule))}): `;
    return `read -r -p ${word(prompt)} ${nameOf(rule.variable)}`;
  });
}

function remarkOnMissing({ expect, retry, timeoutMs, query, headers }: ChainRequest, remark: Remark): void {
  if (
    expect.status !== undefined ||
    expect.headers.length + expect.body.length > 0 ||
    expect.maxDurationMs !== undefined
  ) {
    remark('cURL does not check what is expected of an answer.');
  }
  if (retry !== undefined || timeoutMs !== undefined) {
    remark('Retries and time limits are not carried over.');
  }
  const off = [...query, ...headers].filter((row) => !isEnabled(row));
  if (off.length > 0) {
    remark(`What is switched off is left out: ${off.map(({ name }) => name).join(', ')}.`);
  }
}
