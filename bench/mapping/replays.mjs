/**
 * Measured replays, kept in replays.json because measuring takes the applications: each with the state of the engine that
 * it was measured with, so that a figure of an older engine is not shown as one of today.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import groupBy from 'lodash/groupBy.js';
import { format, resolveConfig } from 'prettier';
import { markdownTable } from './markdownTable.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const FILE = path.join(import.meta.dirname, 'replays.json');
/** What decides how a chain is mapped and repaired. */
const ENGINE = ['src/core/mapping', 'src/cli/map'];
const TITLES = [
  'application',
  'used for',
  'unmapped',
  'green at once',
  'places',
  'after repair',
  'trials',
  'seconds',
  'first cause when not green',
];

/** Replays by application, as they were measured last. */
export async function keptReplays() {
  return JSON.parse(await readFile(FILE, 'utf8'));
}

/** Keeps replays by application, with the engine and the day. Rejects when the engine has changes without a commit. */
export async function keepReplays(replays) {
  const git = async (...args) => (await promisify(execFile)('git', args, { cwd: ROOT })).stdout.trim();
  if ((await git('status', '--porcelain', '--', ...ENGINE)) !== '') {
    throw new Error('Commit the engine first: kept replays name the commit that they were measured with.');
  }
  const stamp = {
    engine: await engineDigest(),
    commit: await git('log', '-1', '--format=%s', '--', ...ENGINE),
    measured: new Date().toISOString().slice(0, 10),
  };
  const stamped = Object.entries(replays).map(([name, replay]) => [name, { ...stamp, ...replay }]);
  const all = Object.entries({ ...(await keptReplays()), ...Object.fromEntries(stamped) });
  const sorted = Object.fromEntries(all.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  const style = { ...(await resolveConfig(FILE)), parser: 'json' };
  await writeFile(FILE, await format(JSON.stringify(sorted), style));
}

/** Kept replays as a Markdown table for each engine they were measured with, under a line that says which. */
export async function keptReplaysText(usedFor) {
  const today = await engineDigest();
  const byEngine = groupBy(Object.entries(await keptReplays()), ([, { engine }]) => engine);
  const parts = Object.values(byEngine).map((group) => {
    const [[, { engine, commit, measured }]] = group;
    const age = engine === today ? '' : ', which has changed since: measure again';
    const table = replayTable(Object.fromEntries(group), usedFor);
    return `Replays of ${measured} with the engine of "${commit}"${age}\n\n${table}`;
  });
  return parts.join('\n');
}

/** Replays as a Markdown table, held-out applications first, with the share of green chains of each group. */
export function replayTable(replays, usedFor) {
  const groups = groupBy(Object.keys(replays), (name) => usedFor[name]?.usedFor ?? 'not kept');
  const rows = Object.entries(groups)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([group, names]) => [
      ...names.map((name) => cellsOf(name, group, replays[name])),
      shareOf(
        names.map((name) => replays[name]),
        group,
      ),
    ]);
  return markdownTable(TITLES, rows);
}

function cellsOf(name, group, { unmapped, atOnce, afterRepair }) {
  const last = afterRepair ?? atOnce;
  return [
    name,
    group,
    unmapped.green,
    verdictOf(atOnce),
    `${atOnce.carried} of ${atOnce.places}`,
    afterRepair === undefined
      ? ''
      : `${verdictOf(afterRepair)}${isMistaken(afterRepair) ? ', called green' : ''}`,
    afterRepair?.trials ?? '',
    afterRepair?.seconds.toFixed(1) ?? '',
    (last.differences[0] ?? '').replace(/, .*/, ''),
  ].map(String);
}

function verdictOf({ green, requests }) {
  return green === requests ? `yes, ${green}` : `no, ${green} of ${requests}`;
}

/** The repair took the chain for green, and the values that it sends say otherwise. */
function isMistaken({ outcome, green, requests }) {
  return outcome === 'green' && green < requests;
}

function shareOf(replays, group) {
  const greenOf = (runs) => runs.filter((run) => run?.green === run?.requests).length;
  const repaired = replays.flatMap(({ afterRepair }) => afterRepair ?? []);
  const share = (runs) => (runs.length === 0 ? '' : `${greenOf(runs)} of ${runs.length}`);
  const atOnce = replays.map((one) => one.atOnce);
  return ['**green chains**', group, '', share(atOnce), '', share(repaired), '', '', ''];
}

async function engineDigest() {
  const hash = createHash('sha256');
  for (const folder of ENGINE) {
    const files = (await readdir(path.join(ROOT, folder), { recursive: true })).filter((file) =>
      file.endsWith('.ts'),
    );
    for (const file of files.toSorted()) {
      hash.update(file).update(await readFile(path.join(ROOT, folder, file)));
    }
  }
  return hash.digest('hex').slice(0, 12);
}
