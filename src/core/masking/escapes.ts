/**
 * The escapes that APIs, browsers and pages write: `%C3%A4` (RFC 3986 §2.1), `\n` and `\u00e4` (RFC 8259 §7)
 * with the other escapes of JavaScript's strings, `&amp;` and `&#228;` (HTML), and the bytes of UTF-8 where each
 * became a character. Read one at a time from UTF-16 code units; what only looks like an escape is none.
 */
import { textOf, unitAt, type Units } from './units';

/** Escapes by the character they begin with, percent, JSON, HTML; and bytes of UTF-8. */
export type EscapeKind = '%' | '\\' | '&' | 'bytes';

/** One character that was read: its code point, or a lone half of one, and where its source ends. */
export interface Escape {
  readonly point: number;
  readonly end: number;
}

/** The escape of any kind that begins at `at`; absent when none does. */
export function readEscape(units: Units, at: number): Escape | undefined {
  switch (unitAt(units, at)) {
    case PERCENT:
      return readPercent(units, at);
    case BACKSLASH:
      return readBackslash(units, at);
    case AMPERSAND:
      return readEntity(units, at);
    default:
      return readSequence(units, at, RAW);
  }
}

/** Kinds of escapes, and what they can begin with. */
export interface EscapeMarks {
  readonly kinds: readonly EscapeKind[];
  /** By code unit, 1 when an escape of one of the kinds can begin with it. */
  readonly units: Uint8Array;
}

/** The marks of some kinds. */
export function escapeMarks(kinds: readonly EscapeKind[]): EscapeMarks {
  const units = new Uint8Array(256);
  for (const kind of kinds) {
    if (kind === 'bytes') {
      units.fill(1, 0xc2, 0xf5);
    } else {
      units[kind.charCodeAt(0)] = 1;
    }
  }
  return { kinds, units };
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;
const MAX_POINT = 0x10ffff;

/** Code units of one byte: itself, or a percent sign and two digits. */
const RAW = 1;
const ESCAPED = 3;

/** Bytes are UTF-8; one that is not is Latin-1, which older encoders write. */
function readPercent(units: Units, at: number): Escape | undefined {
  const first = byteAt(units, at, ESCAPED);
  return first === undefined
    ? undefined
    : (readSequence(units, at, ESCAPED) ?? { point: first, end: at + ESCAPED });
}

/** A character of several bytes in UTF-8. */
function readSequence(units: Units, at: number, width: number): Escape | undefined {
  const first = byteAt(units, at, width) ?? 0;
  const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0;
  if (more === 0) {
    return undefined;
  }
  let point = first & (0x3f >> more);
  for (let index = 1; index <= more; index += 1) {
    const byte = byteAt(units, at + width * index, width);
    if (byte === undefined || byte >> 6 !== 2) {
      return undefined;
    }
    point = (point << 6) | (byte & 0x3f);
  }
  return point > MAX_POINT ? undefined : { point, end: at + width * (more + 1) };
}

function byteAt(units: Units, at: number, width: number): number | undefined {
  const unit = unitAt(units, at);
  if (width === RAW) {
    return unit < 0x100 ? unit : undefined;
  }
  return unit === PERCENT ? hexNumber(units, at + 1, at + 3) : undefined;
}

/** Code units after the backslash, and the characters they encode. */
const SHORT: ReadonlyMap<number, number> = new Map(
  [...'"\'`\\/bfnrtv'].map((letter, index) => [
    letter.charCodeAt(0),
    '"\'`\\/\b\f\n\r\t\v'.charCodeAt(index),
  ]),
);

/** `\x41`, `\u0041`, and eight digits in Python's `\U00000041`. */
const DIGITS: ReadonlyMap<number, number> = new Map([
  [0x78, 2],
  [0x75, 4],
  [0x55, 8],
]);

function readBackslash(units: Units, at: number): Escape | undefined {
  const letter = unitAt(units, at + 1);
  const short = SHORT.get(letter);
  if (short !== undefined) {
    return { point: short, end: at + 2 };
  }
  const digits = DIGITS.get(letter);
  if (digits === undefined) {
    return undefined;
  }
  const end = at + 2 + digits;
  const point = hexNumber(units, at + 2, end);
  return point === undefined || point > MAX_POINT ? undefined : { point, end };
}

function readEntity(units: Units, at: number): Escape | undefined {
  if (unitAt(units, at + 1) === 0x23) {
    return (unitAt(units, at + 2) | 0x20) === 0x78
      ? readNumber(units, at + 3, 16)
      : readNumber(units, at + 2, 10);
  }
  let end = at + 1;
  while (end - at <= MAX_ENTITY_NAME && isNamePart(unitAt(units, end))) {
    end += 1;
  }
  if (unitAt(units, end) !== SEMICOLON) {
    return undefined;
  }
  const point = entityPoint(textOf(units, at + 1, end));
  return point === undefined ? undefined : { point, end: end + 1 };
}

/** A number with any zeros before it, up to a semicolon. No escape begins among digits: none is read twice. */
function readNumber(units: Units, start: number, radix: 10 | 16): Escape | undefined {
  let point = 0;
  let at = start;
  for (let digit = hexDigit(unitAt(units, at)); digit !== -1 && digit < radix;) {
    point = Math.min(point * radix + digit, MAX_POINT + 1);
    at += 1;
    digit = hexDigit(unitAt(units, at));
  }
  const isRead = at > start && unitAt(units, at) === SEMICOLON && point <= MAX_POINT;
  return isRead ? { point, end: at + 1 } : undefined;
}

function isNamePart(unit: number): boolean {
  const lower = unit | 0x20;
  return (lower >= 0x61 && lower <= 0x7a) || (unit >= 0x30 && unit <= 0x39);
}

function hexNumber(units: Units, start: number, end: number): number | undefined {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = hexDigit(unitAt(units, at));
    if (digit === -1) {
      return undefined;
    }
    number = number * 16 + digit;
  }
  return number;
}

function hexDigit(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) {
    return unit - 0x30;
  }
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * The code point of an entity of HTML by its name, which is case-sensitive; absent for a name that is not known here.
 * Known are those of ASCII, of Latin-1, and the ellipsis
 * (https://html.spec.whatwg.org/multipage/named-characters.html).
 */
function entityPoint(name: string): number | undefined {
  return POINTS.get(name);
}

/** Letters of the longest name. */
const MAX_ENTITY_NAME = 16;

/** Names of ASCII: the character's code in hexadecimal digits, then its names. */
const ASCII =
  '9 Tab;a NewLine;21 excl;22 quot QUOT;23 num;24 dollar;25 percnt;26 amp AMP;27 apos;28 lpar;29 rpar;' +
  '2a ast midast;2b plus;2c comma;2e period;2f sol;3a colon;3b semi;3c lt LT;3d equals;3e gt GT;3f quest;' +
  '40 commat;5b lsqb lbrack;5c bsol;5d rsqb rbrack;5e Hat;5f lowbar UnderBar;60 grave DiacriticalGrave;' +
  '7b lcub lbrace;7c verbar vert VerticalLine;7d rcub rbrace;a0 NonBreakingSpace;2026 hellip mldr';

/** Names of Latin-1 from U+00A0 on, in order. */
const LATIN_1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 ' +
  'acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml ' +
  'Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde ' +
  'Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ' +
  'ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide ' +
  'oslash ugrave uacute ucirc uuml yacute thorn yuml';

const POINTS: ReadonlyMap<string, number> = new Map([
  ...LATIN_1.split(' ').map((name, index): [string, number] => [name, 0xa0 + index]),
  ...ASCII.split(';').flatMap((line) => {
    const [code = '', ...names] = line.split(' ');
    return names.map((name): [string, number] => [name, Number.parseInt(code, 16)]);
  }),
]);
