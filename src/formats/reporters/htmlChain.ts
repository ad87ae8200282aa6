/**
 * A chain's section of the HTML report: the eight things a result reports as figures that lead to
 * their places, the failures first, then the requests in order, then all variables at once.
 */
import {
  humanDuration,
  humanTime,
  overviewOf,
  type OfRequest,
  type ResultOverview,
} from '../../core/result/resultViews';
import {
  countOutcomes,
  type ExecutionResult,
  type ExtractionResult,
  type Reason,
  type Substitution,
} from '../../core/result/result';
import { rowTable } from '../../core/result/rowTable';
import { longestShown, type WholeRequests } from '../../core/result/runReport';
import { outcomeCounts, signOf } from './htmlOutcomes';
import {
  extractionRow,
  extractionTitles,
  inRowOf,
  linkTo,
  renderReason,
  renderRequest,
  substitutionRow,
  substitutionTitles,
  type ChainContext,
} from './htmlRequest';
import { renderTable, type TableRow } from './htmlTable';
import { html, htmlEach, htmlPieces, type Html, type HtmlPieces } from './htmlText';

/** One chain. */
export function renderChain(
  result: ExecutionResult,
  context: ChainContext & { readonly wholeRequests: WholeRequests },
): HtmlPieces {
  const { chain, environment, seed, durationMs, startedAt, outcome, notes } = result;
  const requests = context.wholeRequests(result, longestShown);
  const overview = overviewOf(result);
  const facts = [
    chain.file,
    ...(environment === undefined ? [] : [environment]),
    humanDuration(durationMs),
    humanTime(startedAt),
    ...(seed === undefined ? [] : [`seed ${seed}`]),
  ];
  return htmlPieces`<section class="chain" id="${context.chain}">
    <header>
      <h2>${chain.name}</h2>
      <span class="words">${outcomeCounts(countOutcomes(result))}</span
      ><span class="quiet">${facts.join(' · ')}${endedEarly(outcome)}</span>
    </header>
    ${notes.map((note) => html`<p class="note">${note}</p>`)} ${renderOverview(overview, context)}
    ${renderRows(result, context)}
    ${renderFailures('failures', 'Execution failures', overview.executionFailures, context)}
    ${renderFailures('dependencies', 'Dependency failures', overview.dependencyFailures, context)}
    <section class="part" id="${context.chain}-requests">
      <h3>Requests and responses</h3>
      ${htmlEach(requests, (request) => renderRequest(request, context))}
    </section>
    ${renderVariables(overview, context)}
  </section> `;
}

/** Rows of data by requests: a cell leads to its request. */
function renderRows({ requests }: ExecutionResult, context: ChainContext): HtmlPieces | undefined {
  const { rows } = rowTable(requests, ({ row }) => row);
  const titles = rows[0]?.items.map(({ item }) => item.name) ?? [];
  return rows.length === 0
    ? undefined
    : htmlPieces`<table class="rows">
    <tr><th>Row</th>${titles.map((title) => html`<th>${title}</th>`)}</tr>
    ${htmlEach(
      rows,
      ({ row, items }) =>
        html`<tr>
          <th>${row.number} ${row.label}</th>
          ${items.map(
            ({ item }) =>
              html`<td class="${item.outcome}">
                <a href="#${context.find(item.request, item.row)?.id}">${signOf(item.outcome)}</a>
              </td>`,
          )}
        </tr> `,
    )}
  </table>`;
}

function endedEarly(outcome: ExecutionResult['outcome']): string {
  return outcome === 'cancelled' || outcome === 'running' ? ' · cancelled' : '';
}

function renderOverview(overview: ResultOverview, { chain }: ChainContext): Html {
  const {
    successful,
    failed,
    responses,
    extractions,
    substitutions,
    details,
    executionFailures,
    dependencyFailures,
  } = overview;
  const missed = extractions.filter(({ item }) => !item.found).length;
  const extracted =
    missed === 0 ? String(extractions.length) : `${extractions.length - missed} of ${extractions.length}`;
  const isShort = extractions.some(({ request, item }) => !item.found && request.outcome === 'failed');
  const things: readonly (readonly [title: string, figure: string | number, place: string, look?: string])[] =
    [
      ['Successful requests', successful.length, 'requests'],
      ['Failed requests', failed.length, 'requests', failed.length > 0 ? 'bad' : ''],
      ['Responses', responses.length, 'requests'],
      ['Request details', details.length, 'requests'],
      ['Extracted variables', extracted, 'extractions', isShort ? 'bad' : ''],
      ['Substitutions', substitutions.length, 'substitutions'],
      ['Execution failures', executionFailures.length, 'failures', executionFailures.length > 0 ? 'bad' : ''],
      [
        'Dependency failures',
        dependencyFailures.length,
        'dependencies',
        dependencyFailures.length > 0 ? 'stopped' : '',
      ],
    ];
  return html`<ul class="overview">
    ${things.map(([title, figure, place, look]) => {
      const words = html`<b>${figure}</b> ${title}`;
      return html`<li class="${look}">
        ${figure === 0 || figure === '0' ? words : html`<a href="#${chain}-${place}">${words}</a>`}
      </li>`;
    })}
  </ul>`;
}

function renderFailures(
  place: string,
  title: string,
  reasons: readonly OfRequest<Reason>[],
  context: ChainContext,
): HtmlPieces | undefined {
  return reasons.length === 0
    ? undefined
    : htmlPieces`<section class="part" id="${context.chain}-${place}">
    <h3>${title}</h3>
    <ul class="reasons">
      ${htmlEach(reasons, ({ request, item }) => {
        const inRow = inRowOf(request, context);
        return html`<li class="${request.outcome}">
          ${linkTo(request.request, inRow)}: ${renderReason(item, inRow)}
        </li>`;
      })}
    </ul>
  </section>`;
}

function renderVariables({ extractions, substitutions }: ResultOverview, context: ChainContext): HtmlPieces {
  const { chain } = context;
  const link = ({ request }: OfRequest<unknown>): Html => linkTo(request.request, inRowOf(request, context));
  const ofExtraction = (extraction: OfRequest<ExtractionResult>): TableRow =>
    extractionRow(extraction.item, [link(extraction)]);
  const ofSubstitution = (substitution: OfRequest<Substitution>): TableRow =>
    substitutionRow(substitution.item, inRowOf(substitution.request, context), [link(substitution)]);
  return htmlPieces`${folded(
    { id: `${chain}-extractions`, title: 'Extracted variables', titles: extractionTitles },
    extractions,
    ofExtraction,
  )}${folded(
    { id: `${chain}-substitutions`, title: 'Substitutions', titles: substitutionTitles },
    substitutions,
    ofSubstitution,
  )}`;
}

function folded<T>(
  { id, title, titles }: { readonly id: string; readonly title: string; readonly titles: readonly string[] },
  items: readonly T[],
  rowOf: (item: T) => TableRow,
): HtmlPieces | undefined {
  return items.length === 0
    ? undefined
    : htmlPieces`<details class="part" id="${id}">
        <summary>${title} (${items.length})</summary>
        ${renderTable(['Request', ...titles], items, rowOf)}
      </details>`;
}
