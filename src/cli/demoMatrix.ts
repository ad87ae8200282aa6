/**
 * The authorization matrix of the sample against the sample API, which has flaws on purpose: the demo is right
 * when it finds these and nothing else.
 */
import path from 'node:path';
import { DEFAULT_FLAWS } from '../../examples/orders-api/flaws';
import type { AuthzResult } from '../core/authz/model/authzResult';
import { judgementOf } from '../core/authz/model/verdict';
import { renderAuthzOverview } from '../formats/reporters/authz/consoleReport';
import { renderAuthzHtml } from '../formats/reporters/authz/htmlReport';
import { findCells } from '../node/authz/cellPlaces';
import { nodeEngine } from './authz/authzEngine';
import { followRun } from './authz/authzRunCommand';
import { workspaceOf } from '../node/files/workspaceOf';
import { exitCodes, faultExitCode, worstExitCode } from './exitCode';
import { colours } from './paint';
import { listReports, writeEach } from './reports';
import type { CommandContext } from './commandContext';
import { executeSettings, type NetworkOptions } from './runOptions';

/** What the default flaws of the sample API are to the matrix: kind of cell, operation, verdict. */
const EXPECTED: readonly string[] = [
  'OBJ order.read FLAW_READ',
  'OBJ userOrder.read FLAW_READ',
  'FUN users.list FLAW_READ',
  'OBJ order.update FLAW_WRITE',
  'FUN order.update FLAW_WRITE',
  'PROP order.update FLAW_WRITE',
  'OBJ order.updateByBody FLAW_WRITE',
  'FUN order.updateByBody FLAW_WRITE',
  'OBJ order.cancel FLAW_WRITE',
  'FUN order.cancel FLAW_WRITE',
  'OBJ userOrder.changeByQuery FLAW_WRITE',
  'FUN userOrder.changeByQuery FLAW_WRITE',
];

/** Runs the matrix with everything allowed, for the API is ours; resolves to the exit code. */
export async function demoMatrix(
  folder: string,
  options: NetworkOptions,
  context: CommandContext,
): Promise<number> {
  const { environment, version, signal } = context;
  const file = path.join(folder, 'orders.authz.json');
  const workspace = await workspaceOf(file, context.folder);
  const settings = {
    execute: executeSettings(options, context),
    allowMutations: true,
    irreversible: [],
    seed: 'demo',
    keepBodies: true,
  };
  const result = await followRun(nodeEngine.run({ file, workspace }, settings, signal), context);
  process.stdout.write(`\n${renderAuthzOverview(result, colours(process.stdout, environment))}\n\n`);
  const report = {
    reporter: { name: 'html' },
    file: path.resolve(context.folder, '.chainwright/demo-authz.html'),
  };
  const places = await findCells(workspace, result);
  const render = (): string =>
    renderAuthzHtml(result, { tool: { name: 'chainwright', version }, strict: false, places });
  const written = await writeEach([report], render, signal);
  listReports(written);
  const code = result.outcome === 'cancelled' ? exitCodes.cancelled : printSurprises(result);
  return written.faults.length === 0 ? code : worstExitCode([code, faultExitCode(signal)]);
}

/** Says whether the flaws are those that were expected. */
function printSurprises({ cells }: AuthzResult): number {
  const found = new Set(
    cells
      .filter(({ class: outcome }) => judgementOf(outcome) !== 'pass')
      .map(({ cell, class: outcome }) => `${cell.kind} ${cell.operation} ${outcome}`),
  );
  const missing = EXPECTED.filter((flaw) => !found.has(flaw));
  const surplus = [...found].filter((flaw) => !EXPECTED.includes(flaw));
  if (missing.length === 0 && surplus.length === 0) {
    process.stdout.write(
      `These flaws are expected: the sample API has them on purpose (${DEFAULT_FLAWS.join(', ')}). All were found, and nothing else.\n`,
    );
    return exitCodes.passed;
  }
  missing.forEach((flaw) => {
    console.error(`Expected and not found: ${flaw}`);
  });
  surplus.forEach((flaw) => {
    console.error(`Found and not expected: ${flaw}`);
  });
  return exitCodes.failed;
}
