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
import { readRepairSession } from '../../core/mapping/repair/repairSession';
import { plural } from '../../core/words';
import { writeOutputFile } from '../../node/files/outputFile';
import { workspaceOf } from '../chainFiles';
import type { CommandContext } from '../commandContext';
import { exitCodes } from '../exitCode';
import { colours, printable } from '../paint';
import { executeSettings, type NetworkOptions } from '../runOptions';
import type { MappedChain } from './mapSource';
import { announceRuns, createRepairPorts } from './repairRuns';
import { candidateText, renderRepair, repairJson, type ShownRepair } from './repairText';

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
  const runs = {
    file,
    workspace: await workspaceOf(file, context.folder),
    ...defined({ environment: options.environment }),
    settings: { ...executeSettings(options, context), isConfined: true },
    signal: context.signal,
  };
  console.error(
    printable(`${path.basename(file)}: ${await announceRuns(before, runs)} ${limitsSentence(options)}`),
  );
  const repair = repairChain(
    before,
    readRepairSession({ ...names, taken }),
    options,
    createRepairPorts(runs),
  );
  for (;;) {
    const step = await repair.next();
    if (step.done === true) {
      const shown = { report: step.value, before, ...names };
      const applied = apply && isChanged(shown);
      if (applied) {
        await writeOutputFile('The chain', file, step.value.text);
      }
      return { shown, applied, code: exitCodeFor(step.value) };
    }
    if (step.value.type === 'trial') {
      const { number, candidate } = step.value;
      console.error(printable(`Trial ${number}: ${candidateText(candidate, names)}`));
    }
  }
}

/** Whether there is something to write: what a repair found before it was cancelled is not. */
function isChanged({ report, before }: ShownRepair): boolean {
  return report.text !== before && report.outcome !== 'cancelled';
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
