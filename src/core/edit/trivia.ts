/**
 * The text between the values of a JSON text with comments: spaces, line breaks, comments and commas.
 *
 * Offsets are those of a text without faults, from the end of one token; under that condition looking at
 * single characters is enough.
 */

/** Offset of the next token at or after `offset`: spaces, line breaks and comments are skipped. */
export function skipTrivia(text: string, offset: number): number {
  let at = offset;
  for (;;) {
    if (isBlank(text, at) || isLineBreak(text, at)) {
      at += 1;
      continue;
    }
    const end = commentEnd(text, at);
    if (end === undefined) {
      return at;
    }
    at = end;
  }
}

/** Offset of the comma that follows a value ending at `offset`, comments in between or not. */
export function commaAfter(text: string, offset: number): number | undefined {
  const at = skipTrivia(text, offset);
  return text[at] === ',' ? at : undefined;
}

/**
 * Offset after the remarks that close the line of `offset`: the comments to its right, when nothing else
 * is there; otherwise `offset` itself.
 */
export function endOfRemarks(text: string, offset: number): number {
  let at = skipSpaces(text, offset);
  for (let end = commentEnd(text, at); end !== undefined; end = commentEnd(text, at)) {
    at = skipSpaces(text, end);
  }
  return isLineEnd(text, at) ? at : offset;
}

/** Offset of the first character at or after `offset` that is not a space or tab. */
export function skipSpaces(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text, at)) {
    at += 1;
  }
  return at;
}

/** Offset of the first of the spaces and tabs that end at `offset`. */
export function skipSpacesBack(text: string, offset: number): number {
  let at = offset;
  while (isBlank(text, at - 1)) {
    at -= 1;
  }
  return at;
}

/** Whether a line break is at `offset`, or the text ends there. */
export function isLineEnd(text: string, offset: number): boolean {
  return offset >= text.length || isLineBreak(text, offset);
}

/** Offset of the first character of the line that `offset` is in. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && !isLineBreak(text, at - 1)) {
    at -= 1;
  }
  return at;
}

/** Offset of the line break that ends at `offset`, CR LF as one. */
export function lineBreakBefore(text: string, offset: number): number {
  return text.startsWith('\r\n', offset - 2) && offset >= 2 ? offset - 2 : Math.max(offset - 1, 0);
}

/** The spaces and tabs at the start of a line. */
export function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return text.slice(start, skipSpaces(text, start));
}

/** Whether only spaces and tabs come before `offset` in its line. */
export function beginsLine(text: string, offset: number): boolean {
  return skipSpacesBack(text, offset) === lineStart(text, offset);
}

/** End of the comment that begins at `offset`; a line comment ends before its line break. */
function commentEnd(text: string, offset: number): number | undefined {
  if (text.startsWith('//', offset)) {
    let at = offset;
    while (!isLineEnd(text, at)) {
      at += 1;
    }
    return at;
  }
  if (!text.startsWith('/*', offset)) {
    return undefined;
  }
  const end = text.indexOf('*/', offset + 2);
  return end === -1 ? text.length : end + 2;
}

function isBlank(text: string, offset: number): boolean {
  return text[offset] === ' ' || text[offset] === '\t';
}

function isLineBreak(text: string, offset: number): boolean {
  return text[offset] === '\n' || text[offset] === '\r';
}
