/**
 * Bodies in the HTML report: laid out, with quiet colours for JSON, and only as much of them as a
 * page can hold. A report of ten thousand requests must still open.
 */
import { scanJson, type JsonTokenKind } from '../../core/json/jsonTokens';
import { humanSize, readableBody } from '../../core/result/resultViews';
import type { RecordedBody } from '../../core/result/result';
import { shorten } from '../../core/shownText';
import { html, type Html } from './htmlText';

/** What is left of the room for bodies in one report. */
export interface BodyBudget {
  /** How many of the wanted characters a body may take; they count as taken. */
  readonly take: (wanted: number) => number;
}

const BODY_LIMIT = 50_000;
const REPORT_LIMIT = 8_000_000;
const COLOUR_LIMIT = 20_000;

/** The room for the bodies of one report, in characters. */
export function createBodyBudget(limit = REPORT_LIMIT): BodyBudget {
  let left = limit;
  return {
    take(wanted) {
      const given = Math.min(wanted, BODY_LIMIT, left);
      left -= given;
      return given;
    },
  };
}

/** A body with its size; `what` names it for those who do not see it. */
export function renderBody(body: RecordedBody | undefined, what: string, budget: BodyBudget): Html {
  if (body === undefined || body.size === 0) {
    return html`<p class="note">No body.</p>`;
  }
  const about = `${body.mediaType === '' ? 'no media type' : body.mediaType}, ${humanSize(body.size)}`;
  if (body.content === '') {
    return html`<p class="note">Not kept: ${about}.</p>`;
  }
  const text = readableBody(body);
  if (text === undefined) {
    return html`<p class="note">Not text: ${about}.</p>`;
  }
  const room = budget.take(text.length);
  const isCut = room < text.length || body.stored !== undefined;
  if (room === 0) {
    return html`<p class="note">Left out of this report for its size: ${about}.</p>`;
  }
  const shown = shorten(text, room);
  return html`<pre tabindex="0" role="group" aria-label="${what}">
${isCut || shown.length > COLOUR_LIMIT ? shown : colourJson(shown, body.mediaType)}</pre>
    <p class="note">${about}${isCut ? '. This is its beginning.' : ''}</p>`;
}

function colourJson(text: string, mediaType: string): string | readonly (string | Html)[] {
  if (!mediaType.includes('json')) {
    return text;
  }
  const parts: (string | Html)[] = [];
  let copied = 0;
  let waiting: readonly [start: number, end: number] | undefined;
  const colour = (name: string, start: number, end: number): void => {
    parts.push(text.slice(copied, start), html`<span class="${name}">${text.slice(start, end)}</span>`);
    copied = end;
  };
  scanJson(text, (kind: JsonTokenKind, start, end) => {
    // Whether a string is a name shows only at the colon behind it.
    if (waiting !== undefined) {
      colour(kind === ':' ? 'm' : 's', ...waiting);
      waiting = undefined;
    }
    if (kind === '"') {
      waiting = [start, end];
    } else if (kind === 'scalar') {
      colour('n', start, end);
    }
  });
  if (waiting !== undefined) {
    colour('s', ...waiting);
  }
  return [...parts, text.slice(copied)];
}
