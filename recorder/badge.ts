/**
 * The icon's badge: how many calls are recorded, on the tabs that are recorded.
 *
 * A badge without a tab would show in every window, and private windows, which have a recorder of their own, would
 * write over the count of the others. The browser forgets what a tab's badge says when the tab goes to another page.
 */
import type { ActionApi } from './browserApi';

/** What the badge says, and where. */
export interface BadgeView {
  /** Empty when nothing is recorded. */
  readonly text: string;
  /** The browser's numbers of the tabs that are recorded. */
  readonly tabs: readonly number[];
}

/** The badge as the browser shows it. */
export class Badge {
  /** What the tabs that have a text say. */
  readonly #shown = new Map<number, string>();

  constructor(private readonly api: ActionApi) {
    void api.setBadgeBackgroundColor({ color: '#b3261e' });
    void api.setBadgeTextColor({ color: '#ffffff' });
  }

  /** Shows a text on these tabs and on no others. */
  show({ text, tabs }: BadgeView): void {
    for (const tabId of new Set([...this.#shown.keys(), ...tabs])) {
      const wanted = tabs.includes(tabId) ? text : '';
      if (wanted !== (this.#shown.get(tabId) ?? '')) {
        this.#write(tabId, wanted);
      }
    }
  }

  /** Says again what a tab says, which may have gone to another page. */
  repeat(tabId: number): void {
    const text = this.#shown.get(tabId);
    if (text !== undefined) {
      this.#write(tabId, text);
    }
  }

  #write(tabId: number, text: string): void {
    if (text === '') {
      this.#shown.delete(tabId);
    } else {
      this.#shown.set(tabId, text);
    }
    const calls = text === '1' ? '1 call' : `${text} calls`;
    const title = `Chainwright Recorder${text === '' ? '' : `: ${calls} recorded`}`;
    // a tab that is closed has no badge
    this.api.setBadgeText({ tabId, text }).catch(() => undefined);
    this.api.setTitle({ tabId, title }).catch(() => undefined);
  }
}
