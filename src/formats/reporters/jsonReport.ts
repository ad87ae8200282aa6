/**
 * The JSON report: the results as they are stored, with their sum, for programs to read. Its format
 * number changes when a member changes its meaning or goes; members may be added.
 */
import { totalsOf, type RunReport } from '../../core/result/runReport';

/** Writes a report as JSON. */
export function renderJson({ title, tool, generatedAt, results }: RunReport): string {
  const document = {
    formatVersion: 1,
    tool,
    ...(title === undefined ? {} : { title }),
    generatedAt,
    summary: totalsOf(results),
    results,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
