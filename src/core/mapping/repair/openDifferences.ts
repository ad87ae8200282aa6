/** The differences of a repair that remain, and what else in a run differs from the recording. */
import type { RequestResult } from '../../result/result';
import type { RecordedStep } from '../read/recordedSession';
import { stalePlaces } from './aimPlaces';
import type { CarriedPlace } from './carriedPlaces';
import { differenceOf, type RunDifference } from './compareRun';
import type { OpenDifference } from './repairReport';
import type { RunAnswers } from './runAnswers';

/** What a chain states, for comparing its run. */
export interface ComparedChain {
  /** Texts without references that its bodies send. */
  readonly sent: ReadonlySet<string>;
  readonly places: readonly CarriedPlace[];
}

/** Owner of what remains. */
export class OpenDifferences {
  readonly #open = new Map<string, OpenDifference>();
  /** Requests that lack only what an open one would have given. */
  readonly #idle = new Set<string>();

  /** @param recorded steps by the id of the request */
  constructor(private readonly recorded: ReadonlyMap<string, RecordedStep>) {}

  /** In the order in which they were found. */
  get all(): readonly OpenDifference[] {
    return [...this.#open.values()];
  }

  /** What remains at a request; absent when nothing does. */
  of(request: string): OpenDifference | undefined {
    return this.#open.get(request);
  }

  /** Notes a difference that nothing helped against. */
  add(open: OpenDifference): void {
    this.#open.set(open.difference.request, open);
  }

  /**
   * How a request differs; absent where that is known, or follows from what is known.
   *
   * @param answers of the run, as far as it got
   */
  newIn(
    result: RequestResult,
    { sent, places }: ComparedChain,
    ...answers: readonly RunAnswers[]
  ): RunDifference | undefined {
    return this.#differenceIn(result, sent) ?? this.#staleIn(result, places, answers);
  }

  /** Whether a request sent recorded ids, though nothing else about it differs. */
  #staleIn(
    { request, exchange }: RequestResult,
    places: readonly CarriedPlace[],
    answers: readonly RunAnswers[],
  ): RunDifference | undefined {
    const isNew = exchange !== undefined && !this.#open.has(request.id);
    return isNew && stalePlaces(places, request.id, ...answers).length > 0
      ? {
          request: request.id,
          kind: 'stale',
          isFailure: false,
          words: (say) => say('a recorded id was sent, although this run has another one for it'),
        }
      : undefined;
  }

  #differenceIn(result: RequestResult, sent: ReadonlySet<string>): RunDifference | undefined {
    const { id } = result.request;
    const difference = differenceOf(this.recorded.get(id), result, sent);
    const lacks = ({ id: cause }: { readonly id: string }): boolean =>
      this.#open.get(cause)?.difference.isFailure === true || this.#idle.has(cause);
    if (difference?.causes?.some(lacks) === true) {
      this.#idle.add(id);
    }
    return this.#open.has(id) || this.#idle.has(id) ? undefined : difference;
  }
}
