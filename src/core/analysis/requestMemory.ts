/**
 * The requests of the text that was read last, so that reading the next one costs only what changed.
 *
 * What is remembered depends on a request's own text alone. Most requests are where they were before
 * and are recognised there by comparing, without looking for their end; the others are looked up.
 */
import type { TextRange } from '../problem';
import { readRequest, type RequestReading } from './readRequest';
import type { EndOfKnown } from './splitRequests';

/** Reads requests with the help of what was read before. */
export interface RequestMemory {
  /** The end of the request at `start`, when it is the one that was at this index last time. */
  readonly endOfKnown: EndOfKnown;
  /** Reads the request in a range of the text, the one at `index` of its list. */
  readonly read: (text: string, range: TextRange, index: number) => RequestReading;
}

/** A memory of `last`: what was read of the text before, in its order. */
export function createRequestMemory(last: readonly RequestReading[]): RequestMemory {
  let byText: ReadonlyMap<string, RequestReading> | undefined;
  const find = (request: string): RequestReading | undefined => {
    byText ??= new Map(last.map((reading) => [reading.text, reading]));
    return byText.get(request);
  };
  return {
    endOfKnown(text, start, index) {
      const expected = last[index];
      const end = start + (expected?.text.length ?? 0);
      // Only a request without faults ends where its text ends, whatever follows.
      return expected?.value !== undefined && text.slice(start, end) === expected.text ? end : undefined;
    },
    read(text, { start, end }, index) {
      const request = text.slice(start, end);
      const expected = last[index];
      if (expected?.text === request) {
        return expected;
      }
      return find(request) ?? readRequest(detached(request));
    },
  };
}

/** A copy of its own: a part of a text, and what is read from it, would keep the whole text in memory. */
function detached(text: string): string {
  return ` ${text}`.slice(1);
}
