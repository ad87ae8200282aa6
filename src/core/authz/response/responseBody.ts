/** Bodies of recorded answers as those who compare and search them want them. */
import type { JsonValue } from '../../json/json';
import { bodyJson } from '../../language/bodyJson';
import type { RecordedBody, RecordedResponse } from '../../result/result';

/** The body as JSON; absent when it is none, or nested too deep. */
export function jsonBody({ body }: Pick<RecordedResponse, 'body'>): JsonValue | undefined {
  return body.encoding === 'utf8' && body.content !== '' ? bodyJson(body.content, body.mediaType) : undefined;
}

/** The bytes of a body that is not text, one character each; not more than `limit` of them. */
export function binaryBody({ content }: RecordedBody, limit: number): string {
  // Four characters of base64 are three bytes.
  return atob(content.slice(0, Math.ceil(limit / 3) * 4));
}
