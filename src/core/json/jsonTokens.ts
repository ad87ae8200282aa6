/**
 * The tokens of a JSON text, without parsing it into values: for work on texts of any size and depth
 * where every other character must stay unchanged.
 *
 * The scanner accepts anything: what is not JSON becomes scalars. Order and nesting are the
 * visitor's affair.
 */

/** `"` begins a string, `{ } [ ] : ,` are their own kinds, everything else (`12`, `true`) is a scalar. */
export type JsonTokenKind = '"' | '{' | '}' | '[' | ']' | ':' | ',' | 'scalar';

/** One token; offsets in UTF-16 code units, `end` exclusive, the quotes of a string included. */
export type VisitJsonToken = (kind: JsonTokenKind, start: number, end: number) => void;

/** Calls `visit` for each token in order; an unterminated string ends with the text. */
export function scanJson(text: string, visit: VisitJsonToken): void {
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code] : undefined;
    if (kind === 'whitespace') {
      at += 1;
      continue;
    }
    const end = kind === '"' ? stringEnd(text, at) : kind === undefined ? scalarEnd(text, at) : at + 1;
    visit(kind ?? 'scalar', at, end);
    at = end;
  }
}

const KINDS: readonly (JsonTokenKind | 'whitespace' | undefined)[] = Array.from(
  { length: 128 },
  (_, code) => {
    const character = String.fromCharCode(code);
    return ' \t\r\n'.includes(character) ? 'whitespace' : punctuation(character);
  },
);

function punctuation(character: string): JsonTokenKind | undefined {
  return (['"', '{', '}', '[', ']', ':', ','] as const).find((kind) => kind === character);
}

function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      return at + 1;
    }
    if (code === 0x5c) {
      at += 1;
    }
  }
  return text.length;
}

function scalarEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code < 128 && KINDS[code] !== undefined) {
      break;
    }
    at += 1;
  }
  return at;
}
