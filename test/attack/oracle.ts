/**
 * The judge of every attack: whether a text gives a secret away.
 *
 * A text leaks when 8 or more consecutive characters of the secret are in it, as they are or after undoing any
 * of the encodings, in any nesting. The judge shares no code with the product's masking and is
 * simple instead of fast: it undoes whatever may be an encoding, over and over, and searches each reading.
 */
import type { AttackSecret } from './secrets';
import { undoEntities } from './undoEntities';

/** A piece of a secret that a text gives away. */
export interface Leak {
  readonly piece: string;
  /** What was undone to see it, in order. */
  readonly undone: readonly string[];
  /** The text around the piece, in the reading in which it was seen. */
  readonly excerpt: string;
}

/** Looks for a secret in a text; absent when no part of it is there. */
export type Oracle = (text: string) => Leak | undefined;

/** So many consecutive characters are a leak. */
const PIECE = 8;
const MAX_DEPTH = 6;
/** Characters around a piece in an excerpt. */
const AROUND = 30;

/** Makes the judge for one secret, or for one of several texts that belong together. */
export function createOracle(secret: Pick<AttackSecret, 'value' | 'publicParts'>): Oracle {
  const forms = [secret.value, ...ownReadings(secret.value)];
  const known = new Set(secret.publicParts.flatMap((part) => [part, ...ownReadings(part)]).flatMap(piecesOf));
  const pieces = new Set(forms.flatMap(piecesOf).filter((piece) => !known.has(piece)));
  const begins = new Set([...pieces].map((piece) => piece.slice(0, 2)));
  const find = (text: string): number => {
    for (let at = 0; at + PIECE <= text.length; at += 1) {
      if (begins.has(text.slice(at, at + 2)) && pieces.has(text.slice(at, at + PIECE))) {
        return at;
      }
    }
    return -1;
  };
  return (text) => explore(text, find);
}

/** Breadth first, so that the shortest way to see a piece is reported. */
function explore(text: string, find: (text: string) => number): Leak | undefined {
  const seen = new Set([text]);
  let level: { readonly text: string; readonly undone: readonly string[] }[] = [{ text, undone: [] }];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth += 1) {
    const next: typeof level = [];
    for (const reading of level) {
      const at = find(reading.text);
      if (at >= 0) {
        const excerpt = reading.text.slice(Math.max(0, at - AROUND), at + PIECE + AROUND);
        return { piece: reading.text.slice(at, at + PIECE), undone: reading.undone, excerpt };
      }
      for (const [name, undo] of UNDO) {
        const undone = undo(reading.text);
        if (undone.length >= PIECE && !seen.has(undone)) {
          seen.add(undone);
          next.push({ text: undone, undone: [...reading.undone, name] });
        }
      }
    }
    level = next;
  }
  return undefined;
}

/** What a value with escapes of its own becomes when a reader undoes them. */
function ownReadings(value: string): readonly string[] {
  const readings: string[] = [];
  for (let reading = undoEscapes(value), last = value; reading !== last && readings.length < MAX_DEPTH;) {
    readings.push(reading);
    last = reading;
    reading = undoEscapes(reading);
  }
  return readings;
}

function piecesOf(value: string): readonly string[] {
  return Array.from({ length: Math.max(0, value.length - PIECE + 1) }, (_, at) =>
    value.slice(at, at + PIECE),
  );
}

function undoPercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function undoBackslashes(text: string): string {
  return text.replace(/(?:\\x[0-9A-Fa-f]{2})+|\\u[0-9A-Fa-f]{4}|\\[^ux]/gs, (escape) => {
    const kind = escape.charAt(1);
    switch (kind) {
      case 'x':
        return Buffer.from(escape.replaceAll('\\x', ''), 'hex').toString('utf8');
      case 'u':
        return String.fromCharCode(parseInt(escape.slice(2), 16));
      default:
        return CONTROLS[kind] ?? kind;
    }
  });
}

/** One layer of whatever kind of escape is there. */
function undoEscapes(text: string): string {
  return text.replace(
    /(?:%[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|\\u[0-9A-Fa-f]{4}|\\[^ux]|&#?[0-9A-Za-z]{1,32};/gs,
    (escape) => {
      const undo = escape.startsWith('%')
        ? undoPercent
        : escape.startsWith('&')
          ? undoEntities
          : undoBackslashes;
      return undo(escape);
    },
  );
}

/** What base64 may hold, at every alignment: its printable stretches. */
function undoBase64(text: string): string {
  return printable(
    (text.match(/[A-Za-z0-9+/_-]{11,}/g) ?? []).flatMap((run) =>
      [0, 1, 2, 3].map((lead) => Buffer.from(run.slice(lead), 'base64').toString('latin1')),
    ),
  );
}

function undoHex(text: string): string {
  return printable(
    (text.match(/[0-9A-Fa-f]{16,}/g) ?? []).flatMap((run) =>
      [0, 1].map((lead) => Buffer.from(run.slice(lead), 'hex').toString('latin1')),
    ),
  );
}

function printable(decoded: readonly string[]): string {
  return decoded
    .flatMap((one) => one.replaceAll('\0', '').match(/[\t\n\r\x20-\x7e]{8,}/g) ?? [])
    .join('\u0001');
}

/** Joins the lines of base64, however their breaks are shown. */
function unwrap(text: string): string {
  return text.replace(/(?<=[A-Za-z0-9+/]{16})(?:\s|\\r|\\n|[␊␍↵⏎])+(?=[A-Za-z0-9+/=]{4})/g, '');
}

const UNDO: readonly (readonly [name: string, undo: (text: string) => string])[] = [
  ['escapes', undoEscapes],
  ['percent', undoPercent],
  ['backslashes', undoBackslashes],
  ['entities', undoEntities],
  ['plus', (text) => text.replaceAll('+', ' ')],
  ['line breaks', unwrap],
  ['base64', undoBase64],
  ['hex', undoHex],
  ['UTF-16', (text) => text.replace(/[\0\u2400\ufffd]/g, '')],
];
