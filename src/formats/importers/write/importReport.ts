/**
 * What an import did: for each file, where each of its requests went or why it was left out, and everything
 * inside that could not be carried over. Values of secrets are not in it, their names are.
 */
import { defined } from '../../../core/defined';
import { inEnglish, type Say } from '../../../core/say';
import { oneLine, shorten } from '../../../core/shownText';
import type { ImportedRequest, ReadSource, RenamedVariable } from '../shape/imported';
import { NOT_CHOSEN } from '../chooseRequests';
import type { ComposedChain, ComposedEnvironment } from './composeFiles';
import { missingVariables } from './missingVariables';
import { hasResponse } from './recordedResult';
import {
  documentation,
  foldRemarks,
  remarkOn,
  reportedRemark,
  severities,
  type ReportedRemark,
  type Severity,
} from '../shape/remark';

/** What became of the files of an import. */
export interface ImportReport {
  readonly formatVersion: 1;
  readonly sources: readonly SourceReport[];
}

/** What became of a file, or of those in a folder that nothing could be made of. */
export type SourceReport = ImportedSource | RefusedSource | PassedOverFiles;

/** A file that was read. */
export interface ImportedSource {
  readonly kind: 'imported';
  readonly source: string;
  /** In words: `Postman collection 2.1`. */
  readonly format: string;
  /** Every request of the file, in its order. */
  readonly requests: readonly RequestReport[];
  readonly environments: readonly { readonly name: string; readonly file: string }[];
  /** The chains that its folders became, or would become, because one chain is long; absent where it is not. */
  readonly division?: ChainDivision;
  /** What of the whole could not be carried over. */
  readonly remarks: readonly ReportedRemark[];
  /** Scripts that may set what requests need, and of which nothing is known, a sentence each; absent when there are none. */
  readonly unknownCode?: readonly string[];
  readonly renamed: readonly RenamedVariable[];
  /** Variables that requests use and nothing that was imported gives a value. */
  readonly undefinedVariables: readonly string[];
  /** Names of secrets that replaced values; these have to be entered. */
  readonly secrets: readonly string[];
}

/** How a long file was divided, or can be. */
interface ChainDivision {
  /** The number for a proposal is about right: a folder is cut where it would take other values. */
  readonly chains: number;
  readonly isProposed?: true;
  /** The file of what several chains need; absent where they need nothing of each other. */
  readonly shared?: string;
}

/** A file that was not read, and one sentence why with one what to do. */
export interface RefusedSource {
  readonly kind: 'refused';
  readonly source: string;
  readonly reason: string;
}

/** The files of a folder that are in no format that can be imported. */
export interface PassedOverFiles {
  readonly kind: 'passed-over';
  /** The folder. */
  readonly source: string;
  /** Their paths in it. */
  readonly paths: readonly string[];
}

/** What became of a request: `file` and `id` where it went, or the reason why it was left out. */
type RequestReport = PlacedRequest | UnplacedRequest;

/** A request that was left out. */
interface UnplacedRequest {
  readonly name: string;
  /** Why. */
  readonly leftOut: string;
  /** The rule that set it aside, when it can be taken in. */
  readonly rule?: string;
}

/** A request that went into a chain. */
interface PlacedRequest {
  readonly name: string;
  readonly file: string;
  readonly id: string;
  /** Names of secrets in place of credentials. */
  readonly secrets: readonly string[];
  /** The status of its response, which is kept as a recorded one; absent when none is. */
  readonly response?: number;
  /** How many further examples of responses are kept; absent when there are none. */
  readonly examples?: number;
  /** What could not be carried over. */
  readonly remarks: readonly ReportedRemark[];
}

/** Whether a request of a report sends or checks something else than its source. */
function isIncomplete(request: RequestReport): boolean {
  return 'id' in request && request.remarks.some(mattersMore);
}

/** Whether a remark is about more than documentation. */
function mattersMore({ severity }: ReportedRemark): boolean {
  return severity !== 'documentation';
}

/** Whether a person should look at the report: something changes what is sent or checked, is left out, or has to be done. */
export function needsAttention(source: SourceReport): boolean {
  return (
    source.kind !== 'imported' ||
    source.remarks.some(mattersMore) ||
    source.undefinedVariables.length > 0 ||
    source.requests.some((request) => isIncomplete(request) || isLost(request))
  );
}

/** Whether a request is left out that neither a rule nor a person set aside. */
function isLost(request: RequestReport): boolean {
  return !('id' in request) && request.rule === undefined && request.leftOut !== NOT_CHOSEN;
}

/** Names in front of a request are cut here, remarks not: they are what the report is for. */
const MAX_NAME = 100;

/**
 * The report as text: what needs attention, first what matters most, and then where each request went.
 *
 * @param say gets its words with their values, and each remark as a whole
 */
export function renderImportReport({ sources }: ImportReport, say: Say = inEnglish): string {
  return sources.map((source) => renderSource(source, say)).join('\n');
}

/** One line: how many files of a folder are in no known format. */
export function summarizePassedOver({ paths }: PassedOverFiles, say: Say = inEnglish): string {
  return say(
    paths.length === 1
      ? '1 other file in no format that can be imported'
      : '{0} other files in no format that can be imported',
    paths.length,
  );
}

/** One line: how much was imported. */
export function summarizeImport({ requests, environments }: ImportedSource, say: Say = inEnglish): string {
  const kept = requests.filter((request) => 'id' in request).length;
  const leftOut = requests.length - kept;
  const incomplete = requests.filter(isIncomplete).length;
  const others = environments.length;
  return [
    ...only(requests.length > 0 || others === 0, say(kept === 1 ? '1 request' : '{0} requests', kept)),
    ...only(others > 0, say(others === 1 ? '1 environment' : '{0} environments', others)),
    ...only(leftOut > 0, say('{0} left out', leftOut)),
    ...only(incomplete > 0, say('{0} not complete', incomplete)),
  ].join(', ');
}

/** How many requests each rule set aside, in the order of their first ones. */
export function countSetAside(
  requests: readonly (ImportedRequest | RequestReport)[],
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const request of requests) {
    if ('rule' in request && request.rule !== undefined) {
      counts.set(request.rule, (counts.get(request.rule) ?? 0) + 1);
    }
  }
  return counts;
}

/** `7 images, 3 fonts`: what rules set aside; empty when they did not. */
export function summarizeSetAside({ requests }: ImportedSource): string {
  return [...countSetAside(requests)].map(([rule, count]) => `${count} ${rule}`).join(', ');
}

function renderSource(report: SourceReport, say: Say): string {
  switch (report.kind) {
    case 'imported':
      return renderImported(report, say);
    case 'refused':
      return `${oneLine(report.source)}: ${say('not imported')}\n  ${oneLine(say(report.reason))}\n`;
    case 'passed-over': {
      const paths = report.paths.map((path) => `  ${oneLine(path)}\n`);
      return `${oneLine(report.source)}: ${summarizePassedOver(report, say)}\n${paths.join('')}`;
    }
  }
}

function renderImported(report: ImportedSource, say: Say): string {
  const { source, format, requests, environments, remarks, renamed, undefinedVariables, secrets } = report;
  const aside = summarizeSetAside(report);
  const render = (request: RequestReport): readonly string[] => renderRequest(request, say);
  const lines = [
    `${oneLine(source)}: ${format}, ${summarizeImport(report, say)}`,
    ...only(aside !== '', `  ${say('set aside by rules: {0}', aside)}`),
    ...environments.map(({ name, file }) => `  ${say('environment {0} -> {1}', oneLine(name), file)}`),
    ...only(
      undefinedVariables.length > 0,
      `  ${say('variables to be defined in an environment: {0}', undefinedVariables.join(', '))}`,
    ),
    ...only(secrets.length > 0, `  ${say('secrets to be entered: {0}', secrets.join(', '))}`),
    ...section(say('Not imported:'), requests.filter(isLost).flatMap(render)),
    ...remarkSections(remarks, requests, say),
    ...renamed.map(({ from, to }) => `  ${say('variable {0} -> {1}', oneLine(from), to)}`),
    ...section(say('Requests:'), requests.filter((request) => !isLost(request)).flatMap(render)),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * All remarks by how much they matter: those on the whole, then what several requests have in common, then what single
 * ones lack.
 */
function remarkSections(
  ofSource: readonly ReportedRemark[],
  requests: readonly RequestReport[],
  say: Say,
): readonly string[] {
  const headings: Readonly<Record<Severity, string>> = {
    sent: say('Changes what is sent:'),
    check: say('A check was lost:'),
    documentation: say('Documentation only:'),
  };
  const placed = requests.filter((request) => 'id' in request);
  const folded = placed.map(({ name, remarks }) => ({ name, remarks: foldRemarks(remarks) }));
  const all = foldRemarks(folded.flatMap(({ remarks }) => remarks));
  const shared = all.filter(({ count }) => count > 1);
  const inShared = new Set(shared.map(({ text }) => text));
  const line = ({ severity, text }: ReportedRemark, times: string, name = ''): ReportedRemark => ({
    severity,
    text: `    ! ${name}${oneLine(say(text))}${times}`,
  });
  const times = ({ count }: { readonly count: number }): string =>
    count === 1 ? '' : ` (${say('{0} times', count)})`;
  const lines = [
    ...foldRemarks(ofSource).map((one) => line(one, times(one))),
    ...shared.map((one) => line(one, ` (${say('{0} requests', one.count)})`)),
    ...folded.flatMap(({ name, remarks }) =>
      remarks
        .filter(({ text }) => !inShared.has(text))
        .map((one) => line(one, times(one), `${shortName(name)}: `)),
    ),
  ];
  return severities.flatMap((severity) =>
    section(
      headings[severity],
      lines.filter((line) => line.severity === severity).map(({ text }) => text),
    ),
  );
}

/** A line where it is true. */
function only(isTrue: boolean, line: string): readonly string[] {
  return isTrue ? [line] : [];
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`  ${heading}`, ...lines];
}

function renderRequest(request: RequestReport, say: Say): readonly string[] {
  const name = shortName(request.name);
  if (!('id' in request)) {
    return [`    ${say('{0}: left out. {1}', name, oneLine(say(request.leftOut)))}`];
  }
  const { file, id, secrets, response, examples } = request;
  return [
    `    ${name} -> ${file}#${id}`,
    ...only(secrets.length > 0, `      ${say('secrets: {0}', secrets.join(', '))}`),
    ...only(response !== undefined, `      ${say('response kept: {0}', response ?? '')}`),
    ...only(
      examples !== undefined,
      `      ${say(response === undefined ? 'examples kept: {0}' : 'further examples kept: {0}', examples ?? '')}`,
    ),
  ];
}

function shortName(name: string): string {
  return shorten(oneLine(name), MAX_NAME);
}

/** A source and its files. */
interface WrittenSource extends ReadSource {
  readonly chains: readonly ComposedChain[];
  readonly environments: readonly ComposedEnvironment[];
}

/** What the report needs to know of the whole import. */
interface ReportContext {
  /** Whether responses are kept. */
  readonly responses: boolean;
  /** Variables to which an environment of the import gives a value. */
  readonly ofEnvironments: ReadonlySet<string>;
}

/** Reports the outcome for a source. */
export function reportOf(
  { source, collection, chains, environments }: WrittenSource,
  { responses, ofEnvironments }: ReportContext,
): ImportedSource {
  const placed = new Map(
    chains.flatMap(({ path, requests }) => requests.map((request) => [request.source, { path, ...request }])),
  );
  const undefinedVariables = missingVariables(collection, ofEnvironments);
  const untyped = undefinedVariables.filter((name) => collection.typedVariables.includes(name));
  return {
    kind: 'imported',
    source,
    format: collection.format,
    requests: [...(collection.required ?? []), ...collection.requests].map((request) => {
      const name = [...request.folders, request.name].join(' / ');
      if (request.kind === 'left-out') {
        const { reason, rule } = request;
        return { name, leftOut: reason, ...defined({ rule }) };
      }
      const { path: file = '', id = '', secrets = [] } = placed.get(request) ?? {};
      const status = responses ? request.recorded?.exchange.response?.status : undefined;
      const examples = responses ? request.examples?.length : undefined;
      const remarks = request.remarks.map(reportedRemark);
      return { name, file, id, secrets, ...defined({ response: status, examples }), remarks };
    }),
    environments: environments.map(({ name, path }) => ({ name, file: path })),
    remarks: [
      ...collection.remarks,
      ...collection.environments.flatMap(({ name, remarks }) =>
        remarks.map((remark) =>
          remarkOn((sentence) => `Environment ${JSON.stringify(name)}: ${sentence}`, remark),
        ),
      ),
      ...(untyped.length === 0
        ? []
        : [
            `Without quotes in JSON: ${untyped.join(', ')}. Give them a number, true, false or JSON, not a text.`,
          ]),
      ...(responses || !hasResponses(chains)
        ? []
        : [documentation('Responses to its requests are not carried over.')]),
    ].map(reportedRemark),
    ...defined({ unknownCode: collection.unknownCode }),
    renamed: collection.renamed,
    secrets: [...new Set([...chains, ...environments].flatMap((one) => one.secrets))],
    undefinedVariables,
  };
}

function hasResponses(chains: readonly ComposedChain[]): boolean {
  return chains.some(({ requests }) => requests.some(({ source }) => hasResponse(source)));
}
