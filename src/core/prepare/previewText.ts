/**
 * A request as text, as it would go over the wire: request line, every header line, an empty line, the
 * body. What is not known yet stays a reference; above it comments say what that means.
 */
import { CALL } from '../files/chainShape';
import type { HeaderLine } from '../model';
import { prettyJson } from '../json/prettyJson';
import type { RecordedBody } from '../result/result';
import { oneLine, shorten } from '../shownText';

/** A request with secrets masked, and references for missing values. */
export interface PreviewedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: RecordedBody;
}

/** A preview: whole sentences about the request, and the known parts of the request. */
export interface Preview {
  readonly remarks: readonly string[];
  /** Absent when the chain cannot be read. */
  readonly request?: PreviewedRequest;
}

/** UTF-16 code units of a body that is shown. */
const MAX_BODY = 200_000;

/** The text of a preview. */
export function previewText({ remarks, request }: Preview): string {
  const laidOut = request !== undefined && isLaidOut(request) ? [LAID_OUT] : [];
  const comments = [...remarks, ...laidOut].map((remark) => `# ${oneLine(remark)}`);
  if (request === undefined) {
    return lines(comments);
  }
  const { method, url, headers, body } = request;
  const version = method === CALL ? [] : ['HTTP/1.1'];
  const head = [
    [method, url, ...version].join(' '),
    ...headers.map(({ name, value }) => `${name}: ${value}`),
  ];
  return lines([
    ...comments,
    ...(comments.length === 0 ? [] : ['']),
    ...head.map(oneLine),
    ...(body === undefined ? [] : ['', bodyText(body)]),
  ]);
}

const LAID_OUT = 'The body is laid out for reading. Content-Length counts the bytes that are sent.';

/** Whether a length is stated that is not the one of the body as shown. */
function isLaidOut({ headers, body }: PreviewedRequest): boolean {
  const isCounted = headers.some(({ name }) => name.toLowerCase() === 'content-length');
  return isCounted && body?.encoding === 'utf8' && readable(body) !== body.content;
}

function bodyText(body: RecordedBody): string {
  const { encoding, size, mediaType } = body;
  if (encoding === 'base64') {
    return `# ${size} bytes${mediaType === '' ? '' : ` of ${oneLine(mediaType)}`}, which are no text.`;
  }
  return shorten(readable(body), MAX_BODY);
}

/** A body laid out for reading. */
export function readable({ content, mediaType }: Pick<RecordedBody, 'content' | 'mediaType'>): string {
  return /[/+]json$/.test(mediaType) ? prettyJson(content) : content;
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
