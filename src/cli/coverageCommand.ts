/** `chainwright coverage`: how much of an OpenAPI description chains and authorization matrices cover. Nothing is sent. */
import path from 'node:path';
import type { Cell } from '../core/authz/model/cell';
import { planMatrix } from '../core/authz/plan/planMatrix';
import { sentBy } from '../core/authz/report/coverage';
import {
  measureCoverage,
  type ApiCoverage,
  type Calls,
  type NamedRequest,
  type SeenAnswer,
} from '../core/openapi/coverage';
import type { ExecutionResult } from '../core/result/result';
import type { LoadedChain } from '../core/run/plan';
import { listWithMembers } from '../formats/importers/read/openapi/listApi';
import { coverageReporters, renderCoverage } from '../formats/reporters/coverage/coverageReporters';
import { sumWords } from '../formats/reporters/coverage/coverageSections';
import { loadMatrix } from '../node/authz/loadMatrix';
import { loadChains } from '../node/files/loadChain';
import { readStoredRuns } from '../node/results/storedRun';
import { openDescription } from '../node/files/openDescription';
import { CHAINS_AND_MATRICES, findChains, storedIn } from './chainFiles';
import { workspaceOf } from '../node/files/workspaceOf';
import type { CommandContext } from './commandContext';
import { exitCodes, faultExitCode, worstExitCode } from './exitCode';
import { colours, printable } from './paint';
import { whole } from './wholeDescription';
import { listReports, requestedReports, takesOutput, writeEach, type ReporterOptions } from './reports';

/** What commander gives for `coverage`. */
export interface CoverageOptions extends ReporterOptions {
  /** Results or JSON reports, or chains for their latest results. */
  readonly results: readonly string[];
  /** Percent of the operations that have to be called. */
  readonly threshold?: number;
}

/** Measures the coverage of a description; resolves to the exit code: 1 when it is below the threshold. */
export async function coverageCommand(
  spec: string,
  patterns: readonly string[],
  options: CoverageOptions,
  { folder, environment, version, signal }: CommandContext,
): Promise<number> {
  const reports = requestedReports(options, folder, coverageReporters);
  // Where operations are missing, the share of those that are called would be a lie.
  const opened = whole(await openDescription(spec, folder));
  const files = await findChains(patterns, folder, CHAINS_AND_MATRICES);
  const answers = await readAnswers(options.results, folder);
  const coverage = measureCoverage(listWithMembers(spec, opened), {
    ...(await readCalls(files, folder)),
    ...(options.results.length === 0 ? {} : { answers }),
  });
  if (!reports.some(takesOutput)) {
    process.stdout.write(`${renderCoverage(coverage, colours(process.stdout, environment))}\n`);
  }
  const tool = { name: 'chainwright', version };
  const written = await writeEach(reports, ({ render }) => render(coverage, tool), signal);
  listReports(written);
  return worstExitCode([
    judge(coverage, options.threshold),
    ...(written.faults.length > 0 ? [faultExitCode(signal)] : []),
  ]);
}

function judge({ of, sums: { operations } }: ApiCoverage, threshold: number | undefined): number {
  if (threshold === undefined || operations === undefined) {
    return exitCodes.passed;
  }
  if (operations.covered * 100 >= threshold * operations.total) {
    return exitCodes.passed;
  }
  console.error(
    printable(
      `The chains call ${sumWords(operations)} operations of ${of}, and --threshold wants ${threshold} %. Add requests for what is not called.`,
    ),
  );
  return exitCodes.failed;
}

/** What the files send, each chain once, those that they require and run as steps included. */
async function readCalls(files: readonly string[], folder: string): Promise<Calls> {
  const chains = new Map<string, LoadedChain>();
  const add = async (file: string, workspace: string): Promise<void> => {
    const { main, required, called } = await loadChains(file, workspace);
    const ofCalls = [...called.values()].flatMap((one) => [...one.required, one.loaded]);
    [...required, main, ...ofCalls].forEach((one) => chains.set(one.file, one));
  };
  const cells: Cell[] = [];
  const isMatrix = (file: string): boolean => file.endsWith('.authz.json');
  for (const file of files) {
    const workspace = await workspaceOf(file, folder);
    if (!isMatrix(file)) {
      await add(file, workspace);
      continue;
    }
    const loaded = await loadMatrix({ file, workspace });
    cells.push(...planMatrix(loaded, WHOLE_PLAN).cells.filter(({ skip }) => skip === undefined));
    for (const chain of loaded.chains.keys()) {
      await add(path.resolve(workspace, chain), workspace);
    }
  }
  return {
    requests: [...chains.values()].flatMap(requestsOf),
    ...(files.some(isMatrix) ? { cells: cells.map(sentBy) } : {}),
  };
}

/** Coverage is of everything that could be tested, whatever somebody would agree to in one run. */
const WHOLE_PLAN = { allowMutations: true, allowChanges: '', irreversible: [] };

function requestsOf({ file, chain }: LoadedChain): readonly NamedRequest[] {
  return chain.requests
    .filter(({ disabled, call }) => !disabled && call === undefined)
    .map((request) => ({ file, request }));
}

async function readAnswers(names: readonly string[], folder: string): Promise<readonly SeenAnswer[]> {
  const answers: SeenAnswer[] = [];
  for (const name of names) {
    const file = path.resolve(folder, name);
    const workspace = storedIn(file) ?? (await workspaceOf(file, folder));
    answers.push(...(await readStoredRuns(file, workspace)).flatMap(answersIn));
  }
  return answers;
}

function answersIn({ requests }: ExecutionResult): readonly SeenAnswer[] {
  return requests
    .flatMap((request) => [request, ...(request.parts ?? [])])
    .flatMap(({ exchange }) =>
      exchange?.response === undefined
        ? []
        : [{ method: exchange.request.method, url: exchange.request.url, status: exchange.response.status }],
    );
}
