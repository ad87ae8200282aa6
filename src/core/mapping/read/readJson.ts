/** Texts that are JSON, as bodies and values are. */
import { EVENT_STREAM } from '../../eventStream';
import { parseJson, type JsonValue } from '../../json/json';
import { jsonTextOf } from '../../json/jsonText';
import { bodyValue } from '../../language/bodyJson';
import { isJsonType } from '../../run/responseView';
import type { RecordedText } from './recordedSession';

/** What paths select from in a body: JSON, its lines, or the events of a stream. */
export function readBody({ text, mediaType }: RecordedText): JsonValue | undefined {
  // A text or number alone is JSON only where the response says so.
  return mediaType === EVENT_STREAM || isJsonType(mediaType)
    ? bodyValue({ content: text, mediaType })
    : readJson(jsonTextOf(text, mediaType));
}

/** The value of a JSON text; absent when it is none, or none that can be walked. */
export function readJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return parseJson(text);
  } catch {
    // Not JSON: its values cannot be separated, which is not a mistake of the user.
    return undefined;
  }
}
