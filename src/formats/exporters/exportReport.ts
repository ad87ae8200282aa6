/**
 * What an export did: the outcome of every request, and everything that the other format has no place for.
 *
 * Nothing is dropped silently. Values of secrets are in no exported file; their names are in the report.
 */
import { oneLine, shorten } from '../../core/shownText';
import { plural } from '../../core/words';

/** What became of a chain. */
export interface ExportReport {
  readonly formatVersion: 1;
  /** Workspace path of the chain. */
  readonly source: string;
  /** In words: `Postman collection 2.1`. */
  readonly format: string;
  /** Every request of the chain and of those that it requires, in the order in which they run. */
  readonly requests: readonly RequestReport[];
  /** What of the whole could not be carried over, a sentence each. */
  readonly remarks: readonly string[];
  /** Placeholders for secrets in the file; the person who runs it needs their values. */
  readonly secrets: readonly string[];
  /** Variables that requests use and nothing gives a value. */
  readonly undefinedVariables: readonly string[];
}

/** What became of a request. */
interface RequestReport {
  readonly name: string;
  readonly id: string;
  /** Workspace path of its chain. */
  readonly file: string;
  /** Why it is not in the exported file, a sentence; absent when it is. */
  readonly leftOut?: string;
  /** What could not be carried over, a sentence each. */
  readonly remarks: readonly string[];
}

/** Names in front of a request are cut here, remarks not: they are what the report is for. */
const MAX_NAME = 100;

/** The report as text: what needs attention, request by request. */
export function renderExportReport(report: ExportReport): string {
  const { source, format, requests, remarks, secrets, undefinedVariables } = report;
  const lines = [
    `${oneLine(source)}: ${format}, ${summarizeExport(report)}`,
    ...remarks.map((remark) => `  ! ${oneLine(remark)}`),
    ...named('secrets to be given', secrets),
    ...named('variables to be given', undefinedVariables),
    ...requests.flatMap(requestLines),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line: how much was exported. */
export function summarizeExport({ requests }: Pick<ExportReport, 'requests'>): string {
  const kept = requests.filter(({ leftOut }) => leftOut === undefined);
  const lacking = kept.filter(({ remarks }) => remarks.length > 0).length;
  const leftOut = requests.length - kept.length;
  return [
    plural(kept.length, 'request'),
    ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
    ...(lacking === 0 ? [] : [`${lacking} not complete`]),
  ].join(', ');
}

function named(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`  ${what}: ${names.map(oneLine).join(', ')}`];
}

function requestLines({ name, id, leftOut, remarks }: RequestReport): readonly string[] {
  const title = `  ${shorten(oneLine(name), MAX_NAME)} (${id})`;
  return leftOut === undefined
    ? [title, ...remarks.map((remark) => `    ! ${oneLine(remark)}`)]
    : [`${title}: left out. ${oneLine(leftOut)}`];
}
