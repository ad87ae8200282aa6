/**
 * Repair by running: a chain is run as far as the first request that differs from its recording; there a suspicious
 * place takes another source, and the run continues, until everything went as recorded or the trials are used up.
 *
 * Each request is sent once, and again only as part of a trial. What did not help is taken back. Nothing is written:
 * the outcome is a text, with the reason for each change.
 */
import { removeMember } from '../../edit/jsonEdit';
import { applyEdits } from '../../edit/textEdit';
import { readChainOnly } from '../../files/chainFile';
import { findReferences } from '../../prepare/template';
import { stringifyJson } from '../../json/json';
import type { ExecutionResult, RequestResult } from '../../result/result';
import type { RecordedStep } from '../read/recordedSession';
import { applyPicked } from '../review/reviewMappings';
import { aimsFor, stalePlaces, withAim, type Aim } from './aimPlaces';
import { carriedPlaces, stepsById, type CarriedPlace, type RepairSession } from './carriedPlaces';
import { differenceOf, sentTexts, type RunDifference } from './compareRun';
import { changedPlaces, type PlaceRepair } from './changedPlaces';
import { withProbes } from './probes';
import { RunAnswers } from './runAnswers';
import { generationsFor, saysNotNew, withGenerated, type Generation } from './uniqueValues';

/** A change that may explain a difference. */
export type Candidate = Aim | Generation;

/** A part of a chain to run. */
export interface ChainPart {
  readonly text: string;
  /** Id of the request to begin at, with what earlier parts left; absent for all, from nothing. */
  readonly from?: string;
  /** Whether nothing is to be sent after a request of the chain itself. */
  readonly stopsAfter: (result: RequestResult) => boolean;
}

/** What a repair needs. */
export interface RepairPorts {
  readonly run: (part: ChainPart) => Promise<ExecutionResult>;
  readonly signal: AbortSignal;
}

/** How far a repair may go. */
export interface RepairLimits {
  /** Runs with a change, whether it helped or not. */
  readonly maxTrials: number;
  /** Whether requests that are not idempotent may be sent again. */
  readonly allowMutations: boolean;
}

/** The progress of a repair. */
export type RepairEvent =
  | { readonly type: 'differs'; readonly difference: RunDifference }
  | { readonly type: 'trial'; readonly number: number; readonly candidate: Candidate };

/** A change that was thought of, and why it is not part of the repaired chain. */
export interface Attempt {
  readonly candidate: Candidate;
  /**
   * `failed`: it was tried; `mutation`: it would send a request again that is not idempotent; `limit`: all trials were
   * used.
   */
  readonly outcome: 'failed' | 'mutation' | 'limit';
}

/** A request that still differs, and what was thought of. */
export interface OpenDifference {
  readonly difference: RunDifference;
  readonly attempts: readonly Attempt[];
}

/** The outcome of a repair. */
export interface RepairReport {
  /** `green`: every request went as recorded; `stopped`: a server did not answer. */
  readonly outcome: 'green' | 'open' | 'stopped' | 'cancelled';
  readonly text: string;
  readonly places: readonly PlaceRepair[];
  readonly generated: readonly Generation[];
  /** Requests that failed, in the order of the chain. */
  readonly failures: readonly OpenDifference[];
  /** Requests that passed with an answer that is not as recorded. */
  readonly remarks: readonly OpenDifference[];
  /** Places that state the recorded value although the run has another one for it. */
  readonly stale: readonly CarriedPlace[];
  readonly trials: number;
}

/**
 * Repairs a chain by running it.
 *
 * @throws UserError when the text is not a chain; rejects when a run cannot be made
 */
export async function* repairChain(
  text: string,
  session: RepairSession,
  limits: RepairLimits,
  ports: RepairPorts,
): AsyncGenerator<RepairEvent, RepairReport, void> {
  return yield* new Repair(text, session, limits, ports).all();
}

/** Methods that do the same when a request is sent again (RFC 9110 §9.2.2). */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/i;
/** Trials for a request that passed with another answer: it may be right. */
const MAX_FOR_REMARK = 2;

/** One repair; owner of all that changes in it. */
class Repair {
  readonly #answers = new RunAnswers();
  readonly #recorded: ReadonlyMap<string, RecordedStep>;
  readonly #before: readonly CarriedPlace[];
  readonly #reasons = new Map<string, RunDifference>();
  readonly #generated: Generation[] = [];
  readonly #open = new Map<string, OpenDifference>();
  /** Requests that lack only what an open one would have given. */
  readonly #idle = new Set<string>();
  readonly #order: readonly string[];
  readonly #methods: ReadonlyMap<string, string>;
  #text: string;
  #trials = 0;

  constructor(
    private readonly original: string,
    private readonly session: RepairSession,
    private readonly limits: RepairLimits,
    private readonly ports: RepairPorts,
  ) {
    this.#recorded = stepsById(session);
    this.#before = carriedPlaces(original, session);
    const certain = this.#before.filter(
      ({ variable, mapping }) => variable === undefined && mapping.proposal.isSure,
    );
    const picks = certain.map(({ mapping: { key } }) => ({ key, choice: 0 }));
    this.#text = applyEdits(original, applyPicked(original, session, picks).edits);
    const requests = readChainOnly(original, 'chain').chain?.requests ?? [];
    this.#order = requests.map(({ id }) => id);
    this.#methods = new Map(requests.map(({ id, method }) => [id, method]));
  }

  async *all(): AsyncGenerator<RepairEvent, RepairReport, void> {
    let result: ExecutionResult | undefined = await this.#run(this.#text);
    while (result !== undefined && !this.ports.signal.aborted) {
      this.#answers.take(result);
      const difference = this.#firstDifference(result);
      if (difference === undefined) {
        break;
      }
      yield { type: 'differs', difference };
      if (difference.kind === 'unanswered') {
        this.#open.set(difference.request, { difference, attempts: [] });
        return this.#report('stopped');
      }
      result = yield* this.#resolve(difference);
      if (result === undefined && !this.ports.signal.aborted) {
        result = await this.#runAfter(difference.request);
      }
    }
    return this.#report(this.ports.signal.aborted ? 'cancelled' : this.#open.size === 0 ? 'green' : 'open');
  }

  /** Tries what may explain a difference; resolves to the run in which something helped. */
  async *#resolve(difference: RunDifference): AsyncGenerator<RepairEvent, ExecutionResult | undefined, void> {
    const attempts: Attempt[] = [];
    for (const candidate of this.#candidatesFor(difference)) {
      const text = this.#with(candidate);
      const from = this.#restartFor(candidate, difference, text);
      const outcome = this.#hindrance(from);
      if (outcome !== undefined) {
        attempts.push({ candidate, outcome });
        continue;
      }
      this.#trials += 1;
      yield { type: 'trial', number: this.#trials, candidate };
      const result = await this.#run(text, from);
      if (this.ports.signal.aborted) {
        return undefined;
      }
      if (this.#helped(difference, result, text)) {
        this.#keep(candidate, difference, text);
        return result;
      }
      attempts.push({ candidate, outcome: 'failed' });
    }
    this.#open.set(difference.request, { difference, attempts });
    return undefined;
  }

  #candidatesFor(difference: RunDifference): readonly Candidate[] {
    const { request, isFailure, kind } = difference;
    const places = carriedPlaces(this.#text, this.session);
    const recorded = new Set(
      this.#before.flatMap(({ mapping, variable }) => (variable === undefined ? [mapping.key] : [])),
    );
    const aims = aimsFor({
      difference,
      places,
      answers: this.#answers,
      wasRecorded: ({ mapping }) => recorded.has(mapping.key),
    });
    const answer = this.#answers.textOf(request);
    const status = this.#answers.resultOf(request)?.exchange?.response?.status;
    const generations =
      kind === 'refused' && saysNotNew(status, answer)
        ? generationsFor(this.#text, this.session, { request, answer })
        : [];
    return isFailure || kind === 'content' ? [...generations, ...aims] : aims.slice(0, MAX_FOR_REMARK);
  }

  #with(candidate: Candidate): string {
    return candidate.kind === 'aim'
      ? withAim(this.#text, this.original, this.session, candidate)
      : withGenerated(this.#text, this.session, candidate);
  }

  /** The request to begin at again; absent for the first of all, where something before it changes. */
  #restartFor(candidate: Candidate, { request }: RunDifference, text: string): string | undefined {
    if (candidate.kind === 'generate' || hasGenerated(text)) {
      return undefined;
    }
    const probed = withProbes(this.#text, carriedPlaces(this.#text, this.session));
    const isKnown = candidate.places.every(({ place: { mapping }, choice }) => {
      const chosen = mapping.choices[choice ?? -1];
      return chosen === undefined || probed.knows(chosen);
    });
    return isKnown && candidate.places[0].place.mapping.request === request ? request : undefined;
  }

  /** Why a trial must not be made. */
  #hindrance(from: string | undefined): 'mutation' | 'limit' | undefined {
    const sent = this.#answers.sent();
    const again = from === undefined ? sent : sent.filter((id) => id === from);
    const isRepeatable =
      again.every((id) => IDEMPOTENT.test(this.#methods.get(id) ?? '')) &&
      (from !== undefined || this.#answers.requiredMethods().every((method) => IDEMPOTENT.test(method)));
    return !isRepeatable && !this.limits.allowMutations
      ? 'mutation'
      : this.#trials >= this.limits.maxTrials
        ? 'limit'
        : undefined;
  }

  #helped(before: RunDifference, run: ExecutionResult, text: string): boolean {
    const result = run.requests.find((one) => isOwn(one, run) && one.request.id === before.request);
    if (result === undefined || result.outcome === 'skipped') {
      return false;
    }
    const after = differenceOf(this.#recorded.get(before.request), result, sentTexts(text));
    return after === undefined || (before.isFailure && !after.isFailure);
  }

  #keep(candidate: Candidate, difference: RunDifference, text: string): void {
    this.#text = text;
    if (candidate.kind === 'generate') {
      this.#generated.push(candidate);
    } else {
      candidate.places.forEach(({ place }) => this.#reasons.set(place.mapping.key, difference));
    }
  }

  #runAfter(request: string): Promise<ExecutionResult> | undefined {
    const next = this.#order[this.#order.indexOf(request) + 1];
    return next === undefined ? undefined : this.#run(this.#text, next);
  }

  #run(text: string, from?: string): Promise<ExecutionResult> {
    const sent = sentTexts(text);
    const places = carriedPlaces(text, this.session);
    const { text: probed } = withProbes(this.limits.allowMutations ? text : withoutRetries(text), places);
    const seen = new RunAnswers();
    const stopsAfter = (result: RequestResult): boolean => {
      seen.note(result);
      const found = this.#differenceIn(result, sent) ?? this.#staleIn(result, places, seen, this.#answers);
      return found !== undefined;
    };
    return this.ports.run({ text: probed, ...(from === undefined ? {} : { from }), stopsAfter });
  }

  #firstDifference(run: ExecutionResult): RunDifference | undefined {
    const sent = sentTexts(this.#text);
    const places = carriedPlaces(this.#text, this.session);
    const found = run.requests.flatMap((result) =>
      isOwn(result, run)
        ? (this.#differenceIn(result, sent) ?? this.#staleIn(result, places, this.#answers) ?? [])
        : [],
    );
    return found[0];
  }

  /** Whether a request sent recorded ids, though nothing else about it differs. */
  #staleIn(
    { request, exchange }: RequestResult,
    places: readonly CarriedPlace[],
    ...answers: readonly RunAnswers[]
  ): RunDifference | undefined {
    const isNew = exchange !== undefined && !this.#open.has(request.id);
    return isNew && stalePlaces(places, request.id, ...answers).length > 0
      ? {
          request: request.id,
          kind: 'stale',
          isFailure: false,
          words: 'a recorded id was sent, although this run has another one for it',
        }
      : undefined;
  }

  /** How a request differs; absent where that is known, or follows from what is known. */
  #differenceIn(result: RequestResult, sent: ReadonlySet<string>): RunDifference | undefined {
    const { id } = result.request;
    const difference = differenceOf(this.#recorded.get(id), result, sent);
    const lacks = ({ id: cause }: { readonly id: string }): boolean =>
      this.#open.get(cause)?.difference.isFailure === true || this.#idle.has(cause);
    if (difference?.causes?.some(lacks) === true) {
      this.#idle.add(id);
    }
    return this.#open.has(id) || this.#idle.has(id) ? undefined : difference;
  }

  #report(outcome: RepairReport['outcome']): RepairReport {
    const after = carriedPlaces(this.#text, this.session);
    const open = [...this.#open.values()];
    return {
      outcome,
      text: this.#text,
      places: changedPlaces(this.#before, after, this.#reasons),
      generated: this.#generated,
      failures: open.filter(({ difference }) => difference.isFailure),
      remarks: open.filter(({ difference }) => !difference.isFailure),
      stale: after.filter((place) => this.#isStale(place)),
      trials: this.#trials,
    };
  }

  #isStale({ mapping, variable }: CarriedPlace): boolean {
    const [best] = mapping.choices;
    const value = best === undefined ? undefined : this.#answers.valueOf(best);
    return (
      variable === undefined &&
      value !== undefined &&
      value !== mapping.proposal.value &&
      this.#open.get(mapping.request)?.difference.kind !== 'stale' &&
      this.#answers.resultOf(mapping.request)?.exchange !== undefined
    );
  }
}

function isOwn({ request }: RequestResult, { chain }: ExecutionResult): boolean {
  return request.chain === chain.file;
}

/** The chain without the retries of requests that are not idempotent. */
function withoutRetries(text: string): string {
  const list = readChainOnly(text, 'chain').chain?.requests ?? [];
  const retried = list.flatMap(({ method, retry }, index) =>
    retry === undefined || IDEMPOTENT.test(method) ? [] : [index],
  );
  return retried.reduce(
    (now, index) => applyEdits(now, removeMember(now, ['requests', index, 'retry'])),
    text,
  );
}

/** Whether a constant of a chain is generated: a part of a run would have another value than the part before it. */
function hasGenerated(text: string): boolean {
  const constants = stringifyJson(readChainOnly(text, 'chain').chain?.variables ?? {});
  return findReferences(constants).some(({ name }) => name.startsWith('$'));
}
