#!/usr/bin/env node
/**
 * Runs the chain that comes of each recording on an emptied server whose ids are shifted, and says how far it gets.
 *
 * usage: node bench/mapping/record/replay.mjs [--verify | --oracle] [--repair] [--keep] [APPLICATION...]  (after npm run build)
 *
 * The chain of session a is mapped by itself, with `--verify` by session b as well. With `--repair` it is also repaired on
 * one such server and then measured on another. `--keep` writes the figures to ../replays.json. With `--oracle` no chain is
 * made: session a is played there as it was recorded, by its script or at a browser, which says what the best mapping reaches.
 * An application that cannot be started is named and left out.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { keepReplays, replayTable } from '../replays.mjs';
import { applicationNames } from './replayable.mjs';
import { MAPPINGS, playAgain, replay } from './replaying.mjs';

const HERE = import.meta.dirname;
const flag = { type: 'boolean', default: false };
const { values: flags, positionals } = parseArgs({
  options: { verify: flag, oracle: flag, repair: flag, keep: flag },
  allowPositionals: true,
});
const usedFor = JSON.parse(await readFile(path.join(HERE, '../usedFor.json'), 'utf8'));
const replays = {};
for (const name of positionals.length > 0 ? positionals : await applicationNames()) {
  try {
    if (flags.oracle) report(`${name} as recorded`, await playAgain(name));
    else replays[name] = await measured(name);
  } catch (failure) {
    console.log(`${name} was not replayed: ${failure.message}`);
  }
}
if (!flags.oracle) process.stdout.write(`\n${replayTable(replays, usedFor)}`);
if (flags.keep && !flags.verify) await keepReplays(replays);

async function measured(name) {
  const map = flags.verify ? MAPPINGS.verified : MAPPINGS.alone;
  const unmapped = await replay(name, MAPPINGS.unmapped);
  const atOnce = await replay(name, map);
  report(name, atOnce);
  const afterRepair = flags.repair ? await replay(name, map, true) : undefined;
  if (afterRepair !== undefined) report(`${name} repaired`, afterRepair);
  return {
    unmapped: { green: unmapped.green },
    atOnce,
    ...(afterRepair === undefined ? {} : { afterRepair }),
  };
}

function report(what, { green, requests, carried, places, differences }) {
  const verdict = green === requests ? 'green' : 'not green';
  console.log(`${what}: ${verdict}, ${green} of ${requests} requests, ${carried} of ${places} places`);
  for (const line of differences) console.log(`  ${line}`);
}
