/** Cells that ask whether a list holds what belongs to others (`LIST`): every page is read before anything is said. */
import type { AuthzContext } from '../context';
import type { Cell } from '../../model/cell';
import { fieldToMark } from './suggestMarker';
import { operationOf, resourceOf } from '../../matrix/findByName';
import { isShownBy } from '../attacks/attackLeaks';
import { leakIn, showsOwn, type Leak } from '../attacks/leakEvidence';
import { notAsked, type Finding } from '../attacks/finding';
import { isSuccess } from '../../response/status';
import { isAnonymous } from '../../matrix/grants';
import { isPublic, type MatrixOperation } from '../../model/matrix';
import type { Signals } from '../../model/verdict';
import { readPages, type Pages } from '../inventory/readList';
import { openValuesOf } from '../attacks/sendAttack';
import type { Session } from '../sessions/sessions';
import { signIn, type SignInPorts } from '../attacks/signInUsers';
import type { Targets } from '../objects/targets';
import type { Target } from '../objects/target';

/** What the procedure uses. */
export interface ListCellPorts extends SignInPorts {
  readonly context: AuthzContext;
  readonly targets: Targets;
}

/** Carries out the procedure. Failures are in the finding. */
export async function listCell(ports: ListCellPorts, cell: Cell): Promise<Finding> {
  const { loaded } = ports.context;
  const operation = operationOf(loaded, cell.operation);
  const resource = resourceOf(loaded, cell.resource ?? '');
  const signedIn = await signIn(ports, cell);
  if (!signedIn.ok) {
    return signedIn.finding;
  }
  const { owner, caller } = signedIn;
  const theirs = await ports.targets.of(resource, owner);
  const own = await ports.targets.of(resource, caller);
  const missing = [theirs, own].find((made) => !made.ok);
  if (!theirs.ok || !own.ok) {
    return notAsked(missing?.ok === false ? missing.failure : '', missing?.ok === false ? missing.steps : []);
  }
  const owners = await pagesOf(ports.context, operation, owner);
  const callers = await pagesOf(ports.context, operation, caller);
  const lists = { theirs: theirs.target, own: own.target, owners, callers, operation };
  const leaks = leaksIn(ports.context, lists, callers);
  const open = await openPages(ports, cell, { lists, leaks });
  const finding = readFinding(ports.context, lists, leaks);
  return open === undefined
    ? finding
    : {
        ...finding,
        signals: { ...finding.signals, ...open.signals },
        steps: [...finding.steps, ...open.steps],
      };
}

interface Lists {
  readonly theirs: Target;
  readonly own: Target;
  readonly owners: Pages;
  readonly callers: Pages;
  readonly operation: MatrixOperation;
}

function pagesOf(context: AuthzContext, { request, next }: MatrixOperation, user: Session): Promise<Pages> {
  return readPages(context, user, { first: request, next }, 'attack');
}

/** What each page holds of the owner's. */
function leaksIn(
  { loaded, ports }: AuthzContext,
  { theirs: { object, view }, own, owners }: Lists,
  { responses, answers }: Pages,
): readonly Leak[] {
  return responses.map((response, index) =>
    leakIn(
      response,
      { view, seen: owners.responses, canary: object.canary, markers: object.resource.marker },
      {
        sent: answers[index]?.result.exchange?.request,
        answers: [own.view],
        ignore: loaded.matrix.ignore,
      },
      ports.hash,
    ),
  );
}

interface Open {
  readonly signals: Pick<Signals, 'publicToo'>;
  readonly steps: Finding['steps'];
}

/** For what the policy calls public: reads the list without credentials, and says whether it shows the same. */
async function openPages(
  { context, sessions }: ListCellPorts,
  cell: Cell,
  { lists, leaks }: { readonly lists: Lists; readonly leaks: readonly Leak[] },
): Promise<Open | undefined> {
  const { matrix } = context.loaded;
  const anonymous = matrix.users.find(isAnonymous);
  const found = leaks.flatMap(({ evidence }) => evidence);
  if (anonymous === undefined || found.length === 0 || !isPublic(matrix.policy, cell.operation)) {
    return undefined;
  }
  const { theirs, operation } = lists;
  const values = openValuesOf(context, { cell, owner: theirs.object.owner, target: theirs });
  const reader = { ...(await sessions.of(anonymous.name)), values };
  const list = { first: operation.request, next: operation.next, anonymous: true };
  const pages = await readPages(context, reader, list, 'calibration');
  const open = leaksIn(context, lists, pages).flatMap(({ evidence }) => evidence);
  const isSame = pages.responses.every(({ status }) => isSuccess(status)) && isShownBy(open, found);
  return { signals: isSame ? { publicToo: true } : {}, steps: pages.steps };
}

function readFinding(
  context: AuthzContext,
  { theirs, own, owners, callers, operation }: Lists,
  found: readonly Leak[],
): Finding {
  const { hash } = context.ports;
  const shown = owners.responses.some((page) =>
    showsOwn(page, theirs, { view: own.view, sent: undefined }, hash),
  );
  const { object, view } = theirs;
  const bad = callers.responses.find(({ status }) => !isSuccess(status));
  const leak = (['yes', 'unknown', 'no'] as const).find((kind) => found.some((page) => page.leak === kind));
  const sees = callers.responses.some((page) => showsOwn(page, own, { view, sent: undefined }, hash));
  return {
    signals: {
      control: shown ? 'ok' : 'fail',
      status: bad?.status ?? callers.responses[0]?.status ?? 'none',
      leak: leak ?? 'unknown',
      state: 'unasked',
      self: false,
      soft: false,
      wholeList: callers.complete && sees,
    },
    steps: [
      ...theirs.steps,
      ...own.steps,
      ...owners.steps.map((step) => ({ ...step, step: 'owner-control' as const })),
      ...callers.steps,
    ],
    leaks: found.flatMap(({ evidence }) => evidence),
    changes: [],
    secondary: [],
    ...fieldToMark(context, theirs, leak),
    ...(shown
      ? {}
      : {
          controlFailure: `${object.owner.user.name} does not see the own ${object.resource.name} in ${operation.name}, so the list shows nothing about those of others.`,
        }),
  };
}
