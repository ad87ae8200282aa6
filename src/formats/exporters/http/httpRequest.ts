/** The lines of a request in an `.http` file: the request line, headers, an empty line, the body. */
import type { Auth, Field, MultipartPart } from '../../../core/model';
import { commentLine, requestLine, requestLineInBody } from '../../importers/read/http/httpLines';
import type { BodyContent } from '../bodyContents';
import type { Remark } from '../exportLog';
import type { OutgoingRequest } from '../outgoingRequests';
import { authParts, hasHeader, isEnabled, urlPieces } from '../requestTexts';
import type { Dialect } from './dialects';
import type { HttpTexts } from './httpTexts';

/** What a request is written with. */
export interface HttpRequestContext {
  readonly texts: HttpTexts;
  readonly remark: Remark;
  readonly dialect: Dialect;
  readonly pathTo: (chainFile: string, path: string) => string;
}

/** Writes a request. */
export function writeHttpRequest(outgoing: OutgoingRequest, context: HttpRequestContext): readonly string[] {
  const { request, auth, part } = outgoing;
  const { texts } = context;
  const parts = authParts(auth);
  const content = request.body === undefined ? undefined : texts.body(request.body);
  const pathTo = (path: string): string => context.pathTo(part.file, path);
  const body = content === undefined ? [] : bodyLines(content, pathTo, context);
  const type = content === undefined || body.length === 0 ? undefined : contentTypeOf(content);
  if (requestLine(`${request.method} http://h/`) === undefined) {
    context.remark(
      `Readers of .http files do not know the method ${request.method}, and take it for an address.`,
    );
  }
  const rows = [
    ...request.headers.filter(isEnabled),
    ...[
      ...(type === undefined ? [] : [field('Content-Type', type)]),
      ...parts.headers,
      ...authorization(auth, context),
    ].filter(({ name }) => !hasHeader(request.headers, name.toLowerCase())),
  ];
  return [
    `${request.method} ${texts.url(urlPieces(request, parts.query))}`,
    ...rows.flatMap((row) => headerLine(row, context)),
    ...(body.length === 0 ? [] : ['', ...body]),
  ];
}

/** A header, unless it would end before its line does, or is none: then no client could send it either. */
function headerLine({ name, value }: Field, { texts, remark }: HttpRequestContext): readonly string[] {
  const [writtenName, writtenValue] = [texts.text(name), texts.text(value)];
  if (
    !/^[!#$%&'*+.^_`|~0-9A-Za-z{}-][!#$%&'*+.^_`|~0-9A-Za-z{} -]*$/.test(writtenName) ||
    BREAK.test(writtenValue)
  ) {
    remark(`A header that cannot be sent is left out: ${JSON.stringify(writtenName)}.`);
    return [];
  }
  return [`${writtenName}: ${writtenValue}`.trimEnd()];
}

/** Ends a line somewhere. */
const BREAK = /[\0\r\n\v\f\u0085\u2028\u2029]/;

/** Schemes that REST Client and its relatives make a credential of. */
function authorization(auth: Auth, { texts, dialect }: HttpRequestContext): readonly Field[] {
  switch (auth.type) {
    case 'basic': {
      const isOneWord = /^\S+$/.test(texts.text(auth.username));
      const separator = isOneWord && auth.password !== '' ? dialect.credentials : ':';
      return [field('Authorization', `Basic ${auth.username}${separator}${auth.password}`)];
    }
    case 'digest':
      return [field('Authorization', `Digest ${auth.username} ${auth.password}`)];
    case 'awsSigV4': {
      const token = auth.sessionToken === undefined ? '' : ` token:${auth.sessionToken}`;
      return [
        field(
          'Authorization',
          `AWS ${auth.accessKeyId} ${auth.secretAccessKey}${token} region:${auth.region} service:${auth.service}`,
        ),
      ];
    }
    default:
      return [];
  }
}

function contentTypeOf(content: BodyContent): string | undefined {
  return content.kind === 'parts' ? `multipart/form-data; boundary=${BOUNDARY}` : content.contentType;
}

const BOUNDARY = 'chainwright-part';

function bodyLines(
  content: BodyContent,
  pathTo: (path: string) => string,
  { texts, remark }: HttpRequestContext,
): readonly string[] {
  switch (content.kind) {
    case 'text':
      return textLines(content.text, remark);
    case 'file':
      return fileLines(texts.text(pathTo(content.path)), remark);
    case 'parts':
      return [...content.parts.flatMap((part) => partLines(part, pathTo, texts, remark)), `--${BOUNDARY}--`];
  }
}

/** A text, unless one of its lines would be read as something else: such a line cannot be written. */
function textLines(text: string, remark: Remark): readonly string[] {
  const lines = text.split('\n');
  const taken = lines.find((line) => TAKEN.test(line));
  const changes = /\r|^\s|\s$/.test(text);
  if (taken !== undefined) {
    remark(
      `Its body has a line that readers of .http files take for a command; it is left out: ${JSON.stringify(taken.slice(0, 60))}.`,
    );
    return [];
  }
  if (changes) {
    remark(
      'Its body begins or ends with spaces, or has line breaks of another kind, which readers may change.',
    );
  }
  if (lines.some((line) => commentLine(line) !== undefined)) {
    remark(
      'Its body has lines that begin with # or //: REST Client takes them for comments and leaves them out.',
    );
  }
  if (lines.some((line) => requestLineInBody(line) !== undefined)) {
    remark('Its body has a line that some readers take for the next request.');
  }
  return text === '' ? [] : lines;
}

/** Separators, files that are read in, scripts, assertions and variables, of one reader or another. */
const TAKEN = /^\s*(?:###|<(?:@\w*)?\s|<>|<\s*\{%|>|\?\?|@[^\s=]+\s*=|\{\{[@+!]?\s*$)/;

function fileLines(path: string, remark: Remark): readonly string[] {
  if (BREAK.test(path)) {
    remark('The name of its file has a line break in it; the body is left out.');
    return [];
  }
  const isComplete = /^(?:[./]|[a-z]:)/i.test(path); // Windows: a file on another drive
  return [`< ${isComplete ? path : `./${path}`}`];
}

function partLines(
  { name, value = '', file, fileName, contentType }: MultipartPart,
  pathTo: (path: string) => string,
  texts: HttpTexts,
  remark: Remark,
): readonly string[] {
  const shownName = file === undefined ? fileName : (fileName ?? file.split('/').at(-1));
  const disposition = [
    `Content-Disposition: form-data; name="${quotable(texts.text(name))}"`,
    ...(shownName === undefined ? [] : [`filename="${quotable(texts.text(shownName))}"`]),
  ].join('; ');
  const writtenType = contentType === undefined ? '' : texts.text(contentType);
  const type = writtenType === '' || BREAK.test(writtenType) ? [] : [`Content-Type: ${writtenType}`];
  const body =
    file === undefined
      ? textLines(texts.text(value), (sentence) => remark(`Part ${name}: ${sentence}`))
      : fileLines(texts.text(pathTo(file)), remark);
  return [`--${BOUNDARY}`, disposition, ...type, '', ...(body.length === 0 ? [''] : body)];
}

/** As browsers escape names of parts, so that none ends its header (WHATWG HTML, multipart/form-data). */
function quotable(text: string): string {
  return text.replace(/["\0\r\n\v\f\u0085\u2028\u2029]/g, encodeURIComponent);
}

function field(name: string, value: string): Field {
  return { name, value, disabled: false };
}
