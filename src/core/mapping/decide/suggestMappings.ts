/**
 * Auto Mapping: which later values came from which earlier answers, as suggestions for a person.
 *
 * A wrong mapping is worse than none: it breaks a request that worked. So nothing is suggested that the user
 * typed, each suggestion says why, and how sure it is. The same session gives the same suggestions.
 */
import type { ExtractionRule } from '../../extraction/extractionRules';
import { LatestResponse, type ParsedResponse } from '../read/parsedResponse';
import { chooseProducers } from './chooseProducers';
import { withEliminatedSources } from './eliminatedSources';
import { isLive, withLiveSources } from './liveSources';
import { isContradicted, type Choice, type Scored } from './producerChoice';
import { AUTO_APPLY, confidenceOf } from './confidence';
import { isOfThingBefore, isRefused, RESPELLED, RETYPED, type Evidence } from '../match/evidence';
import { referAt } from '../apply/slotReference';
import { escapeReferences, resolveUrl } from '../../prepare/template';
import { responseValueKey, type ResponseValue } from '../read/responseValue';
import { SAME, nameLikeness, sharesWord, takesNext } from '../match/nameSimilarity';
import type { RecordedStep } from '../read/recordedSession';
import { SentLists } from '../match/resentLists';
import type { Slot } from '../read/slots';
import type { StableRule } from '../select/stableRule';
import { stableRule } from '../select/stableSelector';
import { valueBits } from '../read/valueEntropy';
import { VariableNames } from './variableNames';
import { indexValues, type OnStep, type ValueIndex } from '../match/valueIndex';
import type { SecondSession } from '../match/secondSession';

/** A variable to extract, and the places that take it. */
export interface MappingSuggestion {
  /** A variable that earlier suggestions set can be set again: a page's next token. */
  readonly variable: string;
  readonly producer: MappingProducer;
  readonly consumers: readonly MappingConsumer[];
}

/** Where the value comes from. */
export interface MappingProducer {
  readonly entry: number;
  readonly rule: ExtractionRule;
  /** The rule finds the value again when lists have changed. */
  readonly isStable: boolean;
  /** The answer led elsewhere: it must not be followed if it is to be read. */
  readonly isRedirect: boolean;
  /** The status of an answer that refused the request: it must be expected if it is to be read. */
  readonly refusal?: number;
  readonly responseValue: ResponseValue;
}

/** A place that takes the value. */
export interface MappingConsumer {
  readonly entry: number;
  readonly slot: Slot;
  /** The slot's whole value, or the part that is replaced. */
  readonly value: string;
  /** From 0 to 1. */
  readonly confidence: number;
  /** Sure enough to be ticked when it is shown. */
  readonly autoApply: boolean;
  /** Most important first. */
  readonly evidence: readonly Evidence[];
  /** Entries of other answers that may be meant. */
  readonly alternatives: readonly number[];
  /** The places in them, best first. */
  readonly rivals: readonly Scored[];
  /** Places of the request that is the source that send a recorded value of the same thing; none if it is live. */
  readonly recordedIn: readonly Slot[];
}

/** What a session alone does not say. */
export interface MappingOptions {
  /** Names that are taken in the chain. */
  readonly taken?: readonly string[];
  readonly onStep?: OnStep;
}

/** Suggests mappings for a session, in the order of the producers. */
export function suggestMappings(
  steps: readonly RecordedStep[],
  { taken = [], onStep }: MappingOptions = {},
): readonly MappingSuggestion[] {
  return suggestFrom(steps, indexValues(steps, onStep), { taken });
}

/** What suggestions are made of besides the session. */
export interface SuggestionGrounds {
  readonly taken: readonly string[];
  /** A second session that may say more. */
  readonly secondSession?: SecondSession;
}

/** Suggests mappings for a session whose values are indexed, in the order of the producers. */
export function suggestFrom(
  steps: readonly RecordedStep[],
  index: ValueIndex,
  { taken, secondSession }: SuggestionGrounds,
): readonly MappingSuggestion[] {
  const live = withLiveSources(steps, index.slots, chooseProducers(steps, index, secondSession));
  const choices = withEliminatedSources(live, steps, index, secondSession);
  const lists = new SentLists(steps);
  const rules = new Map<string, TakingRule>();
  const suggest = (some: readonly Choice[], mayCount: boolean) =>
    suggestAll(some, {
      steps,
      mayCount,
      secondSession,
      lists,
      rules,
      names: new VariableNames(taken),
      readings: new LatestResponse(),
    });
  const { suggestions, lost } = suggest(choices, false);
  return lost.size === 0
    ? suggestions
    : suggest(
        choices.map((choice) => takenElsewhere(choice, lost)),
        true,
      ).suggestions;
}

/** The suggestions for choices, and the places of which no rule takes exactly the value. */
function suggestAll(
  choices: readonly Choice[],
  workshop: Workshop,
): { readonly suggestions: readonly MappingSuggestion[]; readonly lost: ReadonlySet<string> } {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const key = responseValueKey(choice.chosen.responseValue);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(choice);
  }
  const lost = new Set(groups.keys());
  const suggestions = [...groups.values()]
    .toSorted(([one], [other]) => stepOf(one) - stepOf(other))
    .flatMap((group) => suggestionOf(group, workshop) ?? []);
  suggestions.forEach(({ producer }) => lost.delete(responseValueKey(producer.responseValue)));
  return { suggestions, lost };
}

/** The choice, of the next best place where no rule takes the best one and there is one. */
function takenElsewhere(choice: Choice, lost: ReadonlySet<string>): Choice {
  if (!lost.has(responseValueKey(choice.chosen.responseValue))) {
    return choice;
  }
  const [chosen, ...alternatives] = choice.alternatives.filter(
    ({ responseValue }) => !lost.has(responseValueKey(responseValue)),
  );
  return chosen === undefined ? choice : { ...choice, chosen, alternatives };
}

function stepOf(choice: Choice | undefined): number {
  return choice?.chosen.responseValue.step ?? 0;
}

/** What suggestions of one session share. */
interface Workshop {
  readonly steps: readonly RecordedStep[];
  /** Whether a row of a page's list may be taken by its position. */
  readonly mayCount: boolean;
  readonly names: VariableNames;
  readonly secondSession: SecondSession | undefined;
  readonly lists: SentLists;
  /** By the key of the response value: the rules that were found so far. */
  readonly rules: Map<string, TakingRule>;
  readonly readings: LatestResponse;
}

/** The rule that slots take a value by; absent where there is none. */
interface TakingRule {
  readonly slots: readonly Slot[];
  readonly rule: StableRule | undefined;
}

function suggestionOf(group: readonly Choice[], workshop: Workshop): MappingSuggestion | undefined {
  const { steps, names, lists } = workshop;
  const responseValue = group[0]?.chosen.responseValue;
  const producer = responseValue === undefined ? undefined : steps[responseValue.step];
  if (responseValue === undefined || producer?.response === undefined) {
    return undefined;
  }
  const slots = group.map(({ slot }) => slot);
  const reading = workshop.readings.of(producer.response);
  const text = ruleOf(responseValue, group, reading, workshop);
  if (text === undefined) {
    return undefined;
  }
  const decoded = { ...text.rule, decode: { as: 'json' } } as const;
  const isDecoded =
    text.rule.decode === undefined &&
    !responseValue.isNumber &&
    group.some((choice) => sends(choice, 'number')) &&
    !group.some((choice) => sends(choice, 'text')) &&
    reading.valueOf(decoded) === responseValue.value;
  const rule = isDecoded ? { ...text, rule: decoded } : text;
  const found = { ...rule, isStable: rule.isStable || lists.has(responseValue, slots, reading.json) };
  const consumers = group.map((choice) => {
    const consumer = consumerOf(choice, steps, slots[0]?.step ?? 0);
    const changes = changesOf(choice, steps[choice.slot.step], isDecoded || responseValue.isNumber);
    const isSure = consumer.confidence >= AUTO_APPLY && found.isStable;
    return {
      ...consumer,
      evidence: [...consumer.evidence, ...changes],
      autoApply: isSure && changes.length === 0 && isLive(choice.chosen),
    };
  });
  return {
    variable: names.nameFor(responseValue, slots),
    producer: { ...producerOf(producer), ...found, responseValue },
    consumers,
  };
}

/** The rule for a value; found once, unless other slots take it as well then. */
function ruleOf(
  responseValue: ResponseValue,
  group: readonly Choice[],
  reading: ParsedResponse,
  { steps, mayCount, secondSession, rules }: Workshop,
): StableRule | undefined {
  const slots = group.map(({ slot }) => slot);
  const key = responseValueKey(responseValue);
  const known = rules.get(key);
  const isSame =
    known?.slots.length === slots.length && slots.every((slot, index) => slot === known.slots[index]);
  if (isSame && known.rule !== undefined) {
    return known.rule;
  }
  const agreeing = group.filter(({ chosen }) => !isContradicted(chosen)).map(({ slot }) => slot);
  const rule = stableRule(responseValue, reading, {
    isForNext: slots.every(({ name }) => takesNext(name)),
    // A rule cannot find in the second session what that one has from elsewhere.
    second: secondSession?.answerFor(responseValue, agreeing),
    row: {
      isShown: (text) => slots.some(({ step }) => steps[step]?.response?.text.includes(text) === true),
      mayCount,
    },
  });
  rules.set(key, { slots, rule });
  return rule;
}

/** Who takes a value; after `firstUse`, the step that sent it first, answers only repeat it. */
function consumerOf(
  { slot, value, chosen, alternatives }: Choice,
  steps: readonly RecordedStep[],
  firstUse: number,
): Omit<MappingConsumer, 'autoApply'> {
  // What is too long for chance came from one place, wherever else it appears.
  const isUnmistakable = valueBits(value) >= UNMISTAKABLE;
  const consumer = steps[slot.step];
  const isOfThing = (responseValue: ResponseValue): boolean =>
    consumer !== undefined && isOfThingBefore(slot, responseValue, consumer);
  const isCalledSo = !isOfThing(chosen.responseValue);
  const rivals = alternatives.filter(
    ({ responseValue, score, isFollowed, isSameItem }) =>
      !isUnmistakable &&
      isSameItem !== true &&
      !(chosen.isSameItem === true && nameLikeness(slot.name, responseValue.name) >= SAME) &&
      (isFollowed === true || chosen.isFollowed !== true) &&
      responseValue.step < firstUse &&
      chosen.score - score < NEAR &&
      responseValue.name.noun.join(' ') !== chosen.responseValue.name.noun.join(' ') &&
      !(isCalledSo && isOfThing(responseValue)) &&
      !(sharesWord(slot.name, chosen.responseValue.name) && !sharesWord(slot.name, responseValue.name)) &&
      !isOfSameItem(responseValue, chosen.responseValue),
  );
  const entryOf = (step: number): number => steps[step]?.entry ?? step;
  return {
    entry: entryOf(slot.step),
    slot,
    value,
    confidence: confidenceOf(chosen.score, rivals.length),
    evidence: chosen.evidence.toSorted((one, other) => Math.abs(other.weight) - Math.abs(one.weight)),
    alternatives: [...new Set(alternatives.map(({ responseValue }) => entryOf(responseValue.step)))],
    rivals: alternatives,
    recordedIn: chosen.recordedIn ?? [],
  };
}

/** What would not be sent as it was; each is a reason to let a person decide. */
function changesOf(choice: Choice, step: RecordedStep | undefined, isNumber: boolean): readonly Evidence[] {
  return [
    ...(sends(choice, isNumber ? 'text' : 'number') ? [RETYPED] : []),
    ...(step === undefined || isWrittenAlike(choice, step) ? [] : [RESPELLED]),
  ];
}

/** Whether a value is all of a member of JSON of a type. Only JSON has numbers: a page and an address have texts. */
function sends({ slot, value }: Choice, type: 'number' | 'text'): boolean {
  return slot.steps !== undefined && slot.value === value && slot.isNumber === (type === 'number');
}

/** Whether an address with a reference is written as it was: `a%2Fb` and `a%2fb` say the same and are not. */
function isWrittenAlike({ slot, value }: Choice, { url }: RecordedStep): boolean {
  const isInUrl = slot.location === 'path' || slot.location === 'query';
  const template = escapeReferences(url);
  const change = isInUrl ? referAt({ url: template }, { slot, value, variable: 'value' }) : undefined;
  const written = (text: string) => resolveUrl({ url: text }, () => value);
  return change === undefined || written(change.text) === written(template);
}

/** Two members of one object identify the same thing: its number, and the URL that contains the number. */
function isOfSameItem({ step, place }: ResponseValue, other: ResponseValue): boolean {
  return (
    step === other.step &&
    place.source === 'body' &&
    other.place.source === 'body' &&
    place.steps.slice(0, -1).join('/') === other.place.steps.slice(0, -1).join('/')
  );
}

/** From so many bits on two places have the same value because it is the same. */
const UNMISTAKABLE = 24;
/** Evidence that is nearly as good. */
const NEAR = 0.75;

/** What a request has to do so that its answer can be read. */
export function producerOf(
  step: RecordedStep,
): Pick<MappingProducer, 'entry' | 'isRedirect'> & Partial<Pick<MappingProducer, 'refusal'>> {
  const status = step.response?.status ?? 0;
  return {
    entry: step.entry,
    isRedirect: status >= 300 && status < 400,
    ...(isRefused(step) ? { refusal: status } : {}),
  };
}
