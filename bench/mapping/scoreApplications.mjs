#!/usr/bin/env node
/**
 * Prints how well `chainwright map` does on each application of ./applications: never one pooled number.
 *
 * usage: node bench/mapping/scoreApplications.mjs [--verify | --baselines] [--json] [APPLICATION...]     (after npm run build)
 * `--verify` gives it the other session, too; `--baselines` adds what simple rules reach; `--json` writes one object
 * per recording, with every place that is wrong, missing or has a source that is not live. Without flags the replays that
 * were kept follow, with the engine they were measured with.
 */
import { parseArgs } from 'node:util';
import { applicationTable, scoreApplications, usedFor } from './applicationScores.mjs';
import { keptReplaysText } from './replays.mjs';

const flag = { type: 'boolean', default: false };
const { values: flags, positionals } = parseArgs({
  options: { json: flag, verify: flag, baselines: flag },
  allowPositionals: true,
});
const scores = await scoreApplications({
  verify: flags.verify,
  withBaselines: flags.baselines,
  ...(positionals.length > 0 ? { names: positionals } : {}),
});
process.stdout.write(flags.json ? `${JSON.stringify(scores, null, 1)}\n` : applicationTable(scores));
if (!flags.json && !flags.verify && !flags.baselines) {
  process.stdout.write(`\n${await keptReplaysText(usedFor)}`);
}
