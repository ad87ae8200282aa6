/**
 * What a message about an authorization run tells: what was tested, and the flaws, those first that are new and
 * then the gravest. Evidence stays in the result: where data of others can be read is nothing for a chat.
 */
import { brokenRule } from '../../core/authz/report/brokenRule';
import type { Baseline } from '../../core/authz/report/baseline';
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { countJudgements, judgementLabel } from '../../core/authz/report/summary';
import { verdictSentence } from '../../core/authz/report/explain/verdictSentence';
import { judgementOf, type Judgement } from '../../core/authz/model/verdict';
import { defined } from '../../core/defined';
import { humanDuration } from '../../core/result/resultViews';
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
      change === 'recovery' ? 'passed again' : verbOf(outcome, flaws.length),
    ),
    facts: [
      ...(result.environment === undefined
        ? []
        : [{ name: 'Environment', value: newsLine(result.environment) }]),
      { name: 'Tested', value: testedWords(result) },
      { name: 'Verdicts', value: verdictWords(result) },
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
  /** As CVSS scores it; 0 for what does not concern security. */
  readonly score: number;
}

function flawsOf(result: AuthzResult, known: Baseline | undefined): readonly Flaw[] {
  const fresh = new Set(known === undefined ? [] : newFlaws(result, known).map((one) => one.result));
  return result.cells
    .filter((cell) => judgementOf(cell.class) === 'flaw')
    .map((cell) => ({
      result: cell,
      isNew: fresh.has(cell),
      score: Number(brokenRule(cell, result.cells)?.rule.severity ?? 0),
    }))
    .sort((one, other) => Number(other.isNew) - Number(one.isNew) || other.score - one.score);
}

/** `bob reads alice's order`, and `new · high (7.5) · GET order.read`. */
function failureOf({ result, isNew, score }: Flaw): NewsFailure {
  const { operation, method } = result.cell;
  const words = [...(isNew ? ['new'] : []), ...severityWords(score), `${method} ${operation}`];
  return { subject: newsLine(verdictSentence(result)), reason: newsLine(words.join(' · ')) };
}

/** CVSS 3.1, section 5. */
function severityWords(score: number): readonly string[] {
  if (score === 0) {
    return [];
  }
  const word = score >= 9 ? 'critical' : score >= 7 ? 'high' : score >= 4 ? 'medium' : 'low';
  return [`${word} (${score.toFixed(1)})`];
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

const JUDGEMENTS: readonly Judgement[] = ['flaw', 'inconclusive', 'denied', 'pass', 'open'];

function verdictWords(result: AuthzResult): string {
  const counts = countJudgements(result);
  const words = JUDGEMENTS.filter((judgement) => counts[judgement] > 0).map(
    (judgement) => `${counts[judgement]} ${judgementLabel(judgement, counts[judgement])}`,
  );
  return words.length === 0 ? 'no cells' : words.join(', ');
}

function newFact(flaws: readonly Flaw[], known: Baseline | undefined): readonly NewsFact[] {
  return known === undefined
    ? []
    : [{ name: 'New flaws', value: String(flaws.filter(({ isNew }) => isNew).length) }];
}
