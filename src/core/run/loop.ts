/**
 * A request that is sent for each item of a list, or for one page of a list after the other (`forEach`).
 *
 * Items do not see what other items extracted. What they extract becomes lists, in order, which exist only when every
 * item that was sent passed. What leads from page to page is for the next page alone.
 */
import { defined } from '../defined';
import { isArray, stringifyJson, type JsonValue } from '../json/json';
import { phrase, type Message } from '../message';
import type { ChainRequest, ItemLoop, Loop, PageLoop } from '../model';
import type { Derived } from '../permission/sensitive';
import { createFiller } from '../prepare/fill';
import { withoutParameter } from '../prepare/firstPage';
import { flowLocation } from '../prepare/references';
import type { ExtractedValue } from '../prepare/scope';
import type { ScopedValue } from '../prepare/scopedValue';
import type { ExtractionResult, Reason, UnmaskedEvent, UnmaskedResult } from '../result/result';
import { describeExtraction } from './describeExtraction';
import { cancelledUnderWay } from './exchange';
import { admit, flowFault, flowFinding, joinAdmitted } from './flow';
import type { Finding } from './judgeAnswer';
import { extractedVariables } from './plan';
import { notSent } from './notSent';
import { runUnlessHeld } from './runRequest';
import { referenceTo, resultHead, type RunItem, type RunState, type RunStep } from './runStep';
import { flowScope, forgetFailedProducts, valuesBefore } from './tryRequest';

/**
 * Runs what a plan has at one place: a request or a chain, once or for each item of its loop.
 *
 * @param runItem runs each item of a chain that is called
 */
export async function* runPlanned(
  step: RunStep,
  runItem: RunItem,
): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const { forEach, when, delayMs } = step.item.request;
  if (forEach === undefined) {
    return yield* runUnlessHeld(step, { when, delayMs }, runItem);
  }
  const admission = await admit(step, () => flowScope(step), { when, delayMs: undefined });
  if (!admission.ok) {
    forgetFailedProducts(step, admission.finding, undefined);
    return notSent(step, admission.finding);
  }
  return yield* runLoop({ ...step, admitted: admission.admitted }, forEach, runItem);
}

async function* runLoop(
  step: RunStep,
  loop: Loop,
  runItem: RunItem,
): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const { clock } = step.ports;
  const started = clock.monotonic();
  const head = resultHead(step);
  const before = valuesBefore(step);
  const tally = new Tally(step, loop, runItem);
  const refused =
    loop.kind === 'items' ? yield* runItems(step, loop, tally) : yield* runPages(step, loop, tally);
  const finding = refused ?? tally.finding();
  forgetFailedProducts(step, finding, before);
  if (finding.outcome === 'passed') {
    tally.keep();
  }
  return { ...head, ...finding, attempts: tally.attempts, durationMs: clock.monotonic() - started };
}

/** Sends a request for each item; what it returns says why it is sent for none. */
async function* runItems(
  step: RunStep,
  loop: ItemLoop,
  tally: Tally,
): AsyncGenerator<UnmaskedEvent, Finding | undefined, void> {
  const filler = createFiller(flowScope(step));
  const list = filler.operand(loop.in, flowLocation('forEach'));
  const fault =
    flowFault(step, filler, { missing: filler.missing, member: 'forEach' }) ?? listFault(list, loop);
  if (fault !== undefined) {
    return 'outcome' in fault ? fault : flowFinding('failed', filler, fault);
  }
  const { substitutions, sensitive } = filler;
  const producer = substitutions.find((one) => one.producer !== undefined)?.producer;
  const looped = { ...step, admitted: joinAdmitted(step.admitted, { delayMs: 0, substitutions, sensitive }) };
  const values = isArray(list) ? list : [];
  for (const [index, value] of values.entries()) {
    const item: ScopedValue = { value, source: 'item', sensitive, ...defined({ producer }) };
    const { when } = loop;
    yield* runPart(looped, { index, items: new Map([[loop.as, item]]) }, { when, tally, of: values.length });
    if (tally.isOver()) {
      break;
    }
  }
  return undefined;
}

function listFault(list: JsonValue, { in: written, max }: ItemLoop): Reason<Message> | undefined {
  const subject = typeof written === 'string' ? written : 'what is in it';
  if (!isArray(list)) {
    return {
      kind: 'not-sendable',
      message: phrase`"forEach" needs a list, and ${subject} is ${stringifyJson(list)}. Extract a list, for example with "all".`,
    };
  }
  return list.length > max
    ? {
        kind: 'not-sendable',
        message: phrase`"forEach" has ${list.length} items in ${subject}, and at most ${max} are allowed. Raise "max" to send them all.`,
      }
    : undefined;
}

/** Sends a request for one page after the other. */
async function* runPages(
  step: RunStep,
  { next, max }: PageLoop,
  tally: Tally,
): AsyncGenerator<UnmaskedEvent, undefined, void> {
  const { request } = step.item;
  const hasFirst = flowScope(step).lookup({ name: next, args: [] }).ok;
  const first = hasFirst ? request : withoutParameter(request, next);
  const seen = new Set<string>();
  let items = new Map<string, ScopedValue>();
  for (let index = 0; index < max; index += 1) {
    const page = pageOf(index === 0 ? first : request, next, index);
    const asked = { ...step, item: { ...step.item, request: page } };
    const { result, state } = yield* runPart(asked, { index, items }, { tally });
    if (tally.isOver() || result.outcome !== 'passed' || state.isLastPage === true) {
      return undefined;
    }
    const found = wasFound(result, next) ? state.extracted.get(step.item.loaded.file)?.get(next) : undefined;
    if (found === undefined) {
      tally.fail(phrase`Page ${index + 1} is not the last one, and has no ${next} for the page after it.`);
      return undefined;
    }
    const { value, producer, derived } = found;
    const text = stringifyJson(value);
    if (value === null || value === '') {
      tally.fail(
        phrase`Page ${index + 1} is not the last one, and its ${next} for the page after it is ${text}.`,
      );
      return undefined;
    }
    if (seen.has(text)) {
      tally.fail(
        phrase`Page ${index + 1} leads to a page that was asked for: ${next} has a value of before.`,
      );
      return undefined;
    }
    seen.add(text);
    items = new Map([[next, { value, producer, source: 'item', sensitive: { secrets: [], derived } }]]);
  }
  tally.fail(phrase`Page ${max} is still not the last one. Raise "max" to ask for more pages.`);
  return undefined;
}

/** The request for a page. Only the last page has no next one, and only the first one has to have something in it. */
function pageOf(request: ChainRequest, next: string, index: number): ChainRequest {
  const extract = request.extract.map((rule) =>
    rule.variable === next || (rule.all && index > 0) ? { ...rule, optional: true } : rule,
  );
  return { ...request, extract };
}

/** One item or page, and the values of its own that it leaves. */
async function* runPart(
  step: RunStep,
  iteration: NonNullable<RunStep['iteration']>,
  { when, tally, of }: { readonly when?: ItemLoop['when']; readonly tally: Tally; readonly of?: number },
): AsyncGenerator<UnmaskedEvent, { readonly result: UnmaskedResult; readonly state: RunState }, void> {
  const { file } = step.item.loaded;
  const own = new Map(step.state.extracted.get(file));
  const state: RunState = { ...step.state, extracted: new Map(step.state.extracted).set(file, own) };
  const { id, delayMs } = step.item.request;
  const result = yield* runUnlessHeld({ ...step, state, iteration }, { when, delayMs }, tally.runItem);
  tally.add(result, own);
  yield {
    type: 'part-finished',
    index: step.index,
    result: { ...result, at: [{ id, item: iteration.index }] },
    ...defined({ of }),
  };
  return { result, state };
}

function wasFound({ extractions }: Pick<UnmaskedResult, 'extractions'>, variable: string): boolean {
  return extractions.some((one) => one.found && one.variable === variable);
}

/** How many items are named that did not pass. */
const SHOWN_FAILURES = 3;

/** What counts for all items: one that failed more than any that was not sent. */
const WEIGHT: Readonly<Record<UnmaskedResult['outcome'], number>> = {
  passed: 0,
  skipped: 1,
  blocked: 2,
  failed: 3,
};

/** What the items of one request gave. */
class Tally {
  attempts = 0;
  readonly #lists: ReadonlyMap<string, JsonValue[]>;
  readonly #derived = new Set<Derived>();
  /** Of the items with the outcome of all. */
  #failures: Reason<Message>[] = [];
  #failed = 0;
  /** How many failed that are not named. */
  #unnamed = 0;
  #count = 0;
  #outcome: UnmaskedResult['outcome'] = 'passed';
  /** The first item with the outcome of all, else the last one: what readers of a single request look at. */
  #shown: UnmaskedResult | undefined;

  constructor(
    private readonly step: RunStep,
    private readonly loop: Loop,
    readonly runItem: RunItem,
  ) {
    this.#lists = new Map(extractedVariables(step.item.request).map((variable) => [variable, []]));
  }

  /** Whether no further item is sent. */
  isOver(): boolean {
    return this.step.signal.aborted || (this.#failed > 0 && this.step.settings.bail !== undefined);
  }

  add(result: UnmaskedResult, values: NonNullable<ReturnType<RunState['extracted']['get']>>): void {
    this.#count += 1;
    this.attempts += result.attempts;
    if (isFilteredOut(result)) {
      return;
    }
    if (this.#outcome === 'passed' || WEIGHT[result.outcome] > WEIGHT[this.#outcome]) {
      this.#shown = result;
      this.#outcome = result.outcome;
      this.#failures = [];
    }
    if (result.outcome !== 'passed') {
      this.#failed += 1;
      this.#note(result);
      return;
    }
    for (const [variable, list] of this.#lists) {
      const found = wasFound(result, variable) ? values.get(variable) : undefined;
      list.push(...this.#entries(variable, found?.value));
      found?.derived.forEach((one) => this.#derived.add(one));
    }
  }

  /** Notes what is wrong with the pages as a whole. */
  fail(message: Message): void {
    this.#outcome = 'failed';
    this.#failures.push({ kind: 'expectation', message });
  }

  finding(): Finding {
    const {
      substitutions,
      exchange,
      expectations = [],
    } = this.#shown ?? { substitutions: this.step.admitted.substitutions };
    const wasCancelled = this.step.signal.aborted;
    const outcome = wasCancelled ? 'skipped' : this.#outcome;
    return {
      outcome,
      reasons: wasCancelled ? [{ kind: 'cancelled', message: cancelledUnderWay }] : this.#reasons(),
      substitutions,
      ...defined({ exchange }),
      extractions: outcome === 'passed' ? this.#extractions() : [],
      expectations,
    };
  }

  #reasons(): readonly Reason<Message>[] {
    const others =
      this.#unnamed === 1 ? phrase`One more item failed.` : phrase`${this.#unnamed} more items failed.`;
    return this.#unnamed === 0
      ? this.#failures
      : [...this.#failures, { kind: 'expectation', message: others }];
  }

  /** Gives the lists to later requests. */
  keep(): void {
    const { item, state } = this.step;
    const values = state.extracted.get(item.loaded.file) ?? new Map<string, ExtractedValue>();
    state.extracted.set(item.loaded.file, values);
    for (const [variable, value] of this.#lists) {
      values.set(variable, { value, producer: referenceTo(item), derived: [...this.#derived] });
    }
  }

  /** A page is a part of a list, so lists of pages are joined; what an item lacks is null. */
  #entries(variable: string, value: JsonValue | undefined): readonly JsonValue[] {
    const isList = this.step.item.request.extract.some((rule) => rule.variable === variable && rule.all);
    if (this.loop.kind === 'pages' && isList) {
      return value !== undefined && isArray(value) ? value : [];
    }
    return [value ?? null];
  }

  #extractions(): readonly ExtractionResult<Message>[] {
    return [...this.#lists].map(([variable, list]) => {
      const { extract, url } = this.step.item.request;
      const rule = extract.find((one) => one.variable === variable);
      const from = rule === undefined ? `${variable} of ${url}` : describeExtraction(rule);
      return { variable, from, found: true, value: stringifyJson(list) };
    });
  }

  #note({ outcome, reasons }: UnmaskedResult): void {
    if (outcome !== 'failed') {
      // All items lack the same, nearly always: it is said once.
      this.#failures.push(...(this.#failures.length === 0 ? reasons : []));
      return;
    }
    const [reason] = reasons;
    if (this.#failures.length >= SHOWN_FAILURES) {
      this.#unnamed += 1;
    } else if (reason !== undefined) {
      const message =
        this.loop.kind === 'items'
          ? phrase`Item ${this.#count}: ${reason.message}`
          : phrase`Page ${this.#count}: ${reason.message}`;
      this.#failures.push({ ...reason, message });
    }
  }
}

/** Whether the condition inside `forEach` leaves an item out, and not that of a request before it. */
function isFilteredOut({ reasons }: UnmaskedResult): boolean {
  return reasons.some((reason) => reason.kind === 'condition' && reason.producer === undefined);
}
