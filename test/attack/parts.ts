/** The parts of `npm run attack` after the one about secrets, in the order in which they run. */
import { bombs } from './endings/bombs';
import { kills } from './endings/kills';
import { links, pipes } from './endings/strangeFiles';
import { closedOutputs, unwritable } from './endings/writing';
import { hostileAnswers } from './hostile/trials';
import type { Part } from './part';

/** All of them. */
export const parts: readonly Part[] = [hostileAnswers, bombs, kills, unwritable, closedOutputs, links, pipes];
