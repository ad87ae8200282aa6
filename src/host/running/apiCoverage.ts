/** Coverage of the OpenAPI descriptions that chains name, by what was sent in a test run. */
import * as vscode from 'vscode';
import { createChainReader } from '../../core/analysis/readSource';
import { groupBy } from '../../core/groupBy';
import { descriptionOf, type NamedDescription } from '../../core/openapi/namedDescription';
import { countSent, type SentCount } from '../../core/openapi/sentCounts';
import { loadEnvironment } from '../../node/files/loadChain';
import { fileOf } from '../../node/files/loadDescription';
import type { ChainRun, ChainRuns } from '../chainRuns';
import { descriptions } from '../openapi/descriptionThread';
import type { TestJob } from './testJobs';
import { explain } from './testRun';

/** What is measured. */
export interface Measured {
  readonly runs: Pick<ChainRuns, 'onDidChange'>;
  readonly jobs: readonly TestJob[];
  readonly run: vscode.TestRun;
  readonly log: vscode.LogOutputChannel;
}

/** Does the work and adds the coverage of what its chains sent meanwhile. Never rejects for a description. */
export async function measure({ runs, jobs, run, log }: Measured, work: () => Promise<void>): Promise<void> {
  const chains = new Set(jobs.map(({ chain }) => chain.uri?.toString()));
  const seen = new Map<string, ChainRun>();
  const watching = runs.onDidChange((change) => {
    const chain = change.run.place.uri.toString();
    if (chains.has(chain)) {
      seen.set(chain, change.run);
    }
  });
  try {
    await work();
  } finally {
    watching.dispose();
  }
  const report = (error: unknown): void => {
    run.appendOutput(`${explain(error, log).replace(/\r?\n/g, '\r\n')}\r\n`);
  };
  await addCoverage([...seen.values()], run, report);
}

const details = new WeakMap<vscode.FileCoverage, readonly vscode.FileCoverageDetail[]>();

/** The operations of a file whose coverage was added. */
export function detailsOf(file: vscode.FileCoverage): vscode.FileCoverageDetail[] {
  return [...(details.get(file) ?? [])];
}

/** A run of a chain with the description that counts for it. */
interface DescribedRun {
  readonly run: ChainRun;
  readonly named: NamedDescription;
}

async function addCoverage(
  runs: readonly ChainRun[],
  testRun: vscode.TestRun,
  report: (error: unknown) => void,
): Promise<void> {
  const described: DescribedRun[] = [];
  for (const run of runs) {
    try {
      const named = await namedBy(run);
      described.push(...(named === undefined ? [] : [{ run, named }]));
    } catch (error) {
      report(error);
    }
  }
  for (const same of groupBy(described, uriOf).values()) {
    try {
      (await coverageOf(same)).forEach((file) => testRun.addCoverage(file));
    } catch (error) {
      report(error);
    }
  }
}

async function namedBy({ place, view }: ChainRun): Promise<NamedDescription | undefined> {
  const { file } = view.chain;
  const text = (await vscode.workspace.openTextDocument(place.uri)).getText();
  const openapi = createChainReader()(text, file).marks.openapi?.name;
  const environment =
    view.environment === undefined
      ? undefined
      : await loadEnvironment(view.environment, place.file, place.root);
  return descriptionOf({ file, chain: { openapi } }, environment);
}

function uriOf({ run, named }: DescribedRun): string {
  return vscode.Uri.joinPath(vscode.Uri.file(run.place.root), fileOf(named)).toString();
}

async function coverageOf(same: readonly DescribedRun[]): Promise<readonly vscode.FileCoverage[]> {
  const [first] = same;
  if (first === undefined) {
    return [];
  }
  const { root } = first.run.place;
  const results = same.flatMap(({ run }) => [...run.results.values()]);
  const counts = countSent(await descriptions.list({ named: first.named, workspace: root }), results);
  return [...counts].map(([file, operations]) => {
    const found = operations.flatMap(detailsFor);
    const uri = vscode.Uri.joinPath(vscode.Uri.file(root), file);
    const coverage = vscode.FileCoverage.fromDetails(uri, found);
    details.set(coverage, found);
    return coverage;
  });
}

/** A declaration has a name in the Test Explorer, and a statement has a colour on its line. */
function detailsFor({ operation, line = 1, count }: SentCount): readonly vscode.FileCoverageDetail[] {
  const place = new vscode.Position(line - 1, 0);
  return [
    new vscode.DeclarationCoverage(operation, count, place),
    new vscode.StatementCoverage(count, place),
  ];
}
