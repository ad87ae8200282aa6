/** Chains that run each other, by requiring or calling, without an end. */
import type { Chain } from '../model';

/** The chains that a chain names: those it requires, and those it runs as steps. */
export function chainsNamedBy({
  requires,
  requests,
}: Pick<Chain, 'requires' | 'requests'>): readonly string[] {
  return [...requires, ...requests.flatMap(({ call }) => (call === undefined ? [] : [call.chain]))];
}

/**
 * The first circle that a file leads into, its first file again at its end; absent when there is none.
 *
 * @param next the files that a file names
 */
export function callCircle(
  file: string,
  next: (file: string) => readonly string[],
): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (at: string, trail: readonly string[]): readonly string[] | undefined => {
    if (trail.includes(at)) {
      return [...trail.slice(trail.indexOf(at)), at];
    }
    if (done.has(at)) {
      return undefined;
    }
    for (const named of next(at)) {
      const circle = visit(named, [...trail, at]);
      if (circle !== undefined) {
        return circle;
      }
    }
    done.add(at);
    return undefined;
  };
  return visit(file, []);
}
