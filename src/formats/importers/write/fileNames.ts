/** Names for the files of an import: read off what people called things, plain on every system, each once. */
import { isPlainPath } from '../../../core/edit/newChain';
import { dashed, freeId } from '../../../core/edit/requestId';

/** The names of one import. */
export interface FileNames {
  /** A name that ends in `ending` and that no file of the import has yet. */
  readonly free: (name: string, fallback: string, ending: string) => string;
}

/** Begins with the names of files that are there already. */
export function createFileNames(there: readonly string[]): FileNames {
  const taken = new Map<string, Set<string>>();
  const thereWith = (ending: string): Set<string> =>
    new Set(
      there
        .map((file) => file.toLowerCase())
        .filter((file) => file.endsWith(ending))
        .map((file) => file.slice(0, -ending.length)),
    );
  return {
    free(name, fallback, ending) {
      const stems = taken.get(ending) ?? thereWith(ending);
      const plain = dashed(name, fallback);
      const stem = freeId(isPlainPath(plain + ending) ? plain : `${fallback}-${plain}`, stems);
      taken.set(ending, stems.add(stem));
      return stem + ending;
    },
  };
}
