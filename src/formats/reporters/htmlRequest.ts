/**
 * A request in the HTML report: one line that says how it ended, and the details behind it: why it did not
 * pass, what was sent and received, which values were inserted and extracted.
 */
import {
  answerOf,
  exampleTitle,
  formatLocation,
  reasonLine,
  timeOf,
  todoOf,
} from '../../core/result/resultViews';
import { countOfParts, partTree, type PartNode } from '../../core/result/partTree';
import {
  nameInCall,
  nameOfPart,
  type ExecutionResult,
  type ExpectationResult,
  type ExtractionResult,
  type Reason,
  type RequestReference,
  type RequestResult,
  type Substitution,
} from '../../core/result/result';
import type { BodyBudget } from './htmlBody';
import { renderExchange } from './htmlExchange';
import { signOf } from './htmlOutcomes';
import { renderTable, type TableRow } from './htmlTable';
import { html, type Html, type HtmlPart } from './htmlText';

/** What the parts of a chain's section share. */
export interface ChainContext {
  /** Id of the section. */
  readonly chain: string;
  /** A request of the result, for a row or for all rows; absent when it has none of that reference. */
  readonly find: (reference: RequestReference, row?: RequestResult['row']) => FoundRequest | undefined;
  readonly budget: BodyBudget;
}

/** A request and the id of its element. */
interface FoundRequest {
  readonly id: string;
  readonly name: string;
}

/** Gives each request of a result an id that is the same wherever it is linked from. */
export function createRequestFinder({ requests }: ExecutionResult, chain: string): ChainContext['find'] {
  const found = new Map<string, FoundRequest>();
  requests.forEach((result, index) => {
    const { request, row } = result;
    found.set(keyOf(request, row), { id: `${chain}-request-${index + 1}`, name: nameOfPart(result) });
  });
  return (reference, row) => found.get(keyOf(reference, row)) ?? found.get(keyOf(reference, undefined));
}

function keyOf({ chain, id }: RequestReference, row: RequestResult['row']): string {
  return JSON.stringify([chain, id, row?.number]);
}

/** The context in which a request refers to others: those of its row. */
export function inRowOf({ row }: RequestResult, context: ChainContext): ChainContext {
  return { ...context, find: (reference) => context.find(reference, row) };
}

/** One request, folded. */
export function renderRequest(result: RequestResult, wholeContext: ChainContext): Html {
  const context = inRowOf(result, wholeContext);
  const { outcome, method } = result;
  return html`<details class="request ${outcome}" id="${context.find(result.request)?.id}">
    <summary>
      ${signOf(outcome)}<span class="method">${method}</span
      ><span class="name">${nameOfPart(result)}<span class="quiet address">${whereTo(result)}</span></span
      ><span class="answer">${answerOf(result)}</span
      ><span class="time quiet">${timeOf(result)}</span>${whyLine(result)}
    </summary>
    <div class="inside">
      ${renderReasons(result, context)}${renderSent(result, context)}${renderExamples(result, context)}${renderTables(result, context)}
    </div>
  </details> `;
}

/** Where a request went, or for how many items, or how many requests the chain has that it called. */
function whereTo({ exchange, parts }: RequestResult): HtmlPart {
  return parts === undefined ? addressOf(exchange?.request.url) : countOfParts(parts);
}

/** What was sent and received: for each item of a loop and each request of a called chain, folded, or once. */
function renderSent(result: RequestResult, context: ChainContext): Html | readonly Html[] | undefined {
  const { exchange, parts } = result;
  if (parts !== undefined) {
    return partTree(parts).map((node) => renderPart(node, context));
  }
  return exchange === undefined ? undefined : renderExchange(result, exchange, context.budget);
}

function renderPart({ part, inner }: PartNode, context: ChainContext): Html {
  const { outcome, exchange } = part;
  const sent =
    inner.length === 0 && exchange !== undefined
      ? renderExchange(part, exchange, context.budget)
      : inner.map((node) => renderPart(node, context));
  return html`<details class="part ${outcome}">
    <summary>${signOf(outcome)} ${nameInCall(part)}: ${answerOf(part)} ${whyLine(part)}</summary>
    ${renderReasons(part, context)}${sent}${renderTables(part, context)}
  </details>`;
}

/** The other saved examples of an imported request, each folded. */
function renderExamples({ examples = [] }: RequestResult, { budget }: ChainContext): readonly Html[] {
  return examples.map(
    (example) =>
      html`<details>
        <summary>Example: ${exampleTitle(example)}</summary>
        ${renderExchange({ attempts: 1 }, example.exchange, budget)}
      </details>`,
  );
}

/** A link to a request, by its name; its id alone when it is not in this result. */
export function linkTo(reference: RequestReference, { find }: ChainContext): Html {
  const found = find(reference);
  return found === undefined ? html`${reference.id}` : html`<a href="#${found.id}">${found.name}</a>`;
}

/** Why a request did not pass, what to do, and the root cause. */
export function renderReason(reason: Reason, context: ChainContext): Html {
  const cause = reason.kind === 'unresolved' ? renderCause(reason, context) : undefined;
  return html`${[reason.message, todoOf(reason) ?? ''].join(' ').trim()}${cause}`;
}

function renderCause(
  { message, producer, rootCause }: Extract<Reason, { kind: 'unresolved' }>,
  context: ChainContext,
): Html | undefined {
  if (rootCause !== undefined) {
    const why = message.includes(rootCause.message) ? '' : `: ${rootCause.message}`;
    return html` <span class="quiet">Root cause: ${linkTo(rootCause.request, context)}${why}</span>`;
  }
  return producer === undefined
    ? undefined
    : html` <span class="quiet">Produced by ${linkTo(producer, context)}</span>`;
}

/** Rows of variables taken from a response. */
export function extractionRow(
  { variable, value, from, found, message }: ExtractionResult,
  before: readonly HtmlPart[] = [],
): TableRow {
  const shown =
    value === undefined
      ? html`<span class="quiet">${message ?? 'nothing found'}</span>`
      : html`<code>${value}</code>`;
  return {
    cells: [...before, html`<code>${variable}</code>`, shown, from],
    ...(found ? {} : { look: 'failed' }),
  };
}

/** Rows of references that were replaced. */
export function substitutionRow(
  { variable, value, location, source, producer }: Substitution,
  context: ChainContext,
  before: readonly HtmlPart[] = [],
): TableRow {
  return {
    cells: [
      ...before,
      html`<code>${variable}</code>`,
      html`<code>${value}</code>`,
      formatLocation(location),
      producer === undefined ? source : linkTo(producer, context),
    ],
  };
}

/** Titles of the columns of {@link extractionRow} and {@link substitutionRow}. */
export const extractionTitles = ['Variable', 'Value', 'Taken from'];
export const substitutionTitles = ['Variable', 'Value', 'Put into', 'Comes from'];

/** Path and query: the origin is the same for most requests and is in the details. */
function addressOf(url: string | undefined): string {
  return url?.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '') ?? '';
}

function whyLine(result: RequestResult): Html | undefined {
  const line = reasonLine(result);
  return line === '' ? undefined : html`<span class="why">${line}</span>`;
}

function renderReasons({ reasons, outcome }: RequestResult, context: ChainContext): Html | undefined {
  return reasons.length === 0
    ? undefined
    : html`<ul class="reasons">
        ${reasons.map((reason) => html`<li class="${outcome}">${renderReason(reason, context)}</li>`)}
      </ul>`;
}

function renderTables(
  { extractions, substitutions, expectations }: RequestResult,
  context: ChainContext,
): readonly Html[] {
  return [
    ...titled('Expectations', ['Condition', 'Found instead'], expectations, expectationRow),
    ...titled('Extractions', extractionTitles, extractions, (extraction) => extractionRow(extraction)),
    ...titled('Substitutions', substitutionTitles, substitutions, (substitution) =>
      substitutionRow(substitution, context),
    ),
  ];
}

function titled<T>(
  title: string,
  columns: readonly string[],
  items: readonly T[],
  rowOf: (item: T) => TableRow,
): readonly Html[] {
  return items.length === 0
    ? []
    : [
        html`<section>
          <h4>${title}</h4>
          ${renderTable(columns, items, rowOf)}
        </section>`,
      ];
}

function expectationRow({ condition, passed, actual }: ExpectationResult): TableRow {
  const outcome = passed ? 'passed' : 'failed';
  return {
    cells: [html`${signOf(outcome)} ${condition}`, actual === undefined ? '' : html`<code>${actual}</code>`],
    look: outcome,
  };
}
