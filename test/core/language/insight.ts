/** Chains as the insertion features see them, written down with a caret. */
import type { TextBody } from '../../../src/core/language/bodyJson';
import assert from 'node:assert/strict';
import type { ChainAnalysis, Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { readEnvironmentSource } from '../../../src/core/analysis/environmentSource';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { defined } from '../../../src/core/defined';
import type { JsonValue } from '../../../src/core/json/json';
import type { KnownValue, KnownValues } from '../../../src/core/language/available';

/** The place in a text that a test is about. */
export const CARET = '¦';

/** A chain analysed, and the offset of the caret in it. */
export interface Scene {
  readonly analysis: ChainAnalysis;
  readonly text: string;
  readonly offset: number;
}

/** What a chain sees besides itself, as texts or values. */
export interface Around {
  readonly environment?: object;
  readonly required?: readonly object[];
  /** By the names that steps have for them. */
  readonly called?: Readonly<Record<string, object>>;
}

/** Analyses a chain, given as text or value, that may hold a caret. */
export function sceneOf(
  chain: string | object,
  { environment, required = [], called = {} }: Around = {},
): Scene {
  const marked = typeof chain === 'string' ? chain : JSON.stringify(chain, undefined, 2);
  const offset = marked.indexOf(CARET);
  const text = marked.replace(CARET, '');
  const read = createChainReader();
  const source = readEnvironmentSource(JSON.stringify(environment ?? null), 'local.environment.json');
  const surroundings: Surroundings = {
    required: required.map((other, index) => read(JSON.stringify(other), `required${index}.chain.json`)),
    requiresFaults: [],
    called: new Map(
      Object.entries(called).map(([file, other]) => [
        file,
        { source: read(JSON.stringify(other), file), required: [] },
      ]),
    ),
    ...defined({ environment: source }),
  };
  return { analysis: analyzeChain(read(text, 'main.chain.json'), surroundings), text, offset };
}

/** A chain whose second request holds the member `under` with a caret; the first extracts `orderId`. */
export function orderChain(under: object, more: object = {}): object {
  return {
    formatVersion: 1,
    name: 'Orders',
    ...more,
    requests: [
      {
        id: 'create-order',
        name: 'Create order',
        method: 'POST',
        url: '{{baseUrl}}/api/orders',
        extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
      },
      { id: 'read-order', method: 'GET', url: '{{baseUrl}}/api/orders', ...under },
    ],
  };
}

/** Values that variables had last. */
export function knownValues(values: Readonly<Record<string, JsonValue>>): KnownValues {
  return new Map(
    Object.entries(values).map(([name, raw]): [string, KnownValue] => [
      name,
      { shown: JSON.stringify(raw), raw },
    ]),
  );
}

/** The value that is there. */
export function present<Value>(value: Value | undefined): Value {
  assert.ok(value !== undefined);
  return value;
}

/** The body of a response that is JSON. */
export function jsonBody(content: string): TextBody {
  return { content, mediaType: 'application/json' };
}
