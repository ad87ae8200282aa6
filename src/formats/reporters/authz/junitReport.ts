/**
 * The JUnit report, as build servers read it: a suite per resource, a case per cell (specification §5.2). What does
 * not pass is a `failure`, what shows nothing an `error`, what was not tested or is waived `skipped`.
 */
import { changeWords, cellTitle, leakWords } from '../../../core/authz/report/explain/evidenceText';
import type { AuthzResult, CellResult } from '../../../core/authz/model/authzResult';
import { countsAsDenied, judgementOf } from '../../../core/authz/model/verdict';
import { xmlAttributes, xmlText } from '../xmlText';
import type { AuthzReportContext } from './authzReport';
import { runFacts, type CellFacts } from './cellFacts';
import { mainPlace } from './places';

/** Writes a result in JUnit's XML format. */
export function renderAuthzJunit(result: AuthzResult, context: AuthzReportContext): string {
  const { exchanges, matrix, durationMs } = result;
  const titles = distinctTitles(result.cells);
  const cases = runFacts(result, context).cells.map((facts, index) => ({
    ...facts,
    title: titles[index] ?? facts.result.cell.id,
    outcome: outcomeOf(facts.result, context),
    durationMs: durationOf(facts.result, exchanges),
  }));
  const suites = new Map<string, Case[]>();
  for (const one of cases) {
    const name = suiteOf(one.result);
    const suite = suites.get(name) ?? [];
    suite.push(one);
    suites.set(name, suite);
  }
  const attributes = xmlAttributes({ name: matrix.name, ...counts(cases), time: seconds(durationMs) });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes}>`,
    ...[...suites].flatMap(([name, members]) => renderSuite(name, members, result, context)),
    '</testsuites>',
    '',
  ].join('\n');
}

/** What JUnit knows. */
type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

interface Case extends CellFacts {
  readonly title: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/** The suite of cells that concern no resource. */
const FUNCTIONS = 'functions';

function suiteOf({ cell }: Pick<CellResult, 'cell'>): string {
  return cell.resource ?? FUNCTIONS;
}

function outcomeOf(result: CellResult, { junitWarn = 'failure' }: AuthzReportContext): Outcome {
  switch (judgementOf(result.class)) {
    case 'pass':
      return 'passed';
    case 'flaw':
    case 'restricted':
      return 'failure';
    case 'denied':
      return countsAsDenied(result) ? junitWarn : 'skipped';
    case 'inconclusive':
      return 'error';
    case 'open':
      return 'skipped';
  }
}

/** Viewers merge cases of the same name, so the titles of such cells contain their ids. */
function distinctTitles(cells: readonly CellResult[]): readonly string[] {
  const used = new Map<string, number>();
  const titles = cells.map(({ cell }) => `${suiteOf({ cell })} ${cellTitle(cell)}`);
  titles.forEach((title) => used.set(title, (used.get(title) ?? 0) + 1));
  return cells.map(({ cell }, index) => {
    const title = cellTitle(cell);
    return (used.get(titles[index] ?? '') ?? 0) > 1 ? `${title} (${cell.id})` : title;
  });
}

/** What the requests of a cell took; those that several cells share count for each. */
function durationOf({ steps }: CellResult, exchanges: AuthzResult['exchanges']): number {
  return steps.reduce((sum, { exchange }) => sum + (exchanges[exchange]?.exchange?.timings.totalMs ?? 0), 0);
}

function counts(cases: readonly Case[]): Readonly<Record<string, string>> {
  const count = (wanted: Outcome): string => String(cases.filter(({ outcome }) => outcome === wanted).length);
  return {
    tests: String(cases.length),
    failures: count('failure'),
    errors: count('error'),
    skipped: count('skipped'),
  };
}

function renderSuite(
  name: string,
  cases: readonly Case[],
  { matrix, environment, startedAt, seed }: AuthzResult,
  { tool }: AuthzReportContext,
): readonly string[] {
  const durationMs = cases.reduce((sum, one) => sum + one.durationMs, 0);
  const attributes = xmlAttributes({
    name,
    ...counts(cases),
    time: seconds(durationMs),
    timestamp: startedAt.replace(/\.\d+Z$|Z$/, ''),
    file: matrix.file,
  });
  const properties = [
    ['matrix', matrix.name],
    ['environment', environment],
    ['seed', seed],
    [tool.name, tool.version],
  ] as const;
  return [
    `  <testsuite${attributes}>`,
    ...renderProperties(properties, '    '),
    ...cases.flatMap(renderCase),
    '  </testsuite>',
  ];
}

function renderProperties(
  properties: readonly (readonly [name: string, value: string | undefined])[],
  indent: string,
): readonly string[] {
  return [
    `${indent}<properties>`,
    ...properties.flatMap(([name, value = '']) =>
      value === '' ? [] : [`${indent}  <property${xmlAttributes({ name, value })}/>`],
    ),
    `${indent}</properties>`,
  ];
}

function renderCase({
  result,
  title,
  outcome,
  durationMs,
  broken,
  places,
  compared,
}: Case): readonly string[] {
  const place = places === undefined ? undefined : mainPlace(places);
  const attributes = xmlAttributes({
    name: title,
    classname: suiteOf(result),
    time: seconds(durationMs),
    ...(place === undefined ? {} : { file: place.file, line: String(place.line) }),
  });
  return [
    `    <testcase${attributes}>`,
    ...renderProperties(
      [
        ['cell', result.cell.id],
        ['class', result.class],
        ['cwe', broken?.cwe.map((number) => `CWE-${number}`).join(' ')],
        ['owasp', broken?.rule.owasp.join(' ')],
        ['wfc', broken?.fault === undefined ? undefined : `F${broken.fault}`],
        ['fingerprint', result.fingerprint],
        ['line', place === undefined ? undefined : `${place.file}:${place.line}`],
        ['baseline', compared?.change],
      ],
      '      ',
    ),
    ...renderOutcome(result, outcome),
    '    </testcase>',
  ];
}

function renderOutcome(result: CellResult, outcome: Outcome): readonly string[] {
  const { class: type, reasons, leaks, changes, waived, cell } = result;
  const message = reasons[0] ?? type;
  const evidence = [
    ...reasons,
    ...leaks.map((leak) => leakWords(leak)),
    ...changes.map((change) => changeWords(change)),
  ].join('\n');
  switch (outcome) {
    case 'passed':
      return [];
    case 'failure':
    case 'error':
      return [`      <${outcome}${xmlAttributes({ type, message })}>${xmlText(evidence)}</${outcome}>`];
    case 'skipped': {
      const why = waived === undefined ? (cell.skip ?? message) : waiverWords(waived);
      return [`      <skipped${xmlAttributes({ message: why })}/>`];
    }
  }
}

function waiverWords({ class: outcome, reason, expires }: NonNullable<CellResult['waived']>): string {
  return `${outcome} waived until ${expires}: ${reason}`;
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
