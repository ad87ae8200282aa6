/** Which step of a second session is which of the first: both have most of them, in about the same order. */
import { isStatic } from '../../language/placeName';
import { parsedUrl } from '../../prepare/url';
import { commonOrder } from '../read/longestCommonSubsequence';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf } from '../read/slots';
import { addressPath, segmentsOf } from '../read/urlValue';

/**
 * The step of the second session by the index of the step that it is: as many words of the path in common as
 * there can be. A word may be another one, too: a name that was typed.
 */
export function partnersOf(
  steps: readonly RecordedStep[],
  second: readonly RecordedStep[],
): ReadonlyMap<number, RecordedStep> {
  const paths = steps.map(pathOf);
  const others = second.map(pathOf);
  const kinds = steps.map(kindOf);
  const otherKinds = second.map(kindOf);
  const pairs = commonOrder({
    rows: steps.length,
    columns: second.length,
    weightOf: (row, column) => {
      const weight = weightOf(paths[row] ?? [], others[column] ?? []);
      return weight === 0 ? 0 : weight * (1 + MOST_ALIKE) + alike(kinds[row], otherKinds[column]);
    },
  });
  return new Map(
    [...pairs].flatMap(([column, row]) => {
      const step = second[column];
      return step === undefined ? [] : [[row, step] as const];
    }),
  );
}

/** The method, then the segments of the path. */
function pathOf({ method, url }: RecordedStep): readonly string[] {
  return [method, ...segmentsOf(addressPath(url))];
}

/** More for every segment that both have; 0 for another method, or another number of segments. */
function weightOf(path: readonly string[], other: readonly string[]): number {
  if (path[0] !== other[0] || path.length !== other.length) {
    return 0;
  }
  let same = 0;
  let words = 0;
  for (const [index, segment] of path.entries()) {
    same += segment === other[index] ? 1 : 0;
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
