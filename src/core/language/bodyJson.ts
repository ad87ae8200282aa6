/** The body of a last response as JSON, for features that propose something or nothing. */
import { EVENT_STREAM, eventsOf } from '../eventStream';
import { parseJson, type JsonValue } from '../json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../json/jsonSyntax';
import { jsonTextOf } from '../json/jsonText';

/** The value of a body; absent when it is not JSON, or nested too deep. */
export function bodyJson(text: string, mediaType = ''): JsonValue | undefined {
  try {
    return parseJson(jsonTextOf(text, mediaType));
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return undefined;
    }
    throw error;
  }
}

/** A body that is text. */
export interface TextBody {
  readonly content: string;
  /** Without parameters, in lower case. */
  readonly mediaType: string;
}

/** What paths select from: the events of a stream, else the body as JSON. Absent when it is neither. */
export function bodyValue({ content, mediaType }: TextBody): JsonValue | undefined {
  if (mediaType !== EVENT_STREAM) {
    return bodyJson(content, mediaType);
  }
  const value = eventsOf(new TextEncoder().encode(content));
  return value.events.length === 0 ? (bodyJson(content) ?? value) : value;
}
