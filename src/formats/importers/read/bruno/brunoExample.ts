/** The saved example of a request that shows how it succeeds, as what the request was answered. */
import {
  contentTypeOf,
  exampleExchange,
  isSuccess,
  keepExample,
  recordText,
  type KeptExample,
} from '../../shape/recordedResponses';
import type { ImportedExchange } from '../../shape/imported';
import type { BrunoExample, BrunoRow } from './brunoTree';

/** Keeps the first example that succeeded. References in it stay as Bruno writes them. */
export function keepBrunoExample(examples: readonly BrunoExample[]): KeptExample {
  const chosen = examples.find(({ response }) => isSuccess(response.status));
  return keepExample(chosen === undefined ? undefined : exchangeOf(chosen), examples.length);
}

function exchangeOf({ request, response }: BrunoExample): ImportedExchange {
  const { method, url, headers, body } = request;
  const type = TYPES.get(response.type);
  const stated = linesOf(response.headers);
  const isTyped = type === undefined || contentTypeOf(stated) !== '';
  return exampleExchange(
    {
      method: method.trim().toUpperCase() || 'GET',
      url,
      headers: linesOf(headers),
      ...(body?.kind === 'text' && body.text !== '' ? { body: recordText(body.text, body.mediaType) } : {}),
    },
    {
      status: response.status,
      headers: isTyped ? stated : [...stated, { name: 'Content-Type', value: type }],
      body: response.body,
    },
  );
}

/** What Bruno calls the types of a response. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['text', 'text/plain'],
]);

function linesOf(rows: readonly BrunoRow[]): readonly { readonly name: string; readonly value: string }[] {
  return rows.flatMap(({ name, value, isDisabled }) => (name === '' || isDisabled ? [] : [{ name, value }]));
}
