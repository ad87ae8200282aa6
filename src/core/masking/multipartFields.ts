/**
 * Fields of a multipart body (RFC 7578), found by their names.
 *
 * Bodies are untrusted, so every line is read once and nothing is searched twice: a part begins
 * where the last one ended. The boundary is not asked for, because a cut-off body is read as well.
 */

/** The place of the first line of a field's value; UTF-16 code units, `end` exclusive. */
export interface FieldPlace {
  readonly start: number;
  readonly end: number;
}

/** Where the line that begins at `start` ends, its line break not included. */
export type FindLineEnd = (text: string, start: number) => number;

/** Fields, in order, that have a name for which `isWanted` holds; their values may be empty. */
export function* multipartFields(
  content: string,
  isWanted: (name: string) => boolean,
  findLineEnd: FindLineEnd = lineEnd,
): Generator<FieldPlace> {
  const marks = /content-disposition:/gi;
  for (let mark = marks.exec(content); mark !== null; mark = marks.exec(content)) {
    let wanted = false;
    let start = mark.index;
    let end = findLineEnd(content, start);
    while (end > start) {
      wanted ||= hasName(content.slice(start, end), isWanted);
      start = nextLine(content, end);
      end = findLineEnd(content, start);
    }
    start = nextLine(content, end);
    end = findLineEnd(content, start);
    if (wanted) {
      yield { start, end };
    }
    marks.lastIndex = end;
  }
}

/** Whether a header line names the field so; a part that does so twice is taken at each of its words. */
function hasName(line: string, isWanted: (name: string) => boolean): boolean {
  if (!/content-disposition:/i.test(line)) {
    return false;
  }
  for (const [, name = ''] of line.matchAll(/[ ;]name="([^"]{1,200})"/gi)) {
    if (isWanted(name)) {
      return true;
    }
  }
  return false;
}

function lineEnd(text: string, start: number): number {
  const at = text.indexOf('\n', start);
  const end = at === -1 ? text.length : at;
  return end > start && text[end - 1] === '\r' ? end - 1 : end;
}

function nextLine(text: string, end: number): number {
  const at = text[end] === '\r' ? end + 1 : end;
  return text[at] === '\n' ? at + 1 : at;
}
