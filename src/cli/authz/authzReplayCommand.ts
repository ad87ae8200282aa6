/** `chainwright authz replay`: judges a stored run again, by what it recorded, and reports it. Nothing is sent. */
import path from 'node:path';
import { replay } from '../../core/authz/run/replay';
import { plural } from '../../core/words';
import { readAuthzResult } from '../../node/authz/authzStore';
import type { AuthzReportOptions } from './authzOptions';
import { reportAuthz, wantedReports } from './authzReports';
import { storedIn } from '../chainFiles';
import { workspaceOf } from '../../node/files/workspaceOf';
import { colours } from '../paint';
import type { CommandContext } from '../commandContext';

/** Reports a stored result; resolves to the exit code. */
export async function authzReplayCommand(
  name: string,
  options: AuthzReportOptions,
  { folder, environment, version, signal }: CommandContext,
): Promise<number> {
  const file = path.resolve(folder, name);
  const wanted = await wantedReports(options, folder);
  const stored = await readAuthzResult(file);
  const result = replay(stored);
  const changed = result.cells.filter(({ class: outcome }, index) => outcome !== stored.cells[index]?.class);
  if (changed.length > 0) {
    console.error(
      `${plural(changed.length, 'cell is', 'cells are')} judged in another way than when the run was recorded.`,
    );
  }
  const workspace = storedIn(file) ?? (await workspaceOf(file, folder));
  return reportAuthz(result, wanted, {
    workspace,
    version,
    paint: colours(process.stdout, environment),
    signal,
  });
}
