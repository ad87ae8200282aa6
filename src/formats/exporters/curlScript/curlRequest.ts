/** A request of a chain as one cURL command of a script: its words in the order in which people read them. */
import { defined } from '../../../core/defined';
import type { Auth, ChainRequest, HeaderLine, MultipartPart } from '../../../core/model';
import { composeCurl } from '../curl';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import type { OutgoingRequest } from '../outgoingRequests';
import { authParts, hasHeader, isEnabled, urlPieces } from '../requestTexts';
import type { ShellTexts } from './shellTexts';

/** What a command is written with. */
export interface CommandContext {
  readonly texts: ShellTexts;
  readonly remark: Remark;
  readonly chain: ExportedChain;
  /** What the command begins with; absent for cURL alone. */
  readonly begin?: string;
  /** The words for a text as a body. */
  readonly bodyText: (text: string) => string;
}

/** The command for a request. */
export function curlRequest(outgoing: OutgoingRequest, context: CommandContext): string {
  const { request, auth } = outgoing;
  const { texts, begin } = context;
  remarkOnMissing(outgoing, context.remark);
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
      url: texts.url(url),
      headers: headersOf([...own, ...added, ...tokenOfAws(auth)], context),
      body: body.words,
      options: [
        request.redirects === 'follow' ? '-L' : '--no-location',
        // Values of variables may hold what cURL takes for patterns.
        ...(url.some((piece) => typeof piece !== 'string') ? ['-g'] : []),
        ...credentials(auth, texts),
      ],
      ...defined({ begin }),
    },
    texts.word,
  );
}

function remarkOnMissing({ request: { query, headers }, auth }: OutgoingRequest, remark: Remark): void {
  if (auth.type === 'oauth1') {
    remark('cURL does not sign for OAuth 1.0; the authentication is left out.');
  }
  const off = [...query, ...headers].filter((row) => !isEnabled(row));
  if (off.length > 0) {
    remark(`What is switched off is left out: ${off.map(({ name }) => name).join(', ')}.`);
  }
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
  { texts, remark, chain, bodyText }: CommandContext,
): CurlBody {
  const content = texts.body(body, remark);
  const pathTo = (path: string): string => {
    const named = texts.text(chain.pathTo(part.file, path));
    return named === '-' ? './-' : named; // a dash is the standard input
  };
  switch (content.kind) {
    case 'text': {
      const { text, contentType } = content;
      return text === '' ? NO_BODY : { words: [bodyText(text)], contentType };
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
