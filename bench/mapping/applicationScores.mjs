/**
 * How well `chainwright map` does on each application of ./applications, and on those it was not tuned on.
 *
 * Each recording is scored with its counterpart; the figures of an application are the mean of the two, those of a group
 * are the mean of its applications, so that a long session does not count for more than a short one.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import groupBy from 'lodash/groupBy.js';
import { baselines } from './baselines.mjs';
import { markdownTable } from './markdownTable.mjs';
import { scoreRecording } from './scoreRecording.mjs';

const PROGRAM = path.join(import.meta.dirname, '../../dist/cli.js');
const DATA = path.join(import.meta.dirname, 'applications');
const FIGURES = {
  precision: 'precision',
  recall: 'recall',
  liveShare: 'live share',
  autoPrecision: 'ticked precision',
  autoCoverage: 'ticked coverage',
  calibrationError: 'calibration error',
};
const GROUPS = ['held out', 'tuning'];

/** What each application is used for. */
export const usedFor = JSON.parse(await readFile(path.join(import.meta.dirname, 'usedFor.json'), 'utf8'));

/**
 * One score per rule and recording.
 *
 * @param {{ names?: readonly string[], verify?: boolean, withBaselines?: boolean }} options all applications by default;
 *   `verify` gives the program the other recording, too
 */
export async function scoreApplications({ names, verify = false, withBaselines = false } = {}) {
  const rules = { chainwright: mappedBy(verify), ...(withBaselines ? baselines : {}) };
  const scores = [];
  for (const name of names ?? Object.keys(usedFor)) {
    for (const rule of Object.keys(rules)) {
      for (const [session, counterpart] of ['ab', 'ba']) {
        const { entries, labels } = await recording(name, session);
        const suggestions = await rules[rule](entries, { application: name, session, counterpart });
        const other = await recording(name, counterpart);
        const score = scoreRecording({ suggestions, labels, entries, other });
        scores.push({ rule, application: name, usedFor: usedFor[name].usedFor, session, ...score });
      }
    }
  }
  return scores;
}

/** What the program suggests; it reads the entries by itself. */
function mappedBy(verify) {
  return async (_entries, { application, session, counterpart }) => {
    const har = (letter) => path.join(DATA, application, `${letter}.har`);
    const args = ['map', har(session), '--json', ...(verify ? ['--verify', har(counterpart)] : [])];
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], { maxBuffer: 1e8 });
    return JSON.parse(stdout).suggestions;
  };
}

async function recording(application, session) {
  const read = async (ending) =>
    JSON.parse(await readFile(path.join(DATA, application, `${session}.${ending}`), 'utf8'));
  return { entries: (await read('har')).log.entries, labels: await read('labels.json') };
}

/** The scores as a Markdown table: for each group its applications, then their mean per rule. */
export function applicationTable(scores) {
  const titles = [
    'application',
    'used for',
    'rule',
    'dependencies',
    ...Object.values(FIGURES),
    'wrong on typed',
  ];
  const rows = GROUPS.flatMap((group) => [
    ...applicationMeans(scores, group),
    ...Object.values(groupBy(scores, ({ rule }) => rule)).flatMap((ofRule) => groupMean(ofRule, group) ?? []),
  ]).map(cellsOf);
  return markdownTable(titles, rows);
}

/** The mean of a group's applications for one rule; dependencies and errors are added up. Undefined for an empty group. */
export function groupMean(scores, group) {
  const means = applicationMeans(scores, group);
  if (means.length === 0) return undefined;
  return {
    ...means[0],
    ...meanOf(means),
    application: `mean of ${means.length}`,
    dependencies: sumOf(means, 'dependencies'),
  };
}

/** One score per rule and application of a group, of two recordings each. */
function applicationMeans(scores, group) {
  const inGroup = scores.filter(({ usedFor: use }) => use === group);
  const pairs = groupBy(inGroup, ({ application, rule }) => `${application} ${rule}`);
  return Object.values(pairs).map((pair) => ({ ...pair[0], ...meanOf(pair) }));
}

function meanOf(scores) {
  const figures = Object.keys(FIGURES).map((figure) => [figure, sumOf(scores, figure) / scores.length]);
  return { ...Object.fromEntries(figures), wrongOnTyped: sumOf(scores, 'wrongOnTyped') };
}

function sumOf(scores, figure) {
  return scores.reduce((sum, score) => sum + score[figure], 0);
}

function cellsOf({ application, usedFor: use, rule, dependencies, wrongOnTyped, ...figures }) {
  const numbers = Object.keys(FIGURES).map((figure) => figures[figure].toFixed(3));
  return [application, use, rule, String(dependencies), ...numbers, String(wrongOnTyped)];
}
