/** An API as a description states it: its requests, and what each is answered as far as the description says. */
import type { ImportedCollection, KeptRequest } from '../shape/imported';
import type { Foreign } from '../shape/externalJson';

/** A description that was read. */
export interface DescribedApi {
  readonly collection: ImportedCollection;
  /** A value that the answer to each request can have, in the order of the requests; absent where nothing is said. */
  readonly answers: readonly Foreign[];
}

/** An operation while its requests are connected with others. */
export interface DescribedOperation {
  readonly request: KeptRequest;
  /** Path of the URL, parameters as references: `/orders/{{orderId}}`. */
  readonly path: string;
  readonly answer: Foreign;
}

/** How people name an operation: `POST /orders`. */
export function titleOf({ request, path }: DescribedOperation): string {
  return `${request.request.method} ${path.replace(/\{\{([^{}]+)\}\}/g, '{$1}')}`;
}
