/** The list of reporters. A new one is a file in this folder and a line here. */
import { renderGithub, renderGitlab, requestAnnotations } from './annotations';
import { renderHar } from './harReport';
import { renderHtml } from './htmlReport';
import { renderJson } from './jsonReport';
import { renderJunit } from './junitReport';
import { renderMarkdown } from './markdownReport';
import { outcomeWords, totalsOf, type RunReport, type WholeRequests } from '../../core/result/runReport';

/** Turns a report into a text of some format. */
export interface Reporter {
  /** The value for `--reporter`. */
  readonly name: string;
  /** Of files, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Whether its lines may be written between those of the console. */
  readonly besideConsole?: true;
  /**
   * The text in pieces, made while they are written: it can be longer than a string can be. Formats that
   * write bodies ask `wholeRequests` for them; without it, a body is what the report has in memory.
   */
  readonly render: (report: RunReport, wholeRequests?: WholeRequests) => Iterable<string>;
}

/** All reporters that write a text; the console shows a run while it goes and is not among them. */
export const reporters: readonly Reporter[] = [
  {
    name: 'json',
    extension: 'json',
    mediaType: 'application/json',
    render: renderJson,
  },
  {
    name: 'junit',
    extension: 'xml',
    mediaType: 'application/xml',
    render: renderJunit,
  },
  {
    name: 'html',
    extension: 'html',
    mediaType: 'text/html',
    render: renderHtml,
  },
  {
    name: 'markdown',
    extension: 'md',
    mediaType: 'text/markdown',
    render: renderMarkdown,
  },
  {
    name: 'har',
    extension: 'har',
    mediaType: 'application/json',
    render: renderHar,
  },
  {
    name: 'github',
    extension: 'txt',
    mediaType: 'text/plain',
    besideConsole: true,
    render: (report) => [
      renderGithub(requestAnnotations(report), outcomeWords(totalsOf(report.results).requests)),
    ],
  },
  {
    name: 'gitlab',
    extension: 'json',
    mediaType: 'application/json',
    render: (report) => [renderGitlab(requestAnnotations(report))],
  },
];
