/**
 * Whether a run may begin: everything that is asked before something is sent, in its order.
 *
 * Questions stop a person, so each is asked only when its answer is new: once for an origin and the secrets
 * that go there, once in a window for a secret without a value. A protected environment asks each time,
 * unless the person gave that up for one chain in this window.
 */
import { approve, unapproved, type Approval, type TrustedAuthority, type Unapproved } from './approval';
import type { ChangingRequest, Destination } from '../run/planSurvey';

/** What is known of a run before it begins. */
export interface RunProspect {
  readonly environment?: { readonly name: string; readonly protected: boolean };
  readonly destinations: readonly Destination[];
  readonly changing: readonly ChangingRequest[];
  readonly missingSecrets: readonly string[];
  readonly proxy?: string;
  readonly authority?: TrustedAuthority;
}

/** Who answers. */
export interface PermissionQuestions {
  /** Requests that may change something in a protected environment. */
  changeProtected(question: ProtectedQuestion): Promise<'run' | 'run-and-remember' | 'cancel'>;
  /** Origins, secrets, a proxy and an authority that nobody has allowed yet. */
  contact(question: Unapproved): Promise<boolean>;
  /** Secrets without a value: the person may give them one before answering `run`. */
  missingSecrets(names: readonly string[]): Promise<'run' | 'cancel'>;
}

/** What the person decides about in a protected environment. */
export interface ProtectedQuestion {
  readonly environment: string;
  /** Requests that may change something. */
  readonly count: number;
  /** Origins they go to, as far as they are known. */
  readonly origins: readonly string[];
}

/** What was answered before. */
export interface PermissionMemory {
  /** What counts as allowed, the person's settings included. */
  readonly approval: Approval;
  /** Keeps new permissions for this workspace. */
  readonly allow: (allowed: Unapproved) => Promise<void>;
  /** Chains in environments that need no question in this window. */
  readonly unguarded: Set<string>;
  /** Secrets whose missing value was spoken of in this window. */
  readonly spokenOf: Set<string>;
}

/** Asks what has to be asked. False means that the person does not want this to be sent. */
export async function mayRun(
  chain: string,
  prospect: RunProspect,
  memory: PermissionMemory,
  questions: PermissionQuestions,
): Promise<boolean> {
  return (
    (await mayChange(chain, prospect, memory, questions)) &&
    (await mayContact(prospect, memory, questions)) &&
    (await mayLackSecrets(prospect, memory, questions))
  );
}

async function mayChange(
  chain: string,
  { environment, changing }: RunProspect,
  { unguarded }: PermissionMemory,
  questions: PermissionQuestions,
): Promise<boolean> {
  if (environment?.protected !== true || changing.length === 0) {
    return true;
  }
  const key = JSON.stringify([chain, environment.name]);
  if (unguarded.has(key)) {
    return true;
  }
  const origins = new Set(changing.flatMap(({ origin }) => (origin === undefined ? [] : [origin])));
  const answer = await questions.changeProtected({
    environment: environment.name,
    count: changing.length,
    origins: [...origins],
  });
  if (answer === 'run-and-remember') {
    unguarded.add(key);
  }
  return answer !== 'cancel';
}

async function mayContact(
  prospect: RunProspect,
  { approval, allow }: Pick<PermissionMemory, 'approval' | 'allow'>,
  questions: PermissionQuestions,
): Promise<boolean> {
  const open = unapproved(prospect, approval);
  if (open === undefined) {
    return true;
  }
  const part = { ...open, destinations: open.destinations.slice(0, MAX_SHOWN) };
  if (!(await questions.contact(part))) {
    return false;
  }
  await allow(part);
  return mayContact(prospect, { approval: approve(approval, part), allow }, questions);
}

/** Origins that a person can read in one question. */
const MAX_SHOWN = 20;

async function mayLackSecrets(
  { missingSecrets }: RunProspect,
  { spokenOf }: PermissionMemory,
  questions: PermissionQuestions,
): Promise<boolean> {
  const unspoken = missingSecrets.filter((name) => !spokenOf.has(name));
  if (unspoken.length === 0) {
    return true;
  }
  unspoken.forEach((name) => spokenOf.add(name));
  return (await questions.missingSecrets(unspoken)) === 'run';
}
