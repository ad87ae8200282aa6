/** What the variants of the attack packs have in common: the requests they are made from, and their shape. */
import type { Chain, ChainRequest } from '../../../model';
import type { IsText } from './jsonTemplate';
import type { IdPlace } from '../../model/cell';
import type { Planted } from '../../request/canary';

/** What a variant is made from. */
export interface VariantSource {
  /** With the caller's identifiers everywhere. */
  readonly own: ChainRequest;
  /** With the owner's at the places. */
  readonly owners: ChainRequest;
  readonly places: readonly IdPlace[];
  /** Has the authentication that requests inherit. */
  readonly chain: Pick<Chain, 'auth'>;
  /** A text needs quotes where JSON is written as text. */
  readonly isText: IsText;
  /** For requests that get a body only now. */
  readonly planted?: Planted;
}

/** Makes the request; undefined where the variant does not fit. */
export type Vary = (source: VariantSource) => ChainRequest | undefined;
