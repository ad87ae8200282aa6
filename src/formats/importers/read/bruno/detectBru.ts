/** Whether a file or a folder is Bruno's, in `.bru` files. */
import type { ImportSource } from '../../shape/imported';

/** Whether a file is a request or an environment by itself: it begins with a block that only these have. */
export function isBru({ json, text }: ImportSource): boolean {
  return (
    json === undefined && /^\s*(?:meta|vars(?::secret)?|get|post|put|patch|delete) *[{[] *\r?\n/.test(text)
  );
}

/** The folders that are collections, by the paths of all files: those with a configuration and `.bru` files. */
export function bruRoots(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const [, root] = /^(.*\/)?bruno\.json$/.exec(path) ?? [];
    const isRoot = /(?:^|\/)bruno\.json$/.test(path);
    const hasFiles = paths.some((one) => one.startsWith(root ?? '') && one.endsWith('.bru'));
    return isRoot && hasFiles ? [(root ?? '').replace(/\/$/, '')] : [];
  });
}
