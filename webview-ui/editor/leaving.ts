/**
 * The moments after which a page may be gone before it can say anything more. A page that is hidden or closed is
 * destroyed, and what it sends while that happens is not heard: so the moments count at which a person turns away
 * from it, to the tab that is closed with the mouse or with a key that closes it.
 */

/** Calls `leave` whenever the page may be gone soon; more often is harmless. */
export function onLeaving(page: Window, leave: () => void): void {
  page.addEventListener('blur', leave);
  // A tab that is clicked does not take the focus before it is closed.
  page.document.documentElement.addEventListener('mouseleave', leave);
  page.addEventListener('pagehide', leave);
  // Before VS Code, which listens in the page too, hears of the key.
  const onKey = ({ ctrlKey, metaKey }: KeyboardEvent): void => (ctrlKey || metaKey ? leave() : undefined);
  page.addEventListener('keydown', onKey, { capture: true });
}
