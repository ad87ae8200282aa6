/**
 * Running an authorization matrix: cell after cell in the order of the plan, each asked by the procedure of its
 * kind, judged by its signals alone. One at a time, so that no two attacks meet on an object; everything that
 * was created is deleted at the end, a cancelled run's included.
 */
import type { ExtractedValue } from '../../scope';
import { attackCell } from '../cells/attackCell';
import type { AuthzEvent, AuthzResult, CellResult } from '../result/authzResult';
import type { AbsentAnswers } from './calibration';
import type { Cell, IdPlace, MatrixPlan } from '../plan/cell';
import { resourceOf } from './context';
import type { AuthzContext, AuthzPorts } from './context';
import { createControls } from './controls';
import { createCell } from '../cells/createCell';
import { explain } from '../verdict/explain';
import { faultText } from './faultText';
import { notAsked } from './finding';
import type { Finding } from './finding';
import { authzFingerprint } from '../result/fingerprint';
import { grantCell } from '../cells/grantCell';
import { judge } from '../verdict/judge';
import { listCell } from '../cells/listCell';
import type { LoadedMatrix } from '../matrix/matrix';
import { createObjects } from '../objects/objects';
import type { Parts } from './parts';
import { propertyCell } from '../cells/propertyCell';
import { strictCount } from '../plan/requestCount';
import { createSender } from './sender';
import type { SenderOptions } from './sender';
import { createSessions, loginRequests } from './sessions';
import { createTargets } from '../objects/targets';
import { isMutating, pointlessVariant } from '../request/variants';
import { judgementOf } from '../verdict/verdict';
import { applyWaivers, expiredWaivers } from '../verdict/waivers';

/** What a run of a matrix is told. */
export interface MatrixRun {
  readonly loaded: LoadedMatrix;
  readonly plan: MatrixPlan;
  readonly settings: SenderOptions['settings'];
  readonly keep: SenderOptions['keep'];
  /** Masks credentials in what others wrote: messages and values, never in sentences of ours. */
  readonly mask: (text: string) => string;
  /** Of the planted texts; the same seed plants the same ones. */
  readonly seed: string;
  /** Of this run alone, unlike the seed: by it the ledger tells its objects from those of other runs. */
  readonly runId: string;
  /** Whether requests that change something may be sent: the matrix and the person agree. */
  readonly mayChange: boolean;
}

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
  const results = new Map<string, CellResult>();
  try {
    yield* askCells(run, { parts, results, signal }, startedAt);
    yield { type: 'authz-preparing', message: 'Deleting what the run created' };
  } finally {
    // Also when whoever takes the events stops taking them.
    phase.signal = ending;
    await parts.objects.removeAll();
  }
  const durationMs = ports.clock.monotonic() - started;
  const result = resultOf(run, parts, [...results.values()], { startedAt, durationMs, signal });
  yield { type: 'authz-finished', result };
}

async function* askCells(
  run: MatrixRun,
  progress: Progress & { readonly results: Map<string, CellResult> },
  date: string,
): AsyncGenerator<AuthzEvent, void, void> {
  const { parts, results, signal } = progress;
  for (const cell of run.plan.cells) {
    const skip = cell.skip ?? reasonToSkip(cell, progress) ?? (await whyPointless(parts, cell));
    if (skip === undefined) {
      yield { type: 'cell-started', id: cell.id };
    }
    const result =
      skip === undefined ? await askCell(run, parts, cell, { date, signal }) : skipped(parts, cell, skip);
    results.set(cell.id, result);
    yield { type: 'cell-finished', result };
  }
}

/** The parts of a run, nothing sent yet; `phase` says which signal is in force. */
export function createParts(
  { loaded, settings, keep, seed, runId, mayChange }: MatrixRun,
  ports: AuthzPorts,
  phase: { readonly signal: AbortSignal },
): Parts {
  const sender = createSender({
    ports,
    settings,
    matrixFile: loaded.file,
    keep,
    mayChange,
    signal: () => phase.signal,
  });
  const context: AuthzContext = { loaded, ports, sender, seed, runId, mayChange };
  const sessions = createSessions(context);
  const objects = createObjects(context, sessions);
  const targets = createTargets(objects);
  const absent: AbsentAnswers = new Map();
  const controls = createControls({ context, sessions, objects, targets, absent });
  return { context, sessions, objects, targets, controls, absent, openValues: new Map() };
}

interface Progress {
  readonly parts: Parts;
  readonly results: ReadonlyMap<string, CellResult>;
  readonly signal: AbortSignal;
}

/** Why a cell is not asked although it was planned. */
function reasonToSkip(cell: Cell, { parts, results, signal }: Progress): string | undefined {
  if (signal.aborted) {
    return 'The run was cancelled before this cell.';
  }
  const { sender, loaded } = parts.context;
  const { requests, mutations } = loaded.matrix.limits;
  if (sender.sent >= requests) {
    return `The limit of ${requests} requests was reached. Raise "limits" of the matrix.`;
  }
  if (isMutating(cell) && sender.mutations >= mutations) {
    return `The limit of ${mutations} changing requests was reached. Raise "limits" of the matrix.`;
  }
  const base =
    cell.variant === undefined ? undefined : results.get(cell.id.slice(0, cell.id.lastIndexOf('#')));
  return base !== undefined && judgementOf(base.class) === 'flaw'
    ? 'The object is reached without this variant already.'
    : undefined;
}

/** What a variant does to an identifier may be nothing, which only its value tells. */
async function whyPointless(
  parts: Parts,
  { variant, resource, owner, places }: Cell,
): Promise<string | undefined> {
  const [place] = places;
  if (variant === undefined || resource === undefined || owner === undefined || place === undefined) {
    return undefined;
  }
  // What goes wrong here goes wrong again when the cell is asked, and is told there.
  const id = await ownId(parts, { resource, owner, place }).catch(() => undefined);
  return id === undefined ? undefined : pointlessVariant(variant, id.value);
}

async function ownId(
  { context, sessions, targets }: Parts,
  { resource, owner, place }: { readonly resource: string; readonly owner: string; readonly place: IdPlace },
): Promise<ExtractedValue | undefined> {
  const made = await targets.of(resourceOf(context.loaded, resource), await sessions.of(owner));
  return made.ok ? made.target.object.ids.get(place.variable) : undefined;
}

async function askCell(
  { mask }: MatrixRun,
  parts: Parts,
  cell: Cell,
  { date, signal }: { readonly date: string; readonly signal: AbortSignal },
): Promise<CellResult> {
  const finding = await findOut(parts, cell).catch((error: unknown) => notAsked(faultText(error), []));
  if (signal.aborted) {
    return skipped(parts, cell, 'The run was cancelled during this cell.');
  }
  const { signals, steps, leaks, changes, secondary, ...failures } = maskedFinding(finding, mask);
  const outcome = judge(cell.kind, signals);
  const result: CellResult = {
    cell,
    signals,
    class: outcome,
    reasons: explain({ cell, signals, class: outcome, leaks, changes, ...failures }),
    ...failures,
    steps,
    leaks,
    changes,
    secondary,
    fingerprint: authzFingerprint(cell, parts.context.ports.hash),
  };
  return applyWaivers(result, parts.context.loaded.matrix.waivers, date);
}

/** Only what others wrote is masked: a password such as `changed` must not eat words out of a reason. */
function maskedFinding(finding: Finding, mask: MatrixRun['mask']): Finding {
  const { changes, controlFailure, attackFailure } = finding;
  return {
    ...finding,
    changes: changes.map((change) => ({
      ...change,
      ...(change.before === undefined ? {} : { before: mask(change.before) }),
      ...(change.after === undefined ? {} : { after: mask(change.after) }),
    })),
    ...(controlFailure === undefined ? {} : { controlFailure: mask(controlFailure) }),
    ...(attackFailure === undefined ? {} : { attackFailure: mask(attackFailure) }),
  };
}

function findOut(parts: Parts, cell: Cell): Promise<Finding> {
  switch (cell.kind) {
    case 'SELF':
      return grantCell(parts, cell);
    case 'LIST':
      return listCell(parts, cell);
    case 'PROP':
      return propertyCell(parts, cell);
    case 'OBJ':
    case 'FUN':
    case 'ANON':
      return cell.effect === 'create' && cell.resource !== undefined
        ? createCell(parts, cell)
        : attackCell(parts, cell);
  }
}

function skipped(parts: Parts, cell: Cell, reason: string): CellResult {
  return {
    cell,
    class: 'SKIPPED',
    reasons: [reason],
    steps: [],
    leaks: [],
    changes: [],
    secondary: [],
    fingerprint: authzFingerprint(cell, parts.context.ports.hash),
  };
}

function resultOf(
  { loaded, plan, settings, seed }: MatrixRun,
  { context, objects }: Parts,
  cells: readonly CellResult[],
  {
    startedAt,
    durationMs,
    signal,
  }: { readonly startedAt: string; readonly durationMs: number; readonly signal: AbortSignal },
): AuthzResult {
  const { matrix, environment, file } = loaded;
  const { sender } = context;
  return {
    formatVersion: 1,
    kind: 'authz',
    matrix: { file, name: matrix.name },
    ...(environment === undefined ? {} : { environment: environment.name }),
    startedAt,
    durationMs,
    seed,
    outcome: signal.aborted ? 'cancelled' : 'finished',
    users: matrix.users.map(({ name, role }) => ({ name, role })),
    cells,
    undeclared: plan.undeclared,
    requests: {
      sent: sender.sent,
      mutations: sender.mutations,
      strict: strictCount(loaded, plan, loginRequests(loaded, plan)),
    },
    leftovers: objects.leftovers,
    exchanges: sender.exchanges,
    notes: [
      ...loaded.warnings,
      ...plan.notes,
      ...settings.notes,
      ...expiredWaivers(matrix.waivers, startedAt),
    ],
  };
}
