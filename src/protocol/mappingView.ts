/**
 * Proposals as the review gets them: by thing, then by variable and source, in plain words, with what each would
 * change. Secrets are masked, and of long texts only the part around the change is shown.
 */
import { aroundChange } from '../core/edit/aroundChange';
import { extractionMember } from '../core/edit/chainEdit';
import { defined } from '../core/defined';
import { groupBy } from '../core/groupBy';
import { writtenForms } from '../core/mapping/apply/spelledText';
import {
  consumerWords,
  evidenceWords,
  producerWords,
  reasonWords,
  tellingEvidence,
} from '../core/mapping/review/explainMapping';
import { mappedThings, type MappedThing } from '../core/mapping/review/mappedThings';
import type { OpenChoice, OpenMapping } from '../core/mapping/review/reviewMappings';
import type { AppliedPlace, JudgedPlace } from '../core/mapping/review/judgeRun';
import { otherSources, type Exchanged } from '../core/mapping/review/alternativeSources';
import type { ExecutionResult } from '../core/result/result';
import { nameReasonWords } from '../core/mapping/decide/guessChain';
import type { NameSuggestion } from '../core/mapping/decide/suggestByNames';
import type { ProposalVerdict } from '../core/mapping/review/proposeMappings';
import type { VerdictKind } from '../core/mapping/review/verifyMappings';
import type { Say } from '../core/say';
import type {
  MappingGroup,
  MappingThing,
  MappingUse,
  NotLive,
  ReviewView,
  ShownChoice,
  ShownGuess,
  ShownVerdict,
  Trial,
  TriedPlace,
} from './mappingContract';
import { shorten } from '../core/shownText';
import { line } from './shownLine';

/** How a review names requests, and words its texts. */
export interface ReviewWording {
  /** Names by id of the requests; an id without one is shown itself. */
  readonly names: ReadonlyMap<string, string>;
  readonly say: Say;
}

/** What the review knows besides the proposals. */
export interface ReviewFacts extends ReviewWording {
  /** Ids of the requests by entry of the session. */
  readonly ids: ReadonlyMap<number, string>;
  /** Keys of what the person rejected. */
  readonly rejected: ReadonlySet<string>;
  /** Texts of the chain that nobody should see. */
  readonly hidden: readonly string[];
}

/** The things of a review, in the order of the proposals. */
export function mappingThings(open: readonly OpenMapping[], facts: ReviewFacts): ReviewView['things'] {
  const byRequest = groupBy(open, ({ request }) => request);
  const credentials = new Map(
    [...byRequest].map(([request, sent]) => [
      request,
      sent.flatMap(({ proposal }) => credentialsIn(proposal)),
    ]),
  );
  return mappedThings(open).map((thing) => {
    const own = new Set(thing.mappings.map(({ request }) => request));
    const sent = [...own].flatMap((request) => credentials.get(request) ?? []);
    return thingOf(thing, { ...facts, hidden: [...new Set([...sent, ...facts.hidden])] });
  });
}

function thingOf({ noun, value, root, isCreated, mappings }: MappedThing, facts: ReviewFacts): MappingThing {
  const groups = groupBy(mappings, ({ choices: [first] }) =>
    JSON.stringify([first?.source, first?.variable, first?.producer.rule]),
  );
  return {
    key: mappings[0]?.key ?? '',
    noun: line(noun),
    value: shorten(line(masked(value, facts.hidden)), LONGEST_VALUE),
    source: { id: root.source, name: nameOf(root.source, facts) },
    isCreated,
    groups: [...groups.values()].flatMap((some) => groupOf(some, facts) ?? []),
  };
}

/** UTF-16 code units of a value in a heading: a UUID is shown whole, a long token is not. */
const LONGEST_VALUE = 40;

function groupOf(mappings: readonly OpenMapping[], facts: ReviewFacts): MappingGroup | undefined {
  const chosen = mappings[0]?.choices[0];
  if (chosen === undefined) {
    return undefined;
  }
  const source = { id: chosen.source, name: nameOf(chosen.source, facts) };
  return {
    variable: chosen.variable,
    source,
    place: line(producerWords(chosen.producer, facts.say)),
    summary: line(summaryOf(mappings, chosen, { source: source.name, say: facts.say })),
    ...(chosen.extraction === undefined ? {} : { extraction: line(JSON.stringify(chosen.extraction)) }),
    warnings: warningsOf(chosen, facts.say),
    uses: mappings.map((mapping) => useOf(mapping, facts)),
  };
}

/** `body $.id of Create card equals the path segment 2 in 3 later requests; both are called alike.` */
function summaryOf(
  mappings: readonly OpenMapping[],
  chosen: OpenChoice,
  { source, say }: { readonly source: string; readonly say: Say },
): string {
  const places = new Set(mappings.map(({ proposal }) => consumerWords(proposal, say)));
  const requests = new Set(mappings.map(({ request }) => request)).size;
  const from = producerWords(chosen.producer, say);
  const [place = ''] = places;
  const equation =
    requests === 1
      ? places.size === 1
        ? say('{0} of {1} equals the {2} in a later request', from, source, place)
        : say('{0} of {1} equals {2} places in a later request', from, source, places.size)
      : places.size === 1
        ? say('{0} of {1} equals the {2} in {3} later requests', from, source, place, requests)
        : say('{0} of {1} equals {2} places in {3} later requests', from, source, places.size, requests);
  const [, ...others] = tellingEvidence(chosen.evidence);
  const reason = others.find(({ weight }) => weight > 0);
  return `${reason === undefined ? equation : say('{0}; {1}', equation, reasonWords(reason, say))}.`;
}

function warningsOf({ producer }: OpenChoice, say: Say): readonly string[] {
  return [
    ...(producer.isStable ? [] : [say('It is found by its position in a list, which may change.')]),
    ...(producer.isRedirect ? [say('The answer led elsewhere: it will not be followed any more.')] : []),
    ...(producer.refusal === undefined
      ? []
      : [
          say('The server answered with {0}: the request will pass only with that status.', producer.refusal),
        ]),
  ];
}

function useOf({ key, proposal, request, choices }: OpenMapping, facts: ReviewFacts): MappingUse {
  return {
    key,
    request: { id: request, name: nameOf(request, facts) },
    place: line(consumerWords(proposal, facts.say)),
    isSure: proposal.isSure,
    isRejected: facts.rejected.has(key),
    ...(proposal.verdict === undefined ? {} : { verdict: shownVerdict(proposal.verdict, facts) }),
    choices: choices.map((choice) => shownChoice(choice, facts)),
  };
}

const VERDICTS: readonly VerdictKind[] = ['confirmed', 're-aimed', 'rejected', 'found', 'kept'];

function verdictWords(kind: VerdictKind, say: Say): string {
  switch (kind) {
    case 'confirmed':
      return say('confirmed');
    case 're-aimed':
      return say('re-aimed');
    case 'rejected':
      return say('rejected');
    case 'found':
      return say('found by the second recording');
    case 'kept':
      return say('nothing for or against');
  }
}

function shownVerdict({ kind, instead }: ProposalVerdict, facts: ReviewFacts): ShownVerdict {
  const { say } = facts;
  const verdict = verdictWords(kind, say);
  const source = instead === undefined ? undefined : facts.ids.get(instead.entry);
  return {
    kind,
    words:
      instead === undefined || source === undefined
        ? verdict
        : line(say('{0}: not {1} of {2}', verdict, producerWords(instead, say), nameOf(source, facts))),
  };
}

/** `5 confirmed, 1 re-aimed`: what a second session says of what can still be decided. */
export function verdictSummary(open: readonly OpenMapping[], say: Say): string {
  return VERDICTS.flatMap((kind) => {
    const count = open.filter(({ proposal }) => proposal.verdict?.kind === kind).length;
    return count === 0 ? [] : [say('{0} {1}', count, verdictWords(kind, say))];
  }).join(', ');
}

/** Further input for showing a trial. */
export interface TrialFacts extends ReviewWording {
  /** What another source would change. */
  readonly exchange: (place: AppliedPlace, choice: number) => Pick<Exchanged, 'dropped'>;
}

/** What a run says of applied places, for the review. */
export function trialOf(judged: readonly JudgedPlace[], run: ExecutionResult, facts: TrialFacts): Trial {
  return { startedAt: run.startedAt, places: judged.map((one) => triedPlace(one, run, facts)) };
}

function triedPlace(judged: JudgedPlace, run: ExecutionResult, facts: TrialFacts): TriedPlace {
  const { say } = facts;
  const { place, verdict, words } = judged;
  const { request, variable, mapping } = place;
  return {
    request: { id: request, name: nameOf(request, facts) },
    place: line(consumerWords(mapping.proposal, say)),
    variable,
    verdict: {
      kind: verdict,
      words: line(verdict === 'kept' ? words : say('{0}: {1}', verdictWords(verdict, say), words)),
    },
    others: otherSources(judged, run).flatMap((choice) => {
      const other = mapping.choices[choice];
      const { dropped } = facts.exchange(place, choice);
      return other === undefined
        ? []
        : [
            {
              pick: { key: mapping.key, choice },
              words: sourceWords(other, facts),
              ...(dropped === undefined
                ? {}
                : {
                    drops: { from: nameOf(place.source, facts), extraction: line(JSON.stringify(dropped)) },
                  }),
            },
          ];
    }),
  };
}

function sourceWords(
  { producer, source }: Pick<OpenChoice, 'producer' | 'source'>,
  facts: ReviewWording,
): string {
  const { say } = facts;
  return line(say('{0} of {1}', producerWords(producer, say), nameOf(source, facts)));
}

/** Guesses by names, for the review. */
export function shownGuesses(
  guesses: readonly NameSuggestion[],
  ids: readonly string[],
  facts: ReviewWording,
): readonly ShownGuess[] {
  const { say } = facts;
  return guesses.flatMap(({ variable, producer, rule, confidence, reason }) => {
    const id = ids[producer];
    return id === undefined
      ? []
      : [
          {
            variable,
            source: { id, name: nameOf(id, facts) },
            extraction: line(JSON.stringify(extractionMember({ ...rule, variable }))),
            confidence,
            reason: say('{0}; no response was seen', nameReasonWords(reason, say)),
          },
        ];
  });
}

/** What nobody should see of a place; the scheme before a token says no secret. */
function credentialsIn({ slot, value }: OpenMapping['proposal']): readonly string[] {
  if (!slot.isCredential && !slot.isPassword) {
    return [];
  }
  return slot.location === 'auth' ? [value] : [slot.value, value];
}

function shownChoice(choice: OpenChoice, facts: ReviewFacts): ShownChoice {
  const { variable, producer, source, confidence, evidence, change } = choice;
  const { hidden, say } = facts;
  const [before, after] = aroundChange(masked(change.before, hidden), masked(change.after, hidden), AROUND);
  return {
    variable,
    words: sourceWords({ producer, source }, facts),
    confidence,
    reasons: evidenceWords({ evidence }, say).map(line),
    ...defined({ notLive: notLiveOf(choice, facts) }),
    before: line(before),
    after: line(after),
  };
}

function notLiveOf({ source, recordedIn }: OpenChoice, facts: ReviewFacts): NotLive | undefined {
  return recordedIn.length === 0
    ? undefined
    : {
        request: { id: source, name: nameOf(source, facts) },
        place: line(recordedIn.map((slot) => consumerWords({ slot }, facts.say)).join(', ')),
      };
}

function nameOf(id: string, { names }: Pick<ReviewWording, 'names'>): string {
  return line(names.get(id) ?? id);
}

/** Shorter texts are words rather than secrets, and would be masked everywhere. */
const SHORTEST_SECRET = 4;
const MASK = '•••••';

function masked(text: string, hidden: readonly string[]): string {
  return hidden
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap(writtenForms)
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, secret) => shown.replaceAll(secret, MASK), text);
}

/** UTF-16 code units that are shown before and after a change. */
const AROUND = 48;
