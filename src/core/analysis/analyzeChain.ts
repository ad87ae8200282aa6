/**
 * The Chain Analyzer: who produces and who consumes every variable, what depends on what, and what is
 * wrong with that.
 *
 * Pure: takes a chain's source and its surroundings, returns plain data with exact ranges. It
 * runs on every keystroke, so everything is looked up and nothing searched for, and what depends on one
 * request's text alone is remembered with it.
 */
import { problemAt } from '../json/jsonDocument';
import type { Problem, TextRange } from '../problem';
import type { ChainAnalysis, LastRun, Surroundings } from './analysis';
import type { ChainSource, RequestSource } from './chainSource';
import { callFindings } from './callFindings';
import { circleFindings } from './circleFindings';
import { duplicateFindings, lastRunFindings, shadowingFindings, unusedFindings } from './definitionFindings';
import { collectDefinitions, type DefinitionTable, type ExtractionDefinition } from './definitions';
import { dependenciesOf } from './dependencies';
import { missingFindings, withoutBrokenFiles } from './missingFindings';
import { missingMappingFindings } from './missingMappings';
import { createNeeds } from './needs';
import type { Finding, NoValueFinding } from './finding';
import { secretVariableFindings } from './flowSecrets';
import { headFindings, requestFindings } from './requestFindings';
import { openapiFindings, type ComparedRequests } from './openapiFindings';
import { requestNeeds } from './requestNeeds';
import { collectVariables } from './variables';

/** Analyzes a chain in its current state, with all its errors; `compared` is what `compareRequests` answers. */
export function analyzeChain(
  source: ChainSource,
  surroundings: Surroundings,
  compared: ComparedRequests = new Map(),
): ChainAnalysis {
  const table = collectDefinitions(source, surroundings);
  const needs = createNeeds(table, source, surroundings);
  const found = requestNeeds(source, needs);
  const used = new Set(found.produced.map(({ definition }) => definition));
  const noValue = [
    ...missingFindings(found, { source, table, surroundings }),
    ...circleFindings(source, needs),
    ...lastFindings(table, used, source, surroundings.lastRun),
  ];
  const broken = new Set([
    ...noValue.flatMap(({ variable, needing = variable }) => [variable, needing]),
    ...withoutBrokenFiles(found, { table, surroundings }),
  ]);
  const variables = collectVariables(source, table, broken, namesUsedOutside(surroundings));
  const findings: readonly Finding[] = [
    ...outsideFindings(source, surroundings),
    ...callFindings(source, surroundings, needs),
    ...openapiFindings(source, surroundings, compared),
    ...noValue.map(({ needing: _needing, ...finding }) => finding),
    ...variables.flatMap((variable) => [
      ...unusedFindings(variable),
      ...shadowingFindings(variable),
      ...duplicateFindings(variable, used, source),
    ]),
    ...missingMappingFindings(source),
    ...secretVariableFindings(source, needs),
    ...headFindings(source.text, source.head, source.marks),
    ...source.requests.flatMap((request) => placedFindings(source.text, request)),
  ];
  return {
    source,
    surroundings,
    variables,
    byName: new Map(variables.map((variable) => [variable.name, variable])),
    dependencies: dependenciesOf(found, table, surroundings.lastRun),
    problems: inOrder([
      ...source.problems,
      ...findings.map(({ range, ...finding }) => problemAt(source, range, finding)),
    ]),
  };
}

function lastFindings(
  table: DefinitionTable,
  used: ReadonlySet<ExtractionDefinition>,
  source: ChainSource,
  lastRun: LastRun | undefined,
): readonly NoValueFinding[] {
  return lastRun === undefined
    ? []
    : [...table].flatMap(([name, definitions]) =>
        lastRunFindings({ name, definitions }, used, source, lastRun),
      );
}

/** What is wrong with a request by itself, at its place in the file. */
function placedFindings(text: string, request: RequestSource): readonly Finding[] {
  const { id, start: base } = request;
  return requestFindings(text, request).map(({ range: { start, end }, ...finding }) => ({
    ...finding,
    range: { start: start + base, end: end + base },
    ...(id === '' ? {} : { request: id }),
  }));
}

/** Variables that the environment or the constants of required chains refer to. */
function namesUsedOutside({ required, environment }: Surroundings): ReadonlySet<string> {
  const references = [
    ...required.flatMap(({ marks }) => marks.references.filter(({ constant }) => constant !== undefined)),
    ...(environment?.references ?? []),
  ];
  return new Set(references.map(({ name }) => name));
}

/** What is wrong with the files around the chain, at the place where it names them. */
function outsideFindings(
  { marks }: ChainSource,
  { requiresFaults, environmentFault, dataFault, openapi, openapiFault }: Surroundings,
): readonly Finding[] {
  const [unread] = openapi?.remarks ?? [];
  const description = rangeOf(marks.openapi ?? marks.environment);
  return [
    ...requiresFaults.map(({ index, message }) => ({
      code: 'requires',
      severity: 'error' as const,
      message,
      range: rangeOf(marks.requires[index]),
    })),
    ...(environmentFault === undefined
      ? []
      : [
          {
            code: 'environment',
            severity: 'error' as const,
            message: environmentFault,
            range: rangeOf(marks.environment),
          },
        ]),
    ...(dataFault === undefined
      ? []
      : [{ code: 'data', severity: 'error' as const, message: dataFault, range: rangeOf(marks.data) }]),
    ...(openapiFault === undefined
      ? []
      : [{ code: 'openapi', severity: 'error' as const, message: openapiFault, range: description }]),
    ...(openapi === undefined || unread === undefined
      ? []
      : [
          {
            code: 'openapi-reference',
            severity: 'warning' as const,
            message: `${openapi.file} is not complete. ${unread}`,
            range: description,
          },
        ]),
  ];
}

/** Without a place of its own a problem is reported at the beginning of the file. */
function rangeOf(mark: TextRange = { start: 0, end: 0 }): TextRange {
  return { start: mark.start, end: mark.end };
}

function inOrder(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted((one, other) => one.range.start - other.range.start);
}
