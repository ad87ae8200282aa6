/**
 * A response as its readers want it: body as text and as JSON, headers and cookies by name. Each reading
 * is made at most once, when it is first asked for, and all of them are of the same bytes.
 *
 * The body decides its type, not its label: JSON sent as `text/html` is JSON for a path.
 */
import { setCookiesOf } from './cookieLines';
import { EVENT_STREAM, eventsOf } from '../eventStream';
import { headerValues } from '../headers';
import { parseJson, type JsonValue } from '../json/json';
import { surveyJson } from '../json/jsonSurvey';
import { JsonSyntaxError, JsonTooDeepError, MAX_JSON_DEPTH } from '../json/jsonSyntax';
import { jsonTextOf } from '../json/jsonText';
import type { HttpResponse } from '../model';

/** A response and its readings. */
export interface ResponseView {
  readonly response: HttpResponse;
  readonly status: number;
  /** The URL that answered, after redirects. */
  readonly url: string;
  /** Without parameters, lower case; empty when the response names none. */
  readonly mediaType: string;
  /** A byte order mark or the response names an encoding that can be decoded. */
  readonly charsetIsKnown: boolean;
  /** The body decoded, without byte order mark; bytes that are not valid in its encoding become U+FFFD. */
  readonly text: string;
  /** The body holds bytes that are not valid in its encoding. */
  readonly malformed: boolean;
  /** The body as JSON; that of an event stream is its list of events, that of lines of JSON the list of them. */
  readonly json: JsonReading;
  /** What a reader of the body should know; whole sentences. */
  readonly notes: readonly string[];
  /** Values of the lines with that header name, compared without case, in order. */
  header(name: string): readonly string[];
  /** The value this response sets for a cookie; the last one when it sets several. */
  cookie(name: string): string | undefined;
  /** Names of the cookies this response sets. */
  readonly cookieNames: readonly string[];
}

/** The body as JSON, or why it is not JSON: a clause that continues "The body". */
export type JsonReading =
  { readonly ok: true; readonly value: JsonValue } | { readonly ok: false; readonly reason: string };

/** Makes the readings of a response; `url` is the one that answered. */
export function viewResponse(response: HttpResponse, url: string): ResponseView {
  return new LazyView(response, url);
}

/** The media type that header lines name: without parameters, lower case; empty when they name none. */
export function mediaTypeOf(headers: HttpResponse['headers']): string {
  return (contentTypeOf(headers).split(';', 1)[0] ?? '').trim().toLowerCase();
}

function contentTypeOf(headers: HttpResponse['headers']): string {
  return headerValues(headers, 'content-type')[0] ?? '';
}

class LazyView implements ResponseView {
  readonly status: number;
  readonly mediaType: string;
  private readonly encoding: Encoding;
  private decodedBody: Decoded | undefined;
  private parsedBody: JsonReading | undefined;
  private setCookies: ReadonlyMap<string, string> | undefined;

  constructor(
    readonly response: HttpResponse,
    readonly url: string,
  ) {
    this.status = response.status;
    this.mediaType = mediaTypeOf(response.headers);
    this.encoding = encodingOf(response.body, contentTypeOf(response.headers));
  }

  get charsetIsKnown(): boolean {
    return this.encoding.isNamed;
  }

  get text(): string {
    return this.decoded.text;
  }

  get malformed(): boolean {
    return this.decoded.malformed;
  }

  get json(): JsonReading {
    this.parsedBody ??=
      this.mediaType === EVENT_STREAM ? this.readEvents() : readAsJson(this.text, this.mediaType);
    return this.parsedBody;
  }

  get notes(): readonly string[] {
    return notesOn(this, this.encoding);
  }

  header(name: string): readonly string[] {
    return headerValues(this.response.headers, name);
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name);
  }

  get cookieNames(): readonly string[] {
    return [...this.cookies.keys()];
  }

  /** No JSON text has a line that is an event, so the body still decides: JSON with the label of a stream is JSON. */
  private readEvents(): JsonReading {
    const value = eventsOf(this.response.body);
    const json = value.events.length > 0 ? undefined : readAsJson(this.text, this.mediaType);
    return json?.ok === true ? json : { ok: true, value };
  }

  private get decoded(): Decoded {
    this.decodedBody ??= decode(this.response.body, this.encoding.label);
    return this.decodedBody;
  }

  private get cookies(): ReadonlyMap<string, string> {
    this.setCookies ??= new Map(
      setCookiesOf(this.response.headers).map(({ name, value }) => [name, value] as const),
    );
    return this.setCookies;
  }
}

interface Encoding {
  /** A label that TextDecoder knows. */
  readonly label: string;
  readonly isNamed: boolean;
  /** The name the response gave, when it means nothing. */
  readonly unknown?: string;
}

interface Decoded {
  readonly text: string;
  readonly malformed: boolean;
}

const BYTE_ORDER_MARKS: readonly (readonly [label: string, bytes: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** A byte order mark goes before the Content-Type, and UTF-8 is the rest (WHATWG Encoding, "decode"). */
function encodingOf(body: Uint8Array, contentType: string): Encoding {
  const mark = BYTE_ORDER_MARKS.find(([, bytes]) => bytes.every((byte, index) => body[index] === byte));
  if (mark !== undefined) {
    return { label: mark[0], isNamed: true };
  }
  const named = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType);
  const charset = (named?.[1] ?? named?.[2] ?? '').trim();
  if (charset === '') {
    return { label: 'utf-8', isNamed: false };
  }
  return isDecodable(charset)
    ? { label: charset, isNamed: true }
    : { label: 'utf-8', isNamed: false, unknown: charset };
}

function isDecodable(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    // RangeError: the runtime has no decoder of that name.
    return false;
  }
}

function decode(body: Uint8Array, label: string): Decoded {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(body), malformed: false };
  } catch {
    // TypeError: some bytes are not valid in this encoding.
    return { text: new TextDecoder(label).decode(body), malformed: true };
  }
}

function readAsJson(text: string, mediaType: string): JsonReading {
  if (text.trim() === '') {
    return { ok: false, reason: 'is empty' };
  }
  try {
    return { ok: true, value: parseJson(jsonTextOf(text, mediaType)) };
  } catch (error) {
    if (error instanceof JsonTooDeepError) {
      return { ok: false, reason: `is ${error.message} and can only be read as text` };
    }
    if (error instanceof JsonSyntaxError) {
      const label = mediaType === '' || isJsonType(mediaType) ? '' : ` but ${mediaType}`;
      return { ok: false, reason: `is not JSON${label}: ${error.message}` };
    }
    throw error;
  }
}

/** Whether a media type names JSON. */
export function isJsonType(mediaType: string): boolean {
  return /[/+]json$/.test(mediaType);
}

const TEXTUAL = /^(?:text\/.*|.*[/+](?:json|xml|javascript|x-www-form-urlencoded|yaml|graphql|csv))$/;

/** RFC 2978 §2.3: no name of an encoding is longer. A longer text can be anything and is not shown. */
const MAX_CHARSET_NAME = 40;

function notesOn(view: ResponseView, { label, unknown }: Encoding): readonly string[] {
  const notes: string[] = [];
  if (unknown !== undefined) {
    const named =
      unknown.length > MAX_CHARSET_NAME ? 'a character encoding' : `the character encoding "${unknown}"`;
    notes.push(`The response names ${named}, which is not known; its body is read as UTF-8.`);
  }
  const isText = TEXTUAL.test(view.mediaType) || view.charsetIsKnown;
  if (isText && view.malformed) {
    notes.push(`The body is not valid ${label.toUpperCase()}; the invalid bytes are U+FFFD in its text.`);
  }
  if (isJsonType(view.mediaType) && isTooDeep(view.text)) {
    notes.push(`The body is nested deeper than ${MAX_JSON_DEPTH} levels and can only be read as text.`);
  }
  return notes;
}

/** A text needs a bracket for each level, so a short one is not deep. */
function isTooDeep(json: string): boolean {
  return json.length > MAX_JSON_DEPTH && surveyJson(json).depth > MAX_JSON_DEPTH;
}
