/** The reports of the coverage of a description. Text from outside is only ever text in them. */
import type { ApiCoverage } from '../../../core/openapi/coverage';
import { oneLine, shorten } from '../../../core/shownText';
import type { Paint } from '../consoleReport';
import { pageHead } from '../htmlHead';
import { renderTable } from '../htmlTable';
import { html, type Html } from '../htmlText';
import { markdownText } from '../markdownText';
import { coverageFigures, coverageSections, type CoverageEntry } from './coverageSections';

/** What a report says of the program. */
interface ReportTool {
  readonly name: string;
  readonly version: string;
}

/** What a program reads: `coverage --reporter json`. */
export interface CoverageJsonReport extends ApiCoverage {
  readonly formatVersion: 1;
  readonly tool: ReportTool;
}

/** Turns coverage into a text of some format. */
export interface CoverageReporter {
  /** The value for `--reporter`. */
  readonly name: string;
  readonly render: (coverage: ApiCoverage, tool: ReportTool) => string;
}

/** All reporters that write a text for files; the console's is not among them, because it wants colours. */
export const coverageReporters: readonly CoverageReporter[] = [
  {
    name: 'json',
    render: (coverage, tool) => {
      const report: CoverageJsonReport = { formatVersion: 1, tool, ...coverage };
      return `${JSON.stringify(report, null, 2)}\n`;
    },
  },
  { name: 'markdown', render: renderMarkdown },
  { name: 'html', render: renderHtml },
];

/** What a person reads in a terminal; ends without a line break. */
export function renderCoverage(coverage: ApiCoverage, paint: Paint): string {
  const figures = coverageFigures(coverage);
  const width = Math.max(...figures.map(([title]) => title.length));
  return [
    paint.bold(oneLine(titleOf(coverage))),
    ...figures.map(([title, words]) => `  ${title.padEnd(width)}  ${words}`),
    ...coverageSections(coverage).flatMap(({ title, entries }) => [
      '',
      paint.bold(title),
      ...entries.flatMap(({ place, text, gaps }) => [
        `  ${oneLine(text)}${place === undefined ? '' : `  ${paint.dim(oneLine(place))}`}`,
        ...gaps.map((gap) => `    ${oneLine(gap)}`),
      ]),
    ]),
  ].join('\n');
}

function titleOf({ of }: ApiCoverage): string {
  return `Coverage of ${of}`;
}

/** Characters of one entry in a comment on a pull request. */
const MAX_TEXT = 400;

function renderMarkdown(coverage: ApiCoverage, { name, version }: ReportTool): string {
  const shown = (text: string): string => markdownText(shorten(text, MAX_TEXT));
  const lineOf = ({ place, text, gaps }: CoverageEntry): string =>
    `- ${[text, ...(place === undefined ? [] : [place])].map(shown).join(' · ')}${gaps.map((gap) => `\n  - ${shown(gap)}`).join('')}`;
  const blocks = [
    `# ${shown(titleOf(coverage))}`,
    [
      '| | |',
      '| --- | --- |',
      ...coverageFigures(coverage).map((row) => `| ${row.map(shown).join(' | ')} |`),
    ].join('\n'),
    ...coverageSections(coverage).flatMap(({ title, entries }) => [
      `## ${title} (${entries.length})`,
      entries.map(lineOf).join('\n'),
    ]),
    `<sub>${shown(`${name} ${version}`)}</sub>`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** One file that needs nothing else and sends nothing. */
function renderHtml(coverage: ApiCoverage, { name, version }: ReportTool): string {
  const title = titleOf(coverage);
  const page = html`<!doctype html>
    <html lang="en">
      ${pageHead(title, { hasScript: false })}
      <body>
        <header><h1>${title}</h1></header>
        <main>
          ${renderTable(['What', 'Covered'], coverageFigures(coverage), (cells) => ({ cells }))}
          ${coverageSections(coverage).map(
            ({ title: heading, entries }) =>
              html`<section class="part">
                <h3>${heading} (${entries.length})</h3>
                <ul class="reasons">
                  ${entries.map(htmlEntry)}
                </ul>
              </section>`,
          )}
        </main>
        <footer>${name} ${version}</footer>
      </body>
    </html> `;
  return `${page.markup.trim()}\n`;
}

function htmlEntry({ place, text, gaps }: CoverageEntry): Html {
  return html`<li class="skipped">
    ${text}
    <span class="quiet">${place}</span>${gaps.map((gap) => html`<br /><span class="quiet">${gap}</span>`)}
  </li>`;
}
