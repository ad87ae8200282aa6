/**
 * Suggestions as a person decides about them: place by place, each with the sources that it may have come from,
 * the suggested one first.
 */
import { LatestResponse } from '../read/parsedResponse';
import type { Scored } from '../decide/producerChoice';
import { confidenceOf } from '../decide/confidence';
import { sumOf, type Evidence } from '../match/evidence';
import { responseValueKey } from '../read/responseValue';
import { takesNext } from '../match/nameSimilarity';
import type { RecordedStep } from '../read/recordedSession';
import type { Slot } from '../read/slots';
import { stableRule } from '../select/stableSelector';
import {
  producerOf,
  suggestMappings,
  type MappingOptions,
  type MappingProducer,
  type MappingSuggestion,
} from '../decide/suggestMappings';
import { VariableNames } from '../decide/variableNames';
import type { MissingMapping } from './missingMappings';
import { placeOf, verifyMappings, type MappingVerdict, type VerdictKind } from './verifyMappings';

/** A place that could refer to a variable. */
export interface MappingProposal {
  /** Entry of the request whose place it is. */
  readonly entry: number;
  readonly slot: Slot;
  /** The slot's whole value, or the part that is replaced. */
  readonly value: string;
  /** Sure enough to be ticked when it is shown. */
  readonly isSure: boolean;
  /** The suggested source, then others that may be meant, best first; never empty. */
  readonly choices: readonly MappingChoice[];
  /** The verdict of a second session; absent without one. */
  readonly verdict?: ProposalVerdict;
}

/** What a second session says of a proposal. */
export interface ProposalVerdict {
  readonly kind: VerdictKind;
  /** The source that was suggested without it, where that is another one. */
  readonly instead?: MappingProducer;
}

/** What proposals are made with. */
export interface ProposalOptions extends MappingOptions {
  /** A second session of the same requests. */
  readonly second?: readonly RecordedStep[];
}

/** A source of a value, and why it is believed to be. */
export interface MappingChoice {
  readonly variable: string;
  readonly producer: MappingProducer;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Most important first. */
  readonly evidence: readonly Evidence[];
  /** Places of the source's request that send a recorded value of the same thing; none if the source is live. */
  readonly recordedIn: readonly Slot[];
}

/**
 * The proposals for a session, in the order of the suggestions; with a second session those that it rejects come
 * last.
 */
export function proposeMappings(
  steps: readonly RecordedStep[],
  { second, ...options }: ProposalOptions = {},
): readonly MappingProposal[] {
  if (second === undefined) {
    const suggestions = suggestMappings(steps, options);
    return proposalsFor(suggestions, new Rivals(steps, suggestions, options.taken ?? []));
  }
  const { suggestions, verdicts } = verifyMappings(steps, second, options);
  const rivals = new Rivals(steps, suggestions, options.taken ?? []);
  const byPlace = new Map(verdicts.map((verdict) => [placeOf(verdict.consumer), verdict]));
  return [
    ...proposalsFor(suggestions, rivals).map((proposal): MappingProposal => {
      const verdict = byPlace.get(placeOf(proposal));
      return verdict === undefined ? proposal : { ...proposal, verdict: verdictOf(verdict) };
    }),
    ...verdicts.flatMap((verdict) =>
      verdict.kind === 'rejected' ? (rejectedBy(verdict, rivals) ?? []) : [],
    ),
  ];
}

/**
 * Proposals for places that nothing covers: sources that are called alike, although they had another value. They are
 * guesses, for a run to decide about.
 */
export function proposeMissing(
  steps: readonly RecordedStep[],
  missing: readonly MissingMapping[],
  taken: readonly string[],
): readonly MappingProposal[] {
  const rivals = new Rivals(steps, [], taken);
  return missing.flatMap(({ entry, slot, candidates }): readonly MappingProposal[] => {
    const [value = slot.value] = slot.candidates;
    const choices = candidates.flatMap(({ responseValue, likeness }) => {
      const choice = rivals.choiceOf({ responseValue, evidence: [], score: 0 }, slot);
      return choice === undefined ? [] : [{ ...choice, confidence: likeness * GUESSED }];
    });
    return choices.length === 0 ? [] : [{ entry, slot, value, isSure: false, choices }];
  });
}

/** Confidence in a source that only its name speaks for. */
const GUESSED = 0.2;

function verdictOf({ kind, before }: MappingVerdict): ProposalVerdict {
  return kind === 're-aimed' && before !== undefined ? { kind, instead: before.producer } : { kind };
}

/** What was suggested before the second session spoke against it. */
function rejectedBy(
  { consumer, before, objection }: MappingVerdict,
  rivals: Rivals,
): MappingProposal | undefined {
  const { entry, slot, value, recordedIn } = consumer;
  const evidence = [...consumer.evidence, ...(objection === undefined ? [] : [objection])];
  const responseValue = before?.producer.responseValue;
  const choice =
    responseValue === undefined
      ? undefined
      : rivals.choiceOf({ responseValue, evidence, score: sumOf(evidence), recordedIn }, slot);
  return choice === undefined
    ? undefined
    : { entry, slot, value, isSure: false, choices: [choice], verdict: { kind: 'rejected' } };
}

function proposalsFor(suggestions: readonly MappingSuggestion[], rivals: Rivals): readonly MappingProposal[] {
  return suggestions.flatMap(({ variable, producer, consumers }) =>
    consumers.map(({ entry, slot, value, autoApply, confidence, evidence, recordedIn, rivals: others }) => ({
      entry,
      slot,
      value,
      isSure: autoApply,
      choices: [
        { variable, producer, confidence, evidence, recordedIn },
        ...others.flatMap((other) => rivals.choiceOf(other, slot) ?? []),
      ],
    })),
  );
}

/** One place of another thing has as good a claim: the one that was suggested. */
const SUGGESTED = 1;

/** Sources that were not suggested; those of one place have one name. */
class Rivals {
  readonly #names: VariableNames;
  readonly #readings = new LatestResponse();
  readonly #known: Map<string, Pick<MappingChoice, 'variable' | 'producer'>>;

  constructor(
    private readonly steps: readonly RecordedStep[],
    suggestions: readonly MappingSuggestion[],
    taken: readonly string[],
  ) {
    this.#names = new VariableNames([...taken, ...suggestions.map(({ variable }) => variable)]);
    this.#known = new Map(
      suggestions.map((suggestion) => [responseValueKey(suggestion.producer.responseValue), suggestion]),
    );
  }

  /** The choice of a place for a slot; absent when no rule takes exactly its value. */
  choiceOf(
    { responseValue, score, evidence, recordedIn = [] }: Scored,
    slot: Slot,
  ): MappingChoice | undefined {
    const { variable, producer } =
      this.#known.get(responseValueKey(responseValue)) ?? this.#learn(responseValue, slot) ?? {};
    return variable === undefined || producer === undefined
      ? undefined
      : {
          variable,
          producer,
          confidence: confidenceOf(score, SUGGESTED),
          evidence: evidence.toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight)),
          recordedIn,
        };
  }

  #learn(
    responseValue: Scored['responseValue'],
    slot: Slot,
  ): Pick<MappingChoice, 'variable' | 'producer'> | undefined {
    const step = this.steps[responseValue.step];
    const found =
      step?.response === undefined
        ? undefined
        : stableRule(responseValue, this.#readings.of(step.response), { isForNext: takesNext(slot.name) });
    if (step === undefined || found === undefined) {
      return undefined;
    }
    const learnt = {
      variable: this.#names.nameFor(responseValue, [slot]),
      producer: { ...producerOf(step), ...found, responseValue },
    };
    this.#known.set(responseValueKey(responseValue), learnt);
    return learnt;
  }
}
