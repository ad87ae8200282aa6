/**
 * Where a person was in a page: how far its parts were scrolled, and which of those that fold were open. The page is
 * drawn in steps, as answers come from the editor; a part is put back when it is there, and no longer than until the
 * person does something.
 *
 * A part that scrolls or folds has a name of its own in `data-place`; the page as a whole has none.
 */
import { isIndex, isText, membersOf, type PageMemory } from './pageMemory';

/** What was done with the parts of a page, by their names. */
interface Places {
  /** CSS pixels from the top. */
  readonly scrolled: ReadonlyMap<string, number>;
  readonly open: ReadonlySet<string>;
}

/** The name of the page itself, which no part has. */
const PAGE = '';

/** What the person does that makes a late jump a nuisance. */
const DEEDS = ['wheel', 'keydown', 'pointerdown'];

/** Keeps the places of a page from now on, and puts back those that were kept. */
export function keepPlaces(page: Document, memory: PageMemory): void {
  const places = placesIn(memory.kept);
  const scrolled = new Map(places.scrolled);
  const open = new Set(places.open);
  const keep = (): void => memory.keep({ scrolled: [...scrolled], open: [...open] });
  page.addEventListener(
    'scrollend',
    ({ target }) => {
      const part = target === page ? page.scrollingElement : target;
      const name = nameOf(part);
      if (part instanceof Element && name !== undefined) {
        scrolled.set(name, Math.round(part.scrollTop));
        keep();
      }
    },
    true,
  );
  page.addEventListener(
    'toggle',
    ({ target }) => {
      const name = nameOf(target);
      if (target instanceof HTMLDetailsElement && name !== undefined) {
        open.delete(name);
        if (target.open) {
          open.add(name);
        }
        keep();
      }
    },
    true,
  );
  putBack(page, places);
}

/** Frames in which parts are looked for: some ten seconds. What is shown may not be as long as it was. */
const MAX_FRAMES = 600;

/** Puts parts back as they come, until all are, or the person does something. */
function putBack(page: Document, { scrolled, open }: Places): void {
  const missing = { scrolled: new Map(scrolled), open: new Set(open) };
  let frames = 0;
  const stop = (): void => {
    frames = MAX_FRAMES;
    DEEDS.forEach((deed) => page.removeEventListener(deed, stop, true));
  };
  const tryAll = (): void => {
    if (frames === MAX_FRAMES) {
      return;
    }
    putBackNow(page, missing);
    if (missing.open.size + missing.scrolled.size === 0) {
      stop();
    } else {
      frames += 1;
      requestAnimationFrame(tryAll);
    }
  };
  DEEDS.forEach((deed) => page.addEventListener(deed, stop, { capture: true, passive: true }));
  tryAll();
}

/** Puts back what is there by now, and takes it from what is missing. */
function putBackNow(
  page: Document,
  missing: { readonly scrolled: Map<string, number>; readonly open: Set<string> },
): void {
  for (const name of missing.open) {
    const part = page.querySelector(`details[data-place="${CSS.escape(name)}"]`);
    if (part instanceof HTMLDetailsElement) {
      part.open = true;
      missing.open.delete(name);
    }
  }
  for (const [name, top] of missing.scrolled) {
    const part =
      name === PAGE ? page.scrollingElement : page.querySelector(`[data-place="${CSS.escape(name)}"]`);
    if (part !== null && isScrolledTo(part, top)) {
      missing.scrolled.delete(name);
    }
  }
}

/** Whether a part could be scrolled as far; while it is too short it scrolls as far as possible. */
function isScrolledTo(part: Element, top: number): boolean {
  part.scrollTop = top;
  return Math.round(part.scrollTop) === top;
}

function nameOf(part: EventTarget | null): string | undefined {
  if (!(part instanceof HTMLElement)) {
    return undefined;
  }
  return part === part.ownerDocument.scrollingElement ? PAGE : part.dataset['place'];
}

/** What was kept, which may be of an earlier version, or nothing. */
function placesIn(kept: unknown): Places {
  const { scrolled, open } = membersOf(kept);
  return {
    scrolled: new Map(Array.isArray(scrolled) ? scrolled.filter(isScrolled) : []),
    open: new Set(Array.isArray(open) ? open.filter(isText) : []),
  };
}

function isScrolled(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isIndex(value[1]);
}
