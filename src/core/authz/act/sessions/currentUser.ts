/**
 * Asking an API who is signed in: a request such as `GET /me` of the chains that a matrix names. Tokens and
 * session cookies may be opaque, and different ones may be of one account.
 */
import { defined } from '../../../defined';
import {
  isArray,
  isNumber,
  isObject,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../../json/json';
import { effectiveAuth } from '../../../prepare/references';
import { pathTemplate } from '../../model/cellId';
import type { LoadedMatrix } from '../../model/matrix';
import { asksWhoIsSignedIn, isSafe } from '../../matrix/safeRequest';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { CellStep } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import type { NamedRequest } from '../../matrix/findByName';
import { jsonBody } from '../../response/responseBody';
import { planOf } from '../sender/sender';
import type { Session } from './sessions';
import { isSuccess } from '../../response/status';

/** What an API says of who is signed in. */
export interface WhoAmI {
  /** The request that says it, `GET /me`; absent when the chains have none. */
  readonly request?: string;
  /** What identifies the user, as one text; absent when the answer does not name the user. */
  readonly identity?: string;
  readonly steps: readonly CellStep[];
}

/** Asks as a user; nothing is sent when no request shows who is signed in. */
export async function askWhoAmI({ loaded: matrix, sender }: AuthzContext, user: Session): Promise<WhoAmI> {
  const named = whoAmIRequest(matrix);
  if (named === undefined) {
    return { steps: [] };
  }
  const { loaded, request } = named;
  const bare = attackRequest(request, loaded.chain, { places: [], anonymous: false });
  const answers = await sender.send({
    caller: user,
    plan: planOf(loaded, bare.request, matrix.environment, bare.chain),
    values: user.values,
    step: 'liveness',
  });
  const response = answers[0]?.response;
  const body = response !== undefined && isSuccess(response.status) ? jsonBody(response) : undefined;
  const identity = body === undefined ? undefined : identityIn(body);
  return {
    request: `GET ${pathTemplate(request)}`,
    ...defined({ identity }),
    steps: answers.map(({ step }) => step),
  };
}

/** The first request that asks who is signed in; absent when there is none. */
function whoAmIRequest({ chains }: LoadedMatrix): NamedRequest | undefined {
  for (const loaded of chains.values()) {
    const request = loaded.chain.requests.find(
      (candidate) =>
        candidate.method.toUpperCase() === 'GET' &&
        !candidate.disabled &&
        asksWhoIsSignedIn(candidate) &&
        isSafe(candidate) &&
        effectiveAuth(candidate, loaded.chain).type !== 'none',
    );
    if (request !== undefined) {
      return { loaded, request };
    }
  }
  return undefined;
}

/** Compared without case, `_` and `-`: what no two users of an API have in common. */
const IDENTIFIERS: ReadonlySet<string> = new Set(
  'id uid uuid guid sub subject userid user username login email emailaddress'.split(' '),
);

/** What identifies the user, at the top of the answer or one level below; absent when nothing does. */
function identityIn(body: JsonValue): string | undefined {
  const [whole] = isArray(body) ? body : [body];
  if (whole === undefined || !isObject(whole)) {
    return undefined;
  }
  const own = identifiersOf(whole);
  const found = own.length > 0 ? own : Object.values(whole).filter(isObject).flatMap(identifiersOf);
  return found.length === 0 ? undefined : stringifyJson(found);
}

function identifiersOf(object: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object)
    .filter(
      ([name, value]) =>
        IDENTIFIERS.has(name.toLowerCase().replace(/[_-]/g, '')) &&
        (isNumber(value) || (typeof value === 'string' && value !== '')),
    )
    .sort(([one], [other]) => (one < other ? -1 : 1));
}
