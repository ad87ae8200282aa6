/** The results in a file by any author: one of a history, or those of a JSON report. */
import { parseUnknown } from '../json/unknownJson';
import { readResult } from './resultFile';
import type { ExecutionResult } from './result';

/** Reads results. Throws UserError when the text holds none; `file` names it. */
export function readReportedResults(text: string, file: string): readonly ExecutionResult[] {
  const reported = reportedIn(text);
  return reported === undefined
    ? [readResult(text, file)]
    : reported.map((result) => readResult(JSON.stringify({ ...NOT_REPORTED, ...result }), file));
}

/** What a history knows of its results besides. */
const NOT_REPORTED = { trigger: 'execute', counts: { passed: 0, failed: 0, blocked: 0, skipped: 0 } };

/** The results of a JSON report; absent when the text is none. */
function reportedIn(text: string): readonly object[] | undefined {
  const content = parseUnknown(text);
  const isReport = typeof content === 'object' && content !== null && 'results' in content;
  return isReport && Array.isArray(content.results)
    ? content.results.filter((result): result is object => typeof result === 'object' && result !== null)
    : undefined;
}
