/** Finding names and values in a JSON tree, folded ones too: the matches, and the one that is looked at. */
import { isArray, isObject } from '../../src/core/json';
import type { JsonValue } from '../../src/core/json';
import { unfoldTo, valueText } from './treeRows';
import type { Steps, TreeFolding } from './treeRows';

/** What is looked for and what of it was found. */
export interface TreeSearch {
  readonly text: string;
  /** Ways to the values whose name or text has the search text in it, from the top. */
  readonly matches: readonly Steps[];
  /** The match that is looked at, from 0. */
  readonly at: number;
}

/** More matches than anybody goes through. */
const MAX_MATCHES = 1_000;

/** Looks for a text, its case ignored; an empty one finds nothing. */
export function searchTree(value: JsonValue, text: string): TreeSearch {
  const wanted = text.toLowerCase();
  const matches: Steps[] = [];
  if (wanted !== '') {
    collect({ value, steps: [] }, wanted, matches);
  }
  return { text, matches, at: 0 };
}

/** Goes on to the next match, or with -1 to the one before; after the last comes the first. */
export function goOn({ text, matches, at }: TreeSearch, by: 1 | -1): TreeSearch {
  const count = matches.length;
  return { text, matches, at: count === 0 ? 0 : (at + by + count) % count };
}

/** The folding in which the match that is looked at can be seen. */
export function foldingToMatch(
  value: JsonValue,
  { matches, at }: TreeSearch,
  folding: TreeFolding,
): TreeFolding {
  const match = matches[at];
  return match === undefined ? folding : unfoldTo(value, match, folding);
}

/** How the search goes, in words: `3 of 17`. */
export function searchWords({ text, matches, at }: TreeSearch): string {
  if (text === '') {
    return '';
  }
  const most = matches.length === MAX_MATCHES ? `${MAX_MATCHES} or more` : String(matches.length);
  return matches.length === 0 ? 'nothing found' : `${at + 1} of ${most}`;
}

interface Walked {
  readonly value: JsonValue;
  readonly steps: Steps;
}

function collect({ value, steps }: Walked, wanted: string, matches: Steps[]): void {
  if (matches.length === MAX_MATCHES) {
    return;
  }
  const name = steps.at(-1);
  const isNamed = typeof name === 'string' && name.toLowerCase().includes(wanted);
  const isContainer = isArray(value) || isObject(value);
  if (isNamed || (!isContainer && valueText(value).toLowerCase().includes(wanted))) {
    matches.push(steps);
  }
  if (isArray(value)) {
    value.forEach((item, index) => collect({ value: item, steps: [...steps, index] }, wanted, matches));
  } else if (isObject(value)) {
    for (const [member, child] of Object.entries(value)) {
      collect({ value: child, steps: [...steps, member] }, wanted, matches);
    }
  }
}
