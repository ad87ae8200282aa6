/**
 * The HTML report of an authorization run: one file that needs nothing else and sends nothing, in the look and under
 * the policy of the HTML report of a run. The grid first, then every cell with its evidence.
 */
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import { findingsOf, type Finding } from '../../../core/authz/report/findings';
import { humanTime } from '../../../core/result/resultViews';
import { plural } from '../../../core/words';
import { pageHead } from '../htmlHead';
import { script } from '../htmlScript';
import { renderTable, type TableRow } from '../htmlTable';
import { elementText, html, ownMarkup, type Html } from '../htmlText';
import { renderTools, shareBar } from '../htmlTools';
import type { AuthzReportContext } from './authzReport';
import { runFacts, sinceTitle, transitionWords, type CellFacts } from './cellFacts';
import { findingCallers, findingFacts, retestCommand } from './findingFacts';
import { renderCell, type PageContext } from './htmlCell';
import { renderGrid } from './htmlGrid';
import { judgementLook, lookOf, signOfLook } from './htmlLooks';
import { createMessageWriter, type MessageWriter } from './htmlMessages';
import { authzStyle, authzStyleDigest } from './htmlStyle';
import { costWords, judgementCounts, runScope, type JudgementCount } from './judgementWords';
import { runRemarks, type Remarks } from './runRemarks';

const HEAD = { styles: [{ style: authzStyle, digest: authzStyleDigest }], hasScript: true };

// Kept apart from the template: formatting must not add whitespace, or the digest would no longer match.
const SCRIPT = ownMarkup(`<script>${script}</script>`);

/** Writes a result as a page. Bodies have the room that everything else leaves of it. */
export function renderAuthzHtml(result: AuthzResult, context: AuthzReportContext): string {
  const bare = renderPage(result, context, createMessageWriter(result, 0));
  const room = Math.max(LEAST_ROOM, PAGE_LIMIT - bare.length);
  return renderPage(result, context, createMessageWriter(result, room));
}

/** Characters: with their escapes, bodies take a little more. */
const PAGE_LIMIT = 950_000;
const LEAST_ROOM = 50_000;

function renderPage(result: AuthzResult, context: AuthzReportContext, messages: MessageWriter): string {
  const { matrix, environment, startedAt } = result;
  const { tool } = context;
  const counts = judgementCounts(result);
  const flaws = counts.find(({ judgement }) => judgement === 'flaw')?.count ?? 0;
  const facts = [matrix.file, environment, costWords(result), humanTime(startedAt)];
  const page = html`<!doctype html>
    <html lang="en">
      ${pageHead(`${matrix.name}: ${flaws === 0 ? 'report' : plural(flaws, 'flaw')}`, HEAD)}
      <body>
        <header>
          <h1>${matrix.name}</h1>
          <p class="quiet">${facts.filter((fact) => fact !== undefined).join(' · ')}</p>
          <p class="words">${counts.map(countWords)}</p>
          <dl class="scope">
            ${runScope(result).map(
              ([name, value]) =>
                html`<dt>${name}</dt>
                  <dd>${value}</dd>`,
            )}
          </dl>
          ${shareBar(counts.map(({ judgement, count }) => [judgementLook(judgement), count]))}
          ${renderTools({ things: 'cells', total: result.cells.length, choices: counts.map(choiceOf) })}
        </header>
        <main>${renderMain(result, context, messages)}</main>
        <footer>${tool.name} ${tool.version} · seed ${result.seed}</footer>
        ${SCRIPT}
      </body>
    </html> `;
  return `${page.markup.trim()}\n`;
}

function renderMain(result: AuthzResult, context: AuthzReportContext, messages: MessageWriter): Html {
  const { cells, comparison } = runFacts(result, context);
  const ids = new Map(result.cells.map((cell, index) => [cell, `cell-${index + 1}`]));
  const page: PageContext = { exchanges: result.exchanges, messages, shown: new Map() };
  const idOf = (cell: CellResult): string => ids.get(cell) ?? '';
  return html`${renderFindings(result, idOf)}
    ${result.cells.length === 0 ? undefined : renderGrid(result, idOf)}
    ${renderDifferences(cells, ids, context)}
    <section class="part" id="cells">
      <h3>Cells</h3>
      ${
        messages.cutBodies === 0
          ? undefined
          : html`<p class="note">
              Bodies shown in part or left out to keep this page small: ${messages.cutBodies}. The JSON report
              has all that was kept of them.
            </p>`
      }
      ${cells.map((facts) => renderCell(facts, idOf(facts.result), page))}
    </section>
    ${runRemarks(result, comparison, context.coverage).map(renderRemarks)} ${renderHeaderSets(messages)}`;
}

/** What is wrong with the API, for a reader who does not know the matrix; its cells are links to the evidence. */
function renderFindings(result: AuthzResult, idOf: (cell: CellResult) => string): Html | undefined {
  const findings = findingsOf(result.cells);
  const rowOf = (finding: Finding): TableRow => {
    const [severity, ...entries] = findingFacts(finding);
    return {
      cells: [
        severity,
        html`<b>${finding.sentence}</b><br /><span class="quiet">${entries.join(' · ')}</span>`,
        findingCallers(finding),
        finding.cells.map((cell, index) => html`<a href="#${idOf(cell)}">${index + 1}</a> `),
        html`<code>${retestCommand(finding, result)}</code>`,
      ],
      look: 'finding',
    };
  };
  return findings.length === 0
    ? undefined
    : html`<section class="part" id="findings">
        <h3>Findings</h3>
        ${renderTable(['Severity', 'Finding', 'Who can', 'Cells', 'Test it again'], findings, rowOf)}
      </section>`;
}

/** What is not as the baseline has it. */
function renderDifferences(
  cells: readonly CellFacts[],
  ids: ReadonlyMap<CellResult, string>,
  context: AuthzReportContext,
): Html | undefined {
  const items = cells.flatMap(({ result, compared }) => {
    if (compared === undefined || compared.change === 'unchanged') {
      return [];
    }
    const link = html`<a href="#${ids.get(result)}">${result.cell.id}</a>`;
    return [
      html`<li class="${lookOf(result.class)}">
        ${compared.change}: ${link} <span class="quiet">${transitionWords(compared)}</span>
      </li>`,
    ];
  });
  return items.length === 0
    ? undefined
    : html`<section class="part" id="differences">
        <h3>${sinceTitle(context)}</h3>
        <ul class="reasons">
          ${items}
        </ul>
      </section>`;
}

function renderRemarks({ title, sentences }: Remarks): Html {
  return html`<section class="part">
    <h3>${title}</h3>
    <ul class="reasons">
      ${sentences.map((sentence) => html`<li class="skipped">${sentence}</li>`)}
    </ul>
  </section>`;
}

/** The lines that messages refer to. */
function renderHeaderSets({ headerSets }: MessageWriter): Html | undefined {
  return headerSets.length === 0
    ? undefined
    : html`<section class="part" id="common-headers">
        <h3>Headers that requests and responses have in common</h3>
        ${headerSets.map(({ id, lines }) => html`<pre id="${id}">${elementText(lines.join('\n'))}</pre>`)}
      </section>`;
}

function countWords({ judgement, count, words, detail }: JudgementCount): Html {
  const look = judgementLook(judgement);
  const more = detail === undefined ? undefined : html` <span class="quiet">(${detail})</span>`;
  return html`<span class="${look}">${signOfLook(look)} <b>${count}</b> ${words}${more}</span>`;
}

function choiceOf({ judgement, count, words }: JudgementCount): { look: string; words: string } {
  return { look: judgementLook(judgement), words: `${words} ${count}` };
}
