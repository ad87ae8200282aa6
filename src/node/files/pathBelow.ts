/** Whether one path is below another, by their names alone: callers resolve symbolic links first. */
import path from 'node:path';

/**
 * The path of a file or folder relative to a folder that contains it, both absolute; empty when it is the folder
 * itself. Undefined when it is outside, also on another drive. A name such as `..notes` is inside.
 */
export function pathBelow(folder: string, place: string): string | undefined {
  const relative = path.relative(folder, place);
  const isOutside = relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative);
  return isOutside ? undefined : relative;
}
