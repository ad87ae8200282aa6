/** `chainwright import --map`: the outcome for the chains, in sentences. */
import { plural } from '../../core/words';
import type { MappedImportChain } from '../../formats/importers/mapImport';
import { firstNames } from '../paint';

/** More names than these are left to the file. */
const MAX_NAMES = 10;

/** A sentence for each chain; one alone when no chain has responses. */
export function mappingSentences(mapped: readonly MappedImportChain[]): readonly string[] {
  return mapped.length === 0
    ? ['Nothing was mapped: no request has a response in these files.']
    : mapped.map(sentenceOf);
}

function sentenceOf({ path, variables, places, unsure }: MappedImportChain): string {
  const done =
    places === 0
      ? 'no place refers to an earlier response'
      : `${plural(places, 'place refers', 'places refer')} to what earlier requests extract: ${firstNames(variables, MAX_NAMES)}`;
  const left =
    unsure === 0
      ? ''
      : ` ${unsure} more ${unsure === 1 ? 'is' : 'are'} less sure: chainwright map ${path} shows ${unsure === 1 ? 'it' : 'them'}.`;
  return `${path}: ${done}.${left}`;
}
