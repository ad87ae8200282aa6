/**
 * The Markdown report, for pull requests and chats: figures first, then a table per chain that shows
 * what did not pass and folds away what did. Text from outside is only ever text in it.
 */
import { answerOf, humanDuration, reasonText, timeOf } from '../../core/result/resultViews';
import {
  type ExecutionResult,
  type Outcome,
  type RequestResult,
  countOutcomes,
  nameOfPart,
} from '../../core/result/result';
import { shorten } from '../../core/shownText';
import { markdownText } from './markdownText';
import { outcomeWords, titleOf, totalsOf, type RunReport } from '../../core/result/runReport';

/** Writes a report as Markdown (GitHub's and GitLab's flavours). */
export function* renderMarkdown(report: RunReport): Generator<string> {
  const { requests, durationMs } = totalsOf(report.results);
  yield `# ${markdownText(titleOf(report))}\n\n`;
  yield `**${outcomeWords(requests)}** in ${humanDuration(durationMs)}\n\n`;
  for (const result of report.results) {
    yield* renderChain(result, report.results.length > 1);
  }
  yield `<sub>${markdownText(`${report.tool.name} ${report.tool.version}, ${report.generatedAt}`)}</sub>\n`;
}

const SIGNS: Readonly<Record<Outcome, string>> = { passed: '✅', failed: '❌', blocked: '⛔', skipped: '⏭️' };

function* renderChain(result: ExecutionResult, withTitle: boolean): Generator<string> {
  const { chain, environment, seed, requests, notes, durationMs } = result;
  const where = [
    chain.file,
    ...(environment === undefined ? [] : [environment]),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ]
    .map(markdownText)
    .join(' · ');
  const counts = outcomeWords(countOutcomes(result));
  const shown = requests.filter(isProblem);
  const others = requests.filter((request) => !isProblem(request));
  if (withTitle) {
    yield `## ${markdownText(chain.name)}\n\n`;
  }
  yield `${where} · ${counts} · ${humanDuration(durationMs)}${result.outcome === 'cancelled' ? ' · cancelled' : ''}\n\n`;
  for (const note of notes) {
    yield `> ${markdownText(note)}\n\n`;
  }
  if (shown.length > 0) {
    yield* table([...TITLES, 'Why'], shown, problemCells);
  }
  if (others.length > 0) {
    yield `<details><summary>${outcomeWords(countOutcomes({ ...result, requests: others }))}</summary>\n\n`;
    yield* table(TITLES, others, cells);
    yield '</details>\n\n';
  }
}

function isProblem({ outcome }: RequestResult): boolean {
  return outcome === 'failed' || outcome === 'blocked';
}

const TITLES = ['', 'Request', 'Answer', 'Time'];

function problemCells(request: RequestResult): readonly string[] {
  return [...cells(request), request.reasons.map((reason) => cell(reasonText(reason))).join('<br>')];
}

function cells(request: RequestResult): readonly string[] {
  const { outcome, method } = request;
  return [SIGNS[outcome], cell(`${method} ${nameOfPart(request)}`), cell(answerOf(request)), timeOf(request)];
}

/** Comments on pull requests have a limit; a reason that quotes a body must not use it up. */
const MAX_CELL = 400;

function cell(text: string): string {
  return markdownText(shorten(text, MAX_CELL));
}

function* table(
  titles: readonly string[],
  requests: readonly RequestResult[],
  cellsOf: (request: RequestResult) => readonly string[],
): Generator<string> {
  const rule = titles.map((title) => (title === 'Time' ? '--:' : '---'));
  yield `${row(titles)}${row(rule)}`;
  for (const request of requests) {
    yield row(cellsOf(request));
  }
  yield '\n';
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}
