/** Constants that refer to themselves, directly or through others. */

/**
 * The circles that can be reached from `names`, each once: the variables in the order they refer to each
 * other, the first of them reached first.
 */
export function findCircles(
  names: Iterable<string>,
  innerOf: (name: string) => readonly string[],
): readonly (readonly string[])[] {
  const done = new Set<string>();
  const circles: (readonly string[])[] = [];
  for (const name of names) {
    visitFrom(name, innerOf, done, circles);
  }
  return circles;
}

/** Depth first, with a list in place of recursion: a circle may be ten thousand long. */
function visitFrom(
  start: string,
  innerOf: (name: string) => readonly string[],
  done: Set<string>,
  circles: (readonly string[])[],
): void {
  const path: { readonly name: string; readonly inner: readonly string[]; next: number }[] = [];
  const open = new Map<string, number>();
  const enter = (name: string): void => {
    if (!done.has(name)) {
      open.set(name, path.length);
      path.push({ name, inner: innerOf(name), next: 0 });
    }
  };
  enter(start);
  for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
    const inner = frame.inner[frame.next];
    frame.next += 1;
    if (inner === undefined) {
      done.add(frame.name);
      open.delete(frame.name);
      path.pop();
      continue;
    }
    const position = open.get(inner);
    if (position === undefined) {
      enter(inner);
    } else {
      circles.push(path.slice(position).map(({ name }) => name));
    }
  }
}
