/** What a description of an API says of its answers: which members they have. */
import type { JsonValue } from '../../json/json';
import type { ApiOperation } from '../../openapi/matchOperation';

/** A description that answers can be compared with. */
export interface DescribedAnswers {
  /** As the user named it: `openapi.yaml`. */
  readonly name: string;
  /** Whether it says of an operation which members successful answers have. */
  lists(operation: ApiOperation): boolean;
  /** Compares an answer with it; undefined where it leaves open which members there are. */
  compare(operation: ApiOperation, answer: ShownAnswer): MemberComparison | undefined;
}

/** An answer as it is compared. */
export interface ShownAnswer {
  readonly status: number;
  /** In lower case, without parameters; empty where it states none. */
  readonly mediaType: string;
  readonly body: JsonValue;
}

/** The members of an answer. */
export interface MemberComparison {
  /** How many of them the description lists. */
  readonly listed: number;
  /** Whether a list is empty of whose items the description lists members. */
  readonly hasEmptyList: boolean;
  /** Those that it does not list, in the order of the body. */
  readonly unlisted: readonly UnlistedMember[];
}

/** A member that the description does not list. */
export interface UnlistedMember {
  /** JSON pointer into the body. */
  readonly pointer: string;
  readonly value: JsonValue;
}
