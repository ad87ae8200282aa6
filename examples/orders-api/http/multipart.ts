/** Multipart form bodies (RFC 7578): parts between boundary lines, files as bytes. */
import { badRequest, headerOf, type ApiRequest } from './request';

/** One part; `fileName` is absent for an ordinary field. */
export interface Part {
  readonly name: string;
  readonly fileName?: string;
  readonly contentType: string;
  readonly content: Buffer;
}

const BLANK_LINE = Buffer.from('\r\n\r\n');

/** The parts of the body in order; throws a 400 when it is not a multipart form. */
export function partsOf(request: ApiRequest): readonly Part[] {
  const contentType = headerOf(request, 'content-type') ?? '';
  const boundary = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
    contentType,
  );
  const mark = boundary?.[1] ?? boundary?.[2];
  if (mark === undefined) {
    throw badRequest('invalid-multipart', 'Send multipart/form-data with a boundary.');
  }
  return sections(request.body, mark).map(parsePart);
}

function sections(body: Buffer, mark: string): readonly Buffer[] {
  // The first delimiter has no line break before it; giving it one makes all of them alike.
  const text = Buffer.concat([Buffer.from('\r\n'), body]);
  const delimiter = Buffer.from(`\r\n--${mark}`);
  const found: Buffer[] = [];
  let start = text.indexOf(delimiter);
  for (;;) {
    if (start < 0) {
      throw badRequest('invalid-multipart', 'The body ends before its closing boundary.');
    }
    const begin = start + delimiter.length;
    if (text.subarray(begin, begin + 2).toString('latin1') === '--') {
      return found;
    }
    const next = text.indexOf(delimiter, begin);
    found.push(text.subarray(begin + 2, next < 0 ? text.length : next));
    start = next;
  }
}

function parsePart(section: Buffer): Part {
  const end = section.indexOf(BLANK_LINE);
  const head = section.subarray(0, Math.max(end, 0)).toString('utf8');
  const name = /^content-disposition:.*?;\s*name="([^"\r\n]*)"/im.exec(head)?.[1];
  if (end < 0 || name === undefined) {
    throw badRequest('invalid-multipart', 'Give every part a Content-Disposition with a name.');
  }
  const fileName = /^content-disposition:.*?;\s*filename="([^"\r\n]*)"/im.exec(head)?.[1];
  const contentType = /^content-type:\s*([^\r\n]+)/im.exec(head)?.[1]?.trim();
  return {
    name,
    ...(fileName === undefined ? {} : { fileName }),
    contentType: contentType ?? (fileName === undefined ? 'text/plain' : 'application/octet-stream'),
    content: section.subarray(end + BLANK_LINE.length),
  };
}
