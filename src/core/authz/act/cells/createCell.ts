/**
 * Cells that ask whether a caller can create what the policy does not grant: creating operations at all (`FUN`,
 * `ANON`), or in what belongs to another (`OBJ`, and whatever places identifiers of the owner).
 */
import type { Objects } from '../objects/objects';
import type { AuthzContext } from '../context';
import { probeAgain, probeBefore, type Probe } from '../attacks/afterAttack';
import { prepareAttack, type Attack, type PreparationPorts } from '../attacks/prepareAttack';
import { liveness, repeatWithValidCredentials, type LivenessPorts } from '../attacks/credentialsValid';
import type { CellStep } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { closeUnlisted, createAs, type Created } from '../attacks/attemptCreation';
import type { Control } from '../controls/controls';
import { leakOf } from '../attacks/attackLeaks';
import type { Leak } from '../attacks/leakEvidence';
import { PLANTED } from '../../judge/leaks/distinctiveValues';
import { renderUnmasked } from '../../../message';
import { answerSignals, failuresOf, notAsked, stepsOf, type Finding } from '../attacks/finding';
import { isPublic } from '../../model/matrix';
import { readersOf, removeListed, searchLists } from '../attacks/searchLists';
import { secondaryFindings } from '../attacks/secondaryFindings';
import { openValuesOf, type AttackPorts } from '../attacks/sendAttack';
import type { Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import type { Target } from '../objects/target';
import { createdEntry, type TestObject } from '../inventory/testObject';
import type { Landed } from '../attacks/chosenPlaces';
import type { Signals } from '../../model/verdict';

/** What the procedure uses. */
export interface CreateCellPorts extends PreparationPorts, AttackPorts {}

type AttemptPorts = AttackPorts & LivenessPorts;

/** Carries out the procedure. Failures are in the finding. */
export async function createCell(ports: CreateCellPorts, cell: Cell): Promise<Finding> {
  const prepared = await prepareAttack(ports, cell);
  if (!prepared.ok) {
    return prepared.finding;
  }
  const first = await createOnce(ports, prepared.attack);
  if (first.signals.state === 'changed') {
    return first;
  }
  return repeatWithValidCredentials(ports.sessions, prepared.attack, first, async () => {
    const again = await prepareAttack(ports, cell);
    return again.ok ? createOnce(ports, again.attack) : again.finding;
  });
}

async function createOnce(ports: AttemptPorts, attack: Attack): Promise<Finding> {
  const { cell, target, ownerControl, callerControl, caller } = attack;
  if (target === undefined) {
    return notAsked(`The operation ${cell.operation} names no resource that could be looked at.`, []);
  }
  const outer = outerIds(cell, target);
  const before = await probeBefore(ports.context, attack);
  const created = await createAs(ports, {
    cell,
    resource: target.object.resource,
    caller,
    keeper: attack.owner,
    other: caller,
    values: cell.kind === 'ANON' ? withoutOwnId(openValuesOf(ports.context, attack), target) : caller.values,
    outer,
    own: attack.own?.object.ids ?? new Map(),
    step: 'attack',
  });
  if (created.problem !== undefined) {
    return notAsked(created.problem, []);
  }
  const { answer } = created;
  const live = await liveness(ports, attack, answer?.response);
  const listed = await lookFor(ports, { ...attack, target }, created, outer);
  const found =
    listed.state === 'unknown' ? await proveByProbe(ports, attack, { before, created, listed }) : listed;
  if (found.state === 'unknown') {
    await closeUnlisted(ports, target.object.resource, created);
  }
  const { leak, evidence } = leakOf(ports.context, attack, answer, []);
  const open = isOpen(ports.context, cell, evidence);
  const controls = [ownerControl, callerControl, ...failedControls(created, found)];
  return {
    signals: {
      ...answerSignals(answer, live.alive, ports.context.loaded.matrix.denied),
      control: controls.every(({ ok }) => ok) ? 'ok' : 'fail',
      leak,
      // What is public may be created by anybody, and was.
      state: open ? 'unasked' : found.state,
      self: created.landed?.at === 'own' && found.state === 'same',
      ...(open ? { publicToo: true } : {}),
    },
    steps: stepsOf(ownerControl.steps, callerControl.steps, before?.steps, answer, live.steps, found.steps),
    leaks: evidence,
    changes: [],
    secondary: secondaryFindings(answer?.response, undefined, evidence.length > 0),
    ...failuresOf(controls, answer),
  };
}

/** Who creates an object does not name the existing one. */
function withoutOwnId(values: Values, { object: { resource } }: Target): Values {
  return new Map([...values].filter(([name]) => name !== resource.id.at(-1)));
}

/** A request that is not shown to create anything new asks nothing about who may create. */
function failedControls({ doubt }: Created, { state }: Found): readonly Control[] {
  return doubt === undefined || state !== 'unknown' ? [] : [{ ok: false, failure: doubt, steps: [] }];
}

/** Whether anybody may do it, and nobody is shown the object of somebody else by it. */
function isOpen(context: AuthzContext, { operation }: Cell, evidence: Leak['evidence']): boolean {
  const isShown = evidence.some(({ value }) => renderUnmasked(value) === PLANTED);
  return !isShown && isPublic(context.loaded.matrix.policy, operation);
}

/** An attack on a resource that the owner has one of. */
type Targeted = Attack & { readonly target: Target };

/** What the request names of the owner's: the object that something is added to. */
function outerIds({ places }: Cell, { object }: Target): Values {
  const named = new Set(places.map(({ variable }) => variable));
  return new Map([...object.ids].filter(([name]) => named.has(name)));
}

interface Found {
  readonly state: Signals['state'];
  readonly steps: readonly CellStep[];
}

interface Unseen {
  readonly before: Probe | undefined;
  readonly created: Created;
  /** What the lists showed, which was neither. */
  readonly listed: Found;
}

/** Where no list would show it, the probe of the operation may: a count, or what an administrator is shown. */
async function proveByProbe(
  ports: AttackPorts,
  attack: Attack,
  { before, created, listed }: Unseen,
): Promise<Found> {
  if (before === undefined) {
    return listed;
  }
  const { state, steps } = await probeAgain(ports.context, attack, before, !created.accepted);
  if (state === 'same' && !created.accepted) {
    await ports.objects.discard({ entry: created.entry });
  }
  return { state, steps: stepsOf(listed.steps, steps) };
}

/** Looks for what was created: by the identifiers of the answer, else in the lists. */
async function lookFor(
  ports: AttemptPorts,
  attack: Targeted,
  created: Created,
  outer: Values,
): Promise<Found> {
  const { object, landed } = created;
  if (landed !== undefined) {
    return whereItLanded(ports.objects, created, landed);
  }
  const seen = object === undefined ? undefined : await lookAt(ports.objects, object, attack.caller);
  if (seen?.state === 'changed') {
    return seen;
  }
  const listed = await searchFor(ports, attack, created, outer);
  return { ...listed, steps: stepsOf(seen?.steps, listed.steps) };
}

/** Below what is the owner's, it is a change of that; below what is the caller's own it is none. */
async function whereItLanded(objects: Objects, { accepted, entry }: Created, landed: Landed): Promise<Found> {
  const { at, object, steps } = landed;
  if (object === undefined) {
    await (accepted ? undefined : objects.discard({ entry }));
    return { state: accepted ? 'unknown' : 'same', steps };
  }
  const { ok } = await objects.adopt({ ...object, entry: createdEntry(entry, object.ids, 'reads') });
  const removed = ok ? await objects.remove({ ...object, entry }) : [];
  return { state: at === 'own' ? 'same' : 'changed', steps: stepsOf(steps, removed) };
}

async function lookAt(objects: Objects, object: TestObject, caller: Session): Promise<Found> {
  const asKeeper = await objects.look(object, 'after-read');
  const exists = asKeeper.failure === undefined;
  const callers = { ...object, owner: caller };
  const asCaller = exists ? undefined : await objects.look(callers, 'after-read');
  const removed = await objects.remove(asCaller?.failure === undefined && !exists ? callers : object);
  return {
    state: exists || asCaller?.failure === undefined ? 'changed' : 'unknown',
    steps: stepsOf(asKeeper.steps, asCaller?.steps, removed),
  };
}

/** A refusal is believed when the object is in no list; an existing one was created, whatever was answered. */
async function searchFor(
  ports: AttemptPorts,
  attack: Targeted,
  created: Created,
  outer: Values,
): Promise<Found> {
  const { object } = attack.target;
  const { canary, accepted, planted, entry } = created;
  if (!planted) {
    return { state: 'unknown', steps: [] };
  }
  const searched = {
    resource: object.resource,
    canary,
    readers: await readersOf(ports, attack),
    known: object.entry === undefined ? undefined : object.canary,
  };
  const search = await searchLists(ports.context, searched);
  if (search.kind === 'found') {
    const removed = await removeListed(ports, searched, search.holder, outer);
    return { state: 'changed', steps: stepsOf(search.steps, removed) };
  }
  const isRefused = search.kind === 'absent' && !accepted;
  if (isRefused) {
    await ports.objects.discard({ entry });
  }
  return { state: isRefused ? 'same' : 'unknown', steps: search.steps };
}
