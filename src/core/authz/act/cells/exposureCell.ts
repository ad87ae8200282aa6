/**
 * Cells that compare what users may read with the description of the API: members that it does not list are shown
 * to clients that nobody meant them for. An answer that is not the described one, such as a refusal with status 200,
 * is no control, and nothing in it counts.
 */
import { isArray, isObject, type JsonValue } from '../../../json/json';
import type { Message } from '../../../message';
import type { RecordedResponse } from '../../../result/result';
import { escapePointer } from '../../../prepare/references';
import { plainText } from '../../../prepare/template';
import type { Cell } from '../../model/cell';
import type { LeakEvidence } from '../../model/authzResult';
import type { MemberComparison, UnlistedMember } from '../../model/describedAnswers';
import type { AuthzContext } from '../context';
import type { Control } from '../controls/controls';
import { notAsked, type Finding } from '../attacks/finding';
import { signIn } from '../attacks/signInUsers';
import { showsObject } from '../inventory/testObject';
import { isUninformative } from '../../judge/hiddenValues';
import { memberEvidence } from '../../judge/leaks/findLeaks';
import { isSensitiveName } from '../../judge/sensitiveNames';
import { resourceOf } from '../../matrix/findByName';
import { jsonBody } from '../../response/responseBody';
import type { Session } from '../sessions/sessions';
import { useGrant, type GrantCellPorts } from './grantCell';

/** Carries out the procedure. Failures are in the finding. */
export async function exposureCell(ports: GrantCellPorts, cell: Cell): Promise<Finding> {
  const signedIn = await signIn(ports, cell);
  if (!signedIn.ok) {
    return signedIn.finding;
  }
  const control = await useGrant(ports, cell, signedIn);
  const compared = compare(ports.context, cell, control);
  if (typeof compared === 'string') {
    return notAsked(compared, control.steps);
  }
  const failure = await whyEmpty(ports, cell, signedIn.owner, compared);
  return failure === undefined
    ? findingOf(ports.context, control, compared)
    : notAsked(failure, control.steps);
}

interface Compared {
  readonly response: RecordedResponse;
  readonly members: MemberComparison;
}

/** The members of the answer, or why they cannot be compared. */
function compare({ loaded }: AuthzContext, cell: Cell, control: Control): Compared | string {
  const { ok, response, failure = 'There was nothing to compare.' } = control;
  const name = loaded.described?.name ?? '';
  if (!ok || response === undefined) {
    return failure;
  }
  const { status } = response;
  const { caller, operation } = cell;
  const body = jsonBody(response);
  if (body === undefined) {
    return `${caller} got ${status} from ${operation} without JSON, which cannot be compared with ${name}.`;
  }
  const { mediaType } = response.body;
  const members = loaded.described?.compare(cell, { status, mediaType, body });
  if (members === undefined) {
    return `${caller} got ${status} from ${operation}, and ${name} does not say which members that answer has.`;
  }
  return members.listed === 0
    ? `${caller} got ${status} from ${operation} without any member that ${name} lists: this is another answer than the described one.`
    : { response, members };
}

/** Why a list shows too little: what its items have is not known where there are none. */
async function whyEmpty(
  { targets, context }: GrantCellPorts,
  cell: Cell,
  owner: Session,
  { response, members }: Compared,
): Promise<string | undefined> {
  if (cell.places.length > 0 || !members.hasEmptyList) {
    return undefined;
  }
  const { caller, operation, resource } = cell;
  const made =
    resource === undefined ? undefined : await targets.of(resourceOf(context.loaded, resource), owner);
  return made?.ok === true && showsObject(response, made.target.object)
    ? undefined
    : `${caller} got ${response.status} from ${operation} with an empty list, so what its items have is not known.`;
}

function findingOf(
  { ports }: AuthzContext,
  control: Control,
  { response: { status }, members: { unlisted } }: Compared,
): Finding {
  const found = unlisted.flatMap((member) => [member, ...sensitiveWithin(member)]);
  const shown = onePerPlace(found.filter(({ value }) => !isUninformative(value)));
  const leaks: readonly LeakEvidence<Message>[] = shown
    .toSorted((one, other) => Number(isSensitive(other)) - Number(isSensitive(one)))
    .map(({ pointer, value }) => memberEvidence(pointer, plainText(value), ports.hash));
  return {
    signals: {
      control: 'ok',
      status,
      leak: leaks.length > 0 ? 'yes' : 'no',
      state: 'same',
      self: false,
      soft: false,
    },
    steps: control.steps,
    leaks: leaks.slice(0, MAX_MEMBERS),
    changes: [],
    secondary: [],
  };
}

/** Members that are named. */
const MAX_MEMBERS = 50;

/** What is called like a secret inside of a member that is not listed as a whole. */
function sensitiveWithin({ pointer, value }: UnlistedMember): readonly UnlistedMember[] {
  const inside: readonly (readonly [string | number, JsonValue])[] = isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return inside.flatMap(([name, item]) => {
    const member = { pointer: `${pointer}/${escapePointer(String(name))}`, value: item };
    return [...(isSensitive(member) ? [member] : []), ...sensitiveWithin(member)];
  });
}

function isSensitive({ pointer }: UnlistedMember): boolean {
  return isSensitiveName(pointer);
}

/** Of the same member of several items the first. */
function onePerPlace(members: readonly UnlistedMember[]): readonly UnlistedMember[] {
  const places = new Map<string, UnlistedMember>();
  for (const member of members) {
    const place = member.pointer.replace(/\/\d+(?=\/)/g, '/*');
    places.set(place, places.get(place) ?? member);
  }
  return [...places.values()];
}
