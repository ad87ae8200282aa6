/** A cell in the HTML report: one line with its verdict, and behind it the evidence. */
import { changeWords, leakWords, stepWords } from '../../../core/authz/report/explain/evidenceText';
import type { AuthzExchange, CellResult, CellStep } from '../../../core/authz/model/authzResult';
import { verdictSentence } from '../../../core/authz/report/explain/verdictSentence';
import { curlCommand } from '../../exporters/curl';
import type { BodyBudget } from '../htmlBody';
import { renderExchange } from '../htmlExchange';
import { renderTable } from '../htmlTable';
import { html, type Html, type HtmlPart } from '../htmlText';
import { answerWords, attackOf, placeWords, shortFacts, type CellFacts } from './cellFacts';
import { lookOf, signOfClass } from './htmlLooks';

/** What the cells of a page share. */
export interface PageContext {
  readonly exchanges: readonly AuthzExchange[];
  /** Id of the element of an exchange. */
  readonly exchangeId: (index: number) => string;
  readonly budget: BodyBudget;
}

/** One cell, folded. */
export function renderCell(facts: CellFacts, id: string, context: PageContext): Html {
  const { result, compared } = facts;
  const { cell, class: outcome } = result;
  const look = lookOf(outcome);
  const change = compared?.change === 'unchanged' ? undefined : compared?.change;
  return html`<details class="request ${look}" id="${id}">
    <summary>
      ${signOfClass(outcome)}<span class="method">${cell.kind}</span
      ><span class="name">${verdictSentence(result)}<span class="quiet address">${cell.id}</span></span
      ><span class="answer">${outcome}</span><span class="time quiet">${change}</span>
    </summary>
    <div class="inside">
      <p class="facts">${[...shortFacts(facts), placeWords(facts) ?? ''].filter(Boolean).join(' · ')}</p>
      ${list('reasons', reasonsOf(result), look)} ${renderSteps(result, context)}
      ${titled(
        'Data of the owner in the answer',
        list(
          'leaks',
          result.leaks.map((leak) => leakWords(leak)),
          look,
        ),
      )}
      ${titled(
        'What the owner sees afterwards',
        list(
          'changes',
          result.changes.map((change) => changeWords(change)),
          look,
        ),
      )}
      ${titled(
        'Also noticed',
        list(
          'noticed',
          result.secondary.map(({ message }) => message),
          'skipped',
        ),
      )}
      ${renderAttack(result, context)}
    </div>
  </details> `;
}

/** One exchange, folded, for the steps that lead to it. */
export function renderStepExchange(exchange: AuthzExchange, id: string, { budget }: PageContext): Html {
  const { user, request, exchange: recorded } = exchange;
  return html`<details class="exchange" id="${id}">
    <summary>
      ${user}: <code>${lineOf(exchange)}</code> <span class="quiet">${answerWords(exchange)}</span>
    </summary>
    <div class="inside">
      <p class="facts">${request.id} in ${request.chain}</p>
      ${recorded === undefined ? undefined : renderExchange({ attempts: 1 }, recorded, budget)}
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

function list(name: string, items: readonly string[], look: string): Html | undefined {
  return items.length === 0
    ? undefined
    : html`<ul class="reasons ${name}">
        ${items.map((item) => html`<li class="${look}">${item}</li>`)}
      </ul>`;
}

function titled(title: string, content: HtmlPart): Html | undefined {
  return content === undefined
    ? undefined
    : html`<section>
        <h4>${title}</h4>
        ${content}
      </section>`;
}

function renderSteps({ steps }: CellResult, context: PageContext): Html | undefined {
  const rowOf = (step: CellStep, index: number) => ({
    cells: stepCells(step, index + 1, context),
    ...(step.step === 'attack' ? { look: 'attacks' } : {}),
  });
  return steps.length === 0
    ? undefined
    : titled('Steps', renderTable(['', 'Step', 'User', 'Request', 'Answer'], steps, rowOf));
}

function stepCells(
  { step, exchange: index }: CellStep,
  number: number,
  { exchanges, exchangeId }: PageContext,
): readonly HtmlPart[] {
  const exchange = exchanges[index];
  const words = step === 'attack' ? html`<b>${stepWords(step)}</b>` : stepWords(step);
  if (exchange === undefined) {
    return [number, words, '', '', ''];
  }
  const line = html`<code>${lineOf(exchange)}</code>`;
  return [
    number,
    words,
    exchange.user,
    step === 'attack' ? line : html`<a href="#${exchangeId(index)}">${line}</a>`,
    answerWords(exchange),
  ];
}

function lineOf({ exchange, request }: AuthzExchange): string {
  return exchange === undefined ? request.id : `${exchange.request.method} ${exchange.request.url}`;
}

function renderAttack(result: CellResult, { exchanges, budget }: PageContext): Html | undefined {
  const recorded = attackOf(result, exchanges)?.exchange;
  return recorded === undefined
    ? undefined
    : html`<section>
        <h4>${result.cell.kind === 'SELF' ? 'Request' : 'Attack'}</h4>
        ${renderExchange({ attempts: 1 }, recorded, budget)}
        <h4>As cURL</h4>
        <pre tabindex="0" role="group" aria-label="cURL command">${curlCommand(recorded.request)}</pre>
      </section>`;
}
