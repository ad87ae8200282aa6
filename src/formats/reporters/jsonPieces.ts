/**
 * JSON text in pieces: a report can be longer than a string can be, and its requests need not be in memory together.
 *
 * The pieces joined are what `JSON.stringify(value, undefined, 2)` gives. A list can be made while it is written, and
 * a long text is written in parts.
 */

/** A list whose items are made when they are written. */
export class StreamedItems {
  constructor(readonly items: Iterable<unknown>) {}
}

/** Lays out plain JSON data; `indent` is that of the line on which it begins. */
export function* jsonPieces(value: unknown, indent = ''): Generator<string> {
  if (sizeOf(value) <= PIECE) {
    yield JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`);
  } else if (typeof value === 'string') {
    yield* textPieces(value);
  } else {
    yield* memberPieces(value, indent);
  }
}

/** UTF-16 code units of a piece, before escaping makes it longer. */
const PIECE = 65_536;

/** About how much text a value has; a streamed list counts as long, because it is not known. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    return value.length;
  }
  if (value instanceof StreamedItems) {
    return Number.POSITIVE_INFINITY;
  }
  if (typeof value !== 'object' || value === null) {
    return 1;
  }
  let size = 1;
  for (const [name, member] of Object.entries(value)) {
    size += name.length + sizeOf(member);
  }
  return size;
}

function* memberPieces(value: unknown, indent: string): Generator<string> {
  const isList = Array.isArray(value) || value instanceof StreamedItems;
  const inner = `${indent}  `;
  let before = isList ? '[' : '{';
  let isEmpty = true;
  for (const [name, member] of membersOf(value)) {
    yield `${before}\n${inner}${name}`;
    yield* jsonPieces(member, inner);
    before = ',';
    isEmpty = false;
  }
  yield `${isEmpty ? before : `\n${indent}`}${isList ? ']' : '}'}`;
}

function* membersOf(value: unknown): Generator<readonly [name: string, member: unknown]> {
  if (Array.isArray(value) || value instanceof StreamedItems) {
    const items: Iterable<unknown> = Array.isArray(value) ? value : value.items;
    for (const item of items) {
      yield ['', item === undefined ? null : item];
    }
    return;
  }
  for (const [name, member] of Object.entries(value ?? {})) {
    if (member !== undefined) {
      yield [`${JSON.stringify(name)}: `, member];
    }
  }
}

function* textPieces(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length;) {
    const end = partEnd(text, start + PIECE);
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

/** Both halves of a surrogate pair are in one part; alone, each would be escaped. */
function partEnd(text: string, end: number): number {
  return isHigh(text.charCodeAt(end - 1)) && isLow(text.charCodeAt(end)) ? end + 1 : end;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
