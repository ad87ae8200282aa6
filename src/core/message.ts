/**
 * Messages: what the engine says about a request, before masking.
 *
 * A message quotes what servers and people wrote. Any part may be a secret, or turn out to be one once the
 * whole answer has been read, and a secret that was cut is not recognised any more. So a message keeps its
 * values whole, and a single function turns it into text, which masks first and then shortens. What shows,
 * writes or sends something takes text and never a message, so the wrong order does not compile.
 */
import { oneLine, shorten } from './shownText';

/** A message that is not masked yet. {@link phrase} makes one, {@link renderMessage} turns it into text. */
export class Message {
  constructor(readonly parts: readonly (string | Value)[]) {}
}

/** A value in a message, and how many of its UTF-16 code units are shown. */
export interface Value {
  readonly value: string;
  readonly limit: number;
}

/** UTF-16 code units that are shown of a value that says nothing else. */
const SHOWN = 1000;

/** UTF-16 code units that are kept of a value: a secret that begins in what is shown has its end in them. */
const KEPT = 64 * 1024;

/**
 * A message: the words of the template, and what is put into it. A text is a value, never our own words.
 *
 * @example phrase`The redirect to ${part(target, 200)} was not followed.`
 */
export function phrase(
  words: TemplateStringsArray,
  ...inserted: readonly (string | number | Value | Message)[]
): Message {
  const parts = words.flatMap((own, index) => [own, ...partsOf(inserted[index] ?? '')]);
  return new Message(parts.filter((one) => one !== ''));
}

/** A value of which at most `limit` code units are shown. It comes whole: nothing may shorten it before. */
export function part(value: string, limit: number): Value {
  return { value: value.length > KEPT ? `${copyOf(value.slice(0, KEPT))}…` : value, limit };
}

/** A value in double quotes, with the escapes of JSON. */
export function quoted(value: string, limit: number): Message {
  return phrase`"${part(JSON.stringify(value).slice(1, -1), limit)}"`;
}

/** Several messages as one, with `separator` between them. */
export function joinMessages(messages: readonly Message[], separator: string): Message {
  return new Message(messages.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts])));
}

/** A message without its full stop, to be continued. */
export function asClause({ parts }: Message): Message {
  const last = parts.at(-1);
  return new Message(typeof last === 'string' ? parts.with(-1, last.replace(/\.$/, '')) : parts);
}

/** A message with a full stop, unless it ends with one or with a question mark. */
export function asSentence(message: Message): Message {
  const last = message.parts.at(-1);
  return typeof last === 'string' && /[.?]$/.test(last) ? message : phrase`${message}.`;
}

/**
 * The text of a message, on one line: masked as a whole, its values masked and then shortened. `mask` gives a
 * text with every secret replaced.
 */
export function renderMessage({ parts }: Message, mask: (text: string) => string): string {
  const masked = mask(parts.map(textOf).join(''));
  if (parts.every(isShownWhole)) {
    return masked;
  }
  const pieces = parts.map((one) => mask(textOf(one)));
  if (pieces.join('') !== masked) {
    // A secret reaches over the edge of a value: only the whole is masked.
    return shorten(
      oneLine(masked),
      parts.map(roomOf).reduce((sum, room) => sum + room),
    );
  }
  return parts.map((one, index) => shownPiece(one, pieces[index] ?? '')).join('');
}

/**
 * The text of a message about what its reader wrote and has open, such as a path in a chain that is edited.
 * Nothing is masked: never for a message about a request or an answer.
 */
export function renderUnmasked(message: Message): string {
  return renderMessage(message, (text) => text);
}

function partsOf(inserted: string | number | Value | Message): readonly (string | Value)[] {
  if (inserted instanceof Message) {
    return inserted.parts;
  }
  if (typeof inserted === 'string') {
    return inserted === '' ? [] : [part(inserted, SHOWN)];
  }
  return typeof inserted === 'number' ? [String(inserted)] : [inserted];
}

/** V8 keeps a whole string alive as long as one of its slices. */
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function textOf(one: string | Value): string {
  return typeof one === 'string' ? one : one.value;
}

const CONTROL = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

function isShownWhole(one: string | Value): boolean {
  return typeof one === 'string' || (one.value.length <= one.limit && !CONTROL.test(one.value));
}

function roomOf(one: string | Value): number {
  return typeof one === 'string' ? one.length : Math.min(one.value.length, one.limit);
}

function shownPiece(one: string | Value, masked: string): string {
  return typeof one === 'string' ? masked : shorten(oneLine(withoutCutEnd(one, masked)), one.limit);
}

/**
 * Masks may make so little of a value that its end is shown. Where that is the end of what was kept, a secret may
 * be cut there: nothing behind the last mask is shown then.
 */
function withoutCutEnd({ value, limit }: Value, masked: string): string {
  const isCutShown = value.length > KEPT && masked.length <= limit;
  return isCutShown ? `${masked.slice(0, masked.lastIndexOf('›') + 1)}…` : masked;
}
