/** The tools above the lists of an HTML report: the shares of outcomes, filter, search, open all. */
import { html, ownMarkup, type Html } from './htmlText';

/** What readers may choose from. */
export interface ToolChoices {
  /** What the lists are of: `requests`. */
  readonly things: string;
  readonly total: number;
  /** Classes of elements that can be shown alone; the style sheet knows them. */
  readonly choices: readonly { readonly look: string; readonly words: string }[];
}

/** Filter, search and "open all"; the last two need the page's script and are hidden without it. */
export function renderTools({ things, total, choices }: ToolChoices): Html {
  const choice = (id: string, words: string): Html =>
    html`<label
      ><input type="radio" name="show" id="show-${id}" ${id === 'all' ? ownMarkup(' checked') : ''} />
      ${words}</label
    >`;
  return html`<div class="tools">
    <fieldset aria-label="${things} to show">
      ${choice('all', `All ${total}`)}${choices.map(({ look, words }) => choice(look, words))}
    </fieldset>
    <input
      class="scripted"
      type="search"
      id="search"
      placeholder="Search ${things}"
      aria-label="Search ${things}"
      hidden
    />
    <button class="scripted" type="button" id="open-all" aria-pressed="false" hidden>Open all</button>
    <span class="quiet" id="count" aria-live="polite"></span>
  </div>`;
}

/** A thin bar of the shares, by look; the words next to it say the same. */
export function shareBar(shares: readonly (readonly [look: string, count: number])[]): Html {
  const total = Math.max(
    1,
    shares.reduce((sum, [, count]) => sum + count, 0),
  );
  let start = 0;
  const parts = shares.map(([look, count]) => {
    const part = html`<rect class="${look}" x="${start}" y="0" width="${count}" height="1" />`;
    start += count;
    return part;
  });
  return html`<svg class="share" viewBox="0 0 ${total} 1" preserveAspectRatio="none" aria-hidden="true">
    ${parts}
  </svg>`;
}
