/**
 * What the answer to an attack gives away: data of the owner that the caller has from nowhere else, and for what
 * the policy calls public whether everybody gets the same.
 */
import type { Targets } from '../objects/targets';
import type { AuthzContext } from '../context';
import { defined } from '../../../defined';
import type { Message } from '../../../message';
import type { RecordedResponse } from '../../../result/result';
import { isPublic } from '../../model/matrix';
import { isMutating } from '../../plan/requests/variants';
import type { LeakEvidence } from '../../model/authzResult';
import type { Absent } from '../controls/calibration';
import { askNeighbour } from './calibrateAttack';
import { leakIn, type Leak, type OwnersData } from './leakEvidence';
import type { Answer } from '../sender/sender';
import { isSuccess } from '../../response/status';
import { findLeaks } from '../../judge/leaks/findLeaks';
import { PLANTED } from '../../judge/leaks/distinctiveValues';
import type { Attack } from './prepareAttack';

/** What callers without credentials were given, by operation; for what the policy calls public. */
export type OpenValues = Map<string, readonly LeakEvidence<Message>[]>;

/** What looking for leaks uses. */
export interface LeakPorts {
  readonly context: AuthzContext;
  readonly targets: Targets;
  readonly openValues: OpenValues;
}

/** Whether the policy calls it public, and it changes something that is not an object of the matrix. */
export function isOpenFunction(context: AuthzContext, { cell, target }: Attack): boolean {
  return target === undefined && isMutating(cell) && isPublic(context.loaded.matrix.policy, cell.operation);
}

/** Texts that are planted in the object of anybody. */
function markersIn(
  { context, targets }: Pick<LeakPorts, 'context' | 'targets'>,
  answer: Answer | undefined,
): Leak {
  const values = targets.all().map(({ object }) => ({ value: object.canary, name: PLANTED }));
  const evidence =
    answer?.response === undefined ? [] : findLeaks(answer.response, values, context.ports.hash);
  return { leak: evidence.length > 0 ? 'yes' : values.length > 0 ? 'no' : 'unknown', evidence };
}

/** What an answer holds of the owner's, and whether it was open to everybody. */
export async function leakSignals(
  ports: LeakPorts,
  attack: Attack,
  answer: Answer | undefined,
  absent: Absent | undefined,
): Promise<Leak & { readonly publicToo?: true }> {
  const isFunction = isOpenFunction(ports.context, attack);
  const found = isFunction
    ? markersIn(ports, answer)
    : await leakBeyondRefusals(ports.context, attack, answer, absent?.answer.response);
  const status = answer?.response?.status;
  const accepted = status !== undefined && isSuccess(status);
  const isShown = isFunction && found.leak === 'yes';
  const publicToo = isShown ? undefined : publicSignal(ports, attack, found.evidence, accepted);
  return { ...found, ...defined({ publicToo }) };
}

/** Without the words that a path gets which does not exist. */
async function leakBeyondRefusals(
  context: AuthzContext,
  attack: Attack,
  answer: Answer | undefined,
  absent: RecordedResponse | undefined,
): Promise<Leak> {
  const found = leakOf(context, attack, answer, [absent]);
  const isDoubtful = found.leak === 'yes' && attack.target === undefined;
  const neighbour = isDoubtful ? await askNeighbour(context, attack) : undefined;
  return neighbour === undefined ? found : leakOf(context, attack, answer, [absent, neighbour]);
}

/** What an answer holds of the owner's that the caller does not have from elsewhere. */
export function leakOf(
  context: AuthzContext,
  attack: Attack,
  answer: Answer | undefined,
  innocent: readonly (RecordedResponse | undefined)[],
): Leak {
  return leakIn(
    answer?.response,
    ownersData(attack),
    {
      sent: answer?.result.exchange?.request,
      answers: [attack.callerControl.response, attack.own?.view, ...innocent],
      ignore: context.loaded.matrix.ignore,
    },
    context.ports.hash,
  );
}

/** What the owner sees of the object, or what a function answers to who may call it. */
function ownersData({ target, ownerControl }: Attack): OwnersData {
  // What is refused is not the view of anybody.
  const granted = ownerControl.ok ? ownerControl.response : undefined;
  return target === undefined
    ? { view: granted, markers: [] }
    : {
        view: target.view ?? granted,
        canary: target.object.canary,
        markers: target.object.resource.marker,
      };
}

/** For what the policy calls public: whether a caller without credentials was given the same. */
function publicSignal(
  { context, openValues }: Pick<LeakPorts, 'context' | 'openValues'>,
  { cell }: Attack,
  leaks: readonly LeakEvidence<Message>[],
  accepted: boolean,
): true | undefined {
  if (!isPublic(context.loaded.matrix.policy, cell.operation)) {
    return undefined;
  }
  if (cell.kind === 'ANON') {
    if (accepted) {
      openValues.set(cell.operation, leaks);
    } else {
      // What was open is the object of another owner.
      openValues.delete(cell.operation);
    }
    return accepted ? true : undefined;
  }
  const open = openValues.get(cell.operation);
  return open !== undefined && isShownBy(open, leaks) ? true : undefined;
}

/** Whether all that a caller was given is among what callers without credentials were. */
export function isShownBy(
  open: readonly LeakEvidence<Message>[],
  leaks: readonly LeakEvidence<Message>[],
): boolean {
  const known = new Set(open.map(identityOf));
  return leaks.every((leak) => known.has(identityOf(leak)));
}

function identityOf({ value, sha256 }: LeakEvidence<Message>): string {
  return JSON.stringify([value.parts, sha256]);
}
