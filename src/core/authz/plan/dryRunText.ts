/** What a run of a matrix would do, as a text for people: every cell with its request, and why one is left out. */
import { oneLine } from '../../shownText';
import type { Cell, MatrixPlan } from './cell';

/** What is told of a run that did not happen. */
export interface DryRunFacts {
  /** Workspace path of the matrix. */
  readonly file: string;
  readonly plan: MatrixPlan;
  /** By the id of their cell. URLs hold references where only the run gives a value. */
  readonly requests: readonly {
    readonly cell: string;
    readonly user: string;
    readonly method: string;
    readonly url: string;
    readonly missing: readonly string[];
  }[];
  /** Requests that the run costs at most. */
  readonly strict: number;
}

/** The text, cells in the order of the plan. */
export function dryRunText({ file, plan, requests, strict }: DryRunFacts): string {
  const byCell = new Map<string, string[]>();
  for (const { cell, user, method, url, missing } of requests) {
    const needs = missing.length === 0 ? '' : `  (the run gives ${missing.join(', ')})`;
    const lines = byCell.get(cell) ?? [];
    lines.push(`  ${user}: ${method} ${url}${needs}`);
    byCell.set(cell, lines);
  }
  const skipped = plan.cells.filter(({ skip }) => skip !== undefined).length;
  return [
    `Dry run of ${file}: nothing was sent.`,
    `${plan.cells.length} cells, ${skipped} of them left out. A run costs ${strict} requests at most.`,
    ...plan.undeclared.map(
      ({ role, operation }) =>
        `The policy says nothing of ${role} and ${operation}, which is taken as not granted.`,
    ),
    ...plan.notes,
    ...plan.cells.flatMap((cell) => ['', cell.id, ...linesOf(cell, byCell.get(cell.id) ?? [])]),
  ]
    .map((line) => (line.startsWith('  ') ? `  ${oneLine(line.slice(2))}` : oneLine(line)))
    .join('\n')
    .concat('\n');
}

function linesOf({ skip }: Cell, requests: readonly string[]): readonly string[] {
  return skip === undefined ? requests : [`  left out: ${skip}`];
}
