/** Walking through a page by the Tab key: what has the focus on the way, and what should have. */
import type { Page } from 'playwright-core';

/** Everything of a page that takes part. */
export interface FocusWalk {
  /** What the Tab key has to reach, in the order in which it is read. */
  readonly reachable: readonly string[];
  /** What had the focus, in order, until it left the page or came back to the first. */
  readonly reached: readonly string[];
  /** Those of them whose focus nobody sees. */
  readonly unseen: readonly string[];
}

/** More than any page of ours has. */
const MOST_STOPS = 300;

/** Presses `key` until the focus has been everywhere. */
export async function walkFocus(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<FocusWalk> {
  const end: InsertPosition = key === 'Tab' ? 'afterbegin' : 'beforeend';
  await page.evaluate(startAt, end);
  const reached: string[] = [];
  const unseen: string[] = [];
  const places = new Set<number>();
  for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(focusedNow);
    if (stop === undefined || places.has(stop.place)) {
      return { reachable: await page.evaluate(reachableNow), reached, unseen };
    }
    places.add(stop.place);
    reached.push(stop.label);
    unseen.push(...(stop.isSeen ? [] : [stop.label]));
  }
  throw new Error(`The focus does not come back after ${MOST_STOPS} stops.`);
}

/** Runs in the page: a browser continues from the last focus, so that is put at one end of everything. */
function startAt(end: InsertPosition): void {
  const mark = document.createElement('i');
  mark.tabIndex = -1;
  document.body.insertAdjacentElement(end, mark);
  mark.focus();
  mark.remove();
}

/** Runs in the page: labels of what the Tab key has to reach. */
function reachableNow(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, [tabindex]')]
    .filter((one) => one.tabIndex >= 0 && one.checkVisibility() && !one.matches(':disabled'))
    .map((one) => (one.getAttribute('aria-label') ?? one.innerText).trim().replace(/\s+/g, ' '));
}

/** Runs in the page: the focused element; nothing when the focus is outside. */
function focusedNow(): { place: number; label: string; isSeen: boolean } | undefined {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || active === document.body) {
    return undefined;
  }
  const probe = document.createElement('i');
  probe.style.color = 'var(--vscode-focusBorder)';
  document.body.append(probe);
  const ring = getComputedStyle(probe).color;
  probe.remove();
  // a control of the library draws the ring around a part of itself
  const drawn = [active, ...(active.shadowRoot?.querySelectorAll('*') ?? [])].map((part) =>
    getComputedStyle(part),
  );
  return {
    place: [...document.querySelectorAll('*')].indexOf(active),
    label: (active.getAttribute('aria-label') ?? active.innerText).trim().replace(/\s+/g, ' '),
    isSeen: drawn.some(
      ({ outlineStyle, outlineColor, borderTopColor }) =>
        (outlineStyle !== 'none' && outlineColor === ring) || borderTopColor === ring,
    ),
  };
}
