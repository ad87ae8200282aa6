/** Whether one path is below another, by their names alone: callers resolve symbolic links first. */
import path from 'node:path';

/**
 * The path of a file or folder relative to a folder that contains it, both absolute; empty when it is the folder
 * itself. Undefined when it is outside, also on another drive. A name such as `..notes` is inside.
 *
 * @param system how paths are written; by default as on this system
 */
export function pathBelow(
  folder: string,
  place: string,
  system: path.PlatformPath = path,
): string | undefined {
  const relative = system.relative(folder, place);
  const isOutside =
    relative === '..' || relative.startsWith(`..${system.sep}`) || system.isAbsolute(relative);
  return isOutside ? undefined : relative;
}
