/**
 * The analysis of chains as a person reads it in a terminal: under each file what is wrong with it, with
 * places that terminals make links of, and below where every variable comes from and goes to.
 */
import type { AnalyzedVariable, ChainAnalysis, Definition } from '../core/analysis/analysis';
import { shownVariables } from '../core/analysis/variableFlows';
import { consumersOf, isOwn } from '../core/analysis/variables';
import { formatPlace } from '../core/errors';
import type { Problem } from '../core/problem';
import { oneLine } from '../core/shownText';
import { plural } from '../core/words';
import type { Paint } from '../formats/reporters/consoleReport';

/** The text for all chains; ends without a line break. */
export function renderAnalyses(analyses: readonly ChainAnalysis[], paint: Paint): string {
  return [...analyses.map((analysis) => renderAnalysis(analysis, paint)), summary(analyses, paint)].join(
    '\n\n',
  );
}

function renderAnalysis(analysis: ChainAnalysis, paint: Paint): string {
  const { source, problems } = analysis;
  const places = problems.map(({ place }) => oneLine(formatPlace(place)));
  const width = Math.max(0, ...places.map(({ length }) => length));
  const lines = problems.map(
    (problem, index) =>
      `  ${(places[index] ?? '').padEnd(width)}  ${severityWord(problem, paint)}  ${oneLine(problem.message)} ${paint.dim(problem.code)}`,
  );
  return [
    paint.bold(oneLine(source.file)),
    ...(lines.length === 0 ? [`  ${paint.green('No problems.')}`] : lines),
    ...renderVariables(analysis, paint),
  ].join('\n');
}

function renderVariables(analysis: ChainAnalysis, paint: Paint): readonly string[] {
  const variables = shownVariables(analysis);
  const width = Math.max(0, ...variables.map(({ name }) => Math.min(name.length, WIDEST_NAME)));
  const lines = variables.map((variable) => {
    const from = producersInWords(variable);
    const to = consumersOf(variable, analysis.source);
    return `    ${oneLine(variable.name).padEnd(width)}  ${from} ${paint.dim('→')} ${consumersInWords(to)}`;
  });
  return lines.length === 0 ? [] : [paint.dim('  Variables'), ...lines];
}

/** Longer names are rare and do not push everything else aside. */
const WIDEST_NAME = 24;
/** Consumers named in one line. */
const MOST_CONSUMERS = 5;

function consumersInWords(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_CONSUMERS).map(oneLine).join(', ');
  const more = ids.length - MOST_CONSUMERS;
  return ids.length === 0 ? 'no request' : more > 0 ? `${named} and ${more} more` : named;
}

/** Where the value comes from: the definitions of the chain, or else the nearest one outside. */
function producersInWords({ definitions }: AnalyzedVariable): string {
  const own = definitions.filter(isOwn);
  const shown = own.length > 0 ? own : definitions.slice(0, 1);
  const words = [...new Set(shown.map(placeInWords))];
  return words.length === 0 ? 'nowhere' : oneLine(words.join(', '));
}

function placeInWords(definition: Definition): string {
  switch (definition.kind) {
    case 'extraction':
      return definition.requestId;
    case 'column':
      return `column of ${definition.file}`;
    case 'constant':
      return 'constant';
    case 'required':
      return definition.requestId === undefined
        ? definition.file
        : `${definition.file}#${definition.requestId}`;
    case 'environment':
      return `environment ${definition.environment}`;
  }
}

function severityWord({ severity }: Problem, paint: Paint): string {
  switch (severity) {
    case 'error':
      return paint.red('error  ');
    case 'warning':
      return paint.yellow('warning');
    case 'information':
      return paint.dim('note   ');
  }
}

function summary(analyses: readonly ChainAnalysis[], paint: Paint): string {
  const all = analyses.flatMap(({ problems }) => problems);
  const count = (severity: Problem['severity'], word: string): readonly string[] => {
    const number = all.filter((problem) => problem.severity === severity).length;
    return number === 0 ? [] : [plural(number, word)];
  };
  const counts = [
    ...count('error', 'error'),
    ...count('warning', 'warning'),
    ...count('information', 'note'),
  ];
  const chains = plural(analyses.length, 'chain');
  return paint.bold(`${counts.length === 0 ? 'No problems' : counts.join(', ')} in ${chains}`);
}
