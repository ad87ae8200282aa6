/**
 * The Markdown report, for pull requests and the pages of build steps: figures, the grid with one code per cell,
 * what is different from the baseline, then what does not pass with its reason. Text from outside is only ever text
 * in it.
 */
import { codeOf } from '../../../core/authz/report/outcomeCodes';
import { authzGrid, type GridRow } from '../../../core/authz/report/grid';
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import { judgementOf, type Judgement, type OutcomeClass } from '../../../core/authz/model/verdict';
import { verdictSentence } from '../../../core/authz/report/explain/verdictSentence';
import { findingsOf } from '../../../core/authz/report/findings';
import { shorten } from '../../../core/shownText';
import { markdownText } from '../markdownText';
import type { AuthzReportContext } from './authzReport';
import { placeWords, runFacts, shortFacts, sinceTitle, type CellFacts } from './cellFacts';
import { findingCallers, findingFacts, retestCommand } from './findingFacts';
import { costWords, countWords, runScope } from './judgementWords';
import { runRemarks, type Remarks } from './runRemarks';

/** Writes a result as Markdown (GitHub's and GitLab's flavours). */
export function renderAuthzMarkdown(result: AuthzResult, context: AuthzReportContext): string {
  const { matrix, environment, startedAt, seed } = result;
  const { tool, baseline } = context;
  const { cells, comparison } = runFacts(result, context);
  const where = [matrix.file, ...(environment === undefined ? [] : [environment])].map(cell);
  const blocks = [
    `# ${cell(matrix.name)}`,
    `**${countWords(result)}** · ${costWords(result)}`,
    where.join(' · '),
    runScope(result)
      .map(([name, value]) => `- ${name}: ${cell(value)}`)
      .join('\n'),
    ...renderFindings(result),
    ...(result.cells.length === 0 ? [] : [renderGrid(result), renderLegend(result.cells)]),
    ...(baseline === undefined ? [] : renderDifferences(cells, context)),
    ...NOT_PASSED.flatMap((judgement) => renderCells(judgement, cells)),
    ...runRemarks(result, comparison, context.coverage).flatMap(renderRemarks),
    `<sub>${cell(`${tool.name} ${tool.version}, ${startedAt}, seed ${seed}`)}</sub>`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** What is wrong with the API, for a reader who does not know the matrix. */
function renderFindings(result: AuthzResult): readonly string[] {
  const rows = findingsOf(result.cells).map((finding) => [
    cell(finding.sentence),
    cell(findingFacts(finding).join(' · ')),
    cell(findingCallers(finding)),
    cell(retestCommand(finding, result)),
  ]);
  return rows.length === 0
    ? []
    : ['## Findings', table(['Finding', 'Severity', 'Who can', 'Test it again'], rows)];
}

const SIGNS: Readonly<Record<Judgement, string>> = {
  pass: '✅',
  flaw: '❌',
  restricted: '🚫',
  denied: '⚠️',
  inconclusive: '❔',
  open: '⏭️',
};

/** Sections of what does not pass, and their titles. */
const NOT_PASSED = ['flaw', 'restricted', 'inconclusive', 'denied', 'open'] as const;
const TITLES: Readonly<Record<(typeof NOT_PASSED)[number], string>> = {
  flaw: 'Flaws',
  restricted: 'Granted but refused',
  inconclusive: 'Inconclusive',
  denied: 'Denied with another code than 403 and 404',
  open: 'Not tested or waived',
};

function renderGrid(result: AuthzResult): string {
  const { columns, rows } = authzGrid(result);
  const titles = columns.map(({ user, role }) => `${cell(user)}<br>${cell(role)}`);
  return table(['Operation', 'Location', ...titles], rows.map(gridCells));
}

function gridCells({ method, operation, location, cells }: GridRow): readonly string[] {
  const codes = cells.map((result) => (result === undefined ? '' : signedCode(result.class)));
  return [cell(`${method} ${operation}`), cell(location), ...codes];
}

function signedCode(outcome: OutcomeClass): string {
  return `${SIGNS[judgementOf(outcome)]} ${codeOf(outcome)}`;
}

function renderLegend(cells: readonly CellResult[]): string {
  const classes = [...new Set(cells.map(({ class: outcome }) => outcome))].sort();
  const words = classes.map((outcome) => `${codeOf(outcome)} ${markdownText(outcome)}`);
  return `<sub>${words.join(' · ')}</sub>`;
}

function renderDifferences(cells: readonly CellFacts[], context: AuthzReportContext): readonly string[] {
  const rows = cells.flatMap(({ result, compared }) => {
    if (compared === undefined || compared.change === 'unchanged') {
      return [];
    }
    const { before, change } = compared;
    return [
      [
        change,
        cell(result.cell.id),
        before === undefined ? '' : signedCode(before),
        signedCode(result.class),
      ],
    ];
  });
  return [
    `## ${cell(sinceTitle(context))}`,
    rows.length === 0 ? 'Nothing has changed.' : table(['Change', 'Cell', 'Before', 'Now'], rows),
  ];
}

function renderCells(judgement: (typeof NOT_PASSED)[number], cells: readonly CellFacts[]): readonly string[] {
  const rows = cells
    .filter(({ result }) => judgementOf(result.class) === judgement)
    .map((facts) => [
      cell(verdictSentence(facts.result)),
      cell(shortFacts(facts).join(' · ')),
      cell(whyOf(facts.result)),
      cell([facts.result.cell.id, placeWords(facts)].filter((part) => part !== undefined).join(' ')),
    ]);
  const block = table(['What', 'Class', 'Why', 'Cell'], rows);
  const title = `${TITLES[judgement]} (${rows.length})`;
  if (rows.length === 0) {
    return [];
  }
  return judgement === 'denied' || judgement === 'open'
    ? [`<details><summary>${title}</summary>`, block, '</details>']
    : [`## ${title}`, block];
}

function whyOf({ waived, cell: { skip }, reasons: [first] }: CellResult): string {
  return waived === undefined ? (skip ?? first ?? '') : `Waived until ${waived.expires}: ${waived.reason}`;
}

function renderRemarks({ title, sentences }: Remarks): readonly string[] {
  return [`## ${title}`, sentences.map((sentence) => `- ${cell(sentence)}`).join('\n')];
}

/** Comments on pull requests have a limit; a reason that quotes a name must not use it up. */
const MAX_CELL = 400;

function cell(text: string): string {
  return markdownText(shorten(text, MAX_CELL));
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = titles.map(() => '---');
  return [titles, rule, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}
