/**
 * What a message about an authorization run tells: what was tested, and the flaws, those first that are new and
 * then the gravest. Evidence stays in the result: where data of others can be read is nothing for a chat.
 */
import { brokenRule } from '../../core/authz/report/brokenRule';
import { severityWords, type FindingRule } from '../../core/authz/report/findingRules';
import type { Baseline } from '../../core/authz/report/baseline';
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { countJudgements } from '../../core/authz/report/summary';
import { verdictSentence } from '../../core/authz/report/explain/verdictSentence';
import { isFailure } from '../../core/authz/model/verdict';
import { defined } from '../../core/defined';
import { humanDuration } from '../../core/result/resultViews';
import { countWords } from '../../formats/reporters/authz/judgementWords';
import { plural } from '../../core/words';
import type { RunEnding } from '../notifyRules';
import { endingOfMatrix, newFlaws, type MatrixMeasure } from '../ruledRuns';
import {
  headlineOf,
  MAX_FAILURES,
  newsLine,
  type NewsContext,
  type NewsFact,
  type NewsFailure,
  type RunNews,
} from './runNews';

/** What a result is measured by, and what is known already. */
export interface MatrixNewsContext extends NewsContext {
  readonly measure: MatrixMeasure;
  /** The flaws that were there before; absent when no earlier run is known. */
  readonly known?: Baseline;
}

/** The news of an authorization run. */
export function matrixNewsOf(
  result: AuthzResult,
  { measure, known, link, change, facts = [] }: MatrixNewsContext,
): RunNews {
  const outcome = endingOfMatrix(result, measure);
  const flaws = flawsOf(result, known);
  return {
    outcome,
    headline: headlineOf(
      result.matrix.name,
      change === 'recovery' ? 'passed again' : verbOf(outcome, countJudgements(result).flaw),
    ),
    facts: [
      ...(result.environment === undefined
        ? []
        : [{ name: 'Environment', value: newsLine(result.environment) }]),
      { name: 'Tested', value: testedWords(result) },
      { name: 'Verdicts', value: countWords(result) },
      ...newFact(flaws, known),
      { name: 'Duration', value: humanDuration(result.durationMs) },
      ...facts,
    ],
    failures: flaws.slice(0, MAX_FAILURES).map(failureOf),
    moreFailures: Math.max(0, flaws.length - MAX_FAILURES),
    ...defined({ link }),
  };
}

interface Flaw {
  readonly result: CellResult;
  readonly isNew: boolean;
  /** Absent when it breaks none. */
  readonly rule: FindingRule | undefined;
}

function flawsOf(result: AuthzResult, known: Baseline | undefined): readonly Flaw[] {
  const fresh = new Set(known === undefined ? [] : newFlaws(result, known).map((one) => one.result));
  return result.cells
    .filter((cell) => isFailure(cell.class))
    .map((cell) => ({
      result: cell,
      isNew: fresh.has(cell),
      rule: brokenRule(cell, result.cells)?.rule,
    }))
    .sort((one, other) => Number(other.isNew) - Number(one.isNew) || scoreOf(other) - scoreOf(one));
}

/** `bob reads alice's order`, and `new · high (7.5) · GET order.read`. */
function failureOf({ result, isNew, rule }: Flaw): NewsFailure {
  const { operation, method } = result.cell;
  const severity = rule === undefined ? undefined : severityWords(rule);
  const words = [
    ...(isNew ? ['new'] : []),
    ...(severity === undefined ? [] : [severity]),
    `${method} ${operation}`,
  ];
  return { subject: newsLine(verdictSentence(result)), reason: newsLine(words.join(' · ')) };
}

function scoreOf({ rule }: Flaw): number {
  return Number(rule?.severity ?? 0);
}

function verbOf(outcome: RunEnding, flaws: number): string {
  switch (outcome) {
    case 'passed':
      return flaws === 0 ? 'passed' : 'found nothing new';
    case 'failed':
      return flaws === 0 ? 'failed' : `found ${plural(flaws, 'flaw')}`;
    case 'inconclusive':
      return 'is inconclusive';
    case 'cancelled':
      return 'was cancelled';
  }
}

function testedWords({ cells }: AuthzResult): string {
  const tested = cells.filter(({ class: outcome }) => outcome !== 'SKIPPED').map(({ cell }) => cell);
  const operations = new Set(tested.map(({ operation }) => operation)).size;
  const callers = new Set(tested.map(({ caller }) => caller)).size;
  return `${plural(tested.length, 'cell')}: ${plural(operations, 'operation')}, ${plural(callers, 'caller')}`;
}

function newFact(flaws: readonly Flaw[], known: Baseline | undefined): readonly NewsFact[] {
  return known === undefined
    ? []
    : [{ name: 'New flaws', value: String(flaws.filter(({ isNew }) => isNew).length) }];
}
