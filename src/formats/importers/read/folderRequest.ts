/** A request of a tool whose folders state things for the requests in them. */
import type { WrittenAuth } from '../../../core/files/writtenChain';
import type { AuthenticatedRequest } from '../shape/inherited';
import { leftOutItem, type AroundRequests, type ScriptedItem } from './scriptedItems';

/** What a request gets from the folders around it; headers as the tool writes them. */
export interface Surroundings<Header> {
  readonly folders: readonly string[];
  /** Authentication of the nearest folder that has one. */
  readonly auth: WrittenAuth | undefined;
  /** Rows that folders send with every request in them. */
  readonly headers: readonly Header[];
  /** What scripts around it add to each request. */
  readonly around: AroundRequests;
}

/** A request, and the authentication that it is sent with. */
export type ReadRequest = ScriptedItem & AuthenticatedRequest;

/** No authentication. */
export const NO_AUTH: WrittenAuth = { type: 'none' };

/** A request that is left out, and sets nothing. */
export function leftOutRequest(place: Parameters<typeof leftOutItem>[0], reason: string): ReadRequest {
  return { ...leftOutItem(place, reason), auth: NO_AUTH };
}
