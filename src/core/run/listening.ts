/**
 * Listening to an event stream (`stream`): when enough of it was read, and what a result says about that.
 *
 * Its condition is asked after each event, on the events so far, in the thread that everything else needs. So it has
 * to be quick, each time and all times together, and the first event for which it holds ends the body: the same events
 * give the same result, however they arrive.
 */
import { EVENT_STREAM, EventReader } from '../eventStream';
import type { JsonObject } from '../json/json';
import { joinMessages, phrase, type Message } from '../message';
import type { Stream } from '../model';
import type { BodyListener, Clock, ListenTo, SendResult } from '../ports';
import type { ExpectationResult } from '../result/result';
import { plural } from '../words';
import { NeedsFullEffortError } from '../workBudget';
import { describeCheck } from './describeCheck';
import { checkOperators, joinResults, type CheckedBody, type ShownCheck } from './expect';
import { mediaTypeOf, type ResponseView } from './responseView';

/** Milliseconds that all questions about one stream may take together. */
const MAX_CHECKING_MS = 2000;

/** Listens to the answers of one attempt at a request; the last one counts. */
export class Listening {
  #events: Events | undefined;

  /** `until` is the condition of the stream with its references replaced. */
  constructor(
    private readonly stream: Stream,
    private readonly until: ShownCheck | undefined,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {}

  /** Listens to a body that is an event stream. */
  readonly listenTo: ListenTo = ({ headers }) => {
    this.#events = undefined;
    if (mediaTypeOf(headers) !== EVENT_STREAM) {
      return undefined;
    }
    this.#events = new Events(this.stream, this.until, this.clock);
    return this.#events;
  };

  /** What an answer fulfils, or not. */
  judge({ mediaType }: ResponseView, answer: SendResult): readonly ExpectationResult<Message>[] {
    if (this.#events === undefined) {
      const actual = mediaType === '' ? phrase`of no named type` : phrase`${mediaType}`;
      return [{ condition: phrase`response is ${EVENT_STREAM}`, passed: false, actual }];
    }
    const isPartial = answer.ok && answer.isPartial === true;
    return this.until === undefined ? [] : [this.#events.outcome(this.until, isPartial)];
  }
}

/** The events of one answer. */
class Events implements BodyListener {
  readonly maxMs: number;
  readonly #reader = new EventReader();
  readonly #events: JsonObject[] = [];
  /** After the last event, or before the first one; absent when it could not be asked quickly. */
  #results: readonly ExpectationResult<Message>[] | undefined;
  #checkingMs = 0;

  constructor(
    private readonly stream: Stream,
    private readonly until: ShownCheck | undefined,
    private readonly clock: Pick<Clock, 'monotonic'>,
  ) {
    this.maxMs = stream.maxMs;
    this.#results = this.#ask();
  }

  take(chunk: Uint8Array): number | undefined {
    let enough: number | undefined;
    this.#reader.take(chunk, (event, end) => {
      this.#events.push(event);
      this.#results = this.#ask();
      enough = this.#isOver() ? end : undefined;
      return enough === undefined ? undefined : 'stop';
    });
    return enough;
  }

  /** Whether the condition came to hold, and what was there instead when reading ended. */
  outcome({ shown }: ShownCheck, isPartial: boolean): ExpectationResult<Message> {
    if (this.#results === undefined) {
      const condition = joinMessages(describeCheck(shown), ' and ');
      const actual = phrase`unknown: checking it after each event takes too long. Begin its path with $.events[-1]`;
      return { condition, passed: false, actual };
    }
    const { actual = phrase`absent`, ...result } = joinResults(this.#results);
    return result.passed ? result : { ...result, actual: phrase`${actual} ${this.#ending(isPartial)}` };
  }

  #ending(isPartial: boolean): Message {
    const { maxEvents, maxMs } = this.stream;
    const read = plural(this.#events.length, 'event');
    if (this.#events.length >= maxEvents) {
      return phrase`after ${read}, the most that are read (maxEvents)`;
    }
    return isPartial
      ? phrase`after ${read} in ${maxMs} ms (maxMs)`
      : phrase`after ${read}, when the server ended the stream`;
  }

  #isOver(): boolean {
    const isMet = this.until !== undefined && this.#results?.every(({ passed }) => passed) !== false;
    return isMet || this.#events.length >= this.stream.maxEvents;
  }

  #ask(): readonly ExpectationResult<Message>[] | undefined {
    if (this.until === undefined) {
      return [];
    }
    const started = this.clock.monotonic();
    const body: CheckedBody = {
      text: '',
      json: { ok: true, value: { events: this.#events } },
      header: () => [],
    };
    try {
      const results = checkOperators(this.until, body, 'quick');
      this.#checkingMs += this.clock.monotonic() - started;
      return this.#checkingMs > MAX_CHECKING_MS ? undefined : results;
    } catch (error) {
      if (error instanceof NeedsFullEffortError) {
        return undefined;
      }
      throw error;
    }
  }
}
