/**
 * `Raise Issue…`: makes an issue about a request that did not pass or a flaw, or comments on the one that is there. The person
 * reads and edits everything before it leaves, and nothing leaves twice. What a tracker did not take is kept as it was
 * worded.
 */
import * as vscode from 'vscode';
import { oneLine } from '../../../core/shownText';
import type { ReviewEgress } from '../../../sharing/egress';
import { draftOf, type IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueLink } from '../../../sharing/issues/raiseIssue';
import { isMatrixFile } from '../../authz/matrixDocument';
import type { Machine } from '../../settings';
import { requireTrust } from '../../trust';
import { redactorOf } from '../maskAgain';
import type { Fault, IssueSubject } from './fault';
import { flawFault, type FlawFaultPorts } from './flawFault';
import { choosePlace, credentialsFor, type ChosenTracker, type IssueMemory } from './issuePlace';
import type { IssueQuestions } from './issueQuestions';
import { requestFault, type RequestFaultPorts } from './requestFault';
import { reviewIssue, type Reviewing } from './reviewIssue';
import { sendIssue, type Sending } from './sendIssue';
import { maskComment, maskDraft } from '../../../sharing/issues/maskDraft';
import { nodeHash } from '../../../node/run/nodePorts';
import { seenAgain } from '../../../sharing/issues/seenAgain';
import { engineText } from '../../engineText';
import { rememberIssue } from '../../../node/results/issueStore';

/** What raising issues works with. */
export interface IssuePorts extends RequestFaultPorts, FlawFaultPorts {
  readonly version: string;
  readonly memory: IssueMemory;
  readonly machine: () => Promise<Machine>;
  readonly review: ReviewEgress;
  readonly ask: IssueQuestions;
}

/**
 * Raises an issue. Nothing comes back when the person gave up or makes it in the browser.
 *
 * @throws UserError when there is nothing to raise, or the tracker does not take it
 */
export async function raiseIssue(subject: IssueSubject, ports: IssuePorts): Promise<IssueLink | undefined> {
  requireTrust();
  const machine = await ports.machine();
  const find = isMatrixFile(subject.uri) ? flawFault : requestFault;
  const fault = await find(subject, ports, machine);
  const project = fault === undefined ? undefined : await choosePlace(ports.memory, ports.ask);
  if (fault === undefined || project === undefined) {
    return undefined;
  }
  const redactor = redactorOf(machine);
  const written = await writtenFor(fault, { project, redactor }, ports);
  const credentials = await credentialsFor(project, ports.memory, ports.ask);
  if (credentials === undefined) {
    return undefined;
  }
  if (credentials === 'none') {
    await offerPage(written.draft, { ...ports, project, redactor });
    return undefined;
  }
  redactor.learn(credentials.token);
  const access = { ...project.place, ...credentials, userAgent: machine.userAgent };
  const open = { tracker: project.tracker, access, mask: redactor.text };
  const link = await sendIssue({ ...ports, ...written, open, project, redactor });
  if (link !== undefined) {
    void showRaised(link, ports.ask);
    await remember(link, written.draft, { project, workspace: fault.workspace, ask: ports.ask });
  }
  return link;
}

async function writtenFor(
  fault: Fault,
  { project: { tracker }, redactor }: Pick<Sending, 'project' | 'redactor'>,
  { version }: Pick<IssuePorts, 'version'>,
): Promise<Pick<Sending, 'draft' | 'note'>> {
  const content = await fault.content();
  const context = { tool: { name: 'chainwright', version }, hash: nodeHash };
  return {
    draft: maskDraft(draftOf(content, context), redactor, tracker),
    note: (issueText) => maskComment(seenAgain(content, issueText, context), redactor, tracker),
  };
}

async function offerPage(
  draft: IssueDraft,
  { ask, ...reviewing }: Reviewing & Pick<IssuePorts, 'ask'>,
): Promise<void> {
  const { project } = reviewing;
  const agreed = await reviewIssue(draft, vscode.l10n.t('Open the New-Issue Page'), reviewing);
  if (agreed === undefined) {
    return;
  }
  const { url, isFilled } = project.tracker.newIssue(project.place, agreed);
  if (!isFilled) {
    await vscode.env.clipboard.writeText(`${agreed.title}\n\n${agreed.body}`);
    void ask.inform(vscode.l10n.t('The text is on the clipboard: paste it into the page.'), []);
  }
  await ask.open(url);
}

/** The issue is there, whether it can be remembered or not. */
async function remember(
  { key, name }: IssueLink,
  { fingerprint }: IssueDraft,
  { project: { tracker, place }, workspace, ask }: Remembering,
): Promise<void> {
  const { server, project } = place;
  try {
    await rememberIssue(workspace, { fingerprint, tracker: tracker.name, server, project, key });
  } catch (error) {
    const why = oneLine(engineText(error instanceof Error ? error.message : String(error)));
    const words = vscode.l10n.t(
      'Issue {0} was created, but results will not link to it, because it could not be saved. {1}',
      name,
      why,
    );
    void ask.inform(words, []);
  }
}

interface Remembering extends Pick<IssuePorts, 'ask'> {
  readonly project: ChosenTracker;
  readonly workspace: string;
}

/** Says that it is done. */
async function showRaised({ name, url }: IssueLink, ask: IssueQuestions): Promise<void> {
  const action = vscode.l10n.t('Open Issue');
  if ((await ask.inform(vscode.l10n.t('Added to issue {0}.', name), [action])) === action) {
    await ask.open(url);
  }
}
