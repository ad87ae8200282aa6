/**
 * The Markdown report, for pull requests and chats: figures first, then a table per chain that shows
 * what did not pass and folds away what did. Text from outside is only ever text in it.
 */
import { answerOf, humanDuration, reasonText } from '../../core/result/resultViews';
import { countOutcomes } from '../../core/result/result';
import type { ExecutionResult, Outcome, RequestResult } from '../../core/result/result';
import { shorten } from '../../core/shownText';
import { markdownText } from './markdownText';
import { outcomeWords, titleOf, totalsOf, type RunReport } from '../../core/result/runReport';

/** Writes a report as Markdown (GitHub's and GitLab's flavours). */
export function renderMarkdown(report: RunReport): string {
  const { requests, durationMs } = totalsOf(report.results);
  const blocks = [
    `# ${markdownText(titleOf(report))}`,
    `**${outcomeWords(requests)}** in ${humanDuration(durationMs)}`,
    ...report.results.flatMap((result) => renderChain(result, report.results.length > 1)),
    `<sub>${markdownText(`${report.tool.name} ${report.tool.version}, ${report.generatedAt}`)}</sub>`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const SIGNS: Readonly<Record<Outcome, string>> = { passed: '✅', failed: '❌', blocked: '⛔', skipped: '⏭️' };

function renderChain(result: ExecutionResult, withTitle: boolean): readonly string[] {
  const { chain, environment, requests, notes, durationMs } = result;
  const where = [chain.file, ...(environment === undefined ? [] : [environment])]
    .map(markdownText)
    .join(' · ');
  const counts = outcomeWords(countOutcomes(result));
  const shown = requests.filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  const others = requests.filter((request) => !shown.includes(request));
  return [
    ...(withTitle ? [`## ${markdownText(chain.name)}`] : []),
    `${where} · ${counts} · ${humanDuration(durationMs)}${result.outcome === 'cancelled' ? ' · cancelled' : ''}`,
    ...notes.map((note) => `> ${markdownText(note)}`),
    ...(shown.length === 0 ? [] : [renderProblems(shown)]),
    ...(others.length === 0
      ? []
      : [
          `<details><summary>${outcomeWords(countOutcomes({ ...result, requests: others }))}</summary>`,
          renderRequests(others),
          '</details>',
        ]),
  ];
}

function renderProblems(requests: readonly RequestResult[]): string {
  return table(
    ['', 'Request', 'Answer', 'Time', 'Why'],
    requests.map((request) => [
      ...cells(request),
      request.reasons.map((reason) => cell(reasonText(reason))).join('<br>'),
    ]),
  );
}

function renderRequests(requests: readonly RequestResult[]): string {
  return table(['', 'Request', 'Answer', 'Time'], requests.map(cells));
}

function cells(request: RequestResult): readonly string[] {
  const { outcome, method, name, exchange, durationMs } = request;
  return [
    SIGNS[outcome],
    cell(`${method} ${name}`),
    cell(answerOf(request)),
    exchange === undefined ? '' : humanDuration(durationMs),
  ];
}

/** Comments on pull requests have a limit; a reason that quotes a body must not use it up. */
const MAX_CELL = 400;

function cell(text: string): string {
  return markdownText(shorten(text, MAX_CELL));
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = titles.map((title) => (title === 'Time' ? '--:' : '---'));
  return [titles, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
