/**
 * A request as text, as it would go over the wire: request line, every header line, a blank line, the
 * body. What is not known yet stays a reference; above it comments say what that means.
 */
import type { HeaderLine } from './model';
import { prettyJson } from './prettyJson';
import type { RecordedBody } from './result';
import { oneLine, shorten } from './shownText';

/** A request with secrets masked and references where there is no value. */
export interface PreviewedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: RecordedBody;
}

/** A preview: whole sentences about the request, and the request as far as it is known. */
export interface Preview {
  readonly remarks: readonly string[];
  /** Absent when the chain cannot be read. */
  readonly request?: PreviewedRequest;
}

/** UTF-16 code units of a body that is shown. */
const MAX_BODY = 200_000;

/** The text of a preview. */
export function previewText({ remarks, request }: Preview): string {
  const comments = remarks.map((remark) => `# ${oneLine(remark)}`);
  if (request === undefined) {
    return lines(comments);
  }
  const { method, url, headers, body } = request;
  const head = [`${method} ${url} HTTP/1.1`, ...headers.map(({ name, value }) => `${name}: ${value}`)];
  return lines([
    ...comments,
    ...(comments.length === 0 ? [] : ['']),
    ...head.map(oneLine),
    ...(body === undefined ? [] : ['', bodyText(body)]),
  ]);
}

function bodyText({ encoding, content, size, mediaType }: RecordedBody): string {
  if (encoding === 'base64') {
    return `# ${size} bytes${mediaType === '' ? '' : ` of ${oneLine(mediaType)}`}, which are no text.`;
  }
  return shorten(/[/+]json$/.test(mediaType) ? prettyJson(content) : content, MAX_BODY);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}
