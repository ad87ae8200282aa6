/**
 * The calls of a running recording: events of all tabs go in, calls come out. Of requests that had
 * begun before the recording did, nothing is kept.
 */
import { applyEvent, newCall, type Call } from './call';
import { isRecorded } from './exchange';
import type { NetworkEvent } from './networkEvents';

/** Where an event comes from. */
export interface EventSource {
  /** Position of the tab among those that are recorded. */
  readonly tab: number;
  readonly session?: string;
}

/** All calls of a recording. */
export class CallLog {
  readonly #calls = new Map<string, Call>();
  #next = 0;
  #requests = 0;

  constructor(calls: Iterable<Call>) {
    for (const call of calls) {
      this.#calls.set(keyOf(call), call);
      this.#next = Math.max(this.#next, call.order + 1);
      this.#requests += call.hops.length;
    }
  }

  /** Requests so far, redirected ones included. */
  get requests(): number {
    return this.#requests;
  }

  /** In the order in which they began. */
  all(): Iterable<Call> {
    return this.#calls.values();
  }

  /** The latest of a call. */
  latest(call: Call): Call {
    return this.#calls.get(keyOf(call)) ?? call;
  }

  /** Folds an event into its call, and gives that; nothing when the event is about no recorded one. */
  apply({ tab, session }: EventSource, event: NetworkEvent): Call | undefined {
    const place = { tab, requestId: event.params.requestId };
    const known = this.#calls.get(keyOf(place)) ?? (begins(event) ? this.#begin(place) : undefined);
    if (known === undefined) {
      return undefined;
    }
    return this.put({ ...applyEvent(known, event), ...(session === undefined ? {} : { session }) });
  }

  /** Whether a page of a tab is among the calls. */
  hasPage(tab: number, url: string): boolean {
    return [...this.#calls.values()].some(
      (call) => call.tab === tab && call.hops.some(({ request }) => request.url === url),
    );
  }

  /** Keeps a later state of a call, and gives it. */
  put(call: Call): Call {
    this.#requests += call.hops.length - (this.#calls.get(keyOf(call))?.hops.length ?? 0);
    this.#calls.set(keyOf(call), call);
    return call;
  }

  #begin(place: Pick<Call, 'tab' | 'requestId'>): Call {
    const call = newCall({ ...place, order: this.#next });
    this.#next += 1;
    return call;
  }
}

/** Whether an event can be the first of a call; header fields may be reported before the request itself. */
function begins(event: NetworkEvent): boolean {
  switch (event.name) {
    case 'requestWillBeSent':
      return isRecorded(event.params.request.url);
    case 'requestWillBeSentExtraInfo':
    case 'webSocketCreated':
      return true;
    default:
      return false;
  }
}

function keyOf({ tab, requestId }: Pick<Call, 'tab' | 'requestId'>): string {
  return `${tab} ${requestId}`;
}
