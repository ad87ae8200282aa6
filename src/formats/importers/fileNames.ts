/** Names for the files of an import: read off what people called things, plain on every system, each once. */
import { isPlainPath } from '../../core/edit/newChain';
import { dashed, freeId } from '../../core/edit/requestId';

/** The names of one import. */
export interface FileNames {
  /** A name that ends in `ending` and that no file of the import has yet. */
  readonly free: (name: string, fallback: string, ending: string) => string;
}

/** Begins without names. */
export function createFileNames(): FileNames {
  const taken = new Map<string, Set<string>>();
  return {
    free(name, fallback, ending) {
      const stems = taken.get(ending) ?? new Set();
      const plain = dashed(name, fallback);
      const stem = freeId(isPlainPath(plain + ending) ? plain : `${fallback}-${plain}`, stems);
      taken.set(ending, stems.add(stem));
      return stem + ending;
    },
  };
}
