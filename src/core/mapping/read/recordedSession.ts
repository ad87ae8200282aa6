/**
 * What mapping reads: requests in the order in which they were sent, with the answers that are known.
 *
 * It comes from a run, from a recording or from saved examples; `entry` leads back to the source, whose
 * requests may not all be here.
 */
import type { HeaderLine } from '../../model';

/** One request and its answer. */
export interface RecordedStep {
  /** Number of the request in its source, from 0. */
  readonly entry: number;
  readonly method: string;
  /** Absolute, as sent. */
  readonly url: string;
  readonly headers: readonly HeaderLine[];
  readonly body?: RecordedRequestBody;
  /** Milliseconds since 1970; absent when the source does not say. */
  readonly startedAt?: number;
  /** Milliseconds since 1970, when the whole answer was there. */
  readonly endedAt?: number;
  /** Absent when there was none, or it was not kept. */
  readonly response?: RecordedAnswer;
}

/** A body as text. */
export interface RecordedText {
  /** Without parameters, lower case; empty when the message names none. */
  readonly mediaType: string;
  readonly text: string;
}

/** A body that was sent. */
export interface RecordedRequestBody extends RecordedText {
  /** Fields of a form, decoded, in order; absent where the text contains them, or it is not a form. */
  readonly fields?: readonly HeaderLine[];
}

/** An answer; its body is decoded, and empty when it is not text. */
export interface RecordedAnswer extends RecordedText {
  readonly status: number;
  readonly headers: readonly HeaderLine[];
}
