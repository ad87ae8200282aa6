/**
 * Undoes the escapes of a text.
 *
 * Which characters an encoder escapes, and how it spells them, differs from encoder to encoder, so a
 * value is not looked for in every spelling it may have: the text is decoded and the value is looked
 * for in what it means. What was decoded knows for each of its characters its place in the source.
 *
 * Only the surroundings of escapes are decoded. What has no escape near is found in the text itself, and
 * twenty megabytes with few escapes cost no more than a look at them.
 */
import { escapeMarks, readEscape, type Escape, type EscapeKind, type EscapeMarks } from './escapes';
import { createPlaces, type FindSource, type Places } from './places';
import { createUnitWriter, SEPARATOR, textOf, unitAt, type Units, type UnitWriter } from './units';

/** What a text says with its escapes undone. */
export interface Unescaped {
  readonly units: Uint16Array;
  readonly source: FindSource;
}

/** The characters that a JSON string literal represents, without its quotes; bad escapes stay. */
export function withoutJsonEscapes(text: string): string {
  return text.includes('\\') ? unescaped(text, JSON_ESCAPES) : text;
}

/** The characters that a form field or query value represents; `+` is a space; bad escapes stay. */
export function withoutFormEscapes(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  return spaced.includes('%') ? unescaped(spaced, FORM_ESCAPES) : spaced;
}

const JSON_ESCAPES = escapeMarks(['\\']);
const FORM_ESCAPES = escapeMarks(['%']);

/** A text with escapes of some kinds undone once. */
export function unescaped(text: string, marks: EscapeMarks): string {
  const decoded = undoEscapes(text, marks, text.length);
  return decoded === undefined ? text : textOf(decoded.units);
}

/**
 * Undoes escapes of some kinds once; absent when there are none.
 *
 * @param reach how many units before and after an escape are decoded with it, at least; what is written in
 *   characters of tokens and base64 goes along whole
 */
export function undoEscapes(units: Units, marks: EscapeMarks, reach: number): Unescaped | undefined {
  if (!marks.kinds.some((kind) => mayHold(units, kind))) {
    return undefined;
  }
  const windows = createWindows(units, reach);
  for (let at = nextMark(units, marks.units, 0); at < units.length; at = nextMark(units, marks.units, at)) {
    const escape = readEscape(units, at);
    if (escape === undefined) {
      at += 1;
    } else {
      windows.take(at, escape);
      at = escape.end;
    }
  }
  const decoded = windows.end();
  return decoded === undefined
    ? undefined
    : { units: decoded.writer.units(), source: sourceOf(units, marks.units, decoded.places) };
}

function mayHold(units: Units, kind: EscapeKind): boolean {
  if (kind === 'bytes') {
    return true;
  }
  return typeof units === 'string' ? units.includes(kind) : units.includes(kind.charCodeAt(0));
}

function nextMark(units: Units, marks: Uint8Array, from: number): number {
  let at = from;
  if (typeof units === 'string') {
    while (at < units.length && marks[units.charCodeAt(at)] !== 1) {
      at += 1;
    }
  } else {
    while (at < units.length && marks[units[at] ?? 0] !== 1) {
      at += 1;
    }
  }
  return at;
}

interface Windows {
  readonly take: (at: number, escape: Escape) => void;
  /** Everything that was taken; absent when that is nothing. */
  readonly end: () => { readonly writer: UnitWriter; readonly places: Places } | undefined;
}

/** Writes decoded escapes with what is near them; windows that meet become one. */
function createWindows(units: Units, reach: number): Windows {
  const writer = createUnitWriter();
  const places = createPlaces();
  /** Up to here the source is written. */
  let copied = 0;
  const copy = (start: number, end: number): void => {
    for (let at = start; at < end;) {
      places.note(writer.length(), at, 0);
      const next = Math.min(end, at + Math.max(1, places.next() - writer.length()));
      writer.copy(units, at, next);
      at = next;
    }
    copied = end;
  };
  const begin = (at: number): void => {
    const start = runStart(units, Math.max(at - reach, copied), copied);
    const near = writer.length() === 0 ? -1 : runEnd(units, Math.min(copied + reach, at), at);
    if (near === -1) {
      places.begin(0, start, 0);
      copy(start, at);
    } else if (start <= near) {
      copy(copied, at);
    } else {
      copy(copied, near);
      writer.write(SEPARATOR);
      places.begin(writer.length(), start, 0);
      copy(start, at);
    }
  };
  return {
    take(at, { point, end }) {
      if (writer.length() === 0 || at > copied) {
        begin(at);
      }
      places.note(writer.length(), at, 0);
      writer.writePoint(point);
      copied = end;
    },
    end() {
      if (writer.length() === 0) {
        return undefined;
      }
      copy(copied, runEnd(units, Math.min(copied + reach, units.length), units.length));
      return { writer, places };
    },
  };
}

/** Finds the source of decoded units by reading again from the nearest note. */
function sourceOf(units: Units, marks: Uint8Array, places: Places): FindSource {
  const place = (index: number) => {
    const note = places.before(index);
    let { decoded, source } = note;
    for (;;) {
      const escape = marks[unitAt(units, source)] === 1 ? readEscape(units, source) : undefined;
      const end = escape?.end ?? source + 1;
      decoded += escape !== undefined && escape.point > 0xffff ? 2 : 1;
      if (decoded > index) {
        return { start: source, end };
      }
      source = end;
    }
  };
  return (start, end) => ({ start: place(start).start, end: place(end - 1).end });
}

/** By code unit, whether tokens and base64 are written with it, line breaks included. */
const RUN = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-=.~\r\n') {
  RUN[character.charCodeAt(0)] = 1;
}

function runStart(units: Units, from: number, least: number): number {
  let at = from;
  while (at > least && RUN[unitAt(units, at - 1)] === 1) {
    at -= 1;
  }
  return at;
}

function runEnd(units: Units, from: number, most: number): number {
  let at = from;
  while (at < most && RUN[unitAt(units, at)] === 1) {
    at += 1;
  }
  return at;
}
