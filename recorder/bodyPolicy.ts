/**
 * Which response bodies a recording keeps. A body is fetched from the browser as soon as it is complete,
 * because the browser discards it when the page is left. Scripts, styles and images of a page are not kept.
 */
import type { BodyState, Call } from './call';
import { isRecorded } from './exchange';

/** What a recording holds at most; a recording that reaches a limit says so. */
export interface Limits {
  /** Characters of one body, base64 where it is not text. */
  readonly body: number;
  /** Characters of all bodies. */
  readonly bodies: number;
  /** Requests. */
  readonly calls: number;
}

/** Limits under which the download stays readable, and the importer takes it. */
export const LIMITS: Limits = { body: 20_000_000, bodies: 200_000_000, calls: 20_000 };

/** Whether the body of a call is to be fetched now, or the reason why it never is; absent while neither. */
export function bodyPlan(call: Call): 'fetch' | BodyState | undefined {
  const hop = call.hops.at(-1);
  if (hop?.response === undefined || call.end === undefined || call.body !== undefined) {
    return undefined;
  }
  if (hop.type === 'WebSocket' || isEmpty(hop.request.method, hop.response.status)) {
    return undefined;
  }
  if (STATIC.has(hop.type)) {
    return {
      kind: 'missing',
      reason: 'Bodies of scripts, styles, images, fonts and media are not recorded.',
    };
  }
  if (isEventStream(call)) {
    return { kind: 'missing', reason: 'Event streams are noted, their messages are not recorded.' };
  }
  if (call.end.kind === 'failed') {
    return { kind: 'missing', reason: `It did not arrive completely: ${call.end.reason}.` };
  }
  return isRecorded(hop.request.url) ? 'fetch' : undefined;
}

/**
 * Whether a call has a response whose end was not reported: that of a page that was faster than the debugger
 * may be.
 */
export function mayHaveEnded(call: Call): boolean {
  const hop = call.hops.at(-1);
  const isOpen = hop?.response !== undefined && call.end === undefined && call.body === undefined;
  return isOpen && !STATIC.has(hop.type) && hop.type !== 'WebSocket' && !isEventStream(call);
}

/** The state of a fetched body, given `kept` characters of bodies before it. */
export function keptOrNot(length: number, kept: number, limits: Limits): BodyState {
  if (length > limits.body) {
    return lost(`It is larger than ${limits.body / 1_000_000} MB.`);
  }
  return kept + length > limits.bodies
    ? lost(`The recording holds ${limits.bodies / 1_000_000} MB of bodies already.`)
    : { kind: 'kept' };
}

/** What becomes of a body that the browser did not give. */
export function notGiven(): BodyState {
  return lost('The browser no longer had it when the page went on.');
}

/** What becomes of a body that the database does not take. */
export function notStored(reason: string): BodyState {
  return lost(`It could not be stored: ${reason.replace(/\.$/, '')}.`);
}

function lost(reason: string): BodyState {
  return { kind: 'missing', reason, isUnexpected: true };
}

/** Whether the response of a call is a stream of events. */
function isEventStream({ hops }: Call): boolean {
  const hop = hops.at(-1);
  return hop?.type === 'EventSource' || hop?.response?.mimeType.toLowerCase() === 'text/event-stream';
}

const STATIC: ReadonlySet<string> = new Set([
  ...['Stylesheet', 'Image', 'Media', 'Font', 'Script', 'TextTrack', 'Manifest', 'SignedExchange'],
]);

function isEmpty(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 205 || status === 304 || status < 200;
}
