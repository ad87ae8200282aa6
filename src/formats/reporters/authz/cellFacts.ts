/** What every report says of a cell besides its verdict, put together once. */
import {
  compareBaseline,
  type BaselineComparison,
  type ComparedCell,
} from '../../../core/authz/report/baseline';
import { brokenRule, standardEntries, type BrokenRule } from '../../../core/authz/report/brokenRule';
import { changeWords, leakWords } from '../../../core/authz/report/explain/evidenceText';
import type {
  AuthzExchange,
  AuthzResult,
  CellResult,
  CellStep,
  StepKind,
} from '../../../core/authz/model/authzResult';
import { formatPlace } from '../../../core/errors';
import { statusText } from '../../../core/result/resultViews';
import type { AuthzReportContext } from './authzReport';
import { mainPlace, type CellPlaces } from './places';

/** A cell with everything that reports show about it. */
export interface CellFacts {
  readonly result: CellResult;
  /** Absent when it breaks none. */
  readonly broken: BrokenRule | undefined;
  /** Absent when the files are not at hand. */
  readonly places: CellPlaces | undefined;
  /** Absent without a baseline. */
  readonly compared: ComparedCell | undefined;
}

/** All cells of a run, in its order, and the comparison with the baseline, if there is one. */
export interface RunFacts {
  readonly cells: readonly CellFacts[];
  readonly comparison: BaselineComparison | undefined;
}

/** Puts together what is known of the cells of a run. */
export function runFacts(result: AuthzResult, { baseline, places }: AuthzReportContext): RunFacts {
  const comparison = baseline === undefined ? undefined : compareBaseline(result, baseline);
  const cells = result.cells.map((cell, index) => ({
    result: cell,
    broken: brokenRule(cell, result.cells),
    places: places?.(cell),
    compared: comparison?.cells[index],
  }));
  return { cells, comparison };
}

/** `FLAW_READ · CWE-639 · API1:2023 · new`, as a list. */
export function shortFacts({ result, broken, compared }: CellFacts): readonly string[] {
  const { class: outcome, waived } = result;
  return [
    waived === undefined ? outcome : `${outcome} (${waived.class})`,
    ...(broken === undefined ? [] : standardEntries(broken)),
    ...(compared === undefined || compared.change === 'unchanged' ? [] : [differenceWords(compared)]),
  ];
}

/** `new`, `changed, was PASS_404`. */
function differenceWords({ change, before }: ComparedCell): string {
  return before === undefined ? change : `${change}, was ${before}`;
}

/** `orders.authz.json:21:5`; absent when the files are not at hand. */
export function placeWords({ places }: CellFacts): string | undefined {
  const place = places === undefined ? undefined : mainPlace(places);
  return place === undefined ? undefined : formatPlace(place);
}

/** The request that the verdict is about; absent when nothing was sent. */
export function attackOf(result: CellResult, exchanges: readonly AuthzExchange[]): AuthzExchange | undefined {
  const step = attackStep(result);
  return step === undefined ? undefined : exchanges[step.exchange];
}

/** The step with that request: the attack, or what a granted caller did. */
export function attackStep({ cell, steps }: CellResult): CellStep | undefined {
  const wanted: readonly StepKind[] = cell.kind === 'SELF' ? ['caller-control', 'owner-control'] : ['attack'];
  return steps.findLast(({ step }) => wanted.includes(step));
}

/** The first of many leaks and changes in words, for places where one proof is as good as twenty. */
export function someEvidence({ leaks, changes }: CellResult): readonly string[] {
  const all = [...leaks.map((leak) => leakWords(leak)), ...changes.map((change) => changeWords(change))];
  const more = all.length - MAX_EVIDENCE;
  return more <= 0 ? all : [...all.slice(0, MAX_EVIDENCE), `and ${more} more like these`];
}

const MAX_EVIDENCE = 5;

/** The title above what differs: `Since the baseline`. */
export function sinceTitle({ since = 'the baseline' }: Pick<AuthzReportContext, 'since'>): string {
  return `Since ${since}`;
}

/** `FLAW_READ → PASS_403`; only the present outcome for a cell that is not in the baseline. */
export function transitionWords({ before, result }: ComparedCell): string {
  return before === undefined ? result.class : `${before} → ${result.class}`;
}

/** The answer to a step: `403 Forbidden`, or why there is no answer. */
export function answerWords({ exchange, failure }: AuthzExchange): string {
  return exchange?.response === undefined ? (failure ?? 'no answer') : statusText(exchange.response);
}
