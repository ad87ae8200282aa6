/**
 * Where a cell comes from in the text of the workspace: what a reader opens to fix a flaw. Reports get these
 * places from outside, because they have no access to files.
 */

/** A range in a file; lines and columns count from 1, columns in UTF-16 code units. */
export interface TextPlace {
  /** Workspace path, `/` as separator. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Absent: the range ends on its line. */
  readonly endLine?: number;
  /** Of the character after the last one. */
  readonly endColumn?: number;
}

/** Where a cell is written; a part that no text names is absent. */
export interface CellPlaces {
  /** In the matrix file: the operation, the rule of the policy that decides, the resource, the waiver. */
  readonly operation?: TextPlace;
  readonly rule?: TextPlace;
  readonly resource?: TextPlace;
  readonly waiver?: TextPlace;
  /** The requests of the cell's steps in their chain files, as many as there are steps. */
  readonly steps: readonly (TextPlace | undefined)[];
}

/** The line that says most about a cell: the rule that it breaks, else its operation, else its resource. */
export function mainPlace({ rule, operation, resource }: CellPlaces): TextPlace | undefined {
  return rule ?? operation ?? resource;
}
