/** What was sent to an API, by the operations of its description. */
import { groupPairs } from '../groupBy';
import type { ApiListing } from './apiListing';
import {
  createOperationMatcher,
  type ApiOperation,
  type OperationMatch,
  type SentRequest,
} from './matchOperation';

/** A call of an operation. */
export interface Call<Item, Operation extends ApiOperation> extends Pick<
  OperationMatch<Operation>,
  'parameters'
> {
  readonly call: Item;
}

/** What was sent, by the operations of a description. */
export interface AssignedCalls<Item, Operation extends ApiOperation> {
  readonly calls: ReadonlyMap<Operation, readonly Call<Item, Operation>[]>;
  readonly unmatched: readonly Item[];
}

/** Finds the operation of everything that was sent. */
export function assignToOperations<Item, Operation extends ApiOperation>(
  { operations, servers }: ApiListing<Operation>,
  items: readonly Item[],
  requestOf: (item: Item) => SentRequest,
): AssignedCalls<Item, Operation> {
  const match = createOperationMatcher(operations, servers);
  const found = items.map((call) => ({ call, match: match(requestOf(call)) }));
  return {
    calls: groupPairs(
      found.flatMap(({ call, match: of }) =>
        of === undefined ? [] : [[of.operation, { call, parameters: of.parameters }] as const],
      ),
    ),
    unmatched: found.flatMap(({ call, match: of }) => (of === undefined ? [call] : [])),
  };
}

/** How people and reports name an operation: `GET /orders/{id}`. */
export function operationText({ method, path }: ApiOperation): string {
  return `${method.toUpperCase()} ${path.replace(/\{\{([^{}]+)\}\}/g, '{$1}')}`;
}
