/** Whether imported requests arrive as those of the tool they came from: per file, and the causes of every difference. */
import path from 'node:path';
import { judged } from '../table.mjs';
import { wireCases } from '../wire/cases.mjs';
import { causeTable, fileTable } from '../wire/report.mjs';
import { scoreCase } from '../wire/scoreCase.mjs';

const LEAST_SHARE = 0.98;

/** Compares every case once: both sides run again only where they differ. */
export async function measureWire({ cli, folder, details, sources, file = '' }) {
  const { cases, skipped } = wireCases(sources);
  const chosen = cases.filter(({ name }) => name.includes(file));
  const scores = [];
  for (const [index, one] of chosen.entries()) {
    console.error(`  ${one.name}`);
    scores.push(await scored(one, { cli, folder: path.join(folder, `wire-${index}`) }));
  }
  if (scores.length > 0) {
    details.push(fileTable(scores), causeTable(scores));
  }
  return [
    ...skipped.map((name) => ({ what: `wire: ${name}`, figure: 'not there', verdict: 'skipped' })),
    ...[...new Set(scores.map(({ group }) => group))].map((group) => groupRow(group, scores)),
  ];
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
      equal: 0,
      added: 0,
      spaced: 0,
      causes: new Map(),
      failed: reason,
    };
  }
}

function groupRow(group, scores) {
  const chosen = scores.filter((score) => score.group === group);
  const [peer, equal] = ['peer', 'equal'].map((figure) =>
    chosen.reduce((sum, score) => sum + score[figure], 0),
  );
  const what = `requests equal on the wire, ${group}: ${chosen.length} files`;
  const figure = `${equal} of ${peer}`;
  return chosen.some(({ failed }) => failed !== undefined)
    ? { what, figure, verdict: 'did not run' }
    : judged({ what, figure, value: peer === 0 ? 1 : equal / peer }, { least: LEAST_SHARE, text: '≥ 98 %' });
}
