/** What a description of an API lists, as far as chains are held against it. */
import type { ApiOperation } from './matchOperation';

/** The operations of a description, or of chains in place of one. */
export interface ApiListing<Operation extends ApiOperation = ApiOperation> {
  /** As people call it: `openapi.yaml`. */
  readonly name: string;
  /** URLs of its servers, values in place of their variables. */
  readonly servers: readonly string[];
  readonly operations: readonly Operation[];
}
