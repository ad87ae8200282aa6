/**
 * A chain that another one runs as a step. Its requests see what the call gives them, what they extract themselves, their
 * own chain's constants and what it requires, the run's overrides and the environment; nothing else of the caller but
 * cookies. The caller takes the variables that it names, if everything went well.
 */
import { defined } from '../defined';
import { stringifyJson } from '../json/json';
import { phrase, type Message } from '../message';
import { givenBy } from '../prepare/given';
import type { ExtractedValue } from '../prepare/scope';
import type {
  ExtractionResult,
  PartResult,
  PathStep,
  Reason,
  Substitution,
  UnmaskedEvent,
  UnmaskedResult,
} from '../result/result';
import { unresolvedResult } from './blame';
import { cancelledUnderWay } from './exchange';
import type { Finding } from './judgeAnswer';
import { calledBy, producedVariables, type CalledChain } from './plan';
import { notSent } from './notSent';
import { referenceTo, resultHead, type RunItem, type RunState, type RunStep } from './runStep';
import { forgetFailedProducts, inBothForms, scopeOf } from './tryRequest';

/** Runs the chain that a step calls, once. */
export async function* runCall(
  step: RunStep,
  runItem: RunItem,
): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const called = calledBy(step.plan.called, step.item);
  if (called === undefined) {
    throw new Error(`the chain that ${step.item.request.id} calls is not part of the plan`);
  }
  const { clock } = step.ports;
  const started = clock.monotonic();
  const head = resultHead(step);
  const { sent, shown } = await inBothForms(step, 1, (own) =>
    Promise.resolve(givenBy(step.item.request, scopeOf(step, own))),
  );
  const substitutions = [...step.admitted.substitutions, ...shown.substitutions];
  if (sent.missing.length > 0) {
    const finding = unresolvedResult(step, sent.missing, substitutions);
    forgetFailedProducts(step, finding, undefined);
    return notSent(step, finding);
  }
  const state = stateFor(step.state, called);
  const results: UnmaskedResult[] = [];
  for (const request of called.loaded.chain.requests) {
    const { row } = step.item;
    const inner: RunStep = {
      ...withoutIteration(step),
      item: { loaded: called.loaded, request, ...(row === undefined ? {} : { row }) },
      state,
      call: { given: sent.values, shown: shown.values, place: [...placeOf(step)] },
      admitted: { delayMs: 0, substitutions: [], sensitive: step.admitted.sensitive },
    };
    const result = yield* below(pathStep(step), runItem(inner));
    results.push(result);
    yield partFinished(step, result, [pathStep(step), { id: request.id }]);
  }
  leaveConstants(step.state, state, called);
  const finding = findingOf(step, called, { results, state, substitutions });
  forgetFailedProducts(step, finding, undefined);
  if (finding.outcome === 'passed') {
    take(step, called, state);
  }
  const attempts = results.reduce((sum, result) => sum + result.attempts, 0);
  return { ...head, ...finding, attempts, durationMs: clock.monotonic() - started };
}

function withoutIteration({ iteration: _iteration, ...step }: RunStep): Omit<RunStep, 'iteration'> {
  return step;
}

/** Ids and positions of the calls around the requests of a step. */
function placeOf({ call, item, iteration }: RunStep): readonly string[] {
  const own = [
    item.loaded.file,
    item.request.id,
    ...(iteration === undefined ? [] : [String(iteration.index)]),
  ];
  return [...(call?.place ?? []), ...own];
}

/** Each call has values of its own, computes the constants of its chain for itself, and knows nothing of earlier calls. */
function stateFor(state: RunState, { loaded }: CalledChain): RunState {
  return {
    ...state,
    extracted: new Map(state.extracted).set(loaded.file, new Map()),
    memo: new Map([...state.memo].filter(([place]) => !isConstantOf(loaded.file, place))),
    ended: state.ended.filter(({ request }) => request.chain !== loaded.file),
  };
}

/** Built-ins in constants of the environment, and of chains that are required, are computed once per run. */
function leaveConstants(outer: RunState, inner: RunState, { loaded }: CalledChain): void {
  for (const [place, value] of inner.memo) {
    if (!isConstantOf(loaded.file, place)) {
      outer.memo.set(place, value);
    }
  }
}

function isConstantOf(file: string, place: string): boolean {
  return place.startsWith(`${file}#`);
}

/** Events of a called chain, its parts at their place below the call. */
async function* below<Result>(
  step: PathStep,
  events: AsyncGenerator<UnmaskedEvent, Result, void>,
): AsyncGenerator<UnmaskedEvent, Result, void> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) {
      return next.value;
    }
    const event = next.value;
    yield event.type === 'part-finished'
      ? { type: event.type, index: event.index, result: { ...event.result, at: [step, ...event.result.at] } }
      : event;
  }
}

function partFinished(
  { index }: RunStep,
  result: UnmaskedResult,
  at: PartResult['at'],
): Extract<UnmaskedEvent, { type: 'part-finished' }> {
  return { type: 'part-finished', index, result: { ...result, at } };
}

function pathStep({ item, iteration }: RunStep): PathStep {
  const { id, name } = item.request;
  return { id, ...(name === id ? {} : { name }), ...defined({ item: iteration?.index }) };
}

/** What a chain left that was run as a step. */
interface CallEnd {
  readonly results: readonly UnmaskedResult[];
  readonly state: RunState;
  readonly substitutions: readonly Substitution[];
}

/** How many requests are named that did not pass. */
const SHOWN_FAILURES = 3;

function findingOf(step: RunStep, called: CalledChain, { results, state, substitutions }: CallEnd): Finding {
  const failed = results.filter(({ outcome }) => outcome === 'failed');
  const atFault = failed.length > 0 ? failed : results.filter(isBlocked);
  const extractions = producedVariables(step.item.request).map((variable) => taken(variable, called, state));
  const lacks = atFault.length > 0 ? [] : extractions.filter(({ found }) => !found);
  const head = { substitutions, expectations: [] };
  if (step.signal.aborted) {
    const reason = { kind: 'cancelled', message: cancelledUnderWay } as const;
    return { ...head, outcome: 'skipped', reasons: [reason], extractions: [] };
  }
  const reasons: readonly Reason<Message>[] = [
    ...atFault.slice(0, SHOWN_FAILURES).flatMap(reasonFor),
    ...(atFault.length > SHOWN_FAILURES
      ? [{ kind: 'expectation', message: morePhrase(atFault.length - SHOWN_FAILURES) } as const]
      : []),
    ...lacks.map(({ variable, message }) => ({
      kind: 'extraction' as const,
      variable,
      message: message ?? phrase``,
    })),
  ];
  return reasons.length === 0
    ? { ...head, outcome: 'passed', reasons, extractions }
    : { ...head, outcome: 'failed', reasons, extractions: [] };
}

function isBlocked({ outcome, reasons }: UnmaskedResult): boolean {
  return outcome === 'blocked' || reasons.some(({ kind }) => kind === 'bail');
}

/** The first reason of a request that did not pass, with its name. */
function reasonFor({ name, reasons: [first] }: UnmaskedResult): readonly Reason<Message>[] {
  return first === undefined ? [] : [{ ...first, message: phrase`${name}: ${first.message}` }];
}

function morePhrase(count: number): Message {
  return count === 1 ? phrase`One more request did not pass.` : phrase`${count} more requests did not pass.`;
}

function taken(variable: string, { loaded }: CalledChain, state: RunState): ExtractionResult<Message> {
  const found = state.extracted.get(loaded.file)?.get(variable);
  const from = `${variable} of ${loaded.file}`;
  return found === undefined
    ? {
        variable,
        from,
        found: false,
        message: phrase`${loaded.file} left no value for ${variable}, which this step takes from it.`,
      }
    : { variable, from, found: true, value: stringifyJson(found.value) };
}

/** Gives what was taken to later requests of the caller. */
function take({ item, state }: RunStep, { loaded }: CalledChain, inner: RunState): void {
  const { file } = item.loaded;
  const values = state.extracted.get(file) ?? new Map<string, ExtractedValue>();
  state.extracted.set(file, values);
  for (const variable of producedVariables(item.request)) {
    const found = inner.extracted.get(loaded.file)?.get(variable);
    if (found !== undefined) {
      values.set(variable, { ...found, producer: referenceTo(item) });
    }
  }
}
