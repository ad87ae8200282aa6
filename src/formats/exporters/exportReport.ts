/**
 * What an export did: the outcome of every request, and everything that the other format has no place for.
 *
 * Nothing is dropped silently. Values of secrets are in no exported file; their names are in the report.
 */
import { oneLine, shorten } from '../../core/shownText';
import { inEnglish, type Say } from '../../core/say';

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

/** In whose language a report is told. */
interface ReportWords {
  readonly say: Say;
  /** For sentences of the engine. */
  readonly translate: (sentence: string) => string;
}

const ENGLISH: ReportWords = { say: inEnglish, translate: String };

/** The report as text: what needs attention, request by request. */
export function renderExportReport(report: ExportReport, words = ENGLISH): string {
  const { source, format, requests, remarks, secrets, undefinedVariables } = report;
  const { say, translate } = words;
  const lines = [
    `${oneLine(source)}: ${translate(format)}, ${summarizeExport(report, say)}`,
    ...remarks.map((remark) => `  ! ${oneLine(translate(remark))}`),
    ...(secrets.length === 0 ? [] : [`  ${say('secrets to be given: {0}', listed(secrets))}`]),
    ...(undefinedVariables.length === 0
      ? []
      : [`  ${say('variables to be given: {0}', listed(undefinedVariables))}`]),
    ...requests.flatMap((request) => requestLines(request, words)),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line: how much was exported. */
export function summarizeExport({ requests }: Pick<ExportReport, 'requests'>, say = inEnglish): string {
  const kept = requests.filter(({ leftOut }) => leftOut === undefined);
  const lacking = kept.filter(({ remarks }) => remarks.length > 0).length;
  const leftOut = requests.length - kept.length;
  return [
    kept.length === 1 ? say('1 request') : say('{0} requests', String(kept.length)),
    ...(leftOut === 0 ? [] : [say('{0} left out', String(leftOut))]),
    ...(lacking === 0 ? [] : [say('{0} not complete', String(lacking))]),
  ].join(', ');
}

function listed(names: readonly string[]): string {
  return names.map(oneLine).join(', ');
}

function requestLines(
  { name, id, leftOut, remarks }: RequestReport,
  { say, translate }: ReportWords,
): readonly string[] {
  const title = `  ${shorten(oneLine(name), MAX_NAME)} (${id})`;
  return leftOut === undefined
    ? [title, ...remarks.map((remark) => `    ! ${oneLine(translate(remark))}`)]
    : [say('{0}: left out. {1}', title, oneLine(translate(leftOut)))];
}
