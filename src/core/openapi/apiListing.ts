/** What a description of an API lists, as far as chains are held against it. */
import type { FilePlace } from '../errors';
import type { ApiOperation } from './matchOperation';

/** The operations of a description, or of chains in place of one. */
export interface ApiListing<Operation extends ApiOperation = ApiOperation> {
  /** As people call it: `openapi.yaml`. */
  readonly name: string;
  /** URLs of its servers, values in place of their variables. */
  readonly servers: readonly string[];
  readonly operations: readonly Operation[];
}

/** An operation with everything that a chain can use or check. */
export interface DescribedOperation extends ApiOperation {
  readonly operationId?: string;
  readonly place: FilePlace;
  /** As written: `200`, `4XX`, `default`. */
  readonly statuses: readonly string[];
  /** Where they are and what they are called: `query page`. */
  readonly parameters: readonly string[];
  /** Members of the body that it is sent. */
  readonly body: readonly MemberSteps[];
  /** Members of its successful answers. */
  readonly response: readonly MemberSteps[];
}

/** Names from a body to a member of it; the items of a list are {@link ITEMS}. */
export type MemberSteps = readonly string[];

/** The step from a list to its items. */
export const ITEMS = '[]';

/** `orders[].sku`. */
export function memberText(steps: MemberSteps): string {
  return steps.reduce((text, step) => (step === ITEMS || text === '' ? text + step : `${text}.${step}`), '');
}
