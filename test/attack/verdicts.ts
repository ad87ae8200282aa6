/** Verdicts of an authorization run as its JSON report has them, and the exit code that has to follow from them. */
import { readFile } from 'node:fs/promises';

/** The class of each cell by the cell's identifier; empty when there is no report. */
export async function readVerdicts(file: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(file, 'utf8').catch(() => '{"cells":[]}');
  const { cells } = JSON.parse(text) as {
    readonly cells: readonly { readonly cell: { readonly id: string }; readonly class: string }[];
  };
  return new Map(cells.map((one) => [one.cell.id, one.class]));
}

/** Judged by the specification (§2.4) alone, without code of the program. */
export function exitCodeOf(classes: readonly string[]): number {
  const some = (pattern: RegExp): boolean => classes.some((one) => pattern.test(one));
  if (some(/^(?:FLAW_|SUSPECT_|OVER_RESTRICTED)/)) {
    return 1;
  }
  if (some(/^INCONCLUSIVE_/)) {
    return 3;
  }
  return some(/^(?:ID_IGNORED|SOFT_DENY|DENIED_)/) ? 4 : 0;
}
