/**
 * A multipart body that somebody wrote out as text, boundaries and all (RFC 7578, RFC 2046 §5.1), as the parts
 * of a chain. Tools that send texts as they are have it, and so have calls that were copied from a browser.
 */
import type { WrittenPart } from '../../../core/files/writtenChain';

/** Reads the content of a part that refers to a file; absent when it is ordinary text. */
export type PartFile = (content: string) => string | undefined;

/**
 * The parts of a text; absent when it is not a form, or contains what no part of a chain can express.
 *
 * @param contentType value of the header that names the boundary
 */
export function readMultipart(
  text: string,
  contentType: string,
  fileIn: PartFile = () => undefined,
): readonly WrittenPart[] | undefined {
  const [, quoted, bare] =
    /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^\s;]+))/is.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) {
    return undefined;
  }
  const pieces = `\n${text.replaceAll('\r\n', '\n')}`.split(`\n--${boundary}`);
  const [preamble = '', ...parts] = pieces;
  const isClosed = parts.at(-1)?.trim() === '--';
  const read = parts.slice(0, isClosed ? -1 : undefined).map((part) => readPart(part, fileIn));
  const isSound = preamble.trim() === '' && read.length > 0;
  return isSound && read.every((part) => part !== undefined) ? read : undefined;
}

function readPart(part: string, fileIn: PartFile): WrittenPart | undefined {
  const [, head = '', text = ''] = /^[ \t]*\n(.*?)(?:\n[ \t]*\n(.*))?$/s.exec(part) ?? [];
  const valueOf = headerReader(head);
  const disposition = valueOf('content-disposition') ?? '';
  const name = /^form-data\b/i.test(disposition) ? (parameter(disposition, 'name') ?? '') : '';
  if (name === '') {
    return undefined;
  }
  const file = fileIn(text);
  const type = valueOf('content-type') ?? '';
  return {
    name,
    ...(file === undefined ? { value: text } : { file }),
    ...statedFileName(parameter(disposition, 'filename'), file),
    ...(type === '' ? {} : { contentType: type }),
  };
}

/** A file name that the file's own does not say already. */
function statedFileName(
  fileName: string | undefined,
  file: string | undefined,
): Pick<WrittenPart, 'fileName'> {
  return fileName === undefined || fileName === file?.split('/').at(-1) ? {} : { fileName };
}

function headerReader(head: string): (name: string) => string | undefined {
  const headers = head.split('\n').map((line) => /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line));
  return (name) => headers.find((header) => header?.[1]?.toLowerCase() === name)?.[2];
}

/** A parameter of a header field: `name="title"`, `filename=x.pdf`. */
function parameter(header: string, wanted: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`;\\s*${wanted}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;]+))`, 'i').exec(header) ?? [];
  return quoted?.replace(/\\(["\\])/g, '$1') ?? bare;
}
