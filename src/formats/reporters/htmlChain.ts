/**
 * A chain's section of the HTML report: the eight things a result reports as figures that lead to
 * their places, the failures first, then the requests in order, then all variables at once.
 */
import { humanDuration, humanTime, overviewOf } from '../../core/result/resultViews';
import type { OfRequest, ResultOverview } from '../../core/result/resultViews';
import { countOutcomes } from '../../core/result/result';
import type { ExecutionResult, Reason } from '../../core/result/result';
import { outcomeCounts } from './htmlOutcomes';
import {
  extractionRow,
  extractionTitles,
  linkTo,
  renderReason,
  renderRequest,
  substitutionRow,
  substitutionTitles,
  type ChainContext,
} from './htmlRequest';
import { renderTable, type TableRow } from './htmlTable';
import { html, type Html } from './htmlText';

/** One chain. */
export function renderChain(result: ExecutionResult, context: ChainContext): Html {
  const { chain, environment, durationMs, startedAt, outcome, notes, requests } = result;
  const overview = overviewOf(result);
  const facts = [
    chain.file,
    ...(environment === undefined ? [] : [environment]),
    humanDuration(durationMs),
    humanTime(startedAt),
  ];
  return html`<section class="chain" id="${context.chain}">
    <header>
      <h2>${chain.name}</h2>
      <span class="words">${outcomeCounts(countOutcomes(result))}</span
      ><span class="quiet">${facts.join(' · ')}${endedEarly(outcome)}</span>
    </header>
    ${notes.map((note) => html`<p class="note">${note}</p>`)} ${renderOverview(overview, context)}
    ${renderFailures('failures', 'Execution failures', overview.executionFailures, context)}
    ${renderFailures('dependencies', 'Dependency failures', overview.dependencyFailures, context)}
    <section class="part" id="${context.chain}-requests">
      <h3>Requests and responses</h3>
      ${requests.map((request) => renderRequest(request, context))}
    </section>
    ${renderVariables(overview, context)}
  </section> `;
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
): Html | undefined {
  if (reasons.length === 0) {
    return undefined;
  }
  const items = reasons.map(
    ({ request, item }) =>
      html`<li class="${request.outcome}">
        ${linkTo(request.request, context)}: ${renderReason(item, context)}
      </li>`,
  );
  return html`<section class="part" id="${context.chain}-${place}">
    <h3>${title}</h3>
    <ul class="reasons">
      ${items}
    </ul>
  </section>`;
}

function renderVariables(
  { extractions, substitutions }: ResultOverview,
  context: ChainContext,
): readonly (Html | undefined)[] {
  const { chain } = context;
  const link = ({ request }: OfRequest<unknown>): Html => linkTo(request.request, context);
  return [
    folded(
      `${chain}-extractions`,
      'Extracted variables',
      extractionTitles,
      extractions.map((extraction) => extractionRow(extraction.item, [link(extraction)])),
    ),
    folded(
      `${chain}-substitutions`,
      'Substitutions',
      substitutionTitles,
      substitutions.map((substitution) => substitutionRow(substitution.item, context, [link(substitution)])),
    ),
  ];
}

function folded(
  id: string,
  title: string,
  titles: readonly string[],
  rows: readonly TableRow[],
): Html | undefined {
  return rows.length === 0
    ? undefined
    : html`<details class="part" id="${id}">
        <summary>${title} (${rows.length})</summary>
        ${renderTable(['Request', ...titles], rows)}
      </details>`;
}
