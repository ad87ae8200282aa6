/**
 * What two users are shown of their objects, compared: of one account, both objects name the same owner. That each
 * sees the object of the other in the own list proves nothing alone, because a server that shows everybody
 * everything looks alike: harm that was seen is believed then, and the doubt is reported.
 */
import {
  isArray,
  isNumber,
  isObject,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../../json/json';
import type { RecordedResponse } from '../../../result/result';
import { grantFor, reaches, relationOf } from '../../matrix/grants';
import type { MatrixResource, MatrixUser } from '../../model/matrix';
import type { Targets } from '../objects/targets';
import type { Target } from '../objects/target';
import type { CellStep } from '../../model/authzResult';
import type { Relation } from './accounts';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import { readList } from '../inventory/readList';
import { jsonBody } from '../../response/responseBody';
import type { Session } from '../sessions/sessions';

interface ComparisonPorts {
  readonly context: AuthzContext;
  readonly targets: Pick<Targets, 'of'>;
}

/** Compares what two users are shown of an object of each. */
export async function compareObjects(
  { context, targets }: ComparisonPorts,
  [one, other]: readonly [Session, Session],
  resource: MatrixResource,
): Promise<Relation> {
  const mine = await targets.of(resource, one);
  const theirs = await targets.of(resource, other);
  if (!mine.ok || !theirs.ok) {
    return { kind: 'unknown', steps: [] };
  }
  const owners = compareOwners(context, mine.target, theirs.target);
  // The same owner may be what the users have in common, such as their tenant.
  const isShared = Object.values(relationOf(one.user, other.user) ?? {}).includes('same');
  if (owners === 'differ') {
    return { kind: 'two', steps: [] };
  }
  const { shared, steps } = await compareLists(context, [mine.target, theirs.target]);
  const who = `${one.user.name} and ${other.user.name}`;
  if (owners === 'same' && shared !== false && !isShared) {
    return {
      kind: 'one',
      reason:
        shared === true
          ? `${who} look like one account: their objects of ${resource.name} name the same owner, and each is in the list of the other as well.`
          : `${who} look like one account: their objects of ${resource.name} name the same owner.`,
      steps,
    };
  }
  if (shared !== true) {
    return { kind: 'unknown', steps };
  }
  const why =
    owners === 'same'
      ? `Nothing distinguishes ${who}: the list of each shows the ${resource.name} of the other, and both name the same owner.`
      : `Nothing distinguishes ${who}: the list of each shows the ${resource.name} of the other, and neither names an owner.`;
  const advice =
    'That is a flaw unless they are one account; a request such as GET /me in a chain of the matrix would show it.';
  return { kind: 'unknown', reason: `${why} ${advice}`, steps };
}

/** Compared without case, `_` and `-`. */
const OWNERS: ReadonlySet<string> = new Set(
  (
    'owner ownerid ownername user userid username useremail customer customerid author authorid ' +
    'createdby creator creatorid email login'
  ).split(' '),
);

/** Whether the views name owners, and whether they are the same. What a creation itself says proves nothing. */
function compareOwners(
  { loaded }: AuthzContext,
  { object, view }: Target,
  other: Target,
): 'same' | 'differ' | 'none' {
  const { create } = object.resource;
  const body = create === undefined ? undefined : requestOf(loaded, create).request.body;
  const said = body === undefined ? '' : JSON.stringify(body);
  const [mine, theirs] = [ownersIn(view, said), ownersIn(other.view, said)];
  const shared = [...mine].filter(([name]) => theirs.has(name));
  if (shared.length === 0) {
    return 'none';
  }
  return shared.every(([name, value]) => theirs.get(name) === value) ? 'same' : 'differ';
}

function ownersIn(view: RecordedResponse | undefined, said: string): ReadonlyMap<string, string> {
  const body = view === undefined ? undefined : jsonBody(view);
  const found = new Map<string, string>();
  for (const [name, value] of body === undefined ? [] : scalarsIn(body)) {
    const isOwner = OWNERS.has(name.toLowerCase().replace(/[_-]/g, ''));
    if (isOwner && !said.includes(JSON.stringify(name))) {
      found.set(name, stringifyJson(value));
    }
  }
  return found;
}

/** Members with plain values, at the top and two levels below; of an object under an owner's name, its `id`. */
function scalarsIn(value: JsonValue, depth = 0): readonly (readonly [string, JsonValue])[] {
  if (isArray(value) || !isObject(value) || depth > MAX_DEPTH) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]: [string, JsonValue]) => {
    if (isObject(member)) {
      return [...ownId(name, member), ...scalarsIn(member, depth + 1)];
    }
    const isPlain = isNumber(member) || (typeof member === 'string' && member !== '');
    return isPlain ? [[name, member] as const] : [];
  });
}

const MAX_DEPTH = 2;

function ownId(name: string, member: JsonObject): readonly (readonly [string, JsonValue])[] {
  const id = Object.hasOwn(member, 'id') ? member['id'] : undefined;
  return id === undefined ? [] : [[name, id]];
}

/** Whether each user's list shows the object of the other; absent where lists do not show it. */
async function compareLists(
  context: AuthzContext,
  targets: readonly [Target, Target],
): Promise<{ readonly shared?: boolean; readonly steps: readonly CellStep[] }> {
  const [first, second] = targets;
  const [one, other] = [first.object.owner.user, second.object.owner.user];
  const { resource: compared } = first.object;
  if (!showsOwnOnly(context, [one, other], compared) || !showsOwnOnly(context, [other, one], compared)) {
    return { steps: [] };
  }
  const steps: CellStep[] = [];
  for (const [user, foreign] of [[first, second] as const, [second, first] as const]) {
    const { owner, resource } = user.object;
    const list = await readList(context, owner, resource, 'self-check');
    steps.push(...list.steps);
    if (!list.responses.some(({ body }) => body.content.includes(foreign.object.canary))) {
      return { shared: false, steps };
    }
  }
  return { shared: true, steps };
}

/** Whether a list is there, texts are planted that it could show, and it is to show a user nothing of the other. */
function showsOwnOnly(
  { loaded: { matrix } }: AuthzContext,
  [user, other]: readonly [MatrixUser, MatrixUser],
  { list, canary, create }: MatrixResource,
): boolean {
  const operation = matrix.operations.find(
    ({ request }) => request.chain === list?.chain && request.id === list.id,
  );
  const grant = operation === undefined ? undefined : grantFor(matrix, user, operation);
  const isOwn = grant === undefined || (grant.scope === 'own' && !reaches(grant, user, other));
  return list !== undefined && create !== undefined && canary.length > 0 && isOwn;
}
