/**
 * Running an authorization matrix: cell after cell in the order of the plan, each asked by the procedure of its
 * kind, judged by its signals alone. One at a time, so that no two attacks meet on an object, except for cells that
 * only read; everything that was created is deleted at the end, a cancelled run's included.
 */
import { defined } from '../../defined';
import type { AuthzEvent, AuthzResult, CellResult, Leftover } from '../model/authzResult';
import type { Cell } from '../model/cell';
import type { AuthzContext, AuthzPorts } from '../act/context';
import { authzFingerprint } from '../report/fingerprint';
import { askCell, skipped, whyLeftOut, type Progress } from './askCell';
import { askTogether, batchesOf } from './askTogether';
import { createParts, type MatrixRun } from './runParts';
import { strictCount } from '../plan/requestCount';
import { loginRequests } from '../act/sessions/sessions';
import { expiredWaivers } from '../judge/waivers';
import { unprovedCredentials } from './unprovedCredentials';

/**
 * Runs a matrix. Aborting `signal` asks no further cell; `ending` is the signal of what is deleted afterwards.
 * The last event holds the whole result.
 */
export async function* runMatrix(
  run: MatrixRun,
  ports: AuthzPorts,
  signal: AbortSignal,
  ending: AbortSignal,
): AsyncGenerator<AuthzEvent, void, void> {
  const { plan } = run;
  const startedAt = new Date(ports.clock.now()).toISOString();
  const started = ports.clock.monotonic();
  yield { type: 'authz-started', plan, startedAt };
  const phase = { signal };
  const parts = createParts(run, ports, phase);
  const progress: Progress = { run, parts, results: new Map(), signal, date: startedAt, notes: [] };
  try {
    for (const batch of batchesOf(run)) {
      yield* batch.lanes.length > 1 ? askTogether(batch, progress) : askCells(batch.cells, progress);
    }
    yield { type: 'authz-preparing', message: 'Deleting what the run created' };
  } finally {
    // Also when the consumer of the events stops early.
    phase.signal = ending;
    await parts.objects.removeAll();
  }
  const durationMs = ports.clock.monotonic() - started;
  const result = resultOf(progress, durationMs);
  yield { type: 'authz-finished', result };
}

async function* askCells(cells: readonly Cell[], progress: Progress): AsyncGenerator<AuthzEvent, void, void> {
  for (const cell of cells) {
    const leftOut = await whyLeftOut(cell, progress);
    if (leftOut === undefined) {
      yield { type: 'cell-started', id: cell.id };
    }
    const result = leftOut === undefined ? await askCell(cell, progress) : skipped(leftOut, progress.parts);
    progress.results.set(cell.id, result);
    yield { type: 'cell-finished', result };
  }
}

/** The results in the order of the plan, in which several workers do not bring them. */
function inOrder(cells: readonly Cell[], results: ReadonlyMap<string, CellResult>): readonly CellResult[] {
  const ids = new Set(cells.map(({ id }) => id));
  return [...ids].flatMap((id) => results.get(id) ?? []);
}

function fingerprintsOf(cells: readonly Cell[], { ports }: AuthzContext): readonly string[] {
  return [...new Set(cells.map((cell) => authzFingerprint(cell, ports.hash)))].sort();
}

function resultOf(
  { run, parts, results, signal, date: startedAt, notes }: Progress,
  durationMs: number,
): AuthzResult {
  const { loaded, plan, settings, seed, mask } = run;
  const { context, objects, targets, sessions, accounts, throwAways } = parts;
  const { matrix, environment, file } = loaded;
  const { sender } = context;
  const cells = inOrder(plan.cells, results);
  return {
    formatVersion: 1,
    kind: 'authz',
    matrix: { file, name: matrix.name },
    ...defined({ environment: environment?.name, description: loaded.described?.name }),
    startedAt,
    durationMs,
    seed,
    outcome: signal.aborted ? 'cancelled' : 'finished',
    users: matrix.users.map(({ name, role, attributes }) => ({
      name,
      role,
      ...defined({ attributes }),
    })),
    cells,
    ...(plan.unselected === undefined ? {} : { unselected: fingerprintsOf(plan.unselected, context) }),
    undeclared: plan.undeclared,
    requests: {
      sent: sender.sent,
      mutations: sender.mutations,
      strict: strictCount(loaded, plan, loginRequests(loaded, plan)),
    },
    leftovers: onceEach(objects.leftovers),
    exchanges: sender.exchanges,
    notes: [
      ...loaded.warnings,
      ...plan.notes,
      ...settings.notes,
      ...new Set([...sessions.failures(), ...throwAways.failures(), ...notes].map(mask)),
      ...unprovedCredentials({ users: matrix.users, cells, exchanges: sender.exchanges }),
      ...accounts.doubts(),
      ...objects.doubts,
      ...targets.conflicts(),
      ...expiredWaivers(matrix.waivers, startedAt),
    ],
  };
}

/** Reports what was there before once, however often it was left over; several without identifiers are several. */
function onceEach(leftovers: readonly Leftover[]): readonly Leftover[] {
  const reported = new Set<string>();
  return leftovers.filter((leftover) => {
    const text = JSON.stringify(leftover);
    const isRepeated = reported.has(text);
    reported.add(text);
    return !isRepeated || (leftover.changed !== true && Object.keys(leftover.ids).length === 0);
  });
}
