/**
 * `npm run attack`: every attack in full. First those on secrets, in a table and one line with the number of leaks
 * and of requests that must not have arrived; then those on endings, in one line with a count for each part. The
 * exit code is 0 only when everything was as it has to be. `npm run attack -- bombs` runs one part.
 */
import { runChat } from './chatRun';
import { describeOutcome, runEcho } from './echoRun';
import { echoCases, type EchoCase } from './echoServer';
import type { EchoOutcome } from './echoStage';
import { attackGroups } from './exfiltration/attacks';
import { runAttacks } from './exfiltration/runAttack';
import { runMatrix } from './matrixRun';
import { describeParts, runPart, type PartOutcome } from './part';
import { parts } from './parts';
import { positiveCases, runPositive } from './positives';
import { strongSecrets, weakSecrets, type AttackSecret } from './secrets';
import { runWeak, weakRequests } from './weakRun';

/** A line of the table. */
interface Row {
  readonly group: string;
  readonly tried: number;
  /** Cases that were not as they have to be. */
  readonly failed: number;
  readonly leaks: number;
  readonly strays: number;
}

/** One of this many cases has its issue drafted, and one is posted to chats. */
const ISSUE_STEP = 41;
const CHAT_STEP = 12;
/** A matrix takes a multiple of the requests of a chain. */
const MATRIX_STEP = 4;

const every = (step: number): readonly EchoCase[] => echoCases.filter((_, at) => at % step === 0);

function tell(lines: readonly string[]): void {
  for (const line of lines) {
    process.stdout.write(`  ✗ ${line.replaceAll('\n', ' ')}\n`);
  }
}

function echoRow(group: string, outcome: EchoOutcome): Row {
  const lines = describeOutcome(outcome);
  tell(lines.map((line) => `${group}: ${line}`));
  const leaks = lines.length - outcome.faults.length;
  return { group, tried: outcome.tried, failed: lines.length, leaks, strays: 0 };
}

async function echoRows(secret: AttackSecret): Promise<readonly Row[]> {
  return [
    echoRow(`${secret.kind} in reports`, await runEcho(secret, echoCases, every(ISSUE_STEP))),
    echoRow(`${secret.kind} in chats`, await runChat(secret, every(CHAT_STEP))),
    echoRow(`${secret.kind} in matrices`, await runMatrix(secret, every(MATRIX_STEP))),
  ];
}

async function weakRow(value: string): Promise<Row> {
  const { arrived, leaks, warned } = await runWeak(value);
  const group = `weak secret ${value}`;
  const faults = [
    ...(arrived === weakRequests.length ? [] : [`only ${arrived} requests arrived`]),
    ...(warned ? [] : ['the console does not warn']),
  ];
  tell([...faults, ...leaks].map((line) => `${group}: ${line}`));
  // A request is shown in several outputs.
  const shown = new Set(leaks.map((line) => line.split(' ')[0])).size;
  return { group, tried: weakRequests.length, failed: faults.length + shown, leaks: shown, strays: 0 };
}

async function exfiltrationRows(): Promise<readonly Row[]> {
  const outcomes = await runAttacks(attackGroups.flatMap(({ attacks }) => attacks));
  return attackGroups.map(({ name: group, attacks }) => {
    let [failed, strays] = [0, 0];
    for (const { name } of attacks) {
      const outcome = outcomes.get(name) ?? { strays: [], faults: ['it was not tried'] };
      const lines = [...outcome.strays, ...outcome.faults];
      tell(lines.map((line) => `${group}: ${name}: ${line}`));
      failed += lines.length > 0 ? 1 : 0;
      strays += outcome.strays.length;
    }
    return { group, tried: attacks.length, failed, leaks: 0, strays };
  });
}

async function positiveRow(): Promise<Row> {
  let failed = 0;
  for (const one of positiveCases) {
    const { code, arrived, shown } = await runPositive(one);
    if (code !== 0 || arrived.join('\n') !== one.arrives.join('\n')) {
      failed += 1;
      tell([
        `ordinary use: ${one.name}: exit code ${code}, arrived: ${arrived.join(', ')}; ${shown.slice(0, 300)}`,
      ]);
    }
  }
  return { group: 'ordinary use', tried: positiveCases.length, failed, leaks: 0, strays: 0 };
}

function tableOf(rows: readonly Row[]): string {
  const cells = [
    ['', 'tried', 'failed', 'leaks', 'stray requests'],
    ...rows.map(({ group, tried, failed, leaks, strays }) => [
      group,
      ...[tried, failed, leaks, strays].map(String),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

/** Every attack that is about secrets; resolves to the number of failed cases. */
async function attackSecrets(): Promise<number> {
  const rows: Row[] = [];
  for (const secret of strongSecrets) {
    rows.push(...(await echoRows(secret)));
  }
  for (const value of weakSecrets) {
    rows.push(await weakRow(value));
  }
  rows.push(...(await exfiltrationRows()), await positiveRow());
  const sum = (of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const failed = sum((row) => row.failed);
  const [leaks, strays] = [sum((row) => row.leaks), sum((row) => row.strays)];
  process.stdout.write(
    `\n${tableOf(rows)}\n\nleaks ${leaks}, stray requests ${strays}, failed cases ${failed}\n`,
  );
  return failed;
}

/** All parts, or those whose name, or the name of a trial, contains one of some words; `secrets` names the first one. */
async function main(words: readonly string[]): Promise<number> {
  const isChosen = (name: string): boolean => words.length === 0 || words.some((word) => name.includes(word));
  const failed = isChosen('secrets') ? await attackSecrets() : 0;
  const outcomes: PartOutcome[] = [];
  for (const part of parts) {
    const trials = isChosen(part.name) ? part.trials : part.trials.filter(({ name }) => isChosen(name));
    if (trials.length > 0) {
      outcomes.push(await runPart({ ...part, trials }, (line) => process.stdout.write(`  ${line}\n`)));
    }
  }
  process.stdout.write(`\n${describeParts(outcomes)}\n`);
  return failed === 0 && outcomes.every(({ good, tried }) => good === tried) ? 0 : 1;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
