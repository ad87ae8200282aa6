/**
 * What a person reads in a terminal after an authorization run: the grid, then each flaw with its proof and the
 * command that repeats it, a line for everything else that did not pass, and a summary at the end.
 */
import type { BaselineChange, ComparedCell } from '../../../core/authz/report/baseline';
import { stepWords } from '../../../core/authz/report/explain/evidenceText';
import { authzGrid, type AuthzGrid, type GridColumn, type GridRow } from '../../../core/authz/report/grid';
import type { AuthzResult, CellResult, CellStep } from '../../../core/authz/model/authzResult';
import { cellWords } from '../../../core/authz/report/summary';
import { isFailure, judgementOf, type Judgement } from '../../../core/authz/model/verdict';
import { findingsOf } from '../../../core/authz/report/findings';
import { groupBy } from '../../../core/groupBy';
import { verdictSentence } from '../../../core/authz/report/explain/verdictSentence';
import { oneLine, shorten } from '../../../core/shownText';
import { plural } from '../../../core/words';
import { curlCommand } from '../../exporters/curl';
import type { Paint } from '../consoleReport';
import type { AuthzReportContext } from './authzReport';
import {
  answerWords,
  attackOf,
  placeWords,
  runFacts,
  shortFacts,
  someEvidence,
  transitionWords,
  type CellFacts,
} from './cellFacts';
import { findingCallers, findingFacts, retestCommand } from './findingFacts';
import { costWords, judgementCounts, sumWords } from './judgementWords';
import { runRemarks } from './runRemarks';

/** The grid and the summary, for readers who have the details elsewhere; ends without a line break. */
export function renderAuthzOverview(result: AuthzResult, paint: Paint): string {
  return [...gridOf(result, paint), ...findingLines(result, paint), '', sumLine(result, paint)].join('\n');
}

/** Writes a result for a terminal; ends without a line break. */
export function renderAuthzGrid(result: AuthzResult, context: AuthzReportContext, paint: Paint): string {
  const { cells, comparison } = runFacts(result, context);
  const others = cells.filter(({ result: cell }) => OTHERS.has(judgementOf(cell.class)));
  return [
    ...gridOf(result, paint),
    ...findingLines(result, paint),
    ...cells
      .filter(({ result: cell }) => isFailure(cell.class))
      .flatMap((facts) => ['', ...flawLines(facts, result, paint)]),
    ...(others.length === 0 ? [] : ['', ...otherLines(others, paint)]),
    ...differenceLines(comparison?.cells ?? [], paint),
    ...runRemarks(result, comparison, context.coverage).flatMap(({ title, sentences }) => [
      '',
      paint.bold(title),
      ...sentences.map((sentence) => `  ${oneLine(sentence)}`),
    ]),
    '',
    sumLine(result, paint),
  ].join('\n');
}

/** Cells with a line of their own: they did not pass and are not flaws. */
const OTHERS: ReadonlySet<Judgement> = new Set(['inconclusive', 'denied', 'open']);

function colourOf(judgement: Judgement, paint: Paint): (text: string) => string {
  switch (judgement) {
    case 'pass':
      return paint.green;
    case 'flaw':
    case 'restricted':
      return paint.red;
    case 'inconclusive':
      return paint.yellow;
    case 'denied':
      return paint.bold;
    case 'open':
      return paint.dim;
  }
}

const CELL_WIDTH = 22;
const LABEL_WIDTH = 34;
/** Callers side by side; further ones get a grid below, because a line that wraps cannot be read. */
const CALLERS = 4;

/** The grid below its title. */
function gridOf(result: AuthzResult, paint: Paint): readonly string[] {
  const { matrix, environment } = result;
  const where = [matrix.file, ...(environment === undefined ? [] : [environment])].map(oneLine).join('  ');
  return [
    `${paint.bold(oneLine(matrix.name))}  ${paint.dim(where)}`,
    ...gridLines(withoutIdle(authzGrid(result)), paint),
  ];
}

/** The grid without callers that nothing is asked of. */
function withoutIdle({ columns, rows }: AuthzGrid): AuthzGrid {
  const isBusy = columns.map((_column, index) => rows.some(({ cells }) => cells[index] !== undefined));
  return {
    columns: columns.filter((_column, index) => isBusy[index]),
    rows: rows.map((row) => ({ ...row, cells: row.cells.filter((_cell, index) => isBusy[index]) })),
  };
}

function gridLines({ columns, rows }: AuthzGrid, paint: Paint): readonly string[] {
  const starts = columns.map((_column, index) => index).filter((index) => index % CALLERS === 0);
  return starts.flatMap((from) => {
    const shown = columns.slice(from, from + CALLERS);
    const asked = rows.filter(({ cells }) =>
      cells.slice(from, from + CALLERS).some((cell) => cell !== undefined),
    );
    return ['', ...headLines(shown, paint), ...asked.flatMap((row) => rowLines(row, from, paint))];
  });
}

function headLines(columns: readonly GridColumn[], paint: Paint): readonly string[] {
  const line = (textOf: (column: GridColumn) => string): string =>
    (
      padded('', LABEL_WIDTH) + columns.map((column) => padded(textOf(column), CELL_WIDTH)).join('')
    ).trimEnd();
  return [paint.bold(line(({ user }) => user)), paint.dim(line(({ role }) => role))];
}

function rowLines(
  { method, operation, location, cells }: GridRow,
  from: number,
  paint: Paint,
): readonly string[] {
  const shown = cells.slice(from, from + CALLERS);
  const first = shown.map((result) => firstLine(result, paint)).join('');
  const second = shown.map((result) => secondLine(result, paint)).join('');
  return [
    `${padded(`${method} ${operation}`, LABEL_WIDTH)}${first}`.trimEnd(),
    `${paint.dim(padded(`  ${location}`, LABEL_WIDTH))}${second}`.trimEnd(),
  ];
}

function firstLine(result: CellResult | undefined, paint: Paint): string {
  if (result === undefined) {
    return padded('', CELL_WIDTH);
  }
  const { mark, headline } = cellWords(result);
  return colourOf(judgementOf(result.class), paint)(padded(`${mark} ${headline}`, CELL_WIDTH));
}

function secondLine(result: CellResult | undefined, paint: Paint): string {
  return paint.dim(padded(result === undefined ? '' : `  ${cellWords(result).detail}`, CELL_WIDTH));
}

/** Always a space at the end, so that neighbours do not touch. */
function padded(text: string, width: number): string {
  return shorten(oneLine(text), width - 1).padEnd(width);
}

/** What is wrong with the API, the gravest first, each with the command that tests it again. */
function findingLines(result: AuthzResult, paint: Paint): readonly string[] {
  const lines = findingsOf(result.cells).flatMap((finding) => [
    `${paint.red('✗')} ${paint.bold(oneLine(finding.sentence))}  ${paint.red(findingFacts(finding).map(oneLine).join('  '))}`,
    `  ${plural(finding.cells.length, 'cell')}: ${oneLine(findingCallers(finding))}`,
    `  ${paint.dim(oneLine(retestCommand(finding, result)))}`,
  ]);
  return lines.length === 0 ? [] : ['', paint.bold('Findings'), ...lines];
}

function flawLines(facts: CellFacts, { exchanges }: AuthzResult, paint: Paint): readonly string[] {
  const { result } = facts;
  const place = placeWords(facts);
  const attack = attackOf(result, exchanges)?.exchange;
  return [
    `${paint.red('✗')} ${paint.bold(oneLine(verdictSentence(result)))}  ${paint.red(shortFacts(facts).map(oneLine).join('  '))}`,
    ...result.reasons.map((reason) => `  ${oneLine(reason)}`),
    ...stepLines(result.steps, exchanges, paint),
    ...someEvidence(result).map((evidence) => `    ${paint.red(oneLine(evidence))}`),
    `  ${paint.dim([result.cell.id, ...(place === undefined ? [] : [place])].map(oneLine).join('  '))}`,
    ...(attack === undefined
      ? []
      : curlCommand(attack.request)
          .split('\n')
          .map((line) => `  ${line}`)),
  ];
}

/** Users are as wide as the longest name, within reason. */
const USER_WIDTHS = { least: 12, most: 26 };

function stepLines(
  steps: readonly CellStep[],
  exchanges: AuthzResult['exchanges'],
  paint: Paint,
): readonly string[] {
  const { least, most } = USER_WIDTHS;
  const widths = steps.map(({ exchange }) => oneLine(exchanges[exchange]?.user ?? '').length);
  const width = Math.min(Math.max(least, ...widths), most);
  return steps.map((step, index) => stepLine(step, index + 1, { exchanges, width }, paint));
}

function stepLine(
  { step, exchange: index }: CellStep,
  number: number,
  { exchanges, width }: { readonly exchanges: AuthzResult['exchanges']; readonly width: number },
  paint: Paint,
): string {
  const exchange = exchanges[index];
  const sent = exchange?.exchange?.request;
  const line = [
    String(number).padStart(4),
    padded(stepWords(step), 18).trimEnd().padEnd(18),
    shorten(oneLine(exchange?.user ?? ''), width).padEnd(width),
    oneLine(sent === undefined ? (exchange?.request.id ?? '') : `${sent.method} ${sent.url}`),
    '',
    exchange === undefined ? '' : oneLine(answerWords(exchange)),
  ].join(' ');
  return step === 'attack' ? paint.bold(line) : paint.dim(line);
}

/** A line for each cell, but one for all that were left out for the same reason: the grid shows which those are. */
function otherLines(others: readonly CellFacts[], paint: Paint): readonly string[] {
  const skipped = groupBy(
    others.filter(({ result }) => result.class === 'SKIPPED'),
    ({ result }) => reasonOf(result),
  );
  return others.flatMap((facts) => {
    const alike = facts.result.class === 'SKIPPED' ? (skipped.get(reasonOf(facts.result)) ?? []) : [];
    if (alike.length > 1) {
      return facts === alike[0] ? [otherLine(facts, `${alike.length} cells`, paint)] : [];
    }
    return [otherLine(facts, facts.result.cell.id, paint)];
  });
}

/** Why nothing was sent, or why the cell came to what it did. */
function reasonOf({ cell, reasons }: CellResult): string {
  return cell.skip ?? reasons[0] ?? '';
}

function otherLine(facts: CellFacts, cells: string, paint: Paint): string {
  const { result } = facts;
  const { mark } = cellWords(result);
  const { waived } = result;
  const why = waived === undefined ? reasonOf(result) : `${waived.reason} (until ${waived.expires})`;
  const head = `${mark} ${shortFacts(facts).join('  ')}`;
  return `${colourOf(judgementOf(result.class), paint)(oneLine(head))}  ${oneLine(cells)}  ${paint.dim(shorten(oneLine(why), 160))}`;
}

function differenceLines(compared: readonly ComparedCell[], paint: Paint): readonly string[] {
  const lines = compared
    .filter(({ change }) => change !== 'unchanged')
    .map((difference) => {
      const { change, result } = difference;
      const colour = FAILING.has(change) ? paint.red : paint.dim;
      return `  ${colour(change.padEnd(8))} ${oneLine(result.cell.id)}  ${paint.dim(transitionWords(difference))}`;
    });
  return lines.length === 0 ? [] : ['', paint.bold('Since the baseline'), ...lines];
}

/** What fails a run that has a baseline. */
const FAILING: ReadonlySet<BaselineChange> = new Set(['new', 'updated', 'lost']);

function sumLine(result: AuthzResult, paint: Paint): string {
  const words = judgementCounts(result).map((count) => colourOf(count.judgement, paint)(sumWords(count)));
  const counts = words.length === 0 ? paint.dim('no cells') : words.join('  ');
  return `  ${counts}  ${paint.dim(costWords(result))}`;
}
