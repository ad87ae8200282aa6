/** Cells that ask whether a list holds what belongs to others (`LIST`): every page is read before anything is said. */
import type { Cell } from '../../model/cell';
import { fieldToMark } from './suggestMarker';
import { operationOf, resourceOf } from '../../matrix/findByName';
import { leakIn, showsOwn } from '../attacks/leakEvidence';
import { notAsked, type Finding } from '../attacks/finding';
import { isSuccess } from '../../response/status';
import type { MatrixOperation } from '../../model/matrix';
import { readPages, type Pages } from '../inventory/readList';
import type { Parts } from '../../run/runParts';
import type { Session } from '../sessions/sessions';
import { signIn } from '../attacks/signInUsers';
import type { Target } from '../objects/targets';

/** Carries out the procedure. Failures are in the finding. */
export async function listCell(parts: Parts, cell: Cell): Promise<Finding> {
  const { loaded } = parts.context;
  const operation = operationOf(loaded, cell.operation);
  const resource = resourceOf(loaded, cell.resource ?? '');
  const signedIn = await signIn(parts, cell);
  if (!signedIn.ok) {
    return signedIn.finding;
  }
  const { owner, caller } = signedIn;
  const theirs = await parts.targets.of(resource, owner);
  const own = await parts.targets.of(resource, caller);
  const missing = [theirs, own].find((made) => !made.ok);
  if (!theirs.ok || !own.ok) {
    return notAsked(missing?.ok === false ? missing.failure : '', missing?.ok === false ? missing.steps : []);
  }
  const owners = await pagesOf(parts, operation, owner);
  const callers = await pagesOf(parts, operation, caller);
  return readFinding(parts, { theirs: theirs.target, own: own.target, owners, callers, operation });
}

interface Lists {
  readonly theirs: Target;
  readonly own: Target;
  readonly owners: Pages;
  readonly callers: Pages;
  readonly operation: MatrixOperation;
}

function pagesOf(parts: Parts, { request, next }: MatrixOperation, user: Session): Promise<Pages> {
  return readPages(parts.context, user, { first: request, next }, 'attack');
}

function readFinding(parts: Parts, { theirs, own, owners, callers, operation }: Lists): Finding {
  const { hash } = parts.context.ports;
  const shown = owners.responses.some((page) =>
    showsOwn(page, theirs, { view: own.view, sent: undefined }, hash),
  );
  const { object, view } = theirs;
  const found = callers.responses.map((response, index) =>
    leakIn(
      response,
      { view, seen: owners.responses, canary: object.canary, markers: object.resource.marker },
      {
        sent: callers.answers[index]?.result.exchange?.request,
        answers: [own.view],
        ignore: parts.context.loaded.matrix.ignore,
      },
      hash,
    ),
  );
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
    ...fieldToMark(parts.context, theirs, leak),
    ...(shown
      ? {}
      : {
          controlFailure: `${object.owner.user.name} does not see the own ${object.resource.name} in ${operation.name}, so the list shows nothing about those of others.`,
        }),
  };
}
