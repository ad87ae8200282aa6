/**
 * Annotations: what did not pass, at the line of the file where it is written, as GitHub Actions and GitLab show it.
 */
import type { FilePlace } from '../../core/errors';
import { reasonText } from '../../core/result/resultViews';
import { type ExecutionResult, type RequestResult, nameOfPart } from '../../core/result/result';
import type { RunReport } from '../../core/result/runReport';

/** One thing that did not pass. */
export interface Annotation {
  /** A `warning` is what proves nothing, or is known already. */
  readonly severity: 'error' | 'warning';
  readonly place: FilePlace;
  readonly title: string;
  readonly message: string;
  /** What kind of thing it is, such as `failed`. */
  readonly check: string;
  /** The same in each run, and different for each thing. */
  readonly key: string;
}

/** The requests of a report that failed, or were not sent because an earlier one failed. */
export function requestAnnotations({ results, places }: RunReport): readonly Annotation[] {
  return results.flatMap((result) =>
    result.requests
      .filter(({ outcome }) => outcome === 'failed' || outcome === 'blocked')
      .map((request) => requestAnnotation(result, request, places)),
  );
}

function requestAnnotation(
  result: ExecutionResult,
  finished: RequestResult,
  places: RunReport['places'],
): Annotation {
  const { request, row, outcome, method, reasons } = finished;
  const { chain, id } = request;
  return {
    severity: outcome === 'failed' ? 'error' : 'warning',
    place: places?.(result, request) ?? { file: chain },
    title: `${method} ${nameOfPart(finished)} ${outcome}`,
    message: reasons.map(reasonText).join('\n'),
    check: outcome,
    key: `${result.chain.file} ${chain}#${id}${row === undefined ? '' : ` row ${row.number}`}`,
  };
}

/**
 * Writes annotations as commands for the log of GitHub Actions, and the summary as a notice. GitHub shows the first
 * ten errors, warnings and notices of a step; the log has them all.
 */
export function renderGithub(annotations: readonly Annotation[], summary: string): string {
  const lines = annotations.map(({ severity, place: { file, line, column: col }, title, message }) =>
    command(severity, { file, line, col, title }, message),
  );
  return [...lines, command('notice', { title: 'Chainwright' }, summary)].map((line) => `${line}\n`).join('');
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string,
): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${commandProperty(String(value))}`],
  );
  return `::${name} ${given.join(',')}::${commandText(text)}`;
}

/** Writes annotations as a code quality report of GitLab, which is a subset of Code Climate's format. */
export function renderGitlab(annotations: readonly Annotation[]): string {
  const issues = annotations.map(({ severity, place, title, message, check, key }) => ({
    description: `${title}: ${message}`,
    check_name: check,
    fingerprint: key,
    severity: severity === 'error' ? 'major' : 'minor',
    location: { path: place.file, lines: { begin: place.line ?? 1 } },
  }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** A command ends with its line. */
function commandText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function commandProperty(text: string): string {
  return commandText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
