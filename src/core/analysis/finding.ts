/** Problems on their way: found, but without the line and column that depend on the whole file. */
import type { Problem } from '../problem';

/** A problem without its place in a file. */
export type Finding = Omit<Problem, 'place'>;

/** A problem that leaves a variable without a value. */
export interface NoValueFinding extends Finding {
  readonly variable: string;
  /** Another variable whose value needs it. */
  readonly needing?: string;
}
