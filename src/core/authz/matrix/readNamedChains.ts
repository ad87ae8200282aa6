/**
 * The chains that a matrix names, read as far as they can be: for an editor, where one of them may just be
 * being written. What cannot be read is left out.
 */
import { readChain } from '../../files/chainFile';
import { pathFrom } from '../../language/filePath';
import type { Chain } from '../../model';
import type { LoadedChain } from '../../run/plan';
import type { NamedByMatrix } from './partialMatrix';

/** The text of a file (workspace path); absent when it cannot be read. */
export type ReadFileText = (file: string) => Promise<string | undefined>;

/** Reads chains (workspace paths) and those that they require; a path that leads out of the workspace is not read. */
export async function readNamedChains(
  files: readonly string[],
  readText: ReadFileText,
): Promise<NamedByMatrix['chains']> {
  const chains = new Map<string, Chain | undefined>();
  const visit = async (file: string): Promise<void> => {
    if (chains.has(file) || pathFrom('', file) !== file) {
      return;
    }
    // Known before it is read: chains may require each other in a circle.
    chains.set(file, undefined);
    const text = await readText(file);
    const chain = text === undefined ? undefined : readChain(text, file).chain;
    chains.set(file, chain);
    for (const required of requiredBy(file, chain)) {
      await visit(required);
    }
  };
  for (const file of files) {
    await visit(file);
  }
  return new Map(
    files.flatMap((file) => {
      const chain = chains.get(file);
      return chain === undefined ? [] : [[file, { chain, required: requiredChains(file, chains) }] as const];
    }),
  );
}

/** Those that a chain requires, directly or not, in the order they run. */
function requiredChains(
  main: string,
  chains: ReadonlyMap<string, Chain | undefined>,
): readonly LoadedChain[] {
  const found = new Map<string, LoadedChain>();
  const seen = new Set([main]);
  const visit = (file: string): void => {
    const chain = chains.get(file);
    for (const required of requiredBy(file, chain)) {
      if (!seen.has(required)) {
        seen.add(required);
        visit(required);
      }
    }
    if (chain !== undefined && file !== main) {
      found.set(file, { file, chain });
    }
  };
  visit(main);
  return [...found.values()];
}

function requiredBy(file: string, chain: Chain | undefined): readonly string[] {
  return (chain?.requires ?? []).flatMap((name) => pathFrom(file, name) ?? []);
}
