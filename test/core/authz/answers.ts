/** Answers as a run records them, for tests of what is read in them. */
import type { RecordedResponse } from '../../../src/core/result/result';

/** An answer with a JSON body, or with a text when that is given. */
export function answer(
  body: unknown,
  { status = 200, headers = {}, mediaType }: AnswerOptions = {},
): RecordedResponse {
  const content = typeof body === 'string' ? body : JSON.stringify(body);
  return {
    status,
    statusText: '',
    httpVersion: '1.1',
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: {
      encoding: 'utf8',
      content,
      size: content.length,
      mediaType: mediaType ?? (typeof body === 'string' ? 'text/plain' : 'application/json'),
    },
    wireSize: content.length,
    notes: [],
  };
}

/** What may be said of an answer besides its body. */
export interface AnswerOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mediaType?: string;
}

/** An answer with a binary body. */
export function binaryAnswer(bytes: Uint8Array): RecordedResponse {
  const plain = answer('', { mediaType: 'application/octet-stream' });
  const content = Buffer.from(bytes).toString('base64');
  return { ...plain, body: { ...plain.body, encoding: 'base64', content, size: bytes.length } };
}
