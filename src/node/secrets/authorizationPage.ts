/**
 * The page on which a person signs in, by oauth4webapi: the URL that asks for a code, and the URI that the
 * page leads back to with one (RFC 6749 §4.1.1 and §4.1.2, RFC 7636 §4.1 to §4.3).
 */
import {
  AuthorizationResponseError,
  OperationProcessingError,
  UnsupportedOperationError,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  validateAuthResponse,
} from 'oauth4webapi';
import { part, phrase, type Message } from '../../core/message';
import type { AuthorizationCodeAuth } from '../../core/model';
import type { TokenFailure } from '../../core/auth/tokenResponse';

/** A page to open, and what proves that an answer is to this question. */
export interface PageRequest {
  readonly url: string;
  readonly state: string;
  readonly codeVerifier: string;
}

/** The page to open. Parameters that the chain writes into its URL stay, but for those that decide the flow. */
export async function askPage(
  { authorizationUrl, clientId, scope = '' }: AuthorizationCodeAuth,
  redirectUri: string,
): Promise<PageRequest> {
  const state = generateRandomState();
  const codeVerifier = generateRandomCodeVerifier();
  const url = new URL(authorizationUrl);
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    ...(scope === '' ? {} : { scope }),
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  };
  for (const name of ['response_mode', 'request', 'request_uri']) {
    url.searchParams.delete(name);
  }
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  url.hash = '';
  return { url: url.href, state, codeVerifier };
}

/** The code in what the page led back with, or why there is none. The state must be the one of the question. */
export function readCallback(
  callback: string,
  { authorizationUrl, clientId }: AuthorizationCodeAuth,
  state: string,
): { readonly ok: true; readonly code: string } | TokenFailure {
  const { searchParams } = new URL(callback);
  // Nobody configured an issuer, so there is none to compare with (RFC 9207 §2.4).
  const issuer = searchParams.get('iss') ?? new URL(authorizationUrl).origin;
  try {
    const answer = validateAuthResponse({ issuer }, { client_id: clientId }, searchParams, state);
    const [code = '', ...more] = answer.getAll('code');
    return code === '' || more.length > 0
      ? failed(phrase`The page led back without a code, or with several. Check "authorizationUrl".`)
      : { ok: true, code };
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      const described = error.error_description === undefined ? '' : `: ${error.error_description}`;
      const answer = part(`${error.error}${described}`, MAX_SHOWN);
      return failed(
        phrase`The page led back with ${answer}. Check "clientId", "scope" and the redirect URI registered there.`,
      );
    }
    if (error instanceof OperationProcessingError || error instanceof UnsupportedOperationError) {
      return failed(phrase`The page led back with an answer that is not to our question. Sign in again.`);
    }
    throw error;
  }
}

/** UTF-16 code units that are shown of what the page led back with. */
const MAX_SHOWN = 300;

function failed(message: Message): TokenFailure {
  return { ok: false, message };
}
