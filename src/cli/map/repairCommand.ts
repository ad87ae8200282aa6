/**
 * `chainwright map --repair`: runs a chain, and changes what the run speaks against. What is sent is said first; the
 * outcome is a proposal until `--apply` writes it.
 */
import path from 'node:path';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { treeOf } from '../../core/edit/jsonEdit';
import { valueAtSteps } from '../../core/extraction/responsePart';
import { valueOf } from '../../core/json/jsonDocument';
import type { RecordedStep } from '../../core/mapping/read/recordedSession';
import { repairChain } from '../../core/mapping/repair/repairChain';
import type { RepairReport } from '../../core/mapping/repair/repairReport';
import { candidateWords, type ShownRepair } from '../../core/mapping/repair/explainRepair';
import { readRepairSession } from '../../core/mapping/repair/repairSession';
import { inEnglish } from '../../core/say';
import { plural } from '../../core/words';
import { writeOutputFile } from '../../node/files/outputFile';
import {
  createRepairPorts,
  surveyRepair,
  type RepairHindrance,
  type RepairRuns,
} from '../../node/run/repairRuns';
import type { RunSurvey } from '../../node/run/surveyRun';
import { workspaceOf } from '../../node/files/workspaceOf';
import type { CommandContext } from '../commandContext';
import { exitCodes } from '../exitCode';
import { colours, printable } from '../paint';
import { remedies } from '../remedies';
import { executeSettings, type NetworkOptions } from '../runOptions';
import type { MappedChain } from './mapSource';
import { repairJson } from './repairJson';
import { recordedNames, renderRepair, repairRemedies } from './repairText';

/** What commander gives for a repair. */
export interface RepairOptions extends NetworkOptions {
  readonly environment?: string;
  readonly repair: boolean;
  readonly maxTrials: number;
  readonly allowMutations: boolean;
}

/** A chain to repair, and its recording. */
export interface RepairSource {
  readonly chain: MappedChain;
  readonly steps: readonly RecordedStep[];
}

/** How the outcome is used. */
export interface RepairUse {
  readonly apply: boolean;
  readonly json: boolean;
}

/** A repair that was made, and written where that was asked for. */
export interface RepairedFile {
  readonly shown: ShownRepair;
  readonly applied: boolean;
  readonly code: number;
}

/** Repairs a chain and shows the outcome; resolves to the exit code. Rejects as {@link repairFile}. */
export async function repairCommand(
  source: RepairSource,
  options: RepairOptions,
  { apply, json }: RepairUse,
  context: CommandContext,
): Promise<number> {
  const { shown, applied, code } = await repairFile(source, options, apply, context);
  process.stdout.write(
    json
      ? `${JSON.stringify({ repair: repairJson(shown, applied) }, null, 2)}\n`
      : renderRepair(shown, colours(process.stdout, context.environment)),
  );
  if (applied || isChanged(shown)) {
    const { file } = source.chain;
    console.error(
      printable(applied ? `${file} was changed.` : 'Nothing was changed. --apply writes the changes.'),
    );
  }
  return code;
}

/**
 * Repairs a chain, and says on the error output what is sent. Rejects with UserError where nothing may be sent or
 * written.
 */
export async function repairFile(
  { chain, steps }: RepairSource,
  options: RepairOptions,
  apply: boolean,
  context: CommandContext,
): Promise<RepairedFile> {
  const { file, text: before, taken } = chain;
  const names = { steps, ids: idsOf(chain, steps) };
  const wording = { nameOf: recordedNames(steps, names.ids), say: inEnglish };
  const runs: RepairRuns = {
    file,
    workspace: await workspaceOf(file, context.folder),
    ...defined({ environment: options.environment }),
    settings: executeSettings(options, context),
    signal: context.signal,
    refusal,
  };
  const survey = await surveyRepair(before, runs);
  requireSecrets(survey, runs.settings);
  console.error(printable(`${path.basename(file)}: ${sendsSentence(survey)} ${limitsSentence(options)}`));
  const repair = repairChain(
    before,
    readRepairSession({ ...names, taken }),
    options,
    createRepairPorts(runs),
  );
  for (;;) {
    const step = await repair.next();
    if (step.done === true) {
      const shown = { report: step.value, before, ...names, ...wording, remedies: repairRemedies };
      const applied = apply && isChanged(shown);
      if (applied) {
        await writeOutputFile('The chain', file, step.value.text);
      }
      return { shown, applied, code: exitCodeFor(step.value) };
    }
    if (step.value.type === 'trial') {
      const { number, candidate } = step.value;
      console.error(printable(`Trial ${number}: ${candidateWords(candidate, wording)}`));
    }
  }
}

/** The options of a repair, for a command that a person is told. */
export function repairWords(options: RepairOptions): readonly string[] {
  const { environment, allowMutations, insecure, proxy } = options;
  const repeated = {
    '-e': environment === undefined ? [] : [environment],
    '--var': options.var,
    '--var-json': options.varJson,
    '--allow-host': options.allowHost,
    '--allow-env': options.allowEnv,
    '--secret-host': options.secretHost,
    '--trust-environment': options.trustEnvironment,
    '--proxy': proxy === undefined ? [] : [proxy],
  };
  return [
    '--repair',
    ...Object.entries(repeated).flatMap(([name, values]) => values.flatMap((value) => [name, value])),
    ...(allowMutations ? ['--allow-mutations'] : []),
    ...(insecure ? ['--insecure'] : []),
  ];
}

/** Whether there is something to write: what a repair found before it was cancelled is not. */
function isChanged({ report, before }: ShownRepair): boolean {
  return report.text !== before && report.outcome !== 'cancelled';
}

/** Why a repair does not send, and what to do. */
function refusal(hindrance: RepairHindrance): UserError {
  switch (hindrance.kind) {
    case 'protected':
      return new UserError(
        `The environment ${hindrance.environment} is protected: a repair sends nothing to it.`,
        'Repair the chain in another environment: --environment <name>.',
      );
    case 'proxy':
      return new UserError(
        `Requests would go through the proxy ${hindrance.proxy}, which the environment names and which is not this machine: a repair sends nothing through it.`,
        'If it is right, name it yourself: --proxy <url>. For no proxy: --proxy none.',
      );
    case 'origin':
      return new UserError(
        `${hindrance.origin} is not this machine: a repair sends nothing to it.`,
        remedies.allowOrigin(hindrance.origin),
      );
  }
}

/**
 * Refuses a chain that lacks secrets: without them servers answer something else nearly everywhere, which says nothing
 * of the chain.
 */
function requireSecrets(
  { missingSecrets, strays, addressed, environment }: RunSurvey,
  { secrets }: RepairRuns['settings'],
): void {
  // Secrets go to the origins of an environment, and of nothing else of themselves.
  const [origin, ...others] = environment === undefined ? addressed : [];
  const whereTo = (name: string): readonly string[] =>
    origin === undefined || others.length > 0 || secrets.bindings.has(name)
      ? []
      : [remedies.bindSecret({ label: `secret ${name}`, name }, origin)];
  const lacks = [
    ...missingSecrets.map((name) => ({
      what: `The secret ${name} has no value`,
      todo: [remedies.setSecret(name), ...whereTo(name)],
    })),
    ...strays.map(({ secret, origin: stranger }) => ({
      what: `The secret ${secret.name} is not bound to ${stranger}`,
      todo: [remedies.bindSecret(secret, stranger)],
    })),
  ];
  if (lacks.length > 0) {
    throw new UserError(
      `${lacks.map(({ what }) => what).join('. ')}. So nothing was sent.`,
      lacks.flatMap(({ todo }) => todo).join(' '),
    );
  }
}

/** What is sent first. */
function sendsSentence({ requests, addressed, changing }: RunSurvey): string {
  const where = addressed.length === 0 ? '' : ` to ${addressed.join(', ')}`;
  const methods = [...new Set(changing.map(({ method }) => method))].join(', ');
  const changes = changing.length === 0 ? '' : `, ${changing.length} of them ${methods}`;
  return `Sends ${plural(requests, 'request')}${where}${changes}.`;
}

function limitsSentence({ maxTrials, allowMutations }: RepairOptions): string {
  const again = allowMutations ? '' : ' Requests that are not idempotent are not sent again.';
  return `Then at most ${plural(maxTrials, 'trial')}, each of which sends some of them again.${again}`;
}

/** Id of the request by its entry. */
function idsOf({ text, indexOf }: MappedChain, steps: readonly RecordedStep[]): ReadonlyMap<number, string> {
  const chain = valueOf(treeOf(text));
  return new Map(
    steps.flatMap(({ entry }) => {
      const id = valueAtSteps(chain, ['requests', indexOf(entry) ?? -1, 'id']);
      return typeof id === 'string' ? [[entry, id] as const] : [];
    }),
  );
}

function exitCodeFor({ outcome }: RepairReport): number {
  switch (outcome) {
    case 'green':
      return exitCodes.passed;
    case 'cancelled':
      return exitCodes.cancelled;
    case 'open':
    case 'stopped':
      return exitCodes.failed;
  }
}

/** Refuses options that say how mappings are chosen without a run. */
export function refuseOtherWays(others: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(others).find(([, value]) => value !== undefined && value !== false);
  if (given !== undefined) {
    throw new UserError(
      `--repair and ${given[0]} exclude each other.`,
      'A repair goes by what a run answers.',
    );
  }
}
