/** Arrow keys in a list of lines, each of which begins with a button. */

/**
 * Moves the focus to the button of the line above or below; other keys, and the ends of the list, change nothing.
 *
 * @returns the button that has the focus now, if it moved
 */
export function moveBetweenLines(event: KeyboardEvent): HTMLButtonElement | undefined {
  const line = event.target instanceof Element ? event.target.closest('li') : null;
  const button = besideLine(line, event.key)?.querySelector('button') ?? undefined;
  if (button !== undefined) {
    event.preventDefault();
    button.focus();
  }
  return button;
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
