/**
 * Whether a call of a recording tells nothing that an earlier one did not tell: it asks for the same, as the same
 * caller, and is answered the same. A read that is answered differently (a fresh token, an order that is ready
 * by now) is a step of its own.
 */
import { ownConditions } from './cacheConditions';
import { headerOf, type RecordedCall } from './recordedCall';

/** The reads of a recording so far. */
export interface EarlierReads {
  /** Whether a call is a read that was made and answered before. */
  readonly has: (call: RecordedCall) => boolean;
  readonly add: (call: RecordedCall) => void;
}

/** None yet. */
export function createEarlierReads(): EarlierReads {
  const asked = new Set<string>();
  const answers = new Map<string, Set<string>>();
  return {
    has: (call) =>
      isRead(call) &&
      (isUnanswered(call)
        ? asked.has(questionOf(call))
        : answers.get(answeredQuestion(call))?.has(call.responseText) === true),
    add: (call) => {
      if (isRead(call)) {
        asked.add(questionOf(call));
        const texts = answers.get(answeredQuestion(call)) ?? new Set();
        answers.set(answeredQuestion(call), texts.add(call.responseText));
      }
    },
  };
}

/** Reading twice may tell nothing new, changing twice may be meant. */
function isRead({ method, url, postData }: RecordedCall): boolean {
  return url !== '' && postData === undefined && (method === 'GET' || method === 'HEAD');
}

/** 304 says that what a browser has already still holds (RFC 9110 §15.4.5); to a program it is an answer. */
function isUnanswered(call: RecordedCall): boolean {
  return call.status === undefined || (call.status === 304 && ownConditions(call) === '');
}

function questionOf(call: RecordedCall): string {
  const { method, url, headers } = call;
  const caller = headerOf(headers, 'authorization') ?? '';
  return JSON.stringify([method, url.replace(/#.*$/s, ''), caller, ownConditions(call)]);
}

/** The question, with its answer except for the body. */
function answeredQuestion(call: RecordedCall): string {
  return JSON.stringify([
    questionOf(call),
    call.status ?? 0,
    headerOf(call.responseHeaders, 'location') ?? '',
  ]);
}
