/** What signing in needs from the editor: a person with a browser, and a place to keep their sessions. */
import type { AccessToken } from '../../core/auth/tokenResponse';

/** A session as stored. */
export interface Session extends Omit<AccessToken, 'ok'> {
  /** Where its token may be sent. */
  readonly origins: readonly string[];
}

/** Sessions of a workspace, outside its files. */
export interface SessionStore {
  get(key: string): Promise<Session | undefined>;
  /** `shown` is what people call it. */
  set(key: string, session: Session, shown: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Runs work when no other work for that key is under way: two chains want one session. */
  inTurn<Result>(key: string, work: () => Promise<Result> | Result): Promise<Result>;
}

/** What a person is asked before a page opens, or before their session is used elsewhere. */
export interface SignInQuestion {
  /** Origin of the page to sign in on. */
  readonly page: string;
  /** Origin that gets the code. */
  readonly tokenEndpoint: string;
  /** Origin that the token is sent to. */
  readonly audience: string;
  readonly clientId: string;
  readonly scope: string;
  /** There is a session; it is to be used for one more origin. */
  readonly extends: boolean;
}

/** Where a page leads back to. */
export interface Receiver {
  readonly redirectUri: string;
  /** The URI that the page led back to with this state; absent when the person gave up or time was over. */
  callback(state: string, signal: AbortSignal): Promise<string | undefined>;
  close(): void;
}

/** The person and their browser. */
export interface SignInPerson {
  confirm(question: SignInQuestion): Promise<boolean>;
  /** A receiver at the wanted address, or at the editor's own; absent when nothing can be received there. */
  receiver(wanted: string | undefined): Promise<Receiver | undefined>;
  /** Opens a page in the browser; false when there is none. */
  open(url: string): Promise<boolean>;
}

/** What signing in needs from the editor. */
export interface SignInPorts {
  readonly person: SignInPerson;
  readonly sessions: SessionStore;
}
