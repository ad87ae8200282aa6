/**
 * Finds out whether there is an issue already, and makes one or comments on it. All of that can be cancelled: what was
 * under way then may be there or not, and a look at the tracker tells.
 */
import * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import type { Redactor } from '../../../core/masking/redact';
import type { ReviewEgress } from '../../../sharing/egress';
import type { IssueDraft } from '../../../sharing/issues/issueDraft';
import {
  findDuplicates,
  createIssue,
  commentOnIssue,
  type IssueLink,
  type NotRaised,
  type OpenTracker,
  type Raised,
} from '../../../sharing/issues/raiseIssue';
import type { FoundIssue } from '../../../sharing/issues/trackers/tracker';
import type { SendingPorts } from '../../../sharing/sendWithRetry';
import { engineText } from '../../engineText';
import { ownRoute } from '../../ownRoute';
import { forgetCredentials, type ChosenTracker, type IssueMemory } from './issuePlace';
import type { IssueQuestions } from './issueQuestions';
import { reviewComment, reviewIssue } from './reviewIssue';
import { asWorded, forgetUnsent, keepUnsent, type CommentDraft } from './unsentDraft';
import { createTransport } from '../../../node/http/transport';
import { systemClock } from '../../../node/run/nodePorts';

/** What is sent, to whom, and who is asked. */
export interface Sending {
  readonly open: OpenTracker;
  readonly project: ChosenTracker;
  readonly draft: IssueDraft;
  /** The comment on an issue of this text. */
  readonly note: (issueText: string) => string;
  readonly redactor: Pick<Redactor, 'text'>;
  readonly review: ReviewEgress;
  readonly ask: IssueQuestions;
  readonly memory: IssueMemory;
}

/**
 * The issue that has it now. Nothing when the person gave up, or when it may be there and nobody knows.
 *
 * @throws UserError when the tracker does not take it
 */
export async function sendIssue(sending: Sending): Promise<IssueLink | undefined> {
  const transport = createTransport(ownRoute());
  try {
    return await sendBy({ send: transport.send, clock: systemClock }, sending);
  } finally {
    transport.close();
  }
}

type Duplicate = FoundIssue & IssueLink;

async function sendBy(ports: SendingPorts, sending: Sending): Promise<IssueLink | undefined> {
  const there = await duplicatesOf(ports, sending);
  const chosen =
    there === undefined || there.length === 0 ? 'new' : await chooseDuplicate(there, sending.ask);
  if (there === undefined || chosen === undefined) {
    return undefined;
  }
  return chosen === 'new' ? create(there, ports, sending) : comment(chosen, ports, sending);
}

/** Nothing when the person cancelled. */
async function duplicatesOf(
  ports: SendingPorts,
  { open, draft, ask, ...sending }: Sending,
): Promise<readonly Duplicate[] | undefined> {
  const title = vscode.l10n.t('Looking for an issue about this in {0}', sending.project.place.project);
  return ask.during(title, async (signal) => {
    const found = await findDuplicates(open, draft.fingerprint, ports, signal);
    return signal.aborted ? undefined : taken(found, sending);
  });
}

async function create(
  known: readonly Duplicate[],
  ports: SendingPorts,
  sending: Sending,
): Promise<IssueLink | undefined> {
  const { open, draft, memory, ask } = sending;
  const action = vscode.l10n.t('Create Issue');
  const agreed = await reviewIssue(asWorded(draft, memory), action, sending);
  return agreed === undefined
    ? undefined
    : send(agreed, sending, {
        by: (signal) => createIssue(open, agreed, ports, signal),
        lookFor: async (words) => {
          const look = vscode.l10n.t('Look for It');
          if ((await ask.inform(words, [look])) !== look) {
            return undefined;
          }
          const there = (await duplicatesOf(ports, sending)) ?? [];
          const found = there.find(({ key }) => known.every((one) => one.key !== key));
          if (found === undefined) {
            void ask.inform(vscode.l10n.t('No matching issue found yet. Your draft is kept.'), []);
          }
          return found;
        },
      });
}

async function comment(on: Duplicate, ports: SendingPorts, sending: Sending): Promise<IssueLink | undefined> {
  const { open, draft, note, memory, ask } = sending;
  const first = { fingerprint: draft.fingerprint, on: on.key, body: note(on.text) };
  const agreed = await reviewComment(asWorded(first, memory), on, sending);
  return agreed === undefined
    ? undefined
    : send(agreed, sending, {
        by: (signal) => commentOnIssue(open, { key: on.key, body: agreed.body }, ports, signal),
        lookFor: async (words) => {
          const show = vscode.l10n.t('Open Issue');
          if ((await ask.inform(words, [show])) === show) {
            await ask.open(on.url);
          }
          return undefined;
        },
      });
}

/** How something is sent, and how a person finds out whether it is there when that is not known. */
interface Way {
  readonly by: (signal: AbortSignal) => Promise<Raised<IssueLink>>;
  readonly lookFor: (words: string) => Promise<IssueLink | undefined>;
}

async function send(
  agreed: IssueDraft | CommentDraft,
  { project, memory, ask }: Sending,
  { by, lookFor }: Way,
): Promise<IssueLink | undefined> {
  await keepUnsent(agreed, memory);
  const sent = await ask.during(vscode.l10n.t('Sending to {0}', project.tracker.title), async (signal) => {
    const answer = await by(signal);
    return { answer, isCancelled: signal.aborted };
  });
  const { answer, isCancelled } = sent;
  if (!answer.ok && isCancelled && !answer.mayBeThere) {
    return undefined;
  }
  const link =
    !answer.ok && answer.mayBeThere
      ? await lookFor(unsure(answer))
      : await taken(answer, { project, memory });
  if (link !== undefined) {
    await forgetUnsent(memory);
  }
  return link;
}

function unsure({ message, todo }: NotRaised): string {
  return `${engineText(message)} ${engineText(todo)} ${vscode.l10n.t('What you wrote is kept.')}`;
}

async function taken<T>(
  answer: Raised<T>,
  { project, memory }: Pick<Sending, 'project' | 'memory'>,
): Promise<T> {
  if (answer.ok) {
    return answer.value;
  }
  if (/ 401\b/.test(answer.message)) {
    await forgetCredentials(project, memory);
  }
  throw new UserError(answer.message, answer.todo);
}

/** The issue to comment on, or a new one. */
async function chooseDuplicate(
  there: readonly Duplicate[],
  ask: IssueQuestions,
): Promise<Duplicate | 'new' | undefined> {
  const choices = [
    ...there.map(({ name, title, isOpen }) => ({
      label: vscode.l10n.t('Comment on {0}', name),
      description: isOpen ? title : vscode.l10n.t('{0} (closed)', title),
    })),
    { label: vscode.l10n.t('Create Anyway') },
  ];
  const index = await ask.choose(vscode.l10n.t('There Is an Issue about This'), choices);
  return index === undefined ? undefined : (there[index] ?? 'new');
}
