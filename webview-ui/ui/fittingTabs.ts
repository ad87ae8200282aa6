/** Which tabs have room on one line; the others go behind a button. */

/** Pixels that the button for more tabs takes. */
const MORE_WIDTH = 32;

/**
 * The positions of the tabs that are shown: from the first on as many as there is room for, and the selected one.
 *
 * @param widths of all tabs, in pixels
 * @param room of the line, in pixels
 */
export function fittingTabs(widths: readonly number[], room: number, selected: number): readonly number[] {
  const all = widths.map((_, at) => at);
  if (sum(widths) <= room) {
    return all;
  }
  let left = room - MORE_WIDTH - (widths[selected] ?? 0);
  const end = widths.findIndex((width, at) => {
    left -= at === selected ? 0 : width;
    return left < 0;
  });
  return all.filter((at) => at === selected || at < end);
}

function sum(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width, 0);
}
