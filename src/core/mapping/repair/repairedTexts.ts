/** What a repair reads of a chain. A long chain takes long to read, and each request that differs needs it several times. */
import { carriedPlaces, type RepairSession } from './carriedPlaces';
import { sentTexts } from './compareRun';
import type { ComparedChain } from './openDifferences';
import { withProbes, type ProbedChain } from './probes';

/** A chain before a part of it is run. */
export interface RepairedText extends ComparedChain {
  /** The chain as it is run. */
  readonly probed: ProbedChain;
}

/** The chain so far and the one of a trial. */
const MAX_KEPT = 2;

/** Reads texts of a chain, and keeps what was read of the last ones. */
export class RepairedTexts {
  readonly #kept = new Map<string, RepairedText>();

  constructor(private readonly session: RepairSession) {}

  read(text: string): RepairedText {
    const read = this.#kept.get(text) ?? this.#readNow(text);
    this.#kept.delete(text);
    this.#kept.set(text, read);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
    return read;
  }

  #readNow(text: string): RepairedText {
    const places = carriedPlaces(text, this.session);
    return { places, sent: sentTexts(text), probed: withProbes(text, places) };
  }
}
