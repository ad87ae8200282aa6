/** One repair from its first question to its outcome. */
import * as vscode from 'vscode';
import { defined } from '../../../core/defined';
import { readChainOnly } from '../../../core/files/chainFile';
import { candidateWords, type NameOf } from '../../../core/mapping/repair/explainRepair';
import { repairChain } from '../../../core/mapping/repair/repairChain';
import type { RepairReport } from '../../../core/mapping/repair/repairReport';
import { prepareRun } from '../../../node/run/execute';
import { createRepairPorts, surveyRepair, type RepairRuns } from '../../../node/run/repairRuns';
import type { DoneRepair } from '../../../protocol/repairContract';
import { chainPlace, fileTitle, type ChainPlace } from '../../chainDocument';
import { fileText, withoutLinks } from '../../fileText';
import { descriptions } from '../../openapi/descriptionThread';
import type { BeforeRun } from '../../running/runService';
import type { ChainAnalyses, Environments } from '../../services';
import { say } from '../../say';
import { executeSettings, type Machine } from '../../settings';
import { requireTrust } from '../../trust';
import type { SessionSources } from '../lastSession';
import { MAPPING_WORKER, askWorker } from '../mapInWorker';
import { findGoodRecording, type GoodRecording } from './goodRecording';
import { askAboutRepeats, refusal, requireAddress } from './repairQuestion';

/** What a repair works with. */
export interface RepairSources extends SessionSources {
  readonly analyses: Pick<ChainAnalyses, 'of'>;
  readonly environments: Pick<Environments, 'nameFor'>;
  /** This installation and what it knows of the workspace, as they are now. */
  readonly machine: () => Promise<Machine>;
  readonly beforeRun: BeforeRun;
}

/** How a repair is watched. */
export interface RepairWatch {
  readonly signal: AbortSignal;
  /** Called when the person has agreed to everything. */
  readonly onBegin: () => void;
  /** Called before each trial, with its number and what it changes. */
  readonly onTrial: (number: number, words: string) => void;
}

/** What a repair found. */
export interface FoundRepair extends GoodRecording {
  readonly report: RepairReport & Pick<DoneRepair, 'outcome'>;
  /** The chain before. */
  readonly before: string;
}

/** Runs with a change, whether it helped or not. */
export const MAX_TRIALS = 5;

/**
 * Repairs a chain as its editor has it; nothing when the person does not want that, or stopped it. Rejects with a
 * UserError where nothing may be sent.
 */
export async function runRepair(
  chain: vscode.Uri,
  sources: RepairSources,
  watch: RepairWatch,
  nameOf: NameOf,
): Promise<FoundRepair | undefined> {
  requireTrust();
  const place = chainPlace(chain);
  const { signal } = watch;
  const before = (await vscode.workspace.openTextDocument(chain)).getText();
  const environment = await sources.environments.nameFor(chain);
  const runs = await runsOf(place, environment, sources, signal);
  const survey = await surveyRepair(before, runs);
  requireAddress(survey);
  const analysis = await sources.analyses.of(chain);
  const thread = { script: MAPPING_WORKER, signal, onProgress: () => undefined };
  const good = await findGoodRecording(chain, analysis, sources, thread);
  if (good === undefined || !(await mayRun(place, before, runs, sources))) {
    return undefined;
  }
  const requests = readChainOnly(before, place.file).chain?.requests ?? [];
  const question = { title: fileTitle(chain), survey, requests, maxTrials: MAX_TRIALS };
  const repeats = await askAboutRepeats(question);
  if (repeats === undefined) {
    return undefined;
  }
  watch.onBegin();
  const job = { steps: good.steps, taken: analysis.variables.map(({ name }) => name) };
  const proposals = await askWorker(({ proposeRepair }) => proposeRepair(job), thread);
  if (proposals === undefined) {
    return undefined;
  }
  const { steps, ids } = good;
  const repair = repairChain(
    before,
    { steps, ids, proposals },
    { maxTrials: MAX_TRIALS, ...repeats },
    // Settings are read again: the person may just have allowed something.
    createRepairPorts(await runsOf(place, environment, sources, signal)),
  );
  for (;;) {
    const step = await repair.next();
    if (step.done === true) {
      const { outcome, ...report } = step.value;
      return outcome === 'cancelled' ? undefined : { ...good, report: { ...report, outcome }, before };
    }
    if (step.value.type === 'trial') {
      watch.onTrial(step.value.number, candidateWords(step.value.candidate, { nameOf, say }));
    }
  }
}

/** Asks what has to be asked before any run of the chain. */
function mayRun(
  place: ChainPlace,
  text: string,
  { environment, settings }: RepairRuns,
  { beforeRun }: RepairSources,
): Promise<boolean> {
  const select = { kind: 'all' } as const;
  const { describe } = descriptions;
  const job = {
    file: place.file,
    workspace: place.root,
    text,
    select,
    describe,
    ...defined({ environment }),
  };
  return beforeRun(place, { select, ...defined({ environment }) }, () => prepareRun(job, settings.overrides));
}

async function runsOf(
  place: ChainPlace,
  environment: string | undefined,
  { machine }: RepairSources,
  signal: AbortSignal,
): Promise<RepairRuns> {
  // A repair stops at each difference itself, and continues after it.
  const { bail: _bail, ...settings } = executeSettings(place.uri, await machine());
  return {
    file: place.file,
    workspace: place.root,
    describe: descriptions.describe,
    ...defined({ environment }),
    settings,
    signal,
    refusal,
  };
}

/** Shows how far a repair is, with a way to stop it, until `work` is over. */
export async function withRepairProgress<Result>(
  chain: vscode.Uri,
  stopping: AbortController,
  work: (report: (message: string) => void) => Promise<Result>,
): Promise<Result> {
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: withoutLinks(vscode.l10n.t('Repairing {0}', fileText(fileTitle(chain)))),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const listening = token.onCancellationRequested(() => stopping.abort());
    try {
      return await work((message) => progress.report({ message: withoutLinks(fileText(message)) }));
    } finally {
      listening.dispose();
    }
  });
}
