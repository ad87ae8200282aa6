/** How files of a workspace name each other: the other way round from {@link pathFrom}. */

/** The path that leads from a file to another one; both are workspace paths. */
export function relativePath(from: string, to: string): string {
  const start = from.split('/').slice(0, -1);
  const end = to.split('/');
  let common = 0;
  while (common < start.length && common < end.length - 1 && start[common] === end[common]) {
    common += 1;
  }
  return [...start.slice(common).map(() => '..'), ...end.slice(common)].join('/');
}
