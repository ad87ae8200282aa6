/**
 * Running an authorization matrix: cell after cell in the order of the plan, each asked by the procedure of its
 * kind, judged by its signals alone. One at a time, so that no two attacks meet on an object; everything that
 * was created is deleted at the end, a cancelled run's included.
 */
import { defined } from '../../defined';
import type { ExtractedValue } from '../../prepare/scope';
import type { AuthzEvent, AuthzResult, CellResult, Leftover } from '../model/authzResult';
import type { Cell, IdPlace } from '../model/cell';
import type { AuthzContext, AuthzPorts } from '../act/context';
import { resourceOf } from '../matrix/findByName';
import { explain } from '../report/explain/explain';
import { faultText } from '../act/errorText';
import { notAsked, type Finding } from '../act/attacks/finding';
import { lackedByVariant } from '../act/attacks/variantValues';
import { authzFingerprint } from '../report/fingerprint';
import { judge } from '../judge/judge';
import { createParts, type MatrixRun, type Parts } from './runParts';
import { runCell } from '../act/cells/runCell';
import { strictCount } from '../plan/requestCount';
import { isAnonymous } from '../matrix/grants';
import { loginRequests } from '../act/sessions/sessions';
import { judgedKind } from '../plan/requests/tokenVariants';
import { isMutating, pointlessVariant } from '../plan/requests/variants';
import { judgementOf } from '../model/verdict';
import { applyWaivers, expiredWaivers } from '../judge/waivers';

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
    // Also when the consumer of the events stops early.
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
    const leftOut = await whyLeftOut(cell, progress);
    if (leftOut === undefined) {
      yield { type: 'cell-started', id: cell.id };
    }
    const result =
      leftOut === undefined
        ? await askCell(run, parts, cell, { date, signal })
        : skipped(parts.context, leftOut.cell, leftOut.reason);
    results.set(cell.id, result);
    yield { type: 'cell-finished', result };
  }
}

interface Progress {
  readonly parts: Parts;
  readonly results: ReadonlyMap<string, CellResult>;
  readonly signal: AbortSignal;
}

/** Why a cell is not asked; it has a reason of its own unless the run ended before it. */
async function whyLeftOut(
  cell: Cell,
  progress: Progress,
): Promise<{ readonly cell: Cell; readonly reason: string } | undefined> {
  const cutOff = cell.skip === undefined ? await whyCutOff(cell, progress) : undefined;
  if (cutOff !== undefined) {
    return { cell, reason: cutOff };
  }
  const skip = cell.skip ?? whyReached(cell, progress) ?? (await whyPointless(progress.parts, cell));
  return skip === undefined ? undefined : { cell: { ...cell, skip }, reason: skip };
}

/** Why a run does not get to a cell that it would ask. */
async function whyCutOff(cell: Cell, { parts, signal }: Progress): Promise<string | undefined> {
  if (signal.aborted) {
    return 'The run was cancelled before this cell.';
  }
  const { sender, loaded } = parts.context;
  const users = loaded.matrix.users.filter((user) => !isAnonymous(user)).map(({ name }) => name);
  if (await parts.sessions.areLockedOut(users)) {
    return 'Nobody can sign in, so the run ended before this cell; its notes say why.';
  }
  const { requests, mutations } = loaded.matrix.limits;
  if (sender.sent >= requests) {
    return `The limit of ${requests} requests was reached. Raise "limits" of the matrix.`;
  }
  return isMutating(cell) && sender.mutations >= mutations
    ? `The limit of ${mutations} changing requests was reached. Raise "limits" of the matrix.`
    : undefined;
}

/** A variant is not sent where the cell that it varies was a flaw already. */
function whyReached(cell: Cell, { results }: Progress): string | undefined {
  const base =
    cell.variant === undefined ? undefined : results.get(cell.id.slice(0, cell.id.lastIndexOf('#')));
  return base !== undefined && judgementOf(base.class) === 'flaw'
    ? 'The object is reached without this variant already.'
    : undefined;
}

/** What a variant makes of identifiers and tokens may be nothing new, which only their values show. */
async function whyPointless(parts: Parts, cell: Cell): Promise<string | undefined> {
  const { variant, resource, owner, places } = cell;
  const [place] = places;
  if (variant === undefined || resource === undefined || owner === undefined || place === undefined) {
    return undefined;
  }
  // An error here occurs again when the cell is asked, and is reported there.
  const id = await ownId(parts, { resource, owner, place }).catch(() => undefined);
  return id === undefined
    ? undefined
    : (pointlessVariant(variant, id.value) ?? (await lackedBy(parts, cell, owner)));
}

async function lackedBy(
  { context, sessions }: Parts,
  cell: Cell,
  owner: string,
): Promise<string | undefined> {
  const users = { cell, caller: await sessions.of(cell.caller), owner: await sessions.of(owner) };
  return lackedByVariant(context, users);
}

async function ownId(
  { context, sessions, targets }: Parts,
  { resource, owner, place }: { readonly resource: string; readonly owner: string; readonly place: IdPlace },
): Promise<ExtractedValue | undefined> {
  const made = await targets.of(resourceOf(context.loaded, resource), await sessions.of(owner));
  return made.ok ? made.target.object.ids.get(place.variable) : undefined;
}

async function askCell(
  run: MatrixRun,
  parts: Parts,
  cell: Cell,
  { date, signal }: { readonly date: string; readonly signal: AbortSignal },
): Promise<CellResult> {
  const finding = await runCell(parts, cell).catch((error: unknown) => notAsked(faultText(error), []));
  if (signal.aborted) {
    return skipped(parts.context, cell, 'The run was cancelled during this cell.');
  }
  const { signals, steps, leaks, changes, secondary, open, ...others } = maskedFinding(finding, run);
  if (open !== undefined) {
    return { ...skipped(parts.context, { ...cell, skip: open }, open), steps };
  }
  const outcome = judge(judgedKind(cell), signals);
  const result: CellResult = {
    cell,
    signals,
    class: outcome,
    reasons: explain({ cell, signals, class: outcome, leaks, changes, ...others }),
    ...others,
    steps,
    leaks,
    changes,
    secondary,
    fingerprint: authzFingerprint(cell, parts.context.ports.hash),
  };
  return applyWaivers(result, parts.context.loaded.matrix.waivers, date);
}

/** Only what others wrote is masked: a password such as `changed` must not eat words out of a reason. */
function maskedFinding(
  finding: Finding,
  { mask, render }: MatrixRun,
): Omit<Finding, 'leaks' | 'changes'> & Pick<CellResult, 'leaks' | 'changes'> {
  const { leaks, changes, controlFailure, attackFailure } = finding;
  return {
    ...finding,
    leaks: leaks.map((leak) => ({ ...leak, found: render(leak.found), value: render(leak.value) })),
    changes: changes.map((change) => ({
      ...change,
      path: render(change.path),
      ...(change.before === undefined ? {} : { before: mask(change.before) }),
      ...(change.after === undefined ? {} : { after: mask(change.after) }),
    })),
    ...(controlFailure === undefined ? {} : { controlFailure: mask(controlFailure) }),
    ...(attackFailure === undefined ? {} : { attackFailure: mask(attackFailure) }),
  };
}

function skipped(context: AuthzContext, cell: Cell, reason: string): CellResult {
  return {
    cell,
    class: 'SKIPPED',
    reasons: [reason],
    steps: [],
    leaks: [],
    changes: [],
    secondary: [],
    fingerprint: authzFingerprint(cell, context.ports.hash),
  };
}

function fingerprintsOf(cells: readonly Cell[], { ports }: AuthzContext): readonly string[] {
  return [...new Set(cells.map((cell) => authzFingerprint(cell, ports.hash)))].sort();
}

function resultOf(
  { loaded, plan, settings, seed, mask }: MatrixRun,
  { context, objects, targets, sessions, accounts, throwAways }: Parts,
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
    ...defined({ environment: environment?.name }),
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
      ...new Set([...sessions.failures(), ...throwAways.failures()].map(mask)),
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
