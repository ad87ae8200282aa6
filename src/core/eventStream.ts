/**
 * Server-sent events: the `text/event-stream` format of the HTML Standard (§9.2.6, "Interpreting an event stream").
 *
 * It is read from bytes, line by line, because it is always UTF-8 and no byte of another character is a line end. So
 * chunks can be cut anywhere, and the place where an event ends in a body is known. An event that the stream does not
 * complete with an empty line is dropped, as the standard says.
 */
import { parseJson, type JsonObject, type JsonValue } from './json/json';
import { surveyJson } from './json/jsonSurvey';
import { JsonSyntaxError, MAX_JSON_DEPTH } from './json/jsonSyntax';

/** The media type of event streams. */
export const EVENT_STREAM = 'text/event-stream';

/** What is called for each event, with the number of bytes up to its end; stops the reading with `stop`. */
type OnEvent = (event: JsonObject, end: number) => 'stop' | undefined;

/** Reads events from bytes while they arrive. */
export class EventReader {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** The pieces of a line that has not ended. */
  #pieces: Uint8Array[] = [];
  #offset = 0;
  #isAfterReturn = false;
  #isFirstLine = true;
  #data: string[] = [];
  #type = '';
  #id = '';

  /** Takes the next bytes; the ones after an event that stops the reading are not looked at. */
  take(chunk: Uint8Array, onEvent: OnEvent): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      const isPairEnd = byte === LINE_FEED && this.#isAfterReturn;
      this.#isAfterReturn = byte === CARRIAGE_RETURN;
      if (isPairEnd) {
        start = at + 1;
      } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
        const event = this.#read(this.#endLine(chunk.subarray(start, at)));
        start = at + 1;
        if (event !== undefined && onEvent(event, this.#offset + start) === 'stop') {
          return;
        }
      }
    }
    this.#pieces.push(chunk.subarray(start));
    this.#offset += chunk.length;
  }

  #endLine(end: Uint8Array): Uint8Array {
    const line = this.#pieces.length === 0 ? end : joinBytes([...this.#pieces, end]);
    this.#pieces = [];
    const hasMark = this.#isFirstLine && BYTE_ORDER_MARK.every((byte, index) => line[index] === byte);
    this.#isFirstLine = false;
    return hasMark ? line.subarray(BYTE_ORDER_MARK.length) : line;
  }

  #read(line: Uint8Array): JsonObject | undefined {
    if (line.length === 0) {
      return this.#endEvent();
    }
    const text = this.#decoder.decode(line);
    const colon = text.indexOf(':');
    const name = colon === -1 ? text : text.slice(0, colon);
    const value = colon === -1 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (name === 'data') {
      this.#data.push(value);
    } else if (name === 'event') {
      this.#type = value;
    } else if (name === 'id' && !value.includes('\0')) {
      this.#id = value;
    }
    return undefined;
  }

  #endEvent(): JsonObject | undefined {
    const data = this.#data;
    const event = this.#type === '' ? 'message' : this.#type;
    this.#data = [];
    this.#type = '';
    return data.length === 0
      ? undefined
      : { event, ...(this.#id === '' ? {} : { id: this.#id }), data: valueOf(data.join('\n')) };
  }
}

/** The body of an event stream as a value: `{ "events": [{ "event", "id", "data" }, …] }`. */
export function eventsOf(body: Uint8Array): { readonly events: readonly JsonObject[] } {
  const events: JsonObject[] = [];
  new EventReader().take(body, (event) => {
    events.push(event);
    return undefined;
  });
  return { events };
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const BYTE_ORDER_MARK: readonly number[] = [0xef, 0xbb, 0xbf];

/** The body, its list and the event are levels around the data. */
const MAX_DATA_DEPTH = MAX_JSON_DEPTH - 3;

/** The data of an event: what it is as JSON, else the text. */
function valueOf(data: string): JsonValue {
  if (data.length > MAX_DATA_DEPTH && surveyJson(data).depth > MAX_DATA_DEPTH) {
    return data;
  }
  try {
    return parseJson(data);
  } catch (error) {
    if (error instanceof JsonSyntaxError) {
      return data;
    }
    throw error;
  }
}

function joinBytes(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
