/**
 * Repair by running: a chain is run as far as the first request that differs from its recording; there a suspicious
 * place takes another source, and the run continues, until everything went as recorded or the trials are used up.
 *
 * Each request is sent once, and again only as part of a trial. What did not help is taken back. Nothing is written:
 * the outcome is a text, with the reason for each change.
 */
import { defined } from '../../defined';
import { applyEdits } from '../../edit/textEdit';
import { UserError } from '../../errors';
import { readChainOnly } from '../../files/chainFile';
import type { ExecutionResult, RequestResult } from '../../result/result';
import type { RunMemory } from '../../run/runStep';
import { isIdempotent } from '../../run/sentOnce';
import type { RecordedStep } from '../read/recordedSession';
import { applyPicked } from '../review/reviewMappings';
import { candidatesFor, withCandidate } from './candidates';
import { stepsById, type CarriedPlace, type RepairSession } from './carriedPlaces';
import { differenceOf, type RunDifference } from './compareRun';
import { changedPlaces } from './changedPlaces';
import { OpenDifferences } from './openDifferences';
import { RepairedTexts } from './repairedTexts';
import type {
  Attempt,
  Candidate,
  ChainRest,
  PartRun,
  RepairEvent,
  RepairLimits,
  RepairPorts,
  RepairReport,
} from './repairReport';
import { RunAnswers } from './runAnswers';
import type { Generation } from './generatedValues';
import { sentAgain } from './sentAgain';
import { unexplainedPlaces } from './unexplainedPlaces';

/**
 * Repairs a chain by running it.
 *
 * @throws UserError when the text is not a chain, or the recording has none of its enabled requests; rejects when a run
 *   cannot be made
 */
export async function* repairChain(
  text: string,
  session: RepairSession,
  limits: RepairLimits,
  ports: RepairPorts,
): AsyncGenerator<RepairEvent, RepairReport, void> {
  return yield* new Repair(text, session, limits, ports).all();
}

/** One repair; owner of all that changes in it. */
class Repair {
  readonly #answers = new RunAnswers();
  readonly #recorded: ReadonlyMap<string, RecordedStep>;
  readonly #before: readonly CarriedPlace[];
  readonly #reasons = new Map<string, RunDifference>();
  readonly #generated: Generation[] = [];
  readonly #open: OpenDifferences;
  readonly #order: readonly string[];
  readonly #methods: ReadonlyMap<string, string>;
  readonly #texts: RepairedTexts;
  #text: string;
  #trials = 0;

  constructor(
    private readonly original: string,
    private readonly session: RepairSession,
    private readonly limits: RepairLimits,
    private readonly ports: RepairPorts,
  ) {
    this.#recorded = stepsById(session);
    this.#open = new OpenDifferences(this.#recorded);
    this.#texts = new RepairedTexts(session);
    this.#before = this.#texts.read(original).places;
    const certain = this.#before.filter(
      ({ variable, mapping }) => variable === undefined && mapping.proposal.isSure,
    );
    const picks = certain.map(({ mapping: { key } }) => ({ key, choice: 0 }));
    this.#text = applyEdits(original, applyPicked(original, session, picks).edits);
    const requests = readChainOnly(original, 'chain').chain?.requests ?? [];
    if (!requests.some(({ id, disabled }) => !disabled && this.#recorded.has(id))) {
      throw new UserError(
        'The recording has no enabled request of this chain, so nothing was sent.',
        'Enable a request, or use a recording of this chain.',
      );
    }
    this.#order = requests.map(({ id }) => id);
    this.#methods = new Map(requests.map(({ id, method }) => [id, method]));
  }

  async *all(): AsyncGenerator<RepairEvent, RepairReport, void> {
    let run: PartRun | undefined = await this.#run(this.#text);
    while (run !== undefined && !this.ports.signal.aborted) {
      this.#answers.take(run.result);
      const difference = this.#firstDifference(run.result);
      if (difference === undefined) {
        break;
      }
      yield { type: 'differs', difference };
      if (difference.kind === 'unanswered') {
        this.#open.add({ difference, attempts: [] });
        return this.#report('stopped');
      }
      const { memory }: PartRun = run;
      run = yield* this.#resolve(difference, memory);
      if (run === undefined && !this.ports.signal.aborted) {
        run = await this.#runAfter(difference.request, memory);
      }
    }
    return this.#report(
      this.ports.signal.aborted ? 'cancelled' : this.#open.all.length === 0 ? 'green' : 'open',
    );
  }

  /**
   * Tries what may explain a difference; resolves to the run in which something helped.
   *
   * @param known what the run with the difference left: each trial begins with that, whatever the one before it lost
   */
  async *#resolve(
    difference: RunDifference,
    known: RunMemory,
  ): AsyncGenerator<RepairEvent, PartRun | undefined, void> {
    const attempts: Attempt[] = [];
    const { session, original } = this;
    const { places, probed } = this.#texts.read(this.#text);
    const chain = { text: this.#text, places, original, session, before: this.#before };
    for (const candidate of candidatesFor(difference, chain, this.#answers)) {
      const text = withCandidate(candidate, chain);
      const again = sentAgain({ candidate, difference, probed, text });
      const outcome = this.#hindrance(again);
      if (outcome !== undefined) {
        attempts.push({ candidate, outcome });
        continue;
      }
      this.#trials += 1;
      yield { type: 'trial', number: this.#trials, candidate };
      const rest = again === undefined ? undefined : { from: difference.request, again, known };
      const run = await this.#run(text, rest);
      if (this.ports.signal.aborted) {
        return undefined;
      }
      if (this.#helped(difference, run.result, text)) {
        this.#keep(candidate, difference, text);
        return run;
      }
      attempts.push({ candidate, outcome: 'failed' });
    }
    this.#open.add({ difference, attempts });
    return undefined;
  }

  /**
   * Why a trial must not be made.
   *
   * @param again ids of the requests that it sends again; absent for all
   */
  #hindrance(again: readonly string[] | undefined): 'mutation' | 'limit' | undefined {
    const repeated = this.#answers.sent().filter((id) => again?.includes(id) ?? true);
    const isRepeatable =
      repeated.every((id) => isIdempotent(this.#methods.get(id) ?? '')) &&
      (again !== undefined || this.#answers.requiredMethods().every(isIdempotent));
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
    const after = differenceOf(this.#recorded.get(before.request), result, this.#texts.read(text).sent);
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

  #runAfter(request: string, known: RunMemory): Promise<PartRun> | undefined {
    const from = this.#order[this.#order.indexOf(request) + 1];
    return from === undefined ? undefined : this.#run(this.#text, { from, again: [], known });
  }

  #run(text: string, rest?: ChainRest): Promise<PartRun> {
    const chain = this.#texts.read(text);
    const seen = new RunAnswers();
    const stopsAfter = (result: RequestResult): boolean => {
      seen.note(result);
      return this.#open.newIn(result, chain, seen, this.#answers) !== undefined;
    };
    const isSentOnce = !this.limits.allowMutations;
    return this.ports.run({ text: chain.probed.text, ...defined({ rest }), isSentOnce, stopsAfter });
  }

  #firstDifference(run: ExecutionResult): RunDifference | undefined {
    const chain = this.#texts.read(this.#text);
    return run.requests
      .filter((result) => isOwn(result, run))
      .map((result) => this.#open.newIn(result, chain, this.#answers))
      .find((difference) => difference !== undefined);
  }

  #report(outcome: RepairReport['outcome']): RepairReport {
    const after = this.#texts.read(this.#text).places;
    const open = this.#open.all;
    return {
      outcome,
      text: this.#text,
      places: changedPlaces(this.#before, after, this.#reasons),
      generated: this.#generated,
      failures: open.filter(({ difference }) => difference.isFailure),
      remarks: open.filter(({ difference }) => !difference.isFailure),
      stale: after.filter((place) => this.#isStale(place)),
      unexplained: unexplainedPlaces(this.session, after, this.#answers).filter(
        ({ request }) => this.#open.of(request) === undefined,
      ),
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
      this.#open.of(mapping.request)?.difference.kind !== 'stale' &&
      this.#answers.resultOf(mapping.request)?.exchange !== undefined
    );
  }
}

function isOwn({ request }: RequestResult, { chain }: ExecutionResult): boolean {
  return request.chain === chain.file;
}
