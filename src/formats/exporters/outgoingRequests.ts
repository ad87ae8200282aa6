/**
 * The requests of an export as one list in the order in which they are sent, each with its authentication.
 *
 * Few formats obtain OAuth 2.0 tokens. For them a request to the token endpoint goes before the first request
 * that needs its token (RFC 6749 §4.3, §4.4, §6), and the token is extracted like any other value.
 */
import type { Auth, ChainRequest, Field, OAuth2Auth } from '../../core/model';
import { authOf, type ExportedChain, type ExportedPart } from './exportedChain';
import type { ExportLog } from './exportLog';
import { remarkOnFlow } from './outgoingFlow';

/** A request to be written. */
export interface OutgoingRequest {
  readonly part: ExportedPart;
  /** The request of the chain that it represents, or that it gets a token for. */
  readonly source: ChainRequest;
  readonly request: ChainRequest;
  /** Never `inherit`. */
  readonly auth: Auth;
}

/**
 * Lists the enabled requests; the disabled ones, and calls of other chains, are left out and logged.
 *
 * @param flow whether the format says conditions, loops and pauses and reports the rest, or they are all reported here
 */
export function outgoingRequests(
  chain: ExportedChain,
  log: ExportLog,
  flow: 'is said' | 'is left out' = 'is left out',
): readonly OutgoingRequest[] {
  return chain.parts.flatMap((part) =>
    part.requests.flatMap((request): readonly OutgoingRequest[] => {
      if (request.disabled) {
        log.leaveOut(request, 'It is switched off.');
        return [];
      }
      if (request.call !== undefined) {
        log.leaveOut(request, `It runs ${request.call.chain}, whose requests are not carried over.`);
        return [];
      }
      if (flow === 'is left out') {
        remarkOnFlow(request, log.of(request));
      }
      if (request.stream !== undefined) {
        log.of(request)(
          'Its event stream is read until the server ends it, and as text: paths into its events find nothing.',
        );
      }
      if (request.expect.contract === true) {
        log.of(request)('That its response has to match the OpenAPI description is not checked there.');
      }
      return [{ part, source: request, request, auth: authOf(request, part) }];
    }),
  );
}

/**
 * The same with requests for tokens in place of OAuth 2.0, as far as no person has to sign in.
 *
 * @param signIn what becomes of an authentication for which somebody has to
 */
export function withTokenRequests(
  requests: readonly OutgoingRequest[],
  chain: ExportedChain,
  log: ExportLog,
  signIn: 'is a variable' | 'stays' = 'is a variable',
): readonly OutgoingRequest[] {
  const tokens = new Map<string, string>();
  return requests.flatMap((outgoing): readonly OutgoingRequest[] => {
    const { auth, source } = outgoing;
    if (auth.type !== 'oauth2' || (auth.grant === 'authorizationCode' && signIn === 'stays')) {
      return [outgoing];
    }
    const key = JSON.stringify(auth);
    const known = tokens.get(key);
    const variable = known ?? freeVariable(chain, new Set(tokens.values()));
    tokens.set(key, variable);
    const bearer: OutgoingRequest = { ...outgoing, auth: { type: 'bearer', token: `{{${variable}}}` } };
    if (auth.grant === 'authorizationCode') {
      log.of(source)(`Nobody can sign in there: the variable ${variable} has to be given an access token.`);
      return [bearer];
    }
    return known === undefined ? [tokenRequest(auth, variable, outgoing), bearer] : [bearer];
  });
}

/** A name that means nothing else yet. */
function freeVariable(
  { constants, extracted, undefinedVariables }: ExportedChain,
  given: ReadonlySet<string>,
): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'accessToken' : `accessToken${number}`;
    const isTaken = constants.has(name) || extracted.has(name) || undefinedVariables.includes(name);
    if (!isTaken && !given.has(name)) {
      return name;
    }
  }
}

function tokenRequest(auth: OAuth2Auth, variable: string, outgoing: OutgoingRequest): OutgoingRequest {
  const { clientId, clientSecret, clientAuth = 'basic' } = auth;
  const isBasic = clientAuth === 'basic' && clientSecret !== undefined;
  const request: ChainRequest = {
    id: `${outgoing.request.id}-token`,
    name: `Access token for ${outgoing.request.name}`,
    tags: [],
    method: 'POST',
    url: auth.tokenUrl,
    query: [],
    headers: [field('Accept', 'application/json')],
    auth: { type: 'none' },
    body: { kind: 'form', fields: tokenFields(auth, isBasic) },
    extract: [
      {
        variable,
        from: 'body',
        select: { kind: 'path', path: '$.access_token' },
        all: false,
        optional: false,
      },
    ],
    expect: { headers: [], body: [] },
    redirects: 'manual',
    disabled: false,
  };
  return {
    ...outgoing,
    request,
    auth: isBasic ? { type: 'basic', username: clientId, password: clientSecret } : { type: 'none' },
  };
}

function tokenFields(auth: OAuth2Auth, isBasic: boolean): readonly Field[] {
  const { grant, username, password, refreshToken, scope, clientId, clientSecret } = auth;
  const parameters: readonly (readonly [name: string, value: string | undefined])[] = [
    ['grant_type', GRANT_TYPES[grant]],
    ['username', grant === 'password' ? username : undefined],
    ['password', grant === 'password' ? password : undefined],
    ['refresh_token', grant === 'refreshToken' ? refreshToken : undefined],
    ['scope', scope === '' ? undefined : scope],
    ['client_id', isBasic ? undefined : clientId],
    ['client_secret', isBasic ? undefined : clientSecret],
  ];
  return parameters.flatMap(([name, value]) => (value === undefined ? [] : [field(name, value)]));
}

const GRANT_TYPES = {
  clientCredentials: 'client_credentials',
  password: 'password',
  refreshToken: 'refresh_token',
} as const;

function field(name: string, value: string): Field {
  return { name, value, disabled: false };
}
