/** What is the same in everything that is run against a hostile answer: the servers, the files, and the reports. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createWorkspace, type Workspace } from '../../node/workspace';
import type { Measured } from '../measured';
import type { Place } from './api';
import { authority, HTTP2_ENVIRONMENT, type HostileStage, type HostileTarget } from './targets';

/** What came of a hostile answer. */
export interface HostileOutcome {
  readonly faults: readonly string[];
  readonly end: Measured;
  /** Cells of a matrix that got no verdict. */
  readonly lostVerdicts: number;
  /** Objects that the run created and that are still there. */
  readonly objectsLeft: number;
}

/** Starts the servers of a kind, does the work in a workspace that names them, and counts what is left. */
export async function onStage(
  target: HostileTarget,
  place: Place,
  files: Readonly<Record<string, object>>,
  work: (workspace: Workspace) => Promise<Omit<HostileOutcome, 'objectsLeft'>>,
): Promise<HostileOutcome> {
  const stage = await target.start(place);
  const workspace = await createWorkspace();
  try {
    await workspace.write({ ...environmentOf(target, stage), ...files });
    const outcome = await work(workspace);
    const objectsLeft = stage.items();
    const faults =
      objectsLeft === 0 ? outcome.faults : [...outcome.faults, `${objectsLeft} objects are left`];
    return { ...outcome, faults, objectsLeft };
  } finally {
    await workspace.dispose();
    await stage.close();
  }
}

function environmentOf(
  { protocol }: HostileTarget,
  { baseUrl, oddUrl }: HostileStage,
): Record<string, string | object> {
  const local = { formatVersion: 1, name: 'local', variables: { baseUrl, oddUrl } };
  return protocol === 'HTTP/1'
    ? { 'local.environment.json': local }
    : { 'local.environment.json': { ...local, ...HTTP2_ENVIRONMENT }, 'ca.pem': authority() };
}

/** Arguments that have reports written, `report.<name>`. */
export function reportsTo(names: readonly string[]): readonly string[] {
  return names.flatMap((name) => ['--reporter', `${name}=report.${name}`]);
}

/** The reports that were not written, as faults. */
export async function missingReports(folder: string, names: readonly string[]): Promise<readonly string[]> {
  const sizes = await Promise.all(
    names.map(
      async (name) =>
        [name, (await stat(path.join(folder, `report.${name}`)).catch(() => undefined))?.size ?? 0] as const,
    ),
  );
  return sizes.filter(([, size]) => size === 0).map(([name]) => `no ${name} report was written`);
}
