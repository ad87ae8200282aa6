/**
 * One test run: its jobs one after the other, each with the runs that everything else uses too, so that
 * lenses, results and the status bar show it as well. Whatever happens, every test gets a result.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { defined } from '../../core/defined';
import { outlineChain } from '../../core/files/outline';
import type { RequestResult, RunOutcome } from '../../core/result/result';
import { chainPlace, type ChainPlace } from '../chainDocument';
import type { RunChange } from '../chainRuns';
import { engineText } from '../engineText';
import { fileText } from '../fileText';
import { triggerOf, type RunService } from './runService';
import type { TestJob } from './testJobs';
import { locationsIn, outputOf, reportResult, type RequestPlaces } from './testReport';

/** What a test run works with. */
export interface TestRunPorts {
  readonly service: RunService;
  readonly log: vscode.LogOutputChannel;
  /** Environment to run in; absent is the one that is chosen for each chain. */
  readonly environment?: string;
}

/** Runs the jobs one after the other. Never rejects; the caller that started the test run ends it. */
export async function runJobs(
  ports: TestRunPorts,
  jobs: readonly TestJob[],
  run: vscode.TestRun,
): Promise<void> {
  jobs.flatMap(({ requests }) => requests).forEach((item) => run.enqueued(item));
  for (const job of jobs) {
    await runJob(ports, job, run);
  }
}

async function runJob(ports: TestRunPorts, job: TestJob, run: vscode.TestRun): Promise<void> {
  const open = new Set(job.requests);
  try {
    if (job.skipped !== undefined) {
      run.appendOutput(`${skipReason(job, job.skipped)}\r\n`, undefined, job.chain);
    } else if (!run.token.isCancellationRequested && hasSomethingToRun(job)) {
      await followRun(ports, job, run, open);
    }
  } catch (error) {
    const message = new vscode.TestMessage(explain(error, ports.log));
    (open.size > 0 ? [...open] : [job.chain]).forEach((item) => run.errored(item, message));
    open.clear();
  } finally {
    // Cancelled, switched off, or the person said no: not run is not failed.
    open.forEach((item) => run.skipped(item));
    if (job.requests.length === 0) {
      run.skipped(job.chain);
    }
  }
}

/** Runs a chain and reports each result as it comes; `open` loses the items that have one. */
async function followRun(
  { service, environment }: TestRunPorts,
  { chain, select }: TestJob,
  run: vscode.TestRun,
  open: Set<vscode.TestItem>,
): Promise<RunOutcome | undefined> {
  const place = placeOf(chain);
  const { logLines } = await import('../../core/run/executionLog');
  const placesOf = await placesIn(place);
  const watching = vscode.Disposable.from(
    run.token.onCancellationRequested(() => service.runs.cancel(place.uri)),
    service.runs.onDidChange((change) => {
      if (change.run.place.uri.toString() !== place.uri.toString()) {
        return;
      }
      const item = itemOf(change, chain);
      const lines = logLines(change.event, (index) => change.run.view.requests[index]?.planned);
      run.appendOutput(outputOf(lines), undefined, item);
      if (item !== undefined && open.has(item) && !hasMoreRows(change)) {
        follow(change, item, placesOf, run);
      }
      if (item !== undefined && change.event.type === 'request-finished' && !hasMoreRows(change)) {
        open.delete(item);
      }
    }),
  );
  try {
    const trigger = triggerOf(select);
    return await service.start({
      place,
      select,
      trigger,
      ...defined({ environment }),
    });
  } finally {
    watching.dispose();
  }
}

function follow(
  { event }: RunChange,
  item: vscode.TestItem,
  placesOf: (result: RequestResult) => RequestPlaces,
  run: vscode.TestRun,
): void {
  if (event.type === 'request-started') {
    run.started(item);
  } else if (event.type === 'request-finished') {
    reportResult(run, item, event.result, placesOf(event.result));
  }
}

/** Whether a request passed for one row of data, and is still to be sent for others. */
function hasMoreRows({ event, run: { view } }: RunChange): boolean {
  if (event.type !== 'request-finished' || isTrouble(event.result)) {
    return false;
  }
  const { chain, id } = event.result.request;
  const last = view.requests.findLastIndex(
    ({ planned: { request } }) => request.id === id && request.chain === chain,
  );
  return event.index < last;
}

function isTrouble({ outcome }: RequestResult): boolean {
  return outcome === 'failed' || outcome === 'blocked';
}

/** The item of the request that an event is about; those of required chains have none in this chain. */
function itemOf({ event, run: { view } }: RunChange, chain: vscode.TestItem): vscode.TestItem | undefined {
  if (event.type !== 'request-started' && event.type !== 'request-finished') {
    return undefined;
  }
  const request = view.requests[event.index]?.planned.request;
  return request?.chain === view.chain.file ? chain.children.get(request.id) : undefined;
}

/** Finds the places of a request in its current chain, to show failures there. */
async function placesIn({ uri }: ChainPlace): Promise<(result: RequestResult) => RequestPlaces> {
  const { expectPlaces } = await import('../../core/run/expectPlaces');
  const document = await vscode.workspace.openTextDocument(uri);
  return ({ request: { id } }) => {
    const text = document.getText();
    const range = outlineChain(text).requests.find((request) => request.id === id)?.range;
    if (range === undefined) {
      return { request: undefined, conditions: [] };
    }
    const conditions = expectPlaces(text.slice(range.start, range.end));
    const [whole] = locationsIn(document, range.start, [{ start: 0, end: 0 }]);
    return { request: whole, conditions: locationsIn(document, range.start, conditions) };
  };
}

/** Running nothing but requests that are switched off is nothing to do. */
function hasSomethingToRun({ select }: TestJob): boolean {
  return select.kind !== 'withDependencies' || select.ids.length > 0;
}

function placeOf({ uri }: vscode.TestItem): ChainPlace {
  if (uri === undefined) {
    throw new Error('the item of a chain has a URI');
  }
  return chainPlace(uri);
}

function skipReason({ chain }: TestJob, status: 'draft' | 'archived'): string {
  const name = fileText(chain.label);
  return status === 'draft'
    ? vscode.l10n.t('Skipped {0}: it is a draft. Run it by itself, or set its status to active.', name)
    : vscode.l10n.t('Skipped {0}: it is archived. Set its status to active to run it.', name);
}

/** Why a chain could not be run: what the user can fix in full, an internal error in the log. */
export function explain(error: unknown, log: vscode.LogOutputChannel): string {
  if (error instanceof UserError) {
    return engineText(error.message);
  }
  log.error(error instanceof Error ? error : String(error));
  return vscode.l10n.t('This did not work because of a fault in Chainwright. Its log says more.');
}
