/** A matrix with what it names as far as that could be read, for those who tell what is wrong with it. */
import type { Chain } from '../../model';
import type { LoadedChain } from '../../run/plan';
import type { LoadedMatrix } from '../model/matrix';

/** A matrix and as much of what it names as could be read. */
export interface NamedByMatrix extends Pick<LoadedMatrix, 'matrix' | 'file'> {
  /** By workspace path; a chain that is missing or invalid is left out, among `required` as well. */
  readonly chains: ReadonlyMap<string, { readonly chain: Chain; readonly required: readonly LoadedChain[] }>;
}
