/** Members that several tools have. */
import { ANSWER_BYTES, LEAST_BYTES, MOST_BYTES } from './answer';
import { count, optional, rows, text, values } from './fields';

export const CHAIN = text('Path of the *.chain.json file, relative to the workspace.');

export const ENVIRONMENT = optional(text('Name of the environment; without it the one that the file names.'));

export const VARIABLES = optional(
  values('Values for variables, by name. Such a run has only the secrets that a person bound to an origin.'),
);

export const MAX_BYTES = optional(
  count(`Longest answer in bytes; ${ANSWER_BYTES} without it.`, LEAST_BYTES, MOST_BYTES),
);

/** Of answers. */
export const SHORTENED = optional(text('Present when the answer is longer than this.'));

/** Of answers. */
export const NEXT = rows('Tool calls that would help now: tool, arguments, why.');

/** Of answers of what sends. */
export const WITHHELD = optional(text('Why there were fewer secrets than a person gave.'));
