/**
 * The outcome of a repair in words, for every surface that shows one: what changed and why, and what is left to decide.
 * Recorded values of credentials are in none of them; texts of servers and files still have to be made fit for display.
 */
import type { Say } from '../../say';
import { consumerWords, producerWords } from '../review/explainMapping';
import type { OpenChoice } from '../review/reviewMappings';
import type { CarriedPlace, RepairSession } from './carriedPlaces';
import type { PlaceRepair } from './changedPlaces';
import { changedText } from './changedText';
import { adviceFor, type RepairRemedies } from './repairAdvice';
import type { Attempt, Candidate, OpenDifference, RepairReport } from './repairReport';
import type { Generation } from './generatedValues';
import type { UnexplainedPlace } from './unexplainedPlaces';

/** What a request is called, by its id. */
export type NameOf = (id: string) => string;

/** How requests are named, and texts worded. A text without values may be a message of a run. */
export interface RepairWording {
  readonly nameOf: NameOf;
  readonly say: Say;
}

/** A repair of a chain, and how it is spoken of. */
export interface ShownRepair extends Pick<RepairSession, 'steps' | 'ids'>, RepairWording {
  readonly report: RepairReport;
  /** The chain before. */
  readonly before: string;
  readonly remedies: RepairRemedies;
}

/** A change of a chain. */
export interface ExplainedChange {
  /** Id of the request. */
  readonly request: string;
  /** `path segment 2`. */
  readonly place: string;
  /** `basketId, body $.basket.id of Create basket`. */
  readonly takes: string;
  /** `before: answered with 404 instead of 200`. */
  readonly why: string;
  /** The part of the chain that changed; absent for a credential, and for what is new. */
  readonly before?: string;
  readonly after: string;
}

/** A request that still differs from the recording. */
export interface ExplainedDecision {
  /** Id of the request. */
  readonly request: string;
  readonly words: string;
  readonly proposals: readonly Proposal[];
}

/** What a person can do about a difference. */
export interface Proposal {
  readonly text: string;
  /** What became of it; absent for what only a person can do. */
  readonly tried?: Attempt['outcome'];
}

/** Proposals for one decision. */
const MAX_PROPOSALS = 3;

/** What a repair changed, in the order of the chain, then what is generated now. */
export function explainChanges(shown: ShownRepair): readonly ExplainedChange[] {
  const { places, generated } = shown.report;
  return [
    ...places.map((change) => explainPlace(change, shown)),
    ...generated.flatMap((one) => explainGeneration(one, shown)),
  ];
}

function explainPlace(change: PlaceRepair, shown: ShownRepair): ExplainedChange {
  const { place, after, reason } = change;
  const { say } = shown;
  const { mapping, variable } = place;
  const [old, now] = changedText(mapping, shown);
  const isHidden = mapping.proposal.slot.isCredential && variable === undefined;
  return {
    request: mapping.request,
    place: consumerWords(mapping.proposal, say),
    takes: takenWords(after, shown),
    why: reason === undefined ? say('the recording leaves no doubt') : say('before: {0}', reason.words(say)),
    ...(isHidden ? {} : { before: old }),
    after: now,
  };
}

function explainGeneration(
  { request, why, values }: Generation,
  { say }: RepairWording,
): readonly ExplainedChange[] {
  return values.map((value) => ({
    request,
    place: consumerWords(value, say),
    takes: say('{0}, generated in each run', value.variable),
    why: say(
      why === 'unique' ? 'the server has the recorded value already' : 'the server refuses the recorded date',
    ),
    after: `"${value.variable}": "${value.template}"`,
  }));
}

/** What a person has to decide, or may want to know. */
export function explainOpen(open: OpenDifference, shown: ShownRepair): ExplainedDecision {
  const { request, words } = open.difference;
  return { request, words: words(shown.say), proposals: proposalsFor(open, shown) };
}

/** What was thought of first, then what is always possible. */
function proposalsFor({ difference, attempts }: OpenDifference, shown: ShownRepair): readonly Proposal[] {
  const thought = attempts.map(({ candidate, outcome }) => ({
    text: candidateWords(candidate, shown),
    tried: outcome,
  }));
  const untried = thought.filter(({ tried }) => tried !== 'failed');
  const tried = thought.filter((one) => one.tried === 'failed');
  const [first, ...rest] = [...untried, ...tried];
  return [
    ...(first === undefined ? [] : [first]),
    ...rest.slice(0, 1),
    ...adviceFor(difference, shown.remedies, shown.say).map((text) => ({ text })),
  ].slice(0, MAX_PROPOSALS);
}

/** A change in words: what takes what. */
export function candidateWords(candidate: Candidate, wording: RepairWording): string {
  const { nameOf, say } = wording;
  if (candidate.kind === 'generate') {
    const { request, values } = candidate;
    return values
      .map((value) =>
        say('generate {0} of {1}: {2}', consumerWords(value, say), nameOf(request), value.template),
      )
      .join(', ');
  }
  const [{ place, choice }] = candidate.places;
  const to = place.mapping.choices[choice ?? -1];
  return say('{0} takes {1}', placeWords(place, wording), takenWords(to, wording));
}

/** `List items, path segment 2`. */
export function placeWords({ mapping: { request, proposal } }: CarriedPlace, wording: RepairWording): string {
  return unexplainedWords({ request, slot: proposal.slot }, wording);
}

/** `Comment on task, body $.authorId`: a place that sends a recorded id which nothing explains. */
export function unexplainedWords(
  { request, slot }: Pick<UnexplainedPlace, 'request' | 'slot'>,
  { nameOf, say }: RepairWording,
): string {
  return say('{0}, {1}', nameOf(request), consumerWords({ slot }, say));
}

/** `basketId, body $.basket.id of Create basket`; without a source it is what was recorded. */
function takenWords(source: OpenChoice | undefined, { nameOf, say }: RepairWording): string {
  return source === undefined
    ? say('the recorded value')
    : say('{0}, {1} of {2}', source.variable, producerWords(source.producer, say), nameOf(source.source));
}
