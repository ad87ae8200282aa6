/** Finding an object whose creation was not answered: in its owner's list, by the text planted in it. */
import { isArray, isObject } from '../json';
import type { JsonValue } from '../json';
import { selectPath } from '../jsonPath';
import { requestOf } from './context';
import type { AuthzContext } from './context';
import type { MatrixResource } from './matrix';
import { readList } from './pages';
import { jsonBody } from './responseBody';
import type { Values } from './sender';
import type { Session } from './sessions';

/** The identifiers of the object that holds the planted text; none when the list does not hold it; else why not. */
export async function findPlanted(
  context: AuthzContext,
  resource: MatrixResource,
  owner: Session,
  canary: string,
): Promise<Values | string> {
  if (resource.list === undefined || resource.create === undefined) {
    return `Its creation was not answered, and ${resource.name} has no "list" to find it in.`;
  }
  const pages = await readList(context, owner, resource, 'owner-read');
  const item = pages.responses
    .map((response) => holderOf(jsonBody(response), canary))
    .find((holder) => holder !== undefined);
  if (item === undefined) {
    return pages.complete && pages.responses.every(({ status }) => status < 300)
      ? new Map()
      : 'Its creation was not answered, and the list of its owner could not be read to the end.';
  }
  const { loaded: chain, request } = requestOf(context.loaded, resource.create);
  return new Map(
    request.extract.flatMap(({ variable, select }) => {
      const selection = select?.kind === 'path' ? selectPath(select.path, item) : undefined;
      const value = selection?.ok === true ? selection.values[0] : undefined;
      return value === undefined || !resource.id.includes(variable)
        ? []
        : [[variable, { value, producer: { chain: chain.file, id: request.id } }] as const];
    }),
  );
}

/** The innermost object with a member that holds a text. */
function holderOf(value: JsonValue | undefined, text: string): JsonValue | undefined {
  if (value === undefined || value === null || typeof value !== 'object') {
    return undefined;
  }
  const members: readonly JsonValue[] = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  for (const member of members) {
    const inner = holderOf(member, text);
    if (inner !== undefined) {
      return inner;
    }
  }
  const holds = members.some((member) => typeof member === 'string' && member.includes(text));
  return isObject(value) && holds ? value : undefined;
}
