/**
 * A chain as a script for bash: a cURL command for each request, values in variables of the shell. What a command
 * gives for later ones is asked for where the command ends, for cURL extracts nothing.
 */
import { describeExtraction } from '../../../core/run/describeExtraction';
import type { ChainRequest } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import { bodyWords } from '../curl';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { withConstants } from '../lateConstants';
import { createPlaceholders } from '../placeholders';
import { curlRequest } from './curlRequest';
import { madeLine } from './madeValues';
import { shellTexts, type ShellTexts } from './shellTexts';

/** Writes a script; the log gets what it cannot express. */
export function writeCurl(chain: ExportedChain, log: ExportLog): string {
  const texts = shellTexts(chain, createPlaceholders(chain, log.secret));
  const requests = withTokenRequests(outgoingRequests(chain, log), chain, log);
  const late = awaitingConstants(chain);
  const asked = new Set<string>();
  const commands = requests.map((outgoing) => {
    const remark = log.of(outgoing.source);
    remarkOnMissing(outgoing.source, remark);
    return [
      `# ${oneLine(outgoing.request.name)}`,
      curlRequest(outgoing, { texts, remark, chain, bodyText: (text) => textWords(text, texts) }),
      ...questions(outgoing.request, texts),
      ...constantLines(readyAfter(outgoing.request, { late, asked, chain }), texts, assigned),
    ].join('\n');
  });
  if (requests.length > 1) {
    log.whole('Cookies are not kept from one command to the next: add -b and -c with a file to each.');
  }
  remarkOnRedirects(requests, log.whole);
  const unsafe = constantsToEncode(chain);
  if (unsafe.length > 0) {
    log.whole(
      `Values are inserted unchanged: encode these where they are in a URL, a form or JSON: ${unsafe.join(', ')}.`,
    );
  }
  const constants = constantLines(new Map([...chain.constants].filter(([name]) => !late.has(name))), texts);
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

/** Says what cURL does with redirections that a chain follows otherwise. */
export function remarkOnRedirects(requests: readonly OutgoingRequest[], remark: Remark): void {
  const repeatsMethod = ({ request: { method, redirects } }: OutgoingRequest): boolean =>
    redirects === 'follow' && !['GET', 'HEAD', 'POST'].includes(method);
  if (requests.some(repeatsMethod)) {
    remark('Where a redirection says to go on with GET (303), cURL repeats the method.');
  }
}

function textWords(text: string, { word }: ShellTexts): string {
  const size = new TextEncoder().encode(text).length;
  return bodyWords({ encoding: 'utf8', content: text, size, mediaType: '' }, word);
}

/** Constants with characters that mean something in a URL, a form or a text of JSON. */
function constantsToEncode({ constants }: ExportedChain): readonly string[] {
  return [...constants].flatMap(([name, value]) =>
    typeof value === 'string' && /[^\w.~:/?=!$'()*,;@-]/.test(value.replace(/\{\{[^{}]*\}\}/g, ''))
      ? [name]
      : [],
  );
}

/** Lines that set constants, each after those that it refers to. */
export function constantLines(
  constants: ExportedChain['constants'],
  texts: Pick<ShellTexts, 'text' | 'value' | 'word' | 'nameOf'>,
  line = unlessSet,
): readonly string[] {
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
    lines.set(name, line(texts.nameOf(name), texts.word(marked)));
  };
  [...constants.keys()].forEach((name) => visit(name, []));
  return [...lines.values()];
}

/** The constants with values that the script asks for, by all of these: what a step gives its chain can have some. */
function awaitingConstants({ constants, extracted }: ExportedChain): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...constants.keys()].flatMap((name) => {
      const awaited = withConstants([name], constants).filter(
        (one) => extracted.has(one) && !constants.has(one),
      );
      return awaited.length === 0 ? [] : [[name, awaited]];
    }),
  );
}

/** The constants that a command completes, or changes, by what is asked for after it. */
function readyAfter(
  { extract }: ChainRequest,
  {
    late,
    asked,
    chain,
  }: {
    readonly late: ReturnType<typeof awaitingConstants>;
    readonly asked: Set<string>;
    readonly chain: ExportedChain;
  },
): ExportedChain['constants'] {
  const answered = new Set(extract.map(({ variable }) => variable));
  answered.forEach((variable) => asked.add(variable));
  return new Map(
    [...chain.constants].filter(([name]) => {
      const awaited = late.get(name) ?? [];
      return awaited.some((one) => answered.has(one)) && awaited.every((one) => asked.has(one));
    }),
  );
}

/** A line that sets a variable of the script. */
export function assigned(variable: string, word: string): string {
  return `${variable}=${word}`;
}

function unlessSet(variable: string, word: string): string {
  return `${variable}=\${${variable}-${word}}`;
}

/** Asks for what later commands need. */
function questions({ extract }: ChainRequest, { nameOf, word }: ShellTexts): readonly string[] {
  return extract.map((rule) => {
    const prompt = `${nameOf(rule.variable)} (${oneLine(describeExtraction(rule))}): `;
    return `read -r -p ${word(prompt)} ${nameOf(rule.variable)}`;
  });
}

function remarkOnMissing({ expect, retry, timeoutMs }: ChainRequest, remark: Remark): void {
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
}
