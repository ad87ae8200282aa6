/**
 * Whether the caller's credentials hold after a refusal. Some servers answer 403 or 404 to credentials that do
 * not, so that a pass needs the proof as well; where nothing can prove it, a login that succeeded has to do.
 */
import type { Objects } from '../objects/objects';
import type { RecordedResponse } from '../../../result/result';
import type { Target } from '../objects/target';
import { judge } from '../../judge/judge';
import { wasGranted } from '../../matrix/grants';
import type { Cell } from '../../model/cell';
import type { Matrix } from '../../model/matrix';
import { judgementOf } from '../../model/verdict';
import type { Finding } from './finding';
import { hasCredentials } from '../../plan/requests/tokenVariants';
import type { Liveness, Session, Sessions } from '../sessions/sessions';

/** What finding out whether credentials are valid uses. */
export interface LivenessPorts {
  readonly objects: Objects;
  readonly sessions: Sessions;
}

/** Whose credentials are doubted, and what they own that they could look at. */
export interface Doubted {
  readonly cell: Pick<Cell, 'kind' | 'variant'>;
  readonly caller: Session;
  readonly own?: Target;
}

/** Looks after a refusal; asks nothing after any other answer. */
export async function liveness(
  ports: LivenessPorts,
  { cell, caller, own }: Doubted,
  response: RecordedResponse | undefined,
): Promise<Liveness> {
  const status = response?.status ?? 0;
  const suspicious = isMaybeSignedOut(status);
  if (!hasCredentials(cell) || !(suspicious || status === 403 || status === 404)) {
    return { alive: undefined, steps: [] };
  }
  const proof = await ports.sessions.isAlive(caller);
  if (proof.alive !== undefined) {
    return proof;
  }
  if (own?.view === undefined) {
    return { alive: suspicious ? false : undefined, steps: proof.steps };
  }
  const { failure, steps } = await ports.objects.look(own.object, 'liveness');
  return { alive: failure === undefined, steps };
}

/** Asks a cell once more with new credentials where those of its caller had ended: the answer may be another one. */
export async function repeatWithValidCredentials(
  sessions: Sessions,
  { cell, caller }: { readonly cell: Cell; readonly caller: Session },
  first: Finding,
  repeat: () => Promise<Finding>,
): Promise<Finding> {
  if (first.signals.live !== false) {
    return first;
  }
  await sessions.renew(caller);
  return proved(cell, await repeat());
}

/** A refusal of credentials that do not hold, new as they are, proves nothing; of a 401 the signals say so. */
export function proved({ caller }: Pick<Cell, 'caller'>, finding: Finding): Finding {
  const { signals } = finding;
  if (signals.live !== false || signals.status === 401) {
    return finding;
  }
  return {
    ...finding,
    signals: { ...signals, control: 'fail' },
    controlFailure: `The credentials of ${caller} do not hold, although they are new. Look at the login of ${caller}.`,
  };
}

/** Who was never granted it is refused by 403 or 404 also while the credentials hold: only a 401 says that they ended. */
export function provedEnded(matrix: Matrix, cell: Cell, finding: Finding): Finding {
  const { signals } = finding;
  const isShown = cell.ended === undefined || signals.status === 401 || wasGranted(matrix, cell);
  return isShown || judgementOf(judge('ANON', signals)) !== 'pass'
    ? finding
    : {
        ...finding,
        signals: { ...signals, control: 'fail' },
        controlFailure: `${cell.caller} could not do this before its credentials ended either, so only a 401 shows that they have. Grant it to the role, or test an operation that the role is granted.`,
      };
}

/** Refusals by which servers say that a session has ended. */
function isMaybeSignedOut(status: number): boolean {
  return (
    status === 401 || (status >= 300 && status < 400 && status !== 304) || status === 419 || status === 440
  );
}
