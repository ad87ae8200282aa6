/** The list of reporters. A new one is a file beside this one and a line here. */
import { renderHar } from './harReport';
import { renderHtml } from './htmlReport';
import { renderJson } from './jsonReport';
import { renderJunit } from './junitReport';
import { renderMarkdown } from './markdownReport';
import type { RunReport } from '../../core/result/runReport';

/** Turns a report into a text of some format. */
export interface Reporter {
  /** As it is written after `--reporter`. */
  readonly name: string;
  /** Of files, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** What it writes of a body: all of it, or a beginning that says what the body is about. */
  readonly bodies: 'whole' | 'beginning';
  readonly render: (report: RunReport) => string;
}

/** All reporters that write a text; the console shows a run while it goes and is not among them. */
export const reporters: readonly Reporter[] = [
  {
    name: 'json',
    extension: 'json',
    mediaType: 'application/json',
    bodies: 'whole',
    render: renderJson,
  },
  {
    name: 'junit',
    extension: 'xml',
    mediaType: 'application/xml',
    bodies: 'beginning',
    render: renderJunit,
  },
  {
    name: 'html',
    extension: 'html',
    mediaType: 'text/html',
    bodies: 'beginning',
    render: renderHtml,
  },
  {
    name: 'markdown',
    extension: 'md',
    mediaType: 'text/markdown',
    bodies: 'beginning',
    render: renderMarkdown,
  },
  {
    name: 'har',
    extension: 'har',
    mediaType: 'application/json',
    bodies: 'whole',
    render: renderHar,
  },
];
