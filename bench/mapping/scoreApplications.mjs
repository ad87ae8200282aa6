#!/usr/bin/env node
/**
 * A table of how well `chainwright map` does on each application of ./applications: never one pooled number.
 *
 * usage: node bench/mapping/scoreApplications.mjs [--verify | --baselines] [--json] [APPLICATION...]     (after npm run build)
 * `--verify` gives it the other session, too; `--baselines` adds what simple rules reach; `--json` writes one object
 * per recording, with every place that is wrong or missing.
 *
 * Each recording is judged with its counterpart; figures are the mean of the two.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { baselines } from './baselines.mjs';
import { scoreRecording } from './scoreRecording.mjs';

const PROGRAM = path.join(import.meta.dirname, '../../dist/cli.js');
const DATA = path.join(import.meta.dirname, 'applications');
const FIGURES = {
  precision: 'precision',
  recall: 'recall',
  autoPrecision: 'auto-ticked precision',
  autoCoverage: 'coverage',
  calibrationError: 'calibration error',
};

const flag = { type: 'boolean', default: false };
const { values: flags, positionals } = parseArgs({
  options: { json: flag, verify: flag, baselines: flag },
  allowPositionals: true,
});
const isApplication = (name) => existsSync(path.join(DATA, name, 'a.har'));
const rules = { chainwright: mapped, ...(flags.baselines ? baselines : {}) };
const scores = [];
for (const name of positionals.length > 0 ? positionals : (await readdir(DATA)).filter(isApplication)) {
  for (const rule of Object.keys(rules)) {
    scores.push(await scoreOf(rule, name, 'a', 'b'), await scoreOf(rule, name, 'b', 'a'));
  }
}
process.stdout.write(flags.json ? `${JSON.stringify(scores, null, 1)}\n` : tableOf(scores));

async function scoreOf(rule, application, session, counterpart) {
  const { entries, labels } = await recording(application, session);
  const suggestions = await rules[rule](entries, { application, session, counterpart });
  const other = await recording(application, counterpart);
  return { rule, application, session, ...scoreRecording({ suggestions, labels, entries, other }) };
}

/** What the program says; the entries it reads by itself. */
async function mapped(_entries, { application, session, counterpart }) {
  const har = (letter) => path.join(DATA, application, `${letter}.har`);
  const args = ['map', har(session), '--json', ...(flags.verify ? ['--verify', har(counterpart)] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { maxBuffer: 1e8 });
  return JSON.parse(stdout).suggestions;
}

async function recording(application, session) {
  const read = async (ending) =>
    JSON.parse(await readFile(path.join(DATA, application, `${session}.${ending}`), 'utf8'));
  return { entries: (await read('har')).log.entries, labels: await read('labels.json') };
}

function tableOf(all) {
  const titles = ['application', 'rule', 'dependencies', ...Object.values(FIGURES), 'wrong on typed'];
  const rows = all.flatMap((first, index) => (index % 2 === 0 ? [rowOf(first, all[index + 1])] : []));
  return [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

function rowOf(first, second) {
  const mean = (figure) => ((first[figure] + second[figure]) / 2).toFixed(3);
  const typed = first.wrongOnTyped + second.wrongOnTyped;
  return [first.application, first.rule, first.dependencies, ...Object.keys(FIGURES).map(mean), typed];
}
