/**
 * Authorization results as text, and back: what a run leaves on disk, and what `authz replay` judges again.
 *
 * Each cell and each exchange has a line of its own, so that a long run is written piece by piece. The file
 * may have come with a clone or from another machine: one that is not such a result is refused.
 */
import { parseUnknown } from '../../json/unknownJson';
import { UserError } from '../../errors';
import { isValid } from '../../validators/authz-result';
import type { AuthzResult } from '../model/authzResult';

/** The text of a result, piece by piece; `sums` are further members of a report, which {@link readAuthzResultText} leaves out. */
export function* writeAuthzResultText(
  { cells, exchanges, ...head }: AuthzResult,
  sums: ReportMembers = {},
): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},\n"cells":[`;
  yield* lines(cells);
  yield '],\n"exchanges":[';
  yield* lines(exchanges);
  yield ']';
  for (const [name, value] of Object.entries(sums)) {
    yield `,\n${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  yield '}\n';
}

/** Reads a result. Throws UserError when the text is none; `file` names it. */
export function readAuthzResultText(text: string, file: string): AuthzResult {
  const content = parseUnknown(text);
  if (content === undefined || !isValid(content)) {
    throw notAResult(file);
  }
  // The schema has checked the shape.
  const result = content as AuthzResult;
  if (!namesOnlyItsExchanges(result)) {
    throw notAResult(file);
  }
  return withoutSums(result);
}

/** The JSON report adds its own members to the result; they are computed again with each report. */
function withoutSums(result: AuthzResult): AuthzResult {
  const {
    tool: _tool,
    summary: _summary,
    passes: _passes,
    findings: _findings,
    coverage: _coverage,
    baseline: _baseline,
    ...own
  } = result as AuthzResult & ReportMembers;
  return own;
}

/** What the JSON report adds to a result. */
export interface ReportMembers {
  readonly tool?: unknown;
  readonly summary?: unknown;
  readonly passes?: unknown;
  readonly findings?: unknown;
  readonly coverage?: unknown;
  readonly baseline?: unknown;
}

function* lines(items: readonly unknown[]): Generator<string> {
  for (const [index, item] of items.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(item)}`;
  }
}

/** A step that names no exchange would show the evidence of nothing. */
function namesOnlyItsExchanges({ cells, exchanges }: AuthzResult): boolean {
  return cells.every(({ steps }) => steps.every(({ exchange }) => exchange < exchanges.length));
}

function notAResult(file: string): UserError {
  return new UserError(
    `${file} is not a result of an authorization matrix.`,
    'Name a file that "authz run" wrote: its report "json", or one below .chainwright/authz.',
  );
}
