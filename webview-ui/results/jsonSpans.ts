/**
 * Colours for JSON text: the text cut into spans of a kind, nothing added and nothing lost. It works on
 * any text, so a body that was cut off is coloured as far as it goes.
 */

/** A stretch of text; put together again, the spans are the text. */
export interface JsonSpan {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'plain';
  readonly text: string;
}

// A string without an end reaches to the end of the text: so no quote is ever tried in vain.
const TOKEN = /("(?:[^"\\]|\\[^]?)*(?:"|$))(\s*:)?|(-?\d[\d.]*(?:[eE][+-]?\d+)?)|\b(true|false|null)\b/g;

/** The spans of a text, in order. */
export function jsonSpans(text: string): readonly JsonSpan[] {
  const spans: JsonSpan[] = [];
  let end = 0;
  const add = (kind: JsonSpan['kind'], piece: string): void => {
    if (piece !== '') {
      spans.push({ kind, text: piece });
    }
    end += piece.length;
  };
  for (const match of text.matchAll(TOKEN)) {
    const [, quoted, colon, number, word] = match;
    add('plain', text.slice(end, match.index));
    if (quoted !== undefined) {
      add(colon === undefined ? 'string' : 'name', quoted);
      add('plain', colon ?? '');
    } else if (number !== undefined) {
      add('number', number);
    } else {
      add('word', word ?? '');
    }
  }
  add('plain', text.slice(end));
  return spans;
}
