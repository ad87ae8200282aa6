/**
 * Why a request is not sent: which reference has no value, which request should have produced it, and
 * the root cause behind that, so that a reader of twenty blocked requests is led to the one that failed.
 */
import { defined } from '../defined';
import type { MissingReference } from '../prepare/fill';
import { describeExtraction, describeSelector } from './describeExtraction';
import { joinMessages, phrase, type Message } from '../message';
import { CALL } from '../files/chainShape';
import type { ChainRequest } from '../model';
import { extractedVariables, requiredOf, type LoadedChain } from './plan';
import type { Outcome, Reason, RequestReference, Substitution, UnmaskedResult } from '../result/result';
import type { EndedRequest, RunStep } from './runStep';

type Unresolved = Extract<Reason<Message>, { kind: 'unresolved' }>;
type NotSent = Pick<UnmaskedResult, 'outcome' | 'reasons' | 'substitutions' | 'extractions' | 'expectations'>;

/**
 * The result of a request that was not sent because references have no value: blocked, or skipped where the conditions
 * of the requests before it are all that kept the values back.
 */
export function unresolvedResult(
  step: RunStep,
  missing: readonly MissingReference[],
  substitutions: readonly Substitution[],
): NotSent {
  const first = new Map(missing.toReversed().map((reference) => [nameOf(reference), reference]));
  const lacks = missing
    .filter((reference) => first.get(nameOf(reference)) === reference)
    .map((reference) => ({ reference, ...producersOf(step, reference) }));
  const isSkipped = lacks.every(({ results }) => results.length > 0 && results.every(wasSkippedByCondition));
  return {
    outcome: isSkipped ? 'skipped' : 'blocked',
    reasons: lacks.map((lack) => (isSkipped ? skippedBehind(lack) : blame(step, lack))),
    substitutions,
    extractions: [],
    expectations: [],
  };
}

/** Whether nothing went wrong where a variable has no value: what may give it one passed or was skipped by its condition. */
export function isRightlyAbsent(step: RunStep, reference: MissingReference): boolean {
  const { results } = producersOf(step, reference);
  return (
    reference.message === undefined &&
    results.every((result) => result?.outcome === 'passed' || wasSkippedByCondition(result))
  );
}

function wasSkippedByCondition(result: EndedRequest | undefined): boolean {
  return result !== undefined && isConditional(result.reasons);
}

/** Whether a request was skipped by its condition, or by those of the requests before it. */
export function isConditional(reasons: readonly Reason<Message>[]): boolean {
  return reasons.some(({ kind }) => kind === 'condition');
}

function skippedBehind({ reference: { variable }, producers }: Lack): Reason<Message> {
  const names = joinMessages(
    producers.map(({ request }) => phrase`${request.name}`),
    ', ',
  );
  const [first] = producers;
  return {
    kind: 'condition',
    ...defined({ producer: first?.reference }),
    message:
      producers.length === 1
        ? phrase`${variable} comes from ${names}, which was skipped.`
        : phrase`${variable} comes from ${names}, which were all skipped.`,
  };
}

/** A reference without a value, and what should have given it one. */
interface Lack {
  readonly reference: MissingReference;
  readonly producers: readonly Producer[];
  /** How each of them ended; absent for one that did not run. */
  readonly results: readonly (EndedRequest | undefined)[];
}

function producersOf(
  step: RunStep,
  { variable, message }: MissingReference,
): Pick<Lack, 'producers' | 'results'> {
  const producers = message === undefined ? findProducers(step, variable) : [];
  return { producers, results: producers.map(({ reference }) => resultOf(step, reference)) };
}

/** Tells apart what is missing: all secrets come from the same built-in. */
function nameOf({ variable, secret }: MissingReference): string {
  return secret === undefined ? variable : `${variable} ${secret}`;
}

interface Producer {
  readonly reference: RequestReference;
  readonly request: ChainRequest;
}

function blame(step: RunStep, { reference: missing, producers, results }: Lack): Unresolved {
  const { variable, location, message, secret } = missing;
  const reason = { kind: 'unresolved', variable, location, ...defined({ secret }) } as const;
  if (message !== undefined) {
    return { ...reason, message: phrase`${message}` };
  }
  const index = toBlame(results);
  const result = results[index];
  const producer = producers[index] ?? lastBefore(step, producers);
  if (producer === undefined) {
    return {
      ...reason,
      message: phrase`Nothing defines ${variable}. ${step.settings.remedies.defineVariable}`,
    };
  }
  if (result === undefined) {
    return { ...reason, producer: producer.reference, message: notYet(step, variable, producer) };
  }
  if (result.outcome === 'passed') {
    const absent = wasAbsent(variable, producer.request);
    return {
      ...reason,
      producer: producer.reference,
      rootCause: { request: result.request, message: absent },
      message: phrase`${variable} has no value: ${absent}`,
    };
  }
  const cause = rootCause(result, variable);
  return {
    ...reason,
    producer: producer.reference,
    rootCause: cause,
    message: joinMessages(
      [
        phrase`${variable} comes from ${producer.request.name}, which ${howItEnded(result)}.`,
        ...consequence(step, result, cause),
      ],
      ' ',
    ),
  };
}

/** Position of the last one that did not produce the value: one that took it back, else one that only found nothing. */
function toBlame(results: readonly (EndedRequest | undefined)[]): number {
  const last = (...outcomes: readonly Outcome[]): number =>
    results.findLastIndex((result) => result !== undefined && outcomes.includes(result.outcome));
  return [last('failed', 'blocked'), last('passed'), last('skipped')].find((index) => index !== -1) ?? -1;
}

/** The one whose value a run would have here, where none of them was part of it; else the first. */
function lastBefore({ item }: RunStep, producers: readonly Producer[]): Producer | undefined {
  const { requests } = item.loaded.chain;
  const at = requests.indexOf(item.request);
  return (
    producers.findLast(
      ({ reference, request }) => reference.chain !== item.loaded.file || requests.indexOf(request) < at,
    ) ?? producers[0]
  );
}

/** What the extractions of a request that passed looked for: `$.id` was absent in the response of Touch. */
function wasAbsent(variable: string, { name, extract }: ChainRequest): Message {
  const places = extract
    .filter((rule) => rule.variable === variable)
    .map((rule) =>
      rule.from === 'body' && rule.select !== undefined && rule.decode === undefined
        ? describeSelector(rule.select)
        : describeExtraction(rule),
    );
  const shown = joinMessages(
    places.map((place) => phrase`\`${place}\``),
    ', ',
  );
  return places.length === 1
    ? phrase`${shown} was absent in the response of ${name}.`
    : phrase`${shown} were absent in the response of ${name}.`;
}

/** Requests of the run's chains that extract the variable, in the order they run. */
function findProducers({ plan, item }: RunStep, variable: string): readonly Producer[] {
  const inChain = ({ file, chain }: LoadedChain): readonly Producer[] =>
    chain.requests
      .filter(
        (request) =>
          !(file === item.loaded.file && request.id === item.request.id) &&
          extractedVariables(request).includes(variable),
      )
      .map((request) => ({ reference: { chain: file, id: request.id }, request }));
  const isCalled = item.loaded !== plan.main && !plan.required.includes(item.loaded);
  const around = isCalled ? requiredOf(plan, item.loaded) : plan.required;
  return [...around.filter((loaded) => loaded !== item.loaded), item.loaded].flatMap(inChain);
}

function resultOf({ state }: RunStep, { chain, id }: RequestReference): EndedRequest | undefined {
  return state.ended.find(({ request }) => request.chain === chain && request.id === id);
}

function notYet({ plan, item, call }: RunStep, variable: string, { reference, request }: Producer): Message {
  const isPlanned =
    (call !== undefined && reference.chain === item.loaded.file) ||
    plan.items.some(({ loaded, request: planned }) => loaded.file === reference.chain && planned === request);
  return isPlanned
    ? phrase`${variable} comes from ${request.name}, which runs only later. Move ${request.name} before this request.`
    : phrase`${variable} comes from ${request.name}, which was not part of this run. Run it first, or run this request with its dependencies.`;
}

type Cause = NonNullable<Unresolved['rootCause']>;

/** The first failure behind a result without the variable, followed through blocked requests. */
function rootCause(result: EndedRequest, variable: string): Cause {
  const behind = result.reasons.find(
    (reason) => reason.kind === 'unresolved' && reason.rootCause !== undefined,
  );
  return behind?.kind === 'unresolved' && behind.rootCause !== undefined
    ? behind.rootCause
    : { request: result.request, message: ownFailure(result, variable) };
}

/** What went wrong with a request, above all with the variable. */
function ownFailure(result: EndedRequest, variable: string): Message {
  const { reasons } = result;
  const own = reasons.find((reason) => reason.kind === 'extraction' && reason.variable === variable);
  return (own ?? reasons[0])?.message ?? phrase`It ${howItEnded(result)}.`;
}

function howItEnded({ outcome, status, reasons, method }: EndedRequest): Message {
  const [reason] = reasons;
  if (outcome === 'blocked') {
    return phrase`was blocked`;
  }
  if (outcome === 'skipped') {
    return reason?.kind === 'disabled' ? phrase`is disabled` : phrase`was skipped`;
  }
  if (method === CALL) {
    return phrase`failed`;
  }
  return status === undefined ? phrase`got no answer` : phrase`answered ${status}`;
}

function consequence(step: RunStep, { outcome, request }: EndedRequest, cause: Cause): readonly Message[] {
  if (outcome === 'skipped') {
    return [];
  }
  return cause.request.id === request.id && cause.request.chain === request.chain
    ? [cause.message]
    : [phrase`The root cause is ${requestName(step, cause.request)}.`];
}

function requestName({ plan, item }: RunStep, { chain, id }: RequestReference): string {
  const loaded = [...plan.required, item.loaded].find(({ file }) => file === chain);
  return loaded?.chain.requests.find((request) => request.id === id)?.name ?? id;
}
