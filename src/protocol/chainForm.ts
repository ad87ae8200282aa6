/**
 * A chain as the form gets it: its requests in a line each, the chosen one as JSON text, and what the analyzer
 * says about that. For a text that cannot be read it gets the place of the error, with the last valid view.
 */
import type { ChainAnalysis } from '../core/analysis/analysis';
import type { ChainSource, RequestSource } from '../core/analysis/chainSource';
import { defined } from '../core/defined';
import {
  countProblems,
  problemsOf,
  type Part,
  type PartProblem,
  type ProblemCount,
} from '../core/form/partProblems';
import { firstOrigin } from '../core/form/firstEnvironment';
import { referredVariables } from '../core/form/referredVariables';
import { rowPreview } from '../core/form/rowPreview';
import { stringifyJson } from '../core/json/json';
import { valueOf } from '../core/json/jsonDocument';
import type { KnownValues } from '../core/language/available';
import type { Problem } from '../core/problem';
import type { RequestReference, RequestResult } from '../core/result/result';
import type { Say } from '../core/say';
import type { FormTarget } from './formEdit';
import type { BrokenText, FormProblem, FormRow, FormView } from './formView';
import { lastProgress, type RequestProgress, type RunView } from './runView';

/** What a view is made from besides the analysis. */
export interface FormFacts extends Pick<
  FormView,
  'revision' | 'file' | 'trusted' | 'isSample' | 'environments'
> {
  readonly environment: string | undefined;
  /** Position of the chosen request; absent for the settings. */
  readonly chosen: number | undefined;
  /** Where the last exchange of the chosen request is found; absent when there is none. */
  readonly exchange: { readonly run: number; readonly index: number } | undefined;
  /** The current run, if any. */
  readonly running: RunView | undefined;
  /** Last result of a request of this chain. */
  readonly of: (requestId: string) => RequestResult | undefined;
  readonly values: KnownValues;
  readonly say: Say;
  /** Titles of the fixes of a problem. */
  readonly fixes: (problem: Problem) => readonly string[];
}

/** The view of a chain from its current analysis. */
export function chainForm(analysis: ChainAnalysis, facts: FormFacts): FormView {
  const { source } = analysis;
  const part = source.requests.find(({ index }) => index === facts.chosen);
  const { environment, exchange } = facts;
  const run = exchange === undefined ? {} : { run: exchange.run, runIndex: exchange.index };
  return {
    revision: facts.revision,
    file: facts.file,
    trusted: facts.trusted,
    isSample: facts.isSample,
    running: facts.running !== undefined,
    chain: settingsText(source),
    environments: facts.environments,
    ...defined({
      environment,
      data: rowPreview(analysis),
      firstOrigin: facts.environments.length === 0 ? firstOrigin(source) : undefined,
    }),
    requests: rowsOf(analysis, facts),
    ...(part === undefined
      ? {}
      : { chosen: { index: part.index, text: stringifyJson(valueOf(part.tree)), ...run } }),
    problems: problemsOf(analysis, part).map((found) => formProblem(found, facts)),
    variables: referredVariables(analysis, part, facts.values, facts.say),
    orderProblems: analysis.problems
      .filter(({ code }) => code === 'used-before-produced')
      .map(({ message }) => message),
  };
}

/** The view of a text that cannot be read; `before` is what was shown when it last could be. */
export function brokenForm(
  { place, message }: Problem,
  { revision, file, trusted, isSample }: Pick<FormFacts, 'revision' | 'file' | 'trusted' | 'isSample'>,
  before: FormView | undefined,
): FormView {
  const { line = 1, column = 1 } = place;
  const broken: BrokenText = { message, line, column };
  return { ...(before ?? EMPTY), revision, file, trusted, isSample, broken };
}

/** The current place of a request that was chosen before: by its id, else at its place; the settings stay chosen. */
export function followTarget({ requests }: ChainSource, target: FormTarget): FormTarget {
  if (target === null) {
    return null;
  }
  const there = requests.find(({ index }) => index === target.index);
  const same = requests.find(({ id }) => id === target.id && id !== '');
  const found = there?.id === target.id ? there : (same ?? there ?? requests.at(-1));
  return found === undefined ? null : { index: found.index, id: found.id };
}

/** The part that a target names; absent when another request, or none, is there. */
export function partOf({ requests }: ChainSource, target: FormTarget): { readonly part: Part } | undefined {
  if (target === null) {
    return { part: undefined };
  }
  const request = requests.find(({ index }) => index === target.index);
  return request?.id === target.id ? { part: request } : undefined;
}

/** Positions of the requests of a chain by what runs call them; of several with one id only the first is run. */
export function rowsByRequest({
  file,
  requests,
}: ChainSource): (request: RequestReference) => number | undefined {
  const rows = new Map(requests.toReversed().map(({ id, index }) => [id, index]));
  return ({ chain, id }) => (chain === file ? rows.get(id) : undefined);
}

const EMPTY: Omit<FormView, 'revision' | 'file' | 'trusted' | 'isSample' | 'broken'> = {
  running: false,
  chain: '{}',
  environments: [],
  requests: [],
  problems: [],
  variables: [],
  orderProblems: [],
};

function settingsText({ head }: ChainSource): string {
  return head === undefined
    ? '{}'
    : stringifyJson(valueOf({ ...head, members: head.members.filter(({ name }) => name !== 'requests') }));
}

function rowsOf(analysis: ChainAnalysis, { running, of }: FormFacts): readonly FormRow[] {
  const { source } = analysis;
  const counts = countProblems(analysis);
  const rowOf = rowsByRequest(source);
  const progress = new Map(
    running?.requests.map((row) => [rowOf(row.planned.request), row.progress] as const),
  );
  return source.requests.map((request, place) =>
    rowFrom(request, counts[place], progress.get(request.index) ?? lastProgress(of(request.id))),
  );
}

function rowFrom(
  { id, name, method, disabled, marks }: RequestSource,
  { errors, warnings }: ProblemCount = { errors: 0, warnings: 0 },
  progress: RequestProgress | undefined,
): FormRow {
  const chain = marks.call?.name;
  const row = { id, name, method, ...defined({ chain }), disabled, errors, warnings };
  return progress === undefined ? row : { ...row, progress };
}

function formProblem({ problem, path }: PartProblem, { fixes }: FormFacts): FormProblem {
  const { message, severity } = problem;
  return {
    path,
    severity: severity === 'information' ? 'info' : severity,
    message,
    fixes: fixes(problem),
  };
}
