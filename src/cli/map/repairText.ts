/** The outcome of a repair for people and for programs. Recorded values of credentials are in neither. */
import { valueAtSteps } from '../../core/extraction/responsePart';
import { treeOf } from '../../core/edit/jsonEdit';
import { isArray, type JsonValue } from '../../core/json/json';
import { valueOf } from '../../core/json/jsonDocument';
import { consumerWords, producerWords } from '../../core/mapping/review/explainMapping';
import type { OpenChoice } from '../../core/mapping/review/reviewMappings';
import type { CarriedPlace } from '../../core/mapping/repair/carriedPlaces';
import type { PlaceRepair } from '../../core/mapping/repair/changedPlaces';
import type {
  Attempt,
  Candidate,
  OpenDifference,
  RepairReport,
} from '../../core/mapping/repair/repairReport';
import type { DifferenceKind } from '../../core/mapping/repair/compareRun';
import type { Generation } from '../../core/mapping/repair/uniqueValues';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { slotsOf, type Slot } from '../../core/mapping/read/slots';
import { plainText } from '../../core/prepare/template';
import { plural } from '../../core/words';
import type { Paint } from '../../formats/reporters/consoleReport';
import { printable } from '../paint';
import { producerJson, requestText, type ProducerJson } from './mappingText';

/** What requests are called. */
export interface RequestNames {
  readonly steps: readonly RecordedStep[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
}

/** A repair of a chain. */
export interface ShownRepair extends RequestNames {
  readonly report: RepairReport;
  /** The chain before. */
  readonly before: string;
}

type SourceJson = ProducerJson & { readonly entry: number };
type PlaceJson = Pick<Slot, 'location' | 'key'> & { readonly entry: number };

/** What a repair adds to the JSON of `chainwright map`; entries count from 0, requests are ids. */
export interface RepairJson {
  readonly outcome: RepairReport['outcome'];
  readonly trials: number;
  readonly changes: readonly (PlaceJson & {
    /** Absent for the recorded value, or a variable from elsewhere. */
    readonly before?: SourceJson;
    /** Absent for the recorded value. */
    readonly after?: SourceJson;
    readonly variable?: string;
    /** Absent where the recording left no doubt. */
    readonly reason?: string;
  })[];
  readonly generated: readonly (Pick<Slot, 'location' | 'key'> & {
    readonly request: string;
    readonly variable: string;
    readonly template: string;
  })[];
  readonly decisions: readonly DecisionJson[];
  readonly remarks: readonly DecisionJson[];
  readonly stale: readonly PlaceJson[];
  /** Whether the chain was changed. */
  readonly applied: boolean;
}

interface DecisionJson {
  readonly request: string;
  readonly kind: DifferenceKind;
  readonly reason: string;
  readonly proposals: readonly { readonly text: string; readonly tried?: Attempt['outcome'] }[];
}

/** Proposals for one decision. */
const MAX_PROPOSALS = 3;
/** UTF-16 code units around what changed in a text. */
const AROUND = 30;

/** A repair for a program. */
export function repairJson(shown: ShownRepair, applied: boolean): RepairJson {
  const { outcome, trials, places, generated, failures, remarks, stale } = shown.report;
  return {
    outcome,
    trials,
    changes: places.map(({ place, before, after, reason }) => ({
      ...placeJson(place),
      ...(before === undefined ? {} : { before: sourceJson(before) }),
      ...(after === undefined ? {} : { after: sourceJson(after), variable: after.variable }),
      ...(reason === undefined ? {} : { reason: reason.words }),
    })),
    generated: generated.map(({ request, slot: { location, key }, variable, template }) => ({
      request,
      location,
      key,
      variable,
      template,
    })),
    decisions: failures.map((one) => decisionJson(one, shown)),
    remarks: remarks.map((one) => decisionJson(one, shown)),
    stale: stale.map(placeJson),
    applied,
  };
}

function sourceJson({ producer }: OpenChoice): SourceJson {
  return { entry: producer.entry, ...producerJson(producer) };
}

function placeJson({ mapping: { proposal } }: CarriedPlace): PlaceJson {
  const { location, key } = proposal.slot;
  return { entry: proposal.entry, location, key };
}

function decisionJson(open: OpenDifference, shown: ShownRepair): DecisionJson {
  const { request, kind, words } = open.difference;
  return { request, kind, reason: words, proposals: proposalsFor(open, shown) };
}

/** A repair for a person: the outcome, the changes as a diff with their reasons, and what is left to decide. */
export function renderRepair(shown: ShownRepair, paint: Paint): string {
  const { report } = shown;
  const { places, generated, failures, remarks, stale } = report;
  return [
    `${outcomeSentence(report, paint)}\n`,
    section('Changes', [
      ...places.flatMap((change) => changeLines(change, shown, paint)),
      ...generated.flatMap((one) => generationLines(one, shown, paint)),
    ]),
    section(
      'To decide',
      failures.flatMap((open) => decisionLines(open, shown)),
    ),
    section(
      'Answered in another way than recorded, although accepted',
      remarks.flatMap((open) => decisionLines(open, shown)),
    ),
    section(
      'Recorded values that are still sent, although this run has others',
      stale.map((place) => placeText(place, shown)),
    ),
  ].join('');
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`;
}

function outcomeSentence({ outcome, trials, failures, remarks }: RepairReport, paint: Paint): string {
  const after = trials === 0 ? '' : ` after ${plural(trials, 'trial')}`;
  switch (outcome) {
    case 'green':
      return paint.green(`Every request went as recorded${after}.`);
    case 'open':
      return failures.length === 0
        ? paint.yellow(
            `Every request was accepted${after}; ${plural(remarks.length, 'answer differs', 'answers differ')}.`,
          )
        : paint.red(
            `${plural(failures.length, 'request still differs', 'requests still differ')} from the recording${after}.`,
          );
    case 'stopped':
      return paint.red(`Stopped${after}: a request got no answer.`);
    case 'cancelled':
      return paint.yellow('Cancelled. Nothing was changed.');
  }
}

/** `3 GET /orders/7`, or the id of a request that the recording does not have. */
function requestName(id: string, { steps, ids }: RequestNames): string {
  const [entry] = [...ids].find(([, one]) => one === id) ?? [];
  const requests = new Map(steps.map((step) => [step.entry, step]));
  return entry === undefined ? printable(id) : requestText(entry, requests);
}

function placeText({ mapping }: CarriedPlace, shown: RequestNames): string {
  return `${requestName(mapping.request, shown)}, ${printable(consumerWords(mapping.proposal))}`;
}

function sourceText(choice: OpenChoice, shown: RequestNames): string {
  return `${choice.variable}, ${printable(producerWords(choice.producer))} of ${requestName(choice.source, shown)}`;
}

function changeLines(change: PlaceRepair, shown: ShownRepair, paint: Paint): readonly string[] {
  const { place, after, reason } = change;
  const { mapping } = place;
  const takes = after === undefined ? 'the recorded value' : sourceText(after, shown);
  const why = reason === undefined ? 'the recording leaves no doubt' : `before: ${printable(reason.words)}`;
  const path = mapping.choices[0]?.change.path ?? [];
  const [old, now] = [shown.before, shown.report.text].map((text) =>
    withoutCredentials(textAt(text, mapping.request, path), mapping.request, shown),
  );
  return [
    `${placeText(place, shown)}: ${takes}`,
    paint.dim(`  ${why}`),
    ...diffLines(
      old,
      now,
      { isHidden: mapping.proposal.slot.isCredential && place.variable === undefined },
      paint,
    ),
  ];
}

function textAt(chain: string, id: string, path: readonly (string | number)[]): string {
  const list = valueAtSteps(valueOf(treeOf(chain)), ['requests']);
  const requests: readonly JsonValue[] = list !== undefined && isArray(list) ? list : [];
  const request = requests.find((one) => valueAtSteps(one, ['id']) === id);
  return plainText((request === undefined ? undefined : valueAtSteps(request, path)) ?? '');
}

/** A text without the credentials and passwords that its request sent, which may be next to what is shown. */
function withoutCredentials(text: string, id: string, { steps, ids }: RequestNames): string {
  const index = steps.findIndex(({ entry }) => ids.get(entry) === id);
  const step = steps[index];
  const hidden =
    step === undefined ? [] : slotsOf(step, index).filter((one) => one.isCredential || one.isPassword);
  const values = hidden.flatMap(({ value, candidates }) => [value, ...candidates]);
  const written = values.flatMap((value) => [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
  ]);
  return written
    .filter((value) => value !== '')
    .toSorted((one, other) => other.length - one.length)
    .reduce((now, value) => now.replaceAll(value, '‹hidden›'), text);
}

/** What is different in two texts, with a little of what is around it. */
function diffLines(
  old = '',
  now = '',
  { isHidden }: { readonly isHidden: boolean },
  paint: Paint,
): readonly string[] {
  const shortest = Math.min(old.length, now.length);
  let start = 0;
  while (start < shortest && old[start] === now[start]) {
    start += 1;
  }
  let end = 0;
  while (end < shortest - start && old.at(-1 - end) === now.at(-1 - end)) {
    end += 1;
  }
  const part = (text: string): string => {
    const from = Math.max(0, start - AROUND);
    const to = Math.min(text.length, text.length - end + AROUND);
    return printable(
      `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`.replaceAll('\n', ' '),
    );
  };
  return [...(isHidden ? [] : [paint.red(`  - ${part(old)}`)]), paint.green(`  + ${part(now)}`)];
}

function generationLines(generated: Generation, shown: ShownRepair, paint: Paint): readonly string[] {
  const { request, variable, template } = generated;
  return [
    `${requestName(request, shown)}, ${printable(consumerWords(generated))}: ${variable}, generated in each run`,
    paint.dim('  the server has the recorded value already'),
    paint.green(`  + ${printable(`"${variable}": "${template}"`)}`),
  ];
}

function decisionLines(open: OpenDifference, shown: ShownRepair): readonly string[] {
  const { request, words } = open.difference;
  return [
    `${requestName(request, shown)}: ${printable(words)}`,
    ...proposalsFor(open, shown).map(
      ({ text, tried }, index) =>
        `  ${index + 1}. ${text}${tried === undefined ? '' : ` (${OUTCOMES[tried]})`}`,
    ),
  ];
}

const OUTCOMES: Readonly<Record<Attempt['outcome'], string>> = {
  failed: 'tried: it did not help',
  mutation: 'not tried: it sends a request again that is not idempotent; --allow-mutations allows it',
  limit: 'not tried: --max-trials was reached',
};

/** What a person can do about a difference: what was thought of first, then what is always possible. */
function proposalsFor(
  { difference, attempts }: OpenDifference,
  shown: ShownRepair,
): DecisionJson['proposals'] {
  const thought = attempts.map(({ candidate, outcome }) => ({
    text: candidateText(candidate, shown),
    tried: outcome,
  }));
  const untried = thought.filter(({ tried }) => tried !== 'failed');
  const tried = thought.filter((one) => one.tried === 'failed');
  const general = ADVICE[difference.kind].map((text) => ({ text }));
  const [first, ...rest] = [...untried, ...tried];
  return [...(first === undefined ? [] : [first]), ...rest.slice(0, 1), ...general].slice(0, MAX_PROPOSALS);
}

/** A change in words: what takes what. */
export function candidateText(candidate: Candidate, shown: RequestNames): string {
  if (candidate.kind === 'generate') {
    const { request, template } = candidate;
    return `generate ${printable(consumerWords(candidate))} of ${requestName(request, shown)}: ${printable(template)}`;
  }
  const [{ place, choice }] = candidate.places;
  const to = place.mapping.choices[choice ?? -1];
  return `${placeText(place, shown)} takes ${to === undefined ? 'the recorded value' : sourceText(to, shown)}`;
}

const EXPECTATION = 'change what the request expects, if the answer is right';
const DISABLE = 'disable the request, if the chain does not need it';

const ADVICE: Readonly<Record<DifferenceKind, readonly string[]>> = {
  unanswered: ['start the server, or correct the address', 'give it more time: --timeout'],
  blocked: ['give the variable a value: --var, the environment, or an extraction', DISABLE],
  refused: [
    'check what it sends that the recording got from outside: ids, credentials, dates',
    'change what the request expects, if the refusal is right',
    DISABLE,
  ],
  extraction: ['correct the rule that found nothing', 'make the extraction optional'],
  expectation: [EXPECTATION, 'correct what is sent'],
  status: [EXPECTATION, DISABLE],
  kind: ['leave it, if the server only has less data', 'create the data in an earlier request'],
  stale: ['leave it, if the id is the same on every server', 'map the place by hand'],
  content: ['correct the id that the request sends', EXPECTATION],
};
