/** Whether imported requests arrive as those of the tool they came from: per file, and the causes of every difference. */
import path from 'node:path';
import { Unavailable } from '../../scripts/vscode/cache.mjs';
import { peerScript } from '../peers.mjs';
import { judged } from '../table.mjs';
import { wireCases } from '../wire/cases.mjs';
import { causeTable, fileTable, unnamedDifferences } from '../wire/report.mjs';
import { PEERS } from '../wire/runs.mjs';
import { scoreCase } from '../wire/scoreCase.mjs';

const LEAST_SHARE = 0.98;

/** Compares every case once: both sides run again only where they differ. */
export async function measureWire({ cli, folder, details, sources, file = '' }) {
  const { cases, skipped } = wireCases(sources);
  const asked = cases.filter(({ name }) => name.includes(file));
  const absent = await absentPeers(new Set(asked.map(({ kind }) => kind)));
  const chosen = asked.filter(({ kind }) => !absent.has(kind));
  const scores = [];
  for (const [index, one] of chosen.entries()) {
    console.error(`  ${one.name}`);
    scores.push(await scored(one, { cli, folder: path.join(folder, `wire-${index}`) }));
  }
  if (scores.length > 0) {
    details.push(fileTable(scores));
  }
  if (scores.some(({ causes }) => causes.size > 0)) {
    details.push(causeTable(scores), unnamedDifferences(scores).join('\n'));
  }
  return [
    ...skipped.map((name) => ({ what: `wire: ${name}`, figure: 'not there', verdict: 'skipped' })),
    ...[...absent.values()].map((name) => ({
      what: `wire: files for ${name}`,
      figure: 'not installed',
      verdict: 'skipped',
    })),
    ...[...new Set(scores.map(({ group }) => group))].flatMap((group) => groupRows(group, scores)),
  ];
}

/** The kinds of files whose runner cannot be installed, with its name. */
async function absentPeers(kinds) {
  const absent = new Map();
  for (const kind of kinds) {
    try {
      await peerScript(PEERS[kind]);
    } catch (error) {
      if (!(error instanceof Unavailable)) {
        throw error;
      }
      absent.set(kind, PEERS[kind].name);
    }
  }
  return absent;
}

async function scored(one, where) {
  try {
    return await scoreCase(one, where);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      name: one.name,
      group: one.group,
      peer: 0,
      both: 0,
      equal: 0,
      same: 0,
      added: 0,
      spaced: 0,
      causes: new Map(),
      unnamed: new Map(),
      failed: reason,
    };
  }
}

/** How many requests that both sides send mean the same, and how many differences nothing names. */
function groupRows(group, scores) {
  const chosen = scores.filter((score) => score.group === group);
  const [both, equal, same] = ['both', 'equal', 'same'].map((figure) =>
    chosen.reduce((sum, score) => sum + score[figure], 0),
  );
  const what = `requests with the same meaning on the wire, ${group} (files: ${chosen.length})`;
  const figure = `${equal + same} of ${both} (${equal} equal)`;
  if (chosen.some(({ failed }) => failed !== undefined)) {
    return [{ what, figure, verdict: 'did not run' }];
  }
  const unnamed = unnamedDifferences(chosen).length;
  return [
    judged(
      { what, figure, value: both === 0 ? 1 : (equal + same) / both },
      { least: LEAST_SHARE, text: '≥ 98 %' },
    ),
    judged(
      { what: `differences that nothing names, ${group}`, figure: String(unnamed), value: unnamed },
      { most: 0, text: '0' },
    ),
  ];
}
