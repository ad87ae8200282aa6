/** Which step of a second session is which of the first: both have most of them, in about the same order. */
import { isStatic } from '../../language/placeName';
import { parsedUrl } from '../../prepare/url';
import { commonOrder } from '../read/longestCommonSubsequence';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf } from '../read/slots';
import { comparedPaths } from './comparedPaths';

/**
 * The step of the second session by the index of the step that it is: as many words of the path in common as
 * there can be. A word may be another one, too: a name that was typed.
 */
export function partnersOf(
  steps: readonly RecordedStep[],
  second: readonly RecordedStep[],
): ReadonlyMap<number, RecordedStep> {
  const { paths, others } = comparedPaths(steps, second);
  const isOfBoth = wordsOfBoth(paths, others);
  const kinds = steps.map(kindOf);
  const otherKinds = second.map(kindOf);
  const weigh = (row: number, column: number): number => {
    const weight = weightOf(paths[row] ?? [], others[column] ?? [], isOfBoth);
    return weight === 0 ? 0 : weight * (1 + MOST_ALIKE) + alike(kinds[row], otherKinds[column]);
  };
  const pairs = inOrder([...steps.keys()], [...second.keys()], weigh);
  for (let parts = 1; parts < MOST_PARTS; parts += 1) {
    const taken = new Set(pairs.values());
    const rows = [...steps.keys()].filter((row) => !pairs.has(row));
    const columns = [...second.keys()].filter((column) => !taken.has(column));
    const moved = inOrder(rows, columns, weigh);
    for (const [row, column] of moved) {
      if (moved.get(row - 1) === column - 1 || moved.get(row + 1) === column + 1) {
        pairs.set(row, column);
      }
    }
  }
  return new Map(
    [...pairs].flatMap(([row, column]) => {
      const step = second[column];
      return step === undefined ? [] : [[row, step] as const];
    }),
  );
}

/** Parts of a session that a person may do in another order; a part is two requests at least. */
const MOST_PARTS = 3;

/** The second of two lists by the first, where both are in one order. */
function inOrder(
  rows: readonly number[],
  columns: readonly number[],
  weigh: (row: number, column: number) => number,
): Map<number, number> {
  const found = commonOrder({
    rows: rows.length,
    columns: columns.length,
    weightOf: (row, column) => weigh(rows[row] ?? 0, columns[column] ?? 0),
  });
  return new Map([...found].map(([column, row]) => [rows[row] ?? 0, columns[column] ?? 0]));
}

/** Tells the words in paths of both sessions: the application's, while a name that was typed is one session's. */
function wordsOfBoth(
  paths: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): (segment: string) => boolean {
  const first = new Set(paths.flat().filter(isStatic));
  const second = new Set(others.flat());
  return (segment) => first.has(segment) && second.has(segment);
}

/** More for every segment that both have; 0 for another method, another number of segments, or another word of the application. */
function weightOf(
  path: readonly string[],
  other: readonly string[],
  isOfBoth: (segment: string) => boolean,
): number {
  if (path[0] !== other[0] || path.length !== other.length) {
    return 0;
  }
  let same = 0;
  let words = 0;
  for (const [index, segment] of path.entries()) {
    const counterpart = other[index] ?? '';
    if (segment === counterpart) {
      same += 1;
    } else if (isOfBoth(segment) || isOfBoth(counterpart)) {
      return 0;
    }
    words += index > 0 && isStatic(segment) ? 1 : 0;
  }
  // Of several words one at least is the same, or it is another request.
  return same === 1 && words > 1 ? 0 : same;
}

/** What tells requests apart that have the same path: one address may be for all, and a form may be sent twice. */
interface RequestKind {
  /** The fields of the query: `action=edit`. */
  readonly words: readonly string[];
  /** The names of what is sent in the body. */
  readonly members: string;
  readonly status: number | undefined;
}

function kindOf(step: RecordedStep, index: number): RequestKind {
  const sent = slotsOf(step, index).filter(({ location }) => location === 'body');
  return {
    words: parsedUrl(step.url)?.search.slice(1).split('&') ?? [],
    members: JSON.stringify([...new Set(sent.map(({ key }) => key))].toSorted()),
    status: step.response?.status,
  };
}

/** How alike they are: first by the words of the query, then by how they ended, then by what was sent. */
function alike(one: RequestKind | undefined, other: RequestKind | undefined): number {
  if (one === undefined || other === undefined) {
    return 0;
  }
  const words = one.words.filter((word) => other.words.includes(word)).length;
  return (
    4 * Math.min(MOST_WORDS, words) +
    (one.status === other.status ? 2 : 0) +
    (one.members === other.members ? 1 : 0)
  );
}

const MOST_WORDS = 7;
/** Less than one segment of a path, all together. */
const MOST_ALIKE = 4 * MOST_WORDS + 3;
