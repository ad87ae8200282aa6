/** What a run of a matrix would do, as a text for people: every cell with its request, and why one is left out. */
import { oneLine } from '../../shownText';
import type { Cell, MatrixPlan } from '../model/cell';
import { relationWords } from '../report/crossing';
import type { DryRequest } from './dryRun';

/** What the report of a dry run is made of. */
export interface DryRunFacts {
  /** Workspace path of the matrix. */
  readonly file: string;
  readonly plan: MatrixPlan;
  /** By the id of their cell. URLs hold references where only the run gives a value. */
  readonly requests: readonly DryRequest[];
  /** Requests by the strict formula of the specification; see {@link strictCount}. */
  readonly strict: number;
  /** How many of them attack packs add. */
  readonly packs: number;
}

/** The text, cells in the order of the plan. */
export function dryRunText({ file, plan, requests, strict, packs }: DryRunFacts): string {
  const byCell = new Map<string, string[]>();
  for (const { cell, user, method, url, missing, headers, body, standIns = [] } of requests) {
    const needs = missing.length === 0 ? '' : `  (the run gives ${missing.join(', ')})`;
    const lines = byCell.get(cell) ?? [];
    lines.push(
      ...(standIns.length === 0
        ? []
        : [
            `  throw-away users, made for it and deleted at the end, take the place of ${standIns.join(' and ')}`,
          ]),
      `  ${user}: ${method} ${url}${needs}`,
      ...headers.map(({ name, value }) => `    ${name}: ${value}`),
      ...(body === undefined ? [] : [`    ${body}`]),
    );
    byCell.set(cell, lines);
  }
  const skipped = plan.cells.filter(({ skip }) => skip !== undefined).length;
  return [
    `Dry run of ${file}: nothing was sent.`,
    `${plan.cells.length} cells, ${skipped} of them left out. By the strict formula a run costs ${strict} requests${packs === 0 ? '' : `, ${packs} of them for attack packs`}; "limits" of the matrix ends it.`,
    ...plan.undeclared.map(
      ({ role, operation }) =>
        `The policy says nothing about ${role} and ${operation}, which is taken as not granted.`,
    ),
    ...plan.notes,
    ...plan.cells.flatMap((cell) => ['', titleOf(cell), ...linesOf(cell, byCell.get(cell.id) ?? [])]),
  ]
    .map(oneLine)
    .join('\n')
    .concat('\n');
}

function titleOf(cell: Cell): string {
  const words = relationWords(cell);
  return words === undefined ? cell.id : `${cell.id}  (${cell.caller} is ${words})`;
}

function linesOf({ skip }: Cell, requests: readonly string[]): readonly string[] {
  return skip === undefined ? requests : [`  left out: ${skip}`];
}
