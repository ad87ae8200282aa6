/** Constants that go round in a circle, at the place where people can open it. */
import type { TextRange } from '../problem';
import type { ChainSource } from './chainSource';
import { findCircles } from './circles';
import type { NoValueFinding } from './finding';
import type { Needs } from './needs';

/** The circles that a chain can come to, each once. */
export function circleFindings(source: ChainSource, needs: Needs): readonly NoValueFinding[] {
  return findCircles(needs.written, (name) => needs.innerOf(name)).flatMap((circle) => {
    const place = placeOf(source, new Set(circle));
    return place === undefined ? [] : [circleFinding(circle, place)];
  });
}

function circleFinding(circle: readonly string[], range: TextRange): NoValueFinding {
  const [first = ''] = circle;
  const shown = circle.length > MOST_NAMED ? [...circle.slice(0, MOST_NAMED), '…'] : circle;
  return {
    code: 'circular',
    severity: 'error',
    message: `The variable ${first} refers to itself: ${[...shown, first].join(' → ')}. Give one of them a value without a reference.`,
    range,
    variable: first,
  };
}

/** Names in one sentence; more would drown it. */
const MOST_NAMED = 8;

/** A reference inside the cycle if part of it is in this file, else the first use of one of its variables. */
function placeOf({ marks, requests }: ChainSource, circle: ReadonlySet<string>): TextRange | undefined {
  const inside = marks.references.find(
    ({ name, constant }) => constant !== undefined && circle.has(constant) && circle.has(name),
  );
  const outside = inside ?? marks.references.find(({ name }) => circle.has(name));
  if (outside !== undefined) {
    return { start: outside.start, end: outside.end };
  }
  for (const { marks: own, start: base } of requests) {
    const use = own.references.find(({ name }) => circle.has(name));
    if (use !== undefined) {
      return { start: use.start + base, end: use.end + base };
    }
  }
  return undefined;
}
