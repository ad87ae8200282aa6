/**
 * Workers that ask cells which only read at the same time. Each has a session of its own for every user, so that no
 * session is used twice at once; what they ask about is made before and shared.
 *
 * A further session has to be as good as the first: it is shown the same objects, and it leaves the first one valid.
 * Otherwise there are fewer workers, down to the first alone.
 */
import { createControls } from '../act/controls/controls';
import { faultText } from '../act/errorText';
import { signIn } from '../act/attacks/signInUsers';
import type { Look } from '../act/inventory/testObject';
import type { Target, TargetMade } from '../act/objects/target';
import type { Targets } from '../act/objects/targets';
import type { Session } from '../act/sessions/sessions';
import { resourceOf } from '../matrix/findByName';
import type { MatrixResource } from '../model/matrix';
import type { Cell } from '../model/cell';
import { whyCutOff, type Progress } from './askCell';
import type { Parts } from './runParts';

/** What was made for cells, by resource and owner: objects, or why there are none. */
export type PreparedTargets = ReadonlyMap<string, TargetMade>;

/** Makes the objects that cells ask about one after the other, as running them one after the other would. */
export async function prepareTargets(cells: readonly Cell[], progress: Progress): Promise<PreparedTargets> {
  const { parts } = progress;
  const prepared = new Map<string, TargetMade>();
  for (const cell of cells.filter(({ skip }) => skip === undefined)) {
    if ((await whyCutOff(cell, progress)) !== undefined) {
      break;
    }
    // An error here occurs again when the cell is asked, and is reported there.
    const owners = await ownersIn(parts, cell).catch(() => []);
    for (const { resource, owner } of owners) {
      const made = parts.targets.of(resource, owner);
      prepared.set(
        keyOf(resource, owner),
        await made.catch((error: unknown) => ({ ok: false, failure: faultText(error), steps: [] })),
      );
    }
  }
  return prepared;
}

interface Ownership {
  readonly resource: MatrixResource;
  readonly owner: Session;
}

/** Whose objects a cell needs; the caller's own one is compared in cells between owners. */
async function ownersIn(parts: Parts, cell: Cell): Promise<readonly Ownership[]> {
  const { kind, resource: name } = cell;
  const isAsked = cell.owner !== undefined || kind === 'SELF' || kind === 'LIST';
  const users = name === undefined || !isAsked ? undefined : await signIn(parts, cell);
  if (name === undefined || users?.ok !== true) {
    return [];
  }
  const resource = resourceOf(parts.context.loaded, name);
  const { owner, caller } = users;
  const owners = kind === 'OBJ' || kind === 'LIST' ? [owner, caller] : [owner];
  return owners.map((one) => ({ resource, owner: one }));
}

/** The workers of cells, and why there are fewer than wanted. */
export interface Workers {
  readonly workers: readonly Parts[];
  /** A whole sentence. */
  readonly note?: string;
}

/** Gets workers ready, at most that many. */
export async function openWorkers(
  cells: readonly Cell[],
  parts: Parts,
  prepared: PreparedTargets,
  wanted: number,
): Promise<Workers> {
  const first = workerOf(parts, parts.sessions, prepared);
  const users = await signedIn(cells, first);
  const others = Array.from({ length: Math.min(wanted - 1, affordable(parts, users)) }, (_, index) =>
    workerOf(parts, parts.sessions.forWorker(index + 1), prepared),
  );
  const doubts = await Promise.all(
    others.map((worker) => whyUnfit(worker, users, prepared).catch(faultText)),
  );
  const fit = others.filter((_, index) => doubts[index] === undefined);
  const ended = fit.length === 0 ? undefined : await whyEnded(first, users, prepared);
  const workers = [first, ...(ended === undefined ? fit : [])];
  const reason = ended ?? doubts.find((doubt) => doubt !== undefined) ?? NO_ROOM;
  const note = `Cells that only read were tested with ${workers.length} instead of ${wanted} sessions of each user. ${reason}`;
  return workers.length === wanted ? { workers } : { workers, note };
}

const NO_ROOM = 'The limit of requests leaves no room for more. Raise "limits" of the matrix.';

/** How many further workers may sign in, so that most of the requests up to the limit are left for cells. */
function affordable({ context }: Parts, users: readonly Session[]): number {
  const { sender, loaded } = context;
  const left = Math.max(0, loaded.matrix.limits.requests - sender.sent);
  // Each signs in and looks at what the first one created, which looks once more.
  const cost = users.reduce((sum, { steps }) => sum + steps.length + 2, 0);
  return cost === 0 ? Infinity : Math.floor(left / (MOST_OF_LIMIT * cost));
}

/** Signing further workers in takes at most one in so many of the requests that are left. */
const MOST_OF_LIMIT = 4;

function workerOf(parts: Parts, sessions: Parts['sessions'], prepared: PreparedTargets): Parts {
  const targets = preparedOnly(parts.targets, prepared);
  const ports = { ...parts, sessions, targets };
  return { ...ports, controls: createControls(ports), accounts: parts.accounts.withTargets(targets) };
}

/** The targets that were made, each as that of the session that asks for it; no further ones are made. */
function preparedOnly(targets: Targets, prepared: PreparedTargets): Targets {
  return {
    ...targets,
    async of(resource, owner) {
      const known = prepared.get(keyOf(resource, owner)) ?? NOT_MADE;
      const made = known.ok ? await targets.of(resource, owner) : known;
      return made.ok ? { ok: true, target: asSeenBy(owner, made.target) } : made;
    },
  };
}

const NOT_MADE: TargetMade = {
  ok: false,
  failure: 'The run ended before the object was made.',
  steps: [],
};

function asSeenBy(owner: Session, target: Target): Target {
  return { ...target, object: { ...target.object, owner } };
}

/** Signs everybody in whom cells need; who has no login needs no second session, nor does who is to have no valid one. */
async function signedIn(cells: readonly Cell[], { sessions }: Parts): Promise<readonly Session[]> {
  const asked = cells.filter(({ skip }) => skip === undefined);
  const names = new Set(asked.flatMap(({ owner, caller }) => [owner ?? caller, caller]));
  const users: Session[] = [];
  for (const name of names) {
    users.push(await sessions.of(name));
  }
  return users.filter(
    ({ user, failure, steps }) => user.ended === undefined && failure === undefined && steps.length > 0,
  );
}

/** Why a worker cannot be used; absent when it can. A whole sentence. */
async function whyUnfit(
  worker: Parts,
  users: readonly Session[],
  prepared: PreparedTargets,
): Promise<string | undefined> {
  for (const { user } of users) {
    const session = await worker.sessions.of(user.name);
    if (session.failure !== undefined) {
      return `A second session could not be had. ${session.failure}`;
    }
    const failure = (await lookAtOwn(worker, session, prepared))?.failure;
    if (failure !== undefined) {
      return `A second session of ${user.name} is not shown what the first one created. ${failure}`;
    }
  }
  return undefined;
}

/** Why the first sessions do not hold any more, which are signed in again then; absent when they do. A whole sentence. */
async function whyEnded(
  first: Parts,
  users: readonly Session[],
  prepared: PreparedTargets,
): Promise<string | undefined> {
  const ended: string[] = [];
  for (const session of users) {
    const look = await lookAtOwn(first, session, prepared);
    const holds =
      look === undefined ? (await first.sessions.isAlive(session)).alive : look.failure === undefined;
    if (holds === false) {
      ended.push(session.user.name);
      await first.sessions.renew(session);
    }
  }
  return ended.length === 0 ? undefined : `A second session ended the first one of ${ended.join(', ')}.`;
}

/** A look at an object of one's own; absent when there is none to look at. It signs nobody in again. */
async function lookAtOwn(
  { objects }: Pick<Parts, 'objects'>,
  owner: Session,
  prepared: PreparedTargets,
): Promise<Look | undefined> {
  const own = [...prepared.values()].find(
    (made) =>
      made.ok && made.target.view !== undefined && made.target.object.owner.user.name === owner.user.name,
  );
  return own?.ok === true ? objects.look(asSeenBy(owner, own.target).object, 'liveness') : undefined;
}

function keyOf({ name }: MatrixResource, { user }: Session): string {
  return JSON.stringify([name, user.name]);
}
