/** Asking one cell: whether it is asked at all, the procedure of its kind, and the verdict that its signals give. */
import type { ExtractedValue } from '../../prepare/scope';
import type { CellResult } from '../model/authzResult';
import type { Cell, IdPlace } from '../model/cell';
import { resourceOf } from '../matrix/findByName';
import { explain } from '../report/explain/explain';
import { faultText } from '../act/errorText';
import { notAsked, type Finding } from '../act/attacks/finding';
import { lackedByVariant } from '../act/attacks/variantValues';
import { authzFingerprint } from '../report/fingerprint';
import { judge } from '../judge/judge';
import type { MatrixRun, Parts } from './runParts';
import { runCell } from '../act/cells/runCell';
import { isAnonymous } from '../matrix/grants';
import { judgedKind } from '../plan/requests/tokenVariants';
import { isMutating, pointlessVariant } from '../plan/requests/variants';
import { judgementOf } from '../model/verdict';
import { applyWaivers } from '../judge/waivers';

/** How far a run is. */
export interface Progress {
  readonly run: MatrixRun;
  readonly parts: Parts;
  readonly results: Map<string, CellResult>;
  readonly signal: AbortSignal;
  /** When the run began, as ISO 8601. */
  readonly date: string;
  /** What a reader should know of how cells were asked. Whole sentences. */
  readonly notes: string[];
}

/** A cell that is not asked, and why. */
export interface LeftOut {
  readonly cell: Cell;
  readonly reason: string;
}

/** Why a cell is not asked; it has a reason of its own unless the run ended before it. */
export async function whyLeftOut(cell: Cell, progress: Progress): Promise<LeftOut | undefined> {
  const cutOff = cell.skip === undefined ? await whyCutOff(cell, progress) : undefined;
  if (cutOff !== undefined) {
    return { cell, reason: cutOff };
  }
  const skip = cell.skip ?? whyReached(cell, progress) ?? (await whyPointless(progress.parts, cell));
  return skip === undefined ? undefined : { cell: { ...cell, skip }, reason: skip };
}

/** Why a run does not get to a cell that it would ask. */
export async function whyCutOff(cell: Cell, { parts, signal }: Progress): Promise<string | undefined> {
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

/** Asks a cell; what goes wrong is in its result. */
export async function askCell(cell: Cell, { run, parts, date, signal }: Progress): Promise<CellResult> {
  const finding = await runCell(parts, cell).catch((error: unknown) => notAsked(faultText(error), []));
  if (signal.aborted) {
    return skipped({ cell, reason: 'The run was cancelled during this cell.' }, parts);
  }
  const { signals, steps, leaks, changes, secondary, open, ...others } = maskedFinding(finding, run);
  if (open !== undefined) {
    return { ...skipped({ cell: { ...cell, skip: open }, reason: open }, parts), steps };
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

/** The result of a cell that is not asked. */
export function skipped({ cell, reason }: LeftOut, { context }: Pick<Parts, 'context'>): CellResult {
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
