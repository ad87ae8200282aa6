/** A cell in the HTML report: one line with its verdict, and behind it the evidence. */
import { changeWords, leakWords, stepWords } from '../../../core/authz/report/explain/evidenceText';
import type { AuthzExchange, CellResult, CellStep } from '../../../core/authz/model/authzResult';
import { verdictSentence } from '../../../core/authz/report/explain/verdictSentence';
import { html, ownMarkup, type Html, type HtmlPart } from '../htmlText';
import { answerWords, attackStep, placeWords, shortFacts, type CellFacts } from './cellFacts';
import { lookOf, signOfLook } from './htmlLooks';
import type { MessageWriter } from './htmlMessages';

/** What the cells of a page share. */
export interface PageContext {
  readonly exchanges: readonly AuthzExchange[];
  readonly messages: MessageWriter;
  /** Ids of what shows an exchange, by its index; later steps link to it. */
  readonly shown: Map<number, string>;
}

/** One cell, folded. */
export function renderCell(facts: CellFacts, id: string, context: PageContext): Html {
  const { result, compared } = facts;
  const { cell, class: outcome } = result;
  const look = lookOf(outcome);
  const words = [...shortFacts(facts), placeWords(facts) ?? ''].filter(Boolean);
  const change = compared?.change === 'unchanged' ? undefined : compared?.change;
  return html`<details class="request ${look}" id="${id}">
    <summary>
      <span class="sign">${signOfLook(look)}</span><span class="method">${cell.kind}</span
      ><span class="name">${verdictSentence(result)}<span class="quiet address">${cell.id}</span></span
      ><span class="answer">${outcome}</span>${change && html`<span class="time quiet">${change}</span>`}
    </summary>
    <div class="inside">
      ${words.length === 1 ? undefined : html`<p class="facts">${words.join(' · ')}</p>`}
      ${list(reasonsOf(result), look)}
      ${titled(
        'Data of the owner in the answer',
        list(
          result.leaks.map((leak) => leakWords(leak)),
          look,
        ),
      )}
      ${titled(
        'What the owner sees afterwards',
        list(
          result.changes.map((change) => changeWords(change)),
          look,
        ),
      )}
      ${titled(
        'Also noticed',
        list(
          result.secondary.map(({ message }) => message),
          'skipped',
        ),
      )}
      ${renderSteps(result, context)}
    </div>
  </details> `;
}

function reasonsOf({ reasons, waived, cell }: CellResult): readonly string[] {
  return [
    ...(waived === undefined ? [] : [`Waived until ${waived.expires}: ${waived.reason}`]),
    ...(cell.skip === undefined || reasons.includes(cell.skip) ? [] : [cell.skip]),
    ...reasons,
  ];
}

function list(items: readonly string[], look: string): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul class="reasons ${look}">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`;
}

function titled(title: string, content: HtmlPart): Html | undefined {
  return content === undefined
    ? undefined
    : html`<h4>${title}</h4>
        ${content}`;
}

function renderSteps(result: CellResult, context: PageContext): Html | undefined {
  const { steps } = result;
  const main = attackStep(result);
  return steps.length === 0
    ? undefined
    : titled(
        'Steps',
        html`<ol class="steps">
          ${renderItems(steps, main, context).map((item) => html`<li>${item}</li>`)}
        </ol>`,
      );
}

/** The steps in their order; those next to each other that earlier ones show are one item. */
function renderItems(
  steps: readonly CellStep[],
  main: CellStep | undefined,
  context: PageContext,
): readonly Html[] {
  const items: Html[] = [];
  let links: Html[] = [];
  const close = (): void => {
    if (links.length > 0) {
      items.push(html`Shown before: ${separated(links)}`);
    }
    links = [];
  };
  for (const step of steps) {
    const link = step === main ? undefined : linkTo(step, context);
    if (link === undefined) {
      close();
      items.push(renderStep(step, step === main, context));
    } else {
      links.push(link);
    }
  }
  close();
  return items;
}

function separated(links: readonly Html[]): readonly HtmlPart[] {
  return links.flatMap((link, index) => (index === 0 ? [link] : [', ', link]));
}

/** A link to what shows a step already, or the same sent and received at another time; absent when nothing does. */
function linkTo({ step, exchange: index }: CellStep, context: PageContext): Html | undefined {
  const { exchanges, messages, shown } = context;
  const exchange = exchanges[index];
  const known = shown.get(index);
  if (exchange === undefined || known !== undefined) {
    return known === undefined ? undefined : html`<a href="#${known}">${stepWords(step)}</a>`;
  }
  const repeated = messages.repeated(exchange, idOf(index));
  if (repeated === undefined) {
    return undefined;
  }
  shown.set(index, repeated);
  return html`<a href="#${repeated}">${stepWords(step)}</a> again`;
}

/** A step with what was sent and received; the one of the verdict is open, or leads to the cell that shows it. */
function renderStep(
  { step, exchange: index }: CellStep,
  isMain: boolean,
  { exchanges, messages, shown }: PageContext,
): Html {
  const words = isMain ? html`<b>${stepWords(step)}</b>` : stepWords(step);
  const exchange = exchanges[index];
  if (exchange === undefined) {
    return html`${words}`;
  }
  const answer = answerWords(exchange);
  const known = shown.get(index);
  if (known !== undefined) {
    return html`${words}: ${exchange.user} <a href="#${known}">${exchange.request.id}</a> ${answer}`;
  }
  const id = idOf(index);
  if (isMain) {
    messages.repeated(exchange, id);
  }
  shown.set(index, id);
  return html`<details id="${id}" ${isMain ? OPEN : undefined}>
    <summary>${words}: ${exchange.user} <code>${messages.lineOf(exchange)}</code> ${answer}</summary>
    ${messages.write(exchange, id)}
  </details>`;
}

function idOf(exchange: number): string {
  return `e${exchange + 1}`;
}

const OPEN = ownMarkup('open');
