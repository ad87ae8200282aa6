/** Whether a file or a folder is a collection in OpenCollection's YAML, which Bruno writes. */
import { memberOf } from '../../shape/externalJson';
import type { ImportSource } from '../../shape/imported';

/** Whether a file is the main one of a collection; YAML is not read for that. */
export function isOpenCollection({ json, text }: Pick<ImportSource, 'json' | 'text'>): boolean {
  return json === undefined
    ? /^["']?opencollection["']?[ \t]*:/m.test(text)
    : memberOf(json, 'opencollection') !== undefined;
}

/** The folders that are collections, by the paths of all files: those with a main file. */
export function openCollectionRoots(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const [, root] = /^(?:(.*)\/)?opencollection\.ya?ml$/.exec(path) ?? [];
    return MAIN.test(path) ? [root ?? ''] : [];
  });
}

/** The main file of a collection, and where it lies. */
export const MAIN = /(?:^|\/)opencollection\.ya?ml$/;
