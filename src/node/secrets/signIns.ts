/**
 * Sessions that a person opens in a browser: OAuth 2.0 authorization code with PKCE. What is sent to the
 * token endpoint goes the way of every request.
 *
 * A chain names the page, the endpoint and the API; together they could hand a person's session to a
 * stranger. So the person sees all three before the page opens, and a session is kept with the origins that
 * its token may go to: a chain cannot send it on to another one without asking. A session that a server
 * refuses is refreshed, but no page opens because of a refusal.
 */
import { defined } from '../../core/defined';
import { Message, phrase, quoted } from '../../core/message';
import type { AuthorizationCodeAuth } from '../../core/model';
import { redeemCode, requestToken, type TokenPorts } from '../../core/auth/oauth2';
import { isLoopbackOrigin, originOf } from '../../core/permission/origin';
import { tokenMargin } from '../../core/auth/tokenCache';
import type { AccessToken, TokenFailure, TokenResult } from '../../core/auth/tokenResponse';
import type { SignIns, TokenUse } from '../../core/auth/tokenSource';
import { askPage, readCallback } from './authorizationPage';
import { nodeHash } from '../run/nodePorts';
import type { Session, SignInPerson, SignInPorts, SignInQuestion } from './signInPorts';

/** Sign-ins for one run. */
export class PersonSignIns implements SignIns {
  readonly #refused = new Set<string>();
  /** Tokens that came in this run: a server that refuses one of them refuses more than its age. */
  readonly #fresh = new Set<string>();
  /** A no holds for the whole run: a chain has many requests, and one question is enough. */
  readonly #declined = new Set<string>();

  constructor(
    private readonly ports: TokenPorts,
    private readonly editor: SignInPorts,
  ) {}

  readonly obtain = (auth: AuthorizationCodeAuth, use: TokenUse): Promise<TokenResult> =>
    Promise.race([
      this.editor.sessions.inTurn(keyOf(auth), () =>
        use.signal.aborted ? cancelled() : this.#inTurn(auth, use),
      ),
      cancelledBy(use.signal),
    ]);

  readonly forget = (_auth: AuthorizationCodeAuth, accessToken: string): void => {
    this.#refused.add(accessToken);
  };

  async #inTurn(auth: AuthorizationCodeAuth, use: TokenUse): Promise<TokenResult> {
    const { sessions } = this.editor;
    const known = await sessions.get(keyOf(auth));
    if (known === undefined) {
      return this.#signIn(auth, use);
    }
    const session = await this.#allowed(known, auth, use);
    if (session === undefined) {
      return failed(DECLINED);
    }
    const isRefused = this.#refused.has(known.accessToken);
    if (!isRefused && isValid(known, this.ports.clock.now())) {
      return session === known ? asToken(known) : this.#keep(auth, session);
    }
    const refreshed = await this.#refresh(auth, session, use);
    if (refreshed !== undefined) {
      return refreshed;
    }
    return isRefused ? this.#giveUp(auth, known) : this.#signIn(auth, use);
  }

  async #signIn(auth: AuthorizationCodeAuth, use: TokenUse): Promise<TokenResult> {
    const question = questionOf(auth, use);
    if (question instanceof Message) {
      return failed(question);
    }
    if (!(await this.#confirm(question))) {
      return failed(DECLINED);
    }
    const result = await visit(auth, use, this.editor.person, this.ports);
    return result.ok ? this.#keep(auth, { ...result, origins: [use.audience] }) : result;
  }

  /** The session with the origin it is wanted for; absent when the person does not want that. */
  async #allowed(session: Session, auth: AuthorizationCodeAuth, use: TokenUse): Promise<Session | undefined> {
    if (session.origins.includes(use.audience)) {
      return session;
    }
    const question = questionOf(auth, use);
    return !(question instanceof Message) && (await this.#confirm({ ...question, extends: true }))
      ? { ...session, origins: [...session.origins, use.audience] }
      : undefined;
  }

  async #confirm(question: SignInQuestion): Promise<boolean> {
    const asked = JSON.stringify(question);
    const confirmed = !this.#declined.has(asked) && (await this.editor.person.confirm(question));
    if (!confirmed) {
      this.#declined.add(asked);
    }
    return confirmed;
  }

  /** A new token for a session; absent when the endpoint gives none, for refresh tokens end without notice. */
  async #refresh(
    auth: AuthorizationCodeAuth,
    { refreshToken, origins }: Session,
    use: TokenUse,
  ): Promise<TokenResult | undefined> {
    if (refreshToken === undefined) {
      return undefined;
    }
    const { tokenUrl, clientId, clientSecret, clientAuth } = auth;
    const client = {
      tokenUrl,
      clientId,
      ...defined({ clientSecret, clientAuth }),
    };
    const grant = { type: 'oauth2', grant: 'refreshToken', refreshToken, ...client } as const;
    const result = await requestToken(grant, this.ports, use);
    if (result.ok) {
      return this.#keep(auth, { refreshToken, ...result, origins });
    }
    return result.failure === undefined ? undefined : result;
  }

  async #keep(auth: AuthorizationCodeAuth, session: Session): Promise<AccessToken> {
    const shown = `${originOf(auth.tokenUrl) ?? auth.tokenUrl} (${auth.clientId})`;
    await this.editor.sessions.set(keyOf(auth), session, shown);
    this.#fresh.add(session.accessToken);
    return asToken(session);
  }

  async #giveUp(auth: AuthorizationCodeAuth, { accessToken }: Session): Promise<TokenFailure> {
    if (!this.#fresh.has(accessToken)) {
      await this.editor.sessions.delete(keyOf(auth));
    }
    return failed(REFUSED);
  }
}

/** UTF-16 code units that are shown of an address. */
const MAX_ADDRESS = 200;

/** Milliseconds that a person has to sign in. */
const PATIENCE_MS = 5 * 60_000;

const DECLINED = phrase`Nobody signed in, so no access token is available. Run it again to be asked again.`;
const REFUSED = phrase`The server refused the session, and it could not be refreshed. Run it again to sign in again.`;

/** What to ask, or why nobody should be asked: RFC 8252 §8.3 and RFC 6749 §3.1 want TLS but for this machine. */
function questionOf(auth: AuthorizationCodeAuth, { audience }: TokenUse): SignInQuestion | Message {
  const [page, tokenEndpoint] = [originOf(auth.authorizationUrl), originOf(auth.tokenUrl)];
  const unsafe = [page, tokenEndpoint].find(
    (origin) => origin?.startsWith('http:') && !isLoopbackOrigin(origin),
  );
  if (page === undefined || tokenEndpoint === undefined || unsafe !== undefined) {
    return phrase`Signing in needs https, but ${unsafe ?? 'an address'} does not use it. Correct "authorizationUrl" and "tokenUrl".`;
  }
  const { clientId, scope = '' } = auth;
  return { page, tokenEndpoint, audience, clientId, scope, extends: false };
}

/** Opens the page, waits for what it leads back with, and exchanges the code for a token. */
async function visit(
  auth: AuthorizationCodeAuth,
  use: TokenUse,
  person: SignInPerson,
  ports: TokenPorts,
): Promise<TokenResult> {
  const receiver = await person.receiver(auth.redirectUri);
  if (receiver === undefined) {
    return failed(
      phrase`Nothing can be received at ${quoted(auth.redirectUri ?? '', MAX_ADDRESS)}. Leave "redirectUri" out, or name a port of 127.0.0.1.`,
    );
  }
  try {
    const { redirectUri } = receiver;
    const { url, state, codeVerifier } = await askPage(auth, redirectUri);
    const waiting = receiver.callback(state, AbortSignal.any([use.signal, AbortSignal.timeout(PATIENCE_MS)]));
    if (!(await person.open(url))) {
      return failed(phrase`The browser could not be opened. Open one on this machine and run it again.`);
    }
    const callback = await waiting;
    if (callback === undefined) {
      return use.signal.aborted ? cancelled() : failed(DECLINED);
    }
    const answer = readCallback(callback, auth, state);
    return answer.ok
      ? await redeemCode(auth, { code: answer.code, redirectUri, codeVerifier }, ports, use)
      : answer;
  } finally {
    receiver.close();
  }
}

function keyOf({ tokenUrl, clientId, scope = '' }: AuthorizationCodeAuth): string {
  const text = JSON.stringify([tokenUrl, clientId, scope]);
  return Buffer.from(nodeHash.digest('sha256', Buffer.from(text))).toString('hex');
}

function isValid({ expiresAt = Infinity }: Session, now: number): boolean {
  return now < expiresAt - tokenMargin;
}

function asToken({ origins: _origins, ...token }: Session): AccessToken {
  return { ok: true, ...token };
}

function failed(message: Message): TokenFailure {
  return { ok: false, message };
}

/** Who waits for the sign-in of another chain can stop waiting. */
function cancelledBy(signal: AbortSignal): Promise<TokenFailure> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(cancelled()), { once: true });
  });
}

function cancelled(): TokenFailure {
  const message = 'The sign-in was cancelled.';
  return {
    ok: false,
    message: phrase`${message}`,
    failure: { code: 'cancelled', message, todo: 'Run it again.' },
  };
}
