/** Arrow keys in a list of lines, each of which begins with a button, or a box to tick before it. */

/**
 * Moves the focus to the button of the line above or below, or from a box to the box there; other keys, and the ends
 * of the list, change nothing.
 *
 * @returns what has the focus now, if it moved
 */
export function moveBetweenLines(event: KeyboardEvent): HTMLElement | undefined {
  const { target, key } = event;
  const line = target instanceof Element ? target.closest('li') : null;
  const kind = target instanceof HTMLInputElement ? 'input' : 'button';
  const reached = besideLine(line, key)?.querySelector<HTMLElement>(kind) ?? undefined;
  if (reached !== undefined) {
    event.preventDefault();
    reached.focus();
  }
  return reached;
}

function besideLine(line: Element | null, key: string): Element | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return line?.nextElementSibling;
    case 'ArrowUp':
      return line?.previousElementSibling;
    default:
      return undefined;
  }
}
