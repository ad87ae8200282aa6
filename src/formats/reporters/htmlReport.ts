/**
 * The HTML report: one file that needs nothing else, opens anywhere and sends nothing. Its policy
 * allows only the page's own constant style and script, so a result could not run anything even if it
 * were not escaped.
 */
import { humanDuration, humanTime } from '../../core/result/resultViews';
import type { Outcome } from '../../core/result/result';
import { outcomes, requestsInMemory, titleOf, totalsOf, type RunReport } from '../../core/result/runReport';
import { createBodyBudget } from './htmlBody';
import { renderChain } from './htmlChain';
import { pageHead } from './htmlHead';
import { outcomeCounts } from './htmlOutcomes';
import { createRequestFinder } from './htmlRequest';
import { script } from './htmlScript';
import { renderTools, shareBar } from './htmlTools';
import { htmlEach, htmlPieces, ownMarkup, type Html } from './htmlText';

// Kept apart from the template: formatting must not add whitespace, or the digest would no longer match.
const SCRIPT = ownMarkup(`<script>${script}</script>`);

/** Writes a report as a page. */
export function* renderHtml(report: RunReport, wholeRequests = requestsInMemory): Generator<string> {
  const { results, tool, generatedAt } = report;
  const { requests, durationMs } = totalsOf(results);
  const title = titleOf(report);
  const budget = createBodyBudget();
  const page = htmlPieces`<!doctype html>
    <html lang="en">
      ${pageHead(`${title}: ${requests.failed > 0 ? `${requests.failed} failed` : 'report'}`, { hasScript: true })}
      <body>
        <header>
          <h1>${title}</h1>
          <p class="quiet">${humanDuration(durationMs)} · ${humanTime(generatedAt)}</p>
          <p class="words">${outcomeCounts(requests)}</p>
          ${shareBar(outcomes.map((outcome) => [outcome, requests[outcome]]))} ${toolsOf(requests)}
        </header>
        <main>
          ${htmlEach(results, (result, index) => {
            const chain = `chain-${index + 1}`;
            const find = createRequestFinder(result, chain);
            return renderChain(result, { chain, find, budget, wholeRequests });
          })}
        </main>
        <footer>${tool.name} ${tool.version} · generated ${generatedAt}</footer>
        ${SCRIPT}
      </body>
    </html>`;
  yield* page.pieces;
  yield '\n';
}

function toolsOf(requests: Readonly<Record<Outcome, number>>): Html {
  const total = outcomes.reduce((sum, outcome) => sum + requests[outcome], 0);
  const choices = outcomes
    .filter((outcome) => requests[outcome] > 0)
    .map((outcome) => ({ look: outcome, words: `${outcome} ${requests[outcome]}` }));
  return renderTools({ things: 'requests', total, choices });
}
