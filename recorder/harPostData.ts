/** The body of a request in HAR 1.2: as text, or part by part where it is made of parts. */
import type { Param, PostData } from 'har-format';
import { headerRows, headerValue, type Exchange } from './exchange';

/** HAR's `postData`; absent when nothing was sent. */
export function harPostData({ postData, postDataMissing, headers }: Exchange): PostData | undefined {
  const comment = postDataMissing === undefined ? {} : { comment: postDataMissing };
  const mimeType = headerValue(headers, 'content-type') ?? '';
  if (postData === undefined) {
    return postDataMissing === undefined ? undefined : { mimeType, text: '', ...comment };
  }
  const boundary = /^multipart\/form-data\s*;.*?\bboundary="?([^";\s]+)/i.exec(mimeType)?.[1];
  return boundary === undefined
    ? { mimeType, text: postData, ...comment }
    : { mimeType, params: partsOf(postData, boundary), ...comment };
}

/** The parts of a multipart body. Files are named; their content does not belong into a recording. */
function partsOf(text: string, boundary: string): Param[] {
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = '', ...content] = part.replace(/^\r\n/, '').split('\r\n\r\n');
      const fields = headerRows(Object.fromEntries(head.split('\r\n').map(fieldOf)));
      const disposition = headerValue(fields, 'content-disposition') ?? '';
      const name = quoted(disposition, 'name') ?? '';
      const fileName = quoted(disposition, 'filename');
      const contentType = headerValue(fields, 'content-type');
      return {
        name,
        ...(fileName === undefined ? { value: content.join('\r\n\r\n').replace(/\r\n$/, '') } : { fileName }),
        ...(contentType === undefined ? {} : { contentType }),
      };
    });
}

function fieldOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** A parameter of a header field as browsers write it: quotes and line breaks are percent-encoded. */
function quoted(field: string, name: string): string | undefined {
  return new RegExp(`;\\s*${name}="([^"]*)"`, 'i')
    .exec(field)?.[1]
    ?.replace(/%22|%0D|%0A/gi, (code) => decodeURIComponent(code));
}
