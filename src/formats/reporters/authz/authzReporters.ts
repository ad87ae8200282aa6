/** The list of reporters of authorization runs. A new one is a file in this folder and a line here. */
import { renderGithub, renderGitlab } from '../annotations';
import type { AuthzReporter } from './authzReport';
import { cellAnnotations } from './cellAnnotations';
import { renderAuthzCsv } from './csvReport';
import { renderAuthzHtml } from './htmlReport';
import { renderAuthzJson } from './jsonReport';
import { renderAuthzJunit } from './junitReport';
import { countWords } from './judgementWords';
import { renderAuthzMarkdown } from './markdownReport';
import { renderAuthzSarif } from './sarifReport';

/** All reporters that write a text for files; the console's is not among them, because it wants colours. */
export const authzReporters: readonly AuthzReporter[] = [
  { name: 'json', extension: 'json', mediaType: 'application/json', render: renderAuthzJson },
  { name: 'junit', extension: 'xml', mediaType: 'application/xml', render: renderAuthzJunit },
  { name: 'sarif', extension: 'sarif', mediaType: 'application/sarif+json', render: renderAuthzSarif },
  { name: 'html', extension: 'html', mediaType: 'text/html', render: renderAuthzHtml },
  { name: 'markdown', extension: 'md', mediaType: 'text/markdown', render: renderAuthzMarkdown },
  { name: 'csv', extension: 'csv', mediaType: 'text/csv', render: renderAuthzCsv },
  {
    name: 'github',
    extension: 'txt',
    mediaType: 'text/plain',
    besideConsole: true,
    render: (result, context) => renderGithub(cellAnnotations(result, context), countWords(result)),
  },
  {
    name: 'gitlab',
    extension: 'json',
    mediaType: 'application/json',
    render: (result, context) => renderGitlab(cellAnnotations(result, context)),
  },
];
