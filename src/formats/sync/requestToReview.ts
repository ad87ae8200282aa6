/** What is known of a request that is held against a newer description. */
import type { JsonValue } from '../../core/json/json';
import type { Auth, ChainRequest } from '../../core/model';
import type { SentRequest } from '../../core/openapi/matchOperation';
import type { RequestDifference } from '../../core/openapi/namedDescription';
import type { DescribedCall } from './apiVersion';

/** A request and its operation in the newer description. */
export interface RequestToReview {
  readonly request: ChainRequest;
  /** Its own authentication, or that of its chain. */
  readonly auth: Auth;
  /** As the file states it. */
  readonly written: JsonValue;
  /** What it has other than the newer description says. */
  readonly differences: readonly RequestDifference[];
  /** Absent without an older description, or where that does not have it. */
  readonly before?: DescribedCall;
  readonly after: DescribedCall;
  /** What it has to call, where it is still at the method and path of the older description. */
  readonly moved?: SentRequest;
}

/** A request whose operation both descriptions have. */
export type ChangedRequest = RequestToReview & Required<Pick<RequestToReview, 'before'>>;
