/**
 * Problems: what is wrong with a file, where exactly, and what to do about it.
 *
 * The editor underlines `range` and shows `message`; the command line prints `place` and `message`.
 * A problem is data: reading a bad file never throws.
 */
import type { FilePlace } from './errors';

/** A stretch of a text: offsets in UTF-16 code units, `end` exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** One thing wrong (`error`), doubtful (`warning`) or worth knowing (`information`) in a file. */
export interface Problem {
  /** Names the kind for machines: `syntax`, `wrong-type`, `duplicate-id` … */
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information';
  /** One sentence what, one what to do. */
  readonly message: string;
  readonly range: TextRange;
  /** Where `range` begins. */
  readonly place: FilePlace;
  /** Id of the request it concerns. */
  readonly request?: string;
  /** Name of the variable it concerns. */
  readonly variable?: string;
}

/** Whether any of them makes the file unusable. */
export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === 'error');
}
