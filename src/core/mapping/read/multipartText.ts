/**
 * Fields of a multipart body that is kept as the text that was sent (RFC 7578). Browsers record it so. Contents of
 * files are no fields.
 */

/** A field, and where its value is in the text; UTF-16 code units, `end` exclusive. */
export interface MultipartField {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** The fields in order; none of a text that does not begin with a boundary. */
export function multipartTexts(text: string): readonly MultipartField[] {
  const [first = ''] = /^--[^\r\n]+/.exec(text) ?? [];
  const delimiter = `\r\n${first}`;
  const fields: MultipartField[] = [];
  let start = first.length;
  while (first !== '' && text.startsWith('\r\n', start)) {
    const end = indexOrEnd(text, delimiter, start + 2);
    const field = fieldIn(text, start + 2, end);
    fields.push(...(field === undefined ? [] : [field]));
    start = end + delimiter.length;
  }
  return fields;
}

/** The field of a part; absent for a file and for what is not a field. */
function fieldIn(text: string, begin: number, end: number): MultipartField | undefined {
  // Searched no further, so that many parts without an end of their headers are read once.
  const top = text.slice(begin, Math.min(end, begin + MAX_HEAD));
  const blank = top.indexOf('\r\n\r\n');
  const [line = ''] = /^content-disposition:.*$/im.exec(top.slice(0, Math.max(blank, 0))) ?? [];
  const [, name] = /[ ;]name="([^"]*)"/i.exec(line) ?? [];
  const isFile = /[ ;]filename\*?=/i.test(line);
  const start = begin + blank + 4;
  return name === undefined || isFile ? undefined : { name, value: text.slice(start, end), start, end };
}

/** Headers of a part are short. */
const MAX_HEAD = 4096;

function indexOrEnd(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from);
  return at === -1 ? text.length : at;
}
