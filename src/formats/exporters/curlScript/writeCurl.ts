/**
 * A chain as a script for bash: a cURL command for each request, values in variables of the shell. What a command
 * gives for later ones is asked for where the command ends, for cURL extracts nothing.
 */
import { describeExtraction } from '../../../core/run/describeExtraction';
import type { Auth, ChainRequest, HeaderLine, MultipartPart } from '../../../core/model';
import { oneLine } from '../../../core/shownText';
import { bodyWords, composeCurl } from '../curl';
import type { ExportedChain } from '../exportedChain';
import type { ExportLog, Remark } from '../exportLog';
import { outgoingRequests, withTokenRequests, type OutgoingRequest } from '../outgoingRequests';
import { createPlaceholders } from '../placeholders';
import { authParts, hasHeader, isEnabled, urlPieces } from '../requestTexts';
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
      command(outgoing, { texts, remark, chain }),
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

interface CommandContext {
  readonly texts: ShellTexts;
  readonly remark: Remark;
  readonly chain: ExportedChain;
}

function command(outgoing: OutgoingRequest, context: CommandContext): string {
  const { request, auth } = outgoing;
  const { texts } = context;
  const parts = authParts(auth);
  const url = urlPieces(request, parts.query);
  const body = request.body === undefined ? NO_BODY : bodyOf(outgoing, request.body, context);
  const type = body.contentType === undefined ? [] : [{ name: 'Content-Type', value: body.contentType }];
  const own = request.headers.filter(isEnabled).map(({ name, value }) => ({ name, value }));
  const added = [...parts.headers, ...type].filter(
    ({ name }) => !hasHeader(request.headers, name.toLowerCase()),
  );
  return composeCurl(
    {
      method: request.method,
      url: texts.pieces(url),
      headers: headersOf([...own, ...added, ...tokenOfAws(auth)], context),
      body: body.words,
      options: [
        request.redirects === 'follow' ? '-L' : '--no-location',
        // Values of variables may hold what cURL takes for patterns.
        ...(url.some((piece) => typeof piece !== 'string') ? ['-g'] : []),
        ...credentials(auth, texts),
      ],
    },
    texts.word,
  );
}

function headersOf(rows: readonly HeaderLine[], { texts, remark }: CommandContext): readonly HeaderLine[] {
  return rows.flatMap(({ name, value }) => {
    if (/[^!#$%&'*+.^_`|~0-9A-Za-z-]/.test(name) || /[\r\n\0]/.test(value)) {
      remark(`A header that cannot be sent unchanged is left out: ${JSON.stringify(name)}.`);
      return [];
    }
    return [{ name, value: texts.text(value) }];
  });
}

function credentials(auth: Auth, { text, word }: ShellTexts): readonly string[] {
  switch (auth.type) {
    case 'basic':
    case 'digest':
      return [
        ...(auth.type === 'digest' ? ['--digest'] : []),
        `-u ${word(text(`${auth.username}:${auth.password}`))}`,
      ];
    case 'awsSigV4':
      return [
        `--aws-sigv4 ${word(text(`aws:amz:${auth.region}:${auth.service}`))}`,
        `-u ${word(text(`${auth.accessKeyId}:${auth.secretAccessKey}`))}`,
      ];
    default:
      return [];
  }
}

function tokenOfAws(auth: Auth): readonly HeaderLine[] {
  return auth.type === 'awsSigV4' && auth.sessionToken !== undefined
    ? [{ name: 'X-Amz-Security-Token', value: auth.sessionToken }]
    : [];
}

interface CurlBody {
  readonly words: readonly string[];
  readonly contentType?: string;
}

const NO_BODY: CurlBody = { words: [] };

function bodyOf(
  { part }: OutgoingRequest,
  body: NonNullable<ChainRequest['body']>,
  { texts, remark, chain }: CommandContext,
): CurlBody {
  const content = texts.body(body, remark);
  const pathTo = (path: string): string => {
    const named = texts.text(chain.pathTo(part.file, path));
    return named === '-' ? './-' : named; // a dash is the standard input
  };
  switch (content.kind) {
    case 'text': {
      const { text, contentType } = content;
      const size = new TextEncoder().encode(text).length;
      const recorded = { encoding: 'utf8', content: text, size, mediaType: contentType } as const;
      return size === 0 ? NO_BODY : { words: [bodyWords(recorded, texts.word)], contentType };
    }
    case 'file': {
      const type = content.contentType === undefined ? {} : { contentType: content.contentType };
      return { words: [`--data-binary ${texts.word(`@${pathTo(content.path)}`)}`], ...type };
    }
    case 'parts':
      return { words: content.parts.map((one) => partWords(one, pathTo, texts, remark)) };
  }
}

function partWords(
  { name, value = '', file, fileName, contentType }: MultipartPart,
  pathTo: (path: string) => string,
  { text, word }: ShellTexts,
  remark: Remark,
): string {
  if (name.includes('=')) {
    remark(`cURL ends the name of the part ${JSON.stringify(name)} at its equals sign.`);
  }
  const type = contentType === undefined ? '' : `;type=${text(contentType)}`;
  if (file !== undefined) {
    const shown = fileName === undefined ? '' : `;filename=${inQuotes(text(fileName))}`;
    return `-F ${word(`${text(name)}=@${inQuotes(pathTo(file))}${shown}${type}`)}`;
  }
  // What a variable holds could end the quotes.
  const isSafe = !value.includes('{{') && type !== '';
  if (!isSafe && type !== '') {
    remark(`The part ${name} is sent without its type.`);
  }
  return isSafe
    ? `-F ${word(`${text(name)}=${inQuotes(text(value))}${type}`)}`
    : `--form-string ${word(`${text(name)}=${text(value)}`)}`;
}

/** As cURL reads a value or a file name that holds `;` or `,`. */
function inQuotes(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
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
