/**
 * The findings of the analyzer by part: a chain's settings, and each of its requests, with the steps to
 * the member that a problem is about.
 */
import type { ChainAnalysis } from '../analysis/analysis';
import type { ChainSource, RequestSource } from '../analysis/chainSource';
import { CHAIN, below } from '../files/writtenPath';
import { nodeAt, type JsonPath } from '../json/jsonDocument';
import type { JsonNode } from '../json/jsonTree';
import type { Problem, TextRange } from '../problem';

/** A part of a chain: a request, or what is outside all requests. */
export type Part = RequestSource | undefined;

/** A problem of a part. */
export interface PartProblem {
  readonly problem: Problem;
  /** Steps below the part to the member that it is about, or to its name. */
  readonly path: JsonPath;
}

/** The problems of a part, in the order of the file. */
export function problemsOf({ source, problems }: ChainAnalysis, part: Part): readonly PartProblem[] {
  if (part !== undefined) {
    const inside = problems.filter(({ range }) => holds(part, range));
    return inside.map((problem) => ({
      problem,
      path: pathTo(part.tree, shifted(problem.range, -part.start)),
    }));
  }
  const { head, requests } = source;
  return problems
    .filter(({ range }) => !isInAny(requests, range))
    .map((problem) => ({ problem, path: head === undefined ? [] : pathTo(head, problem.range) }));
}

/** How many problems a request has. */
export interface ProblemCount {
  readonly errors: number;
  readonly warnings: number;
}

/** The problems of each request, counted, in the order of the file. */
export function countProblems({ source, problems }: ChainAnalysis): readonly ProblemCount[] {
  let next = 0;
  return source.requests.map((request) => {
    const counts = { errors: 0, warnings: 0 };
    // Both are in the order of the file.
    for (; next < problems.length && (problems[next]?.range.start ?? 0) < request.end; next += 1) {
      const { range, severity } = problems[next] ?? NO_PROBLEM;
      if (holds(request, range)) {
        counts.errors += severity === 'error' ? 1 : 0;
        counts.warnings += severity === 'warning' ? 1 : 0;
      }
    }
    return counts;
  });
}

const NO_PROBLEM = { range: { start: -1, end: -1 }, severity: 'information' } as const;

/**
 * Why a text cannot be shown part by part: it is not JSON, not an object, or its requests are not a list of objects.
 * Absent when it can, whatever else is wrong in it.
 */
export function syntaxProblem({ head, requests, problems }: ChainSource): Problem | undefined {
  const list = nodeAt(head, below(CHAIN, 'requests'));
  const breaksText = ({ code, range }: Problem): boolean =>
    code === 'syntax' ||
    code === 'nesting' ||
    head === undefined ||
    (list?.kind === 'array'
      ? list.start < range.start && range.end < list.end && !isInAny(requests, range)
      : list !== undefined && holds(list, range));
  return problems.find((problem) => problem.severity === 'error' && breaksText(problem));
}

function isInAny(requests: readonly RequestSource[], range: TextRange): boolean {
  return requests.some((request) => holds(request, range));
}

function holds({ start, end }: TextRange, inner: TextRange): boolean {
  return start <= inner.start && inner.end <= end;
}

function shifted({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}

/** Steps to the innermost member or item that contains a range. */
function pathTo(root: JsonNode, range: TextRange): JsonPath {
  const path: (string | number)[] = [];
  for (let inner = childAround(root, range); inner !== undefined; inner = childAround(inner.value, range)) {
    path.push(inner.step);
  }
  return path;
}

function childAround(
  node: JsonNode,
  range: TextRange,
): { readonly step: string | number; readonly value: JsonNode } | undefined {
  if (node.kind === 'object') {
    const member = node.members.find(({ start, value }) => holds({ start, end: value.end }, range));
    return member === undefined ? undefined : { step: member.name, value: member.value };
  }
  const items = node.kind === 'array' ? node.items : [];
  const index = items.findIndex((item) => holds(item, range));
  const value = items[index];
  return value === undefined ? undefined : { step: index, value };
}
