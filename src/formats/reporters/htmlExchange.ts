/** What was sent and received, in the HTML report: messages side by side, redirects, connection, timings. */
import { humanDuration, humanSize, phasesOf, statusText } from '../../core/result/resultViews';
import type { HeaderLine } from '../../core/model';
import type { RecordedExchange, RecordedHop, RequestResult } from '../../core/result/result';
import { renderBody, type BodyBudget } from './htmlBody';
import { html, type Html } from './htmlText';

/** The last exchange of a request. */
export function renderExchange(
  { attempts }: Pick<RequestResult, 'attempts'>,
  exchange: RecordedExchange,
  budget: BodyBudget,
): Html {
  const { request, redirects } = exchange;
  return html`${redirects.length === 0 ? undefined : renderRedirects(redirects)}
    <div class="panes">
      <section>
        <h4>Request</h4>
        <p class="line"><code>${request.method} ${request.url}</code></p>
        ${renderHeaders(request.headers)}${renderBody(request.body, 'Request body', budget)}
      </section>
      <section>
        <h4>Response</h4>
        ${renderResponse(exchange, budget)}
      </section>
    </div>
    ${renderTimings(exchange, attempts)}`;
}

function renderResponse({ response, failure }: RecordedExchange, budget: BodyBudget): Html {
  if (response === undefined) {
    return html`<p class="line">
      No response${failure === undefined ? '' : `: ${failure.message} ${failure.todo}`}
    </p>`;
  }
  const size =
    response.wireSize === response.body.size ? '' : `, ${humanSize(response.wireSize)} on the wire`;
  return html`<p class="line">
      <code>HTTP/${response.httpVersion} ${statusText(response)}</code><span class="quiet">${size}</span>
    </p>
    ${renderHeaders(response.headers)}${renderBody(response.body, 'Response body', budget)}${response.notes.map((note) => html`<p class="note">${note}</p>`)}${failure === undefined ? undefined : html`<p class="note">${failure.message} ${failure.todo}</p>`}`;
}

function renderHeaders(headers: readonly HeaderLine[]): Html | undefined {
  return headers.length === 0
    ? undefined
    : html`<table class="headers">
        <tbody>
          ${headers.map(
            ({ name, value }) =>
              html`<tr>
                <td>${name}</td>
                <td><code>${value}</code></td>
              </tr>`,
          )}
        </tbody>
      </table>`;
}

function renderRedirects(hops: readonly RecordedHop[]): Html {
  return html`<section>
    <h4>Redirects</h4>
    <ol>
      ${hops.map(
        ({ method, url, status, notes }) =>
          html`<li>
            <code>${method} ${url}</code>
            ${status}${notes.map((note) => html` <span class="quiet">${note}</span>`)}
          </li>`,
      )}
    </ol>
  </section>`;
}

const LOOKS = { DNS: 'one', connect: 'two', TLS: 'three', waiting: 'four', download: 'five' } as const;

function renderTimings(exchange: RecordedExchange, attempts: number): Html {
  const { timings, connection } = exchange;
  const phases = phasesOf(exchange);
  const whole = Math.max(
    0.1,
    timings.totalMs,
    ...phases.map(({ startMs, durationMs }) => startMs + durationMs),
  );
  const bars = phases.map(
    ({ name, startMs, durationMs }) =>
      html`<rect
        class="${LOOKS[name]}"
        x="${round(startMs)}"
        y="0"
        width="${round(Math.max(durationMs, whole / 400))}"
        height="1"
      />`,
  );
  const words = phases.map(
    ({ name, durationMs }) =>
      html`<span
        ><svg class="key" viewBox="0 0 1 1" aria-hidden="true">
          <rect class="${LOOKS[name]}" width="1" height="1" /></svg
        >${name} ${humanDuration(durationMs)}</span
      >`,
  );
  const facts = [
    `total ${humanDuration(timings.totalMs)}`,
    ...(attempts > 1 ? [`last of ${attempts} attempts`] : []),
    ...(connection === undefined ? [] : connectionWords(connection)),
  ];
  return html`<section>
    <h4>Timing</h4>
    <svg class="bar" viewBox="0 0 ${round(whole)} 1" preserveAspectRatio="none" aria-hidden="true">
      ${bars}
    </svg>
    <p class="phases">${words}<span class="quiet">${facts.join(' · ')}</span></p>
  </section>`;
}

function connectionWords({
  via,
  reused,
  address,
  tlsVerified,
}: NonNullable<RecordedExchange['connection']>): readonly string[] {
  return [
    via === 'direct' ? via : `via ${via}`,
    ...(reused ? ['reused connection'] : []),
    ...(address === undefined ? [] : [address]),
    ...(tlsVerified === false ? ['certificate not verified'] : []),
  ];
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
