/**
 * `Raise Issue…`: makes an issue about a request that did not pass or a flaw, or comments on the one that is there. The person
 * reads and edits everything before it leaves, and nothing leaves twice. What a tracker did not take is kept as it was
 * worded.
 */
import * as vscode from 'vscode';
import { UserError } from '../../../core/errors';
import type { Redactor } from '../../../core/masking/redact';
import type { TransportConfig } from '../../../node/transport';
import type { ReviewEgress } from '../../../sharing/egress';
import type { IssueDraft } from '../../../sharing/issues/issueDraft';
import type { IssueLink, OpenTracker, Raised } from '../../../sharing/issues/raiseIssue';
import type { FoundIssue } from '../../../sharing/issues/trackers/tracker';
import { isMatrixFile } from '../../authz/matrixDocument';
import { loadExporting } from '../../lazyBundles';
import type { Machine } from '../../settings';
import { requireTrust } from '../../trust';
import { redactorOf } from '../maskAgain';
import type { Fault, IssueSubject } from './fault';
import { flawFault } from './flawFault';
import type { FlawFaultPorts } from './flawFault';
import { choosePlace, credentialsFor, forgetCredentials } from './issuePlace';
import type { ChosenTracker, IssueMemory } from './issuePlace';
import type { IssueQuestions } from './issueQuestions';
import { requestFault } from './requestFault';
import type { RequestFaultPorts } from './requestFault';
import { asWorded, forgetUnsent, keepUnsent } from './unsentDraft';

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
  const redactor = await redactorOf(machine);
  const draft = await draftFor(fault, { project, redactor }, ports);
  const credentials = await credentialsFor(project, ports.memory, ports.ask);
  if (credentials === undefined) {
    await offerPage(project, draft, ports);
    return undefined;
  }
  redactor.learn(credentials.token);
  const access = { ...project.place, ...credentials, userAgent: machine.userAgent };
  const open = { tracker: project.tracker, access, mask: redactor.text };
  const link = await raiseWith(open, draft, { ...ports, project });
  if (link !== undefined) {
    const { rememberIssue } = await loadExporting();
    const { server } = project.place;
    const record = { tracker: project.tracker.name, server, project: project.place.project, key: link.key };
    await rememberIssue(fault.workspace, { fingerprint: draft.fingerprint, ...record });
    void tellOf(link, ports.ask);
  }
  return link;
}

async function draftFor(
  fault: Fault,
  { project, redactor }: { readonly project: ChosenTracker; readonly redactor: Redactor },
  { version }: Pick<IssuePorts, 'version'>,
): Promise<IssueDraft> {
  const { maskDraft, nodeHash } = await loadExporting();
  const draft = await fault.draft({ tool: { name: 'chainwright', version }, hash: nodeHash });
  return maskDraft(draft, redactor, project.tracker);
}

/** The draft as the person wants it; nothing when they gave up. */
async function reviewed(
  draft: IssueDraft,
  { tracker, place }: ChosenTracker,
  { review, action }: { readonly review: ReviewEgress; readonly action: string },
): Promise<IssueDraft | undefined> {
  const { fitDraft } = await loadExporting();
  const edited = (values: ReadonlyMap<string, string>): IssueDraft =>
    fitDraft(
      {
        ...draft,
        title: (values.get('title') ?? draft.title).replace(/[\r\n]+/g, ' '),
        body: values.get('body') ?? draft.body,
        labels: tracker.labels(
          (values.get('labels') ?? '').split(',').flatMap((label) => label.trim() || []),
        ),
      },
      tracker,
    );
  const approved = await review({
    title: vscode.l10n.t('Raise an Issue in {0}', place.project),
    destination: vscode.l10n.t('{0}, {1} at {2}', tracker.title, place.project, place.server),
    action,
    fields: [
      { id: 'title', label: vscode.l10n.t('Title'), value: draft.title, lines: 'one' },
      { id: 'labels', label: vscode.l10n.t('Labels'), value: draft.labels.join(', '), lines: 'one' },
      { id: 'body', label: vscode.l10n.t('Text'), value: draft.body, lines: 'many' },
    ],
    render: (_omissions, values) => {
      const { title, labels, body } = edited(values);
      const head = [title, ...(labels.length === 0 ? [] : [labels.join(', ')])].join('\n');
      return [{ name: vscode.l10n.t('Issue'), text: `${head}\n\n${body}`, language: 'markdown' }];
    },
  });
  return approved === undefined ? undefined : edited(approved.values);
}

async function offerPage(
  project: ChosenTracker,
  draft: IssueDraft,
  { review, ask }: IssuePorts,
): Promise<void> {
  const action = vscode.l10n.t('Open the New-Issue Page');
  const agreed = await reviewed(draft, project, { review, action });
  if (agreed === undefined) {
    return;
  }
  const { url, isFilled } = project.tracker.newIssue(project.place, agreed);
  if (!isFilled) {
    await vscode.env.clipboard.writeText(`${agreed.title}\n\n${agreed.body}`);
    void ask.tell(vscode.l10n.t('The text is on the clipboard: paste it into the page.'), []);
  }
  await ask.open(url);
}

async function raiseWith(
  open: OpenTracker,
  draft: IssueDraft,
  { review, ask, memory, project }: IssuePorts & { readonly project: ChosenTracker },
): Promise<IssueLink | undefined> {
  const { commentOnIssue, createIssue, createTransport, findDuplicates, systemClock } = await loadExporting();
  const transport = createTransport(route());
  const ports = { send: transport.send, clock: systemClock };
  const signal = new AbortController().signal;
  const taken = async <T>(raised: Promise<Raised<T>>): Promise<T> => {
    const answer = await raised;
    if (!answer.ok) {
      if (/ 401\b/.test(answer.message)) {
        await forgetCredentials(project, memory);
      }
      throw new UserError(answer.message, answer.todo);
    }
    return answer.value;
  };
  try {
    const there = await taken(findDuplicates(open, draft.fingerprint, ports, signal));
    const duplicate = there.length === 0 ? 'new' : await chooseDuplicate(there, ask);
    if (duplicate === undefined) {
      return undefined;
    }
    const action =
      duplicate === 'new' ? vscode.l10n.t('Create Issue') : vscode.l10n.t('Comment on {0}', duplicate.name);
    const agreed = await reviewed(asWorded(draft, memory), project, { review, action });
    if (agreed === undefined) {
      return undefined;
    }
    await keepUnsent(agreed, memory);
    const link = await taken(
      duplicate === 'new'
        ? createIssue(open, agreed, ports, signal)
        : commentOnIssue(open, { key: duplicate.key, body: agreed.body }, ports, signal),
    );
    await forgetUnsent(memory);
    return link;
  } finally {
    transport.close();
  }
}

/** The issue to comment on, or a new one. */
async function chooseDuplicate(
  there: readonly (FoundIssue & IssueLink)[],
  ask: IssueQuestions,
): Promise<(FoundIssue & IssueLink) | 'new' | undefined> {
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

/**
 * The way to a tracker: as the person's own settings say, for those of a workspace would lead a token. It never goes
 * over a connection whose certificate is not verified.
 */
function route(): TransportConfig {
  const settings = vscode.workspace.getConfiguration('chainwright');
  const mode = settings.inspect<string>('network.mode')?.globalValue;
  const proxy = settings.inspect<string>('network.proxy')?.globalValue;
  return {
    mode: mode === 'direct' || mode === 'vscode' ? mode : 'auto',
    ...(typeof proxy !== 'string' || proxy === '' ? {} : { proxy }),
    proxyEnvironment: process.env,
    http2: false,
    tls: { verify: true },
  };
}

/** Says that it is done. */
async function tellOf({ name, url }: IssueLink, ask: IssueQuestions): Promise<void> {
  const action = vscode.l10n.t('Open Issue');
  if ((await ask.tell(vscode.l10n.t('Issue {0} has it.', name), [action])) === action) {
    await ask.open(url);
  }
}
